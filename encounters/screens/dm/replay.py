"""A round played before, as the DM sees it: its strip, its log, and links to other rounds."""

from collections.abc import Sequence
from dataclasses import dataclass

from encounters.narration.columns import get_column_unit
from encounters.screens.actions import NavLink
from encounters.screens.dm.log import LogPanel, list_groups
from encounters.screens.dm.view import DmView
from encounters.screens.log_lines import narrate
from encounters.screens.stops import Place, Stop, count_until, find_keys, list_stops
from encounters.screens.strip import Strip
from encounters.screens.strip.lanes import round_events, strip_of
from encounters.view import View
from rules.api import events as e
from rules.api import fold


@dataclass(frozen=True, slots=True)
class RoundReplay:
    """The page of a round played before."""

    title: str
    number: int
    """The number of the round; 0 is the opening."""
    strip: Strip
    log: LogPanel
    recap: str
    """The round's recap; "" without any."""
    rounds: Sequence[NavLink]
    """All rounds; the one shown is on."""
    clocks: Sequence[NavLink]
    """The columns to show the round up to."""
    unit: str
    """The word for a column: "segment"."""
    steps: tuple[tuple[str, str], ...]
    """The address that each key leads to."""
    back: str
    """The address of the fight."""
    dice: str
    """The address of the round's dice."""
    compare: str
    """The address of the comparison with other procedures."""


def list_rounds(view: DmView) -> list[int]:
    """Return the rounds that were begun and stand, in order; 0 is the opening."""
    return list(dict.fromkeys(each.number for each in view.viewing.rounds))


def build_replay(view: DmView, number: int, stop: Stop | None = None) -> RoundReplay:
    """Return the round up to a stop, or to its end, with its recap."""
    sight = View(view.viewer, view.viewing)
    cursors = find_cursors(view, number)
    events = [entry.event for entry in view.find_entries(cursors)]
    count = count_until(events, number, stop, lambda event: bool(narrate(view.state, event)))
    state = fold(events[:count], sight.before(number))
    shown = round_events(events[:count], number)
    places = _list_places(view, number)
    clocks = [each.stop.clock for each in places if each.number == number and not each.stop.moment]
    ends = [each for each in places if each.number == number]
    here = Place(number, stop) if stop is not None else (ends[-1] if ends else None)
    return RoundReplay(
        title="The opening" if number == 0 else f"Round {number}",
        number=number,
        strip=strip_of(state, shown, known=state.combatants),
        log=LogPanel((), tuple(list_groups(view, number, cursors[count - 1] - 1 if stop is not None else None))),
        recap=sight.recap(number),
        rounds=link_rounds(view, "round", number),
        clocks=[NavLink(str(each), f"?at={each}", stop is not None and each == stop.clock) for each in clocks],
        unit=get_column_unit(state, number),
        steps=find_keys(places, here, lambda place: view.url("round", {"at": place.stop}, number=place.number)),
        back=view.url("run"),
        dice=view.url("dice", number=number),
        compare=view.url("compare", number=number),
    )


def link_rounds(view: DmView, page: str, number: int) -> list[NavLink]:
    """Return a link for each round; the round of this number is on.

    ``page`` is the name of a round's address.
    """
    return [
        NavLink("Opening" if each == 0 else f"Round {each}", view.url(page, number=each), each == number)
        for each in list_rounds(view)
    ]


def find_cursors(view: DmView, number: int) -> list[int]:
    """Return the cursors of a round's events that stand.

    For a number that no round has, these are the ones before the first round.
    """
    return view.viewing.list_cursors(*view.find_stretch(number))


def _list_places(view: DmView, number: int) -> list[Place]:
    """Return the stops of a round, its neighbours, and the first and the last round, in order."""
    numbers = list_rounds(view)
    at = numbers.index(number) if number in numbers else 0
    near = dict.fromkeys([*numbers[:1], *numbers[max(0, at - 1) : at + 2], *numbers[-1:]])
    return [
        Place(each, stop)
        for each in near
        for stop in list_stops(_list_events(view, each), lambda event: bool(narrate(view.state, event)))
    ]


def _list_events(view: DmView, number: int) -> list[e.Event]:
    return round_events([entry.event for entry in view.find_entries(find_cursors(view, number))], number)
