"""G: blows hand to hand."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from rules.kernel.battlefield import is_in_melee_distance
from rules.kernel.deeds import Deed, Wording
from rules.kernel.foresight import Foresight
from rules.kernel.forms import Choice, OneOf, Refusal
from rules.kernel.frozen import evolve, frozen
from rules.kernel.order_keys import WeaponId
from rules.kernel.stat_block import Weapon
from rules.kernel.state import Combatant, State
from rules.kernel.terms import Action, CombatantId
from rules.procedures.adnd.deed_types import Blow, Move, Numbering
from rules.procedures.adnd.orders.base import ClosesInstead, Pace, WithWeapon, find_arrival_by_charge
from rules.procedures.adnd.orders.form import Fields, OrderForm, OrderRules, let_split
from rules.procedures.adnd.orders.walking import describe_closing, measure_left
from rules.procedures.adnd.orders.weapons import (
    STRIKING,
    BlowManner,
    build_routines,
    compute_melee_rate,
    share_routine,
    write_part,
)

OFF_HAND_WEAPONS = ("dagger", "axe_hand")
"""The weapons that may be used in the off hand, beside another."""
TWO_HANDED = "L"
"""The size of weapons that need both hands."""


@frozen
class Strike(WithWeapon):
    """Blows hand to hand."""

    action = Action.STRIKE.value
    deed = Blow
    may_follow_task = True

    mode: BlowManner = ""
    """The manner of the blows, such as to pummel; "" or "strike": with the weapon as usual."""
    off_hand: WeaponId = ""
    """The weapon in the other hand, which strikes with each routine; "" for none."""

    @classmethod
    def list_fields(cls, form: OrderForm, state: State, me: Combatant) -> Fields:
        choices = [
            Choice(
                weapon.id,
                weapon.name,
                "" if weapon.speed_factor is None else f"speed {weapon.speed_factor}",
                form.forbid_thrown_away(state, me, weapon, "G") or form.forbid_weapon(state, me, weapon),
                partial(_list_blow_fields, form, state, me, weapon),
            )
            for weapon in me.stat_block.gear.weapons
            if weapon.melee
        ]
        return [OneOf("weapon", "Weapon", choices)]

    def describe_alone(self, wording: Wording) -> str:
        how = f"{self.mode} with " if self.mode not in ("", "strike") else ""
        second = f" and {wording.weapon(self.who, self.off_hand)}" if self.off_hand else ""
        return how + wording.weapon(self.who, self.weapon) + second + self.describe_targets(wording)

    def list_named(self) -> dict[str, Any]:
        return {"weapon": self.weapon, "mode": "melee"}

    def build_deeds(self, state: State, numbering: Numbering) -> Iterator[Deed]:
        me, target = state.combatants[self.who], find_first_in_reach(state, self)
        weapon = me.weapon(self.weapon)
        assert weapon is not None
        routines = numbering.routines(state, me, compute_melee_rate(me, weapon.id), state.round)
        if len(self.targets) > routines * len(weapon.blows):  # a sweep: a routine for each
            routines = len(self.targets)
        comes = None
        if not is_in_melee_distance(state, self.who, target):
            comes = find_arrival_by_charge(state, target, self.who, numbering.pace)
            if comes is None:
                # The target is too far off for blows: the striker closes.
                yield numbering.build_plain(state, self, Move, targets=self.targets[:1])
                return
        blow = numbering.build_plain(state, self, Blow, **self.list_named())
        for deed in build_routines(state, self, weapon, blow, numbering, routines):
            if comes is None:
                yield deed
            else:
                yield evolve(deed, number=max(comes, deed.number or 0) if deed.routine > 1 else comes, timed=True)

    def build_in_surprise(self, state: State, id: str, numbering: Numbering, rules: OrderRules) -> Iterator[Deed]:
        """Yield a round's rate of blows in one segment."""
        me = state.combatants[self.who]
        weapon = me.weapon(self.weapon)
        assert weapon is not None
        rate = me.stat_block.attack.routines + Fraction(weapon.rate_step, 2)
        routines = rules.count_routines(state, me, rate, 1)
        for routine in range(1, routines + 1):
            for target, chosen in share_routine(self.targets, routine, routines, len(weapon.blows)):
                yield self.build_deed(
                    f"{me.id}:s{routine}{write_part(chosen)}",
                    targets=(target,),
                    routine=routine,
                    routines=routines,
                    chosen=chosen,
                )

    def foresee_at(self, state: State, gap: int, pace: Pace, unit: str) -> Foresight:
        if is_in_melee_distance(state, self.who, self.targets[0]):
            return Foresight("within reach")
        if not self.has(ClosesInstead):
            warning = "is out of reach. Your blow is lost unless it comes closer."
            return Foresight("out of reach", warning, "strike anyway")
        me = state.combatants[self.who]
        closing = describe_closing(state, me, gap)
        warning = f"is out of reach. You would {closing}, and not strike."
        act = "close in" if measure_left(state, me, gap) <= 0 else "move closer"
        return Foresight(f"out of reach, so you {closing}, and do not strike this round", warning, act)


def find_first_in_reach(state: State, declared: Strike) -> CombatantId:
    """Return the first target within reach of a blow, or the first of all."""
    if len(declared.targets) == 1:
        return declared.targets[0]
    near = (each for each in declared.targets if is_in_melee_distance(state, declared.who, each))
    return next(near, declared.targets[0])


# Fields for a blow with a weapon.


def _list_blow_fields(form: OrderForm, state: State, me: Combatant, weapon: Weapon) -> Fields:
    modes = [Choice(mode, label) for mode, label in STRIKING]

    def count_blows() -> int:
        rate = compute_melee_rate(me, weapon.id)
        return form.rules.count_routines(state, me, rate, max(1, state.round)) * len(weapon.blows)

    one = form.build_target_field(state, me, "G", "", weapon=weapon)
    return [
        let_split(one, count_blows, form.rules.blows.count_sweep(state, me)),
        OneOf("mode", "How", modes, optional=True, unsaid=STRIKING[0][0]),
        *_list_off_hand_fields(form, state, me, weapon),
        *form.list_further_fields(state, me, "G", ""),
    ]


def _list_off_hand_fields(form: OrderForm, state: State, me: Combatant, weapon: Weapon) -> Fields:
    """Return the field for a second weapon; none where no weapon is fit for the off hand."""
    cited = form.rules.cites.two_weapons
    fit = [each for each in me.stat_block.gear.weapons if each.id in OFF_HAND_WEAPONS and each.id != weapon.id]
    if not fit or not cited or weapon.natural:
        return ()
    refusal = None
    if not form.rules.blows.are_two_weapons_allowed(state):
        refusal = Refusal(cited[0], "a second weapon is not used at this table")
    elif weapon.size == TWO_HANDED:
        refusal = Refusal(cited[0], "needs both hands for the other weapon")
    price = "-4 to hit, the other -2"
    choices = [
        Choice(each.id, each.name, price, refusal or form.forbid_thrown_away(state, me, each, "G")) for each in fit
    ]
    return [OneOf("off_hand", "In the other hand", choices, optional=True)]
