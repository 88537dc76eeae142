"""ADDICT: the clauses that are exempted from relations, and fights in which they are."""

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
    goes_by_the_clock,
    heads,
    lost_by_a_slot,
    over,
    stranger_strikes,
    task_goes_on,
)  # fmt: skip

BY_SIDES = "addict"
HERE = lying_over(BY_SIDES)
LAYERS = tuple(id for id in HERE if id != BY_SIDES)
"""The layers over it, to which some exemptions are confined: no fight without a layer has shown them."""

OFF_THE_AXES = HERE
"""Procedures whose fights go the same off the axes, and reach nobody from farther off."""

CIRCLE = circle("ADDICT interpretation.cycles", HERE)

EXEMPTIONS: dict[str, tuple[Exemption, ...]] = {
    RENAMED: (CIRCLE,),
    REORDERED: (CIRCLE, Exemption("ADDICT ordering.step_2", HERE, ROSTER, by_roster)),
    SWAPPED: (heads("ADDICT.II-IV", HERE),),
    STRANGERS: (
        Exemption(
            "ADDICT.VII.A", HERE, "routine slots order all attacks of the round, at whomever they are aimed",
            stranger_strikes, {"moments": False},
        ),
        Exemption(
            "ADDICT.VII.A", HERE, "an attack that such a slot puts off may come too late for its target", lost_by_a_slot
        ),
        Exemption(
            "ADDICT.VII", HERE, "what the winners do is worked out before what the losers do, however late it is",
            comes_later, {"clocks": False, "ordered": False, "but": ("Noticed", "Warned")},
        ),
        Exemption(
            "ADDICT.VII", LAYERS, "less of a task is done in the round, after an act that waits for a winner's",
            task_goes_on, {"clocks": False, "ordered": False, "but": ("Noticed", "Warned", "TaskContinues")},
        ),
        Exemption("ADDICT.V", HERE, TIMES, goes_by_the_clock),
        over("ADDICT.VII", HERE),
    ),
    AWAITED: (over("ADDICT.VII", HERE),),
}  # fmt: skip

EXEMPTED = (
    ("addict", "strangers", "ADDICT.VII.A", "slots", 2),
    ("addict", "strangers", "ADDICT.VII.A", "too late", 4505),
    ("addict", "strangers", "ADDICT.VII", "worked out", 3),
    ("addict", "strangers", "ADDICT.VII", "over", 2327),
    ("addict", "one who awaits", "ADDICT.VII", "over", 751),
    ("addict", "order of the roster", "ADDICT ordering.step_2", "of one side", 8),
    ("addict", "sides swapped", "ADDICT.II-IV", "heads", 27),
    ("addict", "order of the roster", "ADDICT interpretation.cycles", "circle", 33),
    ("addict", "strangers", "ADDICT.V", "the clock", 635),
    ("addict", "names and mixing of the sides", "ADDICT interpretation.cycles", "circle", 650),
)
"""Fights in which an exemption applies: procedure, relation, clause, a word of why, and the number."""
