"""Drop two columns of events that nothing reads: whom an event is shown, and its clock, say its data."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("encounters", "0014_no_derived_state"),
    ]

    operations = [
        migrations.RemoveField(model_name="event", name="audience"),
        migrations.RemoveField(model_name="event", name="clock"),
    ]
