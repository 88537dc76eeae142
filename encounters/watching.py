"""What one viewer has been shown of an encounter, and kept up to date as its log grows.

The cursor counts the events shown: it has no gaps and tells nothing of what was not shown. An epoch is a stretch in
which nothing shown is taken away again. It ends when a take-back covers something shown, or the seat's figures change.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock

from django.db import connection

from encounters.held import Held
from encounters.log import Entry, Log, read_log
from encounters.models import Seat, SeatHold
from encounters.viewers import Role, Viewer
from rules.events import Event, TakenBack
from rules.reveal import Eyes, Viewing

MOST = 100_000
"""Events that all the watches of a process have been shown."""


@dataclass(frozen=True, slots=True)
class Hold:
    """A figure played from an input's position until another's, both counted in."""

    combatant: str
    begin: int
    end: int | None

    def covers(self, position: int | None) -> bool:
        """Whether what the input at this position gave was perceived under this hold; None: whether it still lasts."""
        if position is None:
            return self.end is None
        return self.begin <= position and (self.end is None or position <= self.end)


@dataclass(frozen=True, slots=True)
class Tenure:
    """A seat as its holders' pages depend on it."""

    changes: int = 0
    holds: tuple[Hold, ...] = ()
    token_hash: str = ""
    left: bool = False


def read_tenures(encounter_id: int) -> dict[int, Tenure]:
    """The tenure of every seat that an encounter has had."""
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
    """Return a name for who sits at a table and plays whom: another whenever that changes, and never the same again."""
    left = sum(each.left for each in tenures.values())
    return f"{len(tenures)}.{left}.{sum(each.changes for each in tenures.values())}"


def read_seating(encounter_id: int) -> str:
    """Return the name of how people sit at an encounter's table now."""
    return seating_of(read_tenures(encounter_id))


class Watch:
    """One viewer's side of the log. ``viewing`` is None until the encounter is opened."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.viewing: Viewing | None = None
        self.shown: list[Event] = []
        self._tenure = Tenure()
        self._read = 0
        self._backs = 0

    @property
    def at(self) -> int:
        """The cursor: how many events this viewer has been shown."""
        return len(self.shown)

    @property
    def epoch(self) -> str:
        """Which stretch this is, by a name that is the same in every process."""
        return f"{self._tenure.changes}.{self._backs}"

    @property
    def holds(self) -> tuple[Hold, ...]:
        """The figures this viewer plays and has played."""
        return self._tenure.holds

    def catch_up(self, log: Log, tenure: Tenure | None) -> None:
        """Take in what the log has more than was read. ``tenure``: the viewer's seat, if he has one."""
        tenure = tenure if tenure is not None and self.viewer.role is Role.PLAYER else Tenure()
        if tenure.holds != self._tenure.holds:
            # From the beginning, so that every process comes to the same cursor.
            self.viewing, self.shown, self._read, self._backs = None, [], 0, 0
        self._tenure = tenure
        for entry in log[self._read :]:
            self._take_in(entry)
        if self.viewing is not None:
            self._turn_to(self._eyes(None))

    def _take_in(self, entry: Entry) -> None:
        eyes = self._eyes(entry.input)
        if self.viewing is None:
            self.viewing = Viewing(eyes)
        self._turn_to(eyes)
        self._show(self.viewing.see(entry.event, entry.input))
        self._read = entry.position + 1

    def _turn_to(self, eyes: Eyes) -> None:
        assert self.viewing is not None
        if eyes != self.viewing.eyes:
            self._show(self.viewing.change_characters(eyes))

    def _show(self, events: Sequence[Event]) -> None:
        self.shown += events
        self._backs += sum(isinstance(event, TakenBack) for event in events)

    def _eyes(self, position: int | None) -> Eyes:
        """Whose eyes see what the input at this position gives; None: whose eyes look now."""
        mine = [hold.combatant for hold in self._tenure.holds if hold.covers(position)]
        return Eyes(dm=self.viewer.is_dm, characters=tuple(dict.fromkeys(mine)))


@dataclass
class _Shared:
    """A watch that pages share: who reads on does it alone."""

    watch: Watch
    lock: Lock = field(default_factory=Lock)


@dataclass(frozen=True)
class Shown:
    """What a viewer has been shown, to keep: nothing that happens later changes it."""

    viewing: Viewing | None
    at: int
    epoch: str
    holds: tuple[Hold, ...]


_held: Held[tuple[int, tuple[str, int]], _Shared] = Held(MOST)


def look(viewer: Viewer) -> Shown:
    """What this viewer has been shown up to now. Pages read on where the last one stopped."""
    log = read_log(viewer.encounter_id)
    tenure = read_tenures(viewer.encounter_id).get(viewer.seat_id or 0)
    if connection.in_atomic_block:
        # What a transaction reads of its own writing may yet be rolled back.
        return _look(Watch(viewer), log, tenure)
    key = (viewer.encounter_id, viewer.audience)
    shared = _held.get_or_put(key, lambda: _Shared(Watch(viewer)))
    with shared.lock:
        try:
            shown = _look(shared.watch, log, tenure)
        except BaseException:
            shared.watch = Watch(viewer)
            raise
    _held.put(key, shared, shown.at)
    return shown


def forget_all() -> None:
    """Hold nothing."""
    _held.clear()


def _look(watch: Watch, log: Log, tenure: Tenure | None) -> Shown:
    watch.catch_up(log, tenure)
    viewing = watch.viewing.copy() if watch.viewing is not None else None
    return Shown(viewing, watch.at, watch.epoch, watch.holds)
