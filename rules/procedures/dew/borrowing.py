"""Options at a stop, with blows borrowed from the next round (3k to 3m, 3s, 3t, 3.2.2)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from rules.kernel import events as e
from rules.kernel.drawing import EventMark, MarkKind
from rules.kernel.event import Voice
from rules.kernel.events import Event
from rules.kernel.form_fields import Refusal
from rules.kernel.state import State, with_combatant
from rules.kernel.terms import CombatantId, Place
from rules.kernel.visibility import Audience, Doer, Open, show_to_owner
from rules.procedures.dew.refusals import Message, refuse
from rules.procedures.dew.state import Movement, get_round
from rules.procedures.dew.terms import (
    MOVEMENT,
    get_attributes,
    get_dew,
    get_name,
    get_settings,
    ids,
    is_conscious,
    with_part,
)

NOTHING_TO_BORROW = Message("has no {kind} blow of the next round left")
TARGET_ENDED = Message("{target} is not moving.")


@dataclass(slots=True, kw_only=True)
class MovementEnded(Event):
    """A combatant's movement is over: when, where, whether it is alert, and why."""

    audience = Audience.PERCEIVERS
    is_retold = False

    who: Doer
    time: Open[Fraction]
    """The time of the end, as a fraction of the phase."""
    position: Open[Place]
    alert: Open[bool]
    """True if the combatant is alert then."""
    why: Open[str] = ""

    def apply(self, state: State) -> State:
        return with_combatant(with_part(state, self.who, Movement, ended_at=self.time), self.who, place=self.position)

    def narrate(self, voice: Voice) -> str:
        # Nothing for a combatant that stayed, or reached its goal: that was narrated before.
        if self.why == "end of the trace":
            return f"{voice.whose(self.who)} movement is over."
        return f"{voice.does(self.who, 'stops')}." if self.time != 1 else ""

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        label = "falls" if self.why == "unconscious" else "moves"
        return (EventMark(self.who, label, MarkKind.MOVE),)


@dataclass(slots=True, kw_only=True)
class Borrowed(Event):
    """A blow was borrowed from the next round: its kind, and what that round still has."""

    audience = Audience.PERCEIVERS
    is_narrated = False

    who: Doer
    blow: Open[str]
    """The kind: active or reactive."""
    left_active: Annotated[int, show_to_owner(0)]
    """Active blows that the next round still has."""
    left_reactive: Annotated[int, show_to_owner(0)]
    """Reactive blows that the next round still has."""


def cite_choice(state: State) -> list[str]:
    """Return the clauses by which an option may be chosen at a stop."""
    return ["3k", *(["3.2.2a"] if _is_traced(state) else [])]


def cite_option(state: State, *, strikes: bool) -> list[str]:
    """Return the clauses by which an option is carried out at a stop."""
    return [*(["3.2.2b"] if not strikes and _is_traced(state) else []), "3k"]


BOOKED = ("3l", "3m")
"""The clauses by which blows are borrowed, and counted to the next round."""


def is_counted_to_next_round(state: State) -> bool:
    """Return whether borrowed blows count to the next round, by the table's option (3m)."""
    return get_settings(state).borrow_accounting == "next_round"


def count_left_to_borrow(state: State, who: CombatantId) -> tuple[int, int]:
    """Return the active and reactive blows of the next round that are not borrowed yet."""
    ledger, mine = get_dew(state, who).ledger, get_attributes(state, who)
    return mine.active_blows - ledger.borrowed_active, mine.reactive_blows - ledger.borrowed_reactive


def cite_price(state: State, en: int) -> list[str]:
    """Return the clauses of the price of a borrowed blow, which costs so much EN."""
    return [*BOOKED, *(["3.2.2c"] if _is_traced(state) else []), *(["0l"] if en else [])]


def make_borrowed(state: State, who: CombatantId, blow: str, use: str) -> Borrowed:
    """Return the event of a blow that was borrowed, with those that the next round still has."""
    active, reactive = count_left_to_borrow(state, who)
    cited = ["3l", *(["3t"] if use == "parry" else []), *(["3.2.2c"] if _is_traced(state) else [])]
    return Borrowed(who=who, blow=blow, left_active=active, left_reactive=reactive, clauses=ids(*cited))


def forbid_borrowing(state: State, who: CombatantId, kind: str, *also: str) -> Refusal:
    """Return the refusal to borrow a blow of a kind of which the next round has none left."""
    return refuse(NOTHING_TO_BORROW, "3s", *also, who=get_name(state, who), kind=kind)


def forbid_ended(state: State, target: CombatantId) -> Refusal | None:
    """Return the refusal of a target whose movement has ended, where movement is by traces."""
    if not _is_traced(state) or (is_conscious(state, target) and not get_dew(state, target).movement.ended):
        return None
    return refuse(TARGET_ENDED, "3.2.2a", target=get_name(state, target))


def cite_parry(state: State) -> list[str]:
    """Return the clause by which attacks at a stop are parried."""
    return ["3.2.2d"] if get_round(state).phase == MOVEMENT else []


def make_movement_ended(state: State, who: CombatantId) -> list[e.Event]:
    """Return the end of movement of a combatant that is knocked out while moving (3.2.2e)."""
    each = get_dew(state, who)
    if get_round(state).phase != MOVEMENT or state.between_rounds or each.movement.ended:
        return []
    alert = each.body.alert and not get_settings(state).out_drops_and_falls
    place = state.combatants[who].place
    clauses, time = ids("3.2.2e"), get_round(state).time
    return [MovementEnded(who=who, time=time, position=place, alert=alert, why="unconscious", clauses=clauses)]


def cite_together(state: State) -> list[str]:
    """Return the clause by which those who stop together choose together."""
    return ["3.2.2f"] if get_round(state).phase == MOVEMENT else []


def cite_maneuver(state: State, usual: str) -> str:
    """Return the clause by which a maneuver needs alertness, also at a stop; ``usual`` else."""
    return "3.2.2g" if _is_traced(state) else usual


def _is_traced(state: State) -> bool:
    return get_round(state).movement == "trace"
