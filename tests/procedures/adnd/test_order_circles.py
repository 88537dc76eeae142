"""Circles of precedences: one with a strict *before* loses its weakest edge, others stand."""

from collections.abc import Callable, Mapping
from itertools import combinations
from random import Random

import pytest

from rules.kernel.agenda import Agenda
from rules.kernel.deeds import Deed
from rules.kernel.frozen import evolve
from rules.kernel.order import Order, Precedence, Relation
from rules.kernel.state import State
from rules.procedures import get_ruleset
from tests.any_procedure import FAMILY
from tests.procedures.adnd.tied_fights import states
from tests.rules.test_order import EVERYBODY, Edges, clocked, deed, dropped, moments, order, slots, state
from tests.soak import runs

CIRCLE: Edges = {("otis", "orc"): ("before", 20), ("orc", "tenser"): ("before", 40), ("tenser", "otis"): ("before", 60)}


def test_a_circle_gives_up_its_weakest_edge() -> None:
    assert moments(order(CIRCLE), deed("otis"), deed("tenser"), deed("orc")) == [["orc"], ["tenser"], ["otis"]]


def test_what_was_given_up_is_told_with_its_clauses_and_those_that_outranked_it() -> None:
    given_up = dropped(order(CIRCLE), deed("otis"), deed("tenser"), deed("orc"))
    assert [(each.first, each.then, each.clauses) for each in given_up] == [("otis", "orc", ("before 20",))]
    assert sorted(given_up[0].outranked) == ["before 40", "before 60"]


def test_of_edges_equally_weak_the_one_whose_first_deed_is_latest_goes() -> None:
    edges = {("otis", "orc"): ("before", 20), ("orc", "tenser"): ("before", 20), ("tenser", "otis"): ("before", 60)}
    given_up = dropped(order(edges), deed("otis", 2), deed("tenser", 3), deed("orc", 6))
    assert [(each.first, each.then) for each in given_up] == [("orc", "tenser")]


def test_a_circle_of_befores_of_one_rank_gives_up_the_latest() -> None:
    edges = dict.fromkeys(CIRCLE, ("before", 20))
    given_up = dropped(order(edges), deed("otis", 2), deed("tenser", 9), deed("orc", 6))
    assert [(each.first, each.then) for each in given_up] == [("tenser", "otis")]


def test_a_circle_of_togethers_resolves_together_whatever_their_ranks() -> None:
    edges: Edges = {
        ("otis", "orc"): ("together", 20), ("orc", "tenser"): ("together", 40), ("tenser", "otis"): ("together", 60)
    }  # fmt: skip
    assert moments(order(edges), deed("otis"), deed("tenser", 9), deed("orc", 3)) == [["otis", "tenser", "orc"]]
    assert dropped(order(edges), deed("otis"), deed("tenser", 9), deed("orc", 3)) == []


def test_deeds_that_are_together_only_by_way_of_a_third_resolve_together() -> None:
    edges: Edges = {("otis", "orc"): ("together", 20), ("orc", "tenser"): ("together", 60)}
    assert moments(order(edges), deed("otis", 1), deed("tenser", 9), deed("orc", 3)) == [["otis", "tenser", "orc"]]


def test_a_circle_with_one_before_gives_up_a_weaker_together() -> None:
    edges: Edges = {
        ("otis", "orc"): ("together", 20), ("orc", "tenser"): ("together", 40), ("otis", "tenser"): ("before", 60)
    }  # fmt: skip
    assert moments(order(edges), deed("otis"), deed("tenser"), deed("orc")) == [["otis"], ["tenser", "orc"]]
    (given_up,) = dropped(order(edges), deed("otis"), deed("tenser"), deed("orc"))
    assert (given_up.first, given_up.then, given_up.together) == ("orc", "otis", True)


def test_a_circle_with_one_before_gives_up_the_before_if_that_is_the_weakest() -> None:
    edges: Edges = {
        ("otis", "orc"): ("together", 40), ("orc", "tenser"): ("together", 60), ("otis", "tenser"): ("before", 20)
    }  # fmt: skip
    assert moments(order(edges), deed("otis"), deed("tenser"), deed("orc")) == [["otis", "tenser", "orc"]]


def test_a_together_that_hangs_on_a_circle_stands() -> None:
    edges: Edges = {**CIRCLE, ("otis", "ogre"): ("together", 10)}
    everybody = (deed("otis"), deed("tenser"), deed("orc"), deed("ogre"))
    assert moments(order(edges), *everybody) == [["orc"], ["tenser"], ["otis", "ogre"]]
    assert [(each.first, each.then) for each in dropped(order(edges), *everybody)] == [("otis", "orc")]


def test_two_circles_that_share_a_weak_edge_give_up_that_alone() -> None:
    edges: Edges = {
        **CIRCLE, ("orc", "ogre"): ("before", 30), ("ogre", "otis"): ("before", 30),
    }  # fmt: skip
    everybody = (deed("otis"), deed("tenser"), deed("orc"), deed("ogre"))
    assert [(each.first, each.then) for each in dropped(order(edges), *everybody)] == [("otis", "orc")]


def test_a_band_is_a_strict_before() -> None:
    edges: Edges = {("otis", "orc"): ("together", 20), ("orc", "tenser"): ("together", 30)}
    by = order(edges, bands=(slots(otis="1/4", tenser="3/4"),))
    assert moments(by, deed("otis"), deed("tenser"), deed("orc")) == [["otis"], ["tenser", "orc"]]


def test_togethers_that_have_lost_the_deed_between_hold_no_longer() -> None:
    edges: Edges = {("otis", "tenser"): ("together", 20), ("tenser", "orc"): ("together", 20)}
    agenda, now = Agenda(order(edges)), state(deed("otis", 1), deed("tenser", 2), deed("orc", 3))
    agenda.refresh(now)
    now = evolve(now, pending=tuple(each for each in now.pending if each.id != "tenser"))
    agenda.refresh(now)
    first = agenda.find_next(now)
    assert first is not None
    assert [each.id for each in first.deeds] == ["otis"]


def test_what_was_given_up_stays_given_up_when_something_is_added() -> None:
    agenda, now = Agenda(order(CIRCLE)), state(deed("otis"), deed("tenser"), deed("orc"))
    pair = [(each.first, each.then) for each in agenda.refresh(now)]
    now = evolve(now, pending=(*now.pending, deed("jaroo")), dropped=tuple(pair))
    assert agenda.refresh(now) == []


# Any graph at all. What stands is found here in another way: by joining and by walking, edge by edge.

Said = Mapping[tuple[str, str], tuple[str, int]]
"""For two deeds, in the order they go: "before" or "together", and the rank."""


def assert_gives_up_only_what_is_contradicted(said: Said, given_up: list[tuple[str, str]]) -> None:
    """Assert that the standing edges have no contradiction, and contradict all given up."""
    pairs = {frozenset(pair) for pair in given_up}
    standing = {pair: how for pair, how in said.items() if frozenset(pair) not in pairs}
    assert not [pair for pair, how in standing.items() if is_contradicted(pair, how, standing)]
    for pair, (relation, rank) in said.items():
        if frozenset(pair) in pairs:
            as_strong = {other: how for other, how in standing.items() if how[1] >= rank}
            assert is_contradicted(pair, (relation, rank), as_strong), pair


def is_contradicted(pair: tuple[str, str], how: tuple[str, int], standing: Said) -> bool:
    """Return whether an edge closes a circle with a strict *before* of standing edges."""
    first, then = pair
    group = walk(first, lambda at: neighbours(at, standing))
    if how[0] == "before":
        return then in group or first in walk(then, lambda at: onward(at, standing))
    ahead, behind = walk(first, lambda at: onward(at, standing)), walk(then, lambda at: onward(at, standing))
    return then not in group and (then in ahead or first in behind)


def walk(start: str, steps: Callable[[str], list[str]]) -> set[str]:
    """Return everything that can be reached from a deed, itself included."""
    seen, left = {start}, [start]
    while left:
        further = [each for each in steps(left.pop()) if each not in seen]
        seen.update(further)
        left += further
    return seen


def neighbours(at: str, standing: Said) -> list[str]:
    """Return the deeds that are together with a deed."""
    ties = [pair for pair, how in standing.items() if how[0] == "together" and at in pair]
    return [other for pair in ties for other in pair if other != at]


def onward(at: str, standing: Said) -> list[str]:
    """Return the deeds that a deed goes before or together with."""
    return neighbours(at, standing) + [
        then for (first, then), how in standing.items() if first == at and how[0] == "before"
    ]


@pytest.mark.parametrize("seed", range(200))
def test_every_deed_has_one_turn_and_every_precedence_kept_is_honoured(seed: int) -> None:
    rng = Random(seed)
    deeds = [deed(who, rng.randint(1, 10), timed=rng.random() < 0.3) for who in EVERYBODY]
    said: dict[tuple[str, str], tuple[str, int]] = {
        (a.id, b.id) if rng.random() < 0.5 else (b.id, a.id): (
            rng.choice(["before", "together"]),
            rng.choice([20, 40, 60]),
        )
        for a, b in combinations(deeds, 2)
        if rng.random() < 0.5
    }
    by = order(said)
    given_up = [(each.first, each.then) for each in dropped(by, *deeds)]
    assert_gives_up_only_what_is_contradicted(said, given_up)
    turn = {id: at for at, ids in enumerate(moments(by, *deeds)) for id in ids}
    clock = [at for _, at in clocked(by, *deeds)]
    assert sorted(turn) == sorted(EVERYBODY)
    assert clock == sorted(clock)
    for (first, then), (relation, _) in said.items():
        if not {(first, then), (then, first)} & set(given_up):
            assert turn[first] == turn[then] if relation == "together" else turn[first] < turn[then]


# Tied fights at random.


def said_of(by: Order, now: State) -> Said:
    """Return the precedences of the pending deeds, pair by pair, bands included.

    Those given up before are left out.
    """
    said: dict[tuple[str, str], tuple[str, int]] = {}
    for a, b in combinations([each for each in now.pending if not each.standing], 2):
        strongest = max(answers(by, now, a, b), key=lambda answer: answer.rank, default=None)
        if strongest is None or {(a.id, b.id), (b.id, a.id)} & set(now.dropped):
            continue
        pair = (b.id, a.id) if strongest.relation == "after" else (a.id, b.id)
        said[pair] = ("together" if strongest.relation == "together" else "before", strongest.rank)
    return said


def answers(by: Order, now: State, a: Deed, b: Deed) -> list[Precedence]:
    """Return every precedence of two deeds: of the pair if they interact, and of each band.

    A band puts a deed that holds up no others before none.
    """
    pairwise = by.precede(now, a, b) if acts_on(a, b) or acts_on(b, a) else None
    found = [] if pairwise is None else [pairwise]
    for band in by.bands:
        one, other = band.value(a), band.value(b)
        mates = now.combatants[a.who].side == now.combatants[b.who].side
        if one is None or other is None or one == other or (band.across and mates):
            continue
        if by.holds_up_others(now, a if one < other else b):
            found.append(Precedence(Relation.BEFORE if one < other else Relation.AFTER, band.rank, band.clauses))
    return found


def acts_on(one: Deed, other: Deed) -> bool:
    """Return whether a deed is aimed at the other's doer, waits for it, or is its own."""
    return other.who in (one.who, *one.targets, one.held_for)


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", FAMILY)
@pytest.mark.parametrize("seed", range(runs(200)))
def test_in_tied_fights_only_what_is_contradicted_is_given_up(seed: int, ruleset: str) -> None:
    by = get_ruleset(ruleset).order
    for now in states(seed, ruleset):
        given_up = [(each.first, each.then) for each in Agenda(by).refresh(now)]
        assert_gives_up_only_what_is_contradicted(said_of(by, now), given_up)


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", FAMILY)
@pytest.mark.parametrize("seed", range(runs(200)))
def test_a_precedence_asked_the_other_way_round_is_its_reverse(seed: int, ruleset: str) -> None:
    by = get_ruleset(ruleset).order
    for now in (*states(seed, ruleset), *states(seed, ruleset, tied=False)):
        for a, b in combinations((*now.done, *now.pending), 2):
            if acts_on(a, b) or acts_on(b, a):
                other = by.precede(now, b, a)
                assert make_comparable(by.precede(now, a, b)) == make_comparable(
                    other.reverse() if other is not None else None
                ), (a, b)


def make_comparable(answer: Precedence | None) -> tuple[str, int, frozenset[str]] | None:
    """Return a precedence without the order in which it cites clauses and numbers."""
    return None if answer is None else (answer.relation, answer.rank, frozenset(answer.clauses))
