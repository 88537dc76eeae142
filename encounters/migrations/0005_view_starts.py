"""The starts of views, stored for each audience and round, and an index of a round's events."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("encounters", "0004_stage_starts")]

    operations = [
        migrations.CreateModel(
            name="ViewStart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("audience", models.CharField(max_length=64)),
                ("position", models.PositiveIntegerField()),
                ("input", models.PositiveIntegerField()),
                ("count", models.PositiveIntegerField()),
                ("code", models.CharField(max_length=64)),
                ("data", models.BinaryField()),
                (
                    "encounter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="view_starts",
                        to="encounters.encounter",
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("encounter", "audience", "position"), name="view_start_position_once"
                    )
                ],
            },
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["encounter", "round", "position"], name="event_of_round"),
        ),
    ]
