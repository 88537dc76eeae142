"""The starts of stages as they are stored, so that a fight no process holds is not read from its beginning."""

from collections.abc import Iterator

from encounters.code_version import code_version
from encounters.models import StageStart as Row
from rules.api import BadData, StageStart, dumps, loads

KEPT = 12
"""Starts that are kept of a fight: the last ones, for take-backs lead to before the very last."""


def starts_until(encounter_id: int, position: int) -> Iterator[StageStart]:
    """Yield the starts of stages that began no later than the input at this position, the last one first."""
    rows = Row.objects.filter(encounter_id=encounter_id, position__lte=position, code=code_version())
    for pk in list(rows.order_by("-position").values_list("pk", flat=True)):
        try:
            yield loads(StageStart, Row.objects.get(pk=pk).data)
        except BadData:
            continue


def keep_start(encounter_id: int, start: StageStart) -> None:
    """Store the start of the stage in play, in place of those that a take-back has covered."""
    rows = Row.objects.filter(encounter_id=encounter_id)
    rows.filter(position__gt=start.position).delete()
    data = {"code": code_version(), "data": dumps(start)}
    Row.objects.update_or_create(encounter_id=encounter_id, position=start.position, defaults=data)
    late = list(rows.order_by("-position").values_list("pk", flat=True)[KEPT:])
    if late:
        Row.objects.filter(pk__in=late).delete()
