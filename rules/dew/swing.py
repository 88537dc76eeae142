"""One attack, as it was declared."""

from dataclasses import dataclass

from rules.dew.terms import MELEE, ids
from rules.dew.weapons import mode_of, weapon_of
from rules.dew_figure import DewMode
from rules.state import State
from rules.terms import ClauseId, CombatantId


@dataclass(frozen=True)
class Swing:
    """Who attacks whom with what, with how many preparations.

    ``great_blow`` is what each of them comes to (to hit, to critical, damage, breakage), ``ruled``: by the DM's word.
    """

    who: CombatantId
    target: CombatantId
    weapon: str
    mode: str
    use: str
    weight: str
    damage: str
    preparations: int = 0
    great_blow: tuple[int, int, int, int] = (1, 1, 2, 1)
    ruled: bool = False

    @property
    def is_melee(self) -> bool:
        """Whether it can be parried."""
        return self.use == MELEE

    def cites(self, clause: str) -> tuple[ClauseId, ...]:
        """What is cited where preparations count."""
        if not self.preparations:
            return ()
        return ids(clause, "1.2.4r") if self.ruled else ids(clause)

    def mode_in(self, state: State) -> DewMode:
        """How the weapon is used."""
        found = mode_of(weapon_of(state, self.who, self.weapon), self.mode, self.use)
        assert found is not None
        return found
