"""Drop the stored starts of stages and of rounds: what they held is folded from the events."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("encounters", "0013_seat_heard"),
    ]

    operations = [
        migrations.DeleteModel(name="StageStart"),
        migrations.DeleteModel(name="ViewStart"),
    ]
