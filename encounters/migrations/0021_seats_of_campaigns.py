"""Encounters and seats without what their campaigns have now.

It stands by itself because PostgreSQL changes no table in a transaction that has written rows of it.
"""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q
from django.db.models.functions import Lower


class Migration(migrations.Migration):
    dependencies = [("encounters", "0020_campaigns")]

    operations = [
        migrations.RemoveConstraint(model_name="seat", name="seat_name_once_at_a_table"),
        migrations.RemoveField(model_name="seat", name="encounter"),
        migrations.RemoveField(model_name="encounter", name="owner"),
        migrations.RemoveField(model_name="encounter", name="code"),
        migrations.RemoveField(model_name="encounter", name="door_open"),
        migrations.AlterField(
            model_name="encounter",
            name="campaign",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="encounters", to="encounters.campaign"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="campaign",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="encounters.campaign"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                models.F("campaign"),
                Lower("name"),
                condition=Q(left__isnull=True),
                name="seat_name_once_at_a_table",
            ),
        ),
        migrations.AddConstraint(
            model_name="encounter",
            constraint=models.UniqueConstraint(
                condition=Q(state="playing", trial_of=None),
                fields=("campaign",),
                name="one_fight_of_a_campaign_in_play",
            ),
        ),
    ]
