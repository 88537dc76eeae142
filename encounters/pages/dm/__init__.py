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
"""The parts of the screen that show the player of each combatant, by layout."""


def render_regions(seen: Seen, new_events: Sequence[e.Event] | None) -> str:
    """Render the regions that the new events touch; for None the work area and all around it."""
    desk = Desk.of(seen)
    return render(desk, names_for(desk, new_events))


def render_beside(seen: Seen, what: str) -> str:
    """Render the regions that change without an event: for ``what``, the parts that show it.

    "clocks" are shown on the board and in the prompts, while orders are given and such clocks are kept. "signals" of
    phones are shown on the board. "seating" is shown by layout. The order that the DM is composing stays as it is.
    """
    desk = Desk.of(seen)
    if what == "seating":
        return render(desk, SEATING.get(desk.layout, ("prompts", "console")))
    if what == "signals":
        return render(desk, ("board",)) if desk.layout in (ORDERS, TURNS) else ""
    shown = what == "clocks" and desk.layout == ORDERS and desk.clocks
    return render(desk, CLOCKS) if shown else ""
