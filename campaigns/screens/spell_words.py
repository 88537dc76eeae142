"""Spells in a few words, as sheets and the choice of spells have them."""

from campaigns.spell_choice import SpellChoice
from encounters.narration.names import to_units
from rules.api import SEGMENTS, Spell

FEET_OF_AN_INCH = 10
"""Indoors."""

PRAYED = ("cleric", "druid")
"""The lists whose spells are prayers."""


def describe_spell(spell: Spell) -> str:
    """Return how long a spell takes and how far it reaches: "5 segments, touch"."""
    return ", ".join(filter(None, (_write_casting(spell), _write_range(spell))))


def _write_casting(spell: Spell) -> str:
    if spell.casting >= SEGMENTS:
        return "1 round" if spell.casting == SEGMENTS else f"{spell.casting // SEGMENTS} rounds"
    return f"{spell.casting} segment{'s' if spell.casting != 1 else ''}"


def _write_range(spell: Spell) -> str:
    if spell.range is None:
        return ""
    return f"{to_units(spell.range * FEET_OF_AN_INCH)} ft" if spell.range else "touch"


def count_spells(choice: SpellChoice, many: int) -> str:
    """Return a number of spells, or of prayers: "2 prayers"."""
    is_prayed = all(each.list_name in PRAYED for each in choice.levels)
    return f"{many} {'prayer' if is_prayed else 'spell'}{'s' if many != 1 else ''}"
