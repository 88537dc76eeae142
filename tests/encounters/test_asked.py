"""The words of questions, which fit what the question is about."""

import pytest

from encounters.narration.questions import describe_lead, describe_silence, fill_in, write_title
from rules.kernel.state import OpenQuestion, State
from rules.procedures import get_ruleset, list_rulesets
from tests.any_procedure import ANY
from tests.rules.players import hand, prepare_combatant, sword


@pytest.fixture
def state() -> State:
    stat_blocks = [
        prepare_combatant("otis", "party", played=True, weapons=(sword(),)),
        prepare_combatant("orc", "foes", weapons=(sword(),)),
    ]
    return hand([*stat_blocks, prepare_combatant("serten", "party")], {}, {}, ruleset=ANY).state


def asked(question: str, **facts: object) -> OpenQuestion:
    return OpenQuestion("1", 0, question, "otis", facts, ())


def test_what_no_procedure_puts_in_words_is_put_by_its_name(state: State) -> None:
    assert write_title(state, asked("made_up")) == "Otis: made up?"


@pytest.mark.parametrize("ruleset", list_rulesets())
def test_every_question_has_words_in_which_the_screen_fills_in_every_name(state: State, ruleset: str) -> None:
    for name, kind in get_ruleset(ruleset).questions.items():
        if name == "next":
            continue
        assert kind.words is not None, name
        for words in (kind.words, *kind.words.variants.values()):
            question = asked(name)
            texts = (words.title, *words.leads.values(), *words.dm_titles.values())
            assert "{" not in "".join(fill_in(state, question, text, "") for text in texts)


def test_what_was_begun_is_said_to_go_on_unless_something_else_is_chosen(state: State) -> None:
    begun = asked("declare", going_on={"action": "E", "how": "task", "task": "fetch oil", "segments": 3})
    said = "You have begun: fetch oil. It goes on unless something else is chosen."
    assert describe_lead(state, begun, "otis") == said
    assert describe_silence(state, begun) == "goes on"
    assert describe_silence(state, asked("declare")) == "await (C)"
