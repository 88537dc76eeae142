"""G: blows hand to hand."""

from collections.abc import Iterator
from fractions import Fraction

from rules.kernel.battlefield import is_in_melee_distance
from rules.kernel.foresight import Foresight
from rules.kernel.frozen import frozen
from rules.kernel.state import Deed, State, Wording, become, evolve
from rules.kernel.terms import Action, CombatantId
from rules.kernel.visibility import Open
from rules.procedures.adnd.deed_types import Blow, Move, Wait
from rules.procedures.adnd.orders.base import ClosesInstead, Pace, WithWeapon
from rules.procedures.adnd.orders.charge import find_arrival_by_charge
from rules.procedures.adnd.orders.close import foresee_closing, measure_left
from rules.procedures.adnd.orders.numbering import Numbering, OrderRules
from rules.procedures.adnd.orders.weapons import build_routines, compute_melee_rate, share_routine, write_part


@frozen
class Strike(WithWeapon):
    """Blows hand to hand."""

    action = Action.STRIKE.value

    mode: Open[str] = ""
    """The manner of the blows, such as to pummel; "" or "strike": with the weapon as usual."""
    off_hand: Open[str] = ""
    """The weapon in the other hand, which strikes with each routine; "" for none."""

    def describe_alone(self, wording: Wording) -> str:
        how = f"{self.mode} with " if self.mode not in ("", "strike") else ""
        second = f" and {wording.weapon(self.who, self.off_hand)}" if self.off_hand else ""
        return how + wording.weapon(self.who, self.weapon) + second + self.describe_targets(wording)

    def as_deed(self, plain: Deed) -> Blow:
        return become(plain, Blow, weapon=self.weapon, off_hand=self.off_hand, mode="melee")

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
                yield evolve(numbering.build_plain(state, self, Move), targets=self.targets[:1])
                return
        blow = numbering.number_deed(state, self.as_deed(Wait("", self.who, self.targets)))
        for deed in build_routines(state, self, weapon, blow, numbering, routines):
            if comes is None:
                yield deed
            else:
                yield evolve(deed, number=max(comes, deed.number or 0) if deed.routine > 1 else comes, timed=True)

    def build_in_surprise(self, state: State, plain: Wait, numbering: Numbering, rules: OrderRules) -> Iterator[Deed]:
        """Yield a round's rate of blows in one segment."""
        me = state.combatants[self.who]
        weapon = me.weapon(self.weapon)
        assert weapon is not None
        rate = me.stat_block.attack.routines + Fraction(weapon.rate_step, 2)
        routines = rules.count_routines(state, me, rate, 1)
        for routine in range(1, routines + 1):
            for target, chosen in share_routine(self.targets, routine, routines, len(weapon.blows)):
                yield Blow(
                    id=f"{me.id}:s{routine}{write_part(chosen)}",
                    who=me.id,
                    targets=(target,),
                    weapon=weapon.id,
                    off_hand=self.off_hand,
                    mode="melee",
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
        closing = foresee_closing(state, me, gap).words
        warning = f"is out of reach. You would {closing.removeprefix('you ')}, and not strike."
        act = "close in" if measure_left(state, me, gap) <= 0 else "move closer"
        return Foresight(f"out of reach, so {closing}, and do not strike this round", warning, act)


def find_first_in_reach(state: State, declared: Strike) -> CombatantId:
    """Return the first target within reach of a blow, or the first of all."""
    if len(declared.targets) == 1:
        return declared.targets[0]
    near = (each for each in declared.targets if is_in_melee_distance(state, declared.who, each))
    return next(near, declared.targets[0])
