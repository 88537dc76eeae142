"""What nobody can do who lacks the means for it, whatever the ruleset; only the clause cited differs."""

from collections.abc import Callable

from rules.battlefield import distance, range_band
from rules.forms import Refusal
from rules.state import State
from rules.terms import CombatantId

Saying = Callable[[str, str], Refusal]
"""A refusal from the name of what is lacking and the reason: the ruleset knows the clause."""


def bar_without_means(state: State, who: CombatantId, letter: str, how: str, no: Saying) -> Refusal | None:
    """Which lack forbids a letter, or a way of doing it, to this figure."""
    me = state.combatants[who]
    figure = me.figure
    if letter == "D" and how.startswith("with:"):
        device = me.device(how.removeprefix("with:"))
        return no("device", "has no charges left in it") if device and not me.has_charges_for(device) else None
    match letter, how:
        case "P", "":
            return None if figure.psionic is not None else no("psionics", "has no psionic powers")
        case "D", "":
            means = me.spells or figure.devices or figure.turns_undead or any(w.missile for w in figure.weapons)
            return None if means else no("discharge", "has nothing to discharge")
        case "D", "spell":
            return None if me.spells else no("spell", "has no spell in memory")
        case "D", "shoot":
            armed = any(weapon.missile is not None for weapon in figure.weapons)
            return None if armed else no("shoot", "has nothing to shoot or throw")
        case "D", "device" | "wear" | "remove":
            return None if figure.devices else no("device", "has no device")
        case "D", "turn":
            undead = any(each.figure.undead and each.present for each in state.foes_of(me.id))
            return None if figure.turns_undead and undead else no("turn", "has no undead to turn")
        case "F", "":
            settable = any(weapon.settable for weapon in figure.weapons)
            return None if settable else no("set", "has no weapon that can be set")
        case ("G", "") | ("E", "charge"):
            return None if any(w.melee for w in figure.weapons) else no("strike", "has nothing to strike with")
    return None


def out_of_range(state: State, who: CombatantId, target: CombatantId) -> bool:
    """Whether none of a figure's missiles carries as far as the target."""
    missiles = [weapon.missile for weapon in state.combatants[who].figure.weapons if weapon.missile is not None]
    gap = distance(state, who, target)
    return bool(missiles) and all(range_band(state, gap, missile.ranges) == 3 for missile in missiles)
