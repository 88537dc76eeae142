"""Additions of Demon Idol to declarations."""

from collections.abc import Mapping
from typing import Self

from rules.kernel.deeds import Wording
from rules.kernel.effects import Answer
from rules.kernel.frozen import frozen
from rules.kernel.own import Own
from rules.kernel.terms import TRIGGERS
from rules.kernel.visibility import Open, SeenCombatant
from rules.procedures.adnd.orders.base import Addition


@frozen
class Preparation(Addition, Own):
    """The deed is prepared until something happens (6.prepare)."""

    when: Open[str] = ""
    """The trigger: something that ``watch`` does, or anybody where that is empty."""
    watch: SeenCombatant = ""

    @classmethod
    def read(cls, answer: Answer) -> Self | None:
        when = answer.get("when")
        return cls(str(when), str(answer.get("watch") or "")) if when else None

    def write_answer(self) -> Mapping[str, object]:
        return {"prepared": "yes", "when": self.when, **({"watch": self.watch} if self.watch else {})}

    def describe(self, wording: Wording) -> str:
        """Return the trigger: ", when Gash charges"."""
        watched = wording.name(self.watch) if self.watch else "anybody"
        return f", when {watched} {TRIGGERS[self.when]}"


@frozen
class Hesitation(Addition, Own):
    """The segments lost in declaring (6.3.delay)."""

    delay: Open[int] = 0

    @classmethod
    def read(cls, answer: Answer) -> Self | None:
        delay = answer.get("delay")
        return cls(delay) if isinstance(delay, int) and delay else None

    def write_answer(self) -> Mapping[str, object]:
        """Return no keys: nobody hesitates over a repeated declaration."""
        return {}


@frozen
class AssignedLetter(Own):
    """The letter under which the DM put a task (6.cat)."""

    letter: Open[str] = ""


@frozen
class CarriedOver(Own):
    """The act was prepared in the round before (8.PREP.lost)."""
