"""Monsters of the monster table, typed but otherwise as printed."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rules.figure import FEARLESS
from rules.reference.psionics import lookup_mode_by_letter
from rules.reference.tables import Row, by_id, find, rows

_NO_MIND = "non"


@dataclass(frozen=True)
class MonsterAttack:
    """One kind of attack of a routine, done ``count`` times. ``damage`` may be dice, "1d8 or weapon", "by weapon"."""

    name: str
    damage: str
    count: int

    @property
    def by_weapon(self) -> bool:
        """Done with whatever weapon the monster carries."""
        return self.name == "weapon" or "weapon" in self.damage


@dataclass(frozen=True)
class MonsterPsionic:
    """Psionic ability, lowest and highest of the printed range, and the ids of the modes."""

    lowest: int
    highest: int
    attack_modes: tuple[str, ...]
    defense_modes: tuple[str, ...]


@dataclass(frozen=True)
class MonsterEntry:
    """A monster. ``hit_points`` is the average; movements are inches a round, 0 where it cannot move so.

    ``attack_row`` is a label of the monsters' attack table. ``surprises`` and ``surprised`` are chances ("2 in 6").
    ``morale`` is FEARLESS for those that never check. ``undead`` is a row of the turning table, or empty.
    ``special`` holds short notes that no procedure reads.
    """

    id: str
    name: str
    armor_class: int
    hit_dice: str
    attack_row: str
    hit_points: int
    movement: int
    flying: int
    swimming: int
    burrowing: int
    in_web: int
    attacks: tuple[MonsterAttack, ...]
    hug: str | None
    size: str
    legs: int
    magic_resistance: int
    morale: int
    surprises: str
    surprised: str
    initiative_die: int
    intelligence: str
    undead: str
    psionic: MonsterPsionic | None
    special: tuple[str, ...]

    @property
    def natural(self) -> bool:
        """It fights with tooth and claw only."""
        return not any(each.by_weapon for each in self.attacks)

    @property
    def mindless(self) -> bool:
        """Non-intelligent: it saves as half its hit dice, but for poison and death."""
        return self.intelligence == _NO_MIND


def monster(id: str) -> MonsterEntry:
    """A monster of the table. Raises UnknownId."""
    return find("monster", id, _monsters())


def all_monsters() -> tuple[MonsterEntry, ...]:
    """Every monster in the order of the table."""
    return tuple(_monsters().values())


@cache
def _monsters() -> Mapping[str, MonsterEntry]:
    return {str(row["id"]): _monster(row) for row in rows("monsters", "monster")}


def _monster(row: Row) -> MonsterEntry:
    return MonsterEntry(
        id=str(row["id"]),
        name=str(row["name"]),
        armor_class=int(row["ac"]),
        hit_dice=str(row["hd"]),
        attack_row=str(row["attack_row"]),
        hit_points=int(row["hp_avg"]),
        movement=int(row["move_in"]),
        flying=int(row.get("fly_in", 0)),
        swimming=int(row.get("swim_in", 0)),
        burrowing=int(row.get("burrow_in", 0)),
        in_web=int(row.get("web_in", 0)),
        attacks=tuple(MonsterAttack(str(a["name"]), str(a["damage"]), int(a["count"])) for a in row["attacks"]),
        hug=row.get("hug"),
        size=str(row["size"]),
        legs=int(row.get("legs", 2)),
        magic_resistance=int(row["magic_resistance_pct"]),
        morale=FEARLESS if row.get("morale_never_checks") else int(row["morale_base_pct"]),
        surprises=str(row["surprises"]),
        surprised=str(row["surprised"]),
        initiative_die=int(row.get("initiative_die", 6)),
        intelligence=str(row["intelligence"]),
        undead=_undead(row),
        psionic=_psionic(row.get("psionic")),
        special=tuple(row.get("special", ())),
    )


def _undead(row: Row) -> str:
    """Its own row of the turning table, or "special" for undead that have none."""
    if "undead" not in row.get("special", ()):
        return ""
    named = by_id(rows("attack_tables", "turn_row"), "undead")
    return str(row["id"]) if row["id"] in named else "special"


def _psionic(row: Row | None) -> MonsterPsionic | None:
    if row is None:
        return None
    lowest, highest = (int(part) for part in str(row["ability"]).split(" ")[0].split("-"))
    attack, defense = (tuple(lookup_mode_by_letter(letter) for letter in row[key]) for key in ("attack", "defense"))
    return MonsterPsionic(lowest, highest, attack, defense)
