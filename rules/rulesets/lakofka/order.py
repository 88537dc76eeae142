"""The base's order, but that a figure does what it declared one after another."""

from dataclasses import replace

from rules.order import Order, Precedence, Sortable
from rules.rulesets.lakofka.deeds import HALF
from rules.rulesets.lakofka.options import ids
from rules.state import Deed, State

ONE_BY_ONE = 95
"""Stronger than anything that orders the deeds of different figures."""


def laid_over(base: Order) -> Order:
    """The order of the base, with a figure's own steps in the order declared.

    Of deeds that would be together, an earlier step goes before a later one. Steps are counted from the first that is
    no movement: what somebody does after stepping out is still together with what others do at once.
    """

    def precede(state: State, a: Deed, b: Deed) -> Precedence | None:
        if a.who == b.who and a.step != b.step:
            return Precedence("before" if a.step < b.step else "after", ONE_BY_ONE, ids("6.1", "0.1"))
        if a.who == b.who and (_throws(a) or _throws(b)):
            return Precedence("before" if _throws(a) else "after", ONE_BY_ONE, ids("8.8.cost"))
        if HALF in (a.part, b.part):
            return None  # it is made in the segment that was named, whatever others do
        answer = base.precede(state, a, b)
        if answer is None or answer.relation != "together" or a.timed or b.timed:
            return answer
        one, other = a.step - a.lead, b.step - b.lead
        if one == other:
            return answer
        return Precedence(
            "before" if one < other else "after", answer.rank, (*answer.clauses, *ids("6.1")), answer.numbers
        )

    def key(state: State, deed: Deed) -> Sortable:
        return (0, deed.number) if deed.part == HALF else (1, base.key(state, deed))

    def shared(state: State, deed: Deed) -> bool:
        return deed.part == HALF or base.shared(state, deed)

    return replace(base, precede=precede, key=key, shared=shared)


def _throws(deed: Deed) -> bool:
    return deed.kind == "missile" and deed.part in ("throw", "running")
