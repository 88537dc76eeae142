"""Additions of Lakofka to declarations."""

from collections.abc import Mapping
from typing import Self

from rules.kernel.deeds import Wording
from rules.kernel.effects import Answer
from rules.kernel.frozen import frozen
from rules.kernel.order_keys import Count, Flag, WeaponId
from rules.kernel.own import Own
from rules.kernel.visibility import Open, SeenCombatant
from rules.procedures.adnd.orders.base import Addition


@frozen
class Throw(Addition, Own):
    """A throw in a charge (rule 8)."""

    throw: WeaponId = ""
    """The weapon that is thrown."""
    throw_segment: Count = 1
    """The segment of the throw."""
    running: Flag = False
    """The charger set off before the throw."""

    @classmethod
    def read(cls, answer: Answer) -> Self | None:
        weapon, segment = answer.get("throw"), answer.get("throw_segment")
        running = answer.get("running") in ("yes", True)
        return cls(str(weapon), segment if isinstance(segment, int) and segment else 1, running) if weapon else None

    def write_answer(self) -> Mapping[str, object]:
        running = {"running": "yes"} if self.running else {}
        return {"throw": self.throw, "throw_segment": self.throw_segment, **running}


@frozen
class NamedSegment(Addition, Own):
    """The segment in which a half of a move is made (6.2)."""

    segment: Open[int] = 0

    @classmethod
    def read(cls, answer: Answer) -> Self | None:
        segment = answer.get("segment")
        return cls(segment) if isinstance(segment, int) and segment else None

    def write_answer(self) -> Mapping[str, object]:
        return {"segment": self.segment}

    def describe(self, wording: Wording) -> str:
        return f" in segment {self.segment}"


@frozen
class DeclaredWarning(Addition, Own):
    """A combatant to warn as soon as something is noticed (10.14)."""

    is_kept_next_round = True
    follows_steps = True

    warn: SeenCombatant = ""

    @classmethod
    def read(cls, answer: Answer) -> Self | None:
        warn = answer.get("warn")
        return cls(str(warn)) if warn else None

    def write_answer(self) -> Mapping[str, object]:
        return {"warn": self.warn}

    def describe(self, wording: Wording) -> str:
        """Return the combatant to warn; "" if the viewer does not perceive it."""
        return f"; warn {wording.name(self.warn)} on noticing something" if self.warn else ""
