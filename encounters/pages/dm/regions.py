"""The regions of the DM's screen that an event touches, and their rendering."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from django.template.loader import render_to_string

from encounters.pages.dm import recap, telling, top
from encounters.pages.dm.compose import compose
from encounters.pages.dm.desk import DECLARE, ORDERS, TURNS, Desk
from encounters.pages.dm.field import field
from encounters.pages.dm.join import join
from encounters.pages.dm.keys import KEYS
from encounters.pages.dm.people import board, prompts, roster
from encounters.screens.signals import build_signals
from rules.api import PUBLIC, ActingEvent
from rules.api import events as e

TEMPLATES = {
    "topbar": "components/topbar.html",
    "signals": "components/signals.html",
    "strip": "components/strip.html",
    "console": "components/console.html",
    "work": "encounters/dm/work.html",
    "roster": "components/roster.html",
    "board": "components/board.html",
    "compose": "encounters/dm/compose.html",
    "prompts": "components/prompts.html",
    "field": "components/field.html",
    "log": "components/log.html",
    "join": "components/join.html",
    "announce": "screens/announce.html",
    "said": "encounters/dm/said.html",
}

TABS = (("round", "Round"), ("orders", "Orders"), ("field", "Field"), ("log", "Log"))
"""The parts of the desk that a narrow screen shows one at a time: the id in the address, and the name."""

ANOTHER = (e.EncounterOpened, e.EncounterEnded, e.RoundBegan, e.RoundEnded, e.DeclarationsClosed, e.TakenBack)
"""Events after which the whole work area is replaced. Every layout has the same parts. The style sheet shows some of
them, by the layout, the width of the screen, and the part that is chosen."""


def touched(events: Iterable[e.Event]) -> tuple[str, ...]:
    """Return the regions that these events touch, in the order of the page."""
    names: set[str] = set()
    for event in events:
        names.update(_touched_by(event))
    return tuple(name for name in TEMPLATES if name in names)


def _touched_by(event: e.Event) -> tuple[str, ...]:
    match event:
        case e.Ruled() | e.Appeared() | e.Revealed():
            return ("topbar", "strip", "console", "roster", "board", "prompts", "field", "log")
        case event if isinstance(event, ActingEvent) and PUBLIC not in event.perceived_by:
            return ("strip", "roster", "prompts", "field", "log")
        case e.AgendaChanged() | e.MomentBegan() | e.PrecedenceDropped():
            return ("strip",)
        case e.Withdrawn():
            return ("strip", "console", "roster", "board", "prompts", "field", "log")
        case e.Asked() | e.Answered() | e.DiceAsked() | e.DiceGiven():
            return ("strip", "console", "roster", "board", "prompts", "field")
        case e.Declared() | e.Sealed():
            return ("strip", "console", "board", "log")
        case e.SegmentBegan():
            return ("signals", "strip", "console", "field", "log", "announce")
        case e.StageBegan():
            return ("topbar", "strip", "console")
    return ("strip", "roster", "field", "log")


def context(
    desk: Desk,
    *,
    oob: bool = False,
    composing: str = "",
    chosen: Any = None,
    error: str = "",
    said: str = "",
    ways: Sequence[Any] = (),
    told: str | None = None,
) -> dict[str, Any]:
    """Return the context of the run page's templates; a part is built when a template reads it.

    ``composing`` is the token of the question being composed, ``chosen`` the choices for it, ``error`` their fault.
    ``said`` is shown above the work area, with the ``ways`` out of it. ``told`` is the typed text of a recap; "" has
    it drafted again.
    """
    made: dict[str, Callable[[], Any]] = {
        "top": lambda: top.topbar(desk),
        "signals": lambda: build_signals(desk.state, awake=False),
        "strip": lambda: top.strip(desk),
        "console": lambda: top.console(desk),
        "roster": lambda: roster(desk),
        "board": lambda: board(desk),
        "compose": lambda: compose(desk, composing, chosen, error),
        "prompts": lambda: prompts(desk, composing, chosen),
        "map": lambda: field(desk),
        "log": lambda: telling.log(desk),
        "recap": lambda: recap.recap(desk, told),
        "join": lambda: join(desk),
        "announce": lambda: telling.announced(desk),
    }
    # A template asks for a part as often as it names it: it is made at the first time of asking.
    parts = {name: cache(make) for name, make in made.items()}
    given = {"oob": oob, "said": said, "ways": ways, "keys": KEYS, "tabs": TABS}
    given |= {"composes": desk.composes or (desk.layout == TURNS and desk.open_form(composing) is not None)}
    return {**parts, **given, "desk": desk, "layout": desk.layout, "at": desk.at, "epoch": desk.epoch}


def render(desk: Desk, names: Sequence[str], request: Any = None, **more: Any) -> str:
    """Render these regions as fragments that replace those on the page."""
    given = context(desk, oob=True, **more)
    return "".join(render_to_string(TEMPLATES[name], given, request) for name in names)


def _turned(desk: Desk, events: Sequence[e.Event]) -> bool:
    """Return whether orders have begun to be given, or none is open now: also in an opening."""
    open_ = [each.id for each in desk.state.open if each.question == DECLARE]
    asked = [event.id for event in events if isinstance(event, e.Asked) and event.question == DECLARE]
    over = any(isinstance(event, e.Answered | e.Withdrawn) and event.question == DECLARE for event in events)
    return all(id in asked for id in open_) if open_ else over


def names_for(desk: Desk, events: Sequence[e.Event] | None) -> tuple[str, ...]:
    """Return the regions to replace after these events.

    The whole work area is replaced for None, after events of ``ANOTHER``, and when orders begin or end.
    """
    if events is None or any(_is_another(desk, event) for event in events) or _turned(desk, events):
        return ("topbar", "signals", "strip", "work", "console", "announce")
    ordering = desk.layout in (ORDERS, TURNS) or any(isinstance(event, e.Declared) for event in events)
    return tuple(name for name in touched(events) if name != "board" or ordering)


def _is_another(desk: Desk, event: e.Event) -> bool:
    """Return whether an event replaces the whole work area.

    With turns of their own for combatants, every question does.
    """
    return isinstance(event, ANOTHER) or (isinstance(event, e.Asked) and not desk.ruleset.orders)
