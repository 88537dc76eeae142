"""The stored starts of stages, from which a process that does not hold a fight continues it."""

from collections.abc import Iterator

from encounters.code_version import compute_code_version
from encounters.models import StageStart as Row
from rules.api import BadData, StageStart, decode_text, encode_text

KEPT = 12
"""The number of starts kept of a fight; a take-back may go back before the last one."""


def list_starts_until(encounter_id: int, position: int) -> Iterator[StageStart]:
    """Yield the starts of stages that began no later than the input at this position.

    The last one comes first; those that the running code cannot read are left out.
    """
    rows = Row.objects.filter(encounter_id=encounter_id, position__lte=position, code=compute_code_version())
    for pk in list(rows.order_by("-position").values_list("pk", flat=True)):
        try:
            yield decode_text(StageStart, Row.objects.get(pk=pk).data)
        except BadData:
            continue


def keep_start(encounter_id: int, start: StageStart) -> None:
    """Store the start of the stage in play, in place of those that a take-back has covered."""
    rows = Row.objects.filter(encounter_id=encounter_id)
    rows.filter(position__gt=start.position).delete()
    data = {"code": compute_code_version(), "data": encode_text(start)}
    Row.objects.update_or_create(encounter_id=encounter_id, position=start.position, defaults=data)
    late = list(rows.order_by("-position").values_list("pk", flat=True)[KEPT:])
    if late:
        Row.objects.filter(pk__in=late).delete()
