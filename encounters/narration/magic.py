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


def _narrate_spell_begun(t: Voice, event: e.SpellBegan) -> str:
    spell = t.spell(event.who, event.spell)
    goes_on = ("goes on with", "go on with") if event.done else ("begins", "begin")
    return f"{t.does(event.who, *goes_on)} {spell}{t.on(event.targets)}."


def _narrate_spell_continued(t: Voice, event: e.SpellContinues) -> str:
    return f"{t.does(event.who, 'is', 'are')} still at {t.spell(event.who, event.spell)}."


def _narrate_spell_completed(t: Voice, event: e.SpellCompleted) -> str:
    spell = _drop_article(t.spell(event.who, event.spell))
    return f"{t.whose(event.who)} {spell} {t.tense('takes', 'took')} effect{t.on(event.targets)}."


def _narrate_spell_spoiled(t: Voice, event: e.SpellSpoiled) -> str:
    lost = ", and out of memory" if event.who in t.own and event.forgotten else ""
    spell = _drop_article(t.spell(event.who, event.spell))
    return f"{t.whose(event.who)} {spell} {t.tense('is', 'was')} broken off{lost}."


def _drop_article(spell: str) -> str:
    """Return a spell's name without its article: "a prayer" after "Jaroo’s" is "prayer"."""
    return spell.removeprefix("a ")


def _narrate_save(t: Voice, event: e.SavedOrNot) -> str:
    if event.saved:
        return f"{t.does(event.who, 'resists')} {t.magic(event.against)}."
    follows = f": {t.quote(event.follows.rstrip('.'))}" if event.follows else ""
    return f"{t.does(event.who, 'does', 'do')} not resist {t.magic(event.against)}{follows}."


def _narrate_device_used(t: Voice, event: e.DeviceUsed) -> str:
    return f"{t.does(event.who, 'uses', 'use')} the {t.device(event.who, event.device)}{t.on(event.targets)}."


def _narrate_device_failed(t: Voice, event: e.DeviceFailed) -> str:
    device = t.device(event.who, event.device) if event.device else "device"
    cause = f": {event.cause}" if event.cause and not t.past else ""
    return f"{t.whose(event.who)} {device} {t.tense('does', 'did')} nothing{cause}."


def _narrate_turning(t: Voice, event: e.UndeadTurned) -> str:
    names = t.names(event.affected)
    if event.result == "turned" and names:
        return f"{t.does(event.who, 'turns')} {names} away."
    if event.result == "destroyed" and names:
        return f"{t.does(event.who, 'destroys')} {names}."
    return f"{t.does(event.who, 'turns')} nothing away."


def _narrate_effect(t: Voice, event: e.EffectBegan) -> str:
    third, second = BEGINS.get(event.effect, (f"is {event.effect}", f"are {event.effect}"))
    why = f" ({t.quote(event.text.rstrip('.'))})" if event.text and not t.past else ""
    return f"{t.does(event.who, third.replace('_', ' '), second.replace('_', ' '))}{why}."


def _narrate_described_effect(t: Voice, event: e.EffectDescribed) -> str:
    return f"{t.quote(event.text.rstrip('.'))}."


def _narrate_effect_ended(t: Voice, event: e.EffectEnded) -> str:
    return f"{t.does(event.who, 'is', 'are')} no longer {event.effect.replace('_', ' ')}."


def _narrate_psionics(t: Voice, event: e.PsionicExchanged) -> str:
    if event.attack_mode:
        result = f": {event.result}" if event.result and not t.past else ""
        return f"{t.does(event.who, 'sends')} {_format_mode(event.attack_mode)}{t.on([event.target], 'at')}{result}."
    if event.defense_mode:
        return f"{t.does(event.who, 'holds')} {_format_mode(event.defense_mode)}."
    return ""


def _format_mode(mode: str) -> str:
    return mode.replace("_", " ")


def _narrate_psionics_ended(t: Voice, event: e.PsionicsEnded) -> str:
    return f"{t.does(event.who, 'fights', 'fight')} no longer with the mind: {event.cause}."


TOLD: dict[type[e.Event], Callable[[Voice, Any], str]] = {
    e.SpellBegan: _narrate_spell_begun,
    e.SpellContinues: _narrate_spell_continued,
    e.SpellCompleted: _narrate_spell_completed,
    e.SpellSpoiled: _narrate_spell_spoiled,
    e.SavedOrNot: _narrate_save,
    e.DeviceUsed: _narrate_device_used,
    e.DeviceFailed: _narrate_device_failed,
    e.UndeadTurned: _narrate_turning,
    e.EffectBegan: _narrate_effect,
    e.EffectDescribed: _narrate_described_effect,
    e.EffectEnded: _narrate_effect_ended,
    e.PsionicExchanged: _narrate_psionics,
    e.PsionicsEnded: _narrate_psionics_ended,
}
