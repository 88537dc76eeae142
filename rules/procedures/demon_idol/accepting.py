"""Declarations: a letter cited, hesitation noted, and a blow too far off made closing."""

from rules.kernel import events as e
from rules.kernel.battlefield import is_in_melee_distance
from rules.kernel.effects import Answer
from rules.kernel.state import OpenQuestion, State, add_own, without_own
from rules.procedures.adnd import accepting
from rules.procedures.adnd.declaration_types import Cast, ClosesInstead, Strike
from rules.procedures.demon_idol.declaration_types import Hesitation, Preparation
from rules.procedures.demon_idol.deeds import WHOLE_ROUND, find_arrival_segment
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
        declared.declaration = without_own(order, Hesitation, Preparation)
        return declared, sealed
    prepared = order.has(Preparation)
    if prepared:
        cited += ["6.prepare", *(("8.PREP.start",) if isinstance(order, Cast) else ())]
    counted = bool(option(state, "delay_timer"))
    delay = min(WHOLE_ROUND, order.own(Hesitation).delay) if counted else 0
    too_far = isinstance(order, Strike) and not is_in_melee_distance(state, order.who, order.targets[0])
    if too_far and find_arrival_segment(state, order.targets[0], order.who) is None and not prepared:
        order = add_own(order, ClosesInstead())
        cited.append("LIST.E")
    order = without_own(order, Hesitation)
    declared.declaration = add_own(order, Hesitation(delay)) if delay else order
    declared.clauses = ids(*cited)
    if not delay:
        return declared, sealed
    paused = ("FN.10",) if answer.get("paused") else ()
    return Delayed(who=order.who, segments=delay, clauses=ids("6.3.delay", *paused)), declared, sealed
