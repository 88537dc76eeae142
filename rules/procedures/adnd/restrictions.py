"""Refusals for lack of means, alike in every procedure.

Only the clause that is cited differs.
"""

from collections.abc import Callable

from rules.kernel.battlefield import OUT_OF_RANGE, find_range_band, measure_distance
from rules.kernel.forms import Refusal
from rules.kernel.state import State
from rules.kernel.terms import CombatantId

Refuse = Callable[[str, str], Refusal]
"""A function that returns a refusal, with its clause, from the name of what is lacking and the reason."""


def forbid_without_means(state: State, who: CombatantId, letter: str, how: str, refuse: Refuse) -> Refusal | None:
    """Return the refusal of a letter, or of a way of doing it, for lack of means.

    None where a combatant lacks nothing. ``refuse`` makes the refusal.
    """
    me = state.combatants[who]
    stat_block = me.stat_block
    if letter == "D" and how.startswith("with:"):
        device = me.device(how.removeprefix("with:"))
        return refuse("device", "has no charges left in it") if device and not me.has_charges_for(device) else None
    match letter, how:
        case "P", "":
            return None if stat_block.powers.psionic is not None else refuse("psionics", "has no psionic powers")
        case "D", "":
            means = (
                me.spells
                or stat_block.gear.devices
                or stat_block.powers.turns_undead
                or any(w.missile for w in stat_block.gear.weapons)
            )
            return None if means else refuse("discharge", "has nothing to discharge")
        case "D", "spell":
            return None if me.spells else refuse("spell", "has no spell in memory")
        case "D", "shoot":
            armed = any(weapon.missile is not None for weapon in stat_block.gear.weapons)
            return None if armed else refuse("shoot", "has nothing to shoot or throw")
        case "D", "device" | "wear" | "remove":
            return None if stat_block.gear.devices else refuse("device", "has no device")
        case "D", "turn":
            foes = [each for each in state.list_foes(me.id) if each.present and not each.hidden]
            undead = any(each.stat_block.creature.undead for each in foes)
            return None if stat_block.powers.turns_undead and undead else refuse("turn", "has no undead to turn")
        case "F", "":
            settable = any(weapon.settable for weapon in stat_block.gear.weapons)
            return None if settable else refuse("set", "has no weapon that can be set")
        case ("G", "") | ("E", "charge"):
            return (
                None
                if any(w.melee for w in stat_block.gear.weapons)
                else refuse("strike", "has nothing to strike with")
            )
    return None


def is_out_of_range(state: State, who: CombatantId, target: CombatantId) -> bool:
    """Return whether none of a combatant's missiles carries as far as the target.

    False for a combatant without missiles.
    """
    missiles = [
        weapon.missile for weapon in state.combatants[who].stat_block.gear.weapons if weapon.missile is not None
    ]
    gap = measure_distance(state, who, target)
    return bool(missiles) and all(find_range_band(state, gap, missile.ranges) == OUT_OF_RANGE for missile in missiles)
