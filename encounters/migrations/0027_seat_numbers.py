"""Seats have numbers in their campaigns, and the log names people by them.

Answers and dice that a seat gave, and their events, said the person's name. Both are rewritten together: an open round
that is played again gives the events that are stored. It is not undone.
"""

from collections.abc import Callable
from itertools import groupby
from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

INPUTS = ("GiveAnswer", "GiveFaces")
EVENTS = ("Answered", "DiceGiven")
NO_PLAYER = ("", "dm", "bot", "default")
AT_ONCE = 500


def number_seats(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Number the seats of each campaign in the order in which they were taken."""
    Seat = apps.get_model("encounters", "Seat")
    rows = Seat.objects.order_by("campaign_id", "created", "pk")
    for _, seats in groupby(rows, key=lambda seat: seat.campaign_id):
        for number, seat in enumerate(seats, 1):
            Seat.objects.filter(pk=seat.pk).update(number=number)


def take_names_out(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Write the numbers of seats in the place of names, in the log of every encounter."""
    Encounter, Event, Input = (apps.get_model("encounters", name) for name in ("Encounter", "Event", "Input"))
    for number in (
        Encounter.objects.filter(inputs__seat__isnull=False).order_by("pk").values_list("pk", flat=True).distinct()
    ):
        inputs = Input.objects.filter(encounter=number, seat__isnull=False, payload__type__in=INPUTS)
        _write_numbers(inputs.select_related("seat"), "payload", lambda row: row.seat)
        events = Event.objects.filter(encounter=number, input__seat__isnull=False, kind__in=EVENTS)
        _write_numbers(events.select_related("input__seat"), "data", lambda row: row.input.seat)


def _write_numbers(rows: Any, field: str, find_seat: Callable[[Any], Any]) -> None:
    changed = [row for row in rows if getattr(row, field).get("by", "") not in NO_PLAYER]
    for row in changed:
        getattr(row, field)["by"] = f"seat-{find_seat(row).number}"
    rows.model.objects.bulk_update(changed, [field], AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [("encounters", "0026_seat_requests")]

    operations = [
        migrations.AddField(model_name="seat", name="number", field=models.PositiveIntegerField(null=True)),
        migrations.AddField(model_name="seat", name="forgotten", field=models.DateTimeField(blank=True, null=True)),
        migrations.AlterField(
            model_name="seat",
            name="token_hash",
            field=models.CharField(blank=True, max_length=64, null=True, unique=True),
        ),
        migrations.RunPython(number_seats),
        migrations.RunPython(take_names_out),
    ]
