"""Store when a seat's page itself last said something."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("encounters", "0012_input_part"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="heard",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
    ]
