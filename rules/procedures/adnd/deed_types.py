"""The classes of deeds that the AD&D family shares, and the numbers that they are given.

Those that hold their order stand beside it in ``orders``.
"""

from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, Self

from rules.kernel import events as e
from rules.kernel.battlefield import compute_charging_stride
from rules.kernel.deeds import Declaration, Deed, DeedGroup, DeedStatus, DeedT, Wording
from rules.kernel.frozen import evolve, frozen
from rules.kernel.state import Combatant, State
from rules.kernel.terms import SEGMENTS, CombatantId, Place

# Attacks.


@frozen
class Armed(Deed):
    """A deed that is done with a weapon."""

    weapon: str = ""
    mode: str = ""
    """The way of using the weapon: melee, missile or thrown."""
    unarmed: str = ""
    """The way of fighting without a weapon; "" with one."""


@frozen
class Struck(Armed):
    """A deed that strikes or shoots with a weapon."""

    blows: int = 0
    """The number of blows of the routine that are struck; 0: all."""
    chosen: tuple[int, ...] = ()
    """The places of its blows, from 0, in a routine that is split over several targets; empty: all."""
    parried: int = 0
    """The number that a parry takes from the deed's attack rolls."""

    @property
    def is_later_part(self) -> bool:
        """Return whether another deed has the first blow of the same routine."""
        return bool(self.chosen) and 0 not in self.chosen

    def describe(self, wording: Wording) -> str:
        several = f", {self.routine} of {self.routines}" if self.routines > 1 else ""
        return wording.weapon(self.who, self.weapon) + self.describe_targets(wording) + several


@frozen
class Attack(Struck):
    """A routine of blows or missiles."""


@frozen
class Blow(Attack):
    """A routine of blows hand to hand."""

    kind = "melee"
    group = DeedGroup.BLOW
    succeeds_by = (e.Attacked,)
    verbs = ("strikes",)


@frozen
class BlowAtContact(Blow):
    """A blow at a charger who arrives, beside what was declared."""


@frozen
class FreeBlow(BlowAtContact):
    """A blow that a charge gives everybody it meets."""

    role = "free"


@frozen
class BlowWhileClosing(BlowAtContact):
    """A blow at a charger by a combatant who is closing with a foe at the time."""

    role = "met"


@frozen
class OpportunityBlow(Blow):
    """An attack of opportunity: a single blow, out of turn."""

    role = "opportunity"

    what: str = ""
    """The act that draws the attack."""


@frozen
class BlowAtBack(OpportunityBlow):
    """An attack of opportunity on a combatant who flees."""

    role = "back"


@frozen
class Shot(Attack):
    """A routine of missiles, shot or thrown."""

    kind = "missile"
    group = DeedGroup.SHOT
    succeeds_by = (e.Attacked,)
    verbs = ("shoots", "throws")


# Charges.


@frozen
class Charge(Armed):
    """A part of a charge."""

    kind = "charge"
    group = DeedGroup.CHARGE
    succeeds_by = (e.ChargeMet, e.Attacked)
    verbs = ("charges", "strikes")

    def describe(self, wording: Wording) -> str:
        return "charge" + self.describe_targets(wording, " at")


@frozen
class Arrival(Charge):
    """The contact of a charge."""

    role = "contact"
    group = DeedGroup.CONTACT


@frozen
class ArrivalAtPlace(Arrival):
    """The end of a charge to a place: at the place, or where the round ends it."""

    role = "place"
    group = DeedGroup.CHARGE

    to: Place = (0, 0)


@frozen
class ChargeBlow(Charge, Struck):
    """The blow that ends a charge."""

    role = "blow"
    group = DeedGroup.CHARGE_BLOW


@frozen
class ShortCharge(Charge):
    """A charge over more ground than the round allows."""

    role = "short"


@frozen
class WeaponSetting(Struck):
    """A weapon set against a charge, whether or not anybody comes."""

    kind = "set"
    group = DeedGroup.BLOW
    succeeds_by = (e.WeaponSet, e.Attacked)
    verbs = ("sets", "strikes")


@frozen
class SetWeaponBlow(WeaponSetting):
    """The blow with a weapon set against a charge, when the charge arrives."""

    role = "set"


class TaskKind(Enum):
    """The kinds of tasks that rules tell apart."""

    DRAW = "draw"
    """A weapon, or something else that is carried, is drawn."""
    DROP = "drop"
    GEAR = "gear"
    """Gear is handled, or something is opened or closed."""
    OTHER = "other"
    """Anything else: no rule says by itself what it is."""


@frozen
class Task(Deed):
    """A task without an attack: to open a door, to draw a weapon."""

    kind = "task"
    succeeds_by = (e.TaskDone,)

    task: str = ""
    draw: str = ""
    """The weapon that is drawn; "" for none."""

    def describe(self, wording: Wording) -> str:
        return wording.quote(self.task)

    def reword(self, words: Callable[[str], str]) -> Self:
        return evolve(self, task=words(self.task))


# Other deeds.


@frozen
class Background(Deed):
    """A deed that goes on beside what its doer does."""


@frozen
class Turning(Deed):
    """A turning of undead."""

    kind = "turning"
    group = DeedGroup.TURNING
    succeeds_by = (e.UndeadTurned,)


@frozen
class Move(Deed):
    """A move, to a place or toward a combatant."""

    kind = "move"
    group = DeedGroup.MOVE
    succeeds_by = (e.Moved,)

    to: Place | None = None
    """The place to move to; None: toward the target."""
    segments: int = SEGMENTS
    """The segments that it may take at most."""

    def describe(self, wording: Wording) -> str:
        return f"close{self.describe_targets(wording, ' with')}" if self.targets else "move"


@frozen
class MoveBefore(Move):
    """A walk before a spell or a timed device, which is begun when the walk is over."""

    role = "before"


@frozen
class Run(Move):
    """A segment of a charge while others are surprised."""

    role = "run"

    weapon: str = ""


@frozen
class Wait(Deed):
    """Waiting alone, with nothing to do afterwards."""

    kind = "wait"
    group = DeedGroup.PASSIVE
    succeeds_by = (e.Waited,)

    def describe(self, wording: Wording) -> str:
        return "await" + self.describe_targets(wording)


# What is noted of deeds.


class Answering(DeedStatus):
    """A blow answers a foe who approaches or attacks."""


class OnTheRun(DeedStatus):
    """A weapon is thrown on the run, at -1 to hit."""

    word = "running"


# Segments that a deed takes.


def count_segments_lost(deed: Deed) -> int:
    """Return the segments of the round that do not count as a deed's own time.

    They are those before it was begun, and those lost since.
    """
    return max(0, deed.begins - 1) + deed.lost


def count_segments_run(deed: Deed, column: int) -> int:
    """Return the segments that a deed has run at the end of a column."""
    return max(0, column - count_segments_lost(deed))


# Numbers.


@cache
def compute_slot(routine: int, routines: int) -> Fraction:
    """Return the slot of routine k of n in the round: (2k-1)/(2n)."""
    return Fraction(2 * routine - 1, 2 * routines)


@frozen
class Numbering:
    """The numbers that a procedure gives deeds."""

    nominal: Callable[[State, CombatantId, CombatantId], int]
    """The segment for an ordinary deed of a combatant against a target ("" for nobody)."""
    initiative: Callable[[State, CombatantId, bool], int]
    """The number for side order of a combatant, for missiles (True) or anything else."""
    routines: Callable[[State, Combatant, Fraction, int], int]
    """The attack routines with a weapon in a round, from a rate a round and the round."""
    spread: Callable[[State, int, int], Fraction] = lambda state, routine, routines: compute_slot(routine, routines)
    """The slot of routine k of n in the round."""
    pace: Callable[[State, CombatantId], Fraction] = compute_charging_stride
    """The hundredths of a foot that a charge covers in a segment."""

    def compute_numbers(self, state: State, declared: Declaration, kind: type[Deed]) -> dict[str, Any]:
        """Return the id, segment and initiative of an ordinary deed of a class, by field."""
        who, target = declared.who, declared.targets[0] if declared.targets else ""
        return {
            "id": f"{who}:{kind.kind}",
            "number": self.nominal(state, who, target),
            "initiative": self.initiative(state, who, issubclass(kind, Shot)),
        }

    def build_plain(self, state: State, declared: Declaration, kind: type[DeedT], **further: Any) -> DeedT:
        """Return a deed of an order, with its targets and numbers; further fields win over them."""
        numbers = self.compute_numbers(state, declared, kind)
        return kind(**{"who": declared.who, "targets": declared.targets, "order": declared, **numbers, **further})
