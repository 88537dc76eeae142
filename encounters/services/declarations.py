"""The index of declarations, which follows from the log (docs/decisions/0033).

Of two declarations of a combatant in one column of one round the later one replaces the other.
"""

from collections.abc import Iterable, Sequence

from django.db.models import Q

from encounters import models
from encounters.stored import check_reading, list_standing_inputs, read_event
from rules.api import events as e
from rules.api import list_earlier_names

STANDS, REPLACED, TAKEN_BACK = models.Declaration.Status

Place = tuple[int, str, int | None]
"""The round, the combatant and the column of a declaration."""


def index_declarations(encounter: models.Encounter, rows: Iterable[models.Event], events: Iterable[e.Event]) -> None:
    """Add the declarations among new events, in their transaction.

    ``rows`` are the events as stored.
    """
    new = [
        _build_row(encounter, row.pk, row.input_id, event)
        for row, event in zip(rows, events, strict=True)
        if isinstance(event, e.Declared) and row.input_id is not None
    ]
    if not new:
        return
    same = Q()
    for number, who, clock in {_find_place(row): None for row in new}:
        same |= Q(round=number, who=who, clock=clock)
    encounter.declarations.filter(same, status=STANDS).update(status=REPLACED)
    last = {_find_place(row): row for row in new}
    for row in new:
        row.status = STANDS if last[_find_place(row)] is row else REPLACED
    models.Declaration.objects.bulk_create(new)


def mark_taken_back(encounter: models.Encounter, position: int) -> None:
    """Find again which declarations stand, once a take-back is stored at this position."""
    rows = list(encounter.declarations.order_by("event__position"))
    before = [row.status for row in rows]
    _set_statuses(encounter, rows, position)
    changed = [row for row, status in zip(rows, before, strict=True) if row.status != status]
    models.Declaration.objects.bulk_update(changed, ["status"], batch_size=500)


def rebuild_declarations(encounter: models.Encounter) -> int:
    """Make the index of a fight again from its log, and return the number of its rows.

    No input may be taken meanwhile. Raises Unreadable, and then the index stays as it was. A migration calls it with
    the models of its time.
    """
    stored = encounter.events.filter(kind__in=list_earlier_names(e.Declared)).order_by("position")
    rows = []
    for pk, given, position, data in stored.values_list("pk", "input_id", "position", "data"):
        event = read_event(encounter.pk, position, data, encounter.ruleset)
        if isinstance(event, e.Declared):
            rows.append(_build_row(encounter, pk, given, event))
    with check_reading(encounter.pk, "take-backs"):
        _set_statuses(encounter, rows, encounter.position)
    encounter.declarations.all().delete()
    encounter.declarations.bulk_create(rows, batch_size=500)
    return len(rows)


def _build_row(encounter: models.Encounter, event_id: int, input_id: int, event: e.Declared) -> models.Declaration:
    return encounter.declarations.model(
        event_id=event_id,
        encounter_id=encounter.pk,
        input_id=input_id,
        round=event.round,
        clock=event.clock,
        who=event.who,
        action=event.declaration.action,
    )


def _find_place(row: models.Declaration) -> Place:
    return row.round, row.who, row.clock


def _set_statuses(encounter: models.Encounter, rows: Sequence[models.Declaration], last: int) -> None:
    """Set which declarations stand after the input at position ``last``; store nothing."""
    positions = {*list_standing_inputs(encounter.inputs.all(), last)}
    standing = {pk for pk, position in encounter.inputs.values_list("pk", "position") if position in positions}
    latest = {_find_place(row): row for row in rows if row.input_id in standing}
    for row in rows:
        if row.input_id not in standing:
            row.status = TAKEN_BACK
        else:
            row.status = STANDS if latest[_find_place(row)] is row else REPLACED
