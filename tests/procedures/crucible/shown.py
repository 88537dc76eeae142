"""Crucible's kinds of events: their fields, and the viewers of each field."""

from tests.rules.projection.listing import Listed, listed

KINDS: dict[str, Listed] = {
    "TurnBegan": listed("who count", "anew"),
    "Engaged": listed("who target", "apart"),
    "MissileHeld": listed("who weapon", "lost"),
    "HeldToCourse": listed("who held"),
}

AT_RANDOM: dict[str, set[str]] = {"crucible": {"TurnBegan", "Warned", "Engaged", "Parried", "Dropped", "HeldToCourse"}}
"""Kinds that fights at random come to, by the procedure."""

LET_OUT = (("a question to one is shown to all", "crucible", 17),)
"""Ways to tell a secret, each with the procedure and the number of a fight in which it is found."""
