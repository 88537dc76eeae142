"""Sentences about the table: rounds, orders, answers, rulings."""

from collections.abc import Callable
from typing import Any

from encounters.narration.columns import column_words
from encounters.narration.names import PARTY, name_of, not_possible
from encounters.narration.rulings import tell_ruling
from encounters.narration.voice import order_words
from rules.api import DM, DeedWords, Voice, format_note
from rules.api import events as e

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
KINDS = {"turning": "the turning", "psionic": "the psionic attack", "parley": "the parley", "ready": "the making ready"}
"""The words for deeds about which nothing but their targets is said."""


def _opened(t: Voice, event: e.EncounterOpened) -> str:
    return f"{event.title.rstrip('.') or 'The fight'}: the table is set."


def _round_began(t: Voice, event: e.RoundBegan) -> str:
    if event.round == 0:
        return "The sides meet."
    return f"Round {event.round} begins{' again' if event.attempt > 1 else ''}."


def _round_ended(t: Voice, event: e.RoundEnded) -> str:
    return "The opening is over." if event.round == 0 else f"Round {event.round} is over."


def _ended(t: Voice, event: e.EncounterEnded) -> str:
    why = f"only {t.side(event.side)} {'is' if event.side == PARTY else 'are'} left" if event.side else event.reason
    return f"The fight is over: {why.rstrip('.')}." if why else "The fight is over."


def _answered(t: Voice, event: e.Answered) -> str:
    if event.by != "default" or event.question == "next":
        return ""
    return f"No answer from {t.name(event.who)}: the default stands." if event.who != DM else ""


def _refused(t: Voice, event: e.Refused) -> str:
    return _not_possible(t, event.who, event.reason)


def _not_possible(t: Voice, who: str, reason: str) -> str:
    # A reason is written in the third person, so it needs the name: with "you" its verb would be wrong.
    name = name_of(t.state, who) if t.is_you(who) else t.name(who)
    return not_possible(name if who != DM else "", reason)


def _withdrawn(t: Voice, event: e.Withdrawn) -> str:
    return _not_possible(t, event.who, event.reason) if event.reason else ""


def _declared(t: Voice, event: e.Declared) -> str:
    return f"{t.whose(event.who)} order: {order_words(t.state, event.declaration)}."


def _closed(t: Voice, event: e.DeclarationsClosed) -> str:
    return "The orders of the DM’s own are sealed." if event.perceived_by == (DM,) else "Orders are closed."


def _appeared(t: Voice, event: e.Appeared) -> str:
    return f"{t.does(event.who, 'appears')}."


def _revealed(t: Voice, event: e.Revealed) -> str:
    return f"{t.does(event.who, 'is', 'are')} hidden no longer."


def _taken_back(t: Voice, event: e.TakenBack) -> str:
    where = f"round {event.round}" if event.round else "the beginning"
    if event.clock is not None:
        where = column_words(t.state, event.clock, event.round)
    return f"The DM took back to {where}.{format_note(event.note)}"


def _dice_renewed(t: Voice, event: e.DiceRenewed) -> str:
    return "What is yet to be rolled comes from new dice."


def _deed_lost(t: Voice, event: e.DeedLost) -> str:
    known = (deed for number, deed in reversed(t.state.lost) if (number, deed.id) == (event.round, event.deed))
    deed = next(known, None)
    which = _deed(t, deed.who, deed.words, deed.step) if deed is not None else "a deed"
    return f"{t.does(event.who, 'loses')} {which}: {event.cause}."


def _deed_waits(t: Voice, event: e.DeedWaits) -> str:
    waiting = DeedWords(event.act, targets=event.targets, weapon=event.weapon, spell=event.spell, device=event.device)
    return f"{t.does(event.who, 'waits', 'wait')}: {_deed(t, event.who, waiting)} comes after what is still to happen."


def _deed(t: Voice, who: str, deed: DeedWords, step: int = 0) -> str:
    """Return the words for a deed: "the blow with the sword at Orc 2".

    With ``step``, also return its number among several deeds that were declared one after another.
    """
    of_routine = (
        f", {deed.routine} of {deed.routines}" if deed.routines > 1 and deed.kind in ("melee", "missile") else ""
    )
    which = f"{_kind_of_deed(t, who, deed)}{of_routine}"
    if not step:
        return which
    nth = ORDINALS[step] if step < len(ORDINALS) else f"{step + 1}th"
    return f"the {nth} deed, {which}"


def _kind_of_deed(t: Voice, who: str, deed: DeedWords) -> str:
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
            return f"the task “{deed.task.replace('_', ' ')}”"
        case "flee":
            return f"the {(deed.mode or 'flight').replace('_', ' ')}"
    return f"{KINDS.get(deed.kind, f'the {deed.kind}')}{t.on(deed.targets, 'of')}"


TOLD: dict[type[e.Event], Callable[[Voice, Any], str]] = {
    e.EncounterOpened: _opened,
    e.RoundBegan: _round_began,
    e.RoundEnded: _round_ended,
    e.EncounterEnded: _ended,
    e.Answered: _answered,
    e.Refused: _refused,
    e.Withdrawn: _withdrawn,
    e.Declared: _declared,
    e.DeclarationsClosed: _closed,
    e.Ruled: tell_ruling,
    e.Appeared: _appeared,
    e.Revealed: _revealed,
    e.TakenBack: _taken_back,
    e.DiceRenewed: _dice_renewed,
    e.DeedLost: _deed_lost,
    e.DeedWaits: _deed_waits,
}
