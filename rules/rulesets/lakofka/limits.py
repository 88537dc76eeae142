"""What a figure is entitled to in a round: actions, spells, blows and shots."""

from fractions import Fraction

from rules.adnd.deeds import hand_weapon, melee_rate
from rules.adnd.procedures import Procedures
from rules.figure import Spell, Weapon
from rules.rulesets.lakofka.options import option
from rules.state import Combatant, Spent, State

ACTIONS = 3
"""0.1: the actions of a round."""

TWO_SPELLS = 2
"""1.3: what an item allows of which no more is known."""


class Limits:
    """The entitlements of figures under a base ruleset, which says how many attacks a rate gives."""

    def __init__(self, base: Procedures) -> None:
        self._base = base

    def actions(self, state: State, me: Combatant) -> int:
        """0.1, 0.4, 0.6: three actions, the extra attacks of haste, and what the DM grants."""
        return ACTIONS + self._haste(state, me) + me.spent.granted

    def beyond_three(self, me: Combatant, spent: Spent) -> tuple[str, ...]:
        """What allows more than three: haste, or the DM."""
        if spent.actions <= ACTIONS:
            return ()
        return ("0.6",) if me.spent.granted else ("0.4",)

    def _haste(self, state: State, me: Combatant) -> int:
        if not self.is_hasted(me):
            return 0
        hasted = self.blows(state, me)
        return hasted - self._routines(state, me, self.rate(me) / 2)

    def is_hasted(self, me: Combatant) -> bool:
        """Whether haste or a potion of speed doubles a figure's attacks."""
        return me.figure.hasted or me.has("hasted")

    def rate(self, me: Combatant) -> Fraction:
        """Attacks a round by hand, as a rate, without haste."""
        return melee_rate(me, hand_weapon(me))

    def whole_rate(self, me: Combatant) -> Fraction:
        """The same with haste."""
        return self.rate(me) * (2 if self.is_hasted(me) else 1)

    def blows(self, state: State, me: Combatant) -> int:
        """2.1 to 2.3: purposeful attacks in this round."""
        return max(1, self._routines(state, me, self.rate(me)))

    def shots(self, state: State, me: Combatant, weapon: Weapon | None) -> int:
        """Missiles of a weapon in this round."""
        if weapon is None or weapon.missile is None:
            return 1
        return max(1, self._routines(state, me, weapon.missile.rate))

    def _routines(self, state: State, me: Combatant, rate: Fraction) -> int:
        return self._base.routines(state, me, rate, max(1, state.round))

    def is_open_hand(self, me: Combatant, weapon: Weapon | None) -> bool:
        """0.2: whether a monk strikes with his open hand."""
        return me.figure.kind == "monk" and weapon is not None and (weapon.id == "fist" or weapon.natural)

    def spells(self, state: State, me: Combatant, spell: Spell) -> tuple[int, tuple[str, ...]]:
        """1.1, 1.3: spells in a round, and by what clause there may be more than one.

        Where the DM has admitted such an item, and no record says which it is, any device that is carried may be it.
        """
        if option(state, "multi_spell_items") and me.figure.devices:
            named = [each.spells for one in state.combatants.values() for each in one.figure.devices if each.spells > 1]
            most = max(each.spells for each in me.figure.devices) if named else TWO_SPELLS
            if most > 1:
                return most, ("1.3",)
        if spell.cantrip and option(state, "cantrip_pair_ok"):
            return 2, ()
        return 1, ()
