"""The strip of the table screen: what has happened, and nothing to the right of now."""

from dataclasses import replace

from encounters.screens.spectator.view import SpectatorView
from encounters.screens.strip import TABLE, Lane, Strip, list_segments
from encounters.screens.strip.lanes import strip_of
from encounters.viewers import Role


def build_strip(view: SpectatorView) -> Strip:
    """Return the strip; while orders are given it shows who has sealed one."""
    moment = view.moment
    if moment is None:
        return Strip("The table is being set", list_segments(), (), corner="the table is being set", size=TABLE)
    orders = moment.orders
    is_player = view.viewer.role is Role.PLAYER
    drawn = strip_of(moment.state, moment.events, size=TABLE, foretells=is_player, known=view.own)
    if not orders.open:
        return replace(drawn, corner="what has happened")
    able = [each for each in moment.state.combatants.values() if each.able]
    sealed = sum(each.id in orders.sealed for each in able)
    lanes = tuple(
        _show_order(lane, each.able, each.id in orders.sealed)
        for lane, each in zip(drawn.lanes, moment.state.combatants.values(), strict=True)
    )
    return replace(drawn, lanes=lanes, corner=f"{sealed} of {len(able)} orders sealed")


def _show_order(lane: Lane, able: bool, sealed: bool) -> Lane:
    """Return a lane while orders are given: with a seal, or the hourglass of one who chooses."""
    return replace(lane, what="", code="", marks=(), sealed=sealed if able else None)
