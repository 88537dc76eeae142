"""The page of the DM's screen: the parts that a narrow one shows, and the keys."""

from dataclasses import dataclass

from encounters.screens.live_page import LivePage

TABS = (("round", "Round"), ("orders", "Orders"), ("field", "Field"), ("log", "Log"))
"""The parts of the screen that a narrow one shows one at a time: the id in the address, and the name."""

KEYS = (
    ("Space", "next step; never answers a person's question"),
    ("S", "next event: pass what is empty, and stop at what happens or is asked"),
    ("A", "autoplay on or off"),
    ("Q", "the first question that is open"),
    ("Z", "take back"),
    ("R", "ruling"),
    ("L", "call for a save, morale or dice"),
    ("W", "why this order?"),
    ("V", "the round by other procedures, side by side"),
    ("1 to 9, 0", "look at column 1 to 10"),
    ("J K, Enter", "next and previous in a list; open it"),
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
    tabs: tuple[tuple[str, str], ...] = TABS
    keys: tuple[tuple[str, str], ...] = KEYS
