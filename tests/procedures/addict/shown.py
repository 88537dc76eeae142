"""ADDICT's kinds of events: their fields, and the viewers of each field."""

from tests.rules.projection.listing import Listed, listed

KINDS: dict[str, Listed] = {
    "CantripTimed": listed("who spell later"),
}

PRIVATE = {"CantripTimed"}
"""Kinds for the DM and the player of the combatant they are about."""

AT_RANDOM: dict[str, set[str]] = {"addict": {"CantripTimed", "PrecedenceDropped"}}
"""Kinds that fights at random come to, by the procedure."""

LET_OUT = (
    ("what hidden ones do is shown", "addict", 0),
    ("hit points are shown", "addict", 39),
    ("foes keep their names", "addict", 0),
    ("orders are shown", "addict", 0),
    ("the DM's notes are shown", "addict", 0),
    ("numbers of effects are shown", "addict", 0),
    ("changed effects are shown", "addict", 0),
    ("effects changed in play are shown", "addict", 0),
    ("who is hidden is under an effect", "addict", 0),
    ("hidden dice are shown", "addict", 14),
)
"""Ways to tell a secret, each with the procedure and the number of a fight in which it is found."""
