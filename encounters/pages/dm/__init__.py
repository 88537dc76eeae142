"""The DM's screen: what a run page shows, and what is pushed to it."""

from collections.abc import Sequence

from encounters.pages.dm.desk import BETWEEN, ORDERS, TURNS, Desk
from encounters.pages.dm.regions import context, names_for, render
from encounters.selectors import Seen
from rules.api import events as e

__all__ = ["Desk", "context", "names_for", "render", "render_beside", "render_regions"]

CLOCKS = ("prompts", "board")
"""The parts of the screen that show clocks."""

SEATING = {BETWEEN: ("join",), ORDERS: ("board", "prompts", "console"), TURNS: ("board", "prompts", "console")}
"""The parts of the screen that say who plays whom, by its layout."""


def render_regions(seen: Seen, new_events: Sequence[e.Event] | None) -> str:
    """The fragments of the DM's screen that the new events touch; all of them where None is given."""
    desk = Desk.of(seen)
    return render(desk, names_for(desk, new_events))


def render_beside(seen: Seen, what: str) -> str:
    """The board with everybody's clock, and who waits for the DM's word, while such clocks are kept.

    Also the board where a phone falls silent or is heard again, while it says whose phones are; and where somebody
    sits down, or a character is played by another, what tells of that. The order that the DM is giving stays as it is.
    """
    desk = Desk.of(seen)
    if what == "seating":
        return render(desk, SEATING.get(desk.layout, ("prompts", "console")))
    if what == "signals":
        return render(desk, ("board",)) if desk.layout in (ORDERS, TURNS) else ""
    shown = what == "clocks" and desk.layout == ORDERS and desk.clocks
    return render(desk, CLOCKS) if shown else ""
