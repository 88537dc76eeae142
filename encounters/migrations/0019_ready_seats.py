from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def make_seated_ready(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Keep the clocks of fights in play: who is seated already has read what hesitation costs."""
    apps.get_model("encounters", "Seat").objects.update(ready=models.F("created"))


class Migration(migrations.Migration):
    dependencies = [
        ("encounters", "0018_rolled_points"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="ready",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(make_seated_ready, migrations.RunPython.noop),
    ]
