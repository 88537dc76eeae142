"""One attack, as it was declared."""

from rules.kernel.frozen import frozen
from rules.kernel.state import State
from rules.kernel.terms import ClauseId, CombatantId
from rules.procedures.dew.sheet import DewMode
from rules.procedures.dew.terms import MELEE, ids
from rules.procedures.dew.weapons import mode_of, weapon_of


@frozen
class DeclaredAttack:
    """An attack with one weapon in one mode on one target."""

    who: CombatantId
    target: CombatantId
    weapon: str
    mode: str
    use: str
    weight: str
    damage: str
    preparations: int = 0
    """The number of preparations in it."""
    great_blow: tuple[int, int, int, int] = (1, 1, 2, 1)
    """The effect of each preparation: to hit, to critical, damage, breakage."""
    ruled: bool = False
    """True if the DM set these numbers."""

    @property
    def is_melee(self) -> bool:
        """Return whether the attack is in melee, and so can be parried."""
        return self.use == MELEE

    def cites(self, clause: str) -> tuple[ClauseId, ...]:
        """Return a clause to cite if preparations count, with 1.2.4r if the DM set their numbers."""
        if not self.preparations:
            return ()
        return ids(clause, "1.2.4r") if self.ruled else ids(clause)

    def mode_in(self, state: State) -> DewMode:
        """Return the mode in which the weapon is used."""
        found = mode_of(weapon_of(state, self.who, self.weapon), self.mode, self.use)
        assert found is not None
        return found
