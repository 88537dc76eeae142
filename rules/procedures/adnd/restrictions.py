"""Refusals for lack of means, alike in every procedure.

Only the clause that is cited differs.
"""

from collections.abc import Callable, Mapping

from rules.kernel.battlefield import OUT_OF_RANGE, find_range_band, measure_distance
from rules.kernel.forms import Refusal
from rules.kernel.phrases import format_listed_name
from rules.kernel.state import Combatant, State
from rules.kernel.terms import CombatantId
from rules.procedures.adnd.orders.base import Discharge, Lack, Means
from rules.procedures.adnd.orders.form import Using, Way
from rules.procedures.adnd.orders.listed import DECLARATION_CLASSES
from rules.procedures.adnd.orders.shoot import NO_MISSILES, is_armed_with_missiles

Refuse = Callable[[Means, str], Refusal]
"""A function that returns a refusal, with its clause, from what is lacking and the reason."""


def build_lacking_refusal(refuse: Callable[[str, str], Refusal], clauses: Mapping[Means, str], other: str) -> Refuse:
    """Return the function that refuses for lack of means, by the clauses of one text.

    ``other`` is its clause for means that ``clauses`` does not name.
    """
    return lambda means, reason: refuse(clauses.get(means, other), reason)


def forbid_without_means(state: State, who: CombatantId, letter: str, how: Way, refuse: Refuse) -> Refusal | None:
    """Return the refusal of a letter, or of a way of doing it, for lack of means.

    None where a combatant lacks nothing. ``refuse`` makes the refusal.
    """
    me = state.combatants[who]
    if isinstance(how, Using):
        return _forbid_thing(me, letter, how.thing, refuse)
    kind = DECLARATION_CLASSES.get((letter, how))
    lack = kind.find_lack(state, me) if kind is not None else None
    if (letter, how) == (Discharge.action, ""):
        lack = _find_lack_of_all(me)
    return refuse(*lack) if lack is not None else None


def _find_lack_of_all(me: Combatant) -> Lack | None:
    """Return that a combatant has nothing to discharge, or None."""
    gear, powers = me.stat_block.gear, me.stat_block.powers
    if me.spells or gear.devices or powers.turns_undead or any(me.may_shoot_with(weapon) for weapon in gear.weapons):
        return None
    return (Means.MISSILE, NO_MISSILES) if is_armed_with_missiles(me) else (Means.DISCHARGE, "has nothing to discharge")


def _forbid_thing(me: Combatant, letter: str, id: str, refuse: Refuse) -> Refusal | None:
    """Return the refusal of one weapon or device: its charges, or its missiles, are spent."""
    device, weapon = me.device(id), me.weapon(id)
    if letter == "D" and weapon is not None and me.count_missiles(weapon) == 0:
        return refuse(Means.MISSILE, NO_MISSILES)
    if letter != "D" and weapon is not None and me.is_thrown_away(weapon):
        return refuse(Means.SETTABLE if letter == "F" else Means.ARM, f"has no {format_listed_name(weapon.name)} left")
    if letter == "D" and device is not None and not me.has_charges_for(device):
        return refuse(Means.DEVICE, "has no charges left in it")
    return None


def is_out_of_range(state: State, who: CombatantId, target: CombatantId) -> bool:
    """Return whether none of a combatant's missiles carries as far as the target.

    False for a combatant without missiles.
    """
    me = state.combatants[who]
    missiles = [
        weapon.missile
        for weapon in me.stat_block.gear.weapons
        if weapon.missile is not None and me.may_shoot_with(weapon)
    ]
    gap = measure_distance(state, who, target)
    return bool(missiles) and all(find_range_band(state, gap, missile.ranges) == OUT_OF_RANGE for missile in missiles)
