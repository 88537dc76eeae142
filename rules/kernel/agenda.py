"""The agenda: the pending deeds of a stage as a graph of cited precedences.

The graph is read as a sequence of moments. "Together" is an edge in both directions. A circle that contains a strict
*before* gives up its weakest edge. A circle of *together* alone, of any ranks, resolves together.

Deeds of hidden combatants are ordered apart, so that those of the others come as if nobody were hidden. They wait for
the others' deeds as the rules say. They hold up none, bring none forward and share no moment with one: a hidden deed
that is due before another deed, or with it, comes just before it in the same column. Where its own column is later, it
comes later.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import is_, or_
from typing import NamedTuple

from rules.kernel.deeds import Deed
from rules.kernel.graph import Contradiction, Edge, find_circles, find_contradictions, is_mutual, list_bits
from rules.kernel.order import Band, Because, DroppedEdge, Moment, Order, Precedence, Relation, Sortable
from rules.kernel.perception import list_hidden
from rules.kernel.state import Combatant, State
from rules.kernel.terms import ClauseId, CombatantId

Time = tuple[int, bool, Fraction | int, int]
"""A deed's own number, slot and routine, to compare which of two deeds is later."""


class Unit(NamedTuple):
    """Deeds that are due together: a single deed, or a circle.

    Units are sorted by the general order's key, then by the roster.
    """

    key: Sortable
    place: int
    mask: int
    """The deeds, as a bit mask."""
    before: int
    """The deeds that go before any of them, as a bit mask."""


class Due(NamedTuple):
    """Deeds that are due next."""

    mask: int
    """The deeds, as a bit mask; 0 for none."""
    clock: int
    """The column in which they are played."""


NOTHING = Due(0, 0)


class Coming(NamedTuple):
    """A moment of a later column, with the parts of the state that it was found by.

    It stands, column after column, as long as these are the same objects: the clock alone brings it no nearer.
    """

    moment: Moment
    found_by: tuple[object, ...]

    def is_still_next(self, state: State) -> bool:
        """Return whether it is found by this state too."""
        if self.moment.clock <= (state.clock or 0):
            return False
        return all(map(is_, self.found_by, _list_found_by(state)))


def _list_found_by(state: State) -> tuple[object, ...]:
    """Return all of the state that a procedure's order may read, but the clock."""
    deeds = (state.pending, state.acting, state.done, state.declared)
    fight = (state.combatants, state.effects, state.setting, state.options, state.owned)
    return (*deeds, *fight, state.initiative, state.surprise, state.lost_segments)


def _is_due_before_it_begins(deed: Deed) -> bool:
    """Return whether a deed begins after its number: once that column has come it is due."""
    return deed.number is not None and deed.begins > deed.number


class Agenda:
    """The pending deeds of one stage in their order, built from the state alone.

    Answers on pairs of deeds are cached.
    """

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
        self._near: list[int] = []
        self._banded: list[tuple[Band, Mapping[int, int]]] = []
        self._taken = 0
        self._units: list[Unit] = []
        self._combatants: Mapping[CombatantId, Combatant] = {}
        self._unseen: tuple[CombatantId, ...] = ()
        self._hidden = 0
        self._idle = 0
        self._free = 0
        self._coming: Coming | None = None

    def refresh(self, state: State) -> list[DroppedEdge]:
        """Read the state's pending deeds; return the edges newly given up to break circles."""
        unseen, self._unseen = self._unseen, self._list_unseen(state)
        if self._unseen != unseen:
            self._pending = state.pending
            return self._build(state)
        if state.pending is self._pending:
            return []
        self._pending = state.pending
        waiting = self._build_mask([deed for deed in state.pending if not deed.standing])
        if waiting is None:
            return self._build(state)
        self._done |= self._build_mask(state.done[self._taken :]) or 0
        self._taken = len(state.done)
        if self._alive & ~waiting & ~self._done:
            return self._build(state)  # a deed is lost, and the places of others may depend on it
        if self._alive == waiting:
            return []
        self._alive = waiting
        self._units = [unit for unit in self._units if unit.mask & waiting]
        if [unit for unit in self._units if unit.mask & ~waiting]:
            return self._build(state)  # a circle has lost a deed, so it may no longer hold the others together
        return []

    def _list_unseen(self, state: State) -> tuple[CombatantId, ...]:
        """Return the combatants that are hidden now.

        They are looked for only after a change in a combatant.
        """
        if state.combatants is self._combatants:
            return self._unseen
        self._combatants = state.combatants
        return list_hidden(state)

    def _build_mask(self, deeds: Iterable[Deed]) -> int | None:
        """Return these deeds as a bit mask; None if one of them is new."""
        mask = 0
        for deed in deeds:
            at = self._index.get(deed.id)
            if at is None or self._deeds[at] is not deed:
                return None
            mask |= 1 << at
        return mask

    def find_next(self, state: State, *, explain: bool = True) -> Moment | None:
        """Return the next moment; None if no deed is left.

        Its deeds are those that no pending deed precedes and that come first in the general order. Its reasons are
        found once its column has come, and not without ``explain``.
        """
        if self._coming is not None and self._coming.is_still_next(state):
            return self._coming.moment
        seen = self._find_seen(state)
        mask, clock = self._find_hidden(state, seen) or seen
        if not mask:
            return None
        has_come = clock <= (state.clock or 0)
        because = tuple(self._list_reasons(mask)) if explain and has_come else ()
        moment = Moment(self._get_deeds(mask), clock, because)
        # Deeds that are no acts, that hold none up, are hidden or begin after their number are due by the clock too.
        by_clock = has_come or self._idle or self._free or self._hidden
        by_clock = by_clock or any(map(_is_due_before_it_begins, moment.deeds))
        self._coming = None if by_clock else Coming(moment, _list_found_by(state))
        return moment

    def find_next_seen(self, state: State) -> Moment | None:
        """Return the next moment of those who are not hidden, without its reasons.

        None if no deed of theirs is left.
        """
        mask, clock = self._find_seen(state)
        return Moment(self._get_deeds(mask), clock) if mask else None

    def _get_deeds(self, mask: int) -> tuple[Deed, ...]:
        return tuple([self._deeds[at] for at in list_bits(mask)])  # in roster order, as _build sorted them

    def _find_seen(self, state: State) -> Due:
        """Return the next deeds of those who are not hidden, with their column."""
        units = [unit for unit in self._units if not unit.mask & self._hidden] if self._hidden else self._units
        later = iter(units)
        first = next((unit for unit in later if not unit.before & self._alive), None)
        if first is None:
            return NOTHING
        if first.mask & (self._idle | self._free):
            return self._pass_over(state, units)
        return self._join_shared(state, first, later)

    def _pass_over(self, state: State, units: Sequence[Unit]) -> Due:
        """Return the next deeds where the first of these units holds up none of an earlier column.

        A deed that is no act is over with the next act, and in its place before that. It is over sooner where another
        that comes later in the order is awaited by an act of an earlier column.
        """
        due, is_idle = NOTHING, False
        for at, unit in enumerate(units):
            if unit.before & self._alive:
                continue
            if due.mask and unit.mask & self._idle and not (is_idle and self._is_awaited(unit)):
                continue
            other = self._join_shared(state, unit, units[at + 1 :])
            if not due.mask:
                due, is_idle = other, bool(unit.mask & self._idle)
            elif other.clock < due.clock:
                due = Due(due.mask, other.clock) if is_idle else other
            if not unit.mask & (self._idle | self._free):
                break
        return due

    def _is_awaited(self, unit: Unit) -> bool:
        """Return whether other deeds must follow one of these."""
        return any(self._find_following(at) for at in list_bits(unit.mask))

    def _find_hidden(self, state: State, seen: Due) -> Due | None:
        """Return the next deeds of hidden doers, if they come before the next of the others.

        They do where they are due no later, and by an edge or by the general order come first or together.
        """
        if not self._hidden:
            return None
        ready = [unit for unit in self._units if unit.mask & self._hidden and not unit.before & self._alive]
        for place, unit in enumerate(ready, start=1):
            due = self._join_shared(state, unit, ready[place:])
            if not seen.mask or (due.clock <= seen.clock and self._is_first(unit, seen.mask)):
                return due
        return None

    def _is_first(self, unit: Unit, others: int) -> bool:
        """Return whether a unit comes before other deeds, or together with them.

        It does by an edge, or in the general order.
        """
        if any(self._find_following(at) & others for at in list_bits(unit.mask)):
            return True
        return unit.key <= next(each.key for each in self._units if each.mask & others)

    def _join_shared(self, state: State, first: Unit, later: Iterable[Unit]) -> Due:
        """Return the deeds of a unit and of later units that share its moment, with the column."""
        mask = first.mask
        if self._is_shared(state, first):
            for unit in later:
                if unit.key != first.key:
                    break
                mask |= unit.mask if not unit.before & self._alive and self._is_shared(state, unit) else 0
        return Due(mask, self._find_clock(state, mask))

    def list_precedences(self) -> Iterator[Because]:
        """Yield every precedence of two deeds still pending, for the panel that explains the order."""
        for (first, then), edge in sorted(self._edges.items()):
            if self._alive >> first & 1 and self._alive >> then & 1:
                yield self._build_reason(first, then, edge)

    def _is_shared(self, state: State, unit: Unit) -> bool:
        return all(self._order.shared(state, self._deeds[at]) for at in list_bits(unit.mask))

    def _find_clock(self, state: State, mask: int) -> int:
        """Return the column in which deeds that are due together are played: that of the latest act.

        Where none of them is an act, it is the earliest: others may wait for one of them.
        """
        acts, now = mask & ~self._idle, state.clock or 0
        if not acts:
            return max(now, min(self._find_column(state, at) for at in list_bits(mask)))
        latest = now
        for at in list_bits(acts):
            if (self._deeds[at].number or 0) > latest:
                latest = max(latest, self._find_column(state, at))
        return latest

    def _find_column(self, state: State, at: int) -> int:
        """Return the column in which a deed is due by itself."""
        deed = self._deeds[at]
        if deed.number is None or deed.timed:
            return deed.number or 0
        return max(deed.begins, self._bring_forward(state, at, deed.number))

    def _bring_forward(self, state: State, at: int, number: int) -> int:
        """Return the column to which a deed is brought forward by deeds that must follow it."""
        earliest = min([number, *self._list_numbers(self._find_following(at))])
        if earliest == number:
            return number
        movers = self._order.brought_forward_by(state, self._deeds[at])
        if movers is None:
            return earliest
        following = self._after[at] & self._alive & self._get_others(at)
        theirs = sum(1 << each for each in list_bits(following) if self._deeds[each].who in movers)
        return min([number, *self._list_numbers(theirs)])

    def _find_following(self, at: int) -> int:
        """Return the deeds that must follow a deed, by any number of steps."""
        counted = self._alive & self._get_others(at)
        found, front = 0, self._after[at] & counted
        while front:
            found |= front
            further = 0
            for each in list_bits(front):
                further |= self._after[each]
            front = further & counted & ~found
        return found

    def _get_others(self, at: int) -> int:
        """Return the deeds that count for a deed: those of hidden doers count for each other alone."""
        return -1 if self._hidden >> at & 1 else ~self._hidden

    def _list_numbers(self, mask: int) -> list[int]:
        return [number for at in list_bits(mask) if (number := self._deeds[at].number) is not None]

    def _list_reasons(self, mask: int) -> Iterator[Because]:
        """Yield the reasons why these deeds are due.

        Reasons are the precedences over pending deeds, the ties, and the precedences of deeds already done.
        """
        for at in list_bits(mask):
            near = self._near[at]
            for each in list_bits(self._before[at] & self._done & near):
                if edge := self._edges.get((each, at)):
                    yield self._build_reason(each, at, edge)
            for each in list_bits(self._after[at] & self._alive & near):
                edge = self._edges.get((at, each))
                if edge is not None and (not mask >> each & 1 or at < each):
                    yield self._build_reason(at, each, edge)

    def _build_reason(self, first: int, then: int, edge: Precedence) -> Because:
        together = edge.relation is Relation.TOGETHER
        relation = "together" if together else "before"
        return Because(self._deeds[first].id, relation, self._deeds[then].id, edge.clauses, edge.numbers)

    # Building: edges, bands, circles.

    def _build(self, state: State) -> list[DroppedEdge]:
        roster = {who: place for place, who in enumerate(state.combatants)}
        waiting = [deed for deed in state.pending if not deed.standing]
        self._deeds = sorted([*state.done, *waiting], key=lambda deed: (roster[deed.who], deed.id))
        self._index = {deed.id: at for at, deed in enumerate(self._deeds)}
        if not self._order.pairwise:
            self._answers = {}
        self._done = sum([1 << self._index[deed.id] for deed in state.done])
        self._taken = len(state.done)
        self._alive = sum([1 << self._index[deed.id] for deed in waiting])
        self._hidden = sum([1 << at for at, deed in enumerate(self._deeds) if deed.who in self._unseen])
        self._idle = sum([1 << at for at, deed in enumerate(self._deeds) if self._order.idle(deed)])
        holds_up = self._order.holds_up_others
        self._free = sum([1 << at for at, deed in enumerate(self._deeds) if not holds_up(state, deed)])
        self._edges = {}
        self._before = [0] * len(self._deeds)
        self._after = [0] * len(self._deeds)
        self._near = [0] * len(self._deeds)
        for first, then in self._list_pairs(state):
            self._ask(state, first, then)
        banded = self._build_band_masks(state)
        for first_id, then_id in state.dropped:
            if first_id in self._index and then_id in self._index:
                self._drop(self._index[first_id], self._index[then_id], banded)
        dropped, together = self._break_circles(banded)
        held = self._list_held(banded)
        for at, mask in enumerate(banded):
            self._before[at] |= mask
            for each in list_bits(mask):
                self._after[each] |= 1 << at
        self._set_units(state, together, held)
        return dropped

    def _list_pairs(self, state: State) -> Iterator[tuple[int, int]]:
        """Yield pairs of deeds that may interact.

        Two that are done count too: a precedence that closes a circle is dropped, and a third deed goes with them.
        Either one aims at the other's doer, or both belong to one combatant.
        """
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
        deed, other = self._deeds[first], self._deeds[then]
        known = self._answers.get((deed.id, other.id))
        if known is not None and known[0] is deed and known[1] is other:
            answer = known[2]
        else:
            answer = self._order.precede(state, deed, other)
            self._answers[(deed.id, other.id)] = (deed, other, answer)
        if answer is None:
            return
        if answer.relation is not Relation.AFTER:
            self._add_edge(first, then, answer)
        if answer.relation is not Relation.BEFORE:
            self._add_edge(then, first, answer)

    def _add_edge(self, first: int, then: int, precedence: Precedence) -> None:
        self._edges[(first, then)] = precedence
        self._before[then] |= 1 << first
        self._after[first] |= 1 << then
        self._near[first] |= 1 << then
        self._near[then] |= 1 << first

    def _build_band_masks(self, state: State) -> list[int]:
        """Return for each deed the deeds that a band puts before it.

        Pairs that something stronger orders are excepted.
        """
        before, after = [0] * len(self._deeds), [0] * len(self._deeds)
        strongest_first = sorted(self._order.bands, key=lambda band: -band.rank)
        self._banded = [(band, self._rank_values(band)) for band in strongest_first]
        for band, places in self._banded:
            last = max(places.values(), default=0)
            if not last:
                continue  # all have one value, and so no order
            lower, upper = [0] * (last + 1), [0] * (last + 1)
            for at, place in places.items():
                for each in range(place + 1, 0 if self._free >> at & 1 else last + 1):
                    lower[each] |= 1 << at
                for each in range(place):
                    upper[each] |= 1 << at
            mates = self._find_mates(state) if band.across else {}
            stronger = list(zip(before, after, strict=True))
            for at, place in places.items():
                others = ~mates.get(self._deeds[at].who, 0)
                before[at] |= lower[place] & others & ~stronger[at][1]
                after[at] |= upper[place] & others & ~stronger[at][0]
            self._settle_with(band, places, before)
        return before

    def _rank_values(self, band: Band) -> dict[int, int]:
        """Return the deeds that have a value in the band, with the rank of that value, from 0."""
        values = {at: value for at, deed in enumerate(self._deeds) if (value := band.value(deed)) is not None}
        if len({id(value) for value in values.values()}) == 1:
            return dict.fromkeys(values, 0)  # the usual case; values may be Fractions, which are slow to hash
        order = {value: place for place, value in enumerate(sorted(dict.fromkeys(values.values())))}
        return {at: order[value] for at, value in values.items()}

    def _find_mates(self, state: State) -> dict[str, int]:
        """Return for each doer the deeds of the doer's side, as a bit mask."""
        sides: dict[str, int] = {}
        for at, deed in enumerate(self._deeds):
            side = state.combatants[deed.who].side
            sides[side] = sides.get(side, 0) | 1 << at
        return {deed.who: sides[state.combatants[deed.who].side] for deed in self._deeds}

    def _settle_with(self, band: Band, places: Mapping[int, int], before: list[int]) -> None:
        """Settle each conflict of a precedence between two deeds with the band.

        A precedence at least as strong as the band stands. A weaker precedence gives way, and the band is cited.
        """
        for (first, then), edge in list(self._edges.items()):
            if (first, then) not in self._edges or places.get(first, 0) == places.get(then, 0):
                continue
            if first not in places or then not in places:
                continue
            low, high = (first, then) if places[first] < places[then] else (then, first)
            if not before[high] >> low & 1:
                continue
            if edge.rank < band.rank:
                self._unedge(first, then)
                self._unedge(then, first)
                self._add_edge(low, high, Precedence(Relation.BEFORE, band.rank, band.clauses, band.name))
            else:
                before[high] &= ~(1 << low)

    def _unedge(self, first: int, then: int) -> None:
        self._edges.pop((first, then), None)
        self._before[then] &= ~(1 << first)
        self._after[first] &= ~(1 << then)

    def _drop(self, first: int, then: int, banded: list[int]) -> None:
        edge = self._edges.get((first, then))
        self._unedge(first, then)
        banded[then] &= ~(1 << first)
        if edge is not None and edge.relation is Relation.TOGETHER:
            self._unedge(then, first)

    def _break_circles(self, banded: list[int]) -> tuple[list[DroppedEdge], list[int]]:
        """Give up the contradicted edges.

        Return them, and the circles of *together* alone that are left.
        """
        before = self._list_held(banded)
        left = find_circles(before, self._alive)
        found = [
            each
            for circle in left
            if not is_mutual(before, circle)
            for each in find_contradictions(self._list_edges_within(circle, before), len(before))
        ]
        if not found:
            return [], left
        dropped = [self._build_dropped(each) for each in found]
        for each in found:
            self._drop(each.first, each.then, banded)
        return dropped, find_circles(self._list_held(banded), self._alive)

    def _list_held(self, banded: Sequence[int]) -> list[int]:
        """Return for each deed the deeds that hold it up, as a bit mask.

        Nothing hidden holds up what is not, and what is *together* with a hidden deed does not hold that up.
        """
        before = [own | band for own, band in zip(self._before, banded, strict=True)]
        if not self._hidden:
            return before
        held = list(before)
        for at, mask in enumerate(before):
            for each in list_bits(mask & self._hidden if not self._hidden >> at & 1 else 0):
                held[at] &= ~(1 << each)
                held[each] &= ~(1 << at)
        return held

    def _list_edges_within(self, circle: int, before: Sequence[int]) -> list[Edge]:
        """Return the edges between these deeds from strong to weak, bands included.

        Of equally strong edges the weaker is the edge whose earlier deed is later by its own time, then by the roster.
        """
        found: list[Edge] = []
        for then in list_bits(circle):
            for first in list_bits(before[then] & circle):
                together = bool(before[first] >> then & 1)
                if first < then or not together:
                    found.append(Edge(first, then, together))
        return sorted(found, key=self._compute_strength)

    def _compute_strength(self, edge: Edge) -> tuple[int, Time, int, int]:
        latest = max(self._get_own_time(at) for at in ((edge.first, edge.then) if edge.together else (edge.first,)))
        return (-self._get_edge_rank(edge.first, edge.then), latest, -edge.first, -edge.then)

    def _get_own_time(self, at: int) -> Time:
        deed = self._deeds[at]
        return (deed.number or 0, deed.slot is not None, deed.slot or 0, deed.routine)

    def _build_dropped(self, found: Contradiction) -> DroppedEdge:
        rank = self._get_edge_rank(found.first, found.then)
        stronger = [pair for pair in found.circle if self._get_edge_rank(*pair) > rank] or found.circle
        outranked = dict.fromkeys(clause for pair in stronger for clause in self._get_edge_clauses(*pair))
        first, then = self._deeds[found.first].id, self._deeds[found.then].id
        clauses = self._get_edge_clauses(found.first, found.then)
        return DroppedEdge(first, then, clauses, tuple(outranked), found.edge.together)

    def _set_units(self, state: State, together: Sequence[int], held: Sequence[int]) -> None:
        merged = reduce(or_, together, 0)
        roster = {who: place for place, who in enumerate(state.combatants)}
        self._units = [
            Unit(self._order.key(state, deed := self._deeds[at]), roster[deed.who], 1 << at, held[at] & ~(1 << at))
            for at in list_bits(self._alive & ~merged)
        ]
        for mask in together:
            members = [self._deeds[at] for at in list_bits(mask)]
            before = reduce(or_, [held[at] for at in list_bits(mask)])
            key = min([self._order.key(state, deed) for deed in members])
            self._units.append(Unit(key, min([roster[deed.who] for deed in members]), mask, before & ~mask))
        self._units.sort()

    def _get_edge_rank(self, first: int, then: int) -> int:
        edge = self._edges.get((first, then))
        return edge.rank if edge is not None else self._find_band(first, then).rank

    def _get_edge_clauses(self, first: int, then: int) -> tuple[ClauseId, ...]:
        edge = self._edges.get((first, then))
        return edge.clauses if edge is not None else self._find_band(first, then).clauses

    def _find_band(self, first: int, then: int) -> Band:
        """Return the strongest band that puts the first deed before the other."""
        return next(
            band for band, places in self._banded if first in places and then in places and places[first] < places[then]
        )
