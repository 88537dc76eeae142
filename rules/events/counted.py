"""Events of procedures that count what a figure does, and ask what it notices."""

from dataclasses import dataclass

from rules.events.base import Event
from rules.state import Spent


@dataclass(slots=True, kw_only=True)
class ActionCounted(Event):
    """Something a figure did was counted: what (in a word), of which sort, for how many actions, out of how many.

    ``sort`` is physical, spell, device or other; ``attack`` whether it is a purposeful attack. ``spent`` is everything
    the figure has done this round, this included.
    """

    who: str
    deed: str
    what: str
    sort: str
    cost: int
    limit: int
    attack: bool
    spent: Spent


@dataclass(slots=True, kw_only=True)
class Observed(Event):
    """Something that others may react to has happened to a figure, or was done by it: ``what``.

    ``known`` is a number for the state it is now in: appeared, gone, down. ``who`` is "" for what is about no figure.
    """

    who: str
    what: str
    known: int


@dataclass(slots=True, kw_only=True)
class Noticed(Event):
    """A figure does or does not (``notices``) perceive what happened to another: at once, or by a saving throw.

    ``needed`` is the number on the die after the ``modifier``; ``told`` by whom, if it was warned. ``behind``: the
    other stands at its back. ``what`` is what came about, in the DM's words where he gave them.
    """

    who: str
    target: str
    automatic: bool
    notices: bool
    needed: int = 0
    face: int = 0
    modifier: int = 0
    told: str = ""
    behind: bool = False
    what: str = ""


@dataclass(slots=True, kw_only=True)
class Thwarted(Event):
    """A figure tries to keep an unarmed attacker off with its weapon: whose attack, and whether that fails by it."""

    who: str
    against: str
    needed: int
    face: int
    works: bool


@dataclass(slots=True, kw_only=True)
class BalanceTried(Event):
    """Whether a dagger is one of the few that can be thrown."""

    who: str
    weapon: str
    face: int
    balanced: bool


@dataclass(slots=True, kw_only=True)
class DefenceChosen(Event):
    """A figure will parry the next blow of another."""

    who: str
    against: str


@dataclass(slots=True, kw_only=True)
class WeaponsCompared(Event):
    """The DM has said whether one weapon can parry another."""

    weapon: str
    other: str
    opposes: bool
