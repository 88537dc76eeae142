"""F: a weapon set against a charge."""

from collections.abc import Iterator
from typing import Any

from rules.kernel.deeds import Deed, Wording
from rules.kernel.forms import OneOf
from rules.kernel.frozen import frozen
from rules.kernel.stat_block import Weapon
from rules.kernel.state import Combatant, State
from rules.kernel.terms import SEGMENTS, Action
from rules.procedures.adnd.deed_types import Numbering, SetWeaponBlow, WeaponSetting
from rules.procedures.adnd.orders.base import Lack, Means, WithWeapon
from rules.procedures.adnd.orders.charge import find_charge_arrival, list_charges_at
from rules.procedures.adnd.orders.form import Fields, OrderForm


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
