"""The columns of a round in its ruleset's words: "segment 3", "count -1"."""

from collections.abc import Iterable, Iterator

from encounters.narration.names import PARTY
from rules.api import SEGMENTS, Clock, Deed, State, get_ruleset
from rules.api import events as e


def get_clock(state: State) -> Clock:
    """Return the clock of the ruleset in play."""
    return get_ruleset(state.ruleset).clock


def is_apart(state: State, round: int | None = None) -> bool:
    """Return whether a round, or the one in play, is an opening with columns of its own kind."""
    number = state.round if round is None else round
    return number == 0 and bool(get_clock(state).opening)


def get_column_unit(state: State, round: int | None = None) -> str:
    """Return the name of a column, such as "segment"."""
    clock = get_clock(state)
    return clock.opening if is_apart(state, round) else clock.unit


def name_column(state: State, number: int, round: int | None = None) -> str:
    """Return a column in words: "segment 3"."""
    return f"{get_column_unit(state, round)} {number}"


def write_column_label(state: State, number: int | None, round: int | None = None) -> str:
    """Return the label above a column: "3", or "S2" for surprise; "" before the first column."""
    if number is None:
        return ""
    return f"S{number}" if is_apart(state, round) else str(number)


def write_heading(state: State, label: str) -> str:
    """Return the words for a column's label at the beginning of a sentence: "Segment 3".

    A label that is a word only gets a capital.
    """
    number = label.removeprefix("S")
    unit = get_column_unit(state, 0 if number != label else 1)
    return f"{unit.capitalize()} {number}" if number.lstrip("-").isdigit() else label.capitalize()


def find_columns(events: Iterable[e.Event]) -> Iterator[tuple[e.Event, int | None]]:
    """Yield the events of a round, each with its column; None before the first.

    Where the end of a round has no clock, what happens there is drawn and told in the last column.
    """
    latest: int | None = None
    for event in events:
        if event.clock is not None or isinstance(event, e.RoundBegan | e.TakenBack):
            latest = event.clock
        yield event, latest


def name_round(number: int) -> str:
    """Return the name of a round, which for 0 is the opening."""
    return f"Round {number}" if number else "The opening"


def describe_seconds(state: State) -> str:
    """Return the time of the column in play, such as "12 to 18 seconds"; "" without one."""
    seconds, at = get_clock(state).seconds, state.clock
    return f"{(at - 1) * seconds} to {at * seconds} seconds" if seconds and at is not None else ""


def describe_initiative(state: State) -> str:
    """Return the result of the round's initiative: "The foes win initiative, 6 to 5".

    The result is "" unless at least two sides have rolled.
    """
    numbers = {side: state.initiative[side] for side in state.sides if side in state.initiative}
    if len(numbers) < 2:
        return ""
    ordered = sorted(numbers.values(), reverse=not get_clock(state).lowest_first)
    first = [side for side, number in numbers.items() if number == ordered[0]]
    told = " to ".join(map(str, ordered))
    if len(first) > 1:
        return f"Initiative is tied, {told}"
    return f"The {first[0].replace('_', ' ')} {'wins' if first[0] == PARTY else 'win'} initiative, {told}"


def find_due_column(state: State, deed: Deed) -> int:
    """Return the column in which a deed is due: its own, or the present one where that is past."""
    known = [clock for clock in (deed.number, state.clock) if clock is not None]
    return max(known, default=get_clock(state).span(state)[0])


def count_columns_left(state: State, until: tuple[int, int]) -> int:
    """Return the columns that are left until a round and column, ten to a round."""
    round, column = until
    now = state.clock if state.clock is not None else SEGMENTS if state.between_rounds else 0
    return (round - state.round) * SEGMENTS + column - now


def count_rounds_left(state: State, until: tuple[int, int]) -> int:
    """Return the rounds, also begun ones, that are left until a round and column."""
    return max(0, -(-count_columns_left(state, until) // SEGMENTS))


def is_ending(state: State, until: tuple[int, int] | None) -> bool:
    """Return whether something ends in the next column, or has to end in this one."""
    return until is not None and count_columns_left(state, until) <= 1


def describe_left(state: State, until: tuple[int, int]) -> str:
    """Return how long something lasts that ends at a round and column: "2 rounds left"."""
    left, unit = count_columns_left(state, until), get_clock(state).unit
    if left <= 1:
        return f"ends next {unit}"
    if left < SEGMENTS:
        return f"{left} {unit}s left"
    return f"{left // SEGMENTS} round{'s' if left >= 2 * SEGMENTS else ''} left"


NOT_BEGUN = "Not begun"
"""The words for the time before the fight is opened."""


def describe_moment(state: State, orders_open: bool = False) -> str:
    """Return the moment of a fight in words: "Round 2, segment 3"."""
    if state.ended:
        return "The fight is over"
    if state.round < 0:
        return "Before the first round"
    name = name_round(state.round)
    if state.between_rounds:
        return f"{name}, over"
    phase = get_ruleset(state.ruleset).phases.get(state.stage)
    if phase is not None and not (phase.by_column and state.clock is not None and not orders_open):
        return f"{name}, phase {phase.number}: {phase.name.lower()}"
    if orders_open:
        return f"{name}, orders"
    if state.clock is None:
        return name
    at = name_column(state, state.clock)
    return at.capitalize() if is_apart(state) else f"{name}, {at}"
