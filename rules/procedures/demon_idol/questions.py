"""Demon Idol's questions: the form, the effect of an answer, and the words of each."""

from collections.abc import Mapping

from rules.kernel import events as e
from rules.kernel.battlefield import is_in_melee_distance
from rules.kernel.deeds import add_own, without_own
from rules.kernel.effects import Answer
from rules.kernel.procedure import Question
from rules.kernel.question_words import QuestionWords
from rules.kernel.state import OpenQuestion, State
from rules.procedures.adnd import accepting
from rules.procedures.adnd.accepting import find_answer_to_repeat
from rules.procedures.adnd.declarations import Declaring
from rules.procedures.adnd.orders.base import ClosesInstead
from rules.procedures.adnd.orders.spell import Cast
from rules.procedures.adnd.orders.strike import Strike, find_first_in_reach
from rules.procedures.adnd.procedure import AdndProcedure
from rules.procedures.adnd.questions import DECLARE_WORDS, EFFECT, MODES, NEXT, OPENING_MORALE, RETALIATE_WORDS
from rules.procedures.adnd.sequencing import Sequencing
from rules.procedures.adnd.several import count_segments_before, has_several
from rules.procedures.demon_idol import acts, cancelling, charges, morale, prepared, recovery, rounds
from rules.procedures.demon_idol.declaration_types import Hesitation, Preparation
from rules.procedures.demon_idol.deeds import WHOLE_ROUND, find_arrival_segment
from rules.procedures.demon_idol.events import Delayed
from rules.procedures.demon_idol.options import get_settings, ids
from rules.procedures.demon_idol.restrictions import SURPRISE_SEGMENTS

LETTER_WORDS = QuestionWords("under which letter is it resolved?", leads={"": "{who}: {task}."}, silent="move (E)")
CANCEL_WORDS = QuestionWords("cancel what was declared?", "cancel?", {"": "{Your} order: {order}."}, silent="goes on")
TRIGGER_WORDS = QuestionWords(
    "does this set off what {who} has prepared?",
    "loose?",
    {"when": "{who} is prepared: {order}. Now comes {by}: {deed}."},
)
RANGE_WORDS = QuestionWords(
    "shoot at what distance?", "range?", {"": "{by} comes charging."}, silent="the best distance"
)
SYMBOL_WORDS = QuestionWords("can {who} see the holy symbol of {by}?", silent="yes")
MORALE_DUE_WORDS = QuestionWords(
    "should the {side} check morale?",
    leads={
        "needed": "{losses} in a hundred of the {side} are out of the fight. It would need {needed} or less.",
    },
)
RECOVER_WORDS = QuestionWords("what in the turn that follows?", "a turn?", silent="rests")


def build_questions(idol: AdndProcedure, alone: AdndProcedure) -> Mapping[str, Question]:
    """Return the questions by their names.

    ``alone`` is the procedure without a layer over it.
    """
    declaring = Declaring(alone)
    return {
        "declare": Question(Sequencing(idol).build_form, DECLARE_WORDS, accept, find_answer_to_repeat, rounds.is_timed),
        "next": NEXT,
        "effect": EFFECT,
        "modes": MODES,
        "opening_morale": OPENING_MORALE,
        "letter": Question(rounds.build_letter_form, LETTER_WORDS, default="E"),
        "cancel": Question(
            lambda state, question: cancelling.build_cancel_form(declaring, state, question),
            CANCEL_WORDS,
            default="no",
            changes_order=True,
        ),
        "trigger": Question(prepared.build_trigger_form, TRIGGER_WORDS, default="no"),
        "retaliate": Question(charges.build_retaliate_form, RETALIATE_WORDS, default="no"),
        "range": Question(charges.build_range_form, RANGE_WORDS),
        "symbol": Question(acts.build_symbol_form, SYMBOL_WORDS, default="yes"),
        "morale_due": Question(morale.build_morale_form, MORALE_DUE_WORDS, default="no"),
        "recover": Question(recovery.build_recover_form, RECOVER_WORDS, default="rest"),
    }


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
    counted = get_settings(state).delay_timer
    hesitated = min(WHOLE_ROUND, order.own(Hesitation).delay) if counted else 0
    delay = min(WHOLE_ROUND, hesitated + count_segments_before(state, order))
    cited += ["6.several"] if has_several(order) else []
    near = isinstance(order, Strike) and is_in_melee_distance(state, order.who, find_first_in_reach(state, order))
    if (
        isinstance(order, Strike)
        and not near
        and find_arrival_segment(state, order.targets[0], order.who) is None
        and not prepared
    ):
        order = add_own(order, ClosesInstead())
        cited.append("LIST.E")
    order = without_own(order, Hesitation)
    declared.declaration = add_own(order, Hesitation(delay)) if delay else order
    declared.clauses = ids(*cited)
    if not hesitated:
        return declared, sealed
    paused = ("FN.10",) if answer.get("paused") else ()
    return Delayed(who=order.who, segments=hesitated, clauses=ids("6.3.delay", *paused)), declared, sealed
