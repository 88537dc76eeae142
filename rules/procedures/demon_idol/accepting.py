"""Declarations: a letter cited, hesitation noted, and a blow too far off made closing."""

from rules.kernel import events as e
from rules.kernel.battlefield import in_melee_distance
from rules.kernel.effects import Answer
from rules.kernel.state import OpenQuestion, State, evolve
from rules.procedures.adnd import accepting
from rules.procedures.demon_idol.deeds import WHOLE_ROUND, comes_at
from rules.procedures.demon_idol.events import Delayed
from rules.procedures.demon_idol.options import ids, option
from rules.procedures.demon_idol.restrictions import SURPRISE_SEGMENTS


def accept(state: State, question: OpenQuestion, answer: Answer) -> tuple[e.Event, ...]:
    """Return the events of a declaration: any segments lost, the declaration, and its seal."""
    declared, sealed = accepting.accept(state, question, answer)
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
    return Delayed(who=order.who, segments=delay, clauses=ids("6.3.delay", *paused)), declared, sealed
