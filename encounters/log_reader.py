"""Readers of the log: what one viewer has been shown of an encounter, as its log grows.

The cursor counts the events shown: it has no gaps and tells nothing of what was not shown. An epoch is a stretch in
which nothing shown is taken away again. It ends when a take-back covers something shown, or when the seat's combatants
change.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from hashlib import blake2b
from threading import Lock

from django.db import connection
from django.db.models import FilteredRelation, OuterRef, Q, Subquery

from encounters.encounter_view import EncounterView
from encounters.errors import Unreadable
from encounters.log import Entry, Log, read_log
from encounters.models import Seat, SeatRequest
from encounters.stored import FAULTS
from encounters.viewers import Access, Role, SeatAssignment, Viewer
from encounters.weighted_lru import WeightedLru
from rules.api import ViewerLog, Viewpoint

MOST = 100_000
"""The most events that all log readers of a process hold together."""


@dataclass(frozen=True, slots=True)
class SeatState:
    """The state of a seat on which its holder's pages depend."""

    changes: int = 0
    """The number of times that the seat's combatants have changed in fights on the table."""
    assignments: tuple[SeatAssignment, ...] = ()
    """All its assignments, also those that ended."""
    token_hash: str = ""
    """The hash of the secret of the device that has the seat."""
    left: bool = False
    """The seat was given up."""
    asking: int = 0
    """The number of the request for the seat that waits for the DM; 0 for none."""


OPEN_REQUEST = Subquery(SeatRequest.objects.filter(seat=OuterRef("pk"), answered=None).values("pk")[:1])

HELD = ("combatant", "from_position", "until_position")
"""The columns of a seat assignment."""


def read_seat_states(encounter_id: int) -> dict[int, SeatState]:
    """Return the state at an encounter of every seat of its campaign, by the seat's number.

    Assignments of other fights are none of it: another person may play who has the same name there.
    """
    states: dict[int, SeatState] = {}
    held_here = FilteredRelation("holds", condition=Q(holds__encounter=encounter_id))
    seats = Seat.objects.filter(campaign__encounters=encounter_id).annotate(held=held_here, open_request=OPEN_REQUEST)
    for pk, changes, token_hash, left, asking, combatant, begin, end in seats.order_by("pk", "held__pk").values_list(
        "pk", "changes", "token_hash", "left", "open_request", *(f"held__{name}" for name in HELD)
    ):
        earlier = states[pk].assignments if pk in states else ()
        held = (*earlier, SeatAssignment(combatant, begin, end)) if combatant is not None else ()
        states[pk] = SeatState(changes, held, token_hash or "", left is not None, asking or 0)
    return states


def name_seating(seat_states: Mapping[int, SeatState]) -> str:
    """Return a name for the seats at a table, their assignments, and the requests for them.

    It is another one after every change. It is the DM's alone.
    """
    left = sum(each.left for each in seat_states.values())
    changes = sum(each.changes for each in seat_states.values())
    # Assignments of a fight that is not on the table change nothing of a seat.
    held = blake2b(repr([each.assignments for each in seat_states.values()]).encode(), digest_size=4).hexdigest()
    asking = sum(each.asking for each in seat_states.values())
    return f"{len(seat_states)}.{left}.{changes}.{held}.{asking}"


def read_seating(encounter_id: int) -> str:
    """Return the name of the seats at an encounter's table now, and of their assignments."""
    return name_seating(read_seat_states(encounter_id))


# The log as one viewer was shown it.


class LogReader:
    """A reader of the log for one viewer. ``viewer_log`` is None until the encounter is opened."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.viewer_log: ViewerLog | None = None
        self._seat_state = SeatState()
        self._read = 0

    def copy(self) -> "LogReader":
        """Return a copy that is read on independently."""
        made = copy(self)
        made.viewer_log = self.viewer_log.copy() if self.viewer_log is not None else None
        return made

    @property
    def at(self) -> int:
        """Return the cursor: how many events this viewer has been shown."""
        return self.viewer_log.count if self.viewer_log is not None else 0

    @property
    def epoch(self) -> str:
        """Return the name of the epoch, which is the same in every process."""
        return f"{self._seat_state.changes}.{self.viewer_log.epochs if self.viewer_log is not None else 0}"

    @property
    def assignments(self) -> tuple[SeatAssignment, ...]:
        """Return the viewer's seat assignments, present and past."""
        return self._seat_state.assignments

    def catch_up(self, log: Log, seat_state: SeatState | None) -> None:
        """Read what is new in the log. ``seat_state``: the viewer's seat, if there is one."""
        seat_state = seat_state if seat_state is not None and self.viewer.role is Role.PLAYER else SeatState()
        if seat_state.assignments != self._seat_state.assignments:
            # Begin like a process that has read nothing, so that every process comes to the same cursor.
            self.viewer_log, self._read = None, 0
        self._seat_state = seat_state
        for entry in log.list_from(self._read) if self._read < len(log) else ():
            # Not by ``check_folding``, which costs more than most events do.
            try:
                self._take_in(entry)
            except FAULTS as problem:
                fault = f"event {entry.position}: {type(problem).__name__}: {problem}"
                raise Unreadable(self.viewer.encounter_id, fault) from problem
        if self.viewer_log is not None:
            self._turn_to(self._find_viewpoint(None))

    def _take_in(self, entry: Entry) -> None:
        viewpoint = self._find_viewpoint(entry.input)
        if self.viewer_log is None:
            self.viewer_log = ViewerLog(viewpoint)
        self._turn_to(viewpoint)
        self.viewer_log.see(entry.event, entry.input)
        self._read = entry.position + 1

    def _turn_to(self, viewpoint: Viewpoint) -> None:
        assert self.viewer_log is not None
        if viewpoint != self.viewer_log.viewpoint:
            self.viewer_log.change_characters(viewpoint)

    def _find_viewpoint(self, position: int | None) -> Viewpoint:
        """Return the viewpoint for the events of the input at this position; None: for now."""
        mine = [assignment.combatant for assignment in self._seat_state.assignments if assignment.is_valid_at(position)]
        return Viewpoint(dm=self.viewer.is_dm, characters=tuple(dict.fromkeys(mine)))


@dataclass
class _Shared:
    """A log reader that several pages share; only one of them uses it at a time."""

    log_reader: LogReader
    lock: Lock = field(default_factory=Lock)


_held: WeightedLru[tuple[int, tuple[str, int]], _Shared] = WeightedLru(MOST)


@contextmanager
def _use_shared(viewer: Viewer) -> Iterator[LogReader]:
    """Give the log reader that this process shares, to one page at a time.

    After a failure it is dropped.
    """
    key = (viewer.encounter_id, viewer.audience)
    shared = _held.get_or_put(key, lambda: _Shared(LogReader(viewer)))
    with shared.lock:
        try:
            yield shared.log_reader
        except BaseException:
            shared.log_reader = LogReader(viewer)
            raise
    _held.put(key, shared, shared.log_reader.at)


def find_view(viewer: Viewer, access: Access | None = None) -> EncounterView:
    """Return what this viewer has been shown up to now, also before the encounter is opened.

    The log is read on from the last page. With ``access`` the view has the rows that the request has read.
    """
    if connection.in_atomic_block:
        # A transaction may read what it wrote itself and then be rolled back.
        return _read_copy(LogReader(viewer), access)
    with _use_shared(viewer) as log_reader:
        return _read_copy(log_reader, access)


def start_log_reader(viewer: Viewer, log: Log, seat_state: SeatState | None) -> LogReader:
    """Return a log reader of the caller's own that has read this log.

    It begins as a copy of the one that the pages share: a process folds a fight once for each audience.
    """
    if connection.in_atomic_block:
        made = LogReader(viewer)
        made.catch_up(log, seat_state)
        return made
    with _use_shared(viewer) as log_reader:
        log_reader.catch_up(log, seat_state)
        return log_reader.copy()


def forget_all() -> None:
    """Drop everything that this process holds."""
    _held.clear()


def _read_copy(log_reader: LogReader, access: Access | None) -> EncounterView:
    """Return the view up to now.

    The log is read here: one that was read before may end before the view.
    """
    viewer = log_reader.viewer
    log = read_log(viewer.encounter_id)
    log_reader.catch_up(log, read_seat_states(viewer.encounter_id).get(viewer.seat_id or 0))
    viewer_log = log_reader.viewer_log.copy() if log_reader.viewer_log is not None else None
    return EncounterView(viewer, viewer_log, log_reader.at, log_reader.epoch, log_reader.assignments, access, log)
