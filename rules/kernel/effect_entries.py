"""Effects of magic as a table or a DM writes them: conditions, numbers, durations."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from rules.kernel.frozen import frozen

EFFECTS, AUTO, ASK = "effects", "auto", "ask"
"""The note of an encounter on how what the tables propose happens, and its values.

By itself, or as the DM answers; without the note the DM is asked.
"""
EFFECTS_HAPPEN = (AUTO, ASK)

AFFECTED = ("targets", "failed", "saved", "friends", "foes", "user")
"""The combatants that a part of an effect may fall on."""
AMOUNTS = ("by", "to", "times", "strength")
"""The meanings of an amount.

It is added; it is the armor class that the effect gives where that is better; it is the factor of a movement; it is
the bonus in place of that of one's own strength.
"""
UNITS = ("segment", "round", "turn")
"""The units of a duration."""


@frozen
class EffectChange:
    """A change of one number."""

    what: str
    amount: int | Fraction
    how: str = "by"
    """One of ``AMOUNTS``."""


@frozen
class EffectPart:
    """A condition, or an effect of another name, and the combatants that it falls on."""

    on: str
    """One of ``AFFECTED``; those who failed did not save, whether or not dice fell."""
    name: str
    changes: tuple[EffectChange, ...] = ()


@frozen
class EffectEntry:
    """The effect of one or more spells and devices."""

    id: str
    magic: tuple[str, ...]
    """The ids of spells and devices."""
    count: int
    """The part of the duration that is the same for everybody."""
    per_level: int
    """The part of the duration for each level of the caster."""
    dice: str
    """The part of the duration that is rolled; "" for none."""
    unit: str
    """One of ``UNITS``; "" where it lasts until it is ended."""
    parts: tuple[EffectPart, ...]
    ends: tuple[str, ...]
    """The effects that it ends on the same combatants."""
    ends_on_attack: bool
    """It ends when the combatant under it attacks."""
    source: str
    """The book and the entry."""
    confidence: str
    """high, medium or low."""
    note: str
    """What else it does, which is for the DM to decide."""

    def describe_duration(self, level: int = 0) -> str:
        """Return how long it lasts: "2 rounds"; "" where it lasts until it is ended.

        With a level, that level's rounds are counted in; without, they are told for each level.
        """
        if not self.unit:
            return ""
        count = self.count + self.per_level * level
        once = f"{self.dice}+{count}" if self.dice and count else self.dice or str(count or "")
        counts = [(once, ""), ("" if level else str(self.per_level or ""), " for each level")]
        return " and ".join(
            f"{count} {self.unit}{'' if count == '1' else 's'}{each}" for count, each in counts if count
        )


def replace_effect(
    effects: Sequence[EffectEntry], magic: Sequence[str], changed: EffectEntry | None
) -> tuple[EffectEntry, ...]:
    """Return the changed effects after one more change; None takes that of this magic away.

    Other magic of the same earlier change keeps it.
    """
    kept = [replace(each, magic=tuple(id for id in each.magic if id not in magic)) for each in effects]
    return (*(each for each in kept if each.magic), *(() if changed is None else (changed,)))
