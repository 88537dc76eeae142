"""Sentences about spells, devices, turning, effects and the mind."""

from collections.abc import Callable
from typing import Any

from rules.api import Voice
from rules.api import events as e

BEGINS = {
    "dead": ("dies", "die"),
    "vanished": ("vanishes", "vanish"),
    "fled": ("has fled", "have fled"),
    "surrendered": ("has surrendered", "have surrendered"),
    "turned": ("is turned away", "are turned away"),
    "prone": ("is down", "are down"),
}
"""Effects that are narrated with another verb than "is"."""


def _began(t: Voice, event: e.SpellBegan) -> str:
    spell = t.spell(event.who, event.spell)
    goes_on = ("goes on with", "go on with") if event.done else ("begins", "begin")
    return f"{t.does(event.who, *goes_on)} {spell}{t.on(event.targets)}."


def _continues(t: Voice, event: e.SpellContinues) -> str:
    return f"{t.does(event.who, 'is', 'are')} still at {t.spell(event.who, event.spell)}."


def _completed(t: Voice, event: e.SpellCompleted) -> str:
    return f"{t.whose(event.who)} {_word(t.spell(event.who, event.spell))} takes effect{t.on(event.targets)}."


def _spoiled(t: Voice, event: e.SpellSpoiled) -> str:
    lost = ", and out of memory" if event.who in t.own and event.forgotten else ""
    return f"{t.whose(event.who)} {_word(t.spell(event.who, event.spell))} is broken off{lost}."


def _word(spell: str) -> str:
    """Return a spell's name without its article: "a prayer" after "Jaroo’s" is "prayer"."""
    return spell.removeprefix("a ")


def _saved(t: Voice, event: e.SavedOrNot) -> str:
    if event.saved:
        return f"{t.does(event.who, 'resists')} {t.magic(event.against)}."
    return f"{t.does(event.who, 'does', 'do')} not resist {t.magic(event.against)}."


def _used(t: Voice, event: e.DeviceUsed) -> str:
    return f"{t.does(event.who, 'uses', 'use')} {t.device(event.who, event.device)}{t.on(event.targets)}."


def _failed(t: Voice, event: e.DeviceFailed) -> str:
    device = t.device(event.who, event.device) if event.device else "device"
    return f"{t.whose(event.who)} {device} does nothing{f': {event.cause}' if event.cause else ''}."


def _turned(t: Voice, event: e.UndeadTurned) -> str:
    names = t.names(event.affected)
    if event.result == "turned" and names:
        return f"{t.does(event.who, 'turns')} {names} away."
    if event.result == "destroyed" and names:
        return f"{t.does(event.who, 'destroys')} {names}."
    return f"{t.does(event.who, 'turns')} nothing away."


def _effect(t: Voice, event: e.EffectBegan) -> str:
    third, second = BEGINS.get(event.effect, (f"is {event.effect}", f"are {event.effect}"))
    why = f" ({event.text.rstrip('.')})" if event.text else ""
    return f"{t.does(event.who, third.replace('_', ' '), second.replace('_', ' '))}{why}."


def _described(t: Voice, event: e.EffectDescribed) -> str:
    return f"{event.text.rstrip('.')}."


def _effect_ended(t: Voice, event: e.EffectEnded) -> str:
    return f"{t.does(event.who, 'is', 'are')} no longer {event.effect.replace('_', ' ')}."


def _psionic(t: Voice, event: e.PsionicExchanged) -> str:
    if event.attack_mode:
        result = f": {event.result}" if event.result else ""
        return f"{t.does(event.who, 'sends')} {_mode(event.attack_mode)}{t.on([event.target], 'at')}{result}."
    if event.defense_mode:
        return f"{t.does(event.who, 'holds')} {_mode(event.defense_mode)}."
    return ""


def _mode(mode: str) -> str:
    return mode.replace("_", " ")


def _psionics_ended(t: Voice, event: e.PsionicsEnded) -> str:
    return f"{t.does(event.who, 'fights', 'fight')} no longer with the mind: {event.cause}."


TOLD: dict[type[e.Event], Callable[[Voice, Any], str]] = {
    e.SpellBegan: _began,
    e.SpellContinues: _continues,
    e.SpellCompleted: _completed,
    e.SpellSpoiled: _spoiled,
    e.SavedOrNot: _saved,
    e.DeviceUsed: _used,
    e.DeviceFailed: _failed,
    e.UndeadTurned: _turned,
    e.EffectBegan: _effect,
    e.EffectDescribed: _described,
    e.EffectEnded: _effect_ended,
    e.PsionicExchanged: _psionic,
    e.PsionicsEnded: _psionics_ended,
}
