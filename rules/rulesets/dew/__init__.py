"""Dew's detailed sequence: blows and endurance, options beat by beat, secret noncombat choices, movement by traces.

Read it beside the text: ``rounds`` follows its three phases; the procedures are those of ``rules.dew``, ``declaring``
and ``choices`` for who chooses what, ``acts`` and ``attack`` for what comes of it, ``movement`` and ``tracing`` for the
last phase.
"""

from rules.clock import Clock
from rules.dew import movement, reaching, tracing
from rules.dew.choices import option_form
from rules.dew.consulting import consult_form
from rules.dew.noncombat import noncombat_form
from rules.dew.options import OPTIONS
from rules.dew.parries import parry_form
from rules.dew.shown import shown_at_once
from rules.fold.rulings import SEQUENCE_RULINGS
from rules.forms import Form
from rules.order import Order
from rules.ruleset import Question, Ruleset
from rules.rulesets.dew import rounds
from rules.state import OpenQuestion, State

TRACES = {
    "alertness": movement.alertness_form,
    "move": movement.move_form,
    "draw": tracing.draw_form,
    "plan": tracing.plan_form,
}
"""What is asked of a trace, by the step of the question."""


def _trace_form(state: State, question: OpenQuestion) -> Form | None:
    return TRACES[str(question.facts["step"])](state, question)


def _beats(state: State) -> tuple[int, int]:
    """Beats count from 1, for as long as the round goes on."""
    return 1, max(1, state.clock or 1)


RULESET = Ruleset(
    id="dew",
    title="Dew's Detailed Sequence",
    prefix="DEW",
    catalogues=("dew",),
    options=OPTIONS,
    stages={
        "start": rounds.start_stage,
        "beat": rounds.beat_stage,
        "noncombat": rounds.noncombat_stage,
        "movement": rounds.movement_stage,
        "traces": rounds.traces_stage,
        "end": rounds.end_stage,
    },
    first_stage=rounds.first_stage,
    questions={
        "option": Question(option_form),
        "parry": Question(parry_form, shown_at_once("secret_parries", False)),
        "noncombat": Question(noncombat_form),
        "trace": Question(_trace_form, shown_at_once("trace_visibility", "open")),
        "at_stop": Question(tracing.at_stop_form),
        "consult": Question(consult_form),
    },
    order=Order(precede=lambda state, one, other: None, bands=(), key=lambda state, deed: ()),
    begins_with_opening=lambda state: False,
    rulings=SEQUENCE_RULINGS,
    starts=("movement", "noncombat", "combat"),
    lacks=lambda figure: "" if figure.dew is not None else "has no dew table with the attributes this needs",
    clock=Clock(unit="beat", seconds=0, span=_beats),
    orders="",
    unit="inches",
    reaches=reaching.reaches,
    apart=reaching.apart,
)
