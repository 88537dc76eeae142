"""The questions of orders to the procedure in play."""

from fractions import Fraction
from typing import Protocol

from rules.kernel.forms import Refusal
from rules.kernel.state import Combatant, State
from rules.kernel.terms import CombatantId
from rules.procedures.adnd.citations import Citations
from rules.procedures.adnd.orders.ways import Way


class ReadyMissiles(Protocol):
    """The part of its rules of surprise that orders ask."""

    def may_triple_missiles(self, state: State) -> bool: ...


class StruckBlows(Protocol):
    """The part of its rules of blows that orders ask."""

    def count_sweep(self, state: State, me: Combatant) -> int: ...

    def are_two_weapons_allowed(self, state: State) -> bool: ...


class OrderRules(Protocol):
    """The part of ``AdndProcedure`` that orders ask, where each method is documented."""

    @property
    def cites(self) -> Citations: ...

    @property
    def surprise(self) -> ReadyMissiles: ...

    @property
    def blows(self) -> StruckBlows: ...

    def forbid(self, state: State, who: CombatantId, letter: str, how: Way) -> Refusal | None: ...

    def forbid_target(
        self, state: State, who: CombatantId, letter: str, how: str, target: CombatantId
    ) -> Refusal | None: ...

    def count_routines(self, state: State, me: Combatant, rate: Fraction, round: int) -> int: ...
