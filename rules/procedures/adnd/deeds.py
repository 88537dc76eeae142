"""The deeds of a round, built from everyone's orders, and the targets that they find.

A procedure hands in its own ``Numbering``: the initiative that a deed goes by, its nominal segment, and more.
"""

from collections.abc import Iterator

from rules.kernel.battlefield import (
    is_in_melee_distance,
)
from rules.kernel.deeds import Declaration, Deed
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.procedures.adnd.deed_types import (
    Attack,
    Numbering,
)
from rules.procedures.adnd.orders.base import AdndDeclaration, ApproachTarget, ClosesInstead, as_order, list_steps
from rules.procedures.adnd.orders.shoot import Shoot
from rules.procedures.adnd.orders.strike import Strike
from rules.procedures.adnd.orders.wait import Await
from rules.procedures.adnd.several import build_around, has_several


def is_closing(state: State, who: CombatantId) -> bool:
    """Return whether a combatant closes or charges this round."""
    declared = state.declared.get(who)
    return declared is not None and (isinstance(declared, ApproachTarget) or declared.has(ClosesInstead))


def find_next_target(state: State, deed: Deed) -> CombatantId | None:
    """Return the next named target of a blow or shot, if it cannot be made at its own.

    A target that is down or gone, or out of reach of a blow, gives way to the next that is not. None where it can be
    made, only one was named, or none is left.
    """
    declared = state.declared.get(deed.who)
    if declared is None or not isinstance(deed, Attack) or not (declared.then or len(declared.targets) > 1):
        return None
    named = _list_named(declared, deed)

    def may_be_struck(who: CombatantId) -> bool:
        near = deed.mode != "melee" or is_in_melee_distance(state, deed.who, who)
        return near and state.combatants[who].able and not state.combatants[who].hidden

    if len(named) < 2 or may_be_struck(deed.targets[0]):
        return None
    start = named.index(deed.targets[0]) + 1
    return next((who for who in (*named[start:], *named[:start]) if may_be_struck(who)), None)


def has_several_targets(state: State, deed: Deed) -> bool:
    """Return whether a blow or shot is one of an order that names several targets."""
    declared = state.declared.get(deed.who)
    if declared is None or not isinstance(deed, Attack) or not (declared.then or len(declared.targets) > 1):
        return False
    return len(_list_named(declared, deed)) > 1


def _list_named(declared: Declaration, deed: Attack) -> tuple[CombatantId, ...]:
    """Return the targets of the step that a blow or shot carries out, or nothing."""
    for step in list_steps(declared):
        if isinstance(step, Strike | Shoot) and step.weapon == deed.weapon and deed.targets[0] in step.targets:
            return step.targets
    return ()


def build_all(state: State, numbering: Numbering) -> tuple[Deed, ...]:
    """Return the deeds of everyone able, in roster order.

    Those who have declared nothing wait.
    """
    deeds: list[Deed] = []
    for who, each in state.combatants.items():
        if each.able:
            deeds += _build_order(state, as_order(state.declared.get(who) or Await(who)), numbering)
    return tuple(deeds)


def _build_order(state: State, order: AdndDeclaration, numbering: Numbering) -> Iterator[Deed]:
    """Yield the deeds of an order, with what is done before and after its act."""
    if not has_several(order):
        yield from order.build_deeds(state, numbering)
        return
    act = tuple(order.build_deeds(state, numbering))
    yield from build_around(state, order, act, numbering.nominal(state, order.who, ""))
