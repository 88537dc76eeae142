"""Notes of Lakofka on deeds."""

from rules.kernel.deeds import DeedStatus
from rules.procedures.adnd.deed_types import Answering


class Half(DeedStatus):
    """A part of a move whose segment was named in the declaration."""

    word = "half"


class TooLate(DeedStatus):
    """The deed is not begun this round: earlier steps take the rest of the round."""

    word = "too late"


class InDefence(Answering):
    """A blow that answers an attack."""

    word = "defence"


class Thrown(DeedStatus):
    """A throw in a charge."""

    word = "throw"
