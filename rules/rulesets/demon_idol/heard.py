"""Hearing an order: its letter is cited, hesitation noted, and a blow at someone too far off becomes closing."""

from rules import events as e
from rules.adnd import hearing
from rules.battlefield import in_melee_distance
from rules.effects import Answer
from rules.rulesets.demon_idol.bars import SURPRISE_SEGMENTS
from rules.rulesets.demon_idol.deeds import WHOLE_ROUND, comes_at
from rules.rulesets.demon_idol.options import ids, option
from rules.state import OpenQuestion, State, evolve


def heard(state: State, question: OpenQuestion, answer: Answer) -> tuple[e.Event, ...]:
    """The order as declared and sealed; what was lost by hesitating comes before it."""
    declared, sealed = hearing.heard(state, question, answer)
    assert isinstance(declared, e.Declared)
    order = declared.declaration
    cited = ["LIST", f"LIST.{order.action}"]
    if state.stage == SURPRISE_SEGMENTS:
        declared.clauses = ids("5.1", *cited)
        declared.declaration = evolve(order, delay=0, when="")
        return declared, sealed
    if order.when:
        cited += ["6.prepare", *(("8.PREP.start",) if order.how == "spell" else ())]
    counted = bool(option(state, "delay_timer"))
    delay = min(WHOLE_ROUND, order.delay) if counted else 0
    too_far = order.action == "G" and not in_melee_distance(state, order.who, order.targets[0])
    if too_far and comes_at(state, order.targets[0], order.who) is None and not order.when:
        order = evolve(order, becomes="close")
        cited.append("LIST.E")
    declared.declaration = evolve(order, delay=delay)
    declared.clauses = ids(*cited)
    if not delay:
        return declared, sealed
    paused = ("FN.10",) if answer.get("paused") else ()
    return e.Delayed(who=order.who, segments=delay, clauses=ids("6.3.delay", *paused)), declared, sealed
