"""Order: precedences, circles, bands, the general order and the clock, seen in moments."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from rules.kernel import events as e
from rules.kernel.agenda import Agenda
from rules.kernel.apply import fold
from rules.kernel.deeds import Deed
from rules.kernel.frozen import evolve
from rules.kernel.order import Band, DroppedEdge, Order, Precedence, Relation
from rules.kernel.state import State
from tests.rules.players import opening, played, prepare_combatant, spell, sword
from tests.rules.test_reentry import fight

Edges = Mapping[tuple[str, str], tuple[str, int]]
"""For two deeds: the relation of the first to the second, and its rank."""

PARTY, FOES = ("otis", "tenser", "jaroo"), ("orc", "ogre", "gnoll")


def order(edges: Edges, asked: list[tuple[str, str]] | None = None, bands: tuple[Band, ...] = ()) -> Order:
    """Return an order of made precedences. The general order is by number."""

    def precede(state: State, a: Deed, b: Deed) -> Precedence | None:
        if asked is not None:
            asked.append((a.id, b.id))
        for (first, then), (relation, rank) in edges.items():
            if (a.id, b.id) == (first, then):
                return Precedence(Relation(relation), rank, (f"{relation} {rank}",))
            if (b.id, a.id) == (first, then):
                return Precedence(Relation(relation), rank, (f"{relation} {rank}",)).reverse()
        return None

    return Order(precede, bands, lambda state, deed: (deed.number or 0,))


def tied(shared: Callable[[State, Deed], bool] = lambda state, deed: True) -> Order:
    """Return an order without precedences, in which those who are named tie, or all."""
    return replace(order({}), shared=shared)


def deed(who: str, number: int = 1, *targets: str, **more: object) -> Deed:
    return Deed(who, who, targets or EVERYBODY, number, **more)  # type: ignore[arg-type]


EVERYBODY = (*PARTY, *FOES)


def state(*deeds: Deed) -> State:
    stat_blocks = [prepare_combatant(who, "party") for who in PARTY] + [prepare_combatant(who, "foes") for who in FOES]
    return evolve(fold([opening(stat_blocks)]), pending=deeds)


def moments(by: Order, *deeds: Deed) -> list[list[str]]:
    """Return the deeds of each moment, in order."""
    return [list(ids) for ids, _ in clocked(by, *deeds)]


def clocked(by: Order, *deeds: Deed) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield the deeds of each moment, and the column it is played in."""
    agenda, now = Agenda(by), state(*deeds)
    agenda.refresh(now)
    while moment := agenda.find_next(now):
        ids = tuple(each.id for each in moment.deeds)
        yield ids, moment.clock
        left = tuple(each for each in now.pending if each.id not in ids)
        now = evolve(now, pending=left, done=(*now.done, *moment.deeds), clock=moment.clock)
        agenda.refresh(now)


def dropped(by: Order, *deeds: Deed) -> list[DroppedEdge]:
    return Agenda(by).refresh(state(*deeds))


# Without precedences.


def test_the_general_order_is_by_its_key() -> None:
    assert moments(order({}), deed("otis", 3), deed("orc", 1), deed("ogre", 2)) == [["orc"], ["ogre"], ["otis"]]


def test_what_ties_shares_a_moment() -> None:
    assert moments(tied(), deed("orc", 2), deed("otis", 2)) == [["otis", "orc"]]


def test_a_moment_is_in_roster_order() -> None:
    ids = [["otis", "tenser", "orc", "ogre"]]
    assert moments(tied(), deed("ogre"), deed("tenser"), deed("orc"), deed("otis")) == ids


def test_equal_keys_without_a_tie_go_in_roster_order() -> None:
    assert moments(order({}), deed("jaroo", 2), deed("otis", 2)) == [["otis"], ["jaroo"]]


def test_who_ties_with_nobody_stays_apart_from_those_who_tie() -> None:
    by = tied(lambda state, deed: deed.who != "tenser")
    assert moments(by, deed("orc"), deed("tenser"), deed("otis")) == [["otis", "orc"], ["tenser"]]


def test_what_stands_is_never_due() -> None:
    assert moments(order({}), deed("otis", 3, standing=True), deed("orc", 4)) == [["orc"]]


# With them.


def test_a_precedence_goes_before_the_general_order() -> None:
    edges = {("otis", "orc"): ("before", 20)}
    assert moments(order(edges), deed("otis", 5), deed("orc", 1)) == [["otis"], ["orc"]]


def test_after_is_before_the_other_way() -> None:
    edges = {("otis", "orc"): ("after", 20)}
    assert moments(order(edges), deed("otis", 1), deed("orc", 5)) == [["orc"], ["otis"]]


def test_together_shares_a_moment_whatever_the_numbers() -> None:
    edges = {("otis", "orc"): ("together", 20)}
    assert moments(order(edges), deed("otis", 1), deed("orc", 5)) == [["otis", "orc"]]


def test_a_stronger_before_breaks_together() -> None:
    edges = {("otis", "orc"): ("together", 20), ("orc", "tenser"): ("before", 60), ("tenser", "otis"): ("before", 60)}
    assert moments(order(edges), deed("otis"), deed("tenser"), deed("orc")) == [["orc"], ["tenser"], ["otis"]]


def test_of_those_that_do_not_reach_each_other_nothing_is_asked() -> None:
    asked: list[tuple[str, str]] = []
    moments(order({}, asked), deed("otis", 1, "orc"), deed("orc", 1, "otis"), deed("ogre", 1, "jaroo"))
    assert asked == [("otis", "orc")]


# Bands.


def slots(**values: str) -> Band:
    return Band("slot", 40, ("slot",), lambda each: Fraction(values[each.id]) if each.id in values else None)


def test_a_band_orders_everybody_who_has_a_value_in_it() -> None:
    by = order({}, bands=(slots(otis="3/4", orc="1/4", ogre="1/2"),))
    assert moments(by, deed("otis", 1), deed("orc", 5), deed("ogre", 9)) == [["orc"], ["ogre"], ["otis"]]


def test_a_band_goes_before_weaker_precedences_and_after_stronger_ones() -> None:
    weak: Edges = {("otis", "orc"): ("before", 20)}
    strong: Edges = {("otis", "orc"): ("before", 60)}
    band = (slots(otis="3/4", orc="1/4"),)
    assert moments(order(weak, bands=band), deed("otis"), deed("orc")) == [["orc"], ["otis"]]
    assert moments(order(strong, bands=band), deed("otis"), deed("orc")) == [["otis"], ["orc"]]


def test_a_band_across_says_nothing_within_a_side() -> None:
    band = Band("first", 80, (), lambda each: 0 if each.who == "tenser" else 1, across=True)
    assert moments(order({}, bands=(band,)), deed("otis", 1), deed("tenser", 5), deed("orc", 3)) == [
        ["otis"], ["tenser"], ["orc"],
    ]  # fmt: skip


# The clock.


def test_a_deed_held_up_by_nothing_is_played_on_its_own_number() -> None:
    assert list(clocked(order({}), deed("otis", 2), deed("orc", 5))) == [(("otis",), 2), (("orc",), 5)]


def test_what_must_come_before_a_smaller_number_is_played_no_later_than_that() -> None:
    edges = {("otis", "orc"): ("before", 20)}
    assert list(clocked(order(edges), deed("otis", 7), deed("orc", 2))) == [(("otis",), 2), (("orc",), 2)]


def test_a_timed_deed_is_never_early_and_the_clock_never_runs_back() -> None:
    edges = {("otis", "orc"): ("before", 20)}
    assert list(clocked(order(edges), deed("otis", 7, timed=True), deed("orc", 2))) == [(("otis",), 7), (("orc",), 7)]


def test_a_deed_that_begins_after_its_number_is_due_once_the_column_of_its_number_has_come() -> None:
    agenda, now = Agenda(order({})), state(deed("otis", 10, begins=11))
    agenda.refresh(now)
    due = [moment.clock for clock in range(11) if (moment := agenda.find_next(evolve(now, clock=clock))) is not None]
    assert due == [11] * 10 + [10]


def test_a_deed_is_brought_forward_only_by_those_whom_the_ruleset_names() -> None:
    edges = {("otis", "orc"): ("before", 20), ("otis", "ogre"): ("before", 20)}
    deeds = deed("otis", 7), deed("orc", 2), deed("ogre", 5)
    by_the_ogre = replace(order(edges), brought_forward_by=lambda now, each: ["ogre"] if each.id == "otis" else None)
    assert list(clocked(by_the_ogre, *deeds)) == [(("otis",), 5), (("orc",), 5), (("ogre",), 5)]


# Caching.


def test_a_pair_is_asked_about_once_however_often_deeds_are_done_and_added() -> None:
    asked: list[tuple[str, str]] = []
    agenda = Agenda(order({}, asked))
    now = state(deed("otis", 1), deed("orc", 2), deed("ogre", 3))
    agenda.refresh(now)
    now = evolve(now, pending=now.pending[1:], done=now.pending[:1])
    agenda.refresh(now)
    assert len(asked) == 3
    agenda.refresh(evolve(now, pending=(*now.pending, deed("jaroo", 1))))
    assert len(asked) == 6
    assert len(set(asked)) == 6


# In a round.


def test_a_blow_that_beats_a_spell_is_played_in_the_spells_column() -> None:
    events = played(
        [prepare_combatant("otis", "party", weapons=(sword(),)), prepare_combatant("mage", "foes", spells=(spell(2),))],
        {
            "otis": {"action": "G", "weapon": "sword", "target": "mage"},
            "mage": {"action": "D", "how": "spell", "spell": "spell_2", "target": ["otis"]},
        },
        {("initiative", "party"): [6], ("initiative", "foes"): [5]},
    )
    columns = [
        (event.kind, event.segment, event.clock) for event in events if event.kind in ("Attacked", "SpellCompleted")
    ]
    assert columns == [("Attacked", 5, 2), ("SpellCompleted", 2, 2)]


@pytest.mark.parametrize("seed", range(30))
def test_the_clock_of_a_round_never_runs_back(seed: int) -> None:
    clock = (0, 0)
    for event in fight(seed).list_live_events():
        now = (event.round, event.clock or (0 if isinstance(event, e.RoundBegan) else clock[1]))
        assert now >= clock
        clock = now


@pytest.mark.parametrize("seed", range(30))
def test_no_timed_deed_comes_before_its_segment(seed: int) -> None:
    completed = (e.SpellCompleted, e.ChargeMet)
    timed = [event for event in fight(seed).list_live_events() if isinstance(event, completed)]
    assert [event for event in timed if (event.clock or 0) < (event.segment or 0)] == []
