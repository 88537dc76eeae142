"""Sentences about the DM's calls for saving throws and dice."""

from collections.abc import Callable, Sequence
from typing import Any

from encounters.narration.names import list_group
from rules.api import Call, State, Voice, get_ruleset
from rules.api import events as e


def name_call(state: State, call: Call) -> str:
    """Return the dice of a call in words: "save against breath +2", "3d6 for the rope bridge"."""
    changed = f" {call.modifier:+d}" if call.modifier and call.save else ""
    if not call.save:
        return f"{call.total_dice}{f' for {call.why}' if call.why else ''}"
    against = get_ruleset(state.ruleset).saves.words.get(call.save, call.save)
    return f"save against {against}{f' ({call.why})' if call.why else ''}{changed}"


def describe_call(state: State, call: Call) -> str:
    """Return a call in words: "save against breath, Otis and Orcs 1-2"."""
    return f"{name_call(state, call)}, {list_group(state, call.who)}"


def describe_results(state: State, event: e.CallAnswered) -> str:
    """Return the results of a call in words: who made it and who failed, or the totals."""
    if not event.call.has_failure:
        totals: dict[int, list[str]] = {}
        for each in sorted(event.results, key=lambda each: -each.total):
            totals.setdefault(each.total, []).append(each.who)
        return "; ".join(f"{list_group(state, who)} {total}" for total, who in totals.items())
    made, failed = ([each.who for each in event.results if each.made is made] for made in (True, False))
    parts = [f"{list_group(state, who)} {verb}" for who, verb in ((made, "made it"), (failed, "failed")) if who]
    return "; ".join(parts) + (f": {event.call.follows.rstrip('.')}" if failed and event.call.follows else "")


def list_failed(event: e.CallAnswered) -> Sequence[str]:
    """Return those who failed."""
    return [each.who for each in event.results if each.made is False]


def _narrate_dice(t: Voice, event: e.DiceRolled) -> str:
    rolled = f" {event.total} on {event.dice}" if event.rolls or t.knows else ""
    why = f" for {t.quote(event.why)}" if event.why else ""
    ends = ""
    if event.made is not None:
        ends = f" and {t.verb(event.who, 'makes')} it" if event.made else f" and {t.verb(event.who, 'fails')}"
    follows = f": {t.quote(event.follows.rstrip('.'))}" if event.follows else ""
    return f"{t.does(event.who, 'rolls')}{rolled}{why}{ends}{follows}."


def _narrate_results(t: Voice, event: e.CallAnswered) -> str:
    secret = "In secret, " if event.call.secret else ""
    return f"{secret}{name_call(t.state, event.call)}: {describe_results(t.state, event)}."


TOLD: dict[type[e.Event], Callable[[Voice, Any], str]] = {
    e.DiceRolled: _narrate_dice,
    e.CallAnswered: _narrate_results,
}
