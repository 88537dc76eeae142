"""Rule 5: things that are devices, devices too many, and worn things that save from a fall."""

from rules.kernel import events as e
from rules.kernel.procedure import Play, Table
from rules.kernel.stat_block import Device, Weapon
from rules.kernel.state import Combatant
from rules.procedures.lakofka.act_kinds import ActKind, CountedAct
from rules.procedures.lakofka.named_things import EXEMPT, WORN_AGAINST_FALLS
from rules.procedures.lakofka.options import ids
from rules.procedures.lakofka.state import Spent, Tally

MOST = 2
"""The most devices that work in a round."""


# Devices that work.


def find_excess_clause(spent: Spent) -> str | None:
    """Return the clause by which a further device does not work (5.1, 5.2); None if it works."""
    if spent.devices >= MOST:
        return "5.1"
    return "5.2" if spent.devices and spent.spells else None


def list_late_clauses(act: CountedAct) -> tuple[str, ...]:
    """Return the clause for a device that is put on too late, and works from the next round on."""
    return ("5.3",) if act.kind is ActKind.PUT_ON else ()


def save_from_falling(table: Table, each: Combatant) -> Play:
    """Return whether a worn thing keeps a combatant who was made to fall unhurt (5.4).

    It works although nobody meant to use it.
    """
    if each.hp <= 0 or not each.has("helpless"):
        return False
    worn = [
        device.id
        for device in each.stat_block.gear.devices
        if device.worn
        and device.counts_as in WORN_AGAINST_FALLS
        and (each.id, device.id) not in table.state.own(Tally).failed
    ]
    if not worn:
        return False
    yield e.DeviceUsed(who=each.id, device=worn[0], discharges=0, clauses=ids("5.4"))
    yield e.EffectEnded(who=each.id, effect="helpless", clauses=ids("5.4"))
    return True


# Handling of devices.


def list_handling_clauses(act: CountedAct, me: Combatant) -> tuple[str, ...]:
    """Return the clauses by which handling a thing is a device action (rule 5)."""
    match act.kind:
        case ActKind.PUT_ON:
            return ("5.9",)
        case ActKind.TAKE_OFF:
            return ("5.11",)
        case ActKind.DRAW_WEAPON:
            return ("5.7", "5.10")
    power = any(
        weapon.power and act.device is not None and weapon.id == act.device.id for weapon in me.stat_block.gear.weapons
    )
    return ("5.7",) if power else ()


def is_exempt(kind: ActKind, device: Device | None, weapon: Weapon | None) -> bool:
    """Return whether handling a thing is free (5.10).

    These are rings and cloaks of protection, armor, and weapons without a power that comes with drawing them.
    """
    if kind is ActKind.DRAW_WEAPON:
        return weapon is None or not weapon.power
    if kind not in (ActKind.PUT_ON, ActKind.TAKE_OFF) or device is None:
        return False
    return device.counts_as in EXEMPT
