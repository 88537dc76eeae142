"""A movement by traces, read from its events: where each combatant was, in fights at random."""

from fractions import Fraction
from itertools import pairwise
from math import dist
from random import Random

import pytest

from rules.kernel import events as e
from rules.kernel.drawn_movement import DrawnMovement
from rules.kernel.terms import Place
from rules.procedures.dew.movement import Allowance
from rules.procedures.dew.trace_movement import Traced, TracesRevealed, TraceStep
from rules.procedures.dew.walked import find_drawn_movement
from tests.procedures.dew.random_play import Legal, random_sequence
from tests.rules.random_play import SeededDice

HALF = Fraction(1, 2)


def revealed(*traces: Traced) -> TracesRevealed:
    return TracesRevealed(traces=traces)


def step(time: Fraction, *enders: str, **positions: Place) -> TraceStep:
    return TraceStep(time=time, fraction=time, enders=enders, positions=tuple(positions.items()))


def draw_movement(*events: e.Event) -> DrawnMovement:
    found = find_drawn_movement(events)
    assert found is not None
    return found


def movements(seed: int) -> list[list[e.Event]]:
    """Return the events of each movement with revealed traces in a random fight."""
    rng = Random(seed)
    found: list[list[e.Event]] = []
    for event in Legal(rng, random_sequence(rng), SeededDice(seed)).play().list_live_events():
        if isinstance(event, e.RoundBegan):
            found.append([])
        if found:
            found[-1].append(event)
    return [each for each in found if any(isinstance(event, TraceStep) for event in each)]


def test_who_turns_a_corner_is_at_it_in_between() -> None:
    found = draw_movement(
        revealed(Traced("bran", ((0, 0), (200, 0), (200, 200)), "", 400)), step(HALF * 2, "bran", bran=(200, 200))
    )
    assert found.ways["bran"] == ((Fraction(0), (0, 0)), (HALF, (200, 0)), (Fraction(1), (200, 200)))
    assert found.paths["bran"].length == 400


def test_a_way_goes_only_as_far_as_all_have_come() -> None:
    found = draw_movement(revealed(Traced("bran", ((0, 0), (400, 0)), "", 400)), step(Fraction(1, 4), bran=(100, 0)))
    assert found.time == Fraction(1, 4)
    assert found.ways["bran"][-1] == (Fraction(1, 4), (100, 0))


def test_who_chases_runs_to_where_the_other_started_and_after_him() -> None:
    chased, chaser = Traced("cora", ((200, 0), (200, 300)), "", 300), Traced("bran", ((0, 0), (200, 0)), "cora", 400)
    found = draw_movement(revealed(chased, chaser), step(Fraction(1), "bran", "cora", cora=(200, 300), bran=(200, 200)))
    assert (HALF, (200, 0)) in found.ways["bran"]


def test_places_that_were_shown_go_before_the_trace() -> None:
    """Chase a hidden combatant: then the trace does not say where the chaser went."""
    found = draw_movement(
        revealed(Traced("bran", ((0, 0), (200, 0)), "", 400)), step(Fraction(1), "bran", bran=(200, 200))
    )
    assert found.ways["bran"][-2:] == ((Fraction(0), (0, 0)), (Fraction(1), (200, 200)))


def test_who_is_put_elsewhere_is_there_from_then_on() -> None:
    put = e.Ruled(who="bran", what="moved", new=[900, 900])
    found = draw_movement(revealed(Traced("bran", ((0, 0), (400, 0)), "", 400)), step(HALF, bran=(200, 0)), put)
    assert found.ways["bran"][-2:] == ((HALF, (200, 0)), (HALF, (900, 900)))


def test_a_stop_says_who_and_how_far_from_the_others() -> None:
    traces = Traced("bran", ((0, 0), (400, 0)), "", 400), Traced("cora", ((500, 0),), "", 0)
    found = draw_movement(revealed(*traces), step(Fraction(1, 4), "bran", bran=(100, 0), cora=(500, 0)))
    (stop,) = found.stops
    assert (stop.time, stop.who, stop.apart) == (Fraction(1, 4), ("bran",), {("bran", "cora"): 400})


def test_without_traces_and_in_the_next_round_there_is_nothing() -> None:
    assert find_drawn_movement([e.RoundBegan(round=1)]) is None
    assert find_drawn_movement([revealed(Traced("bran", ((0, 0),), "", 0)), e.RoundBegan(round=2)]) is None


@pytest.mark.parametrize("seed", range(60))
def test_everybody_is_where_the_events_say_and_nobody_runs_faster_than_he_may(seed: int) -> None:
    for events in movements(seed):
        found = draw_movement(*events)
        assert found.time == max(each.time for each in events if isinstance(each, TraceStep))
        for event in events:
            if isinstance(event, TraceStep):
                assert all((event.time, at) in found.ways[who] for who, at in event.positions if who in found.ways)
        most = {event.who: event.result for event in events if isinstance(event, Allowance)}
        allowed = {
            each.who: each.allowance for event in events if isinstance(event, TracesRevealed) for each in event.traces
        }
        assert found.paths.keys() == found.ways.keys() == allowed.keys()
        for who, way in found.ways.items():
            assert all(start <= stop for (start, _), (stop, _) in pairwise(way))
            assert all(
                dist(here, there) <= most.get(who, allowed[who]) * (stop - start) + 2
                for (start, here), (stop, there) in pairwise(way)
            )


def test_fights_at_random_have_movements_by_traces() -> None:
    assert sum(len(movements(seed)) for seed in range(60)) > 10


def test_a_trace_step_gives_the_places_that_it_led_to() -> None:
    assert tuple(step(HALF, bran=(250, 0)).list_places()) == (("bran", (250, 0)),)
