"""The tables of psionic combat.

Of the printed tables two are not known: attacks upon a defenceless psionic, and what befalls a non-psionic who
fails to save against a psionic blast. There the DM is asked.
"""

from dataclasses import dataclass
from functools import cache

from rules.reference.tables import by_id, find, hundredths, in_band, load, rows


@dataclass(frozen=True)
class PsionicMode:
    """A mode of attack or defense: its cost in points a segment, and its letter.

    ``ranges`` of an attack are short, medium and long, in hundredths of an inch; a defense has none.
    ``save_bonus`` is what a defense gives to non-psionics within it against a psionic blast.
    """

    id: str
    name: str
    letter: str
    cost: int
    ranges: tuple[int, ...]
    affects_non_psionic: bool
    save_bonus: int
    area: str


@cache
def attack_modes() -> tuple[PsionicMode, ...]:
    """The five modes of attack, A to E."""
    return _modes("attack_mode")


@cache
def defense_modes() -> tuple[PsionicMode, ...]:
    """The five modes of defense, F to J."""
    return _modes("defense_mode")


def lookup_mode(id: str) -> PsionicMode:
    """A mode of attack or defense. Raises UnknownId."""
    return find("psionic mode", id, {each.id: each for each in (*attack_modes(), *defense_modes())})


def lookup_mode_cost(id: str) -> int:
    """The points that a mode costs in each segment it is used. Raises UnknownId."""
    return lookup_mode(id).cost


def lookup_mode_by_letter(letter: str) -> str:
    """The id of the mode that a creature's description names by this letter. Raises UnknownId."""
    return find("psionic mode", letter, {each.letter: each for each in (*attack_modes(), *defense_modes())}).id


def lookup_psionic_result(strength: int, attack_mode: str, defense_mode: str | None) -> tuple[str, int] | None:
    """What an attack does: ("points_lost", points of defense) or ("percent_death", percent chance).

    ``strength`` is the attacker's attack and defense points before this segment's cost; below 1 counts as 1.
    None where the defender has no defense mode: that table is not known. Raises UnknownId.
    """
    find("attack mode", attack_mode, {each.id: each for each in attack_modes()})
    if defense_mode is None:
        return None
    order = {str(id): place for place, id in enumerate(load("psionics")["meta"]["defense_order"])}
    column = find("defense mode", defense_mode, order)
    of_mode = [each for each in rows("psionics", "psionic_vs_psionic") if each["attack"] == attack_mode]
    row = in_band(of_mode, "strength", strength)
    return str(row["result"]), int(row["values"][column])


def lookup_blast_save(intelligence_and_wisdom: int, band: int) -> int:
    """What a non-psionic needs to save against a psionic blast, at short (0), medium (1) or long (2) range.

    The figures are from memory, not from print. The score is the sum of both abilities.
    """
    row = in_band(rows("psionics", "blast_non_psionic_save"), "int_plus_wis", intelligence_and_wisdom)
    return int(row[("short", "medium", "long")[band]])


def _modes(kind: str) -> tuple[PsionicMode, ...]:
    return tuple(
        PsionicMode(
            id=id,
            name=str(row["name"]),
            letter=str(row["letter"]),
            cost=int(row["cost"]),
            ranges=tuple(hundredths(each) for each in row.get("range_in", ())),
            affects_non_psionic=bool(row.get("affects_non_psionic", False)),
            save_bonus=int(row.get("non_psionic_save_bonus_vs_psionic_blast", 0)),
            area=str(row["area"]),
        )
        for id, row in by_id(rows("psionics", kind)).items()
    )
