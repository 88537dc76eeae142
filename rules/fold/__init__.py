"""Folding: the only place where the state changes.

``apply(event, state)`` gives the state after one event. ``live`` drops what later take-backs cover. ``fold`` applies
a whole log. Folding explains nothing and rolls nothing: events alone give the state, for any viewer.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from rules.events import Event
from rules.fold import casting, counted, fight, morale, sequence, table
from rules.state import State

Handler = Callable[[State, Event], State]
HANDLERS: dict[type[Event], Handler] = {
    **table.HANDLERS,
    **fight.HANDLERS,
    **casting.HANDLERS,
    **counted.HANDLERS,
    **morale.HANDLERS,
    **sequence.HANDLERS,
}

Entry = TypeVar("Entry")


def apply(event: Event, state: State) -> State:
    """The state after the event. Raises KeyError for a kind nobody folds."""
    if event.rolls:
        state = table.count_faces(state, event)
    return HANDLERS[type(event)](state, event)


def fold(events: Iterable[Event], state: State | None = None) -> State:
    """The state after all the events; without a state the first event must be EncounterOpened."""
    stream = iter(events)
    if state is None:
        state = table.opened(next(stream))
    for event in stream:
        state = apply(event, state)
    return state


def live(log: Sequence[Entry], taken_back_to: Callable[[Entry], int | None], first: int = 1) -> list[Entry]:
    """The entries that no later take-back covers, in order.

    ``log`` is in the order of positions ``first``, ``first`` + 1, ...; ``taken_back_to`` gives the position an entry
    takes back to, or None. Read from the end, a take-back to p skips everything between p and itself, earlier
    take-backs included. The first entry is missing where a take-back leads to before it.
    """
    kept: list[Entry] = []
    position = first + len(log) - 1
    while position >= first:
        entry = log[position - first]
        kept.append(entry)
        back = taken_back_to(entry)
        position = back if back is not None else position - 1
    kept.reverse()
    return kept
