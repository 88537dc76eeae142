"""The number of combatants that appear: written, or rolled by dice that are shown."""

from dataclasses import dataclass
from secrets import randbelow

from encounters.errors import Invalid
from rules.api import parse_dice

MOST_DICE = 20
MOST_SIDES = 100


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of combatants."""

    number: int
    said: str = ""
    """The dice as they fell; "" where none were rolled."""


def roll_amount(written: str) -> Amount:
    """Return the number that is written as "14", or rolled for "3d4". Raises Invalid."""
    text = written.replace(" ", "").lower()
    if not text:
        raise Invalid("Write how many: 14, or dice such as 3d4.", "amount")
    try:
        dice = parse_dice(text)
    except ValueError:
        raise Invalid(f"“{written}” is no number of combatants. Write it like 14 or 3d4.", "amount") from None
    if dice.count > MOST_DICE or dice.sides > MOST_SIDES:
        raise Invalid(f"At most {MOST_DICE} dice of {MOST_SIDES} sides can be rolled for a number.", "amount")
    faces = [randbelow(dice.sides) + 1 for _ in range(dice.count)]
    number = sum(faces) + dice.plus
    if number < 1:
        raise Invalid(f"{text} gives nobody. Nothing was added.", "amount")
    shown = f"{text}: {', '.join(map(str, faces))}" + (f", {dice.plus:+d}" if dice.plus else "")
    return Amount(number, f"Rolled {shown}. {number} added." if faces else "")
