"""The option to pass, and choices of no option (1.2.1)."""

from dataclasses import dataclass

from rules.kernel.drawing import EventMark
from rules.kernel.effects import Answer
from rules.kernel.event import Voice
from rules.kernel.events import Event
from rules.kernel.form_fields import Choice, Field
from rules.kernel.procedure import Play, Table
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.kernel.visibility import Audience, Doer, Open
from rules.procedures.dew.answers import build_yes_field, is_yes
from rules.procedures.dew.beats import Beat
from rules.procedures.dew.combat_option import Act, Chooser, CombatOption
from rules.procedures.dew.posture import FellDown, make_alert_changed
from rules.procedures.dew.refusals import ALREADY_ALERT, REFUSED, Message, refuse
from rules.procedures.dew.sheet import DewWeapon
from rules.procedures.dew.state import Ledger
from rules.procedures.dew.terms import get_dew, ids, with_part

ALREADY_FALLEN = Message("is already on the ground")


@dataclass(slots=True, kw_only=True)
class Passed(Event):
    """A combatant passed."""

    audience = Audience.PERCEIVERS
    is_retold = False

    who: Doer
    counts: Open[bool] = True
    """False if another option of the same beat cleared the pass at once."""

    def apply(self, state: State) -> State:
        return with_part(state, self.who, Ledger, passed=True) if self.counts else state

    def narrate(self, voice: Voice) -> str:
        return f"{voice.does(self.who, 'passes', 'pass')}."

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "passes"),)


class Pass(CombatOption):
    """Clause 1.2.1."""

    id, label, verb, passes = "pass", "Pass", ("passes", "pass"), True
    events = (Passed,)

    def describe_effect(self, chooser: Chooser) -> str:
        body = chooser.kept.body
        may = ["drop", *([] if body.fallen else ["fall"]), *([] if body.alert else ["become alert"])]
        return f"you may {' or '.join([', '.join(may[:-1]), may[-1]]) if len(may) > 1 else may[0]}"

    def list_fields(self, chooser: Chooser) -> tuple[Field, ...]:
        body, name = chooser.kept.body, chooser.name
        down = refuse(ALREADY_FALLEN, REFUSED, "1.2.1b", who=name) if body.fallen else None
        alert = refuse(ALREADY_ALERT, REFUSED, "1.2.1c", who=name) if body.alert else None
        return build_yes_field("fall", "Go to the ground?", down), build_yes_field(
            "become_alert", "Become alert?", alert
        )

    def resolve(self, act: Act) -> Play:
        yield from act.beat.happen(lambda: _pass(act.table, act.who, act.answer, act.beat))


def _pass(table: Table, who: CombatantId, answer: Answer, beat: Beat) -> Play:
    did = [name for name in ("fall", "become_alert") if is_yes(answer, name)] + (["drop"] if answer.get("drop") else [])
    if is_yes(answer, "fall"):
        yield FellDown(who=who, why="choice", clauses=ids("1.2.1b"))
    if is_yes(answer, "become_alert"):
        yield make_alert_changed(who, True, Pass.id, "1.2.1c")
    cited = ["1.2.1e", *(["1.2.1d"] if len(did) > 1 else [])]
    cited += ["1.2.1f"] if get_dew(table.state, who).ledger.preparations else []
    yield Passed(who=who, counts=beat.passes_count, clauses=ids(*cited))


class Nothing(CombatOption):
    """No option with the blows of the next round."""

    id, label, verb, passes, is_declared = "nothing", "Nothing", ("chooses nothing", "choose nothing"), True, False

    def describe_effect(self, chooser: Chooser) -> str:
        return "keep the blows of the next round"


class Abandon(CombatOption):
    """No option instead of following up a great blow."""

    id, label, passes, is_declared = "abandon", "Abandon the great blow", True, False
    verb = ("lets the great blow go", "let the great blow go")

    def describe_effect(self, chooser: Chooser) -> str:
        return "its preparations are lost"

    def build_follow_up(self, chooser: Chooser, weapon: DewWeapon, mode: str) -> Choice:
        return Choice(self.id, self.label)
