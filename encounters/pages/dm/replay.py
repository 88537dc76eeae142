"""A round played before, as the DM sees it: its strip as it was at its end, its log, and the other rounds."""

from typing import Any

from encounters.pages.clock import unit_of
from encounters.pages.dm.desk import Desk
from encounters.pages.dm.telling import log
from encounters.pages.lanes import round_events, strip_of
from encounters.selectors import recaps
from rules import events as e
from rules.fold import fold


def rounds_of(desk: Desk) -> list[int]:
    """The rounds that were begun and stand, in order; 0 is the opening."""
    began = [entry.event.round for entry in desk.standing if isinstance(entry.event, e.RoundBegan)]
    return list(dict.fromkeys(began))


def replay(desk: Desk, number: int, clock: int | None = None) -> dict[str, Any]:
    """The round's strip up to a column of its clock (or its end), its log, what was told of it, and the ways on."""
    events = [entry.event for entry in desk.standing]
    last = max((n for n, event in enumerate(events) if event.round == number and _until(event, clock)), default=0)
    state = fold(events[: last + 1])
    shown = round_events(events[: last + 1], number)
    others = [
        {"label": "Opening" if each == 0 else f"Round {each}", "href": desk.url(f"round/{each}/"), "on": each == number}
        for each in rounds_of(desk)
    ]
    clocks = sorted({event.clock for event in events if event.round == number and event.clock is not None})
    return {
        "strip": strip_of(state, shown, known=state.combatants),
        "log": log(desk, number),
        "rounds": others,
        "clocks": [{"label": str(each), "href": f"?at={each}", "on": each == clock} for each in clocks],
        "told": recaps(desk.viewer.encounter_id).get(number, ""),
        "title": "The opening" if number == 0 else f"Round {number}",
        "number": number,
        "unit": unit_of(state, number),
    }


def _until(event: e.Event, clock: int | None) -> bool:
    """Whether an event belongs to what is shown: everything, or up to and with a column."""
    if clock is None:
        return True
    return (event.clock is None or event.clock <= clock) and not isinstance(event, e.RoundEnded | e.EncounterEnded)
