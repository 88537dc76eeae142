"""Ranges taken from the map are exact, and name their pair in roster order."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from rules.kernel import events as e
from rules.kernel.game import Game
from rules.kernel.inputs import BeginRound, GiveAnswer
from rules.kernel.state import OpenQuestion
from rules.procedures import get_ruleset
from rules.procedures.dew.paths import compute_root_up, compute_squared_distance
from rules.procedures.dew.ranges import RangeChanged, get_point, get_range, list_mismatched_pairs
from rules.procedures.dew.trace_movement import TraceStep
from rules.statblocks import build_stat_blocks
from tests.procedures.dew.random_play import Sequencer, random_sequence
from tests.rules.random_play import SeededDice
from tests.soak import runs

FIGHTS = range(runs(600))
WITHIN = 3


def test_a_root_is_rounded_up_to_the_whole_number_above_it() -> None:
    rng = Random("roots")
    for _ in range(2000):
        square = Fraction(rng.randrange(0, 10_000_000), rng.choice([1, 10_000, 22_500, 7]))
        less = Fraction(rng.randrange(0, 101), 100)
        whole = compute_root_up(square, less)
        assert (whole + less) ** 2 >= square
        assert whole - 1 + less < 0 or (whole - 1 + less) ** 2 < square


def marching(rng: Random) -> Game:
    """Return a fight that begins with movement by traces, and ranges without tolerance.

    Everybody stands between inches.
    """
    entries = [
        {
            "id": id,
            "side": "party" if at % 2 else "foes",
            "position": [rng.randrange(-900, 900) / 100, rng.randrange(-900, 900) / 100],
            "dew": {"like": "cora", "alert": False},
        }
        for at, id in enumerate(("dain", "cora", "bran")[: rng.randint(2, 3)])
    ]
    opening = e.EncounterOpened(
        ruleset="dew",
        version="test",
        options={"dew.movement_mode": "trace", "dew.range_tolerance_inches": "0"},
        notes={"start": "movement"},
        stat_blocks=tuple(stat_block for entry in entries for stat_block in build_stat_blocks(entry)),
    )
    return Game(opening, SeededDice(1))


def steps(game: Game, rng: Random) -> Iterator[list[e.Event]]:
    """Yield the events of each answer of the movement.

    Everybody ends on coming within reach of another.
    """
    game.submit(BeginRound())
    while awaited := [each for each in game.state.open if not each.sealed]:
        yield game.submit(GiveAnswer(awaited[0].token, word(game, awaited[0], rng))).events


def word(game: Game, question: OpenQuestion, rng: Random) -> dict[str, object]:
    others = [who for who in game.state.combatants if who != question.who]
    step = question.facts.get("step")
    if step == "draw":
        form = get_ruleset("dew").questions["trace"].form(game.state, question)
        assert form is not None
        corner = [rng.randrange(-800, 800), rng.randrange(-800, 800)]
        trace: dict[str, object] = {
            "command": "trace",
            "vertices": [list(game.state.combatants[question.who].place), corner],
        }
        return trace if form.find_refusal(trace) is None else {"command": "stand"}
    if step == "plan":
        return {"command": "end_when", "of": rng.choice(others), "within": WITHIN * 100}
    return {"command": "nothing"} if question.question == "at_stop" else {"command": "pass"}


def ranges_to_others(game: Game, who: str) -> list[int]:
    return [get_range(game.state, who, other) for other in game.state.combatants if other != who]


@pytest.mark.soak
@pytest.mark.parametrize("seed", FIGHTS)
def test_who_ends_within_reach_is_within_reach(seed: int) -> None:
    rng = Random(f"within {seed}")
    game = marching(rng)
    for events in steps(game, rng):
        for step in events:
            if isinstance(step, TraceStep) and step.time < 1:
                for who in step.enders:
                    assert min(ranges_to_others(game, who)) <= WITHIN
        assert list_mismatched_pairs(game.state) == []


def test_a_place_between_hundredths_is_kept_exactly_until_the_next_movement() -> None:
    rng = Random("exact")
    between = 0
    for _ in range(20):
        game = marching(rng)
        for _ in steps(game, rng):
            pass
        for who, each in game.state.combatants.items():
            at = get_point(game.state, who)
            assert compute_squared_distance(at, (Fraction(each.place[0]), Fraction(each.place[1]))) <= Fraction(1, 2)
            between += at != each.place
    assert between


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(runs(300)))
def test_a_pair_is_named_in_roster_order(seed: int) -> None:
    rng = Random(seed)
    game = Sequencer(rng, random_sequence(rng), SeededDice(seed)).play()
    roster = list(game.state.combatants)
    for event in game.list_live_events():
        if isinstance(event, RangeChanged):
            assert roster.index(event.a) < roster.index(event.b)
