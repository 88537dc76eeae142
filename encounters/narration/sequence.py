"""Sentences about a round fought blow by blow: options, great blows, parries, breakage, movement."""

from collections.abc import Callable, Mapping
from typing import Any

from encounters.narration.voice import Voice, noted
from encounters.pages.wording import thing
from rules import events as e
from rules.state import State

REASONS = {
    "double_one": "two ones",
    "double_max": "both dice at their highest",
    "near_miss": "a blow just parried",
    "max_damage": "the heaviest of blows",
    "over_100": "what may break",
    "grab": "whether it is within reach",
    "contested": "who gets what several grab at",
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

CLOSINGS = {
    "close": ("closes", "on"),
    "open": ("backs away", "from"),
    "step_close": ("steps up", "to"),
    "step_open": ("steps back", "from"),
    "change_range": ("changes the range", "to"),
}
"""The kinds of maneuvers: what one does, and the word before the other's name."""

OPTIONS = {
    "move": ("moves", "move"),
    "stay": ("stays", "stay"),
    "abandon": ("lets the great blow go", "let the great blow go"),
    "rest": ("rests", "rest"),
    "pass": ("passes", "pass"),
    "cast": ("casts a spell", "cast a spell"),
    "adjust_armor": ("sees to the armor", "see to the armor"),
}
"""Options that need no other words."""

PLANS = {
    "keep": "as planned",
    "to_the_end": "to the end of the trace",
    "end_at": "after a part of the way",
    "end_when": "on coming near somebody",
    "decline": "no parry",
    "parry": "a parry",
}
"""What somebody answers for all to hear, in words."""

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
    """Those who pass are told of where they do."""
    told = [_chosen(t, each) for each in event.options if each.option != "pass"]
    if not told:
        return "" if event.options else "Nobody chooses anything."
    return f"{'Together: ' if len(event.options) > 1 else ''}{'; '.join(told)}."


def _chosen(t: Voice, chosen: e.Chosen) -> str:
    """An option as a clause: "Cora attacks Bran with the spear"."""
    who, given = chosen.who, chosen.params
    weapon = f"the {t.weapon(who, str(given['weapon']))}" if given.get("weapon") else "a weapon"
    if chosen.option == "attack":
        return f"{t.does(who, 'attacks')}{_at(t, given)} with {weapon}"
    if chosen.option == "prepare":
        return f"{t.does(who, 'prepares')} a great blow with {weapon}"
    if chosen.option == "draw":
        return f"{t.does(who, 'draws')} {weapon}"
    if chosen.option == "grab":
        return f"{t.does(who, 'grabs')} at the {_words(str(given.get('object', '')))}"
    if chosen.option == "maneuver":
        third, word = CLOSINGS.get(str(given.get("kind", "")), ("maneuvers", "by"))
        first, _, rest = third.partition(" ")
        return f"{t.does(who, first)}{f' {rest}' if rest else ''}{t.on(_named(given, 'other'), word)}"
    return t.does(who, *OPTIONS.get(chosen.option, (f"chooses to {_words(chosen.option)}", "")))


def choice_words(state: State, chosen: e.Chosen) -> str:
    """An option as whoever chooses it is told to: "attack Bran with the spear"."""
    voice = Voice(state, (chosen.who,))
    words = "".join(part.text for part in voice.parts(_chosen(voice, chosen))).removeprefix("You ")
    return f"{words} and become alert" if chosen.params.get("become_alert") else words


def _at(t: Voice, given: Mapping[str, object]) -> str:
    target = _named(given, "target")
    return f" {t.names(target)}" if target else ""


def _named(given: Mapping[str, object], key: str) -> tuple[str, ...]:
    """The figure of this parameter, where the viewer was shown it."""
    return (str(given[key]),) if given.get(key) else ()


def _spoke(t: Voice, event: e.Spoke) -> str:
    return f"{t.does(event.who, 'says', 'say')}: “{event.text}”."


def _en(t: Voice, event: e.EnChanged) -> str:
    if event.new < event.old:
        return f"{t.does(event.who, 'spends')} {event.old - event.new} EN, {event.new} left."
    return f"{t.does(event.who, 'gets')} {event.new - event.old} EN back, {event.new} in all."


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
    ends = t.verb(event.who, "succeeds") if event.made else t.verb(event.who, "fails")
    return f"{t.does(event.who, 'tries', 'try')} {what} and {ends}."


def _fell(t: Voice, event: e.FellDown) -> str:
    return (
        f"{t.does(event.who, 'goes', 'go')} to the ground."
        if event.why == "choice"
        else f"{t.does(event.who, 'falls')}."
    )


def _rose(t: Voice, event: e.Rose) -> str:
    return f"{t.does(event.who, 'gets', 'get')} up."


def _parries(t: Voice, event: e.ParriesClosed) -> str:
    attack = f"{t.whose(event.who)} attack"
    if not event.parries:
        return f"Nobody parries {attack}."
    first, *more = event.parries
    told = [f"{t.does(first.who, 'parries', 'parry')} {attack} with the {t.weapon(first.who, first.weapon)}"]
    return (
        ", and ".join([*told, *(f"{t.name(each.who)} with the {t.weapon(each.who, each.weapon)}" for each in more)])
        + "."
    )


def _worked(t: Voice, event: e.BreakageWorked) -> str:
    return f"{t.whose(event.owner)} {t.weapon(event.owner, event.item)} {'gives way' if event.broke else 'holds'}."


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
    told = [_out_of_combat(t, each) for each in event.options if each.option != "none"]
    return f"Out of combat: {'; '.join(told)}." if told else "Nobody does anything out of combat."


def _out_of_combat(t: Voice, chosen: e.Chosen) -> str:
    """What one does out of combat; what else it is, in the words told to the DM, is in nobody else's event."""
    if chosen.option != "other":
        return _chosen(t, chosen)
    text = str(chosen.params.get("text", "")).strip().rstrip(".")
    return f"{t.does(chosen.who, 'does', 'do')} something else{f' (“{text}”)' if text else ''}"


def _rested(t: Voice, event: e.Rested) -> str:
    """What comes of it; that it rests was told with the others' choices."""
    return f"{t.does(event.who, 'recovers')} {event.amount} EN by rest." if event.amount else ""


def _cast(t: Voice, event: e.Cast) -> str:
    return f"{t.does(event.who, 'casts')} {_words(event.spell)}{t.on(event.targets)}.{noted(event.note)}"


def _armor(t: Voice, event: e.ArmorAdjusted) -> str:
    return f"{t.does(event.who, 'puts', 'put') if event.donned else t.does(event.who, 'adjusts')}" + (
        " armor on." if event.donned else " armor."
    )


def _mode(t: Voice, event: e.MovementMode) -> str:
    return MOVES.get(event.mode, f"Movement is {event.mode}.")


def _traces(t: Voice, event: e.TracesRevealed) -> str:
    chases = [f"{t.does(each.who, 'chases')} {t.name(each.chase)}" for each in event.traces if each.chase]
    return "All traces are revealed" + (f": {'; '.join(chases)}." if chases else ".")


def _shown(t: Voice, event: e.PlanShown) -> str:
    command, _, rest = event.choice.partition(" ")
    answer = PLANS.get(command) or f"{command} {rest}".strip().replace("_", " ")
    return f"{t.does(event.who, 'answers')}: {answer}."


def _ended(t: Voice, event: e.MovementEnded) -> str:
    """A stop on the way, or the end of a trace. Of one who stayed, or went where he meant to, that was told."""
    if event.why == "end of the trace":
        return f"{t.whose(event.who)} movement is over."
    return f"{t.does(event.who, 'stops')}." if event.time != 1 else ""


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
