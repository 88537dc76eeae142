"""Spells a day by class and level, and what wisdom and intelligence change in them."""

from collections.abc import Sequence
from itertools import zip_longest

from rules.kernel.frozen import frozen
from rules.reference.levels import Scores
from rules.reference.tables import Edition, Row, list_rows, load_table

_CLERIC = "cleric"


@frozen
class SpellSlots:
    """The spells of one list that a character may have in memory at once."""

    spell_list: str
    """The class whose spells they are."""
    slots: tuple[int, ...]
    """The spells of level 1, 2, 3 and so on."""
    caster_level: int
    """The level at which these spells take effect."""


@frozen
class KnownSpells:
    """The spells of each spell level that a magic-user or illusionist can come to know."""

    chance: int
    """The percentage for each spell."""
    fewest: int
    most: int | None
    """The most spells of a level; None for all of them."""
    highest_level: int
    """The highest spell level that can be learned."""


def count_spell_slots(
    class_: str, level: int, scores: Scores, edition: Edition = Edition.FIRST
) -> tuple[SpellSlots, ...]:
    """Return the spells that a character may have in memory, by list.

    Wisdom adds spells for clerics and druids, and bounds the spell levels of clerics; intelligence bounds those of
    magic-users and illusionists. An ability that is not given changes nothing.
    """
    found = []
    for listed in list_rows("spell_slots", "spell_list"):
        reached = [row for row in listed["rows"] if row["level"] <= level]
        if listed["class"] == class_ and reached:
            row = reached[-1]
            slots = row.get("osric", row["slots"]) if edition is Edition.OSRIC else row["slots"]
            adjusted = _add_wisdom(class_, slots, scores)[: find_highest_spell_level(class_, scores)]
            found.append(SpellSlots(str(listed["list"]), adjusted, int(row.get("caster_level", level))))
    return tuple(found)


def find_highest_spell_level(class_: str, scores: Scores) -> int:
    """Return the highest spell level that the abilities allow a class at any level.

    An ability that is not given allows all nine.
    """
    if class_ == _CLERIC and "wisdom" in scores:
        return int(_find_score_row("wisdom", scores["wisdom"])["spell_level_max"])
    known = lookup_known_spells(class_, scores["intelligence"]) if "intelligence" in scores else None
    return 9 if known is None else known.highest_level


def lookup_spell_failure(class_: str, wisdom: int) -> int:
    """Return the percentage of spells that fail for a low wisdom; 0 but for clerics."""
    if class_ not in load_table("spell_slots")["wisdom_meta"]["failure_classes"]:
        return 0
    return int(_find_score_row("wisdom", wisdom)["failure_pct"])


def lookup_known_spells(class_: str, intelligence: int, edition: Edition = Edition.FIRST) -> KnownSpells | None:
    """Return what magic-users and illusionists can learn; None for other classes."""
    meta = load_table("spell_slots")["intelligence_meta"]
    if class_ not in meta["classes"]:
        return None
    row = _find_score_row("intelligence", intelligence)
    row = {**row, **row.get("osric", {})} if edition is Edition.OSRIC else row
    most = int(row["spells_max"])
    highest = min(int(row["spell_level_max"]), meta["illusionist_spell_level_max"] if class_ == "illusionist" else 9)
    return KnownSpells(int(row["know_pct"]), int(row["spells_min"]), None if most < 0 else most, highest)


def _add_wisdom(class_: str, slots: Sequence[int], scores: Scores) -> tuple[int, ...]:
    if "wisdom" not in scores or class_ not in load_table("spell_slots")["wisdom_meta"]["bonus_classes"]:
        return tuple(slots)
    bonus = _find_score_row("wisdom", scores["wisdom"])["bonus"][: len(slots)]
    return tuple(slot + more for slot, more in zip_longest(slots, bonus, fillvalue=0))


def _find_score_row(ability: str, score: int) -> Row:
    """Return the row of a score; that of the nearest one for a score outside the table."""
    rows = {int(row["score"]): row for row in list_rows("spell_slots", ability)}
    return rows[min(max(score, min(rows)), max(rows))]
