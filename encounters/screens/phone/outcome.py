"""The outcome of a character's order so far, in words that are true at every moment."""

from collections.abc import Sequence

from encounters.screens.phone.view import PlayerView
from rules.api import Deed
from rules.api import events as e

STEPS = (e.Moved, e.SpellBegan, e.ChargeBegan)
"""The events that lead up to an act."""

ACTS = (
    e.Attacked, e.ChargeMet, e.DeviceFailed, e.DeviceUsed, e.Fled, e.Parleyed, e.Prepared, e.PsionicExchanged,
    e.SpellCompleted, e.Surrendered, e.TaskDone, e.UndeadTurned, e.Waited, e.WeaponSet,
)  # fmt: skip

NOT_YET = "Not yet."

CLOSED = "You were not within reach, and closed in."
"""The outcome of a blow at somebody too far away."""


def describe_outcome(view: PlayerView) -> str:
    """Return whether the order is still to come, under way, done or lost."""
    mine = [event for event in view.events if getattr(event, "who", "") == view.shown or _is_own_moment(view, event)]
    acts = [event for event in mine if isinstance(event, ACTS)]
    if any(each.who == view.shown and each.sealed for each in view.state.open):
        return NOT_YET
    if _list_own(view, view.state.pending):
        return "Partly done." if acts else NOT_YET
    if _is_under_way(mine):
        return "Happening now."
    if (why := _explain_loss(view, mine)) and not acts:
        return f"Lost: {why}."
    if any(_is_closing_instead(event) for event in mine) and not _has_struck_target(view, acts):
        return CLOSED
    if acts or any(isinstance(event, STEPS) for event in mine):
        return "Done."
    if view.state.between_rounds or view.state.ended:
        return "Nothing came of it."
    return NOT_YET if view.me is not None and view.me.able else "Lost: you cannot act."


def _list_own(view: PlayerView, deeds: Sequence[Deed]) -> list[Deed]:
    return [deed for deed in deeds if deed.who == view.shown]


def _is_own_moment(view: PlayerView, event: e.Event) -> bool:
    if not isinstance(event, e.MomentBegan):
        return False
    return any(deed.id in event.deeds for deed in _list_own(view, view.state.done))


def _is_under_way(mine: Sequence[e.Event]) -> bool:
    """Return whether the last own moment has begun and nothing has come of it yet."""
    last = next(
        (event for event in reversed(mine) if isinstance(event, (e.MomentBegan, e.DeedLost, *ACTS, *STEPS))), None
    )
    return isinstance(last, e.MomentBegan)


def _is_closing_instead(event: e.Event) -> bool:
    return isinstance(event, e.MindChanged) and event.what == "closes instead"


def _has_struck_target(view: PlayerView, acts: Sequence[e.Event]) -> bool:
    """Return whether a target of the order was attacked.

    A blow at somebody else, for example one who charged in, is not part of the order.
    """
    targets = view.order.targets if view.order is not None else ()
    return any(isinstance(event, e.Attacked) and event.target in targets for event in acts)


def _explain_loss(view: PlayerView, mine: Sequence[e.Event]) -> str:
    """Return the cause of the order's loss, or "".

    It is a spoiled spell, or else the cause of the last lost deed.
    """
    order = view.order
    cast = [step.what for step in (order, *order.then)] if order is not None else []
    if any(isinstance(event, e.SpellSpoiled) and event.spell in cast for event in mine):
        return "your spell was spoiled"
    lost = [event.cause for event in mine if isinstance(event, e.DeedLost)]
    return lost[-1] if lost else ""
