"""The order with hidden combatants: everybody else's deeds come as if these were not there."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from rules.kernel.agenda import Agenda
from rules.kernel.deeds import Deed
from rules.kernel.frozen import evolve
from rules.kernel.order import Order
from rules.kernel.perception import is_side_seen
from rules.kernel.state import State, with_combatant
from tests.rules.test_order import EVERYBODY, Edges, deed, order, slots, state, tied

Columns = list[tuple[tuple[str, ...], int]]
"""The deeds of each moment, and the column it is played in."""

BEFORE: Edges = {("orc", "otis"): ("before", 20)}
TOGETHER: Edges = {("orc", "otis"): ("together", 20)}


def hide(now: State, *who: str) -> State:
    for each in who:
        now = with_combatant(now, each, hidden=True, met=False)
    return now


def clocked(by: Order, *deeds: Deed, hidden: tuple[str, ...] = ("orc",)) -> Columns:
    return list(play(by, hide(state(*deeds), *hidden)))


def play(by: Order, now: State) -> Iterator[tuple[tuple[str, ...], int]]:
    agenda = Agenda(by)
    agenda.refresh(now)
    while moment := agenda.find_next(now):
        ids = tuple(each.id for each in moment.deeds)
        yield ids, moment.clock
        left = tuple(each for each in now.pending if each.id not in ids)
        now = evolve(now, pending=left, done=(*now.done, *moment.deeds), clock=moment.clock)
        agenda.refresh(now)


def test_a_later_deed_of_a_hidden_combatant_holds_up_nobody() -> None:
    assert clocked(order(BEFORE), deed("otis", 2), deed("orc", 6, timed=True)) == [(("otis",), 2), (("orc",), 6)]


def test_a_hidden_deed_is_brought_forward_by_those_that_must_follow_it() -> None:
    assert clocked(order(BEFORE), deed("otis", 2), deed("orc", 6)) == [(("orc",), 2), (("otis",), 2)]


def test_a_hidden_deed_brings_nobody_forward() -> None:
    edges: Edges = {("otis", "orc"): ("before", 20)}
    assert clocked(order(edges), deed("otis", 6), deed("orc", 2)) == [(("otis",), 6), (("orc",), 6)]


def test_nor_does_a_later_deed_that_comes_first_in_the_general_order() -> None:
    by = replace(order({}), key=lambda now, each: (each.who != "orc", each.number or 0))
    assert clocked(by, deed("orc", 6), deed("otis", 2)) == [(("otis",), 2), (("orc",), 6)]


def test_a_hidden_deed_that_is_due_first_comes_first() -> None:
    assert clocked(order(BEFORE), deed("otis", 2), deed("orc", 2)) == [(("orc",), 2), (("otis",), 2)]
    assert clocked(order(BEFORE), deed("otis", 5), deed("orc", 2)) == [(("orc",), 2), (("otis",), 5)]


def test_a_hidden_deed_waits_for_those_that_go_before_it() -> None:
    edges: Edges = {("otis", "orc"): ("before", 20)}
    assert clocked(order(edges), deed("otis", 6), deed("orc", 3)) == [(("otis",), 6), (("orc",), 6)]


def test_a_hidden_deed_together_with_another_comes_just_before_it() -> None:
    assert clocked(order(TOGETHER), deed("otis", 3), deed("orc", 3)) == [(("orc",), 3), (("otis",), 3)]
    assert clocked(order(TOGETHER), deed("otis", 3), deed("orc", 5, timed=True)) == [(("otis",), 3), (("orc",), 5)]
    assert clocked(tied(), deed("otis", 3), deed("orc", 3), deed("ogre", 3)) == [(("orc",), 3), (("otis", "ogre"), 3)]


def test_hidden_deeds_share_a_moment_among_themselves() -> None:
    hidden = ("orc", "ogre")
    assert clocked(tied(), deed("otis"), deed("orc"), deed("ogre"), hidden=hidden) == [
        (("orc", "ogre"), 1), (("otis",), 1),
    ]  # fmt: skip


def test_a_hidden_deed_goes_before_others_by_way_of_another_hidden_one() -> None:
    edges: Edges = {("ogre", "orc"): ("before", 20), ("orc", "otis"): ("before", 20)}
    deeds = deed("otis", 1), deed("orc", 1), deed("ogre", 1)
    assert [ids for ids, _ in clocked(order(edges), *deeds, hidden=("orc", "ogre"))] == [("ogre",), ("orc",), ("otis",)]


def test_a_band_puts_no_hidden_deed_before_a_deed_that_is_due_earlier() -> None:
    by = order({}, bands=(slots(orc="1/4", otis="3/4"),))
    assert clocked(by, deed("otis", 2), deed("orc", 6, timed=True)) == [(("otis",), 2), (("orc",), 6)]
    assert clocked(by, deed("otis", 2), deed("orc", 2)) == [(("orc",), 2), (("otis",), 2)]


def test_a_circle_through_a_hidden_deed_gives_up_nothing_of_the_others() -> None:
    edges: Edges = {
        ("otis", "ogre"): ("before", 20), ("ogre", "orc"): ("before", 60), ("orc", "otis"): ("before", 60)
    }  # fmt: skip
    now = hide(state(deed("otis", 2), deed("ogre", 2), deed("orc", 2)), "orc")
    assert Agenda(order(edges)).refresh(now) == []
    assert [ids for ids, _ in play(order(edges), now)] == [("otis",), ("ogre",), ("orc",)]


def test_who_is_revealed_is_ordered_with_the_others_from_then_on() -> None:
    agenda, now = Agenda(order(BEFORE)), hide(state(deed("otis", 2), deed("orc", 6, timed=True)), "orc")
    agenda.refresh(now)
    due = agenda.find_next(now)
    assert due is not None
    assert [each.who for each in due.deeds] == ["otis"]
    now = with_combatant(now, "orc", hidden=False, met=True)
    agenda.refresh(now)
    due = agenda.find_next(now)
    assert due is not None
    assert [each.who for each in due.deeds] == ["orc"]


@pytest.mark.parametrize("seed", range(100))
def test_everybody_else_comes_as_if_nobody_were_hidden(seed: int) -> None:
    rng = Random(seed)
    hidden = tuple(rng.sample(EVERYBODY, rng.choice([1, 1, 2])))
    deeds = [
        deed(f"{who}", rng.randint(1, 10), *rng.sample(EVERYBODY, 3), timed=rng.random() < 0.3) for who in EVERYBODY
    ]
    edges: Edges = {
        (a.id, b.id): (rng.choice(["before", "after", "together"]), rng.choice([20, 40, 60]))
        for a, b in combinations(deeds, 2)
        if rng.random() < 0.5
    }
    slotted = {each.id: f"{rng.randint(1, 4)}/4" for each in deeds if rng.random() < 0.4}
    by = Order(order(edges).precede, (slots(**slotted),), tied().key, lambda now, each: len(each.who) > 3)
    without = [each for each in deeds if each.who not in hidden]
    with_them = clocked(by, *deeds, hidden=hidden)
    seen = [(ids, clock) for ids, clock in with_them if not set(ids) & set(hidden)]
    assert seen == clocked(by, *without, hidden=hidden)
    assert sorted(id for ids, _ in with_them for id in ids) == sorted(EVERYBODY)
    assert [clock for _, clock in with_them] == sorted(clock for _, clock in with_them)


def test_a_side_is_seen_once_one_of_it_has_been_met() -> None:
    now = hide(state(), "orc", "ogre", "gnoll")
    assert not is_side_seen(now, "foes")
    assert is_side_seen(with_combatant(now, "orc", met=True), "foes")
    assert is_side_seen(now, "party")
