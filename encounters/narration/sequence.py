"""Sentences about a round fought blow by blow: options, great blows, parries, breakage, movement."""

from collections.abc import Callable
from typing import Any

from encounters.narration.voice import Voice, noted
from encounters.pages.wording import thing
from rules import events as e

REASONS = {
    "double_one": "two ones",
    "double_max": "both dice at their highest",
    "near_miss": "a blow just parried",
    "max_damage": "the heaviest of blows",
    "over_100": "what may break",
    "grab": "whether it is within reach",
    "maneuver": "how far that leads",
    "reduced_parry": "a parry made in passing",
    "fate": "what becomes of one who is out",
    "adjudicate": "what comes of it",
}
"""For what the DM is consulted, in words."""

LOST = {
    "blow": "a blow went to something else",
    "dropped": "it was let go",
    "round_end": "the round is over",
    "not_followed": "it was not followed up",
    "other_mode": "the grip was changed",
}
"""Why a great blow came to nothing."""

MOVES = {"simple": "Everybody may move.", "trace": "Everybody draws a trace in secret.", "skip": "Nobody moves."}


def _words(id: str) -> str:
    return thing(id.replace("_", " "))


def _alert(t: Voice, event: e.AlertChanged) -> str:
    return f"{t.does(event.who, 'is', 'are')} {'alert' if event.alert else 'no longer alert'}."


def _phase(t: Voice, event: e.PhaseStarted) -> str:
    return f"The {event.phase} phase begins."


def _initiative(t: Voice, event: e.Initiative) -> str:
    if not event.holders:
        return "Nobody has the initiative."
    has = "have" if len(event.holders) > 1 or t.is_you(event.holders[0]) else "has"
    return f"{t.names(event.holders)} {has} the initiative."


def _revealed(t: Voice, event: e.OptionsRevealed) -> str:
    told = [f"{t.name(each.who)}: {each.option.replace('_', ' ')}" for each in event.options]
    return f"Chosen together: {', '.join(told) or 'nothing'}."


def _spoke(t: Voice, event: e.Spoke) -> str:
    return f"{t.does(event.who, 'says', 'say')}: “{event.text}”."


def _en(t: Voice, event: e.EnChanged) -> str:
    return f"{t.does(event.who, 'has', 'have')} {event.new} EN."


def _passed(t: Voice, event: e.Passed) -> str:
    return f"{t.does(event.who, 'passes', 'pass')}."


def _drawn(t: Voice, event: e.WeaponDrawn) -> str:
    return f"{t.does(event.who, 'draws')} the {t.weapon(event.who, event.weapon)}."


def _grabbed(t: Voice, event: e.Grabbed) -> str:
    verb = ("grabs", "grab") if event.ok else ("grabs in vain at", "grab in vain at")
    return f"{t.does(event.who, *verb)} the {_words(event.object)}."


def _lost(t: Voice, event: e.PreparationLost) -> str:
    why = LOST.get(event.why, event.why)
    return f"{t.whose(event.who)} great blow with the {t.weapon(event.who, event.weapon)} comes to nothing: {why}."


def _chain(t: Voice, event: e.ChainOpened) -> str:
    return f"{t.does(event.who, 'must', 'must')} follow up with the {t.weapon(event.who, event.weapon)} at once."


def _range(t: Voice, event: e.RangeChanged) -> str:
    if event.why == "start":
        return ""
    return f"Between {t.name(event.a)} and {t.name(event.b)} the range is {event.new}."


def _checked(t: Voice, event: e.DxChecked) -> str:
    what = {"fall": "to stay up"}.get(event.check, f"to {event.check} quickly")
    return f"{t.does(event.who, 'tries', 'try')} {what}: {'done' if event.made else 'not done'}."


def _fell(t: Voice, event: e.FellDown) -> str:
    return (
        f"{t.does(event.who, 'goes', 'go')} to the ground."
        if event.why == "choice"
        else f"{t.does(event.who, 'falls')}."
    )


def _rose(t: Voice, event: e.Rose) -> str:
    return f"{t.does(event.who, 'gets', 'get')} up."


def _parries(t: Voice, event: e.ParriesClosed) -> str:
    told = [f"{t.name(each.who)} with the {t.weapon(each.who, each.weapon)}" for each in event.parries]
    return f"Against {t.name(event.who)}, parrying: {', '.join(told) or 'nobody'}."


def _worked(t: Voice, event: e.BreakageWorked) -> str:
    holds = "does not hold" if event.broke else "holds"
    return f"{t.whose(event.owner)} {t.weapon(event.owner, event.item)} {holds}."


def _broke(t: Voice, event: e.Broke) -> str:
    return f"{t.whose(event.owner)} {t.weapon(event.owner, event.item)} breaks."


def _critical(t: Voice, event: e.CriticalStruck) -> str:
    return f"It is a critical hit on {t.name(event.target)}." if event.critical else ""


def _consulted(t: Voice, event: e.ConsultOpened) -> str:
    return f"The DM is consulted about {t.name(event.who)}: {REASONS.get(event.reason, event.reason)}."


def _unconscious(t: Voice, event: e.Unconscious) -> str:
    return f"{t.does(event.who, 'loses')} consciousness."


def _out(t: Voice, event: e.Out) -> str:
    fate = event.fate if event.fate != "other" else "out"
    return f"{t.does(event.who, 'is', 'are')} {fate}.{noted(event.text)}"


def _noncombat(t: Voice, event: e.NoncombatRevealed) -> str:
    told = [f"{t.name(each.who)}: {each.option.replace('_', ' ')}" for each in event.options if each.option != "none"]
    return f"Meanwhile, {', '.join(told) or 'nothing'}."


def _rested(t: Voice, event: e.Rested) -> str:
    return f"{t.does(event.who, 'rests')}" + (f" and recovers {event.amount} EN." if event.amount else ".")


def _cast(t: Voice, event: e.Cast) -> str:
    return f"{t.does(event.who, 'casts')} {_words(event.spell)}{t.on(event.targets)}.{noted(event.note)}"


def _armor(t: Voice, event: e.ArmorAdjusted) -> str:
    return f"{t.does(event.who, 'puts', 'put') if event.donned else t.does(event.who, 'adjusts')}" + (
        " armor on." if event.donned else " armor."
    )


def _mode(t: Voice, event: e.MovementMode) -> str:
    return MOVES.get(event.mode, f"Movement is {event.mode}.")


def _traces(t: Voice, event: e.TracesRevealed) -> str:
    chases = [f"{t.name(each.who)} after {t.name(each.chase)}" for each in event.traces if each.chase]
    return "All traces are revealed" + (f": {', '.join(chases)}." if chases else ".")


def _shown(t: Voice, event: e.PlanShown) -> str:
    return f"{t.does(event.who, 'answers')}: {event.choice.replace('_', ' ')}."


def _ended(t: Voice, event: e.MovementEnded) -> str:
    return f"{t.does(event.who, 'stops')}."


TOLD: dict[type[e.Event], Callable[[Voice, Any], str]] = {
    e.AlertChanged: _alert,
    e.PhaseStarted: _phase,
    e.Initiative: _initiative,
    e.OptionsRevealed: _revealed,
    e.Spoke: _spoke,
    e.EnChanged: _en,
    e.Passed: _passed,
    e.WeaponDrawn: _drawn,
    e.Grabbed: _grabbed,
    e.PreparationLost: _lost,
    e.ChainOpened: _chain,
    e.RangeChanged: _range,
    e.DxChecked: _checked,
    e.FellDown: _fell,
    e.Rose: _rose,
    e.ParriesClosed: _parries,
    e.BreakageWorked: _worked,
    e.Broke: _broke,
    e.CriticalStruck: _critical,
    e.ConsultOpened: _consulted,
    e.Unconscious: _unconscious,
    e.Out: _out,
    e.NoncombatRevealed: _noncombat,
    e.Rested: _rested,
    e.Cast: _cast,
    e.ArmorAdjusted: _armor,
    e.MovementMode: _mode,
    e.TracesRevealed: _traces,
    e.PlanShown: _shown,
    e.MovementEnded: _ended,
}

UNTOLD = (
    e.DamageRolled,  # the damage itself is told
    e.RoundStarted,  # the blows everybody has
    e.PhaseEnded,
    e.OptionChosen,  # what comes of it is told
    e.BlowSpent,
    e.PassesCleared,
    e.PreparationUsed,
    e.AttackDeclared,
    e.Allowance,  # beside the question
    e.TracePlanned,
    e.TraceStep,  # seen on the field
    e.Borrowed,
)
