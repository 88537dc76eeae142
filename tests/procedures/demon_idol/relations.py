"""Demon Idol: the clauses that are exempted from relations, and fights in which they are."""

from rules.kernel import events as e
from tests.registered import lying_over
from tests.rules.relations.exemptions import (
    AWAITED,
    RENAMED,
    REORDERED,
    ROSTER,
    STRANGERS,
    SWAPPED,
    TIMES,
    Exemption,
    by_roster,
    circle,
    comes_later,
    earliest,
    goes_by_the_clock,
    heads,
    over,
    over_later,
)  # fmt: skip

BY_SIDES = "demon_idol"
HERE = lying_over(BY_SIDES)
LAYERS = tuple(id for id in HERE if id != BY_SIDES)
"""The layers over it, to which some exemptions are confined: no fight without a layer has shown them."""

OFF_THE_AXES = HERE
"""Procedures whose fights go the same off the axes, and reach nobody from farther off."""

CIRCLE = circle("DEMON.8.OOS", HERE)
MORALE = heads("DEMON.4.2", HERE)

EXEMPTIONS: dict[str, tuple[Exemption, ...]] = {
    RENAMED: (circle("DEMON.8.OOS", LAYERS),),
    REORDERED: (
        CIRCLE,
        Exemption("DEMON.8.SIM", HERE, ROSTER, lambda case: earliest(by_roster(case), case.first(e.ChargeBegan))),
    ),
    SWAPPED: (MORALE,),
    STRANGERS: (
        Exemption(
            "DEMON.8.2", HERE, "the winners' whole list is worked out before the losers'",
            comes_later, {"clocks": False, "ordered": False, "but": ("Noticed", "Warned")},
        ),
        Exemption("DEMON.8.1", HERE, TIMES, goes_by_the_clock),
        over("DEMON.11.2", HERE),
        over_later("DEMON.11.2", HERE),
        MORALE,
    ),
    AWAITED: (over("DEMON.11.2", HERE), MORALE),
}  # fmt: skip

EXEMPTED = (
    ("demon_idol", "strangers", "DEMON.8.2", "whole list", 5),
    ("demon_idol", "sides swapped", "DEMON.4.2", "heads", 4),
    ("demon_idol", "strangers", "DEMON.8.1", "the clock", 7),
    ("demon_idol", "order of the roster", "DEMON.8.OOS", "circle", 51),
    ("demon_idol", "order of the roster", "DEMON.8.SIM", "of one side", 201),
    ("demon_idol", "strangers", "DEMON.11.2", "over", 208),
    ("demon_idol", "strangers", "DEMON.11.2", "put off", 1157),
    ("demon_idol", "strangers", "DEMON.4.2", "heads", 1130),
    ("demon_idol", "one who awaits", "DEMON.11.2", "over", 7),
    ("demon_idol", "one who awaits", "DEMON.4.2", "heads", 584),
)
"""Fights in which an exemption applies: procedure, relation, clause, a word of why, and the number."""
