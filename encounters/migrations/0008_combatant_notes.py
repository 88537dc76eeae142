"""The DM's own notes on combatants."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("encounters", "0007_house_rules"),
    ]

    operations = [
        migrations.AddField(
            model_name="encounter",
            name="combatant_notes",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
