"""Rules 0 to 2: how many actions, spells, blows and shots a round allows a combatant."""

from fractions import Fraction

from rules.kernel.forms import Refusal
from rules.kernel.perception import keep_counted
from rules.kernel.stat_block import Spell, Weapon
from rules.kernel.state import Combatant, State
from rules.procedures.adnd.numbers import HASTED, compute_rate_factor
from rules.procedures.adnd.orders.weapons import choose_hand_weapon, compute_melee_rate
from rules.procedures.adnd.procedure import AdndProcedure
from rules.procedures.adnd.state import Granted
from rules.procedures.lakofka.act_kinds import ActKind, CountedAct
from rules.procedures.lakofka.legs import TEN_FEET
from rules.procedures.lakofka.options import get_settings, refuse
from rules.procedures.lakofka.state import Spent

EVERY_ACT = ("0.1", "0.5")
"""The clauses that are cited with the count of every act."""

ACTIONS = 3
"""The actions of a round (0.1)."""

TWO_SPELLS = 2
"""The spells that an item allows if nothing more is known of it (1.3)."""


def refuse_action(spent: Spent, limit: int) -> Refusal:
    """Return the refusal of one more action than the limit (0.1)."""
    return refuse("0.1", f"has used {spent.actions} actions of {limit}")


class Limits:
    """The entitlements of combatants under a base ruleset, which turns rates into attacks."""

    def __init__(self, procedure: AdndProcedure) -> None:
        self._procedure = procedure

    def count_actions(self, state: State, me: Combatant) -> int:
        """Return the number of actions: three, extra attacks of haste, and what the DM grants.

        The clauses are 0.1, 0.4 and 0.6.
        """
        return ACTIONS + self._count_haste(state, me) + me.own(Granted).actions

    def check_actions(
        self, me: Combatant, act: CountedAct, before: Spent, spent: Spent, limit: int
    ) -> tuple[str, ...] | Refusal:
        """Return the clauses that allow an act beyond three actions, or its refusal (0.1).

        ``before`` and ``spent`` are what is spent without the act and with it. Haste and grants of the DM raise the
        limit; the text also has exceptions.
        """
        if spent.actions <= min(ACTIONS, limit):
            return ()
        if spent.actions <= limit:
            return ("0.6",) if me.own(Granted).actions else ("0.4",)
        excepted = self._find_exception(me, act, before, spent)
        return (excepted,) if excepted else refuse_action(before, limit)

    def _find_exception(self, me: Combatant, act: CountedAct, before: Spent, spent: Spent) -> str:
        """Return the clause that allows an action beyond the limit; "" where none does.

        Excepted are a monk's open hand, a pummeling, and a whole volley with ten feet of movement.
        """
        only_blows = before.actions == before.blows
        if act.kind is ActKind.BLOW and only_blows and self._is_open_hand(me, act.weapon):
            return "0.2"
        if act.kind is ActKind.BLOW and only_blows and act.mode == "pummel":
            return "0.3"
        volley = spent.shots == spent.actions - spent.legs and spent.legs == 1
        if act.kind in (ActKind.LEG, ActKind.SHOT) and volley and spent.distance <= TEN_FEET:
            return "7.2"
        return ""

    def _is_open_hand(self, me: Combatant, weapon: Weapon | None) -> bool:
        """Return whether a monk strikes with the open hand (0.2)."""
        return (
            me.stat_block.creature.has_class("monk") and weapon is not None and (weapon.id == "fist" or weapon.natural)
        )

    def _count_haste(self, state: State, me: Combatant) -> int:
        if not self.is_hasted(me):
            return 0
        hasted = self.count_blows(state, me)
        return hasted - self._count_routines(state, me, self.get_rate(me) / 2)

    def is_hasted(self, me: Combatant) -> bool:
        """Return whether haste or a potion of speed doubles a combatant's attacks."""
        return me.stat_block.attack.hasted or me.has(HASTED)

    def get_rate(self, me: Combatant) -> Fraction:
        """Return the attacks a round by hand, as a rate, without haste."""
        return compute_melee_rate(me, choose_hand_weapon(me))

    def get_whole_rate(self, me: Combatant) -> Fraction:
        """Return the attacks a round by hand, as a rate, with haste."""
        return self.get_rate(me) * compute_rate_factor(me)

    def check_spells(self, state: State, me: Combatant, spell: Spell, spent: Spent) -> tuple[str, ...] | Refusal:
        """Return the clauses that allow a spell after what is spent, or its refusal (rule 1)."""
        allowed, by = self._count_spells(state, me, spell)
        if spent.spells >= allowed:
            return refuse("1.2" if self.is_hasted(me) else "1.1", "has cast a spell this round")
        return ("1.1", *by)

    def _count_spells(self, state: State, me: Combatant, spell: Spell) -> tuple[int, tuple[str, ...]]:
        """Return how many spells a round allows, and the clauses that allow more than one.

        If the DM admits an item for more spells, and no record says which it is, any device that is carried may be it.
        """
        if get_settings(state).multi_spell_items and me.stat_block.gear.devices:
            named = [
                each.spells
                for one in keep_counted(state.combatants.values())
                for each in one.stat_block.gear.devices
                if each.spells > 1
            ]
            most = max(each.spells for each in me.stat_block.gear.devices) if named else TWO_SPELLS
            if most > 1:
                return most, ("1.3",)
        if spell.cantrip and get_settings(state).cantrip_pair_ok:
            return 2, ()
        return 1, ()

    # Attacks (rule 2).

    def count_blows(self, state: State, me: Combatant) -> int:
        """Return how many purposeful attacks a combatant has in this round (2.1 to 2.3)."""
        return max(1, self._count_routines(state, me, self.get_rate(me)))

    def count_shots(self, state: State, me: Combatant, weapon: Weapon | None) -> int:
        """Return how many missiles of a weapon a combatant may discharge in this round."""
        if weapon is None or weapon.missile is None:
            return 1
        return max(1, self._count_routines(state, me, weapon.missile.rate))

    def _count_routines(self, state: State, me: Combatant, rate: Fraction) -> int:
        return self._procedure.count_routines(state, me, rate, max(1, state.round))
