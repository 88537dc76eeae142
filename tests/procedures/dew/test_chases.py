"""Random chases, in chains and in circles, are where a march in small paces says they are."""

from fractions import Fraction
from itertools import pairwise
from math import dist
from random import Random

import pytest

from rules.procedures.dew import traces
from rules.procedures.dew.distance_run import Trace, Walk, build_course, find_circle
from tests.procedures.dew.marching import PACES, March

NEAR = 8.0
"""Hundredths within which a march and a walk agree: a pace or two of the fastest."""


def random_traces(rng: Random) -> list[Trace]:
    """Return the traces of two to six combatants, most of them after another.

    Some stand; some paths stop short of the chased.
    """
    names = [f"f{n}" for n in range(rng.randint(2, 6))]
    starts = {who: (rng.randrange(-400, 400), rng.randrange(-400, 400)) for who in names}
    made = []
    for at, who in enumerate(names):
        corners = [starts[who]]
        corners += [(rng.randrange(-500, 500), rng.randrange(-500, 500)) for _ in range(rng.randrange(3))]
        chase = None
        if rng.random() < 0.75:
            chase = names[(at + 1) % len(names)] if rng.random() < 0.6 else rng.choice([n for n in names if n != who])
            if rng.random() < 0.95:
                corners.append(starts[chase])
        made.append(
            Trace(who, tuple(corners), rng.choice([0, 100, *(rng.randrange(200, 1200) for _ in range(8))]), chase)
        )
    return made


def assert_together(walk: Walk, march: March, time: Fraction) -> None:
    for who, spot in march.spots().items():
        x, y = traces.find_point(walk, who, time)
        assert dist(spot, (float(x), float(y))) <= NEAR, (who, time, spot, (float(x), float(y)), walk)


@pytest.mark.parametrize("batch", range(10))
def test_a_walk_is_where_small_paces_lead(batch: int) -> None:
    for seed in range(batch * 30, batch * 30 + 30):
        rng = Random(f"chase {seed}")
        drawn = random_traces(rng)
        walk, march = traces.begin(drawn), March(drawn)
        while still := traces.list_moving(walk):
            now = int(walk.time * PACES)
            ends = {who: Fraction(rng.randint(now, PACES), PACES) for who in still}
            for pace in range(now + 1, int(min(ends.values()) * PACES) + 1):
                march.go()
                if pace % 20 == 0:
                    assert_together(walk, march, Fraction(pace, PACES))
            walk, step = traces.go_on(walk, ends)
            march.end(step.enders)
            assert_together(walk, march, walk.time)


@pytest.mark.parametrize("batch", range(10))
def test_two_come_near_when_small_paces_say_so(batch: int) -> None:
    for seed in range(batch * 30, batch * 30 + 30):
        rng = Random(f"near {seed}")
        drawn = random_traces(rng)
        walk, march = traces.begin(drawn), March(drawn)
        one, other = rng.sample(traces.list_moving(walk), 2)
        within = rng.randrange(20, 400)
        met = traces.compute_end_within(walk, one, other, within)
        gaps = []
        for _ in range(PACES):
            gaps.append(dist(march.all[one].at, march.all[other].at))
            march.go()
        before = gaps[: max(0, int(met * PACES) - 1)]
        assert all(gap > within - 2 * NEAR for gap in before), (seed, met)
        if traces.find_gap(walk, one, other, met) > within:
            assert met == 1
            assert all(gap > within - 2 * NEAR for gap in gaps)


def test_a_course_is_the_walk_itself_also_when_some_have_ended() -> None:
    for seed in range(120):
        rng = Random(f"course {seed}")
        walk = traces.begin(random_traces(rng))
        if seed % 2:
            walk, _ = traces.go_on(walk, {who: Fraction(rng.randint(1, 9), 9) for who in traces.list_moving(walk)})
        for trace in walk.traces:
            assert_a_course(walk, trace.who, rng)


def assert_a_course(walk: Walk, who: str, rng: Random) -> None:
    line = build_course(walk, who)
    assert line[0][0] == walk.time
    for (start, (x, y)), (stop, (u, v)) in pairwise(line):
        part = Fraction(rng.randrange(1, 1000), 1000)
        expected = (x + (u - x) * part, y + (v - y) * part)
        assert traces.find_point(walk, who, start + (stop - start) * part) == expected


def test_the_random_chases_hold_chains_and_circles() -> None:
    walks = [traces.begin(random_traces(Random(f"chase {seed}"))) for seed in range(300)]
    sizes = [len(find_circle(walk, who)) for walk in walks for who in traces.list_moving(walk)]
    assert {0, 2, 3} <= set(sizes)
    chains = [
        trace
        for walk in walks
        for trace in walk.traces
        if trace.chase
        and not find_circle(walk, trace.who)
        and next(t for t in walk.traces if t.who == trace.chase).chase
    ]
    assert len(chains) > 100
