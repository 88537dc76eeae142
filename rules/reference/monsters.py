"""Monsters of the monster table, typed but otherwise as printed."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from rules.kernel.frozen import frozen
from rules.kernel.stat_block import FEARLESS, Device, Innate, Regeneration, SpecialAttack, Surprise, parse_odds
from rules.kernel.terms import Save
from rules.reference.psionics import lookup_mode_by_letter
from rules.reference.tables import Row, find, index_rows, list_rows, to_hundredths

_NO_MIND = "non"
_UNDEAD = "undead"
"""The note by which undead have a row of the turning table."""


@frozen
class MonsterAttack:
    """One kind of attack in a routine."""

    name: str
    damage: str
    """Dice, "1d8 or weapon", or "by weapon"."""
    count: int
    """Attacks of this kind in one routine."""

    @property
    def by_weapon(self) -> bool:
        """Return whether the monster uses a weapon that it carries."""
        return self.name == "weapon" or "weapon" in self.damage


@frozen
class MonsterPsionic:
    """Psionic ability: the ends of the printed range, and the ids of the modes."""

    lowest: int
    highest: int
    attack_modes: tuple[str, ...]
    defense_modes: tuple[str, ...]


@frozen
class MonsterDefence:
    """The numbers against which others attack a monster."""

    armor_class: int
    hit_points: int
    """The average."""
    magic_resistance: int
    """Percent."""


@frozen
class MonsterAttacks:
    """The attacks of a monster, and its initiative."""

    attack_row: str
    """A label of the monsters' attack table."""
    routine: tuple[MonsterAttack, ...]
    hug: str | None
    """Dice of damage; None for a monster that does not hug."""
    initiative_die: int


@frozen
class MonsterPace:
    """Movements of a monster, in inches a round; 0 where it cannot move so."""

    movement: int
    flying: int
    swimming: int
    burrowing: int
    in_web: int


@frozen
class MonsterEntry:
    """A row of the monster table."""

    id: str
    name: str
    hit_dice: str
    size: str
    legs: int
    intelligence: str
    undead: str
    """A row of the turning table; empty for the living."""
    morale: int
    """Percent; FEARLESS for monsters that never check."""
    defence: MonsterDefence
    attack: MonsterAttacks
    pace: MonsterPace
    surprise: Surprise
    psionic: MonsterPsionic | None
    special: tuple[str, ...]
    """Short notes that no procedure reads."""
    on_hit: tuple[SpecialAttack, ...]
    innate: tuple[Device, ...]
    """Its own powers that it uses like devices: a breath weapon."""
    uses: tuple[tuple[str, int], ...]
    """The uses a day of those powers that are counted."""
    regeneration: Regeneration | None

    @property
    def plain_name(self) -> str:
        """Return its name as one of them is called: "Bear, brown" is "Brown bear"."""
        kind, _, sort = self.name.partition(" (")[0].partition(", ")
        return f"{sort} {kind}".strip().capitalize()

    def list_powers(self) -> list[str]:
        """Return in words what the table has of it that is asked or rolled in play."""
        named = [*(each.describe() for each in self.on_hit), *(each.name.lower() for each in self.innate)]
        return [*named, f"regains {self.regeneration.describe()}"] if self.regeneration is not None else named

    @property
    def natural(self) -> bool:
        """Return whether it fights without any weapon."""
        return not any(each.by_weapon for each in self.attack.routine)

    @property
    def mindless(self) -> bool:
        """Return whether it is non-intelligent and saves as half its hit dice.

        Saves against poison and death use all its hit dice.
        """
        return self.intelligence == _NO_MIND


def lookup_monster(id: str) -> MonsterEntry:
    """Return a monster of the table. Raises UnknownId."""
    return find("monster", id, _load_monsters())


def list_monsters() -> tuple[MonsterEntry, ...]:
    """Return every monster in the order of the table."""
    return tuple(_load_monsters().values())


@cache
def _load_monsters() -> Mapping[str, MonsterEntry]:
    return {str(row["id"]): _read_monster(row) for row in list_rows("monsters", "monster")}


def _read_monster(row: Row) -> MonsterEntry:
    return MonsterEntry(
        id=str(row["id"]),
        name=str(row["name"]),
        hit_dice=str(row["hd"]),
        size=str(row["size"]),
        legs=int(row.get("legs", 2)),
        intelligence=str(row["intelligence"]),
        undead=_read_undead(row),
        morale=FEARLESS if row.get("morale_never_checks") else int(row["morale_base_pct"]),
        defence=MonsterDefence(int(row["ac"]), int(row["hp_avg"]), int(row["magic_resistance_pct"])),
        attack=_read_attacks(row),
        pace=_read_pace(row),
        surprise=Surprise(parse_odds(row["surprised"]), parse_odds(row["surprises"])),
        psionic=_read_psionic(row.get("psionic")),
        special=tuple(note for note in row.get("special", ()) if note != _UNDEAD),
        on_hit=tuple(read_special_attack(each) for each in row.get("on_hit", ())),
        innate=tuple(_read_power(each) for each in row.get("innate", ())),
        uses=tuple((str(each["id"]), int(each["uses"])) for each in row.get("innate", ()) if "uses" in each),
        regeneration=Regeneration(**row["regenerates"] | {"spares": tuple(row["regenerates"].get("spares", ()))})
        if "regenerates" in row
        else None,
    )


def _read_power(row: Row) -> Device:
    return Device(
        id=str(row["id"]),
        name=str(row["name"]),
        attack=True,
        save=str(row["save"]),
        save_column=Save(row.get("save_column", Save.BREATH)),
        damage=row.get("damage"),
        range=to_hundredths(row["range_in"]) if "range_in" in row else None,
        element=str(row.get("element", "")),
        innate=Innate(
            str(row.get("area", "")),
            str(row.get("shape", "")),
            to_hundredths(row.get("length_ft", 0)),
            to_hundredths(row.get("width_ft", 0)),
            str(row["source"]),
            str(row["confidence"]),
            str(row.get("note", "")),
        ),
    )


def read_special_attack(row: Mapping[str, Any]) -> SpecialAttack:
    """Return a special attack from a table with the names of its fields.

    Raises ValueError for a save of another name.
    """
    given = {**row, "spares": tuple(row.get("spares", ()))}
    return SpecialAttack(**given | ({"save": Save(row["save"])} if "save" in row else {}))


def _read_attacks(row: Row) -> MonsterAttacks:
    routine = tuple(MonsterAttack(str(a["name"]), str(a["damage"]), int(a["count"])) for a in row["attacks"])
    return MonsterAttacks(str(row["attack_row"]), routine, row.get("hug"), int(row.get("initiative_die", 6)))


def _read_pace(row: Row) -> MonsterPace:
    return MonsterPace(
        movement=int(row["move_in"]),
        flying=int(row.get("fly_in", 0)),
        swimming=int(row.get("swim_in", 0)),
        burrowing=int(row.get("burrow_in", 0)),
        in_web=int(row.get("web_in", 0)),
    )


def _read_undead(row: Row) -> str:
    """Return its own row of the turning table, or "special" for undead without one."""
    if _UNDEAD not in row.get("special", ()):
        return ""
    named = index_rows(list_rows("attack_tables", "turn_row"), "undead")
    return str(row["id"]) if row["id"] in named else "special"


def _read_psionic(row: Row | None) -> MonsterPsionic | None:
    if row is None:
        return None
    lowest, highest = (int(part) for part in str(row["ability"]).split(" ")[0].split("-"))
    attack, defense = (tuple(lookup_mode_by_letter(letter) for letter in row[key]) for key in ("attack", "defense"))
    return MonsterPsionic(lowest, highest, attack, defense)
