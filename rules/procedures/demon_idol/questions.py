"""Demon Idol's questions: the form, the effect of an answer, and the words of each."""

from collections.abc import Mapping

from rules.kernel.procedure import Question
from rules.kernel.question_words import QuestionWords
from rules.procedures.adnd.accepting import find_answer_to_repeat
from rules.procedures.adnd.declarations import Declaring
from rules.procedures.adnd.procedure import AdndProcedure
from rules.procedures.adnd.questions import DECLARE_WORDS, EFFECT, MODES, NEXT, OPENING_MORALE, RETALIATE_WORDS
from rules.procedures.demon_idol import acts, cancelling, charges, morale, prepared, recovery, rounds
from rules.procedures.demon_idol.accepting import accept

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
    "does the {side} check morale?",
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
        "declare": Question(Declaring(idol).build_form, DECLARE_WORDS, accept, find_answer_to_repeat, rounds.is_timed),
        "next": NEXT,
        "effect": EFFECT,
        "modes": MODES,
        "opening_morale": OPENING_MORALE,
        "letter": Question(rounds.build_letter_form, LETTER_WORDS, default="E"),
        "cancel": Question(
            lambda state, question: cancelling.build_cancel_form(declaring, state, question), CANCEL_WORDS, default="no"
        ),
        "trigger": Question(prepared.build_trigger_form, TRIGGER_WORDS, default="no"),
        "retaliate": Question(charges.build_retaliate_form, RETALIATE_WORDS, default="no"),
        "range": Question(charges.build_range_form, RANGE_WORDS),
        "symbol": Question(acts.build_symbol_form, SYMBOL_WORDS, default="yes"),
        "morale_due": Question(morale.build_morale_form, MORALE_DUE_WORDS, default="no"),
        "recover": Question(recovery.build_recover_form, RECOVER_WORDS, default="rest"),
    }
