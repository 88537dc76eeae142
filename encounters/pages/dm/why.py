"""The reasons for the order of deeds: a graph of precedences, each with clause and numbers.

The rules are asked about each pending pair again, from the state alone: nothing is resolved and nothing rolled.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from encounters.graph import Deed as Box
from encounters.graph import Graph, Precedence
from encounters.pages.clock import clock_of, column_words
from encounters.pages.dm.desk import Desk
from encounters.pages.wording import deed_words, name_of, side_shape
from rules.api import Deed, State, UnknownId, lookup_clause
from rules.api import events as e

MOST = 12
"""Deeds that are drawn: those of the moment just played and the next ones to come."""


ACROSS = 2
"""Boxes that have room side by side on a laptop."""


def why(desk: Desk) -> dict[str, Any]:
    """Return the panel: the graph, and the precedence that decided the moment at hand."""
    deeds = at_hand(desk)
    said = as_charges(deeds, list(precedences(desk, deeds)))
    deeds = concerned(deeds, said)
    graph = Graph([_box(desk, deed) for deed in deeds], needed(said), ACROSS)
    return {
        "title": "top to bottom" if deeds else "nothing is pending",
        "graph": graph,
        "close": desk.url(),
        "focus": focus(desk, graph),
    }


def at_hand(desk: Desk) -> list[Deed]:
    """Return the deeds of the moment at hand, then those still to come, the earliest first."""
    pending = [deed for deed in desk.state.pending if not deed.standing and deed.kind != "wait"]
    pending.sort(key=lambda deed: deed.number if deed.number is not None else 0)
    return [*desk.state.acting, *pending][:MOST]


def precedences(desk: Desk, deeds: Sequence[Deed]) -> Iterator[Precedence]:
    """Yield the precedences: of the moment played by its log, of pending deeds by the rules.

    The precedences that were dropped follow.
    """
    known = {deed.id for deed in deeds}
    seen: set[tuple[str, str]] = set()
    for each in _played(desk):
        if {each.first, each.then} <= known and (each.first, each.then) not in seen:
            seen.add((each.first, each.then))
            yield each
    for each in _pending(desk, deeds):
        if (each.first, each.then) not in seen and (each.then, each.first) not in seen:
            yield each
    yield from _dropped(desk)


def as_charges(deeds: Sequence[Deed], said: Sequence[Precedence]) -> list[Precedence]:
    """Return the precedences with each charge as one deed.

    A precedence of its blow becomes one of its contact, where both are at hand.
    """
    contact = {deed.who: deed.id for deed in deeds if deed.part == "contact"}
    one = {deed.id: contact[deed.who] for deed in deeds if deed.part == "blow" and deed.who in contact}
    joined = [replace(p, first=one.get(p.first, p.first), then=one.get(p.then, p.then)) for p in said]
    return list(dict.fromkeys(each for each in joined if each.first != each.then))


def concerned(deeds: Sequence[Deed], said: Sequence[Precedence]) -> list[Deed]:
    """Return the deeds that a precedence names; where it names none, all deeds but blows."""
    named = {id for each in said for id in (each.first, each.then)}
    found = [deed for deed in deeds if deed.id in named]
    return found or [deed for deed in deeds if deed.part != "blow"]


def needed(all_: Sequence[Precedence]) -> list[Precedence]:
    """Return the precedences without those that follow from others.

    If one deed goes before a second, and the second before a third, the first goes before the third.
    """
    after: dict[str, set[str]] = {}
    for each in all_:
        if not each.dropped and not each.together:
            after.setdefault(each.first, set()).add(each.then)
    return [each for each in all_ if each.dropped or each.together or not _follows(after, each.first, each.then)]


def _follows(after: dict[str, set[str]], first: str, then: str) -> bool:
    """Return whether ``then`` is reached from ``first`` by way of a third."""
    seen: set[str] = set()
    ahead = sorted(after.get(first, set()) - {then})
    while ahead:
        each = ahead.pop()
        if each in seen or each == first:
            continue
        seen.add(each)
        onward = after.get(each, set())
        if then in onward:
            return True
        ahead += sorted(onward)
    return False


def _played(desk: Desk) -> Iterator[Precedence]:
    for event in reversed(desk.events):
        if isinstance(event, e.MomentBegan):
            for each in event.because:
                clause = each.clauses[0] if each.clauses else ""
                yield Precedence(each.deed, each.other, clause, each.numbers, together=each.relation == "together")
            return


def _pending(desk: Desk, deeds: Sequence[Deed]) -> Iterator[Precedence]:
    dropped = set(desk.state.dropped)
    for one, other in combinations([deed for deed in deeds if deed in desk.state.pending], 2):
        found = desk.ruleset.order.precede(desk.state, one, other)
        if found is None:
            continue
        first, then = (other, one) if found.relation == "after" else (one, other)
        if (first.id, then.id) in dropped or (then.id, first.id) in dropped:
            continue
        clause = found.clauses[0] if found.clauses else ""
        yield Precedence(first.id, then.id, clause, found.numbers, together=found.relation == "together")


def _dropped(desk: Desk) -> Iterator[Precedence]:
    for event in desk.events:
        if isinstance(event, e.PrecedenceDropped):
            clause = event.clauses[0] if event.clauses else ""
            by = event.outranked[0] if event.outranked else ""
            yield Precedence(event.first, event.then, clause, together=event.together, dropped=True, by=by)


def _box(desk: Desk, deed: Deed) -> Box:
    state = desk.state
    title = f"{name_of(state, deed.who)}: {deed_words(state, deed)}"
    now = deed in state.acting
    detail = f"{_when(state, state.clock if now else deed.number)}, {'now' if now else deed.part}".removesuffix(", ")
    return Box(deed.id, title, detail, side_shape(state.combatants[deed.who].side), "now" if now else "")


def _when(state: State, clock: int | None) -> str:
    return clock_of(state).before or "at once" if clock is None else column_words(state, clock)


def focus(desk: Desk, graph: Graph) -> dict[str, str] | None:
    """Return the first precedence that decided, with its clause in full; None without any."""
    kept = graph.kept
    if not kept:
        return None
    precedence, first, then = kept[0]
    relation = "together with" if precedence.together else "before"
    return {
        "title": f"{first} {relation} {then}",
        "text": "What the clause says, and the numbers that were compared:",
        "clause": precedence.clause,
        "rule": clause_text(precedence.clause),
        "facts": precedence.words,
    }


def clause_text(clause: str) -> str:
    """Return the text of a clause; "" for one that no catalogue has."""
    try:
        return lookup_clause(clause).says
    except UnknownId:
        return ""
