"""Crucible's questions: the form, the effect of an answer, and the words of each."""

from collections.abc import Mapping

from rules.kernel.forms import Form, build_yes_or_no
from rules.kernel.procedure import Question
from rules.kernel.question_words import QuestionWords
from rules.kernel.state import OpenQuestion, State
from rules.procedures.adnd.accepting import find_answer_to_repeat
from rules.procedures.adnd.procedure import AdndProcedure
from rules.procedures.adnd.questions import DECLARE_WORDS, EFFECT_WORDS, NEXT
from rules.procedures.crucible import declaring, durations, opening, opportunity, withdrawal

CHANGE_WORDS = QuestionWords(
    "do it, though warned?",
    "warned",
    {
        "casting": "{You} {have} been warned: casting here draws an attack of opportunity by {targets}, "
        "and harm loses the spell.",
        "shooting": "{You} {have} been warned: shooting here draws an attack of opportunity by {targets}.",
        "moving": "{You} {have} been warned: this move draws an attack of opportunity by {targets}.",
        "flight": "{You} {have} been warned: flight draws an attack of opportunity at {your} back by {targets}.",
    },
    silent="as it was said",
)
CIRCUMSTANCES_WORDS = QuestionWords("is anybody surprised?", silent="by the dice")
DISTANCE_WORDS = QuestionWords("how far apart do they meet?", leads={"": "Usual: {usual} feet."}, silent="the usual")
SHOOT_FIRST_WORDS = QuestionWords(
    "shoot before initiative?", "shoot?", {"": "A missile that is ready may go before initiative."}, silent="shoots"
)
TRIGGER_WORDS = QuestionWords("loose the missile?", "loose?", {"": "{You} still {hold} a missile ready."})
EXTRA_ATTACK_WORDS = QuestionWords(
    "may he attack again on his turn?", leads={"": "{who} shot before initiative was rolled; {who}’s turn has come."}
)
GROUP_ROLL_WORDS = QuestionWords("one initiative die for the whole party, this round?")
OPPORTUNITY_WORDS = QuestionWords(
    "attack of opportunity?",
    "strike?",
    {
        "casting": "{by} casts within {your} reach.",
        "shooting": "{by} shoots within {your} reach.",
        "moving": "{by} moves within {your} reach.",
        "flight": "{by} turns and runs from {you}.",
    },
    silent="yes",
)
PARRY_WORDS = QuestionWords("parry instead of attacking?", "parry?", {"": "{You} {are} falling back."})
FOLLOW_WORDS = QuestionWords("follow?", "follow?", {"": "{by} gives ground before {you}."})
LET_FIGHT_WORDS = QuestionWords(
    "may one who disengages fight?", leads={"": "{who} is disengaging, and {target} has not let go of {who}."}
)
RALLY_WORDS = QuestionWords(
    "hold to the retreat?", leads={"": "{who} disengaged last round, and may turn back now."}, silent="allowed"
)
MORALE_DUE_WORDS = QuestionWords("does the {side} check morale?", leads={"": "Half of the {side} is out of the fight."})


def build_questions(crucible: AdndProcedure) -> Mapping[str, Question]:
    """Return the questions by their names."""
    turns = declaring.Turns(crucible)
    return {
        "declare": Question(turns.build_form, DECLARE_WORDS, declaring.accept, find_answer_to_repeat),
        "change": Question(turns.build_change_form, CHANGE_WORDS, declaring.accept_change, default="keep"),
        "next": NEXT,
        "effect": Question(durations.build_effect_form, EFFECT_WORDS),
        "circumstances": Question(opening.build_circumstances_form, CIRCUMSTANCES_WORDS, default="roll"),
        "distance": Question(opening.build_distance_form, DISTANCE_WORDS),
        "shoot_first": Question(declaring.build_shoot_first_form, SHOOT_FIRST_WORDS, default="shoot"),
        "trigger": Question(declaring.build_trigger_form, TRIGGER_WORDS, default="no"),
        "extra_attack": Question(_build_extra_attack_form, EXTRA_ATTACK_WORDS, default="no"),
        "group_roll": Question(_build_group_roll_form, GROUP_ROLL_WORDS, default="no"),
        "opportunity": Question(opportunity.build_opportunity_form, OPPORTUNITY_WORDS, default="yes"),
        "parry": Question(withdrawal.build_parry_form, PARRY_WORDS, default="no"),
        "follow": Question(withdrawal.build_follow_form, FOLLOW_WORDS, default="no"),
        "let_fight": Question(_build_let_fight_form, LET_FIGHT_WORDS, default="no"),
        "rally": Question(declaring.build_rally_form, RALLY_WORDS, default="allow"),
        "morale_due": Question(withdrawal.build_morale_due_form, MORALE_DUE_WORDS, default="no"),
    }


def _build_extra_attack_form(state: State, question: OpenQuestion) -> Form:
    return build_yes_or_no("Another attack after the missile?")


def _build_group_roll_form(state: State, question: OpenQuestion) -> Form:
    return build_yes_or_no("One roll for the party?", yes="One roll for all", no="Each rolls")


def _build_let_fight_form(state: State, question: OpenQuestion) -> Form:
    return build_yes_or_no("May one who disengages fight?")
