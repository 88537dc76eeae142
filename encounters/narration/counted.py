"""Sentences about what is counted, noticed and kept off."""

from collections.abc import Callable
from typing import Any

from encounters.narration.voice import Voice
from rules import events as e


def _counted(t: Voice, event: e.ActionCounted) -> str:
    if not event.cost:
        return f"{t.whose(event.who)} {event.what} counts as no action: {event.spent.actions} of {event.limit}."
    return f"{t.whose(event.who)} {event.what}: action {event.spent.actions} of {event.limit}."


def _noticed(t: Voice, event: e.Noticed) -> str:
    what = t.does(event.who, "notices") if event.notices else f"{t.does(event.who, 'does', 'do')} not notice"
    told = f", warned by {t.name(event.told)}" if event.told else ""
    if event.what:
        return f"{what}{told}: {event.what}."
    return f"{what} what becomes of {t.name(event.target)}{told}." if event.target else f"{what} it{told}."


def _thwarted(t: Voice, event: e.Thwarted) -> str:
    whom = t.name(event.against) if event.against else "the attacker"
    if event.works:
        return f"{t.does(event.who, 'keeps', 'keep')} {whom} off."
    return f"{t.does(event.who, 'does', 'do')} not keep {whom} off."


def _balance(t: Voice, event: e.BalanceTried) -> str:
    can = "can" if event.balanced else "cannot"
    return f"{t.whose(event.who)} {t.weapon(event.who, event.weapon)} {can} be thrown."


def _defence(t: Voice, event: e.DefenceChosen) -> str:
    whom = t.name(event.against) if event.against else "the next blow"
    return f"{t.does(event.who, 'means', 'mean')} to parry {whom}."


TOLD: dict[type[e.Event], Callable[[Voice, Any], str]] = {
    e.ActionCounted: _counted,
    e.Noticed: _noticed,
    e.Thwarted: _thwarted,
    e.BalanceTried: _balance,
    e.DefenceChosen: _defence,
}
