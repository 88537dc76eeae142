"""Crucible: the clauses that are exempted from relations, and fights in which they are."""

from rules.kernel import events as e
from tests.rules.relations import changes
from tests.rules.relations.exemptions import (
    AWAITED,
    REORDERED,
    ROSTER,
    STRANGERS,
    Case,
    Exemption,
    Relation,
    by_roster,
    earliest,
    heads,
    over,
)  # fmt: skip
from tests.rules.relations.playing import Column, column

HERE = ("crucible",)

OFF_THE_AXES = HERE
"""The procedure whose fights go the same off the axes, and reach nobody from farther off."""


def averages_apart(case: Case) -> Column | None:
    """Return where a stranger first changes the average dexterity of a side.

    By option that average counts.
    """
    if case.one.fight.options.get("crucible.dex_mod") != "average":
        return None
    rolled = [
        {
            (event.round, event.side, event.number): column(event)
            for event in each.events
            if isinstance(event, e.InitiativeRolled)
        }
        for each in (case.one, case.other)
    ]
    return earliest(*(rolled[0][key] for key in rolled[0] if key not in rolled[1]))


def ties_apart(case: Case) -> Column | None:
    """Return the count of a stranger who alone goes by the die of a side.

    By option the others of that side roll dice of their own.
    """
    if not case.one.fight.options.get("crucible.individual_rolls"):
        return None
    rolled = [
        {(event.round, event.side): event.number for event in each.events if isinstance(event, e.InitiativeRolled)}
        for each in (case.one, case.other)
    ]
    return earliest(*((key[0], number) for key, number in rolled[1].items() if key[1] and key not in rolled[0]))


def completes(case: Case) -> Column | None:
    """Return the count on which a stranger first completes a spell or the use of a device."""
    kinds = (e.SpellCompleted, e.DeviceUsed)
    return case.find_first(lambda event: isinstance(event, kinds) and event.who in changes.STRANGERS)


OF_A_SIDE = (
    Exemption("CRUCIBLE.II.A", HERE, "the average dexterity of a side counts everybody", averages_apart),
    Exemption(
        "CRUCIBLE.WD.DR.4", HERE, "who disengages comes after everybody's turn",
        lambda case: case.citing("CRUCIBLE.WD.DR.3"), {"clocks": False, "ordered": False},
    ),
    over("CRUCIBLE.II.A", HERE),
    heads("CRUCIBLE.WD.MOR.3", HERE),
    Exemption("CRUCIBLE.II.F", HERE, "a count is a tie where a stranger's die brings it there too", ties_apart),
)  # fmt: skip
"""What counts one more of a side, whatever that one does."""

EXEMPTIONS: dict[str, tuple[Exemption, ...]] = {
    REORDERED: (
        Exemption("CRUCIBLE.II.A", HERE, ROSTER, by_roster),
        Exemption(
            "CRUCIBLE.WD.FB.3", HERE, "a parry is named after the first of the roster of those it is against",
            lambda case: case.first(e.Parried), {"but": ("Parried",)},
        ),
    ),
    STRANGERS: (
        *OF_A_SIDE,
        Exemption("CRUCIBLE.II.F", HERE, "a count is a tie where a stranger's spell or device is complete", completes),
    ),
    AWAITED: OF_A_SIDE,
}  # fmt: skip

RELATIONS = (Relation("a step of no length", changes.stepped, HERE, trusted=False),)

EXEMPTED = (
    ("crucible", "strangers", "CRUCIBLE.II.A", "average", 924),
    ("crucible", "strangers", "CRUCIBLE.WD.MOR.3", "heads", 13),
    ("crucible", "order of the roster", "CRUCIBLE.II.A", "of one side", 53),
    ("crucible", "order of the roster", "CRUCIBLE.WD.FB.3", "a parry", 2929),
    ("crucible", "strangers", "CRUCIBLE.II.A", "over", 333),
    ("crucible", "strangers", "CRUCIBLE.WD.DR.4", "disengages", 215),
    ("crucible", "strangers", "CRUCIBLE.II.F", "die brings", 1286),
    ("crucible", "strangers", "CRUCIBLE.II.F", "is complete", 560),
    ("crucible", "one who awaits", "CRUCIBLE.II.F", "die brings", 974),
    ("crucible", "one who awaits", "CRUCIBLE.WD.MOR.3", "heads", 115),
    ("crucible", "one who awaits", "CRUCIBLE.II.A", "over", 360),
    ("crucible", "one who awaits", "CRUCIBLE.II.A", "average", 924),
    ("crucible", "one who awaits", "CRUCIBLE.WD.DR.4", "disengages", 318),
)
"""Fights in which an exemption applies: procedure, relation, clause, a word of why, and the number."""

OTHERWISE = {
    (REORDERED, "crucible/WD.FB.8.both.toml"): "who follows is asked about two, and the file has one answer for both",
    (AWAITED, "crucible/WD.MOR.3.toml"): "WD.MOR.3: the losses by which a check is due are counted by heads",
}
"""Files that go otherwise by a relation, with the reason."""
