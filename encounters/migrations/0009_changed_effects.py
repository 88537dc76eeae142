"""Effects of magic that a DM changes, for one encounter or as house rules."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("encounters", "0008_combatant_notes"),
    ]

    operations = [
        migrations.AddField(
            model_name="encounter",
            name="effects",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="houserules",
            name="effects",
            field=models.JSONField(blank=True, default=list),
        ),
    ]
