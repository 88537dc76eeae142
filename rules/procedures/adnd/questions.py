"""Questions that several procedures of the family ask: forms, words, asking for orders."""

from collections.abc import Sequence

from rules.kernel.effects import Answer, Ask, Facts
from rules.kernel.procedure import Play, Question, Table
from rules.kernel.question_words import QuestionWords
from rules.kernel.state import State
from rules.kernel.terms import Action, CombatantId
from rules.procedures.adnd.accepting import GOING_ON, find_answer_to_continue
from rules.procedures.adnd.effects import build_effect_form
from rules.procedures.adnd.morale import declare_for_failed
from rules.procedures.adnd.opening import build_next_form, build_opening_morale_form
from rules.procedures.adnd.proposals import build_effect_info
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
EFFECT = Question(build_effect_form, EFFECT_WORDS, question_info=build_effect_info)
MODES = Question(
    build_mode_form, QuestionWords("other modes for the next exchange?", silent="as it was said"), default="keep"
)
OPENING_MORALE = Question(
    build_opening_morale_form, QuestionWords("does the other side check its morale at once?"), default="no"
)


# The asking of declarations, and the answers in default of one.


AWAIT: Answer = {"action": Action.AWAIT.value}


def ask_declarations(table: Table, who: Sequence[CombatantId], needless: Sequence[CombatantId] = ()) -> Play:
    """Ask these combatants, all together, what they will do.

    Those in ``needless`` may declare but are not waited for. Those who have failed a morale check are not asked: they
    avoid.
    """
    who = yield from declare_for_failed(table, who)
    asks = [Ask("declare", each, AWAIT, awaited=False) for each in needless]
    asks += [build_declare_ask(table.state, each) for each in who]
    if asks:
        yield asks


def build_declare_ask(state: State, who: CombatantId, facts: Facts | None = None) -> Ask:
    """Return the question what a combatant will do.

    By default it goes on with what it has begun, else it awaits.
    """
    answer = find_answer_to_continue(state, who)
    if answer is None:
        return Ask("declare", who, AWAIT, facts or {})
    return Ask("declare", who, answer, {**(facts or {}), GOING_ON: answer})


def list_able_to_declare(state: State) -> list[CombatantId]:
    """Return everyone who can declare: those who are able, in roster order."""
    return [who for who, each in state.combatants.items() if each.able]
