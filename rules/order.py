"""Order: a graph of cited precedences, read off as moments.

No single number sorts a segmented round: who goes first depends on who acts against whom. For each pair of deeds
that interact the ruleset says before, after, together or nothing, with its clauses and a rank; *bands* say the same
group-wide (routine slots). "Together" is an edge both ways. A circle of mixed ranks gives up its weakest edge; a
circle of one rank resolves together. Deeds that nothing holds back are taken by the general order's sort key.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules.events import Because
from rules.state import Deed, State
from rules.terms import ClauseId

Sortable = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Precedence:
    """What a ruleset says of two deeds: the first goes before, after or together with the second."""

    relation: str
    rank: int
    clauses: tuple[ClauseId, ...]
    numbers: str = ""


@dataclass(frozen=True)
class Band:
    """A group-wide order: of two deeds that both have a value in it, the lower value goes first.

    ``across`` bands order only deeds of different sides.
    """

    name: str
    rank: int
    clauses: tuple[ClauseId, ...]
    value: Callable[[Deed], Fraction | int | None]
    across: bool = False


@dataclass(frozen=True)
class Order:
    """What a ruleset gives the agenda: the opinion on a pair, the bands, and the general order's sort key."""

    precede: Callable[[State, Deed, Deed], Precedence | None]
    bands: tuple[Band, ...]
    key: Callable[[State, Deed], Sortable]


@dataclass(frozen=True)
class Dropped:
    """An edge given up: ``first`` no longer goes before ``then``; its clauses, and those that outranked it."""

    first: str
    then: str
    clauses: tuple[ClauseId, ...]
    outranked: tuple[ClauseId, ...]


@dataclass(frozen=True)
class Moment:
    """Deeds that resolve together, in roster order, the column they are played in, and why they are due."""

    deeds: tuple[Deed, ...]
    clock: int
    because: tuple[Because, ...] = ()


def bits(mask: int) -> Iterator[int]:
    """The places of the ones in a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Agenda:
    """The pending deeds of one stage in their order. Built from the state alone; pairwise answers are cached."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._answers: dict[tuple[str, str], tuple[Deed, Deed, Precedence | None]] = {}
        self._pending: tuple[Deed, ...] = ()
        self._deeds: list[Deed] = []
        self._index: dict[str, int] = {}
        self._alive = 0
        self._done = 0
        self._edges: dict[tuple[int, int], Precedence] = {}
        self._before: list[int] = []
        self._after: list[int] = []
        self._units: list[tuple[Sortable, int, int]] = []

    def refresh(self, state: State) -> list[Dropped]:
        """Take up the state's pending deeds. Returns the edges newly given up to break circles."""
        if state.pending is self._pending:
            return []
        known = self._index
        waiting = [deed for deed in state.pending if not deed.standing]
        only_fewer = bool(self._deeds) and all(
            deed.id in known and self._deeds[known[deed.id]] is deed for deed in waiting
        )
        self._pending = state.pending
        if only_fewer:
            self._alive = sum(1 << known[deed.id] for deed in waiting)
            self._done = sum(1 << known[deed.id] for deed in state.done if deed.id in known)
            if not any(mask & self._alive not in (0, mask) for _, _, mask in self._units):
                return []
        return self._build(state)

    def next(self, state: State, *, explain: bool = True) -> Moment | None:
        """The deeds that nothing pending precedes and that come first in the general order; None when none is left."""
        due = [
            (key, rank, mask & self._alive)
            for key, rank, mask in self._units
            if mask & self._alive and not self._held(mask)
        ]
        if not due:
            return None
        first = min(due)
        same = [unit for unit in due if unit[0] == first[0]]
        mask = first[2]
        if len(same) > 1:
            together = 0
            for _, _, more in same:
                together |= more
            if len(self._sides(state, together)) > 1:
                mask = together
        roster = {who: place for place, who in enumerate(state.combatants)}
        deeds = tuple(sorted((self._deeds[at] for at in bits(mask)), key=lambda deed: roster[deed.who]))
        because = tuple(self._because(mask)) if explain else ()
        return Moment(deeds, self._clock(state, mask), because)

    def precedences(self) -> Iterator[Because]:
        """Every pairwise precedence between deeds still pending, for the panel that explains the order."""
        for (first, then), edge in sorted(self._edges.items()):
            if self._alive >> first & 1 and self._alive >> then & 1:
                yield self._reason(first, then, edge)

    def _held(self, mask: int) -> bool:
        alive = self._alive
        return any(self._before[at] & alive & ~mask for at in bits(mask & alive))

    def _sides(self, state: State, mask: int) -> list[str]:
        found: list[str] = []
        for at in bits(mask):
            side = state.combatants[self._deeds[at].who].side
            if side not in found:
                found.append(side)
        return found

    def _clock(self, state: State, mask: int) -> int:
        now = state.clock or 0
        latest = now
        for at in bits(mask):
            deed = self._deeds[at]
            if deed.number is None or deed.number <= latest:
                continue
            own = deed.number if deed.timed else min([deed.number, *self._following_numbers(at)])
            latest = max(latest, own)
        return latest

    def _following_numbers(self, at: int) -> list[int]:
        seen, front = 0, self._after[at] & self._alive
        while front:
            seen |= front
            further = 0
            for each in bits(front):
                further |= self._after[each]
            front = further & self._alive & ~seen
        numbers = (self._deeds[each].number for each in bits(seen))
        return [number for number in numbers if number is not None]

    def _because(self, mask: int) -> Iterator[Because]:
        """Why these deeds are due: what they go before or together with, and what went before them."""
        for at in bits(mask):
            for each in bits(self._before[at] & self._done):
                if edge := self._edges.get((each, at)):
                    yield self._reason(each, at, edge)
            for each in bits(self._after[at] & self._alive & ~(1 << at)):
                edge = self._edges.get((at, each))
                if edge is not None and (not mask >> each & 1 or at < each):
                    yield self._reason(at, each, edge)

    def _reason(self, first: int, then: int, edge: Precedence) -> Because:
        together = edge.relation == "together"
        relation = "together" if together else "before"
        return Because(self._deeds[first].id, relation, self._deeds[then].id, edge.clauses, edge.numbers)

    # Building: edges, bands, circles.

    def _build(self, state: State) -> list[Dropped]:
        roster = {who: place for place, who in enumerate(state.combatants)}
        waiting = [deed for deed in state.pending if not deed.standing]
        self._deeds = sorted([*state.done, *waiting], key=lambda deed: (roster[deed.who], deed.id))
        self._index = {deed.id: at for at, deed in enumerate(self._deeds)}
        self._done = sum(1 << self._index[deed.id] for deed in state.done)
        self._alive = sum(1 << self._index[deed.id] for deed in waiting)
        self._edges = {}
        self._before = [0] * len(self._deeds)
        self._after = [0] * len(self._deeds)
        for first, then in self._pairs(state):
            self._ask(state, first, then)
        banded = self._band_masks(state)
        for first_id, then_id in state.dropped:
            if first_id in self._index and then_id in self._index:
                self._drop(self._index[first_id], self._index[then_id], banded)
        dropped = self._break_circles(state, banded)
        for at, mask in enumerate(banded):
            self._before[at] |= mask
            for each in bits(mask):
                self._after[each] |= 1 << at
        return dropped

    def _pairs(self, state: State) -> Iterator[tuple[int, int]]:
        """Pairs of deeds that may interact: one aims at the other's doer, or both are one figure's."""
        by_doer: dict[str, list[int]] = {}
        for at, deed in enumerate(self._deeds):
            by_doer.setdefault(deed.who, []).append(at)
        seen: dict[tuple[int, int], None] = {}
        for at, deed in enumerate(self._deeds):
            for who in (deed.who, *deed.targets, deed.held_for):
                for other in by_doer.get(who, ()):
                    if other != at:
                        seen[(at, other) if at < other else (other, at)] = None
        yield from seen

    def _ask(self, state: State, first: int, then: int) -> None:
        one, other = self._deeds[first], self._deeds[then]
        known = self._answers.get((one.id, other.id))
        if known is not None and known[0] is one and known[1] is other:
            answer = known[2]
        else:
            answer = self._order.precede(state, one, other)
            self._answers[(one.id, other.id)] = (one, other, answer)
        if answer is None:
            return
        if answer.relation in ("before", "together"):
            self._edge(first, then, answer)
        if answer.relation in ("after", "together"):
            self._edge(then, first, answer)

    def _edge(self, first: int, then: int, precedence: Precedence) -> None:
        self._edges[(first, then)] = precedence
        self._before[then] |= 1 << first
        self._after[first] |= 1 << then

    def _band_masks(self, state: State) -> list[int]:
        """For each deed the deeds that a band puts before it, without those a pairwise edge already orders."""
        masks = [0] * len(self._deeds)
        for band in self._order.bands:
            values = [(value, at) for at, deed in enumerate(self._deeds) if (value := band.value(deed)) is not None]
            if len({value for value, _ in values}) < 2:
                continue
            for value, at in values:
                side = state.combatants[self._deeds[at].who].side
                for lower, other in values:
                    if lower < value and not (band.across and state.combatants[self._deeds[other].who].side == side):
                        masks[at] |= 1 << other
                        self._note_band(band, other, at)
        return masks

    def _note_band(self, band: Band, first: int, then: int) -> None:
        """A band says nothing of a pair that a stronger pairwise edge orders; between interacting deeds it is cited."""
        edge = self._edges.get((first, then))
        back = self._edges.get((then, first))
        if (edge is not None and edge.rank < band.rank) or (back is not None and back.rank < band.rank):
            self._edges.pop((then, first), None)
            self._before[first] &= ~(1 << then)
            self._after[then] &= ~(1 << first)
            self._edge(first, then, Precedence("before", band.rank, band.clauses, band.name))

    def _drop(self, first: int, then: int, banded: list[int]) -> None:
        edge = self._edges.pop((first, then), None)
        self._before[then] &= ~(1 << first)
        self._after[first] &= ~(1 << then)
        banded[then] &= ~(1 << first)
        if edge is not None and edge.relation == "together":
            self._edges.pop((then, first), None)
            self._before[first] &= ~(1 << then)
            self._after[then] &= ~(1 << first)

    def _break_circles(self, state: State, banded: list[int]) -> list[Dropped]:
        dropped: list[Dropped] = []
        while True:
            circles = self._circles(banded)
            weakest = next((found for circle in circles if (found := self._weakest(state, circle, banded))), None)
            if weakest is None:
                break
            first, then, dropping = weakest
            self._drop(first, then, banded)
            dropped.append(dropping)
        self._set_units(state, circles)
        return dropped

    def _set_units(self, state: State, circles: Sequence[int]) -> None:
        merged = 0
        for circle in circles:
            merged |= circle
        units = [1 << at for at in bits(self._alive & ~merged)]
        roster = {who: place for place, who in enumerate(state.combatants)}
        self._units = []
        for mask in [*units, *circles]:
            members = [self._deeds[at] for at in bits(mask)]
            key = min(self._order.key(state, deed) for deed in members)
            self._units.append((key, min(roster[deed.who] for deed in members), mask))

    def _circles(self, banded: list[int]) -> list[int]:
        """The strongly connected groups of two deeds or more, as masks, in order of their first member."""
        before = [own | band for own, band in zip(self._before, banded, strict=True)]
        core = _core(before, self._alive)
        circles: list[int] = []
        while core:
            start = (core & -core).bit_length() - 1
            circle = _reach(before, start, core) & _reach_back(before, start, core)
            if circle & (circle - 1):
                circles.append(circle)
            core &= ~(circle | 1 << start)
        return circles

    def _weakest(self, state: State, circle: int, banded: list[int]) -> tuple[int, int, Dropped] | None:
        """The edge to give up in a circle of mixed ranks; None where all are of one rank."""
        edges: list[tuple[int, int, int]] = []
        for then in bits(circle):
            for first in bits((self._before[then] | banded[then]) & circle):
                edges.append((self._edge_rank(first, then), first, then))
        ranks = sorted({rank for rank, _, _ in edges})
        if len(ranks) < 2:
            return None
        roster: Mapping[str, int] = {who: place for place, who in enumerate(state.combatants)}
        weak = [(first, then) for rank, first, then in edges if rank == ranks[0]]
        first, then = min(
            weak, key=lambda pair: (-(self._deeds[pair[0]].number or 0), roster[self._deeds[pair[0]].who], pair[1])
        )
        stronger = [self._edge_clauses(a, b) for rank, a, b in edges if rank > ranks[0]]
        outranked = tuple(dict.fromkeys(clause for clauses in stronger for clause in clauses))
        clauses = self._edge_clauses(first, then)
        return first, then, Dropped(self._deeds[first].id, self._deeds[then].id, clauses, outranked)

    def _edge_rank(self, first: int, then: int) -> int:
        edge = self._edges.get((first, then))
        return edge.rank if edge is not None else self._band_of(first, then).rank

    def _edge_clauses(self, first: int, then: int) -> tuple[ClauseId, ...]:
        edge = self._edges.get((first, then))
        return edge.clauses if edge is not None else self._band_of(first, then).clauses

    def _band_of(self, first: int, then: int) -> Band:
        one, other = self._deeds[first], self._deeds[then]
        ordering = []
        for band in self._order.bands:
            low, high = band.value(one), band.value(other)
            if low is not None and high is not None and low < high:
                ordering.append(band)
        return max(ordering, key=lambda band: band.rank)


def _core(before: Sequence[int], left: int) -> int:
    """What is left of a graph when deeds that nothing precedes, and deeds that precede nothing, are peeled off."""
    changed = True
    while changed and left:
        changed = False
        needed = 0
        for at in bits(left):
            if before[at] & left:
                needed |= before[at]
            else:
                left &= ~(1 << at)
                changed = True
        if left & ~needed:
            left &= needed
            changed = True
    return left


def _reach_back(before: Sequence[int], start: int, within: int) -> int:
    seen, front = 1 << start, 1 << start
    while front:
        further = 0
        for at in bits(front):
            further |= before[at]
        front = further & within & ~seen
        seen |= front
    return seen


def _reach(before: Sequence[int], start: int, within: int) -> int:
    seen = 1 << start
    grown = True
    while grown:
        grown = False
        for at in bits(within & ~seen):
            if before[at] & seen:
                seen |= 1 << at
                grown = True
    return seen
