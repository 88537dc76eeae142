"""Events of a beat: blows and EN expended, initiative, options chosen, Pass (1 to 1.2.1)."""

from copy import copy
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from rules.kernel.drawing import EventMark, MarkKind
from rules.kernel.effects import Answer, Facts
from rules.kernel.events.base import Event
from rules.kernel.frozen import evolve, frozen
from rules.kernel.state import State
from rules.kernel.terms import PUBLIC
from rules.kernel.visibility import (
    PRIVATE,
    Audience,
    Doer,
    EventEntry,
    Mask,
    Open,
    Reader,
    SeenCombatant,
    SeenCombatants,
    Typed,
    show_as,
    show_to_dm,
)
from rules.kernel.voice import Voice
from rules.procedures.dew.changes import change_part, with_dew, with_each, with_part
from rules.procedures.dew.state import Ledger, get_round
from rules.procedures.dew.terms import COMBAT, get_dew, get_dew_of
from rules.procedures.dew.words import CHOICES


@dataclass(slots=True, kw_only=True)
class BlowSpent(Event):
    """A blow was expended: its kind, its number in the round, its cost in EN, and its use."""

    audience = Audience.PERCEIVERS
    is_narrated = False

    who: Doer
    blow: Open[str]
    """The kind: active or reactive."""
    ordinal: Open[int]
    """The number of the blow in its round, from 1."""
    en_cost: Open[int]
    """Its cost in EN."""
    borrowed: Open[bool] = False
    """True if it was taken from the next round."""
    booked: Open[str] = "this"
    """The round to which it counts: this or next."""
    use: Open[str] = ""
    """The option, or parry, that it was expended on."""

    def apply(self, state: State) -> State:
        each, kind = get_dew(state, self.who).ledger, "reactive" if self.blow == "reactive" else "active"
        changes: dict[str, Any] = {"blows": each.blows + (self.booked == "this")}
        if self.borrowed:
            name = f"borrowed_{kind}"
            changes[name] = getattr(each, name) + 1
        else:
            changes[kind] = max(0, getattr(each, kind) - 1)
        if get_round(state).phase == COMBAT:
            changes["fought"] = True
        return with_part(state, self.who, Ledger, **changes)


@dataclass(slots=True, kw_only=True)
class EnChanged(Event):
    """A combatant's EN changed otherwise than by damage: before, after, and why."""

    audience = Audience.OWNER
    inherited = PRIVATE

    who: Doer
    old: Open[int]
    new: Open[int]
    why: Open[str]
    """The cause: blow, spell, rest or dm."""

    def apply(self, state: State) -> State:
        each = get_dew(state, self.who)
        body = evolve(each.body, en=self.new)
        if self.why == "rest":
            return with_dew(state, self.who, body=body)
        spent = self.old - self.new
        ledger = evolve(
            each.ledger,
            en_phase=each.ledger.en_phase + spent,
            en_round=each.ledger.en_round + spent,
            fought=each.ledger.fought or get_round(state).phase == COMBAT,
        )
        return with_dew(state, self.who, body=body, ledger=ledger)

    def narrate(self, voice: Voice) -> str:
        if self.new < self.old:
            return f"{voice.does(self.who, 'spends')} {self.old - self.new} EN, {self.new} left."
        return f"{voice.does(self.who, 'gets')} {self.new - self.old} EN back, {self.new} in all."

    def join(self, later: Event) -> "EnChanged | None":
        """Return both as one change, if the later change goes on from here in the same direction."""
        if not isinstance(later, EnChanged) or (later.who, later.why, later.old) != (self.who, self.why, self.new):
            return None
        if (later.new < later.old) != (self.new < self.old):
            return None
        joined = copy(self)
        joined.new = later.new
        joined.clauses = tuple(dict.fromkeys((*self.clauses, *later.clauses)))
        return joined


@dataclass(slots=True, kw_only=True)
class Initiative(Event):
    """Combatants have the initiative in this beat, by active blows, reactive blows and EN."""

    audience = Audience.PERCEIVERS
    is_retold = False

    holders: SeenCombatants = ()
    keys: Annotated[tuple[int, ...], show_to_dm(())] = ()
    """The active blows, reactive blows and EN that decided it."""

    def narrate(self, voice: Voice) -> str:
        if not self.holders:
            return "Nobody has the initiative."
        has = "have" if len(self.holders) > 1 or voice.is_you(self.holders[0]) else "has"
        return f"{voice.names(self.holders)} {has} the initiative."


@dataclass(slots=True, kw_only=True)
class PassesCleared(Event):
    """All who had passed may have the initiative again, since a combatant chose another option.

    If not everybody perceives it, only those named in ``perceived_by`` may.
    """

    audience = Audience.PERCEIVERS
    is_narrated = False

    by: SeenCombatant
    """The combatant whose option cleared the passes."""

    def apply(self, state: State) -> State:
        whose = state.combatants if PUBLIC in self.perceived_by else self.perceived_by
        passed = {who: each for who in whose if get_dew_of(each := state.combatants[who]).ledger.passed}
        cleared = {who: change_part(each, Ledger, passed=False) for who, each in passed.items()}
        return with_each(state, cleared) if cleared else state


@frozen(slots=True)
class Chosen(EventEntry):
    """One combatant's option among several that are revealed together."""

    who: str
    option: str
    params: Facts = field(default_factory=dict)

    def show(self, who: str, reader: Reader) -> "Chosen":
        return replace(self, who=who, params=reader.show_mapping(self.params, self.who))

    def without_words(self) -> "Chosen":
        return replace(self, params={key: value for key, value in self.params.items() if key != "text"})

    def build_clause(self, voice: Voice) -> str:
        """Return the option as a clause of a sentence."""
        return CHOICES[self.option].build_clause(voice, self.who, self.params)


@dataclass(slots=True, kw_only=True)
class OptionsRevealed(Event):
    """Options that were chosen unseen by each other were revealed together."""

    audience = Audience.PERCEIVERS

    options: Annotated[tuple[Chosen, ...], show_as(Mask.CHOICES)] = ()

    def narrate(self, voice: Voice) -> str:
        # A pass is narrated by its own event.
        parts = [each.build_clause(voice) for each in self.options if each.option != "pass"]
        if voice.past:
            # Told afterwards, all but moves and maneuvers are told by what came of them.
            parts = [each.build_clause(voice) for each in self.options if CHOICES[each.option].is_retold]
            return f"{'; '.join(parts)}." if parts else ""
        if not parts:
            return "" if self.options else "Nobody chooses anything."
        return f"{'Together: ' if len(self.options) > 1 else ''}{'; '.join(parts)}."


@dataclass(slots=True, kw_only=True)
class OptionChosen(Event):
    """A combatant's option (pass, draw, grab, prepare, maneuver, attack) and its parameters."""

    audience = Audience.PERCEIVERS
    is_narrated = False  # its results are narrated

    who: Doer
    option: Open[str]
    params: Annotated[Facts, show_as(Mask.PLAIN)] = field(default_factory=dict)

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        label = CHOICES[self.option].find_mark(self.params)
        return (EventMark(self.who, label, MarkKind.MOVE),) if label else ()

    def answer_again(self) -> Answer:
        return {"command": self.option, **self.params}


@dataclass(slots=True, kw_only=True)
class Spoke(Event):
    """A combatant spoke a few syllables."""

    audience = Audience.PERCEIVERS

    who: Doer
    text: Typed

    def narrate(self, voice: Voice) -> str:
        return f"{voice.does(self.who, 'says', 'say')}: “{voice.quote(self.text)}”."


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
