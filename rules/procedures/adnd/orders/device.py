"""D: the use of a device, its putting on and taking off."""

from collections.abc import Iterator
from dataclasses import field
from typing import Any, ClassVar

from rules.kernel import events as e
from rules.kernel.deeds import Deed, DeedGroup, DeedWords, Wording
from rules.kernel.file_words import Raw
from rules.kernel.forms import Choice, OneOf
from rules.kernel.frozen import frozen
from rules.kernel.order_keys import DeviceId, Goal
from rules.kernel.state import Combatant, State
from rules.kernel.terms import SEGMENTS
from rules.procedures.adnd.deed_types import Numbering, Task
from rules.procedures.adnd.orders.base import (
    Discharge,
    Lack,
    Means,
    OrderedDeed,
    ReadyingTask,
    count_segments_done,
    describe_aim,
)
from rules.procedures.adnd.orders.form import Fields, OrderForm, Using, build_aim_field, defer, describe_segments


@frozen
class DeviceUse(OrderedDeed):
    """The use of a magical device."""

    kind = "device"
    group = DeedGroup.DEVICE
    succeeds_by = (e.DeviceUsed,)
    fails_by = (e.DeviceFailed,)

    order: "UseDevice" = field(kw_only=True)

    @property
    def words(self) -> DeedWords:
        return super().words._replace(device=self.order.device)

    def describe(self, wording: Wording) -> str:
        return wording.device(self.who, self.order.device) + self.describe_targets(wording)


@frozen
class HandleDevice(Discharge):
    """The use of a device, or its putting on or taking off."""

    deed: ClassVar[type[Deed]] = Task

    device: DeviceId = ""

    @classmethod
    def find_lack(cls, state: State, me: Combatant) -> Lack | None:
        return None if me.stat_block.gear.devices else (Means.DEVICE, "has no device")

    @classmethod
    def list_fields(cls, form: OrderForm, state: State, me: Combatant) -> Fields:
        worn = [
            Choice(device.id, device.name, refusal=form.forbid_device(state, me, device, cls.how))
            for device in me.stat_block.gear.devices
        ]
        return [OneOf("device", "Device", worn), *form.list_further_fields(state, me, "D", cls.how)]

    @property
    def what(self) -> str:
        return self.device

    def describe_alone(self, wording: Wording) -> str:
        return wording.device(self.who, self.device) + self.describe_targets(wording)

    def describe_task(self) -> ReadyingTask:
        return ReadyingTask(f"{self.how} {self.device}")

    def list_named(self) -> dict[str, Any]:
        return {"task": f"{self.how} {self.device}"}


@frozen
class UseDevice(HandleDevice):
    """The use of a magical device."""

    how = "device"
    deed = DeviceUse
    label = "Use a device"
    takes_many = True

    to: Goal = None
    """The place at which the device is aimed, or puts down its user."""

    @classmethod
    def list_fields(cls, form: OrderForm, state: State, me: Combatant) -> Fields:
        targets = form.build_targets_field(state, me, "device")
        further = form.list_further_fields(state, me, "D", "device")
        choices = [
            Choice(
                device.id,
                device.name,
                describe_segments(device.activation),
                form.rules.forbid(state, me.id, "D", Using(device.id)),
                defer([targets, build_aim_field(device), *further]),
            )
            for device in me.stat_block.gear.devices
        ]
        return [OneOf("device", "Device", choices)]

    @classmethod
    def rank_keys(cls, keys: Raw) -> int:
        return 2 if "device" in keys else 0

    def describe_alone(self, wording: Wording) -> str:
        return super().describe_alone(wording) + describe_aim(self.to)

    def list_named(self) -> dict[str, Any]:
        return {}

    def build_deeds(self, state: State, numbering: Numbering) -> Iterator[Deed]:
        me = state.combatants[self.who]
        device = me.device(self.device)
        assert device is not None
        if device.activation is None:
            yield self.build_numbered(state, numbering)
            return
        left = max(1, device.activation - count_segments_done(me, device.id))
        if left > SEGMENTS:
            yield self.build_numbered(state, numbering, id=f"{self.who}:using", number=None, standing=True)
        else:
            yield self.build_numbered(state, numbering, number=left, timed=True)


@frozen
class PutOn(HandleDevice):
    """The putting on of a device."""

    how = "wear"
    label = "Put on"
    is_readying = True
    flag = "wear"


@frozen
class TakeOff(HandleDevice):
    """The taking off of a device."""

    how = "remove"
    label = "Take off"
    is_readying = True
    flag = "remove"
