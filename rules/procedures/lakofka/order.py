"""The base's order of deeds, except that a combatant's own steps follow one another."""

from dataclasses import replace

from rules.kernel.deeds import Deed
from rules.kernel.order import Order, Precedence, Relation, Sortable
from rules.kernel.state import State
from rules.procedures.adnd.comparing import is_any, is_either
from rules.procedures.adnd.deed_types import OnTheRun
from rules.procedures.adnd.precedence import SIDE, Decision, Pair, PrecedenceTable, Rule, before
from rules.procedures.adnd.several import earlier_step_first
from rules.procedures.lakofka.deed_types import Half, Thrown
from rules.procedures.lakofka.options import ids

# Types of deeds that only these rules have.


def is_half_move(deed: Deed) -> bool:
    """Return whether a deed is half of a move, made in the segment named for it."""
    return deed.status is Half


def is_throw(deed: Deed) -> bool:
    """Return whether a deed is the throw of a weapon in a charge."""
    return deed.status in (Thrown, OnTheRun)


# 6.1 and 8.8: a combatant's own deeds.


def throw_before_charge(state: State, throw: Deed, deed: Deed) -> Decision | None:
    """Put a throw before all else of the same step."""
    return before() if throw.step == deed.step and not is_throw(deed) else None


ONE_BY_ONE = 95
"""A rank above all that orders the deeds of different combatants."""

RULES = (
    Rule("6.1", ONE_BY_ONE, is_any, is_any, earlier_step_first, Pair.OWN, also=("0.1",)),
    Rule("8.8.cost", ONE_BY_ONE, is_throw, is_any, throw_before_charge, Pair.OWN),
)
"""The rules that precede the base's, in the text's order."""

TABLE = PrecedenceTable(RULES, ids)


def lay_over(base: Order) -> Order:
    """Return the order of the base with the layer's own rules before it."""

    def precede(state: State, a: Deed, b: Deed) -> Precedence | None:
        if a.who == b.who and (own := TABLE.ask(Pair.OWN, state, a, b)) is not None:
            return own
        if is_either(is_half_move, a, b):
            return None  # a half move has its own segment, independent of other deeds
        answer = base.precede(state, a, b)
        return untie_steps(answer, a, b) if answer is not None else None

    def get_key(state: State, deed: Deed) -> Sortable:
        return (0, deed.number) if is_half_move(deed) else (1, base.key(state, deed))

    def is_shared(state: State, deed: Deed) -> bool:
        return is_half_move(deed) or base.shared(state, deed)

    return replace(base, precede=precede, key=get_key, shared=is_shared)


def untie_steps(answer: Precedence, a: Deed, b: Deed) -> Precedence:
    """Put an earlier step before a later one, where deeds would be together.

    Steps are counted from the first that is no movement. So a deed after a step of movement is still together with
    deeds that others do at once. If the order compared times, a deed stays together with what falls in its time.
    """
    if (a.timed or b.timed) and answer.rank > SIDE:
        return answer
    one, other = a.step - a.lead, b.step - b.lead
    if answer.relation is not Relation.TOGETHER or one == other:
        return answer
    relation = Relation.BEFORE if one < other else Relation.AFTER
    return Precedence(relation, answer.rank, (*answer.clauses, *ids("6.1")), answer.numbers)
