"""A fight resumed from the start of a stage equals the fight of the whole log."""

from collections.abc import Sequence
from random import Random

import pytest

from rules.kernel import codec
from rules.kernel.game import Game, Record
from rules.kernel.inputs import TakeBack
from rules.kernel.record import BeforeStageStart, StageStart
from rules.procedures import list_rulesets
from tests.any_procedure import ANY
from tests.rules.proofs import copied, submit_all
from tests.rules.random_play import SeededDice, any_table
from tests.soak import runs

FURTHER = 8
"""Inputs that are taken after a fight was taken up again."""

PLACES = 6
"""Inputs after which each fight is taken up again."""


def kept(start: StageStart) -> StageStart:
    """Return the start as it comes back from where it was stored."""
    return codec.decode_text(StageStart, codec.encode_text(start))


def resume(game: Game, starts: Sequence[StageStart], stored: Sequence[Record], dice: SeededDice) -> Game | None:
    """Return the game from the last start that its log still comes of."""
    for start in reversed(starts):
        try:
            return Game.load(game.opening, stored[start.position - 1 :], dice, start)
        except BeforeStageStart:
            continue
    return None


def go_on(game: Game, records: Sequence[Record]) -> None:
    """Submit these inputs, up to a take-back that leads to before the start."""
    for record in records:
        if isinstance(record.input, TakeBack) and record.input.to < game.first:
            with pytest.raises(BeforeStageStart):
                game.submit(record.input)
            return
        submit_all(game, [record])


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", list_rulesets())
@pytest.mark.parametrize("seed", range(runs(100)))
def test_it_is_where_the_whole_log_leaves_it(ruleset: str, seed: int) -> None:
    rng, dice = Random(seed), SeededDice(seed)
    game = any_table(rng, ruleset, dice).play()
    stored = [copied(record) for record in game.records]
    places = rng.sample(range(1, len(stored) + 1), min(PLACES, len(stored)))
    whole, starts = Game(game.opening, dice), list[StageStart]()
    for at, record in enumerate(game.records, 1):
        submit_all(whole, [record])
        start = whole.stage_start
        if start is not None and (not starts or starts[-1].position != start.position):
            starts.append(kept(start))
            assert starts[-1] == start
        loaded = resume(game, starts, stored[:at], dice) if at in places else None
        if loaded is not None:
            assert (loaded.state, loaded.position) == (whole.state, whole.position)
            assert loaded.stage_start == whole.stage_start or not loaded.records
            go_on(loaded, game.records[at : at + FURTHER])


def test_only_what_comes_after_its_stage_is_read() -> None:
    """Resume fights late in the log, with take-backs to before the last start."""
    skipped, refused = 0, 0
    for seed in range(5):
        dice = SeededDice(seed)
        game = any_table(Random(seed), ANY, dice).play()
        whole, starts = Game(game.opening, dice), list[StageStart]()
        for at, record in enumerate(game.records, 1):
            submit_all(whole, [record])
            start = whole.stage_start
            if start is not None and (not starts or starts[-1].position != start.position):
                starts.append(start)
            loaded = resume(game, starts, game.records[:at], dice)
            skipped += loaded.first - 1 if loaded is not None else 0
            refused += bool(starts) and starts[-1].position < max(each.position for each in starts)
    assert skipped > 100
    assert refused
