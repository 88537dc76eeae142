"""The clocks on the DM's screen: on the board, in prompts for players who ask, in a panel."""

from collections.abc import Iterator
from dataclasses import dataclass

from encounters.clocks import Reading
from encounters.narration.names import name_of
from encounters.screens.actions import Act, Post
from encounters.screens.dm.dm_view import DmView
from encounters.screens.ticking import Ticks, build_ticks, describe_late, format_time
from encounters.time_of_day import write_time_of_day
from rules.api import OpenQuestion

STANDS = {
    "asks": "asks you",
    "paused": "clock stopped",
    "away": "phone away",
    "waits": "choosing",
    "unready": "not ready",
}
"""The states of a clock that does not run, in words."""


@dataclass(frozen=True)
class BoardClock:
    """A clock in a row of the orders board."""

    ticks: Ticks
    href: str
    """The address of the clock's page."""
    state: str = ""
    """The state of a player's clock in words."""
    act: Act | None = None
    """The button that stops it, or lets it go on, once it has begun."""


def build_board_clock(view: DmView, question: OpenQuestion) -> BoardClock | None:
    """Return the clock of a question for its row on the board; None where it has none."""
    reading = view.clocks.get(question.token)
    if reading is None:
        return None
    ticks, href = build_ticks(reading), view.make_url("clock-of", token=reading.token)
    if reading.seat is None:
        return BoardClock(ticks, href)
    act = _make_switch(view, reading) if reading.since is not None else None
    return BoardClock(ticks, href, STANDS.get(reading.state, "choosing"), act)


def _make_switch(view: DmView, reading: Reading) -> Act:
    """Return the button that stops a clock, or lets it go on."""
    if reading.state in ("asks", "paused"):
        return _make_go_on(view, reading, "Restart", name=f"Restart the clock of {name_of(view.state, reading.who)}")
    return Post(
        "Pause", view.make_url("clock", do="pause"), hidden=(("token", reading.token),), icon="pause", small=True,
        name=f"Pause the clock of {name_of(view.state, reading.who)}",
    )  # fmt: skip


def _make_go_on(view: DmView, reading: Reading, label: str, *, name: str = "", tone: str = "") -> Act:
    hidden = (("token", reading.token),)
    return Post(label, view.make_url("clock", do="go-on"), hidden=hidden, icon="play", small=True, name=name, tone=tone)


def list_asking(view: DmView) -> Iterator[tuple[Reading, Act]]:
    """Yield the clock of each player who waits for the DM's answer, and the button to go on."""
    for reading in view.clocks.values():
        if reading.state == "asks":
            yield reading, _make_go_on(view, reading, "Answered: clock restarted", tone="go")


# The panel.


def describe_clock(reading: Reading) -> str:
    """Return the state of a clock in words, for the title of the panel."""
    return describe_late(reading) or "nothing lost yet"


def list_measured(reading: Reading) -> list[tuple[str, str]]:
    """Return the measured times of a clock, as terms and facts."""
    if reading.seat is None:
        return [("Asked", write_time_of_day(reading.asked)), ("Counted", "nothing: nobody at the table plays this one")]
    if reading.state == "unready":
        return [
            ("Asked", write_time_of_day(reading.asked)),
            ("Counted", "nothing yet: this player has not said to be ready"),
        ]
    if reading.since is None:
        return [
            ("Asked", write_time_of_day(reading.asked)),
            ("Counted", "nothing yet: another combatant is asked first"),
        ]
    seen = write_time_of_day(reading.seen) if reading.seen is not None else "not said within ten seconds"
    away = format_time(reading.count_seconds(reading.away))
    return [
        ("Asked", write_time_of_day(reading.asked)),
        ("Shown by the phone", seen),
        ("Waited for your answer", f"{format_time(reading.count_seconds(reading.asking))}, not counted"),
        ("Stopped by you", f"{format_time(reading.count_seconds(reading.paused))}, not counted"),
        ("Phone away", f"{away}, {'counted' if reading.counts_away else 'not counted'}"),
        ("Counted", format_time(reading.counted)),
    ]
