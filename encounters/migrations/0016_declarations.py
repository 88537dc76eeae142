"""Make the table of declarations an index of the log, which the next migration fills."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("encounters", "0015_event_columns"),
    ]

    operations = [
        migrations.DeleteModel(name="Declaration"),
        migrations.CreateModel(
            name="Declaration",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="declaration",
                        serialize=False,
                        to="encounters.event",
                    ),
                ),
                ("round", models.PositiveIntegerField()),
                ("clock", models.IntegerField(blank=True, null=True)),
                ("who", models.CharField(max_length=80)),
                ("action", models.CharField(blank=True, max_length=1)),
                (
                    "status",
                    models.CharField(
                        choices=[("stands", "Stands"), ("replaced", "Replaced"), ("taken_back", "Taken back")],
                        default="stands",
                        max_length=10,
                    ),
                ),
                (
                    "encounter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="declarations",
                        to="encounters.encounter",
                    ),
                ),
                (
                    "input",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="declarations",
                        to="encounters.input",
                    ),
                ),
            ],
            options={
                "ordering": ["event__position"],
                "indexes": [models.Index(fields=["encounter", "who", "round"], name="declaration_of_combatant")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["stands", "replaced", "taken_back"])),
                        name="declaration_status_known",
                    )
                ],
            },
        ),
    ]
