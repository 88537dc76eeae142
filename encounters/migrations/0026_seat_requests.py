import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("encounters", "0025_players_of"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="link_version",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.CreateModel(
            name="SeatRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("secret_hash", models.CharField(max_length=64, unique=True)),
                ("asked", models.DateTimeField(default=django.utils.timezone.now)),
                ("answered", models.DateTimeField(blank=True, null=True)),
                ("yes", models.BooleanField(default=False)),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="requests", to="encounters.seat"
                    ),
                ),
            ],
            options={
                "ordering": ["asked", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("answered__isnull", True)),
                        fields=("seat",),
                        name="one_open_request_for_a_seat",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("yes", False), ("answered__isnull", False), _connector="OR"),
                        name="yes_is_an_answer",
                    ),
                ],
            },
        ),
    ]
