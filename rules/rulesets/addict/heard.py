"""Hearing an order in ADDICT: a blow at someone too far off is noted, with the clause that turns it into closing."""

from rules import events as e
from rules.adnd import hearing
from rules.battlefield import in_melee_distance
from rules.effects import Answer
from rules.rulesets.addict.bars import SURPRISE_SEGMENTS
from rules.rulesets.addict.options import ids
from rules.state import OpenQuestion, State, evolve


def heard(state: State, question: OpenQuestion, answer: Answer) -> tuple[e.Event, ...]:
    """The order as declared and sealed; VII.B where it comes to closing, I.D in a segment of surprise."""
    declared, sealed = hearing.heard(state, question, answer)
    assert isinstance(declared, e.Declared)
    order = declared.declaration
    if state.stage == SURPRISE_SEGMENTS:
        declared.clauses = ids("I.D")
    elif order.action == "G" and not in_melee_distance(state, order.who, order.targets[0]):
        declared.clauses = ids("VII.B")
        declared.declaration = evolve(order, becomes="close")
    else:
        declared.clauses = ids("II-IV")
    return declared, sealed
