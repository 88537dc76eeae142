"""Answers that make no sense to Dew's questions: a clean error, a refusal, or accepted."""

import copy
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rules.kernel.inputs import GiveAnswer, Input
from rules.kernel.state import OpenQuestion
from tests.procedures.dew.random_play import Legal, random_sequence
from tests.rules.random_play import SeededDice
from tests.soak import runs

FIGHTS = range(runs(100))

pytestmark = pytest.mark.soak

QUESTIONS = ("option", "parry", "noncombat", "trace", "at_stop", "consult")
RUBBISH: tuple[Any, ...] = (
    None, True, -1, 0, 10**12, 1.5, "", "nobody", "yes", "x" * 5000, [], {}, [None], [[0, 0], [1]], [["x", "y"]],
    {"who": "nobody"}, [{"who": "nobody", "what": "en", "value": 1}], float("nan"),
)  # fmt: skip


def garbled(answer: dict[str, Any], rng: Random) -> Iterator[dict[str, Any]]:
    """Yield the answer with a field left out, added or senseless; and no answer at all."""
    yield {}
    yield {"command": rng.choice(RUBBISH)}
    for name in answer:
        yield {key: value for key, value in answer.items() if key != name}
        yield {**answer, name: rng.choice(RUBBISH)}
        if isinstance(answer[name], list) and answer[name]:
            several = copy.deepcopy(answer[name])
            several[rng.randrange(len(several))] = rng.choice(RUBBISH)
            yield {**answer, name: several}
    yield {**answer, rng.choice(["blow", "weapon", "drop", "path", "of", "changes", "moon"]): rng.choice(RUBBISH)}


class Garbler(Legal):
    """A table that keeps to the rules, but says rubbish of whatever is asked before it answers."""

    def __init__(self, rng: Random, seed: int) -> None:
        super().__init__(rng, random_sequence(rng), SeededDice(seed))
        self.garbled: Counter[str] = Counter()

    def _something(self) -> Input:
        waiting = [question for question in self.game.state.open if not question.sealed]
        if waiting:
            self._try(self.rng.choice(waiting))
        return super()._something()

    def _try(self, question: OpenQuestion) -> None:
        for answer in garbled(dict(self._word(question)), self.rng):
            open_before = self.game.state.open
            record = self.say(GiveAnswer(question.token, answer, question.who))
            if record is None:
                self.garbled[question.question] += 1
            elif record.refusal is not None:
                assert self.game.state.open == open_before, answer
            else:
                return


@pytest.mark.parametrize("seed", FIGHTS)
def test_rubbish_leaves_no_trace_and_a_refusal_leaves_the_question_open(seed: int) -> None:
    table = Garbler(Random(f"garbled {seed}"), seed)
    table.play()
    assert table.game.state.ended or table.game.state.between_rounds


def test_rubbish_is_said_of_every_question() -> None:
    tables = [Garbler(Random(f"garbled {seed}"), seed) for seed in range(12)]
    for table in tables:
        table.play()
    said = sum((table.garbled for table in tables), Counter[str]())
    assert [question for question in QUESTIONS if not said[question]] == []
