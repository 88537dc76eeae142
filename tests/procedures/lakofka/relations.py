"""Lakofka's ten rules: the clauses exempted from relations, and fights that show them."""

from collections import Counter

from rules.kernel import events as e
from rules.procedures.lakofka.deed_types import Half
from tests.registered import layered_by
from tests.rules.relations.exemptions import (
    FOLLOWS_FROM_THERE,
    NEAR_A_LIMIT,
    REORDERED,
    STRANGERS,
    WAY_TURNED_ASIDE,
    Case,
    Exemption,
    comes_later,
    earliest,
)
from tests.rules.relations.playing import Column, column


def goes_by_halves(case: Case) -> Column | None:
    """Return where a half of a move waits for the segment that was named for it."""
    parts = [deed[3] for each in (case.one, case.other) for moment in each.moments for deed in moment.deeds]
    return comes_later(case) if Half.word in parts else None


def defends_against_two(case: Case) -> Column | None:
    """Return where somebody first strikes in defence who wants to at two attackers in a round."""
    wanted = Counter(
        (round, who)
        for (round, question, who, *_), said in case.one.answers.items()
        if question == "retaliate" and said is not None and said.get("choice") == "yes"
    )
    return earliest(
        *(
            column(event)
            for each in (case.one, case.other)
            for event in each.events
            if isinstance(event, e.Retaliated) and wanted[event.round, event.who] > 1
        )
    )


EXEMPTIONS: dict[str, tuple[Exemption, ...]] = {
    REORDERED: (
        Exemption(
            "LAKOFKA.9.3", layered_by("lakofka"),
            "with one blow left for two attackers the first of the roster gets it", defends_against_two,
        ),
    ),
    STRANGERS: (
        Exemption(
            "LAKOFKA.6.2", layered_by("lakofka"),
            "a half of a move goes by the clock, and what waits for a stranger comes after it", goes_by_halves,
        ),
    ),
}  # fmt: skip

EXEMPTED = (
    ("lakofka", "strangers", "ADDICT.VII", "over", 120),
    ("lakofka", "strangers", "ADDICT.VII", "worked out", 2845),
    ("lakofka", "order of the roster", "LAKOFKA.9.3", "one blow left", 2711),
    ("lakofka/demon_idol", "strangers", "LAKOFKA.6.2", "half", 7171),
    ("lakofka", "strangers", "ADDICT.VII", "less of a task", 302),
    ("lakofka/demon_idol", "strangers", "DEMON.4.2", "heads", 1732),
    ("lakofka/demon_idol", "strangers", "DEMON.8.2", "whole list", 4246),
    ("lakofka/demon_idol", "names and mixing of the sides", "DEMON.8.OOS", "circle", 412),
)
"""Fights in which an exemption applies: procedure, relation, clause, a word of why, and the number."""

EXEMPTED_MOVED = (
    ("lakofka", WAY_TURNED_ASIDE),
    ("lakofka", FOLLOWS_FROM_THERE),
    ("lakofka", NEAR_A_LIMIT),
)
"""Fights that are exempted where they are moved: procedure and name."""
