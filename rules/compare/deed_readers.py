"""Readers of events: the deeds that each kind of event shows."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.compare.deeds import RESULTING_KINDS, Deeds
from rules.kernel import events as e
from rules.kernel.state import DeedGroup, State

Reader = Callable[[Deeds, Any], object]


def read_deeds(start: State, events: Sequence[e.Event]) -> Deeds:
    """Return the deeds of a fight, from the state it began with."""
    deeds = Deeds(start)
    for event in events:
        deeds.note_context(event)
        reader = READERS.get(type(event))
        if reader is not None:
            reader(deeds, event)
        deeds.apply_event(event)
    return deeds


# Readers of one kind of event.


def _read_attack(deeds: Deeds, event: e.Attacked) -> None:
    what = "blow" if event.mode == "melee" else "shot"
    if event.opportunity:
        what = "opportunity"
    result = "hits" if event.hit else "misses"
    deeds.add(event, what, result, targets=(event.target,), face=event.face, needed=event.needed)


def _read_spell_began(deeds: Deeds, event: e.SpellBegan) -> None:
    key = deeds.add(event, "spell", "begun", event.spell, targets=event.targets)
    deeds.open_deed(event.who, event.spell, key)


def _read_spell_completed(deeds: Deeds, event: e.SpellCompleted) -> None:
    deeds.finish(event, "spell", "completed", event.spell, targets=event.targets)


def _read_spell_spoiled(deeds: Deeds, event: e.SpellSpoiled) -> None:
    by = deeds.find_last_striker(event.who) if event.cause not in ("cancelled",) else ""
    by = by if by != event.who else ""
    more: dict[str, Any] = {"targets": event.targets, "cause": event.cause, "by": by, "deed": event.deed}
    deeds.finish(event, "spell", "spoiled", event.spell, **more)


def _make_device_reader(result: str) -> Reader:
    def read(deeds: Deeds, event: Any) -> None:
        cause = getattr(event, "cause", "")
        deeds.add(event, "device", result, event.device, targets=event.targets, cause=cause)

    return read


def _read_charge_began(deeds: Deeds, event: e.ChargeBegan) -> None:
    key = deeds.add(event, "charge", "begun", targets=(event.target,))
    deeds.open_deed(event.who, "charge", key)


def _read_charge_met(deeds: Deeds, event: e.ChargeMet) -> None:
    key = deeds.get_open(event.who, "charge")
    if key is None:
        deeds.add(event, "charge", "arrives", targets=(event.target,))
    else:
        deeds.update(key, event, "arrives", targets=(event.target,))


def _read_move(deeds: Deeds, event: e.Moved) -> None:
    charging = (deeds.get_open(event.who, "charge"), deeds.state.combatants[event.who].charging)
    if event.closes and not any(charging):
        deeds.add(event, "close", "closes", targets=(event.closes,))
    elif event.feet and (event.relocated or not any(charging)):
        deeds.add(event, "move", f"{event.feet} ft by magic" if event.relocated else f"{event.feet} ft")


def _read_loss(deeds: Deeds, event: e.DeedLost) -> None:
    deed = deeds.known.get(event.deed)
    if deed is None or deed.group in (DeedGroup.PASSIVE, DeedGroup.CONTACT):
        return
    what = RESULTING_KINDS.get(deed.group, (deed.kind,))[0]
    more: dict[str, Any] = {"targets": deed.targets, "cause": event.cause, "deed": event.deed}
    if deed.group is DeedGroup.CHARGE and (key := deeds.get_open(event.who, "charge")) is not None:
        deeds.update(key, event, "lost", **more)
    elif deed.group is DeedGroup.SPELL:
        deeds.finish(event, "spell", "lost", deed.words.spell, **more)
    else:
        deeds.add(event, what, "lost", deed.words.device, **more)


def _make_fall_reader(what: str, result: str) -> Reader:
    def read(deeds: Deeds, event: Any) -> None:
        cause = getattr(event, "cause", "")
        deeds.add(
            event, what, result, by=deeds.find_last_striker(event.who), cause=cause if cause != "hit points" else ""
        )

    return read


def _read_effect(deeds: Deeds, event: e.EffectBegan) -> None:
    deeds.add(event, "effect", "begins", event.effect)


def _read_psionics(deeds: Deeds, event: e.PsionicExchanged) -> None:
    modes = "/".join(mode for mode in (event.attack_mode, event.defense_mode) if mode)
    deeds.add(event, "exchange", event.result or modes, targets=(event.target,) if event.target else ())


def _read_refusal(deeds: Deeds, event: e.Refused) -> None:
    deeds.add(event, "order", "refused", event.question, cause=event.reason)


def _make_reader(what: str, result: str, *names: str) -> Reader:
    def read(deeds: Deeds, event: Any) -> None:
        targets = tuple(value for name in names if (value := getattr(event, name)))
        deeds.add(event, what, result, targets=targets)

    return read


READERS: Mapping[type[e.Event], Reader] = {
    e.Attacked: _read_attack,
    e.SpellBegan: _read_spell_began,
    e.SpellCompleted: _read_spell_completed,
    e.SpellSpoiled: _read_spell_spoiled,
    e.DeviceUsed: _make_device_reader("used"),
    e.DeviceFailed: _make_device_reader("fails"),
    e.ChargeBegan: _read_charge_began,
    e.ChargeMet: _read_charge_met,
    e.Moved: _read_move,
    e.DeedLost: _read_loss,
    e.Damaged: Deeds.add_harm,
    e.SavedOrNot: Deeds.add_save,
    e.HelplessMade: _make_fall_reader("fall", "falls"),
    e.Slain: _make_fall_reader("death", "dies"),
    e.EffectBegan: _read_effect,
    e.PsionicExchanged: _read_psionics,
    e.Refused: _read_refusal,
    e.Fled: lambda deeds, event: deeds.add(event, "flight", event.manner),
    e.UndeadTurned: lambda deeds, event: deeds.add(event, "turning", event.result, targets=event.affected),
    e.MoraleChecked: lambda deeds, event: deeds.add(
        event, "morale", event.result, face=event.face, needed=event.needed
    ),
    e.TaskDone: lambda deeds, event: deeds.add(event, "task", "done", event.task),
    e.Retaliated: _make_reader("retaliation", "made", "target"),
    e.Parried: _make_reader("parry", "made", "against"),
    e.Parleyed: _make_reader("parley", "made", "target"),
    e.Surrendered: _make_reader("surrender", "yields"),
    e.WeaponSet: _make_reader("set", "set"),
    e.Dropped: _make_reader("dropped", "drops"),
}
