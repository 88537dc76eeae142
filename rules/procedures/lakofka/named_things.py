"""The things that the ten rules name, by the ids of the tables as which they count."""

from rules.reference import ARMOR

DAGGERS = frozenset({"dagger"})
DARTS = frozenset({"dart"})
BOWS = frozenset(
    {
        "bow_composite_long",
        "bow_composite_short",
        "bow_long",
        "bow_short",
        "crossbow_heavy",
        "crossbow_light",
        "crossbow_speed",
    }
)

NAMED_STAVES = frozenset({"staff_magi", "staff_striking"})
"""Staves that are devices for blows and for their power alike (3.2)."""
STAVES = NAMED_STAVES | {
    "staff_command",
    "staff_curing",
    "staff_power",
    "staff_quarter",
    "staff_serpent",
    "staff_withering",
}

WANDS_OF_MISSILES = frozenset({"wand_magic_missiles"})
"""Wands that discharge two magic missiles for one attack (3.6)."""

WORN_AGAINST_FALLS = frozenset({"ring_feather_falling"})
"""What saves its wearer from a fall (5.4)."""

EXEMPT = frozenset({"ring_protection", "cloak_protection", ARMOR})
"""What is put on and taken off for nothing (5.10)."""
