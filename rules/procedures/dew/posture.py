"""Alert or not (0c, 0d), on the ground or up: events, and attacks that are ignored."""

from dataclasses import dataclass

from rules.kernel.drawing import EventMark
from rules.kernel.event import Voice
from rules.kernel.events import Event
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.kernel.visibility import Audience, Doer, Open
from rules.procedures.dew.state import Body
from rules.procedures.dew.terms import get_dew, ids, with_part


@dataclass(slots=True, kw_only=True)
class AlertChanged(Event):
    """A combatant became alert, or is alert no longer, and why."""

    audience = Audience.PERCEIVERS
    is_retold = False

    who: Doer
    alert: Open[bool]
    why: Open[str] = ""
    """The cause: setup, pass, noncombat, movement, stop, unconscious or dm."""

    def apply(self, state: State) -> State:
        return with_part(state, self.who, Body, alert=self.alert)

    def narrate(self, voice: Voice) -> str:
        return f"{voice.does(self.who, 'is', 'are')} {'alert' if self.alert else 'no longer alert'}."


@dataclass(slots=True, kw_only=True)
class FellDown(Event):
    """A combatant went to the ground, and why."""

    audience = Audience.PERCEIVERS

    who: Doer
    why: Open[str] = ""
    """The cause: choice, maneuver, unconscious or dm."""

    def apply(self, state: State) -> State:
        return with_part(state, self.who, Body, fallen=True)

    def narrate(self, voice: Voice) -> str:
        return (
            f"{voice.does(self.who, 'goes', 'go')} to the ground."
            if self.why == "choice"
            else f"{voice.does(self.who, 'falls')}."
        )

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "goes down"),)


@dataclass(slots=True, kw_only=True)
class Rose(Event):
    """A combatant got up."""

    audience = Audience.PERCEIVERS

    who: Doer

    def apply(self, state: State) -> State:
        return with_part(state, self.who, Body, fallen=False)

    def narrate(self, voice: Voice) -> str:
        return f"{voice.does(self.who, 'gets', 'get')} up."

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "gets up"),)


def make_alert_changed(who: CombatantId, alert: bool, why: str, clause: str) -> AlertChanged:
    """Return the event by which a combatant becomes alert or ceases to be."""
    return AlertChanged(who=who, alert=alert, why=why, clauses=ids("0c", clause))


def cite_ignored_attack(state: State, who: CombatantId) -> tuple[str, ...]:
    """Return the clause by which a combatant that is not alert ignores attacks, if it is so."""
    body = get_dew(state, who).body
    return () if body.alert and body.conscious else ("0d",)
