"""Questions that several procedures of the family ask: their forms and their words."""

from rules.kernel.procedure import Question
from rules.kernel.question_words import QuestionWords
from rules.procedures.adnd.magic import build_effect_form
from rules.procedures.adnd.opening import build_next_form, build_opening_morale_form
from rules.procedures.adnd.psionics import build_mode_form

DECLARE_WORDS = QuestionWords(
    "orders?",
    leads={
        "by": "{by} comes upon {you}: {you} may strike first.",
        "spent": "{Your} attacks of this round are spent; {you} may still move.",
        "going_on": "{You} {have} begun: {going_on}. It goes on unless something else is chosen.",
    },
    silent="await (C)",
    silent_with={"by": "strikes back", "anew": "as before", "going_on": "goes on"},
)
EFFECT_WORDS = QuestionWords("what happens?", silent="nothing")
RETALIATE_WORDS = QuestionWords("retaliate?", "strike?", {"": "{by} charges, and comes within reach of {you}."})

NEXT = Question(build_next_form)
EFFECT = Question(build_effect_form, EFFECT_WORDS)
MODES = Question(
    build_mode_form, QuestionWords("other modes for the next exchange?", silent="as it was said"), default="keep"
)
OPENING_MORALE = Question(
    build_opening_morale_form, QuestionWords("does the other side check its morale at once?"), default="no"
)
