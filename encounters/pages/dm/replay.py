"""A round played before, as the DM sees it: its strip as it was at its end, its log, and the other rounds."""

from typing import Any

from encounters.pages.clock import unit_of
from encounters.pages.dm.desk import Desk
from encounters.pages.dm.said import said
from encounters.pages.dm.telling import log
from encounters.pages.lanes import round_events, strip_of
from encounters.pages.stops import Place, Stop, count_until, keys_of, stops_of
from encounters.selectors import recaps
from rules import events as e
from rules.fold import fold


def rounds_of(desk: Desk) -> list[int]:
    """The rounds that were begun and stand, in order; 0 is the opening."""
    began = [entry.event.round for entry in desk.standing if isinstance(entry.event, e.RoundBegan)]
    return list(dict.fromkeys(began))


def replay(desk: Desk, number: int, stop: Stop | None = None) -> dict[str, Any]:
    """The round's strip and log up to a stop (or its end), what was told of it, and the ways on."""
    events = [entry.event for entry in desk.standing]
    count = count_until(events, number, stop, lambda event: bool(said(desk.state, event)))
    state = fold(events[:count])
    shown = round_events(events[:count], number)
    others = [
        {"label": "Opening" if each == 0 else f"Round {each}", "href": desk.url(f"round/{each}/"), "on": each == number}
        for each in rounds_of(desk)
    ]
    places = _places(desk)
    clocks = [each.stop.clock for each in places if each.number == number and not each.stop.moment]
    ends = [each for each in places if each.number == number]
    here = Place(number, stop) if stop is not None else (ends[-1] if ends else None)
    return {
        "strip": strip_of(state, shown, known=state.combatants),
        "log": log(desk, number, desk.standing[count - 1].position if stop is not None else None),
        "rounds": others,
        "clocks": [
            {"label": str(each), "href": f"?at={each}", "on": stop is not None and each == stop.clock}
            for each in clocks
        ],
        "steps": keys_of(places, here, lambda place: desk.url(f"round/{place.number}/?at={place.stop}")),
        "told": recaps(desk.viewer.encounter_id).get(number, ""),
        "title": "The opening" if number == 0 else f"Round {number}",
        "number": number,
        "unit": unit_of(state, number),
    }


def _places(desk: Desk) -> list[Place]:
    """Every stop of every round, in order."""
    events = [entry.event for entry in desk.standing]
    rounds = {number: round_events(events, number) for number in rounds_of(desk)}
    return [
        Place(number, stop)
        for number, mine in rounds.items()
        for stop in stops_of(mine, lambda event: bool(said(desk.state, event)))
    ]
