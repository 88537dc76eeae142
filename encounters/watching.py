"""The viewer log: what one viewer has been shown of an encounter, as its log grows.

The cursor counts the events shown: it has no gaps and tells nothing of what was not shown. An epoch is a stretch in
which nothing shown is taken away again. It ends when a take-back covers something shown, or when the seat's combatants
change.

A viewer log continues from the start of the last round that was stored for its audience, and reads the log from there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock

from django.db import connection

from encounters.held import Held
from encounters.holds import Hold
from encounters.log import Entry, Log, read_log
from encounters.models import Seat, SeatHold
from encounters.view_starts import Start, Starts
from encounters.viewers import Role, Viewer, seated
from rules.api import BeforeViewStart, Eyes, Viewing
from rules.api import events as e

MOST = 100_000
"""The most events that all viewer logs of a process hold together."""

MOST_EARLIER = 20_000
"""The most events that all views of earlier rounds hold together."""

BEHIND = 300
"""The events that an audience without viewers may be behind before the log is read for it."""


@dataclass(frozen=True, slots=True)
class Tenure:
    """The state of a seat on which its holder's pages depend."""

    changes: int = 0
    """The number of times that the seat's combatants have changed."""
    holds: tuple[Hold, ...] = ()
    """All its assignments, also those that ended."""
    token_hash: str = ""
    """The hash of the secret of the device that has the seat."""
    left: bool = False
    """The seat was given up."""


def read_tenures(encounter_id: int) -> dict[int, Tenure]:
    """Return the state of every seat that an encounter has had, by the seat's number."""
    holds: dict[int, list[Hold]] = {}
    rows = SeatHold.objects.filter(encounter_id=encounter_id).order_by("pk")
    for seat, combatant, begin, end in rows.values_list("seat_id", "combatant", "from_position", "until_position"):
        holds.setdefault(seat, []).append(Hold(combatant, begin, end))
    seats = Seat.objects.filter(encounter_id=encounter_id).values_list("pk", "changes", "token_hash", "left")
    return {
        pk: Tenure(changes, tuple(holds.get(pk, ())), token_hash, left is not None)
        for pk, changes, token_hash, left in seats
    }


def seating_of(tenures: Mapping[int, Tenure]) -> str:
    """Return a name for the seats at a table and their assignments.

    It is another one after every change, and never the same again.
    """
    left = sum(each.left for each in tenures.values())
    return f"{len(tenures)}.{left}.{sum(each.changes for each in tenures.values())}"


def read_seating(encounter_id: int) -> str:
    """Return the name of the seats at an encounter's table now, and of their assignments."""
    return seating_of(read_tenures(encounter_id))


class Watch:
    """One viewer's view of the log. ``viewing`` is None until the encounter is opened."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.viewing: Viewing | None = None
        self._tenure = Tenure()
        self._read = 0
        self._begun: list[Start] = []

    @property
    def at(self) -> int:
        """Return the cursor: how many events this viewer has been shown."""
        return self.viewing.count if self.viewing is not None else 0

    @property
    def epoch(self) -> str:
        """Return the name of the epoch, which is the same in every process."""
        return f"{self._tenure.changes}.{self.viewing.epochs if self.viewing is not None else 0}"

    @property
    def holds(self) -> tuple[Hold, ...]:
        """Return the viewer's seat assignments, present and past."""
        return self._tenure.holds

    def catch_up(self, log: Log, tenure: Tenure | None) -> None:
        """Read what is new in the log. ``tenure``: the viewer's seat, if there is one."""
        tenure = tenure if tenure is not None and self.viewer.role is Role.PLAYER else Tenure()
        if tenure.holds != self._tenure.holds:
            # Begin like a process that has read nothing, so that every process comes to the same cursor.
            self._forget()
            self._begun = []
        self._tenure = tenure
        self.read(log, len(log))
        if self.viewing is not None:
            self._turn_to(self._eyes(None))

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
                for entry in log.between(self._read, end) if self._read < end else ():
                    self._take_in(entry)
            except BeforeViewStart as problem:
                most = problem.to + 1
                self._forget()
            else:
                return

    @property
    def _starts(self) -> Starts:
        return Starts(self.viewer, self.holds)

    def _find_start(self, before: int, most: int | None) -> Start | None:
        """Return the start from which the log is read up to ``before``.

        Its round began no later than with the input at position ``most``; None allows any.
        """
        return self._starts.last(before, most)

    def _forget(self) -> None:
        self.viewing, self._read = None, 0

    def _take_up(self, start: Start | None, log: Log) -> None:
        if start is not None:
            self.viewing = Viewing.take_up(start.view, _Earlier(self.viewer, self._tenure, log, start))
            self._read = start.position

    def _take_in(self, entry: Entry) -> None:
        eyes = self._eyes(entry.input)
        if self.viewing is None:
            self.viewing = Viewing(eyes)
        self._turn_to(eyes)
        if isinstance(entry.event, e.RoundBegan) and self.viewing.held:
            self._begun.append(Start(entry.position, self.viewing.build_start(entry.input)))
        self.viewing.see(entry.event, entry.input)
        self._read = entry.position + 1

    def _turn_to(self, eyes: Eyes) -> None:
        assert self.viewing is not None
        if eyes != self.viewing.eyes:
            self.viewing.change_characters(eyes)

    def _eyes(self, position: int | None) -> Eyes:
        """Return the viewer's ``Eyes`` for the events of the input at this position; None: for now."""
        mine = [hold.combatant for hold in self._tenure.holds if hold.covers(position)]
        return Eyes(dm=self.viewer.is_dm, characters=tuple(dict.fromkeys(mine)))


class _Part(Watch):
    """A viewer log of the stretch, between two starts of rounds, with the event of one cursor."""

    def __init__(self, viewer: Viewer, tenure: Tenure, cursor: int) -> None:
        super().__init__(viewer)
        self._tenure, self._cursor = tenure, cursor

    def read_until(self, log: Log, end: int, input: int) -> Viewing:
        """Return the view up to the round that begins at position ``end`` with this input."""
        self.read(log, end)
        assert self.viewing is not None
        self._turn_to(self._eyes(input))
        return self.viewing

    def _find_start(self, before: int, most: int | None) -> Start | None:
        return self._starts.last_shown(self._cursor, before, most)


class _Earlier:
    """The events shown before the start of a view, read from the start before it.

    The views that hold them are held for a while.
    """

    def __init__(self, viewer: Viewer, tenure: Tenure, log: Log, start: Start) -> None:
        self._viewer, self._tenure, self._log = viewer, tenure, log
        self._begin = start.position, start.view.input

    def read(self, cursor: int) -> Viewing:
        """Return a view that holds the event shown at this cursor."""
        end, input = Starts(self._viewer, self._tenure.holds).next(cursor, self._begin[0]) or self._begin
        key = (self._viewer.encounter_id, self._viewer.audience, self._tenure.holds, end)
        found = _earlier.get(key)
        if found is None or not found.count - found.held < cursor:
            found = _Part(self._viewer, self._tenure, cursor).read_until(self._log, end, input)
            _earlier.put(key, found, found.held)
        return found


_earlier: Held[tuple[int, tuple[str, int], tuple[Hold, ...], int], Viewing] = Held(MOST_EARLIER)


@dataclass
class _Shared:
    """A viewer log that several pages share; only one of them reads the log at a time."""

    watch: Watch
    lock: Lock = field(default_factory=Lock)


@dataclass(frozen=True)
class Shown:
    """A copy of what a viewer has been shown, which later events do not change."""

    viewing: Viewing | None
    at: int
    epoch: str
    holds: tuple[Hold, ...]


_held: Held[tuple[int, tuple[str, int]], _Shared] = Held(MOST)


def look(viewer: Viewer) -> Shown:
    """Return what this viewer has been shown up to now; the log is read on from the last page."""
    log = read_log(viewer.encounter_id)
    tenure = read_tenures(viewer.encounter_id).get(viewer.seat_id or 0)
    if connection.in_atomic_block:
        # A transaction may read what it wrote itself and then be rolled back.
        return _look(Watch(viewer), log, tenure)
    key = (viewer.encounter_id, viewer.audience)
    shared = _held.get_or_put(key, lambda: _Shared(Watch(viewer)))
    with shared.lock:
        try:
            shown = _look(shared.watch, log, tenure)
        except BaseException:
            shared.watch = Watch(viewer)
            raise
        shared.watch.keep_starts()
    _held.put(key, shared, shown.viewing.held if shown.viewing is not None else 0)
    return shown


def bring_up(encounter_id: int) -> None:
    """Read the log for the audience that is furthest behind, and store its starts of rounds.

    So a viewer who comes late, or is the first of an audience, reads no more than a few rounds.
    """
    log, tenures = read_log(encounter_id), read_tenures(encounter_id)
    players = Seat.objects.filter(encounter_id=encounter_id, kind=Seat.Kind.PLAYER, left=None)
    viewers = [Viewer(encounter_id, Role.DM), Viewer(encounter_id, Role.SPECTATOR), *map(seated, players)]
    behind = [(_last_start(viewer, tenures, len(log)), n) for n, viewer in enumerate(viewers)]
    position, n = min(behind)
    if len(log) - position > BEHIND:
        watch = Watch(viewers[n])
        watch.catch_up(log, tenures.get(viewers[n].seat_id or 0))
        watch.keep_starts()


def _last_start(viewer: Viewer, tenures: Mapping[int, Tenure], before: int) -> int:
    holds = tenures.get(viewer.seat_id or 0, Tenure()).holds
    return Starts(viewer, holds).last_position(before)


def forget_all() -> None:
    """Drop everything that this process holds."""
    _held.clear()
    _earlier.clear()


def _look(watch: Watch, log: Log, tenure: Tenure | None) -> Shown:
    watch.catch_up(log, tenure)
    viewing = watch.viewing.copy() if watch.viewing is not None else None
    return Shown(viewing, watch.at, watch.epoch, watch.holds)
