"""A round played before, as the DM sees it: its strip, its log, and links to other rounds."""

from typing import Any

from encounters.pages.clock import unit_of
from encounters.pages.dm.desk import Desk
from encounters.pages.dm.said import said
from encounters.pages.dm.telling import log
from encounters.pages.lanes import round_events, strip_of
from encounters.pages.sight import Sight
from encounters.pages.stops import Place, Stop, count_until, keys_of, stops_of
from rules.api import events as e
from rules.api import fold


def rounds_of(desk: Desk) -> list[int]:
    """Return the rounds that were begun and stand, in order; 0 is the opening."""
    return list(dict.fromkeys(each.number for each in desk.viewing.rounds))


def replay(desk: Desk, number: int, stop: Stop | None = None) -> dict[str, Any]:
    """Return the round's strip and log up to a stop (or its end), its recap, and the links on."""
    sight = Sight(desk.viewer, desk.viewing)
    cursors = cursors_of(desk, number)
    events = [entry.event for entry in desk.entries(cursors)]
    count = count_until(events, number, stop, lambda event: bool(said(desk.state, event)))
    state = fold(events[:count], sight.before(number))
    shown = round_events(events[:count], number)
    others = [
        {"label": "Opening" if each == 0 else f"Round {each}", "href": desk.url(f"round/{each}/"), "on": each == number}
        for each in rounds_of(desk)
    ]
    places = _places(desk, number)
    clocks = [each.stop.clock for each in places if each.number == number and not each.stop.moment]
    ends = [each for each in places if each.number == number]
    here = Place(number, stop) if stop is not None else (ends[-1] if ends else None)
    return {
        "strip": strip_of(state, shown, known=state.combatants),
        "log": log(desk, number, cursors[count - 1] - 1 if stop is not None else None),
        "rounds": others,
        "clocks": [
            {"label": str(each), "href": f"?at={each}", "on": stop is not None and each == stop.clock}
            for each in clocks
        ],
        "steps": keys_of(places, here, lambda place: desk.url(f"round/{place.number}/?at={place.stop}")),
        "told": sight.recap(number),
        "title": "The opening" if number == 0 else f"Round {number}",
        "number": number,
        "unit": unit_of(state, number),
    }


def cursors_of(desk: Desk, number: int) -> list[int]:
    """Return the cursors of a round's events that stand.

    For a number that no round has, these are the ones before the first round.
    """
    return desk.viewing.list_cursors(*desk.stretch(number))


def _places(desk: Desk, number: int) -> list[Place]:
    """Return the stops of a round, its neighbours, and the first and the last round, in order."""
    numbers = rounds_of(desk)
    at = numbers.index(number) if number in numbers else 0
    near = dict.fromkeys([*numbers[:1], *numbers[max(0, at - 1) : at + 2], *numbers[-1:]])
    return [
        Place(each, stop)
        for each in near
        for stop in stops_of(_events_of(desk, each), lambda event: bool(said(desk.state, event)))
    ]


def _events_of(desk: Desk, number: int) -> list[e.Event]:
    return round_events([entry.event for entry in desk.entries(cursors_of(desk, number))], number)
