"""The application of events: the only way in which the state changes.

Nothing is explained or rolled here: events alone give the state, for any viewer.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from rules.kernel.events import EncounterOpened, Event
from rules.kernel.frozen import evolve
from rules.kernel.procedure import OwnChanges
from rules.kernel.registry import get_ruleset
from rules.kernel.state import State

Entry = TypeVar("Entry")


def apply(event: Event, state: State, changes: OwnChanges | None = None) -> State:
    """Return the state after an event.

    The event's own change comes first, then the change to the procedure's own state: one of ``changes``, for a caller
    that knows the procedure.
    """
    after = event.apply(_count_faces(event, state) if event.rolls else state)
    if changes is None:
        changes = get_ruleset(after.ruleset).changes
    change = changes.get(type(event))
    return change(event, state, after) if change is not None else after


def fold(events: Iterable[Event], state: State | None = None) -> State:
    """Return the state after all the events.

    Without a state the first event opens the encounter.
    """
    stream = iter(events)
    if state is None:
        first = next(stream)
        assert isinstance(first, EncounterOpened)
        state = first.open()
    for event in stream:
        state = apply(event, state)
    return state


def drop_taken_back(log: Sequence[Entry], taken_back_to: Callable[[Entry], int | None]) -> list[Entry]:
    """Return the entries that no later take-back covers, in order.

    ``log`` is in the order of positions 1, 2, ...; ``taken_back_to`` returns the position to which an entry takes back,
    or None. Read from the end, a take-back to p skips everything between p and itself, earlier take-backs included.
    """
    kept: list[Entry] = []
    position = len(log)
    while position >= 1:
        entry = log[position - 1]
        kept.append(entry)
        back = taken_back_to(entry)
        position = back if back is not None else position - 1
    kept.reverse()
    return kept


def _count_faces(event: Event, state: State) -> State:
    """Return the state with the drawn faces counted.

    The next roll of a kind then draws the next face.
    """
    counts = dict(state.counts)
    for rolled in event.rolls:
        key = (rolled.purpose, rolled.by, rolled.sides)
        counts[key] = counts.get(key, 0) + rolled.count
    return evolve(state, counts=counts)
