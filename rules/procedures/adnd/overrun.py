"""Deeds that would end after the tenth segment, and go on into the next round.

They are spells, devices, tasks and charges.
"""

from collections.abc import Iterable, Iterator, Mapping

from rules.kernel.deeds import Deed, become
from rules.kernel.frozen import evolve
from rules.kernel.terms import SEGMENTS
from rules.procedures.adnd.deed_types import (
    Arrival,
    ArrivalAtPlace,
    Blow,
    Charge,
    SetWeaponBlow,
    ShortCharge,
    Task,
    WeaponSetting,
)
from rules.procedures.adnd.orders.device import DeviceUse
from rules.procedures.adnd.orders.spell import Completion

LASTING = (Completion, DeviceUse, Task, Charge)
"""Classes of deeds that take a time of their own: begun later they end later."""


def cut_overrun(deeds: Iterable[Deed]) -> Iterator[Deed]:
    """Yield these deeds of a round.

    A deed that would end after the round becomes what is done of it in the round.
    """
    given = list(deeds)
    charges = [(deed.who, deed.step) for deed in given if isinstance(deed, Arrival) and is_late(deed)]
    late = [who for who, _ in charges]
    for deed in given:
        own = bool(charges) and (deed.who, deed.step) in charges
        if own and isinstance(deed, Charge) and not isinstance(deed, Arrival):
            continue
        if own and isinstance(deed, Blow):  # routines after the one that ends the charge
            continue
        if isinstance(deed, SetWeaponBlow) and deed.targets[0] in late:  # nobody comes within reach of it this round
            yield become(deed, WeaponSetting, timed=False)
        else:
            yield cut_deed(deed) if is_late(deed) else deed


def is_late(deed: Deed) -> bool:
    """Return whether a deed would end after the tenth segment.

    A deed that waits to be set off has no end yet.
    """
    return deed.timed and not deed.when and (deed.number or 0) > SEGMENTS


def cut_deed(deed: Deed) -> Deed:
    """Return what is done in this round of a deed that ends after it.

    A spell is begun, a charge runs.
    """
    if isinstance(deed, Arrival) and not isinstance(deed, ArrivalAtPlace):
        return become(deed, ShortCharge, id=f"{deed.who}:short", number=SEGMENTS)
    if type(deed) in _ID:
        return evolve(deed, id=f"{deed.who}:{_ID[type(deed)]}", number=None, timed=False, standing=True, status=None)
    return evolve(deed, number=SEGMENTS)


_ID: Mapping[type[Deed], str] = {Completion: "casting", DeviceUse: "using", Task: "working"}
"""Parts of the ids of deeds that outlast the round."""
