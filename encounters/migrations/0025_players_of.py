import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("encounters", "0024_invitations"),
    ]

    operations = [
        migrations.AddField(
            model_name="encounter",
            name="players_of",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="encounters.encounter",
            ),
        ),
    ]
