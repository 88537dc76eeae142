"""Lakofka's kinds of events: their fields, and the viewers of each field."""

from rules.procedures.lakofka.state import Appearance, Spent
from tests.rules.canaries import NUMBER, WORD
from tests.rules.projection.listing import Listed, listed

KINDS: dict[str, Listed] = {
    "ActionCounted": listed("who what", "sort cost limit attack", inside="deed spent"),
    "Observed": listed("who what", inside="known"),
    "Noticed": listed("who needed face automatic", "target notices modifier told behind what"),
    "Thwarted": listed("who against", "needed face works"),
    "BalanceTried": listed("who weapon face balanced"),
    "DefenceChosen": listed("who against"),
    "WeaponsCompared": listed("weapon other opposes"),
}

NEVER = {"Observed", "WeaponsCompared"}
"""Kinds for the DM alone."""

PRIVATE = {"ActionCounted", "DefenceChosen", "Noticed"}
"""Kinds for the DM and the player of the combatant they are about."""

OWNERS = {
    "Thwarted": ("needed",),
}
"""Fields for the DM and the player of the combatant that the event is about."""

RECORDS = {"Spent": Spent(actions=NUMBER), "Appearance": Appearance(at_back_of=WORD)}
"""What the events keep, by its type."""

SAMPLES = {"spent": Spent(), "known": Appearance()}
"""The same with nothing in it, by the field."""

AT_RANDOM: dict[str, set[str]] = {
    "lakofka": {
        "ActionCounted", "Observed", "Noticed", "Parried", "DefenceChosen", "Retaliated", "Warned", "MindChanged",
        "Thwarted", "DeviceFailed", "PrecedenceDropped",
    },
    "lakofka/demon_idol": {
        "ActionCounted", "Observed", "Noticed", "Parried", "DefenceChosen", "Retaliated", "Warned", "MindChanged",
        "Thwarted", "Prepared", "Triggered", "PrecedenceDropped",
    },
}  # fmt: skip
"""Kinds that fights at random come to, by the procedure."""

LET_OUT = (
    ("what a die needed is shown", "lakofka", 6),
    ("secret rulings are shown", "lakofka/demon_idol", 2),
)
"""Ways to tell a secret, each with the procedure and the number of a fight in which it is found."""
