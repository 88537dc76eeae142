from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("encounters", "0021_seats_of_campaigns"),
    ]

    operations = [
        migrations.AddField(
            model_name="encounter",
            name="opened_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="encounter",
            name="planned",
            field=models.DateField(blank=True, null=True),
        ),
    ]
