"""Traces: what the worked cases of Dew's text come to, and what nobody may ask of a trace."""

from fractions import Fraction

import pytest

from rules.kernel import codec
from rules.procedures.dew import traces
from rules.procedures.dew.distance_run import Ended, Trace, Walk
from rules.procedures.dew.traces import TraceFault

HALF = Fraction(1, 2)


def bran_cora_dain() -> Walk:
    """Bran runs from Cora, who chases him; Dain crosses behind them. In hundredths of an inch."""
    bran = Trace("bran", ((0, 0), (-300, 0), (-300, 200)), 500)
    cora = Trace("cora", ((400, 0), (0, 0)), 600, chase="bran")
    dain = Trace("dain", ((300, -800), (-300, 0)), 1000)
    return traces.begin([bran, cora, dain])


@pytest.mark.parametrize(
    ("move", "halved", "blows", "chases", "result"),
    [
        (900, True, 4, False, 50),
        (900, False, 4, False, 500),
        (1200, True, 0, False, 600),
        (600, True, 4, False, 0),
        (1200, False, 4, True, 600),
        (1200, True, 3, True, 100),
        (600, True, 4, True, 0),
        (750, True, 0, False, 375),
        (751, True, 0, False, 375),
    ],
)
def test_movement_is_halved_then_loses_an_inch_a_blow_then_two_for_a_chase(
    move: int, halved: bool, blows: int, chases: bool, result: int
) -> None:
    given = traces.build_allowance(move, halved=halved, blows=blows, chases=chases)
    assert given == traces.MoveAllowance(move, halved, blows, 200 if chases else 0, result)


def test_the_smallest_fraction_ends_and_the_others_walk_as_much_of_their_own() -> None:
    walk = bran_cora_dain()
    near = traces.compute_end_within(walk, "cora", "bran", 300)
    plans = {"dain": traces.compute_end_after(walk, HALF), "cora": near, "bran": Fraction(1)}
    walk, step = traces.go_on(walk, plans)
    assert (step.time, step.fraction, step.enders) == (HALF, HALF, ("dain",))
    assert step.places == (("bran", (-250, 0)), ("cora", (100, 0)), ("dain", (0, -400)))
    assert traces.list_moving(walk) == ("bran", "cora")
    assert traces.compute_left(walk, "cora") == 300
    assert traces.compute_left(walk, "dain") == 0


def test_coming_within_three_inches_is_when_the_equation_says() -> None:
    walk = bran_cora_dain()
    near = traces.compute_end_within(walk, "cora", "bran", 300)
    assert 61 * near * near - 114 * near + 49 <= 0
    earlier = near - Fraction(1, 10**9)
    assert 61 * earlier * earlier - 114 * earlier + 49 > 0
    walk, _ = traces.go_on(walk, {"dain": HALF, "cora": near, "bran": Fraction(1)})
    assert traces.compute_end_within(walk, "cora", "bran", 300) == near
    assert round(float(traces.compute_fraction(walk, near)), 5) == 0.34018
    walk, step = traces.go_on(walk, {"cora": near, "bran": Fraction(1)})
    assert step.enders == ("cora",)
    assert traces.find_place(walk, "cora") == (-2, 0)
    assert traces.find_gap(walk, "cora", "bran") == 299
    walk, step = traces.go_on(walk, {"bran": Fraction(1)})
    assert dict(step.places)["bran"] == (-300, 200)
    assert traces.find_gap(walk, "cora", "bran") == 358


def test_a_chaser_follows_the_path_of_the_chased_as_far_as_movement_lasts() -> None:
    walk = bran_cora_dain()
    assert traces.find_place(walk, "cora", Fraction(9, 10)) == (-140, 0)
    assert traces.find_place(walk, "cora", Fraction(1)) == (-200, 0)


def test_a_chaser_never_passes_the_chased() -> None:
    chased = Trace("orc", ((0, 0), (500, 0)), 500)
    chaser = Trace("otis", ((0, 200), (0, 0)), 900, chase="orc")
    walk = traces.begin([chaser, chased])
    assert traces.compute_end_within(walk, "otis", "orc", 0) == HALF
    assert traces.find_point(walk, "otis", Fraction(3, 4)) == traces.find_point(walk, "orc", Fraction(3, 4)) == (375, 0)
    assert traces.find_place(walk, "otis", Fraction(1)) == (500, 0)


def test_a_chaser_goes_no_further_than_where_the_chased_ended() -> None:
    walk = traces.begin([Trace("orc", ((0, 0), (-500, 0)), 500), Trace("otis", ((400, 0), (0, 0)), 1000, "orc")])
    walk, _ = traces.go_on(walk, {"orc": Fraction(2, 5), "otis": Fraction(1)})
    assert traces.find_place(walk, "otis") == (0, 0)
    assert traces.find_place(walk, "otis", Fraction(3, 5)) == (-200, 0)
    assert traces.find_place(walk, "otis", Fraction(1)) == (-200, 0)


def test_two_who_chase_each_other_walk_towards_each_other_and_through() -> None:
    walk = traces.begin([Trace("a", ((0, 0), (600, 0)), 600, "b"), Trace("b", ((600, 0), (0, 0)), 600, "a")])
    assert traces.find_place(walk, "a", HALF) == traces.find_place(walk, "b", HALF) == (300, 0)
    assert traces.find_place(walk, "a", Fraction(1)) == (600, 0)
    assert (
        traces.compute_end_within(walk, "a", "b", 200)
        == traces.compute_end_within(walk, "b", "a", 200)
        == Fraction(1, 3)
    )


def test_a_circle_runs_on_past_whom_each_follows_until_somebody_ends() -> None:
    circle = [
        Trace("a", ((0, 0), (600, 0)), 2400, "b"),
        Trace("b", ((600, 0), (0, 0)), 600, "a"),
    ]
    walk = traces.begin(circle)
    assert traces.find_place(walk, "a", HALF) == (0, 0)
    ended, _ = traces.go_on(walk, {"a": Fraction(1), "b": HALF})
    assert traces.find_place(ended, "b") == (300, 0)
    assert traces.find_place(ended, "a", Fraction(1)) == (0, 0), "further already than b walked: a stands"
    early, _ = traces.go_on(walk, {"a": Fraction(1), "b": Fraction(1, 10)})
    assert traces.find_place(early, "a", Fraction(1)) == (540, 0), "along his leg and back to where b ended"


def test_a_circle_of_no_length_stands_still() -> None:
    walk = traces.begin(
        [Trace("a", ((5, 5),), 600, "b"), Trace("b", ((5, 5),), 600, "a"), Trace("c", ((5, 5),), 9, "a")]
    )
    for who in "abc":
        assert traces.find_place(walk, who, Fraction(1)) == (5, 5)
    assert traces.compute_end_within(walk, "a", "b", 0) == 0


def test_a_path_shorter_than_the_movement_is_walked_at_full_speed_and_stood_at() -> None:
    walk = traces.begin([Trace("dain", ((0, 0), (400, 0)), 1000)])
    assert traces.find_place(walk, "dain", Fraction(2, 5)) == (400, 0)
    assert traces.find_place(walk, "dain", HALF) == (400, 0)


def test_all_who_share_the_smallest_fraction_end_together() -> None:
    walk = traces.begin([Trace(who, ((0, 0), (400, 0)), 400) for who in "abc"])
    quarter = traces.compute_end_after(walk, Fraction(1, 4))
    walk, step = traces.go_on(walk, {"a": quarter, "b": quarter, "c": Fraction(1)})
    assert step.enders == ("a", "b")
    walk, step = traces.go_on(walk, {"c": traces.compute_end_after(walk, Fraction(1, 3))})
    assert (step.time, traces.list_moving(walk)) == (HALF, ())


def test_who_is_knocked_out_ends_where_he_is_and_whom_the_dm_moves_is_where_he_put_him() -> None:
    walk = bran_cora_dain()
    walk, _ = traces.go_on(walk, {"dain": HALF, "cora": Fraction(1), "bran": Fraction(1)})
    down = traces.end(walk, "bran")
    assert traces.find_place(down, "bran", Fraction(1)) == (-250, 0)
    assert traces.end(down, "bran") == down
    put = traces.put(down, "bran", (0, 900))
    assert put.ended[-1] == Ended("bran", HALF, (0, 900))
    assert traces.find_place(put, "bran") == (0, 900)
    assert traces.find_place(put, "cora", Fraction(1)) == (-200, 0), "along the path that bran did walk"


def test_who_meets_whom_and_where() -> None:
    walk = traces.begin([Trace("a", ((0, 0), (600, 0)), 600), Trace("b", ((600, 0), (0, 0)), 600)])
    (met,) = traces.list_meetings(walk, Fraction(1), 100)
    assert (met.time, met.one, met.other, met.places) == (Fraction(5, 12), "a", "b", ((250, 0), (350, 0)))
    assert traces.list_meetings(walk, Fraction(1, 3), 100) == ()
    assert traces.list_meetings(walk, Fraction(1), 600) == (), "they are that near from the first"


def test_what_a_drawn_trace_may_be() -> None:
    assert traces.find_fault(Trace("bran", ((0, 0), (-300, 0), (-300, 200)), 500), (0, 0)) is None
    assert traces.find_fault(Trace("bran", ((0, 0), (-300, 0), (-300, 201)), 500), (0, 0)) is TraceFault.TOO_LONG
    assert traces.find_fault(Trace("bran", ((1, 0), (-300, 0)), 500), (0, 0)) is TraceFault.START
    assert traces.find_fault(Trace("bran", (), 500), (0, 0)) is TraceFault.START
    assert traces.find_fault(Trace("cora", ((400, 0), (0, 0)), 600, "bran"), (400, 0), (0, 0)) is None
    assert traces.find_fault(Trace("cora", ((400, 0), (0, 10)), 600, "bran"), (400, 0), (0, 0)) is TraceFault.CHASE_END
    assert traces.find_fault(Trace("cora", ((400, 0), (0, 0)), 100, "bran"), (400, 0), (0, 0)) is None, "cut there"
    cut = Trace("cora", ((400, 0), (300, 0)), 100, "bran")
    assert traces.find_fault(cut, (400, 0), (0, 0)) is None
    walk = traces.begin([cut, Trace("bran", ((0, 0), (0, 500)), 500)])
    assert traces.find_place(walk, "cora", Fraction(1)) == (300, 0)


@pytest.mark.parametrize(
    "given",
    [
        [Trace("a", (), 5)],
        [Trace("a", ((0, 0),), -1)],
        [Trace("a", ((0, 0),), 5), Trace("a", ((0, 0),), 5)],
        [Trace("a", ((0, 0),), 5, "a")],
        [Trace("a", ((0, 0),), 5, "nobody")],
    ],
)
def test_traces_that_make_no_movement_are_an_error(given: list[Trace]) -> None:
    with pytest.raises(ValueError):
        traces.begin(given)


def test_plans_that_make_no_step_are_an_error() -> None:
    walk = bran_cora_dain()
    with pytest.raises(ValueError, match="each who still moves"):
        traces.go_on(walk, {"bran": HALF})
    with pytest.raises(ValueError, match="between now and the end"):
        traces.go_on(walk, {"bran": HALF, "cora": Fraction(2), "dain": HALF})
    with pytest.raises(ValueError, match="from 0 to 1"):
        traces.compute_end_after(walk, Fraction(3, 2))
    with pytest.raises(ValueError, match="cannot come within"):
        traces.compute_end_within(walk, "bran", "bran", 5)


def test_a_walk_can_be_stored() -> None:
    walk, _ = traces.go_on(bran_cora_dain(), {"dain": HALF, "cora": Fraction(1), "bran": Fraction(1)})
    assert codec.decode_text(Walk, codec.encode_text(walk)) == walk
