"""Fights at random by every procedure, saved at any stop and played again from their files."""

import tomllib
from dataclasses import replace
from random import Random

import pytest

from rules.kernel import events as e
from rules.kernel.documents import MOST_BYTES
from rules.kernel.game import Game
from rules.kernel.inputs import GiveAnswer, Input
from rules.kernel.record import Record
from rules.kernel.state import State
from rules.procedures import get_ruleset, list_rulesets
from rules.scenarios import find_differences, parse_scenario, play_scenario
from rules.scenarios.fight_events import find_unlike_event, list_stored_events
from rules.scenarios.fight_tables import PreparedTables
from rules.scenarios.saving import Unsavable, save_fight, save_without_secrets
from tests.rules.projection.door import SeededDice
from tests.rules.random_play import Chatter, any_opening, any_table, random_play_of
from tests.rules.two_worlds.playing import list_text_fields
from tests.soak import runs

PREPARED = PreparedTables()
FIGHTS = range(runs(60))
STOPS = 2
"""The stops at which each fight is saved besides its end."""


def play_at_random(ruleset: str, seed: int) -> Game:
    """Return a fight with typed dice, rulings, take-backs, calls, latecomers and nonsense."""
    return any_table(Random(seed), ruleset, SeededDice(seed)).play()


def list_stops(game: Game, seed: int) -> list[int]:
    """Return some numbers of inputs after which the fight is saved."""
    return [*sorted(Random(seed).sample(range(game.position), min(STOPS, game.position))), game.position]


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", list_rulesets())
def test_a_saved_fight_is_played_again_event_for_event(ruleset: str) -> None:
    for seed in FIGHTS:
        game = play_at_random(ruleset, seed)
        for stop in list_stops(game, seed):
            stored = list_stored_events(game.opening, game.records[:stop])
            saved = save_fight(game.opening, game.records[:stop], PREPARED)
            assert saved.unlike == "", (seed, stop)
            run = play_scenario(parse_scenario(saved.text))
            assert find_unlike_event(run.events, stored) == "", (seed, stop)
            assert find_differences(run) == [], (seed, stop)


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", list_rulesets())
def test_a_fight_without_secrets_goes_the_same_way(ruleset: str) -> None:
    for seed in FIGHTS:
        game = play_at_random(ruleset, seed)
        run = play_scenario(parse_scenario(save_without_secrets(game.opening, game.records).text))
        assert find_differences(run) == [], seed
        assert list_faces(run.events) == list_faces(game.list_live_events()), seed


def list_faces(events: "list[e.Event] | tuple[e.Event, ...]") -> list[tuple[int, str, tuple[int, ...]]]:
    """Return the dice of a fight as they fell."""
    return [(event.round, each.purpose, each.faces) for event in events for each in event.rolls]


@pytest.mark.parametrize("ruleset", list_rulesets())
def test_most_orders_and_answers_are_written_in_the_words_of_the_format(ruleset: str) -> None:
    game = play_at_random(ruleset, 3)
    file = tomllib.loads(save_fight(game.opening, game.records, PREPARED).text)
    literal = [each for each in file["input"] if each["kind"] == "answer"]
    worded = [*file.get("declare", ()), *file.get("answer", ())]
    assert len(worded) > 2 * len(literal)


def test_a_file_that_expects_something_else_differs() -> None:
    game = play_at_random(list_rulesets()[0], 3)
    text = save_fight(game.opening, game.records, PREPARED).text
    changed = text.replace('kind = "RoundBegan", round = 1', 'kind = "RoundBegan", round = 9')
    assert find_differences(play_scenario(parse_scenario(changed))) == [
        "events: there is no RoundBegan with round = 9; the nearest has round = 1"
    ]


def test_a_fight_that_is_too_long_is_not_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    game = play_at_random(list_rulesets()[0], 3)
    monkeypatch.setattr("rules.scenarios.saving.MOST_BYTES", 30_000)
    with pytest.raises(Unsavable, match="the fight is too long"):
        save_fight(game.opening, game.records, PREPARED)
    assert MOST_BYTES == 200_000


CANARY = "canary words"


class Typist(Chatter):
    """Random play in which every text field of an answer holds what nobody else may read."""

    def say(self, given: Input) -> Record | None:
        return super().say(_type_canary(self.game.state, given))


def _type_canary(state: State, given: Input) -> Input:
    question = state.question(given.token) if isinstance(given, GiveAnswer) else None
    if not isinstance(given, GiveAnswer) or question is None:
        return given
    form = get_ruleset(state.ruleset).questions[question.question].form(state, question)
    texts = [each.name for each in list_text_fields(form.fields, given.answer)] if form is not None else []
    return replace(given, answer={**given.answer, **{name: CANARY for name in texts if name in given.answer}})


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", list_rulesets())
def test_without_secrets_no_typed_answer_is_left(ruleset: str) -> None:
    typed = 0
    for seed in range(max(4, runs(60))):
        rng = Random(seed)
        table = type("Table", (Typist, random_play_of(ruleset).table), {})
        game = table(rng, any_opening(rng, ruleset), SeededDice(seed)).play()
        typed += CANARY in save_fight(game.opening, game.records, PREPARED).text
        assert CANARY not in save_without_secrets(game.opening, game.records).text, seed
    assert typed, "nobody typed anything"
