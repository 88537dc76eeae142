"""Sentences about the table: rounds, orders, answers, rulings."""

from collections.abc import Callable
from typing import Any

from encounters.narration.columns import name_column, name_round
from encounters.narration.effects import narrate_effect_change
from encounters.narration.names import PARTY, name_of, write_refusal, write_task
from encounters.narration.rulings import tell_ruling
from encounters.narration.voice import describe_order
from rules.api import DM, NEXT, DeedWords, FeatureKind, PlanChange, Voice, format_note
from rules.api import events as e

ONE_SIDE = "one side is left"
"""The reason for which a fight ends by the rules; which side it is, or that it is none, says the event itself."""

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
KINDS = {"turning": "the turning", "psionic": "the psionic attack", "parley": "the parley", "ready": "the making ready"}
"""The words for deeds about which nothing but their targets is said."""


def _narrate_opening(t: Voice, event: e.EncounterOpened) -> str:
    return f"{t.quote(event.title.rstrip('.')) or 'The fight'}: the table is set."


def _narrate_round_begun(t: Voice, event: e.RoundBegan) -> str:
    if event.round == 0:
        return t.tense("The sides meet.", "The sides met.")
    return f"Round {event.round} begins{' again' if event.attempt > 1 else ''}."


def _narrate_round_ended(t: Voice, event: e.RoundEnded) -> str:
    return f"{name_round(event.round)} is over."


def _narrate_end(t: Voice, event: e.EncounterEnded) -> str:
    over = t.tense("The fight is over", "The fight was over")
    if not event.side:
        return f"{over}: {t.quote(event.reason.rstrip('.'))}." if event.reason not in ("", ONE_SIDE) else f"{over}."
    left = t.tense("is", "was") if event.side == PARTY else t.tense("are", "were")
    return f"{over}: only {t.side(event.side)} {left} left."


def _narrate_answer(t: Voice, event: e.Answered) -> str:
    if event.by != "default" or event.question == NEXT:
        return ""
    return f"{t.does(event.who, 'gives', 'give')} no answer: the default stands." if event.who != DM else ""


def _narrate_refusal(t: Voice, event: e.Refused) -> str:
    return _write_refusal(t, event.who, event.reason)


def _write_refusal(t: Voice, who: str, reason: str) -> str:
    # A reason is written in the third person, so it needs the name: with "you" its verb would be wrong.
    name = name_of(t.state, who) if t.is_you(who) else t.name(who)
    return write_refusal(name if who != DM else "", reason)


def _narrate_withdrawal(t: Voice, event: e.Withdrawn) -> str:
    return _write_refusal(t, event.who, event.reason) if event.reason else ""


def _narrate_declaration(t: Voice, event: e.Declared) -> str:
    return f"{t.whose(event.who)} order: {describe_order(t.state, event.declaration)}."


def _narrate_closing(t: Voice, event: e.DeclarationsClosed) -> str:
    return "The orders of the DM’s own are sealed." if event.perceived_by == (DM,) else "Orders are closed."


def _narrate_appearance(t: Voice, event: e.Appeared) -> str:
    return f"{t.does(event.who, 'appears')}."


def _narrate_revelation(t: Voice, event: e.Revealed) -> str:
    return f"{t.does(event.who, 'is', 'are')} hidden no longer."


def _narrate_take_back(t: Voice, event: e.TakenBack) -> str:
    where = f"round {event.round}" if event.round else "the beginning"
    if event.clock is not None:
        where = name_column(t.state, event.clock, event.round)
    return f"The DM took back to {where}.{format_note(event.note)}"


def _narrate_new_dice(t: Voice, event: e.DiceRenewed) -> str:
    return "What is yet to be rolled comes from new dice."


FEATURES = {FeatureKind.WALL: "a wall", FeatureKind.DOOR: "a door", FeatureKind.ROUGH: "difficult ground"}
CHANGES = {
    PlanChange.OPENED: ("is opened", "was opened"),
    PlanChange.CLOSED: ("is closed", "was closed"),
    PlanChange.REVEALED: ("comes into view", "came into view"),
    PlanChange.HIDDEN: ("is hidden", "was hidden"),
    PlanChange.ADDED: ("is there now", "was there now"),
    PlanChange.REMOVED: ("is gone", "was gone"),
}
"""The words for each change of the battle map."""


def _narrate_map_change(t: Voice, event: e.MapChanged) -> str:
    what = FEATURES[event.feature.kind] if event.feature is not None else "the picture of the ground"
    return f"{what[:1].upper()}{what[1:]} {t.tense(*CHANGES[event.change])}.{format_note(event.note)}"


def _narrate_deed_lost(t: Voice, event: e.DeedLost) -> str:
    known = (deed for number, deed in reversed(t.state.lost) if (number, deed.id) == (event.round, event.deed))
    deed = next(known, None)
    which = _describe_deed(t, deed.who, deed.words, deed.step) if deed is not None else "a deed"
    return f"{t.does(event.who, 'loses')} {which}: {event.cause}."


def _narrate_deed_waiting(t: Voice, event: e.DeedWaits) -> str:
    waiting = DeedWords(event.act, targets=event.targets, weapon=event.weapon, spell=event.spell, device=event.device)
    deed = _describe_deed(t, event.who, waiting)
    return f"{t.does(event.who, 'waits', 'wait')}: {deed} comes after what is still to happen."


def _describe_deed(t: Voice, who: str, deed: DeedWords, step: int = 0) -> str:
    """Return the words for a deed: "the blow with the sword at Orc 2".

    With ``step``, also return its number among several deeds that were declared one after another.
    """
    of_routine = (
        f", {deed.routine} of {deed.routines}" if deed.routines > 1 and deed.kind in ("melee", "missile") else ""
    )
    which = f"{_describe_kind_of_deed(t, who, deed)}{of_routine}"
    if not step:
        return which
    nth = ORDINALS[step] if step < len(ORDINALS) else f"{step + 1}th"
    return f"the {nth} deed, {which}"


def _describe_kind_of_deed(t: Voice, who: str, deed: DeedWords) -> str:
    named = t.weapon(who, deed.weapon)
    weapon = f" with the {named}" if named != "weapon" else ""
    match deed.kind:
        case "melee":
            return f"the blow{weapon}{t.on(deed.targets, 'at')}"
        case "missile":
            shot = f"the throw of the {named}" if deed.mode == "thrown" else f"the shot{weapon}"
            return f"{shot}{t.on(deed.targets, 'at')}"
        case "charge":
            return f"{'the blow of ' if deed.part == 'blow' else ''}the charge{t.on(deed.targets, 'at')}"
        case "spell" | "casting":
            return f"the casting of {t.spell(who, deed.spell)}{t.on(deed.targets)}"
        case "device":
            return f"the use of the {t.device(who, deed.device)}{t.on(deed.targets)}"
        case "set":
            return f"the stand{weapon}{t.on(deed.targets, 'against')}"
        case "move":
            return f"the move{t.on(deed.targets, 'to')}"
        case "wait":
            return f"the wait{t.on(deed.targets, 'for')}"
        case "task":
            return f"the task “{t.quote(write_task(deed.task))}”"
        case "flee":
            return f"the {(deed.mode or 'flight').replace('_', ' ')}"
    return f"{KINDS.get(deed.kind, f'the {deed.kind}')}{t.on(deed.targets, 'of')}"


TOLD: dict[type[e.Event], Callable[[Voice, Any], str]] = {
    e.EncounterOpened: _narrate_opening,
    e.RoundBegan: _narrate_round_begun,
    e.RoundEnded: _narrate_round_ended,
    e.EncounterEnded: _narrate_end,
    e.Answered: _narrate_answer,
    e.Refused: _narrate_refusal,
    e.Withdrawn: _narrate_withdrawal,
    e.Declared: _narrate_declaration,
    e.DeclarationsClosed: _narrate_closing,
    e.Ruled: tell_ruling,
    e.MapChanged: _narrate_map_change,
    e.EffectChanged: narrate_effect_change,
    e.Appeared: _narrate_appearance,
    e.Revealed: _narrate_revelation,
    e.TakenBack: _narrate_take_back,
    e.DiceRenewed: _narrate_new_dice,
    e.DeedLost: _narrate_deed_lost,
    e.DeedWaits: _narrate_deed_waiting,
}
