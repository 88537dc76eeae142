"""Dew's fights of the golden database: the cast, and values for its own rulings."""

from typing import Any

Entry = dict[str, Any]

CAST: tuple[Entry, ...] = (
    {"id": "bran", "name": "Bran", "side": "party", "played": True, "position": [0, 0], "dew": {"like": "bran"}},
    {"id": "otis", "name": "Otis", "side": "party", "played": True, "position": [-2, 3],
     "dew": {"st": 15, "dx": 14, "en": 18, "bd": 8, "active_blows": 2, "reactive_blows": 1, "ac": [6, -1, 1],
             "move": 8, "spells": [{"name": "ward", "en_cost": 2}],
             "weapons": [{"id": "axe", "weight": "medium", "breakage": 90, "motion": "swing", "carried": "hand",
                          "modes": [{"mode": "1h", "use": "melee", "hit_number": 12, "damage": "1D8+1",
                                     "crit_default": 6, "reach": 3, "parry": 2}]}]}},
    {"id": "cora", "name": "Cora", "side": "foes", "position": [3, 0], "dew": {"like": "cora"}},
    {"id": "dain", "name": "Dain", "side": "foes", "position": [3, -8], "dew": {"like": "dain"}},
    {"id": "thug", "name": "Thug", "side": "foes", "count": 2, "position": [5, 4], "dew": {"like": "dain"}},
    {"id": "lurker", "name": "Lurker", "side": "foes", "hidden": True, "position": [12, 4], "dew": {"like": "cora"}},
    {"id": "late", "name": "Late", "side": "foes", "wave": 2, "position": [14, 0], "dew": {"like": "bran"}},
    {"id": "later", "name": "Later", "side": "foes", "wave": 9, "position": [14, 2], "dew": {"like": "bran"}},
)  # fmt: skip
NEWCOMERS: tuple[Entry, ...] = (
    {"id": "ogre", "name": "Ogre", "side": "foes", "position": [9, 0], "dew": {"like": "dain"}},
    {"id": "sneak", "name": "Sneak", "side": "foes", "hidden": True, "position": [9, 5], "dew": {"like": "cora"}},
)
RULINGS = (
    ("bran", "en", 15, False, None), ("cora", "bd", 6, True, None), ("dain", "fallen", "yes", False, None),
    ("dain", "fallen", "no", False, None), ("otis", "damaged", 2, False, None), ("otis", "charged", 1, True, None),
    ("bran", "refunded", [1, 0, 1, 0, 1, 1], False, None), ("bran", "blows", [2, 1], False, None),
    ("cora", "ac_mod1", -2, True, None), ("bran", "great_blow", [0, 1, 3, 1], False, None),
    ("otis", "fall_die", 30, False, None), ("bran", "prepared", ["great_axe", "2h", 1], False, None),
    ("thug-1", "forbidden", "no room", True, None), ("cora", "dropped", "shield", False, None),
    ("otis", "broken", "axe", False, None), ("dain", "dx", 9, False, None),
    ("dain", "pair_range", ["bran", 4], False, None), ("thug-2", "conscious", "no", False, None),
    ("thug-2", "alert", "no", True, None), ("dain", "ends_movement", None, False, None),
    ("thug-1", "hidden", "yes", True, None), ("thug-1", "appears", None, False, None),
    ("dain", "moved", [4, -6], False, None),
)  # fmt: skip
REOPENED: dict[str, str] = {}
"""The rule that changed, by the name of the fight: its round is reopened before it goes on."""
