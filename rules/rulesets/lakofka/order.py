"""The base's order, but that a figure does what it declared one after another."""

from dataclasses import replace

from rules.order import Order, Precedence
from rules.rulesets.lakofka.options import ids
from rules.state import Deed, State

ONE_BY_ONE = 95
"""Stronger than anything that orders the deeds of different figures."""


def laid_over(base: Order) -> Order:
    """The order of the base, with a figure's own steps in the order declared.

    Of deeds that would be together, one that is somebody's first goes before another's second.
    """

    def precede(state: State, a: Deed, b: Deed) -> Precedence | None:
        if a.who == b.who and a.step != b.step:
            return Precedence("before" if a.step < b.step else "after", ONE_BY_ONE, ids("6.1", "0.1"))
        if a.who == b.who and _throws(a) != _throws(b):
            return Precedence("before" if _throws(a) else "after", ONE_BY_ONE, ids("8.8.cost"))
        answer = base.precede(state, a, b)
        if answer is None or answer.relation != "together" or a.step == b.step or a.timed or b.timed:
            return answer
        first = "before" if a.step < b.step else "after"
        return Precedence(first, answer.rank, (*answer.clauses, *ids("6.1")), answer.numbers)

    return replace(base, precede=precede)


def _throws(deed: Deed) -> bool:
    return deed.kind == "missile" and deed.part in ("throw", "running")
