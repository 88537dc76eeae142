"""The tables of psionic combat.

Two of the printed tables are not known: attacks upon a defenceless psionic, and the fate of a non-psionic after a
psionic blast. There the DM is asked.
"""

from functools import cache

from rules.kernel.frozen import frozen
from rules.reference.tables import find, find_band, index_rows, list_rows, load_table, to_hundredths


@frozen
class PsionicMode:
    """A mode of attack or defense."""

    id: str
    name: str
    letter: str
    cost: int
    """Points a segment."""
    ranges: tuple[int, ...]
    """Short, medium and long range of an attack, in hundredths of an inch; empty for a defense."""
    affects_non_psionic: bool
    save_bonus: int
    """A defense adds this to the saves of non-psionics within it against a psionic blast."""
    area: str


@cache
def list_attack_modes() -> tuple[PsionicMode, ...]:
    """Return the five modes of attack, A to E."""
    return _read_modes("attack_mode")


@cache
def list_defense_modes() -> tuple[PsionicMode, ...]:
    """Return the five modes of defense, F to J."""
    return _read_modes("defense_mode")


def lookup_mode(id: str) -> PsionicMode:
    """Return a mode of attack or defense. Raises UnknownId."""
    return find("psionic mode", id, {each.id: each for each in (*list_attack_modes(), *list_defense_modes())})


def lookup_mode_cost(id: str) -> int:
    """Return the points that a mode costs in each segment of use. Raises UnknownId."""
    return lookup_mode(id).cost


def lookup_least_strength_of_blast() -> int:
    """Return the points that a psionic blast at a mind without psionic powers needs."""
    return int(load_table("psionics")["meta"]["blast_vs_non_psionic_min_strength"])


def lookup_mode_by_letter(letter: str) -> str:
    """Return the id of the mode with this letter in a monster's description. Raises UnknownId."""
    return find(
        "psionic mode", letter, {each.letter: each for each in (*list_attack_modes(), *list_defense_modes())}
    ).id


def lookup_psionic_result(strength: int, attack_mode: str, defense_mode: str | None) -> tuple[str, int] | None:
    """Return the result of an attack; None where the defender has no defense mode.

    The result is ("points_lost", points of defense) or ("percent_death", percent chance). ``strength`` is the
    attacker's attack and defense points before this segment's cost; below 1 counts as 1. The table for attacks upon
    the defenceless is not known. Raises UnknownId.
    """
    find("attack mode", attack_mode, {each.id: each for each in list_attack_modes()})
    if defense_mode is None:
        return None
    order = {str(id): place for place, id in enumerate(load_table("psionics")["meta"]["defense_order"])}
    column = find("defense mode", defense_mode, order)
    of_mode = [each for each in list_rows("psionics", "psionic_vs_psionic") if each["attack"] == attack_mode]
    row = find_band(of_mode, "strength", strength)
    return str(row["result"]), int(row["values"][column])


def lookup_blast_save(intelligence_and_wisdom: int, band: int) -> int:
    """Return the d20 score that saves a non-psionic from a psionic blast.

    ``band`` is short (0), medium (1) or long (2) range. The ability score is the sum of intelligence and wisdom. The
    numbers are from memory, not from print.
    """
    row = find_band(list_rows("psionics", "blast_non_psionic_save"), "int_plus_wis", intelligence_and_wisdom)
    return int(row[("short", "medium", "long")[band]])


def _read_modes(kind: str) -> tuple[PsionicMode, ...]:
    return tuple(
        PsionicMode(
            id=id,
            name=str(row["name"]),
            letter=str(row["letter"]),
            cost=int(row["cost"]),
            ranges=tuple(to_hundredths(each) for each in row.get("range_in", ())),
            affects_non_psionic=bool(row.get("affects_non_psionic", False)),
            save_bonus=int(row.get("non_psionic_save_bonus_vs_psionic_blast", 0)),
            area=str(row["area"]),
        )
        for id, row in index_rows(list_rows("psionics", kind)).items()
    )
