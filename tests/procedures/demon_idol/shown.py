"""Demon Idol's kinds of events: their fields, and the viewers of each field."""

from tests.rules.projection.listing import Listed, listed

KINDS: dict[str, Listed] = {
    "PhaseBegan": listed("phase"),
    "TurnPassed": listed("minutes"),
    "CasesNoted": listed("", "cases"),
    "Delayed": listed("who segments"),
    "Bled": listed("who left"),
    "Recovered": listed("who how", "target text"),
    "Triggered": listed("who by fires", "prepared", inside="deed"),
}

NEVER = {"CasesNoted"}
"""Kinds for the DM alone."""

OWNERS = {
    "Triggered": ("prepared",),
}
"""Fields for the DM and the player of the combatant that the event is about."""

AT_RANDOM: dict[str, set[str]] = {
    "demon_idol": {
        "PhaseBegan", "RosterRolled", "Delayed", "CasesNoted", "Prepared", "Triggered", "Retaliated", "MoraleCalled",
        "Bled", "Recovered", "TurnPassed", "MindChanged",
    },
}  # fmt: skip
"""Kinds that fights at random come to, by the procedure."""

LET_OUT = (
    ("deeds are shown with their places", "demon_idol", 48),
    ("combatants are shown whole", "demon_idol", 0),
)
"""Ways to tell a secret, each with the procedure and the number of a fight in which it is found."""
