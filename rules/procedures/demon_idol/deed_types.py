"""The deed that only Demon Idol has, and what it notes of deeds."""

from collections.abc import Callable
from typing import Self

from rules.kernel.deeds import Deed, DeedStatus, Wording
from rules.kernel.frozen import evolve, frozen
from rules.procedures.adnd.deed_types import Answering, Background


@frozen
class Ready(Background):
    """The moment at which a prepared act is ready."""

    kind = "ready"
    succeeds_by = ()

    act: type[Deed] | None = None
    """The class of the prepared act."""
    task: str = ""
    """The task that is prepared, if the act is one."""

    def describe(self, wording: Wording) -> str:
        return "make ready" + self.describe_targets(wording)

    def reword(self, words: Callable[[str], str]) -> Self:
        return evolve(self, task=words(self.task))


class TakesTime(DeedStatus):
    """A prepared act takes a stated time from what sets it off."""

    word = "timed"


class Fired(DeedStatus):
    """A prepared act has been set off."""

    word = "fired"


class SlottedIn(DeedStatus):
    """The first of several routines is put before an enemy's attack."""

    word = "slot-in"
    counts_others = True


class Retaliation(Answering):
    """A blow is struck at a charger, with no weapon set."""

    word = "answer"
