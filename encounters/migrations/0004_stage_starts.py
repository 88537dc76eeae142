"""The starts of stages, from which a fight is taken up again."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("encounters", "0003_trials")]

    operations = [
        migrations.CreateModel(
            name="StageStart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveIntegerField()),
                ("code", models.CharField(max_length=64)),
                ("data", models.TextField()),
                (
                    "encounter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stage_starts",
                        to="encounters.encounter",
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
                "constraints": [
                    models.UniqueConstraint(fields=("encounter", "position"), name="stage_start_position_once")
                ],
            },
        ),
    ]
