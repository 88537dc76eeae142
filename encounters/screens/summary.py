"""The end of a fight as one viewer saw it: who stands, who fell, and what to remember."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from encounters.encounter_view import EncounterView
from encounters.narration import tell
from encounters.narration.names import name_of, name_spell, name_weapon
from encounters.screens.tokens import Token, build_token
from rules.api import DISABLING, Combatant, State, find_stem, group_numbered, shorten_names
from rules.api import events as e

OUT = {"dead": "dead", "fled": "gone", "surrendered": "a prisoner", "vanished": "gone", "helpless": "down"}
"""The word for a combatant who is out of the fight, by the condition that says so, the gravest first."""

MOST_SPOILED = 4
"""The most spoiled spells that are named."""


@dataclass(frozen=True)
class Fighter:
    """A combatant at the end of the fight, or several of a crowd."""

    name: str
    token: Token
    state: str = ""
    """Why it is out of the fight: "dead", "down"; "" while it stands."""


@dataclass(frozen=True)
class Highlight:
    """Something to remember of the fight."""

    label: str
    text: str


@dataclass(frozen=True)
class Summary:
    """The end of a fight."""

    title: str
    """Why it is over: "The fight is over: only the party is left."."""
    standing: tuple[Fighter, ...]
    fallen: tuple[Fighter, ...]
    facts: tuple[Highlight, ...]


def build_summary(view: EncounterView) -> Summary | None:
    """Return how the fight ended, from what the viewer was shown; None while it goes on."""
    return summarize(view.state, view.standing) if view.has_begun and view.state.ended else None


def summarize(state: State, events: Sequence[e.Event]) -> Summary:
    """Return how a fight ended, from a viewer's state and all events that the viewer was shown."""
    fighters = _list_fighters(state)
    return Summary(
        _describe_end(events, state),
        tuple(each for each in fighters if not each.state),
        tuple(each for each in fighters if each.state),
        tuple(_list_facts(events, state)),
    )


def describe_out(each: Combatant) -> str:
    """Return why a combatant is out of the fight: "dead", "down"; "" while it stands."""
    return next((word for name, word in OUT.items() if each.has(name)), "")


def describe_unable(each: Combatant) -> str:
    """Return the conditions by which a combatant cannot act, such as "asleep"; "" for none."""
    return ", ".join(each.name.replace("_", " ") for each in each.conditions if each.name in DISABLING)


def _list_fighters(state: State) -> list[Fighter]:
    """Return the combatants; those of a crowd who ended alike are one: "Goblins 1-4, dead"."""
    ends: dict[str, list[Combatant]] = {}
    for each in state.combatants.values():
        ends.setdefault(describe_out(each) or describe_unable(each), []).append(each)
    return [fighter for end, those in ends.items() for fighter in _group_fighters(those, end)]


def _group_fighters(those: Sequence[Combatant], end: str) -> Iterator[Fighter]:
    names = [each.name for each in those]
    for row, name in zip(group_numbered(names), shorten_names(names), strict=True):
        first = those[row[0]]
        yield Fighter(name, build_token(first.side, find_stem(first.name) if len(row) > 1 else name), end)


def _describe_end(events: Sequence[e.Event], state: State) -> str:
    ended = next((event for event in reversed(events) if isinstance(event, e.EncounterEnded)), None)
    told = tell(ended, state) if ended is not None else None
    return told.text if told is not None else "The fight is over."


def _list_facts(events: Sequence[e.Event], state: State) -> Iterable[Highlight]:
    rounds = max(state.round, 0)
    if rounds:
        yield Highlight("Rounds", str(rounds))
    best = _find_best_blow(events)
    if best is not None:
        yield Highlight("Best blow", _describe_blow(state, best))
    spoiled = [event for event in events if isinstance(event, e.SpellSpoiled)]
    if spoiled:
        yield Highlight("Spells spoiled", _describe_spoiled(state, spoiled))


def _find_best_blow(events: Iterable[e.Event]) -> e.Damaged | None:
    """Return the most damage that one combatant did to another at once; the first of equals."""
    blows = [event for event in events if isinstance(event, e.Damaged) and event.by not in ("", event.who)]
    return max(blows, key=lambda event: event.amount, default=None)


def _describe_blow(state: State, event: e.Damaged) -> str:
    doer = state.combatants.get(event.by)
    armed = doer is not None and doer.weapon(event.source) is not None
    weapon = f" with the {name_weapon(state, event.by, event.source)}" if armed else ""
    return f"{name_of(state, event.by)}, {event.amount} to {name_of(state, event.who)}{weapon} in round {event.round}"


def _describe_spoiled(state: State, spoiled: Sequence[e.SpellSpoiled]) -> str:
    told = [
        f"{name_of(state, event.who)}’s {_drop_article(name_spell(state, event.who, event.spell))}" for event in spoiled
    ]
    named = ", ".join(dict.fromkeys(told[:MOST_SPOILED]))
    more = len(told) - MOST_SPOILED
    return f"{len(told)}: {named}{f' and {more} more' if more > 0 else ''}"


def _drop_article(name: str) -> str:
    return name.removeprefix("a ")
