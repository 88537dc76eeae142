"""Dew's questions: the form of each, the events of an answer, what is at stake, the words."""

from collections.abc import Mapping

from rules.kernel.form_fields import OneOf
from rules.kernel.forms import Form
from rules.kernel.procedure import LatestForm, Question
from rules.kernel.question_words import QuestionWords
from rules.kernel.state import OpenQuestion, State
from rules.procedures.dew import movement, noncombat, parries, question_info, trace_movement
from rules.procedures.dew.answers import show_at_once
from rules.procedures.dew.breakage import NEAR_MISS
from rules.procedures.dew.consultation import REASON_WORDS
from rules.procedures.dew.damage import FATE, MAX_DAMAGE
from rules.procedures.dew.file_words import read_answer, read_consulted
from rules.procedures.dew.movement import MOVEMENT_KIND, MOVES
from rules.procedures.dew.noncombat import ADJUDICATE
from rules.procedures.dew.options import ALL, build_option_form
from rules.procedures.dew.parries import REDUCED_PARRY

OPTION_WORDS = QuestionWords("what in this beat?", "what?", silent="passes")
PARRY_WORDS = QuestionWords("parry?", "parry?", {"": "{attacker} attacks {target}."})
NONCOMBAT_WORDS = QuestionWords("what in the noncombat phase?", "what?", silent="nothing")
TRACE_WORDS = QuestionWords("which way?", "which way?", silent="stays")
AT_STOP_WORDS = QuestionWords("act at this stop?", "act?", silent="nothing")

REASONS = (
    *(reason for each in ALL for reason in each.reasons),
    REDUCED_PARRY,
    NEAR_MISS,
    MAX_DAMAGE,
    FATE,
    ADJUDICATE,
    MOVEMENT_KIND,
    MOVES,
)
"""The reasons to consult the DM: those of the options, then others in the text's order."""
_BY_ID = {each.id: each for each in REASONS}
REASON_WORDS.update({each.id: each.said for each in REASONS if each.said})
CONSULT_WORDS = QuestionWords(
    "your word?",
    leads={each.what: each.lead for each in REASONS},
    dm_titles={each.what: each.title for each in REASONS},
)


def _build_consult_form(state: State, question: OpenQuestion) -> Form:
    """Return the DM's choices, by the reason for which the DM is asked."""
    choices = _BY_ID[str(question.facts["reason"])].list_choices(state, question)
    return Form((OneOf("command", "What is it to be?", choices),))


TRACE_FORMS = {
    "alertness": movement.build_alertness_form,
    "move": movement.build_move_form,
    "draw": trace_movement.build_draw_form,
    "plan": trace_movement.build_plan_form,
}
"""The builders of the form of a question about a trace, by the step of the question."""


def _build_trace_form(state: State, question: OpenQuestion) -> Form | None:
    return TRACE_FORMS[str(question.facts["step"])](state, question)


def _is_always_secret(state: State) -> bool:
    """Return True: answers of several stay secret until all have answered (1.1.3b, 2.1d, 3.1a)."""
    return True


QUESTIONS: Mapping[str, Question] = {
    "option": Question(
        LatestForm(build_option_form),
        OPTION_WORDS,
        question_info=question_info.build_option_info,
        secret=_is_always_secret,
        skipped_if_decided=True,
        commands=tuple(each.id for each in ALL),
        read_written=read_answer,
    ),
    "parry": Question(
        LatestForm(parries.build_parry_form),
        PARRY_WORDS,
        show_at_once("1.2.5n", lambda settings: not settings.secret_parries),
        question_info=question_info.build_parry_info,
        secret=question_info.are_parries_secret,
        brief=True,
        skipped_if_decided=True,
        commands=("parry", "decline"),
        read_written=read_answer,
    ),
    "noncombat": Question(
        noncombat.build_noncombat_form,
        NONCOMBAT_WORDS,
        question_info=question_info.build_noncombat_info,
        secret=_is_always_secret,
        commands=tuple(each.id for each in noncombat.ACTS),
        read_written=read_answer,
    ),
    "trace": Question(
        LatestForm(_build_trace_form),
        TRACE_WORDS,
        show_at_once("3.2.1a", lambda settings: settings.trace_visibility == "open"),
        question_info=question_info.build_trace_info,
        secret=_is_always_secret,
        skipped_if_decided=True,
        commands=(
            "stay_alert",
            "cease_alert",
            "move",
            "stay",
            "trace",
            "stand",
            "end_at",
            "end_when",
            "keep",
            "to_the_end",
        ),
        read_written=read_answer,
    ),
    "at_stop": Question(
        trace_movement.build_at_stop_form,
        AT_STOP_WORDS,
        skipped_if_decided=True,
        commands=("become_alert", "act", "nothing"),
        read_written=read_answer,
    ),
    "consult": Question(
        _build_consult_form,
        CONSULT_WORDS,
        commands=(*dict.fromkeys(command for each in REASONS for command in each.commands), "adjudicate"),
        read_written=read_consulted,
    ),
}
