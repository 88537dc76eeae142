"""The casts and preparations of the fights in the golden database, by procedure.

A procedure whose combatants have attributes of their own has its cast in tests/procedures/<name>/golden_fights.py, and
one with rulings of its own has values for them there.
"""

from typing import Any

from tests.any_procedure import FAMILY
from tests.registered import find_module

Entry = dict[str, Any]

PARTY: tuple[Entry, ...] = (
    {
        "id": "otis", "name": "Otis", "side": "party", "class": "ranger", "level": 5, "hp": 141, "played": True,
        "weapons": ["sword_long", "bow_long"], "reaction": 1, "position": [0, 0],
    },
    {
        "id": "tenser", "name": "Tenser", "side": "party", "class": "magic_user", "level": 9, "hp": 96, "played": True,
        "ac_dexterity": -3, "position": [-8, 4], "weapons": ["dagger"], "devices": ["wand_fire.fireball"],
        "spells": ["magic_user_sleep", "magic_user_web", "magic_user_magic_missile", "magic_user_haste"],
    },
    {
        "id": "jaroo", "name": "Jaroo", "side": "party", "class": "cleric", "level": 7, "hp": 138, "played": True,
        "weapons": ["mace_foot"], "devices": ["staff_curing"], "position": [-4, 8],
        "spells": ["cleric_cure_light_wounds", "cleric_bless", "cleric_hold_person"],
    },
    {
        "id": "burne", "name": "Burne", "side": "party", "class": "fighter", "level": 4, "hp": 110,
        "weapons": ["spear", "sword_short"], "position": [2, 6],
        "psionic": {"attack": 40, "defense": 90, "attack_modes": ["mind_thrust"], "defense_modes": ["mind_blank"]},
    },
)  # fmt: skip
FOES: tuple[Entry, ...] = (
    {"id": "orc", "name": "Orc", "side": "foes", "monster": "orc", "hp": 28, "count": 4, "position": [16, 0],
     "weapons": ["sword_short", "bow_short"]},
    {"id": "shaman", "name": "Shaman", "side": "foes", "class": "cleric", "level": 3, "hp": 60, "weapons": ["club"],
     "spells": ["cleric_hold_person", "cleric_bless"], "position": [30, 4]},
    {"id": "claws", "name": "Lizard", "side": "foes", "hd": "3", "natural": True, "hp": 55, "position": [10, 10],
     "weapons": [{"id": "claws", "natural": True, "length_ft": 2, "damage": "1d4"}]},
    {"id": "lurker", "name": "Lurker", "side": "foes", "monster": "bugbear", "hp": 60, "hidden": True,
     "position": [40, 0]},
    {"id": "wolf", "name": "Wolf", "side": "foes", "monster": "wolf", "hp": 11, "count": 2, "wave": 2,
     "position": [50, 6]},
    {"id": "troll", "name": "Troll", "side": "foes", "monster": "troll", "hp": 30, "wave": 9, "position": [60, 6]},
)  # fmt: skip
NEWCOMERS: tuple[Entry, ...] = (
    {"id": "ogre", "name": "Ogre", "side": "foes", "monster": "ogre", "hp": 22},
    {"id": "sneak", "name": "Sneak", "side": "foes", "monster": "goblin", "hp": 4, "hidden": True},
)
EFFECTS: tuple[Entry, ...] = (
    {
        "magic": ["magic_user_web"],
        "lasts": {"count": 2, "unit": "round"},
        "parts": [{"on": "failed", "name": "webbed", "changes": [{"what": "movement", "by": -3}]}],
    },
)
"""Changed effects, as prepared and as ruled."""

MAP: Entry = {
    "walls": [[[20, -20], [20, -4], [24, -4]]],
    "doors": [{"points": [[20, 8], [20, 12]]}, {"points": [[30, -8], [34, -8]], "hidden": True}],
    "rough": [[[4, -10], [10, -10], [10, -4]]],
}

RULINGS: tuple[tuple[str, str, object, bool, tuple[int, int] | None], ...] = (
    ("otis", "hp", 120, False, None), ("orc-1", "hp", 3, True, None), ("tenser", "blinded", "yes", False, (2, 3)),
    ("tenser", "blinded", "no", True, None), ("burne", "behind", "orc-2", False, None), ("jaroo", "ac", 3, True, None),
    ("orc-3", "moved", [12, -6], False, None), ("burne", "range", ["shaman", 25], False, None),
    ("claws", "hidden", "yes", True, None), ("claws", "appears", None, False, None),
    ("orc-4", "drops", "", False, None),
    ("shaman", "spells", ["cleric_bless"], True, None), ("orc-4", "fled", "yes", False, None),
    ("burne", "actions", 2, False, None), ("orc-2", "slowed", "yes", False, (9, 1)),
    ("orc-2", "effect_ends", "slowed", False, None),
)  # fmt: skip
"""Rulings on a combatant: who, what, the value, the secrecy, and the round and column in which it ends."""


def find_own(ruleset: str, name: str, usual: Any) -> Any:
    """Return what a procedure, or its layer, has under this name in its module of golden fights."""
    module = find_module(ruleset.partition("/")[0], "golden_fights")
    return getattr(module, name, usual)


def list_cast(ruleset: str) -> tuple[Entry, ...]:
    """Return the tables of the combatants of a procedure's fights."""
    cast: tuple[Entry, ...] = find_own(ruleset, "CAST", (*PARTY, *FOES))
    return cast


def list_newcomers(ruleset: str) -> tuple[Entry, ...]:
    """Return the tables of those who arrive while a fight is played."""
    newcomers: tuple[Entry, ...] = find_own(ruleset, "NEWCOMERS", NEWCOMERS)
    return newcomers


def list_rulings(ruleset: str) -> list[tuple[str, str, object, bool, tuple[int, int] | None]]:
    """Return the rulings on combatants that are made in a procedure's fights."""
    shared = RULINGS if ruleset in FAMILY else ()
    return [*shared, *find_own(ruleset, "RULINGS", ())]


def list_effects(ruleset: str) -> tuple[Entry, ...]:
    """Return the changed effects of magic; none where no table has them."""
    return EFFECTS if ruleset in FAMILY else ()
