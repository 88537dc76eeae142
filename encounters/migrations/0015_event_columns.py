"""Drop the audience and the clock of events: their data say both."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("encounters", "0014_no_derived_state"),
    ]

    operations = [
        migrations.RemoveField(model_name="event", name="audience"),
        migrations.RemoveField(model_name="event", name="clock"),
    ]
