"""Reading the deeds of a fight from its events."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules import events as e
from rules.compare.deeds import DEEDS, Deeds
from rules.state import State

Reader = Callable[[Deeds, Any], object]


def deeds_of(start: State, events: Sequence[e.Event]) -> Deeds:
    """The deeds of a fight, from the state it began with."""
    deeds = Deeds(start)
    for event in events:
        deeds.begin_with(event)
        reader = READERS.get(type(event))
        if reader is not None:
            reader(deeds, event)
        deeds.fold(event)
    return deeds


# What each event says of a deed.


def _attacked(deeds: Deeds, event: e.Attacked) -> None:
    what = "blow" if event.mode == "melee" else "shot"
    if event.opportunity:
        what = "opportunity"
    result = "hits" if event.hit else "misses"
    deeds.add(event, what, result, targets=(event.target,), face=event.face, needed=event.needed)


def _spell_began(deeds: Deeds, event: e.SpellBegan) -> None:
    key = deeds.add(event, "spell", "begun", event.spell, targets=event.targets)
    deeds.begin(event.who, event.spell, key)


def _spell_completed(deeds: Deeds, event: e.SpellCompleted) -> None:
    deeds.finish(event, "spell", "completed", event.spell, targets=event.targets)


def _spell_spoiled(deeds: Deeds, event: e.SpellSpoiled) -> None:
    by = deeds.struck_last(event.who) if event.cause not in ("cancelled",) else ""
    by = by if by != event.who else ""
    more: dict[str, Any] = {"targets": event.targets, "cause": event.cause, "by": by, "deed": event.deed}
    deeds.finish(event, "spell", "spoiled", event.spell, **more)


def _device(result: str) -> Reader:
    def read(deeds: Deeds, event: Any) -> None:
        cause = getattr(event, "cause", "")
        deeds.add(event, "device", result, event.device, targets=event.targets, cause=cause)

    return read


def _charge_began(deeds: Deeds, event: e.ChargeBegan) -> None:
    key = deeds.add(event, "charge", "begun", targets=(event.target,))
    deeds.begin(event.who, "charge", key)


def _charge_met(deeds: Deeds, event: e.ChargeMet) -> None:
    key = deeds.opened(event.who, "charge")
    if key is None:
        deeds.add(event, "charge", "arrives", targets=(event.target,))
    else:
        deeds.put(key, event, "arrives", targets=(event.target,))


def _moved(deeds: Deeds, event: e.Moved) -> None:
    charging = (deeds.opened(event.who, "charge"), deeds.state.combatants[event.who].charging)
    if event.closes and not any(charging):
        deeds.add(event, "close", "closes", targets=(event.closes,))
    elif event.feet and (event.relocated or not any(charging)):
        deeds.add(event, "move", f"{event.feet} ft by magic" if event.relocated else f"{event.feet} ft")


def _lost(deeds: Deeds, event: e.DeedLost) -> None:
    deed = deeds.known.get(event.deed)
    if deed is None or deed.kind in ("wait", "psionic") or deed.part == "contact":
        return
    what = next((what for what, kinds in DEEDS.items() if deed.kind in kinds), deed.kind)
    more: dict[str, Any] = {"targets": deed.targets, "cause": event.cause, "deed": event.deed}
    if deed.kind == "charge" and deed.part != "blow" and (key := deeds.opened(event.who, "charge")) is not None:
        deeds.put(key, event, "lost", **more)
    elif deed.kind == "spell":
        deeds.finish(event, "spell", "lost", deed.spell, **more)
    else:
        deeds.add(event, "blow" if deed.part == "blow" else what, "lost", deed.device, **more)


def _fell(what: str, result: str) -> Reader:
    def read(deeds: Deeds, event: Any) -> None:
        cause = getattr(event, "cause", "")
        deeds.add(event, what, result, by=deeds.struck_last(event.who), cause=cause if cause != "hit points" else "")

    return read


def _effect(deeds: Deeds, event: e.EffectBegan) -> None:
    deeds.add(event, "effect", "begins", event.effect)


def _psionic(deeds: Deeds, event: e.PsionicExchanged) -> None:
    modes = "/".join(mode for mode in (event.attack_mode, event.defense_mode) if mode)
    deeds.add(event, "exchange", event.result or modes, targets=(event.target,) if event.target else ())


def _refused(deeds: Deeds, event: e.Refused) -> None:
    deeds.add(event, "order", "refused", event.question, cause=event.reason)


def _plain(what: str, result: str, *names: str) -> Reader:
    def read(deeds: Deeds, event: Any) -> None:
        targets = tuple(value for name in names if (value := getattr(event, name)))
        deeds.add(event, what, result, targets=targets)

    return read


READERS: Mapping[type[e.Event], Reader] = {
    e.Attacked: _attacked,
    e.SpellBegan: _spell_began,
    e.SpellCompleted: _spell_completed,
    e.SpellSpoiled: _spell_spoiled,
    e.DeviceUsed: _device("used"),
    e.DeviceFailed: _device("fails"),
    e.ChargeBegan: _charge_began,
    e.ChargeMet: _charge_met,
    e.Moved: _moved,
    e.DeedLost: _lost,
    e.Damaged: Deeds.hurt,
    e.SavedOrNot: Deeds.saved,
    e.HelplessMade: _fell("fall", "falls"),
    e.Slain: _fell("death", "dies"),
    e.EffectBegan: _effect,
    e.PsionicExchanged: _psionic,
    e.Refused: _refused,
    e.Fled: lambda deeds, event: deeds.add(event, "flight", event.manner),
    e.UndeadTurned: lambda deeds, event: deeds.add(event, "turning", event.result, targets=event.affected),
    e.MoraleChecked: lambda deeds, event: deeds.add(
        event, "morale", event.result, face=event.face, needed=event.needed
    ),
    e.TaskDone: lambda deeds, event: deeds.add(event, "task", "done", event.task),
    e.Retaliated: _plain("retaliation", "made", "target"),
    e.Parried: _plain("parry", "made", "against"),
    e.Parleyed: _plain("parley", "made", "target"),
    e.Surrendered: _plain("surrender", "yields"),
    e.WeaponSet: _plain("set", "set"),
    e.Dropped: _plain("dropped", "drops"),
}
