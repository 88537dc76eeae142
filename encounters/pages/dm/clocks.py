"""The clocks on the DM's screen: on the board, in prompts for players who ask, in a panel."""

from typing import Any

from django.utils import timezone
from django.utils.formats import time_format

from encounters.clocks import Reading
from encounters.pages.acts import Act, post
from encounters.pages.dm.desk import Desk
from encounters.pages.ticking import late_words, ticking, time_words
from encounters.pages.wording import name_of
from rules.api import OpenQuestion

STANDS = {"asks": "asks you", "paused": "clock stopped", "away": "phone away", "waits": "choosing"}
"""The states of a clock that does not run, in words."""


def clock_row(desk: Desk, question: OpenQuestion) -> dict[str, Any]:
    """Return the clock of a question for its row on the board; {} where it has none.

    For a combatant with a player the clock's state is added in words. Once the clock has begun, the button that
    stops it, or lets it go on, is added too.
    """
    reading = desk.clocks.get(question.token)
    if reading is None:
        return {}
    row: dict[str, Any] = {"clock": ticking(reading) | {"href": desk.url(f"clock-of/{reading.token}/")}}
    if reading.seat is None:
        return row
    row["words"] = STANDS.get(reading.state, "choosing")
    if reading.since is not None:
        row["acts"] = [_stop_or_go(desk, reading)]
    return row


def _stop_or_go(desk: Desk, reading: Reading) -> Act:
    stands = reading.state in ("asks", "paused")
    name, hidden = name_of(desk.state, reading.who), {"token": reading.token}
    if stands:
        return post("Go on", desk.url("clock/go-on/"), hidden=hidden, icon="play", small=True,
                    name=f"Go on with the clock of {name}")  # fmt: skip
    return post("Pause", desk.url("clock/pause/"), hidden=hidden, icon="pause", small=True,
                name=f"Pause the clock of {name}")  # fmt: skip


def asking_prompts(desk: Desk) -> list[dict[str, Any]]:
    """Return a prompt for each player who waits for the DM's answer before they declare."""
    found = []
    for reading in desk.clocks.values():
        if reading.state == "asks":
            act = _stop_or_go(desk, reading) | {"label": "Answered: go on", "tone": "go", "name": ""}
            found.append({
                "id": f"c-{reading.token.partition('~')[0]}",
                "title": f"{name_of(desk.state, reading.who)} asks you something",
                "detail": "The clock stands still until you let it go on.",
                "clauses": (),
                "acts": [act],
            })  # fmt: skip
    return found


# The panel.


def clock_line(reading: Reading) -> str:
    """Return the state of a clock in words, for the title of the panel."""
    return late_words(reading) or "nothing lost yet"


def measured(reading: Reading) -> list[tuple[str, str]]:
    """Return the measured times of a clock, as terms and facts."""
    if reading.seat is None:
        return [("Asked", _time(reading.asked)), ("Counted", "nothing: nobody at the table plays this one")]
    if reading.since is None:
        return [("Asked", _time(reading.asked)), ("Counted", "nothing yet: asked for another figure first")]
    seen = _time(reading.seen) if reading.seen is not None else "not said within ten seconds"
    away = time_words(reading.seconds_of(reading.away))
    return [
        ("Asked", _time(reading.asked)),
        ("Shown by the phone", seen),
        ("Waited for your word", f"{time_words(reading.seconds_of(reading.asking))}, not counted"),
        ("Stopped by you", f"{time_words(reading.seconds_of(reading.paused))}, not counted"),
        ("Phone away", f"{away}, {'counted' if reading.counts_away else 'not counted'}"),
        ("Counted", time_words(reading.counted)),
    ]


def _time(at: Any) -> str:
    return time_format(timezone.localtime(at), "H:i:s")
