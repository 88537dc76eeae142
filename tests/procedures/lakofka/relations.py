"""Lakofka's ten rules: the clauses exempted from relations, and fights that show them."""

from rules.procedures.lakofka.deed_types import Half
from tests.registered import layered_by
from tests.rules.relations.exemptions import STRANGERS, Case, Exemption, comes_later
from tests.rules.relations.playing import Column


def goes_by_halves(case: Case) -> Column | None:
    """Return where a half of a move waits for the segment that was named for it."""
    parts = [deed[3] for each in (case.one, case.other) for moment in each.moments for deed in moment.deeds]
    return comes_later(case) if Half.word in parts else None


EXEMPTIONS: dict[str, tuple[Exemption, ...]] = {
    STRANGERS: (
        Exemption(
            "LAKOFKA.6.2", layered_by("lakofka"),
            "a half of a move goes by the clock, and what waits for a stranger comes after it", goes_by_halves,
        ),
    ),
}  # fmt: skip

EXEMPTED = (
    ("lakofka", "strangers", "ADDICT.VII", "over", 120),
    ("lakofka/demon_idol", "strangers", "LAKOFKA.6.2", "half", 7171),
    ("lakofka", "strangers", "ADDICT.VII", "less of a task", 302),
    ("lakofka/demon_idol", "strangers", "DEMON.4.2", "heads", 1732),
    ("lakofka/demon_idol", "strangers", "DEMON.8.2", "whole list", 4246),
    ("lakofka/demon_idol", "names and mixing of the sides", "DEMON.8.OOS", "circle", 412),
)
"""Fights in which an exemption applies: procedure, relation, clause, a word of why, and the number."""
