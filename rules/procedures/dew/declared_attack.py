"""One attack, as it was declared."""

from dataclasses import replace

from rules.kernel.frozen import frozen
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.kernel.visibility import EventEntry, Reader
from rules.procedures.dew.great_blows import GreatBlow
from rules.procedures.dew.sheet import DewMode
from rules.procedures.dew.terms import MELEE
from rules.procedures.dew.weapons import find_mode, get_weapon


@frozen(slots=True)
class ParryMade(EventEntry):
    """One parry of an attack."""

    who: str
    weapon: str
    mode: str
    value: int
    """The number by which it lowers the hit roll."""
    blow: str = ""
    """The kind of blow that it took: active or reactive."""

    def show(self, who: str, reader: Reader) -> "ParryMade":
        return replace(self, who=who)


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
    great_blow: GreatBlow = GreatBlow()
    """The preparations in it."""

    @property
    def is_melee(self) -> bool:
        """Return whether the attack is in melee, and so can be parried."""
        return self.use == MELEE

    def get_mode(self, state: State) -> DewMode:
        """Return the mode in which the weapon is used."""
        found = find_mode(get_weapon(state, self.who, self.weapon), self.mode, self.use)
        assert found is not None
        return found
