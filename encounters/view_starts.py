"""The stored starts of rounds in each audience's view, from which the view is continued.

They are copies: the database table may be emptied at any time.
"""

import zlib
from collections.abc import Iterable
from dataclasses import dataclass

import structlog
from django.db import DatabaseError, connection, transaction
from django.db.models import Q, QuerySet

from encounters import models
from encounters.code_version import compute_code_version
from encounters.seat_assignments import SeatAssignment, list_audience_names
from encounters.viewers import Viewer
from rules.api import BadData, ViewStart, decode_text, encode_text

TRIES = 3
"""The number of starts that are tried where one cannot be read."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Start:
    """The start of a round in an audience's view."""

    position: int
    """The number of events of the log that come before it."""
    view: ViewStart


@dataclass(frozen=True)
class Starts:
    """The stored starts of one audience's view, which no other audience may read."""

    viewer: Viewer
    assignments: tuple[SeatAssignment, ...]

    def find_last(self, before: int, most: int | None = None) -> Start | None:
        """Return the last start that has fewer than ``before`` events of the log before it.

        Its round begins no later than with the input at position ``most``; None allows any. Returns None where none is
        stored.
        """
        rows = self._select_rows().filter(position__lt=before)
        return _read(rows if most is None else rows.filter(input__lte=most))

    def find_last_position(self, before: int) -> int:
        """Return how many events of the log come before the last stored start; 0 where none is."""
        rows = self._select_rows().filter(position__lt=before)
        return rows.values_list("position", flat=True).first() or 0

    def find_last_shown(self, cursor: int, before: int, most: int | None = None) -> Start | None:
        """Return the last start at which the event of this cursor had not yet been shown."""
        rows = self._select_rows().filter(position__lt=before, count__lt=cursor)
        return _read(rows if most is None else rows.filter(input__lte=most))

    def find_next(self, cursor: int, before: int) -> tuple[int, int] | None:
        """Return position and input of the first start at which the event of this cursor was shown."""
        rows = self._select_rows().filter(position__lt=before, count__gte=cursor)
        return rows.order_by("position").values_list("position", "input").first()

    def keep(self, found: Iterable[Start]) -> None:
        """Store those of these starts that are not stored yet.

        After a failure of the database the view is read from the log again.
        """
        starts = {each.position: each for each in found}
        if not starts or connection.in_atomic_block:
            return
        rows = models.ViewStart.objects.filter(encounter_id=self.viewer.encounter_id)
        try:
            known = set(self._select_rows().filter(position__in=starts).values_list("position", flat=True))
            fresh = [self._build_row(each) for position, each in starts.items() if position not in known]
            if fresh:
                with transaction.atomic():
                    rows.exclude(code=compute_code_version()).delete()
                    models.ViewStart.objects.bulk_create(fresh, ignore_conflicts=True)
        except DatabaseError as problem:
            log.warning("view not stored", encounter=self.viewer.encounter_id, problem=repr(problem))

    def _select_rows(self) -> QuerySet[models.ViewStart]:
        """Return the rows of this audience that the running code wrote, the last one first."""
        named = Q()
        for each in list_audience_names(self.viewer, self.assignments):
            mine = Q(audience=each.name, input__gte=each.begin)
            named |= mine if each.end is None else mine & Q(input__lt=each.end)
        rows = models.ViewStart.objects.filter(
            named, encounter_id=self.viewer.encounter_id, code=compute_code_version()
        )
        return rows.order_by("-position")

    def _build_row(self, start: Start) -> models.ViewStart:
        view = start.view
        names = list_audience_names(self.viewer, self.assignments)
        return models.ViewStart(
            encounter_id=self.viewer.encounter_id,
            audience=next(each.name for each in names if each.begin <= view.input),
            position=start.position,
            input=view.input,
            count=view.count,
            code=compute_code_version(),
            data=zlib.compress(encode_text(view).encode()),
        )


def _read(rows: QuerySet[models.ViewStart]) -> Start | None:
    """Return the first of these starts that can be read."""
    for pk in list(rows.values_list("pk", flat=True)[:TRIES]):
        row = models.ViewStart.objects.filter(pk=pk).first()
        if row is None:
            continue
        try:
            return Start(row.position, decode_text(ViewStart, zlib.decompress(row.data).decode()))
        except (BadData, zlib.error, UnicodeDecodeError) as problem:
            log.warning("view not read", row=pk, problem=repr(problem))
    return None
