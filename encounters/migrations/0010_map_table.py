"""The battle map of an encounter: walls, doors and difficult ground."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("encounters", "0009_changed_effects"),
    ]

    operations = [
        migrations.AddField(
            model_name="encounter",
            name="map_table",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
