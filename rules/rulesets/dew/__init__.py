"""Dew's detailed sequence: blows and endurance, options beat by beat, secret noncombat choices, movement by traces.

Read it beside the text: ``rounds`` follows its three phases; the procedures are those of ``rules.dew``, ``declaring``
and ``choices`` for who chooses what, ``acts`` and ``attack`` for what comes of it, ``movement`` and ``tracing`` for the
last phase.
"""

from rules.clock import Clock
from rules.dew import movement, reaching, stakes, tracing
from rules.dew.choices import option_form
from rules.dew.consulting import consult_form
from rules.dew.harm import follows_ruling
from rules.dew.noncombat import noncombat_form
from rules.dew.options import OPTIONS
from rules.dew.parries import parry_form
from rules.dew.shown import shown_at_once
from rules.dew.standing import standing
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


ROOM = 8
"""Beats of a round that have room beside one another before they grow narrower."""


def _always(state: State) -> bool:
    """What is asked of several is told of nobody until all have answered (1.1.3b, 2.1d, 3.1a)."""
    return True


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
        "start": rounds.with_fates(rounds.start_stage),
        "beat": rounds.with_fates(rounds.beat_stage),
        "noncombat": rounds.with_fates(rounds.noncombat_stage),
        "movement": rounds.with_fates(rounds.movement_stage),
        "traces": rounds.with_fates(rounds.traces_stage),
        "end": rounds.with_fates(rounds.end_stage),
    },
    first_stage=rounds.first_stage,
    questions={
        "option": Question(option_form, stakes=stakes.option_stakes, secret=_always, forced=True),
        "parry": Question(
            parry_form,
            shown_at_once("secret_parries", False),
            stakes=stakes.parry_stakes,
            secret=stakes.secret_parries,
            brief=True,
            forced=True,
        ),
        "noncombat": Question(noncombat_form, stakes=stakes.noncombat_stakes, secret=_always),
        "trace": Question(
            _trace_form,
            shown_at_once("trace_visibility", "open"),
            stakes=stakes.trace_stakes,
            secret=_always,
            forced=True,
        ),
        "at_stop": Question(tracing.at_stop_form, forced=True),
        "consult": Question(consult_form),
    },
    order=Order(precede=lambda state, one, other: None, bands=(), key=lambda state, deed: ()),
    begins_with_opening=lambda state: False,
    rulings=SEQUENCE_RULINGS,
    starts=("movement", "noncombat", "combat"),
    lacks=lambda figure: "" if figure.dew is not None else "has none of the attributes that this procedure needs",
    clock=Clock(unit="beat", seconds=0, span=_beats, room=ROOM, signs=("blow", "move", "prepared"), numbers=True),
    orders="",
    unit="inches",
    reaches=reaching.reaches,
    apart=reaching.apart,
    sheet="sequence",
    follows=follows_ruling,
    standing=standing,
)
