"""D: missiles, shot or thrown."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from rules.kernel.battlefield import find_range_band
from rules.kernel.deeds import Deed, Wording
from rules.kernel.foresight import UNKNOWN, Foresight
from rules.kernel.forms import Choice, Number, OneOf
from rules.kernel.frozen import frozen
from rules.kernel.order_keys import Count
from rules.kernel.stat_block import Weapon
from rules.kernel.state import Combatant, State
from rules.procedures.adnd.deed_types import Numbering, Shot
from rules.procedures.adnd.orders.base import Discharge, Lack, Means, Pace, WithWeapon, halve_shots
from rules.procedures.adnd.orders.form import Fields, OrderForm, OrderRules, Using, defer, let_split
from rules.procedures.adnd.orders.weapons import build_routines, limit_shots

READY_FACTOR = 3

NO_MISSILES = "has no missiles left"

MOST_SHOTS = 12
"""The most shots that an order names where the rate is no higher."""

BANDS = ("short range", "medium range", "long range", "out of range")


@frozen
class Shoot(WithWeapon, Discharge):
    """Missiles, shot or thrown."""

    how = "shoot"
    deed = Shot
    label = "Shoot or throw"

    shots: Count = 0
    """The number of shots; 0: as many as the rate allows."""

    @classmethod
    def find_lack(cls, state: State, me: Combatant) -> Lack | None:
        if any(me.may_shoot_with(weapon) for weapon in me.stat_block.gear.weapons):
            return None
        return Means.MISSILE, NO_MISSILES if is_armed_with_missiles(me) else "has nothing to shoot or throw"

    @classmethod
    def list_fields(cls, form: OrderForm, state: State, me: Combatant) -> Fields:
        choices = []
        for weapon in me.stat_block.gear.weapons:
            if weapon.missile is None:
                continue
            rate = max(1, form.rules.count_routines(state, me, weapon.missile.rate, max(1, state.round)))
            left = me.count_missiles(weapon)
            most = MOST_SHOTS if left is None else max(1, left)
            one = form.build_target_field(state, me, "D", "shoot", weapon=weapon)
            fields = [
                let_split(one, partial(int, min(rate, most))),
                Number("shots", "Shots", 1, min(max(rate, MOST_SHOTS), most), optional=True),
                *form.list_further_fields(state, me, "D", "shoot"),
            ]
            refusal = form.rules.forbid(state, me.id, "D", Using(weapon.id))
            price = f"{rate} a round" if left is None else f"{rate} a round, {left} left"
            choices.append(Choice(weapon.id, weapon.name, price, refusal, defer(fields)))
        return [OneOf("weapon", "Weapon", choices)]

    @classmethod
    def is_fit(cls, weapon: Weapon) -> bool:
        return weapon.missile is not None

    @classmethod
    def is_left(cls, me: Combatant, weapon: Weapon) -> bool:
        return me.may_shoot_with(weapon)

    def describe_alone(self, wording: Wording) -> str:
        return wording.weapon(self.who, self.weapon) + self.describe_targets(wording, "at")

    def list_named(self) -> dict[str, Any]:
        return {"weapon": self.weapon}

    def build_deeds(self, state: State, numbering: Numbering) -> Iterator[Deed]:
        me = state.combatants[self.who]
        weapon = me.weapon(self.weapon)
        assert weapon is not None
        assert weapon.missile is not None
        rate = halve_shots(self, numbering.routines(state, me, weapon.missile.rate, state.round))
        shots = limit_shots(me, weapon, min(rate, self.shots or rate))
        mode = "thrown" if weapon.missile.thrown else "missile"
        shot = numbering.build_plain(state, self, Shot, weapon=weapon.id, mode=mode)
        yield from build_routines(state, self, weapon, shot, numbering, shots)

    def build_in_surprise(self, state: State, id: str, numbering: Numbering, rules: OrderRules) -> Iterator[Deed]:
        """Yield a round's rate of shots in one segment.

        With missiles ready it is three times that; a surprised combatant has one shot.
        """
        me = state.combatants[self.who]
        weapon = me.weapon(self.weapon)
        assert weapon is not None
        assert weapon.missile is not None
        rate = rules.count_routines(state, me, weapon.missile.rate, 1)
        if is_ready(state, weapon, rules):
            rate *= READY_FACTOR
        if is_surprised(state, me):
            rate = 1
        shots = limit_shots(me, weapon, min(rate, self.shots or rate))
        for shot in range(1, shots + 1):
            yield self.build_deed(
                f"{me.id}:s{shot}",
                targets=(self.targets[(shot - 1) % len(self.targets)],),
                mode="thrown" if weapon.missile.thrown else "missile",
                routine=shot,
                routines=shots,
            )

    def foresee_at(self, state: State, gap: int, pace: Pace, unit: str) -> Foresight:
        held = state.combatants[self.who].weapon(self.weapon)
        if held is None or not held.missile:
            return UNKNOWN
        words = BANDS[find_range_band(state, gap, held.missile.ranges)]
        return Foresight(words, "is out of range.", "shoot anyway") if words == BANDS[-1] else Foresight(words)


def is_armed_with_missiles(me: Combatant) -> bool:
    """Return whether a combatant has a weapon that shoots or is thrown, if not its missiles."""
    return any(weapon.missile is not None for weapon in me.stat_block.gear.weapons)


def is_ready(state: State, weapon: Weapon | None, rules: OrderRules) -> bool:
    """Return whether a missile weapon is ready, and has three times its rate by that."""
    ready = weapon is not None and weapon.missile is not None and weapon.missile.ready
    return ready and rules.surprise.may_triple_missiles(state)


def is_surprised(state: State, me: Combatant) -> bool:
    """Return whether a combatant is surprised in the segment of surprise being played."""
    return (state.clock or 1) <= state.lost_segments.get(me.id, 0)
