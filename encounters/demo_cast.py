"""The combatants of the demo fight, which new sheets begin with, too."""

from collections.abc import Mapping

from rules.api import Procedure

PARTY: tuple[Mapping[str, object], ...] = (
    {
        "id": "otis", "name": "Otis", "side": "party", "class": "ranger", "level": 4, "played": True, "hp": 38, "ac": 4,
        "load": "heavy", "weapons": ["sword_long", "bow_long"], "position": [12, 20], "strength": 16,
    },
    {
        "id": "tenser", "name": "Tenser", "side": "party", "class": "magic_user", "level": 5, "played": True, "hp": 14,
        "ac": 7, "ac_dexterity": -3, "reaction": 2, "attacking": 2, "weapons": ["staff_quarter", "dagger"],
        "spells": ["magic_user_web", "magic_user_magic_missile", "magic_user_sleep", "magic_user_shield"],
        "position": [8.5, 28],
    },
    {
        "id": "serten", "name": "Serten", "side": "party", "class": "cleric", "level": 4, "played": True, "hp": 24,
        "ac": 4, "load": "heavy", "weapons": ["mace_foot"],
        "spells": ["cleric_cure_light_wounds", "cleric_cure_light_wounds", "cleric_bless", "cleric_hold_person"],
        "position": [13, 35],
    },
)  # fmt: skip
ORC = {"side": "foes", "monster": "orc"}
FOES: tuple[Mapping[str, object], ...] = (
    {"id": "orc", "name": "Orc", **ORC, "hp": 6, "weapons": ["spear"], "count": 2, "position": [66, 26]},
    {"id": "orc-3", "name": "Orc 3", **ORC, "hp": 5, "weapons": ["bow_short", "dagger"], "position": [38, 12.5]},
    {"id": "orc-4", "name": "Orc 4", **ORC, "hp": 7, "weapons": ["axe_battle"], "position": [20, 27]},
    {
        "id": "shaman", "name": "Shaman", "side": "foes", "class": "cleric", "level": 3, "hp": 16, "ac": 5,
        "weapons": ["staff_quarter"], "spells": ["cleric_hold_person", "cleric_remove_fear.reversed"],
        "position": [33, 10.5],
    },
)  # fmt: skip


def list_cast(procedure: Procedure) -> tuple[Mapping[str, object], ...]:
    """Return the combatants of the demo: a procedure's ready-made ones where it has a sheet."""
    return (*PARTY, *FOES) if procedure.own_sheet is None else procedure.own_sheet.list_ready_party()
