"""Events of the declaring order, preparing, retaliation, morale, warnings and parries."""

from dataclasses import dataclass
from typing import Annotated

from rules.kernel.drawing import EventMark
from rules.kernel.event import Event, Result, Verb, Voice
from rules.kernel.visibility import (
    OUTSIDE_MOMENTS,
    Audience,
    Doer,
    Face,
    Mask,
    Open,
    SeenCombatant,
    SeenCombatants,
    Words,
    show_to_dm,
    show_to_needed,
    show_to_own_needed,
    show_to_owner,
)


@dataclass(slots=True, kw_only=True)
class RosterRolled(Event):
    """The order of declaring was rolled; it begins with the combatant that the die names."""

    audience = Audience.PERCEIVERS
    inherited = OUTSIDE_MOMENTS
    is_retold = False

    who: Doer
    face: Face[int]
    order: SeenCombatants = ()


@dataclass(slots=True, kw_only=True)
class Prepared(Event):
    """A combatant has prepared an act with its trigger, or a great blow with its weapon."""

    audience = Audience.PERCEIVERS
    is_act = True

    who: Doer
    when: Annotated[str, show_to_owner("")] = ""
    """The trigger of the act."""
    watch: Annotated[str, show_to_owner("", Mask.COMBATANT)] = ""
    """The combatant that sets it off; "" for anybody."""
    weapon: Open[str] = ""
    mode: Open[str] = ""
    count: Open[int | None] = None
    """The number of preparations for the great blow so far."""


@dataclass(slots=True, kw_only=True)
class Retaliated(Event):
    """A combatant spends an attack routine on a charger."""

    audience = Audience.PERCEIVERS

    who: Doer
    target: Doer
    left: Annotated[int, show_to_owner(0)] = 0
    """The number of routines left this round."""

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "retaliates"),)

    def get_result(self) -> Result:
        return Result("retaliation", "made", targets=(self.target,))


@dataclass(slots=True, kw_only=True)
class MoraleCalled(Event):
    """A possible morale check of a group: cause and number needed, shown before the dice."""

    audience = Audience.DM

    who: Doer
    needed: Open[int]
    due: Open[bool]
    why: Words = ""
    losses: Open[int] = 0
    """The percentage of the group that is out of the fight."""


@dataclass(slots=True, kw_only=True)
class MoraleChecked(Event):
    """A morale check of a combatant, group or side (``who``): number needed, face, result."""

    audience = Audience.PERCEIVERS

    who: Doer
    needed: Annotated[int, show_to_own_needed(0)]
    face: Face[int]
    result: Open[str]
    occasion: Annotated[str, show_to_dm("")] = ""
    """The reason for the check; its adjustment is part of ``needed``."""
    modifier: Annotated[int, show_to_dm(0)] = 0
    """A further adjustment to the roll, which is part of ``needed``."""
    affected: Annotated[tuple[str, ...], show_to_dm(())] = ()
    """The combatants who must avoid the fight because of it."""

    list_perceivers = Event.list_perceivers_by_dice

    @property
    def side(self) -> str:
        """Return the side, where a side is checked."""
        return self.who

    def get_result(self) -> Result:
        return Result("morale", self.result, face=self.face, needed=self.needed)


# Warnings and parries.


@dataclass(slots=True, kw_only=True)
class Warned(Event):
    """A combatant warns another, or threatens a combatant who learns of it beforehand."""

    audience = Audience.PERCEIVERS
    inherited = OUTSIDE_MOMENTS
    verbs = (Verb("warns", "target", "combatant"),)

    who: Doer
    """The combatant who warns; without a warner, the combatant who is warned."""
    target: SeenCombatant = ""
    cost: Annotated[int, show_to_owner(0)] = 0
    """The cost to ``who``, in whole segments."""
    what: Words = ""
    """The subject of the warning, in words."""


@dataclass(slots=True, kw_only=True)
class Parried(Event):
    """A combatant parries: against which attacker, what a blow loses, and whether it works."""

    audience = Audience.PERCEIVERS
    verbs = (Verb("parries", "against", "combatant"),)

    who: Doer
    against: SeenCombatant = ""
    """The attacker; "" for everyone."""
    bonus: Annotated[int, show_to_owner(0)] = 0
    """The amount that a blow at the combatant loses."""
    works: Open[bool] = True
    once: Open[bool] = False
    """Only the next blow of that attacker is parried."""
    working: Annotated[str, show_to_needed("", Mask.WORKING)] = ""
    """The numbers compared."""

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "parries"),)

    def get_result(self) -> Result:
        return Result("parry", "made", targets=(self.against,) if self.against else ())
