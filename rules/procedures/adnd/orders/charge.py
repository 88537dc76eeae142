"""E: a charge at a target, or to a place. F: a weapon set against a charge."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from rules.kernel.battlefield import (
    compute_charging_stride,
    compute_contact_segment,
    find_place_toward,
    measure_between,
    measure_distance,
)
from rules.kernel.deeds import Deed, Wording
from rules.kernel.file_words import Raw
from rules.kernel.foresight import Foresight
from rules.kernel.forms import OneOf, PlaceField
from rules.kernel.frozen import frozen
from rules.kernel.order_keys import Goal
from rules.kernel.stat_block import Weapon
from rules.kernel.state import Combatant, State
from rules.kernel.terms import SEGMENTS, Action, CombatantId, Place
from rules.procedures.adnd.deed_types import (
    Arrival,
    ArrivalAtPlace,
    Blow,
    Charge,
    ChargeBlow,
    Numbering,
    Run,
    SetWeaponBlow,
    ShortCharge,
    WeaponSetting,
)
from rules.procedures.adnd.orders.base import FLAGGED, ApproachTarget, Go, Lack, Means, Pace, WithWeapon, describe_place
from rules.procedures.adnd.orders.form import Fields, OrderForm, OrderRules
from rules.procedures.adnd.orders.walking import foresee_way
from rules.procedures.adnd.orders.weapons import (
    BlowManner,
    choose_hand_weapon,
    compute_melee_rate,
    get_weapon_length,
)


@frozen
class ChargeAt(WithWeapon, ApproachTarget):
    """A charge."""

    how = "charge"
    deed = Charge
    label = "Charge"
    flag = "charge"
    chooses_weapon = False

    mode: BlowManner = ""
    """The manner of the blow at its end, such as to pummel, where the procedure asks for it."""

    @classmethod
    def list_fields(cls, form: OrderForm, state: State, me: Combatant) -> Fields:
        weapons = [form.build_weapon_choice(state, me, each, "E") for each in me.stat_block.gear.weapons if each.melee]
        return [
            form.build_target_field(state, me, "E", "charge"),
            OneOf("weapon", "Weapon", weapons, optional=True),
            *form.list_further_charge_fields(state, me),
            *form.list_further_fields(state, me, "E", "charge"),
        ]

    def describe_alone(self, wording: Wording) -> str:
        return "charge" + self.describe_targets(wording, "")

    def build_deeds(self, state: State, numbering: Numbering) -> Iterator[Deed]:
        """Yield the contact, the blow at it and further routines; of a charge too far off, its run."""
        me, target = state.combatants[self.who], self.targets[0]
        weapon = self.weapon or choose_hand_weapon(me)
        segment = compute_charge_arrival(state, self.who, target, weapon, numbering.pace)
        build = partial(
            numbering.build_plain,
            state,
            self,
            targets=(target,),
            weapon=weapon,
            mode="melee",
            number=segment,
            timed=True,
        )
        if segment > SEGMENTS:
            yield build(ShortCharge, id=f"{self.who}:short", number=SEGMENTS)
            return
        yield build(Arrival, id=f"{self.who}:contact")
        routines = numbering.routines(state, me, compute_melee_rate(me, weapon), state.round)
        yield build(ChargeBlow, id=f"{self.who}:charge", routines=routines)
        for routine in range(2, routines + 1):
            yield build(
                Blow,
                id=f"{self.who}:{routine}",
                number=max(numbering.nominal(state, self.who, target), segment),
                routine=routine,
                routines=routines,
                slot=numbering.spread(state, routine, routines),
            )

    def build_in_surprise(self, state: State, id: str, numbering: Numbering, rules: OrderRules) -> Iterator[Deed]:
        yield Run(id, self.who, self.targets, order=self, weapon=self.weapon or state.combatants[self.who].in_hand)

    def find_arrival(self, state: State, near: CombatantId, pace: Pace) -> int | None:
        me, target = state.combatants[self.who], self.targets[0]
        segment = find_charge_arrival(state, self, target, pace)
        if segment > SEGMENTS:
            return None
        if target == near:
            return segment
        run = measure_distance(state, self.who, target) - get_weapon_length(me, self.weapon)
        end = find_place_toward(me.place, state.combatants[target].place, max(0, run))
        return segment if _is_beside(state, end, near) else None

    def foresee_at(self, state: State, gap: int, pace: Pace, unit: str) -> Foresight:
        length = get_weapon_length(state.combatants[self.who], self.weapon)
        segment = compute_contact_segment(gap, length, pace(state, self.who))
        if segment > SEGMENTS:
            return Foresight("too far to arrive this round", "is too far to arrive this round.", "charge anyway")
        return Foresight(f"you arrive and strike in {unit} {segment}")


@frozen
class ChargeTo(Go):
    """A charge to a place, which ends without a blow."""

    how = "charge_to"
    deed = ArrivalAtPlace
    label = "Charge to a place"
    flag = "charge"

    to: Goal = None

    @classmethod
    def list_fields(cls, form: OrderForm, state: State, me: Combatant) -> Fields:
        return [PlaceField("to", "Where?"), *form.list_further_fields(state, me, "E", "charge_to")]

    @classmethod
    def rank_keys(cls, keys: Raw) -> int:
        return FLAGGED + 1 if keys.get(cls.flag) and "to" in keys and "target" not in keys else 0

    def describe_alone(self, wording: Wording) -> str:
        return "charge" + (f" to {describe_place(self.to)}" if self.to is not None else "")

    def build_deeds(self, state: State, numbering: Numbering) -> Iterator[Deed]:
        to = self.to or state.combatants[self.who].place
        ends = min(SEGMENTS, compute_run_end(state, self.who, to, numbering.pace))
        yield self.build_numbered(state, numbering, number=ends, timed=True, to=to)

    def build_in_surprise(self, state: State, id: str, numbering: Numbering, rules: OrderRules) -> Iterator[Deed]:
        yield Run(id, self.who, self.targets, order=self, to=self.to)

    def find_arrival(self, state: State, near: CombatantId, pace: Pace) -> int | None:
        if self.to is None:
            return None
        segment = compute_run_end(state, self.who, self.to, pace)
        return segment if segment <= SEGMENTS and _is_beside(state, self.to, near) else None

    def foresee(self, state: State, pace: Pace, unit: str) -> Foresight:
        if self.to is None:
            return super().foresee(state, pace, unit)
        far, segment = int(pace(state, self.who) * SEGMENTS), compute_run_end(state, self.who, self.to, pace)
        return foresee_way(state.combatants[self.who], self.to, far, f"you arrive in {unit} {segment}")


@frozen
class SetWeapon(WithWeapon):
    """A weapon set against a charge."""

    action = Action.SET.value
    deed = WeaponSetting

    @classmethod
    def find_lack(cls, state: State, me: Combatant) -> Lack | None:
        settable = any(weapon.settable for weapon in me.list_weapons_left())
        return None if settable else (Means.SETTABLE, "has no weapon that can be set")

    @classmethod
    def list_fields(cls, form: OrderForm, state: State, me: Combatant) -> Fields:
        settable = [each for each in me.stat_block.gear.weapons if each.settable]
        return [
            OneOf("weapon", "Weapon", [form.build_weapon_choice(state, me, each, "F") for each in settable]),
            form.build_target_field(state, me, "F", "", optional=True, label="Against"),
            *form.list_further_fields(state, me, "F", ""),
        ]

    @classmethod
    def is_fit(cls, weapon: Weapon) -> bool:
        return weapon.settable

    def describe_alone(self, wording: Wording) -> str:
        return f"set {wording.weapon(self.who, self.weapon)}" + self.describe_targets(wording, "against")

    def list_named(self) -> dict[str, Any]:
        return {"weapon": self.weapon, "mode": "melee"}

    def build_deeds(self, state: State, numbering: Numbering) -> Iterator[Deed]:
        """Yield the blow at the first charger to come, or the setting alone."""
        arrivals = [
            (find_charge_arrival(state, charge, self.who, numbering.pace), charge.who)
            for charge in list_charges_at(state, self.who)
            if not self.targets or charge.who in self.targets
        ]
        segment, charger = min(arrivals, key=lambda each: each[0], default=(SEGMENTS + 1, ""))
        if segment > SEGMENTS:
            yield self.build_numbered(state, numbering)
            return
        yield numbering.build_plain(
            state, self, SetWeaponBlow, targets=(charger,), number=segment, timed=True, **self.list_named()
        )


# Where and when charges end.


def list_charges_at(state: State, who: CombatantId) -> list[ChargeAt]:
    """Return the declared charges of able combatants that aim at this one."""
    return [
        declared
        for declared in state.declared.values()
        if isinstance(declared, ChargeAt) and who in declared.targets and state.combatants[declared.who].able
    ]


def list_chargers_at(state: State, who: CombatantId) -> list[CombatantId]:
    """Return those able combatants in sight whose declared charge aims at this one."""
    return [charge.who for charge in list_charges_at(state, who) if not state.combatants[charge.who].hidden]


def compute_charge_arrival(
    state: State, who: CombatantId, target: CombatantId, weapon: str, pace_of: Pace = compute_charging_stride
) -> int:
    """Return the segment of contact of a charge; it may lie after the tenth.

    Two who charge each other meet by their combined speed and the longer weapon.
    """
    me, other = state.combatants[who], state.combatants[target]
    gap, length, pace = measure_distance(state, who, target), get_weapon_length(me, weapon), pace_of(state, who)
    against = state.declared.get(target)
    if isinstance(against, ChargeAt) and who in against.targets:
        pace += pace_of(state, target)
        length = max(length, get_weapon_length(other, against.weapon))
    return compute_contact_segment(gap, length, pace)


def find_charge_arrival(
    state: State, charge: ChargeAt, who: CombatantId, pace_of: Pace = compute_charging_stride
) -> int:
    """Return the segment of contact of a charge at a combatant, of one under way by its deed."""
    for deed in state.pending:
        if isinstance(deed, Arrival) and deed.who == charge.who and who in deed.targets and deed.number is not None:
            return deed.number
    return compute_charge_arrival(state, charge.who, who, charge.weapon, pace_of)


def compute_run_end(state: State, who: CombatantId, to: Place, pace_of: Pace = compute_charging_stride) -> int:
    """Return the segment in which a charge comes to a place; it may lie after the tenth."""
    return compute_contact_segment(measure_between(state.combatants[who].place, to), 0, pace_of(state, who))


def _is_beside(state: State, end: Place, near: CombatantId) -> bool:
    """Return whether a combatant stands within an inch of where a charge ends."""
    return measure_between(end, state.combatants[near].place) <= state.setting.inch
