"""Store the number of an input among those of its tap in a column of its own.

Until now the inputs after the first had it in their tap: "tap+1".
"""

from typing import Any

from django.db import migrations, models
from django.db.models import F, IntegerField, Value
from django.db.models.functions import Cast, Concat, StrIndex, Substr


def split_taps(apps: Any, schema_editor: Any) -> None:
    """Split "tap+1" into the tap and the number 1. The id of a tap has no plus sign."""
    plus = StrIndex("tap", Value("+"))
    rows = apps.get_model("encounters", "Input").objects.filter(tap__contains="+")
    rows.update(part=Cast(Substr("tap", plus + 1), IntegerField()), tap=Substr("tap", 1, plus - 1))


def join_taps(apps: Any, schema_editor: Any) -> None:
    """Write the number after the tap again."""
    rows = apps.get_model("encounters", "Input").objects.filter(part__gt=0)
    rows.update(tap=Concat(F("tap"), Value("+"), F("part"), output_field=models.TextField()))


class Migration(migrations.Migration):
    dependencies = [
        ("encounters", "0011_pictures"),
    ]

    operations = [
        migrations.AddField(model_name="input", name="part", field=models.PositiveIntegerField(default=0)),
        migrations.RemoveConstraint(model_name="input", name="input_tap_once"),
        migrations.RunPython(split_taps, join_taps),
        migrations.AddConstraint(
            model_name="input",
            constraint=models.UniqueConstraint(fields=("encounter", "tap", "part"), name="input_tap_once"),
        ),
    ]
