"""Events of the noncombat phase: options revealed, rest, spells, armor (2)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from rules.kernel.drawing import DrawnFlight, EventMark, FlightKind, MarkKind
from rules.kernel.events.base import Event, ShortWords
from rules.kernel.state import State
from rules.kernel.visibility import Audience, Doer, Mask, Open, SeenCombatants, Typed, show_as, show_to_owner
from rules.kernel.voice import Voice
from rules.procedures.dew.changes import change_part, with_each, with_part
from rules.procedures.dew.events.initiative_and_blows import Chosen
from rules.procedures.dew.state import DewGear, Ledger
from rules.procedures.dew.terms import get_equipment
from rules.procedures.dew.words import CHOICES, is_pass


@dataclass(slots=True, kw_only=True)
class NoncombatRevealed(Event):
    """The options of the noncombat phase were revealed together."""

    audience = Audience.PERCEIVERS

    options: Annotated[tuple[Chosen, ...], show_as(Mask.CHOICES_WITHOUT_WORDS)] = ()

    def apply(self, state: State) -> State:
        acted = {each.who: each.option for each in self.options if not is_pass(each.option)}
        return with_each(
            state, {who: change_part(state.combatants[who], Ledger, acted=name) for who, name in acted.items()}
        )

    def narrate(self, voice: Voice) -> str:
        done = [each for each in self.options if not is_pass(each.option)]
        parts = [each.build_clause(voice) for each in done if CHOICES[each.option].is_retold or not voice.past]
        if voice.past:
            return f"{'; '.join(parts)}." if parts else ""
        return f"Out of combat: {'; '.join(parts)}." if parts else "Nobody does anything out of combat."

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        marks = [(each.who, CHOICES[each.option].find_mark(each.params)) for each in self.options]
        return tuple(EventMark(who, label, MarkKind.TASK) for who, label in marks if label)


@dataclass(slots=True, kw_only=True)
class Rested(Event):
    """A combatant rested: EN recovered, the hourly rate, and EN expended in the round before."""

    audience = Audience.PERCEIVERS

    who: Doer
    amount: Annotated[int, show_to_owner(0)]
    """EN recovered."""
    rate: Annotated[int, show_to_owner(0)]
    """The hourly recovery rate."""
    spent_before: Annotated[int, show_to_owner(0)]
    """EN expended in the round before."""

    def narrate(self, voice: Voice) -> str:
        # Only the result: the rest itself was narrated with the others' choices.
        return f"{voice.does(self.who, 'recovers')} {self.amount} EN by rest." if self.amount else ""

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "rests", MarkKind.TASK),)


@dataclass(slots=True, kw_only=True)
class Cast(Event):
    """A combatant cast a spell, at a cost in EN. The DM decides its effect."""

    audience = Audience.PERCEIVERS

    who: Doer
    spell: Open[str]
    en_cost: Annotated[int, show_to_owner(0)]
    """Its cost in EN."""
    targets: SeenCombatants = ()
    note: Typed = ""

    def find_flight(self, voice: Voice) -> DrawnFlight:
        return DrawnFlight(FlightKind.SPELL, self.who, self.targets, f"casts {self.spell} on")

    def narrate(self, voice: Voice) -> str:
        note = f" (“{voice.quote(self.note)}”)" if self.note else ""
        return f"{voice.does(self.who, 'casts')} {voice.quote(self.spell)}{voice.on(self.targets)}{note}."

    def list_short_forms(self) -> tuple[ShortWords, ...]:
        return ((self.who, "casts", self.spell),)

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, self.spell, MarkKind.SPELL),) if self.spell else ()


@dataclass(slots=True, kw_only=True)
class ArmorAdjusted(Event):
    """A combatant put on or adjusted its armor: encumbrance before and after."""

    audience = Audience.PERCEIVERS

    who: Doer
    donned: Open[bool]
    """True if the combatant put it on."""
    enc_from: Annotated[Fraction, show_to_owner(Fraction(0))]
    """Encumbrance before."""
    enc_to: Annotated[Fraction, show_to_owner(Fraction(0))]
    """Encumbrance after."""

    def apply(self, state: State) -> State:
        donned = {"ac": get_equipment(state, self.who).ac} if self.donned else {}
        return with_part(state, self.who, DewGear, enc=self.enc_to, armor_worn=True, **donned)

    def narrate(self, voice: Voice) -> str:
        return f"{voice.does(self.who, 'puts', 'put') if self.donned else voice.does(self.who, 'adjusts')}" + (
            " armor on." if self.donned else " armor."
        )

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "armor on" if self.donned else "adjusts armor", MarkKind.TASK),)
