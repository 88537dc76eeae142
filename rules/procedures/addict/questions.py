"""The questions of ADDICT: each one's form, the events of its answer, and its words."""

from collections.abc import Mapping

from rules.kernel.forms import Form, build_yes_or_no
from rules.kernel.procedure import Question
from rules.kernel.question_words import QuestionWords
from rules.kernel.state import OpenQuestion, State
from rules.procedures.addict.accepting import accept
from rules.procedures.addict.declaring import Orders
from rules.procedures.adnd.accepting import find_answer_to_repeat
from rules.procedures.adnd.procedure import AdndProcedure
from rules.procedures.adnd.questions import DECLARE_WORDS, EFFECT, MODES, NEXT, OPENING_MORALE


def build_questions(addict: AdndProcedure) -> Mapping[str, Question]:
    """Return the questions by their names."""
    return {
        "declare": Question(Orders(addict).build_form, DECLARE_WORDS, accept, find_answer_to_repeat),
        "next": NEXT,
        "effect": EFFECT,
        "dodge": Question(_build_dodge_form, QuestionWords("dodge, and lose the spell?"), default="no"),
        "modes": MODES,
        "opening_morale": OPENING_MORALE,
    }


def _build_dodge_form(state: State, question: OpenQuestion) -> Form | None:
    caster = state.combatants[question.who]
    if not caster.able or caster.casting is None:
        return None
    return build_yes_or_no("Dodge the blow, and lose the spell?", yes_price="the spell is lost")
