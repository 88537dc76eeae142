"""Events of the fight: the deeds of combatants and the effects on them."""

from dataclasses import dataclass
from typing import Annotated

from rules.kernel.battlefield import Way, move_combatant, relocate_combatant
from rules.kernel.drawing import DrawnFlight, EventMark, FlightKind, MarkKind
from rules.kernel.event import Event, Result, ShortWords, Verb, Voice
from rules.kernel.own import OwnDetails
from rules.kernel.state import OngoingCasting, State, remove_conditions, with_combatant, with_condition
from rules.kernel.terms import ClauseId, Place
from rules.kernel.visibility import (
    OUTSIDE_MOMENTS,
    UNDER_WAY,
    Audience,
    Doer,
    Face,
    HitPoints,
    Mask,
    Open,
    SeenCombatant,
    Typed,
    Words,
    show_as,
    show_to_dm,
    show_to_needed,
    show_to_owner,
)


@dataclass(slots=True, kw_only=True)
class Moved(Event):
    """A combatant moved: to where, how many feet, towards which foe it closed."""

    audience = Audience.PERCEIVERS
    leads_to_act = True
    verbs = (Verb("closes", "closes", "combatant"), Verb("moves"))

    who: Doer
    to: Open[Place]
    feet: Open[int]
    closes: SeenCombatant = ""
    """The combatant towards which it closed."""
    length: Open[int | None] = None
    """The length of the move, in hundredths of a map inch."""
    relocated: Open[bool] = False
    """Magic put it there, regardless of anything in between."""
    working: Annotated[str, show_to_owner("", Mask.WORDS)] = ""
    """What effects add to its movement, in words; "" for nothing."""

    def apply(self, state: State) -> State:
        if self.relocated:
            return relocate_combatant(state, self.who, self.to)
        return move_combatant(state, self.who, self.to)

    def list_short_forms(self) -> tuple[ShortWords, ...]:
        closes, moves = map(self.write_short_form, self.verbs)
        return (closes, moves) if self.closes else (moves,)


@dataclass(slots=True, kw_only=True)
class Ran(Event):
    """A combatant who charges or runs has come to a place by the end of a segment."""

    audience = Audience.PERCEIVERS
    inherited = OUTSIDE_MOMENTS
    is_narrated = False  # seen on the battle map; the end of the run is narrated

    who: Doer
    to: Open[Place]
    way: Annotated[Way | None, show_to_dm()] = None
    """The way on which it has come there."""

    def apply(self, state: State) -> State:
        return move_combatant(state, self.who, self.to)


@dataclass(slots=True, kw_only=True)
class ChargeBegan(Event):
    """A charge began: at which target, over how many feet.

    A charge to a place has no target and no feet: it shows neither the place nor how far off that is.
    """

    audience = Audience.PERCEIVERS
    leads_to_act = True

    who: Doer
    target: Doer
    distance_ft: Open[int]
    worse: Annotated[int, show_to_owner(0)] = 0
    """The amount by which the charger's armor class is worse for the round."""

    def apply(self, state: State) -> State:
        return with_combatant(state, self.who, charging=True)


@dataclass(slots=True, kw_only=True)
class ChargeContinues(Event):
    """A charge did not reach its target by the end of the round.

    It continues in the next round if nothing else is declared.
    """

    audience = Audience.PERCEIVERS
    is_retold = False

    who: Doer
    target: Doer


@dataclass(slots=True, kw_only=True)
class ChargeMet(Event):
    """A charge made contact."""

    audience = Audience.PERCEIVERS
    is_act = True
    verbs = (Verb("charges", "target", "combatant"),)

    who: Doer
    target: Doer
    distance_ft: Open[int]
    first: Annotated[str, show_as(Mask.FIRST_STRIKER)]
    """The combatant who strikes first, or "together"."""


SHOOTING = ("missile", "thrown")
"""The modes of attack that take a missile."""


@dataclass(slots=True, kw_only=True)
class Attacked(Event):
    """An attack roll: the number needed, the face and the result."""

    audience = Audience.PERCEIVERS
    is_act = True
    verbs = tuple(Verb(each, "target", "combatant") for each in ("strikes", "shoots", "throws"))

    who: Doer
    target: Doer
    weapon: Open[str]
    routine: Open[int]
    mode: Open[str]
    """The kind of attack: melee, missile or thrown."""
    needed: Annotated[int, show_to_needed(0)]
    """The number that the die must show, after every adjustment."""
    face: Face[int]
    """The face of the die; the sum where several dice are added up to a result."""
    hit: Open[bool]
    routines: Open[int] = 1
    blow: Open[str] = ""
    bonus: Open[int] = 0
    working: Annotated[str, show_to_needed("", Mask.WORKING)] = ""
    opportunity: Words = ""
    """The cause of an attack of opportunity, out of turn: casting, shooting, moving, flight."""
    details: Annotated[OwnDetails | None, show_as(Mask.DETAILS)] = None
    """The numbers of a procedure that adds up a result; None in the others."""
    deed: Annotated[str, show_to_dm("")] = ""
    """The id of the deed that it is part of; "" in older logs, and where there is none."""

    def apply(self, state: State) -> State:
        if self.mode not in SHOOTING:
            return state
        each = state.combatants[self.who]
        weapon = each.weapon(self.weapon)
        left = each.count_missiles(weapon)
        if not left or weapon is None or weapon.missile is None:
            return state
        return with_combatant(state, self.who, charges={**each.charges, weapon.missile.ammunition: left - 1})

    def list_short_forms(self) -> tuple[ShortWords, ...]:
        strikes, shoots, throws = self.verbs
        return (self.write_short_form({"missile": shoots, "thrown": throws}.get(self.mode, strikes)),)

    def get_result(self) -> Result:
        what = "opportunity" if self.opportunity else "blow" if self.mode == "melee" else "shot"
        result = "hits" if self.hit else "misses"
        return Result(what, result, targets=(self.target,), face=self.face, needed=self.needed)

    def find_flight(self, voice: Voice) -> DrawnFlight | None:
        if self.mode not in SHOOTING:
            return None
        verb = "shoots" if self.mode == "missile" else "throws"
        return DrawnFlight(FlightKind.SHOT, self.who, (self.target,), f"{verb} at")


@dataclass(slots=True, kw_only=True)
class Damaged(Event):
    """A combatant lost hit points, or points of a pool of its own.

    Shows how many, by whose doing, and how many are left.
    """

    audience = Audience.PERCEIVERS

    who: Doer
    by: SeenCombatant
    amount: Open[int]
    left: HitPoints
    source: Annotated[str, show_as(Mask.SOURCE)] = ""
    pool: Open[str] = ""
    """The pool from which the points were lost (EN, BD); "" for hit points."""
    original: Open[int | None] = None
    """The total of the dice before the addition for ``preparations``."""
    preparations: Open[int | None] = None
    critical: Open[bool | None] = None
    """The hit was critical."""
    working: Annotated[str, show_to_needed("", Mask.WORKING)] = ""
    """What effects add to the dice, in words; "" for nothing."""
    deed: Annotated[str, show_to_dm("")] = ""
    """The id of the deed that it is part of; "" in older logs, and where there is none."""

    def apply(self, state: State) -> State:
        if self.pool:
            return state
        return with_combatant(state, self.who, hp=self.left)


@dataclass(slots=True, kw_only=True)
class Healed(Event):
    """A combatant regained hit points: how many, by whose doing, and its new total."""

    audience = Audience.PERCEIVERS

    who: Doer
    by: SeenCombatant
    amount: Open[int]
    left: HitPoints
    working: Annotated[str, show_to_owner("", Mask.WORDS)] = ""
    """What the points come from, in words and numbers; "" where the dice say it."""

    def apply(self, state: State) -> State:
        each = state.combatants[self.who]
        kept = remove_conditions(each, "helpless") if self.left > 0 else each.conditions
        return with_combatant(state, self.who, hp=self.left, conditions=kept)


@dataclass(slots=True, kw_only=True)
class HelplessMade(Event):
    """A combatant can no longer act: at no hit points or fewer, or by an effect."""

    audience = Audience.PERCEIVERS
    verbs = (Verb("falls"),)

    who: Doer
    cause: Words = ""
    """The effect that caused it; "" for lack of hit points."""

    def apply(self, state: State) -> State:
        return with_condition(state, self.who, "helpless", None)

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "falls", MarkKind.DOWN),)


@dataclass(slots=True, kw_only=True)
class Slain(Event):
    """A combatant died."""

    audience = Audience.PERCEIVERS
    verbs = (Verb("dies"),)

    who: Doer
    by: SeenCombatant = ""

    def apply(self, state: State) -> State:
        return with_condition(state, self.who, "dead", None)

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "dies", MarkKind.DEAD),)


@dataclass(slots=True, kw_only=True)
class Fled(Event):
    """A combatant fled, fell back or disengaged: to where, and how far in feet."""

    audience = Audience.PERCEIVERS
    is_act = True
    verbs = (Verb("flees"),)

    who: Doer
    to: Open[Place | None] = None
    feet: Open[int] = 0
    manner: Open[str] = "flee"
    """Flight, falling back or disengaging; only "flee" takes the combatant out of the fight."""
    working: Annotated[str, show_to_owner("", Mask.WORDS)] = ""
    """What effects add to its movement, in words; "" for nothing."""

    def apply(self, state: State) -> State:
        if self.to is not None:
            state = move_combatant(state, self.who, self.to)
        return with_condition(state, self.who, "fled", None) if self.manner == "flee" else state

    def get_result(self) -> Result:
        return Result("flight", self.manner)


@dataclass(slots=True, kw_only=True)
class Surrendered(Event):
    """A combatant surrendered."""

    audience = Audience.PERCEIVERS
    is_act = True

    who: Doer

    def apply(self, state: State) -> State:
        return with_condition(state, self.who, "surrendered", None)

    def get_result(self) -> Result:
        return Result("surrender", "yields")

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "yields"),)


@dataclass(slots=True, kw_only=True)
class Waited(Event):
    """A combatant awaited the deeds of others."""

    audience = Audience.PERCEIVERS
    is_retold = False
    is_act = True
    verbs = (Verb("waits", "target", "combatant"),)

    who: Doer
    target: Annotated[str, show_to_owner("", Mask.COMBATANT)] = ""


@dataclass(slots=True, kw_only=True)
class WeaponSet(Event):
    """A combatant set its weapon against a charge."""

    audience = Audience.PERCEIVERS
    is_act = True
    verbs = (Verb("sets"),)

    who: Doer
    weapon: Open[str]

    def get_result(self) -> Result:
        return Result("set", "set")


@dataclass(slots=True, kw_only=True)
class TaskDone(Event):
    """A combatant finished something that takes no blow: drew a weapon, opened a door."""

    audience = Audience.PERCEIVERS
    is_act = True

    who: Doer
    task: Typed
    drawn: Open[str | None] = None
    """The weapon that is in hand by it; "" for none. None in older logs, where the words of the task name it."""

    def apply(self, state: State) -> State:
        each = state.combatants[self.who]
        over = each.casting is not None and each.casting.what == self.task
        drawn = each.weapon(each.find_weapon_drawn(self.task) if self.drawn is None else self.drawn)
        in_hand = drawn.id if drawn is not None else each.in_hand
        return with_combatant(state, self.who, casting=None if over else each.casting, in_hand=in_hand)

    def get_result(self) -> Result:
        return Result("task", "done", self.task)


@dataclass(slots=True, kw_only=True)
class TaskContinues(Event):
    """A task is not finished at the end of the segment or round."""

    audience = Audience.PERCEIVERS
    inherited = UNDER_WAY
    is_retold = False

    who: Doer
    task: Typed
    done: Annotated[int, show_to_owner(0)]
    """Segments done so far."""

    def apply(self, state: State) -> State:
        return with_combatant(state, self.who, casting=OngoingCasting(self.task, (), self.done))


@dataclass(slots=True, kw_only=True)
class TaskGivenUp(Event):
    """A combatant does something else than its task; the progress on the task is lost."""

    audience = Audience.PERCEIVERS

    who: Doer
    task: Typed

    def apply(self, state: State) -> State:
        return with_combatant(state, self.who, casting=None)


@dataclass(slots=True, kw_only=True)
class MindChanged(Event):
    """A combatant does something other than was declared, by a clause."""

    audience = Audience.PERCEIVERS
    is_retold = False

    who: Doer
    cost: Annotated[int, show_to_owner(0)] = 0
    """The cost, in whole segments."""
    clause: Open[ClauseId] = ""
    """The clause that allows it."""
    starts: Annotated[int, show_to_owner(0)] = 0
    """The new deed's segment; 0 where it has none."""
    what: Annotated[str, show_to_owner("", Mask.WORDS)] = ""
    """The new deed, in words."""


@dataclass(slots=True, kw_only=True)
class Dropped(Event):
    """A combatant dropped what it had in hand, or several items where it holds more."""

    audience = Audience.PERCEIVERS

    who: Doer
    weapon: Open[str] = ""
    items: Open[tuple[str, ...]] = ()
    why: Open[str] = ""
    """The reason: option, pass, thrown, ..."""

    def apply(self, state: State) -> State:
        return state if self.items else with_combatant(state, self.who, in_hand="")

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "drops it"),)

    def get_result(self) -> Result:
        return Result("dropped", "drops")
