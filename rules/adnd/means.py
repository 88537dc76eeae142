"""What a figure lacks the means for, whatever the clauses say: no spell, no device, nothing to shoot with."""

from rules.state import Combatant, State


def lacking(state: State, me: Combatant, letter: str, how: str) -> tuple[str, str] | None:
    """What the figure lacks for a letter or a way of acting, and the reason in words; None where it lacks nothing.

    The first is psionics, means, spell, missile, device, undead, settable or weapon: each ruleset has its clause.
    """
    figure = me.figure
    match letter, how:
        case "P", "":
            return None if figure.psionic is not None else ("psionics", "has no psionic powers")
        case "D", "":
            means = me.spells or figure.devices or figure.turns_undead or any(w.missile for w in figure.weapons)
            return None if means else ("means", "has nothing to discharge")
        case "D", "spell":
            return None if me.spells else ("spell", "has no spell in memory")
        case "D", "shoot":
            armed = any(weapon.missile is not None for weapon in figure.weapons)
            return None if armed else ("missile", "has nothing to shoot or throw")
        case "D", "device" | "wear" | "remove":
            return None if figure.devices else ("device", "has no device")
        case "D", "turn":
            undead = any(each.figure.undead and each.present for each in state.foes_of(me.id))
            return None if figure.turns_undead and undead else ("undead", "has no undead to turn")
        case "F", "":
            settable = any(weapon.settable for weapon in figure.weapons)
            return None if settable else ("settable", "has no weapon that can be set")
        case "G", "":
            return None if any(w.melee for w in figure.weapons) else ("weapon", "has nothing to strike with")
    return None
