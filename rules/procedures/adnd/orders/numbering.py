"""The numbers that a procedure gives deeds."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

from rules.kernel.battlefield import compute_charging_stride
from rules.kernel.deeds import Declaration, Deed, DeedT
from rules.kernel.frozen import frozen
from rules.kernel.state import Combatant, State
from rules.kernel.terms import CombatantId
from rules.procedures.adnd.deed_types import Shot


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
