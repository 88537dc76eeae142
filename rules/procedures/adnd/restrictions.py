"""Refusals for lack of means, alike in every procedure.

Only the clause that is cited differs.
"""

from collections.abc import Callable

from rules.kernel.battlefield import OUT_OF_RANGE, find_range_band, measure_distance
from rules.kernel.forms import Refusal
from rules.kernel.state import Combatant, State
from rules.kernel.terms import CombatantId
from rules.kernel.voice import format_listed_name

NO_MISSILES = "has no missiles left"

Refuse = Callable[[str, str], Refusal]
"""A function that returns a refusal, with its clause, from the name of what is lacking and the reason."""


def forbid_without_means(state: State, who: CombatantId, letter: str, how: str, refuse: Refuse) -> Refusal | None:
    """Return the refusal of a letter, or of a way of doing it, for lack of means.

    None where a combatant lacks nothing. ``refuse`` makes the refusal.
    """
    me = state.combatants[who]
    stat_block = me.stat_block
    if how.startswith("with:"):
        return _forbid_thing(me, letter, how.removeprefix("with:"), refuse)
    match letter, how:
        case "P", "":
            return None if stat_block.powers.psionic is not None else refuse("psionics", "has no psionic powers")
        case "D", "":
            means = me.spells or stat_block.gear.devices or stat_block.powers.turns_undead
            if means or any(me.may_shoot_with(weapon) for weapon in stat_block.gear.weapons):
                return None
            armed = any(weapon.missile is not None for weapon in stat_block.gear.weapons)
            return refuse("shoot", NO_MISSILES) if armed else refuse("discharge", "has nothing to discharge")
        case "D", "spell":
            return None if me.spells else refuse("spell", "has no spell in memory")
        case "D", "shoot":
            if any(me.may_shoot_with(weapon) for weapon in stat_block.gear.weapons):
                return None
            armed = any(weapon.missile is not None for weapon in stat_block.gear.weapons)
            return refuse("shoot", NO_MISSILES if armed else "has nothing to shoot or throw")
        case "D", "device" | "wear" | "remove":
            return None if stat_block.gear.devices else refuse("device", "has no device")
        case "D", "turn":
            foes = [each for each in state.list_foes(me.id) if each.present and not each.hidden]
            undead = any(each.stat_block.creature.undead for each in foes)
            return None if stat_block.powers.turns_undead and undead else refuse("turn", "has no undead to turn")
        case "F", "":
            settable = any(weapon.settable for weapon in me.list_weapons_left())
            return None if settable else refuse("set", "has no weapon that can be set")
        case ("G", "") | ("E", "charge"):
            return (
                None if any(w.melee for w in me.list_weapons_left()) else refuse("strike", "has nothing to strike with")
            )
    return None


def _forbid_thing(me: Combatant, letter: str, id: str, refuse: Refuse) -> Refusal | None:
    """Return the refusal of one weapon or device: its charges, or its missiles, are spent."""
    device, weapon = me.device(id), me.weapon(id)
    if letter == "D" and weapon is not None and me.count_missiles(weapon) == 0:
        return refuse("shoot", NO_MISSILES)
    if letter != "D" and weapon is not None and me.is_thrown_away(weapon):
        return refuse("set" if letter == "F" else "strike", f"has no {format_listed_name(weapon.name)} left")
    if letter == "D" and device is not None and not me.has_charges_for(device):
        return refuse("device", "has no charges left in it")
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
