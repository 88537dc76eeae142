"""How questions are put: in words that fit what the question is about."""

import pytest

from encounters.pages.asked import fill_in, lead_of, silent_words, title_of
from rules.kernel.state import OpenQuestion, State
from rules.procedures import get_ruleset, list_rulesets
from tests.rules.players import figure, hand, sword


def state_by(ruleset: str) -> State:
    figures = [figure("otis", "party", played=True, weapons=(sword(),)), figure("orc", "foes", weapons=(sword(),))]
    return hand([*figures, figure("serten", "party")], {}, {}, ruleset=ruleset).state


@pytest.fixture
def state() -> State:
    return state_by("lakofka")


@pytest.fixture
def other() -> State:
    return state_by("crucible")


def asked(question: str, **facts: object) -> OpenQuestion:
    return OpenQuestion("1", 0, question, "otis", facts, ())


def test_a_parry_is_put_as_its_text_has_it(state: State, other: State) -> None:
    coming, back = asked("parry", against="orc"), asked("parry")
    assert title_of(state, coming) == "Otis: parry?"
    assert lead_of(state, coming, "otis") == "Orc is about to strike at you."
    assert title_of(other, back) == "Otis: parry instead of attacking?"
    assert lead_of(other, back, "otis") == "You are falling back."


def test_a_blow_in_defence_is_not_a_blow_at_a_charger(state: State) -> None:
    defence, charged = asked("retaliate", against="orc", defence=True), asked("retaliate", by="orc")
    assert title_of(state, defence) == "Otis: strike in defence?"
    assert lead_of(state, defence, "otis") == "Orc is about to strike at you, who have no blow to come."
    assert title_of(state, charged) == "Otis: retaliate?"
    assert lead_of(state, charged) == "Orc charges, and comes within reach of Otis."


def test_a_change_is_put_by_what_was_noticed_or_by_whom_one_was_warned(state: State, other: State) -> None:
    seen, told = asked("change", about="orc", starts=5), asked("change", about="orc", starts=5, told="serten")
    assert lead_of(state, seen, "otis") == "You have noticed what Orc does."
    assert lead_of(state, told, "otis") == "Serten warns you of Orc."
    assert lead_of(state, asked("change", about="", happening="a horn sounds"), "otis") == (
        "You have noticed: a horn sounds."
    )
    assert lead_of(state, asked("change", about="", happening="a horn sounds", told="serten"), "otis") == (
        "Serten warns you: a horn sounds."
    )
    assert title_of(state, seen) == "Otis: do something else, or warn somebody?"
    assert title_of(other, asked("change", what="casting")) == "Otis: do it, though warned?"


def test_a_spell_is_put_with_those_it_is_aimed_at_if_any(state: State) -> None:
    at_orc, at_a_place = asked("aim", targets=["orc"]), asked("aim", targets=[])
    assert lead_of(state, at_orc, "otis") == "Your spell is all but complete, aimed at Orc."
    assert lead_of(state, at_a_place, "otis") == "Your spell is all but complete."


def test_what_no_procedure_puts_in_words_is_put_by_its_name(state: State) -> None:
    assert title_of(state, asked("made_up")) == "Otis: made up?"


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


def test_silence_comes_to_what_the_question_says(state: State) -> None:
    assert silent_words(state, asked("parry", against="orc")) == "no"
    assert silent_words(state, asked("change", about="orc")) == "as it was said"


def test_what_was_begun_is_said_to_go_on_unless_something_else_is_chosen(state: State) -> None:
    begun = asked("declare", going_on={"action": "E", "how": "task", "task": "fetch oil", "segments": 3})
    said = "You have begun: fetch oil. It goes on unless something else is chosen."
    assert lead_of(state, begun, "otis") == said
    assert silent_words(state, begun) == "goes on"
    assert silent_words(state, asked("declare")) == "await (C)"
