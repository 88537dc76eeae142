"""The classes of deeds that the AD&D family shares.

Those that hold their order stand beside it in ``orders``.
"""

from collections.abc import Callable
from typing import Self

from rules.kernel import events as e
from rules.kernel.deeds import Deed, DeedGroup, DeedStatus, Wording
from rules.kernel.frozen import evolve, frozen
from rules.kernel.terms import SEGMENTS, Place

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
