"""The deeds that only Crucible has, and what it notes of deeds."""

from typing import ClassVar

from rules.kernel import events as e
from rules.kernel.deeds import DeedStatus, Wording
from rules.kernel.frozen import frozen
from rules.procedures.adnd.deed_types import Move
from rules.procedures.adnd.orders.spell import Casting


@frozen
class CastingBegun(Casting):
    """The beginning of a spell."""

    kind = "begin"
    succeeds_by: ClassVar[tuple[type[e.Event], ...]] = ()

    def describe(self, wording: Wording) -> str:
        return self.kind + self.describe_targets(wording)


@frozen
class LongCasting(Casting):
    """The casting of a spell that outlasts the round."""

    kind = "casting"


@frozen
class ChargeToPlace(Move):
    """A charge to a place: a run there without a blow (III.D.place)."""

    kind = "charge"

    def describe(self, wording: Wording) -> str:
        return "charge" + self.describe_targets(wording, " at")


@frozen
class Stay(Move):
    """A move to the place where its doer stands. It is dropped when the turn has any other deed."""


class Entry(DeedStatus):
    """A blow as somebody enters."""

    word = "entry"


class Braced(DeedStatus):
    """A blow, with a weapon that was set, as somebody enters."""

    word = "braced"


ENTERING = (Entry, Braced)
"""What is noted of blows as somebody enters."""


class AtEnd(DeedStatus):
    """The deed comes at the end of the order (WD.DR.4)."""

    word = "last"


class FullRound(DeedStatus):
    """The deed comes last in the round (II.C)."""

    word = "full"


class TooFast(DeedStatus):
    """The deed comes to nothing: the doer moves too fast."""

    word = "fast"


class SpentTurn(DeedStatus):
    """The deed comes to nothing: the attacks or the casting of the turn are used."""

    word = "spent"


class Limited(DeedStatus):
    """A move of five feet only."""

    word = "limited"


class Approach(DeedStatus):
    """A move toward a combatant before an act."""

    word = "approach"
