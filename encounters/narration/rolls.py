"""The words of real dice that a person rolls: the purpose and the target."""

from encounters.narration.names import list_names, name_of, name_weapon
from rules.api import Deed, OpenRoll, State

PURPOSES = {
    "to_hit": "to hit",
    "hit": "to hit",
    "damage": "for damage",
    "saving_throw": "to save",
    "initiative": "for initiative",
    "surprise": "for surprise",
    "turning": "to turn undead",
    "dm": "for the DM",
    "effect": "for the DM",
}
BLOWS = ("to_hit", "hit", "damage")


def write_dice(roll: OpenRoll) -> str:
    """Return the dice in words: "d20", "2d6"."""
    return f"{roll.count if roll.count > 1 else ''}d{roll.sides}"


def describe_roll(state: State, roll: OpenRoll, *, with_weapon: bool = False) -> str:
    """Return the purpose of open dice, with the target: "to hit Orc 4", "for damage to Orc 4"."""
    purpose = PURPOSES.get(roll.purpose, f"for {roll.purpose.replace('_', ' ')}")
    if roll.why:
        return f"{purpose} {roll.why}" if roll.purpose == "saving_throw" else f"for {roll.why}"
    deed = find_deed_of_roll(state, roll)
    if deed is None:
        return purpose
    at = list_names(state, deed.targets[:1])
    weapon = deed.words.weapon if with_weapon else ""
    held = f" with the {name_weapon(state, deed.who, weapon)}" if weapon else ""
    return f"{purpose}{' to' if roll.purpose == 'damage' else ''} {at}{held}"


def write_roll_title(state: State, roll: OpenRoll) -> str:
    """Return open dice as a sentence for the DM: "Otis rolls to hit Orc 4 (d20)"."""
    return f"{name_of(state, roll.by)} rolls {describe_roll(state, roll)} ({write_dice(roll)})"


def find_deed_of_roll(state: State, roll: OpenRoll) -> Deed | None:
    """Return the blow that open dice decide, or None for other dice.

    Of several blows in one moment each has the dice in its order.
    """
    if roll.purpose not in BLOWS:
        return None
    blows = [deed for deed in state.acting if deed.who == roll.by and deed.targets and deed.words.weapon]
    alike = [each.id for each in state.open_rolls if (each.by, each.purpose) == (roll.by, roll.purpose)]
    nth = alike.index(roll.id) if roll.id in alike else 0
    return blows[min(nth, len(blows) - 1)] if blows else None
