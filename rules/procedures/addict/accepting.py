"""Declarations in ADDICT.

A blow at a target too far off is noted with the clause that turns it into closing.
"""

from rules.kernel import events as e
from rules.kernel.battlefield import is_in_melee_distance
from rules.kernel.effects import Answer
from rules.kernel.state import OpenQuestion, State, add_own
from rules.procedures.addict.options import ids
from rules.procedures.addict.surprise import SURPRISE_SEGMENTS
from rules.procedures.adnd import accepting
from rules.procedures.adnd.declaration_types import ClosesInstead, Strike


def accept(state: State, question: OpenQuestion, answer: Answer) -> tuple[e.Event, ...]:
    """Return the events of a declaration and its seal.

    The declaration cites VII.B where it becomes closing, I.D in a segment of surprise, and II-IV otherwise.
    """
    declared, sealed = accepting.accept(state, question, answer)
    assert isinstance(declared, e.Declared)
    order = declared.declaration
    if state.stage == SURPRISE_SEGMENTS:
        declared.clauses = ids("I.D")
    elif isinstance(order, Strike) and not is_in_melee_distance(state, order.who, order.targets[0]):
        declared.clauses = ids("VII.B")
        declared.declaration = add_own(order, ClosesInstead())
    else:
        declared.clauses = ids("II-IV")
    return declared, sealed
