"""Warnings and parries."""

from dataclasses import dataclass
from typing import Annotated

from rules.kernel.drawing import EventMark
from rules.kernel.events.base import Event
from rules.kernel.visibility import (
    OUTSIDE_MOMENTS,
    Audience,
    Doer,
    Mask,
    Open,
    SeenCombatant,
    Words,
    show_to_needed,
    show_to_owner,
)
from rules.kernel.voice import Voice


@dataclass(slots=True, kw_only=True)
class Warned(Event):
    """A combatant warns another, or threatens a combatant who learns of it beforehand."""

    audience = Audience.PERCEIVERS
    inherited = OUTSIDE_MOMENTS

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
