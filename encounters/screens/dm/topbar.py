"""The top bar: where the round stands, who is at the table, and what is seldom done."""

from dataclasses import dataclass, field

from encounters import times
from encounters.addresses import make_address, write_code
from encounters.between import get_between
from encounters.countdown import has_countdown
from encounters.narration.columns import name_round
from encounters.screens.actions import Act, Link, Post
from encounters.screens.dm.dm_view import DmView
from encounters.selectors import count_seats, write_count_word
from rules.api import DECLARE, evolve

RECAP = "recap"
"""The stage after the last one of a round, before the next round."""

WORDS = {
    "start": "",
    DECLARE: "Orders",
    "beat": "Combat",
    "surprise": "Surprise",
    "meeting": "Meeting",
    "surprise_segments": "Segments of surprise",
    "ready": "Ready missiles",
    "initiative": "Initiative",
    "segments": "Segments",
    "end": "End",
}
"""Stages by other names than their own; nothing for one that is over before anybody could read of it."""


@dataclass(frozen=True)
class StageStep:
    """A stage of the round."""

    label: str
    number: str
    """Its number, where the text numbers its phases."""
    state: str
    """done, now, or empty."""


@dataclass(frozen=True)
class Topbar:
    """The top bar."""

    title: str
    home: str
    """The address of the page to which the fight leads back."""
    set: str
    """The round, and the procedure where the title does not name it."""
    steps: tuple[StageStep, ...] = ()
    seldom: tuple[Act, ...] = ()
    """Links for what is seldom done."""
    alone: str = ""
    """What is told of a trial, at which nobody has a seat."""
    acts: tuple[Act, ...] = ()
    phones: int = field(default=0, compare=False)
    """The number of phones that are there. The page is told of it, and of the screens, by itself."""
    screens: int = field(default=0, compare=False)
    code: str = ""
    join_href: str = ""
    has_keys: bool = False
    """The page has a list of keys."""

    @property
    def phones_word(self) -> str:
        """Return the word after the number of phones."""
        return write_count_word(self.phones, "phone")

    @property
    def screens_word(self) -> str:
        """Return the word after the number of table screens."""
        return write_count_word(self.screens, "table screen")


def build_topbar(view: DmView) -> Topbar:
    """Return the top bar."""
    encounter, steps, seldom = view.encounter, list_steps(view), _list_seldom(view)
    home = get_between().find_home(encounter.campaign)
    if encounter.on_trial:
        away = Post("Delete the trial", view.make_url("throw-away"), icon="close")
        alone = "Trial: nothing is saved."
        return Topbar(
            encounter.title, home, _describe_round(view), tuple(steps), tuple(seldom), alone, (away,), has_keys=True
        )
    seats = count_seats(view.seats, times.now())
    return Topbar(
        encounter.title,
        home,
        _describe_set(view),
        tuple(steps),
        tuple(seldom),
        phones=seats["phones"],
        screens=seats["screens"],
        code=write_code(encounter.code),
        join_href=view.make_url("dm-join"),
        has_keys=True,
    )


def _describe_set(view: DmView) -> str:
    """Return the round, and the procedure where the title does not name it."""
    named = view.ruleset.short in view.encounter.title
    return _describe_round(view) if named else f"{_describe_round(view)}, {view.ruleset.short}"


def _list_seldom(view: DmView) -> list[Act]:
    """Return the links for what is seldom done; of an ended fight, that to report a fault."""
    wrong = Link("This is wrong", view.make_url("report-fault"), icon="quill", tone="quiet", small=True)
    if view.state.ended:
        return [wrong]
    add = Link("Add combatant", view.make_url("add-combatants"), key="I", icon="plus", tone="quiet", small=True)
    acts = [add]
    if view.ruleset.list_reference_tables():
        tables = make_address("rules-tables", id=view.ruleset.catalogues[0])
        acts.append(Link("Tables", tables, key="T", icon="book", tone="quiet", small=True))
    if view.state.round >= 0:
        acts.append(Link("Call for a roll", view.make_url("call"), key="Y", icon="die", tone="quiet", small=True))
    if has_countdown(view.ruleset):
        acts.append(Link("Time to parry", view.make_url("countdown"), icon="clock", tone="quiet", small=True))
    if view.state.between_rounds:  # in a round nobody has the time to print
        acts.append(Link("Print", view.make_url("paper"), tone="quiet", small=True))
    return [*acts, wrong, Link("End the fight", view.make_url("end"), icon="close", tone="quiet", small=True)]


def _describe_round(view: DmView) -> str:
    state = view.state
    if state.round < 0:
        return "before the first round"
    return name_round(state.round)


def list_steps(view: DmView) -> list[StageStep]:
    """Return the stages of the round in play, and the recap, each with its state.

    They are in the ruleset's order; where the text numbers its phases, in the order of the phases.
    """
    state, mine = view.state, _list_stages(view)
    here = mine.index(state.stage) if state.stage in mine else (-1 if state.round < 0 else len(mine))
    if state.between_rounds and state.round >= 0:
        here = mine.index(RECAP)
    if state.ended:
        here = len(mine)
    found = [
        _make_step(view, stage, "done" if n < here else "now" if n == here else "") for n, stage in enumerate(mine)
    ]
    return [step for step in found if step.label]


def _make_step(view: DmView, stage: str, state: str) -> StageStep:
    phase = view.ruleset.phases.get(stage)
    if phase is None:
        return StageStep(name_stage(view, stage), "", state)
    return StageStep(phase.name, str(phase.number), state)


def _list_stages(view: DmView) -> list[str]:
    stages, phases = list(view.ruleset.stages), view.ruleset.phases
    first = stages.index(view.ruleset.choose_first_stage(evolve(view.state, round=1)))
    mine = stages[:first] if view.state.round == 0 else stages[first:]
    if not phases:
        return [*mine, RECAP]
    return [stage for stage in phases if stage in mine or stage == RECAP]


def name_stage(view: DmView, stage: str) -> str:
    """Return the name of a stage for the DM: "8 Resolution" where the text numbers its phases."""
    phase = view.ruleset.phases.get(stage)
    if phase is not None:
        return f"{phase.number} {phase.name}"
    return WORDS.get(stage, stage.replace("_", " ").capitalize())
