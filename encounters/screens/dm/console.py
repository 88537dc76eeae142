"""The console: the DM's actions, the state of the fight in words, and the next step."""

from dataclasses import dataclass
from itertools import takewhile

from encounters.between import get_between
from encounters.narration.columns import describe_seconds, get_clock, get_column_unit, name_column, name_round
from encounters.narration.names import PARTY, list_names, name_of
from encounters.screens.actions import Act, Link, Post
from encounters.screens.dm.dm_view import BETWEEN, ORDERS, SEGMENTS, DmView
from encounters.screens.dm.groups import count_standing
from rules.api import DM, are_orders_closed_by_dm, shorten_names
from rules.api import events as e

AUTOPLAY_SECONDS = 4
PACES = (2, 3, 4, 6, 8, 10)

AWAITED = 4
"""Names of those who are awaited that the console has room for."""

NAMED = 3
"""Names of those who are next that the console has room for."""


@dataclass(frozen=True)
class Console:
    """The console."""

    left: tuple[Act, ...]
    head: str
    """Where the fight is."""
    words: str
    """What is to come."""
    waits: tuple[str, ...]
    """The names of those who are awaited."""
    autoplay: int | None
    """The seconds between two steps of autoplay; None where it is not offered."""
    right: tuple[Act, ...]
    halt: str = ""
    """What has just stopped autoplay, in words: the fall of a party member, or a ruling."""
    halted: int = 0
    """The number of the input that stopped it."""
    paces: tuple[int, ...] = PACES
    """The seconds between two steps that can be chosen."""


def build_console(view: DmView) -> Console:
    """Return the console."""
    head, words = _describe_moment(view)
    autoplay = AUTOPLAY_SECONDS if view.layout == SEGMENTS else None
    halt = _find_halt(view) if autoplay else ""
    halted = view.log[-1].input if halt else 0
    return Console(
        tuple(_list_left(view)),
        head,
        words,
        tuple(list_awaited(view)),
        autoplay,
        tuple(_list_right(view)),
        halt,
        halted,
    )


def _find_halt(view: DmView) -> str:
    """Return what the last input brought at which autoplay stops; "" for nothing."""
    last = view.log[-1].input
    for entry in takewhile(lambda entry: entry.input == last, reversed(view.entries)):
        event = entry.event
        if isinstance(event, e.Ruled | e.EffectChanged):
            return "a ruling was made"
        if isinstance(event, e.HelplessMade | e.Slain) and view.state.combatants[event.who].side == PARTY:
            return f"{name_of(view.state, event.who)} is down"
    return ""


def _list_left(view: DmView) -> list[Act]:
    state = view.state
    left: list[Act] = []
    if view.log[-1].input:
        left.append(Link("Take back", view.make_url("take-back"), key="Z", icon="undo"))
    if not state.ended:
        left.append(Link("Ruling", view.make_url("ruling"), key="R", icon="quill"))
    if state.round >= 0:
        left.append(Link("Compare", view.make_url("compare", number=state.round), key="V", icon="beside", tone="quiet"))
    if view.encounter.on_trial and (view.awaited or view.rolls):
        label = "Orders for all" if view.composes else "Answer for all"
        left.append(Post(label, view.make_url("order-all"), icon="wax"))
    if any(each.who in view.players for each in view.awaited):
        left.append(Post("Nudge all", view.make_url("nudge"), key="N", icon="bell", tone="quiet"))
    return left


def _describe_moment(view: DmView) -> tuple[str, str]:
    state = view.state
    if state.ended:
        return "The fight is over", f"{state.ended.rstrip('.')}."
    if state.round < 0:
        return "All is set", "open the first round when everyone is seated."
    if state.between_rounds:
        return f"{name_round(state.round)} is over.", ""
    if view.layout == ORDERS:
        return ("All orders are in", "players may change theirs until you close.") if is_all_in(view) else ("", "")
    phase = view.ruleset.phases.get(state.stage)
    if phase is not None and not phase.by_column:
        return f"Phase {phase.number}, {phase.name.lower()}.", ""
    if state.clock is not None:
        head, words = name_column(state, state.clock).capitalize(), _describe_column(view)
        return (head, words) if words else (f"{head}.", "")
    head = f"Phase {phase.number}, {phase.name.lower()}. " if phase is not None else ""
    return f"{head}Ready for the first {get_column_unit(state)}.", ""


def is_all_in(view: DmView) -> bool:
    """Return whether all orders are in, and only the DM's closing is awaited."""
    return view.layout == ORDERS and not view.awaited and are_orders_closed_by_dm(view.state)


def _describe_column(view: DmView) -> str:
    """Return how long the column lasts; or who is next, where each has a turn of their own."""
    lasts = describe_seconds(view.state)
    if lasts:
        return f"{lasts}."
    turns = get_clock(view.state).turns(view.state)
    if not turns:
        return ""
    first = min(turns.values())
    who = [each for each, at in turns.items() if at == first]
    more = f" and {len(who) - NAMED} more" if len(who) > NAMED else ""
    return f"next {list_names(view.state, who[:NAMED])}{more} on {first}."


def list_awaited(view: DmView) -> list[str]:
    """Return the names of those awaited, each once; of a crowd the first few, and how many more."""
    asked = [each.who for each in view.awaited] + [each.by for each in view.rolls]
    names = list(dict.fromkeys(name_of(view.state, who) for who in asked if who != DM))
    names = shorten_names(names)
    more = [f"{len(names) - AWAITED} more"] if len(names) > AWAITED + 1 else []
    return [*(names[:AWAITED] if more else names), *more, *(["you"] if DM in asked else [])]


def _list_right(view: DmView) -> list[Act]:
    state = view.state
    if state.ended:
        way = None if view.encounter.on_trial else get_between().find_way_on(view.encounter)
        on = [Link(*way)] if way is not None else []
        return [*on, Link("Replay", view.make_url("round", number=max(state.round, 0)), icon="play")]
    if view.layout == BETWEEN:
        first = state.round < 0
        number = 1 if first else state.round + 1
        opening = first and view.ruleset.has_opening(state)
        label = "Begin" if opening else f"Open round {number}" if first else "Start without recap"
        hidden = (("after", str(state.round)),)
        # After a round, posting the recap opens the next round as well; to open it without a recap is rarer.
        key, tone = ("Space", "go") if first else ("", "")
        return [Post(label, view.make_url("begin-round"), hidden=hidden, icon="next", key=key, tone=tone)]
    acts: list[Act] = []
    if view.awaited or view.rolls:
        acts.append(Link("Close with defaults", view.make_url("close"), key="C"))
    standing = count_standing(view) if view.layout == ORDERS else 0
    if standing:
        label = f"Give {standing} standing order{'s' if standing > 1 else ''}"
        return [*acts, Post(label, view.make_url("standing-orders"), key="Space", icon="wax", tone="go")]
    if view.layout == ORDERS:
        all_in = is_all_in(view)
        acts.append(
            Post(
                "Close orders",
                view.make_url("close"),
                key="Space",
                icon="die",
                tone="go" if all_in and not view.rolls else "",
                disabled=not all_in,
            )
        )
        return acts
    step = view.step
    token = (("token", step.token),) if step is not None else ()
    label = f"Next {get_clock(state).unit}"
    # While dice are awaited, the answer comes first: the step is offered, but autoplay does not take it.
    leads = step is not None and not view.rolls
    if view.layout == SEGMENTS:
        acts.append(Post("Next event", view.make_url("skip"), key="S", disabled=not leads))
    acts.append(
        Post(
            label,
            view.make_url("next-step"),
            hidden=token,
            key="Space",
            icon="next",
            tone="" if view.rolls else "go",
            next=True,
            disabled=not step,
        )
    )
    return acts
