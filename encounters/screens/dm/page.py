"""The page of the DM's screen: the parts that a narrow one shows, and the keys."""

from dataclasses import dataclass

from encounters.screens.dm.dm_view import DmView
from encounters.screens.live_page import LivePage


@dataclass(frozen=True, slots=True)
class PartTab:
    """A part of the page that shares its place with others."""

    id: str
    """The id in the address."""
    name: str
    key: str = ""
    load: str = ""
    """The address of its content, which is loaded when it is opened; "" for what is there already."""


TABS = (PartTab("round", "Round"), PartTab("orders", "Orders"), PartTab("field", "Field"), PartTab("log", "Log", "L"))
"""The parts that are there from the beginning. On a narrow screen one of all parts is shown at a time."""

KEYS = (
    ("Space", "next step; never answers a person's question"),
    ("S", "next event: pass what is empty, and stop at what happens or is asked"),
    ("A", "autoplay on or off"),
    ("Q", "the first question that is open"),
    ("Enter", "the first answer to what you are asked; never a player's"),
    ("Z", "take back"),
    ("R", "ruling"),
    ("L", "the log"),
    ("W", "why this order?"),
    ("U", "who is in the fight: select some, open one"),
    ("Y", "call for a save, morale or dice"),
    ("V", "the round by other procedures, side by side"),
    ("1 to 9, 0", "a row of the open question; else look at column 1 to 10"),
    ("J K, Enter", "next and previous row or item of a list; open it"),
    ("I", "add combatants"),
    ("M", "the field"),
    ("T", "the tables of figures"),
    ("N", "remind all who are awaited"),
    ("C", "close with defaults"),
    ("H", "the open question's default"),
    ("O", "the first group: its standing order, or its first"),
    ("P A B C D E F G", "in the composer: that action"),
    ("X", "cover the foes' orders"),
    ("Shift", "held: select a range of check marks, or drag a rectangle on the field"),
    ("Alt", "held: read the players' orders"),
    ("Ctrl Enter", "send the form"),
    ("\u2190 \u2192", "in a replay: a moment back or on; with Shift a column, Home and End"),
    ("Esc", "back to the round"),
    ("?", "this list"),
)
"""The keys of the DM's laptop, as they are listed under "?"."""


@dataclass(frozen=True, kw_only=True)
class DmPage(LivePage):
    """The page of a fight in play, and of the panels that are shown in it."""

    fight: str = ""
    """The address of the fight, for a panel; the page of the fight itself has ""."""
    gone: str = ""
    """The words for a trial that is kept no longer."""
    tabs: tuple[PartTab, ...] = TABS
    keys: tuple[tuple[str, str], ...] = KEYS


def list_tabs(view: DmView) -> tuple[PartTab, ...]:
    """Return the tabs of the fight's page."""
    return (
        *TABS,
        PartTab("why", "Why?", "W", view.make_url("why")),
        PartTab("who", "Who", "U", view.make_url("who")),
    )
