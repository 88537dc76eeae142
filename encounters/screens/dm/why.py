"""The reasons for the order of deeds: a graph of precedences, each with clause and numbers.

The rules are asked about each pending pair again, from the state alone: nothing is resolved and nothing rolled.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from encounters.graph import Deed as Box
from encounters.graph import Graph, Precedence
from encounters.narration.columns import get_clock, name_column
from encounters.narration.names import describe_deed, get_side_shape, list_group, name_of
from encounters.narration.reasons import write_reason
from encounters.screens.dm.dm_view import DmView
from rules.api import Deed, DeedGroup, State, UnknownId, lookup_clause
from rules.api import events as e

MOST = 12
"""Deeds that are drawn: those of the moment just played and the next ones to come."""


ACROSS = 2
"""Boxes that have room side by side on a laptop."""


@dataclass(frozen=True, slots=True)
class Focus:
    """The precedence that decided, with its clause in full."""

    sentence: str
    """Why the first of the two deeds comes first."""
    clause: str
    rule: str
    """The text of the clause."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A precedence in words."""

    sentence: str
    clause: str


@dataclass(frozen=True, slots=True)
class Why:
    """The panel: what decided the moment at hand, then every precedence, and the graph."""

    title: str
    reasons: tuple[Reason, ...]
    graph: Graph
    close: str
    """The address of the fight."""
    focus: Focus | None
    about: str = ""
    """The names of the combatants that it is about; "" where no row is selected."""
    who: str = ""
    """Their ids, as they were asked for."""


def build_why(view: DmView) -> Why:
    """Return the panel: on the deeds of those whose row is selected, else on the moment."""
    who = frozenset(view.draft.who) & view.state.combatants.keys()
    deeds = list_at_hand(view, who)
    said = as_charges(deeds, list(list_precedences(view, deeds, who)))
    deeds = keep_concerned(deeds, said)
    graph = Graph([_make_box(view, deed) for deed in deeds], list_needed(said), ACROSS)
    reasons = tuple(write_reasons(view.state, deeds, graph, who))
    focus = Focus(reasons[0].sentence, reasons[0].clause, find_clause_text(reasons[0].clause)) if reasons else None
    about = list_group(view.state, sorted(who, key=list(view.state.combatants).index))
    title = about or ("" if deeds else "nothing is pending")
    return Why(title, reasons, graph, view.make_url("run"), focus, about, " ".join(view.draft.who))


def list_at_hand(view: DmView, who: Collection[str] = ()) -> list[Deed]:
    """Return the deeds of the last moment with an order, then those to come, the earliest first.

    With ``who`` it is the last moment of these combatants, and their own deeds come first.
    """
    pending = [deed for deed in view.state.pending if not deed.standing and deed.kind != "wait"]
    pending.sort(key=lambda deed: deed.number if deed.number is not None else 0)
    named = {id for each in _list_played(view, who) for id in (each.first, each.then)}
    played = [deed for deed in view.state.done if deed.id in named and deed not in view.state.acting]
    found = [*view.state.acting, *played, *pending]
    return sorted(found, key=lambda deed: deed.who not in who)[:MOST]


def list_precedences(view: DmView, deeds: Sequence[Deed], who: Collection[str] = ()) -> Iterator[Precedence]:
    """Yield the precedences: of the moment played by its log, of pending deeds by the rules.

    The precedences that were dropped follow.
    """
    known = {deed.id for deed in deeds}
    seen: set[tuple[str, str]] = set()
    for each in _list_played(view, who):
        if {each.first, each.then} <= known and (each.first, each.then) not in seen:
            seen.add((each.first, each.then))
            yield each
    for each in _list_pending(view, deeds):
        if (each.first, each.then) not in seen and (each.then, each.first) not in seen:
            yield each
    yield from _list_dropped(view)


def as_charges(deeds: Sequence[Deed], said: Sequence[Precedence]) -> list[Precedence]:
    """Return the precedences with each charge as one deed.

    A precedence of its blow becomes one of its contact, where both are at hand. Of two who charge each other, the
    contact of each comes before the blow of the other, which orders nothing; their blows are ordered, if anything is.
    """
    contact = {deed.who: deed.id for deed in deeds if deed.group is DeedGroup.CONTACT}
    one = {deed.id: contact[deed.who] for deed in deeds if deed.group is DeedGroup.CHARGE_BLOW and deed.who in contact}
    joined = [(replace(p, first=one.get(p.first, p.first), then=one.get(p.then, p.then)), p) for p in said]
    strict = {(to.first, to.then) for to, _ in joined if not to.together and not to.dropped}
    found = [
        to for to, p in joined if to.dropped or (p.first in one) == (p.then in one) or (to.then, to.first) not in strict
    ]
    ordered = {frozenset((p.first, p.then)) for p in found if not p.together and not p.dropped}
    return [
        each
        for each in dict.fromkeys(found)
        if each.first != each.then and not (each.together and {each.first, each.then} in ordered)
    ]


def keep_concerned(deeds: Sequence[Deed], said: Sequence[Precedence]) -> list[Deed]:
    """Return the deeds that a precedence names; where it names none, all deeds but blows."""
    named = {id for each in said for id in (each.first, each.then)}
    found = [deed for deed in deeds if deed.id in named]
    return found or [deed for deed in deeds if deed.group is not DeedGroup.CHARGE_BLOW]


def list_needed(all_: Sequence[Precedence]) -> list[Precedence]:
    """Return the precedences without those that follow from others.

    If one deed goes before a second, and the second before a third, the first goes before the third.
    """
    after: dict[str, set[str]] = {}
    for each in all_:
        if not each.dropped and not each.together:
            after.setdefault(each.first, set()).add(each.then)
    return [each for each in all_ if each.dropped or each.together or not _is_following(after, each.first, each.then)]


def _is_following(after: dict[str, set[str]], first: str, then: str) -> bool:
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


def _list_played(view: DmView, who: Collection[str] = ()) -> Iterator[Precedence]:
    """Yield the precedences of the last moment that had any, by the log.

    With ``who`` it is the last moment that had any of their deeds.
    """
    own = {deed.id for deed in (*view.state.acting, *view.state.done) if deed.who in who}
    for event in reversed(view.events):
        if isinstance(event, e.MomentBegan) and event.because:
            if who and not any(own & {each.deed, each.other} for each in event.because):
                continue
            for each in event.because:
                clause = each.clauses[0] if each.clauses else ""
                yield Precedence(each.deed, each.other, clause, each.numbers, together=each.relation == "together")
            return


def _list_pending(view: DmView, deeds: Sequence[Deed]) -> Iterator[Precedence]:
    dropped = set(view.state.dropped)
    for one, other in combinations([deed for deed in deeds if deed in view.state.pending], 2):
        found = view.ruleset.order.precede(view.state, one, other)
        if found is None:
            continue
        first, then = (other, one) if found.relation == "after" else (one, other)
        if (first.id, then.id) in dropped or (then.id, first.id) in dropped:
            continue
        clause = found.clauses[0] if found.clauses else ""
        yield Precedence(first.id, then.id, clause, found.numbers, together=found.relation == "together")


def _list_dropped(view: DmView) -> Iterator[Precedence]:
    for event in view.events:
        if isinstance(event, e.PrecedenceDropped):
            clause = event.clauses[0] if event.clauses else ""
            by = event.outranked[0] if event.outranked else ""
            yield Precedence(event.first, event.then, clause, together=event.together, dropped=True, by=by)


def _make_box(view: DmView, deed: Deed) -> Box:
    state = view.state
    title = f"{name_of(state, deed.who)}: {describe_deed(state, deed)}"
    now = deed in state.acting
    detail = (
        f"{_describe_time(state, state.clock if now else deed.number)}, {'now' if now else deed.part}".removesuffix(
            ", "
        )
    )
    return Box(deed.id, title, detail, get_side_shape(state.combatants[deed.who].side), "now" if now else "")


def _describe_time(state: State, clock: int | None) -> str:
    return get_clock(state).before or "at once" if clock is None else name_column(state, clock)


def write_reasons(state: State, deeds: Sequence[Deed], graph: Graph, who: Collection[str] = ()) -> Iterator[Reason]:
    """Yield the precedences that decided, in words; with ``who``, those of their deeds alone."""
    by_id = {deed.id: deed for deed in deeds}
    own = {deed.id for deed in deeds if deed.who in who}
    for each, first, then in graph.kept:
        if who and not own & {each.first, each.then}:
            continue
        if {each.first, each.then} <= by_id.keys():
            pair = by_id[each.first], by_id[each.then]
            yield Reason(write_reason(state, *pair, each.words, together=each.together), each.clause)
        else:
            yield Reason(f"{first} {'together with' if each.together else 'before'} {then}.", each.clause)


def find_clause_text(clause: str) -> str:
    """Return the text of a clause; "" for one that no catalogue has."""
    try:
        return lookup_clause(clause).says
    except UnknownId:
        return ""
