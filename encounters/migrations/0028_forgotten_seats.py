"""Every seat has a number, and one whose person was forgotten has neither name nor secrets.

It stands by itself because PostgreSQL changes no table in a transaction that has written rows of it.
"""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("encounters", "0027_seat_numbers")]

    operations = [
        migrations.AlterField(model_name="seat", name="number", field=models.PositiveIntegerField()),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("campaign", "number"), name="seat_number_once_in_a_campaign"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=Q(forgotten__isnull=True, token_hash__isnull=False)
                | Q(
                    forgotten__isnull=False,
                    left__isnull=False,
                    name="a player",
                    token_hash__isnull=True,
                    link_hash__isnull=True,
                    link_version=0,
                ),
                name="forgotten_seat_names_nobody",
            ),
        ),
    ]
