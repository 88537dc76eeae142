"""The viewer log: what one viewer has been shown of an encounter, as its log grows.

The cursor counts the events shown: it has no gaps and tells nothing of what was not shown. An epoch is a stretch in
which nothing shown is taken away again. It ends when a take-back covers something shown, or when the seat's combatants
change.

A viewer log continues from the start of the last round that was stored for its audience, and reads the log from there.
"""

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from threading import Lock

import structlog
from django.db import DatabaseError, connection, transaction
from django.db.models import Q, QuerySet

from encounters import models
from encounters.code_version import compute_code_version
from encounters.log import Entry, Log, read_log
from encounters.models import Seat
from encounters.stored import folding
from encounters.view import View
from encounters.viewers import Access, Role, SeatAssignment, Viewer, build_seat_viewer, list_audience_names
from encounters.weighted_lru import WeightedLru
from rules.api import BadData, BeforeViewStart, Viewing, Viewpoint, ViewStart, decode_text, encode_text
from rules.api import events as e

MOST = 100_000
"""The most events that all viewer logs of a process hold together."""

MOST_EARLIER = 20_000
"""The most events that all views of earlier rounds hold together."""

BEHIND = 300
"""The events that an audience without viewers may be behind before the log is read for it."""


@dataclass(frozen=True, slots=True)
class SeatState:
    """The state of a seat on which its holder's pages depend."""

    changes: int = 0
    """The number of times that the seat's combatants have changed."""
    assignments: tuple[SeatAssignment, ...] = ()
    """All its assignments, also those that ended."""
    token_hash: str = ""
    """The hash of the secret of the device that has the seat."""
    left: bool = False
    """The seat was given up."""


HELD = ("combatant", "from_position", "until_position")
"""The columns of a seat assignment."""


def read_seat_states(encounter_id: int) -> dict[int, SeatState]:
    """Return the state of every seat that an encounter has had, by the seat's number."""
    states: dict[int, SeatState] = {}
    rows = Seat.objects.filter(encounter_id=encounter_id).order_by("pk", "holds__pk")
    for pk, changes, token_hash, left, combatant, begin, end in rows.values_list(
        "pk", "changes", "token_hash", "left", *(f"holds__{name}" for name in HELD)
    ):
        earlier = states[pk].assignments if pk in states else ()
        held = (*earlier, SeatAssignment(combatant, begin, end)) if combatant is not None else ()
        states[pk] = SeatState(changes, held, token_hash, left is not None)
    return states


def name_seating(seat_states: Mapping[int, SeatState]) -> str:
    """Return a name for the seats at a table and their assignments.

    It is another one after every change, and never the same again.
    """
    left = sum(each.left for each in seat_states.values())
    return f"{len(seat_states)}.{left}.{sum(each.changes for each in seat_states.values())}"


def read_seating(encounter_id: int) -> str:
    """Return the name of the seats at an encounter's table now, and of their assignments."""
    return name_seating(read_seat_states(encounter_id))


# The stored starts of rounds in each audience's view, from which the view is continued. They are copies: the database
# table may be emptied at any time.


TRIES = 3
"""The number of starts that are tried where one cannot be read."""

logger = structlog.get_logger(__name__)


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
            logger.warning("view not stored", encounter=self.viewer.encounter_id, problem=repr(problem))

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
            logger.warning("view not read", row=pk, problem=repr(problem))
    return None


# The log as one viewer was shown it.


class ViewerLog:
    """One viewer's view of the log. ``viewing`` is None until the encounter is opened."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.viewing: Viewing | None = None
        self._seat_state = SeatState()
        self._read = 0
        self._begun: list[Start] = []

    @property
    def at(self) -> int:
        """Return the cursor: how many events this viewer has been shown."""
        return self.viewing.count if self.viewing is not None else 0

    @property
    def epoch(self) -> str:
        """Return the name of the epoch, which is the same in every process."""
        return f"{self._seat_state.changes}.{self.viewing.epochs if self.viewing is not None else 0}"

    @property
    def assignments(self) -> tuple[SeatAssignment, ...]:
        """Return the viewer's seat assignments, present and past."""
        return self._seat_state.assignments

    def catch_up(self, log: Log, seat_state: SeatState | None) -> None:
        """Read what is new in the log. ``seat_state``: the viewer's seat, if there is one."""
        seat_state = seat_state if seat_state is not None and self.viewer.role is Role.PLAYER else SeatState()
        if seat_state.assignments != self._seat_state.assignments:
            # Begin like a process that has read nothing, so that every process comes to the same cursor.
            self._forget()
            self._begun = []
        self._seat_state = seat_state
        self.read(log, len(log))
        if self.viewing is not None:
            self._turn_to(self._find_viewpoint(None))

    @property
    def has_new_starts(self) -> bool:
        """Return whether rounds began whose start has not been stored."""
        return bool(self._begun)

    def keep_starts(self) -> None:
        """Store the starts of the rounds that were read, so that other readers continue from there."""
        begun, self._begun = self._begun, []
        self._starts.keep(begun)

    def read(self, log: Log, end: int) -> None:
        """Read the log up to the entry at position ``end``, without that entry."""
        most: int | None = None
        while True:
            if self.viewing is None:
                self._take_up(self._find_start(end, most), log)
            try:
                for entry in log.list_between(self._read, end) if self._read < end else ():
                    self._take_in(entry)
            except BeforeViewStart as problem:
                most = problem.to + 1
                self._forget()
            else:
                return

    @property
    def _starts(self) -> Starts:
        return Starts(self.viewer, self.assignments)

    def _find_start(self, before: int, most: int | None) -> Start | None:
        """Return the start from which the log is read up to ``before``.

        Its round began no later than with the input at position ``most``; None allows any.
        """
        return self._starts.find_last(before, most)

    def _forget(self) -> None:
        self.viewing, self._read = None, 0

    def _take_up(self, start: Start | None, log: Log) -> None:
        if start is not None:
            self.viewing = Viewing.take_up(start.view, _Earlier(self.viewer, self._seat_state, log, start))
            self._read = start.position

    def _take_in(self, entry: Entry) -> None:
        viewpoint = self._find_viewpoint(entry.input)
        if self.viewing is None:
            self.viewing = Viewing(viewpoint)
        self._turn_to(viewpoint)
        if isinstance(entry.event, e.RoundBegan) and self.viewing.held:
            self._begun.append(Start(entry.position, self.viewing.build_start(entry.input)))
        with folding(self.viewer.encounter_id, f"event {entry.position}"):
            self.viewing.see(entry.event, entry.input)
        self._read = entry.position + 1

    def _turn_to(self, viewpoint: Viewpoint) -> None:
        assert self.viewing is not None
        if viewpoint != self.viewing.viewpoint:
            self.viewing.change_characters(viewpoint)

    def _find_viewpoint(self, position: int | None) -> Viewpoint:
        """Return the viewpoint for the events of the input at this position; None: for now."""
        mine = [assignment.combatant for assignment in self._seat_state.assignments if assignment.is_valid_at(position)]
        return Viewpoint(dm=self.viewer.is_dm, characters=tuple(dict.fromkeys(mine)))


class _Part(ViewerLog):
    """A viewer log of the stretch, between two starts of rounds, with the event of one cursor."""

    def __init__(self, viewer: Viewer, seat_state: SeatState, cursor: int) -> None:
        super().__init__(viewer)
        self._seat_state, self._cursor = seat_state, cursor

    def read_until(self, log: Log, end: int, input: int) -> Viewing:
        """Return the view up to the round that begins at position ``end`` with this input."""
        self.read(log, end)
        assert self.viewing is not None
        self._turn_to(self._find_viewpoint(input))
        return self.viewing

    def _find_start(self, before: int, most: int | None) -> Start | None:
        return self._starts.find_last_shown(self._cursor, before, most)


class _Earlier:
    """The events shown before the start of a view, read from the start before it.

    The views that hold them are held for a while.
    """

    def __init__(self, viewer: Viewer, seat_state: SeatState, log: Log, start: Start) -> None:
        self._viewer, self._seat_state, self._log = viewer, seat_state, log
        self._begin = start.position, start.view.input

    def read(self, cursor: int) -> Viewing:
        """Return a view that holds the event shown at this cursor."""
        end, input = Starts(self._viewer, self._seat_state.assignments).find_next(cursor, self._begin[0]) or self._begin
        key = (self._viewer.encounter_id, self._viewer.audience, self._seat_state.assignments, end)
        found = _earlier.get(key)
        if found is None or not found.count - found.held < cursor:
            found = _Part(self._viewer, self._seat_state, cursor).read_until(self._log, end, input)
            _earlier.put(key, found, found.held)
        return found


_earlier: WeightedLru[tuple[int, tuple[str, int], tuple[SeatAssignment, ...], int], Viewing] = WeightedLru(MOST_EARLIER)


@dataclass
class _Shared:
    """A viewer log that several pages share; only one of them reads the log at a time."""

    viewer_log: ViewerLog
    lock: Lock = field(default_factory=Lock)


_held: WeightedLru[tuple[int, tuple[str, int]], _Shared] = WeightedLru(MOST)


def find_view(viewer: Viewer, access: Access | None = None) -> View:
    """Return what this viewer has been shown up to now, also before the encounter is opened.

    The log is read on from the last page. With ``access`` the view has the rows that the request has read.
    """
    if connection.in_atomic_block:
        # A transaction may read what it wrote itself and then be rolled back.
        return _read_copy(ViewerLog(viewer), access)
    key = (viewer.encounter_id, viewer.audience)
    shared = _held.get_or_put(key, lambda: _Shared(ViewerLog(viewer)))
    with shared.lock:
        try:
            view = _read_copy(shared.viewer_log, access)
        except BaseException:
            shared.viewer_log = ViewerLog(viewer)
            raise
        shared.viewer_log.keep_starts()
    _held.put(key, shared, view.viewing.held if view.has_begun else 0)
    return view


def catch_up_last_audience(encounter_id: int) -> None:
    """Read the log for the audience that is furthest behind, and store its starts of rounds.

    So a viewer who comes late, or is the first of an audience, reads no more than a few rounds.
    """
    log, seat_states = read_log(encounter_id), read_seat_states(encounter_id)
    players = Seat.objects.filter(encounter_id=encounter_id, kind=Seat.Kind.PLAYER, left=None)
    viewers = [Viewer(encounter_id, Role.DM), Viewer(encounter_id, Role.SPECTATOR), *map(build_seat_viewer, players)]
    behind = [(_find_last_start(viewer, seat_states, len(log)), n) for n, viewer in enumerate(viewers)]
    position, n = min(behind)
    if len(log) - position > BEHIND:
        viewer_log = ViewerLog(viewers[n])
        viewer_log.catch_up(log, seat_states.get(viewers[n].seat_id or 0))
        viewer_log.keep_starts()


def _find_last_start(viewer: Viewer, seat_states: Mapping[int, SeatState], before: int) -> int:
    assignments = seat_states.get(viewer.seat_id or 0, SeatState()).assignments
    return Starts(viewer, assignments).find_last_position(before)


def forget_all() -> None:
    """Drop everything that this process holds."""
    _held.clear()
    _earlier.clear()


def _read_copy(viewer_log: ViewerLog, access: Access | None) -> View:
    """Return the view up to now.

    The log is read here: one that was read before may end before the view.
    """
    viewer = viewer_log.viewer
    log = read_log(viewer.encounter_id)
    viewer_log.catch_up(log, read_seat_states(viewer.encounter_id).get(viewer.seat_id or 0))
    viewing = viewer_log.viewing.copy() if viewer_log.viewing is not None else None
    return View(viewer, viewing, viewer_log.at, viewer_log.epoch, viewer_log.assignments, access, log)
