"""How questions are put: in words that fit what the question is about."""

import pytest

from encounters.pages.asked import ASKED, ASKED_WITH, lead_of, put_of, silent_words, title_of
from rules.effects import Answer
from rules.state import OpenQuestion, State
from tests.rules.players import figure, hand, sword


@pytest.fixture
def state() -> State:
    figures = [figure("otis", "party", played=True, weapons=(sword(),)), figure("orc", "foes", weapons=(sword(),))]
    return hand([*figures, figure("serten", "party")], {}, {}, ruleset="lakofka").state


def asked(question: str, **facts: object) -> OpenQuestion:
    return OpenQuestion("1", 0, question, "otis", facts, ())


def test_a_parry_is_put_by_who_strikes_or_by_falling_back(state: State) -> None:
    coming, back = asked("parry", against="orc"), asked("parry")
    assert title_of(state, coming) == "Otis: parry?"
    assert lead_of(state, coming, "otis") == "Orc is about to strike at you."
    assert title_of(state, back) == "Otis: parry instead of attacking?"
    assert lead_of(state, back, "otis") == "You are falling back."


def test_a_blow_in_defence_is_not_a_blow_at_a_charger(state: State) -> None:
    defence, charged = asked("retaliate", against="orc", defence=True), asked("retaliate", by="orc")
    assert title_of(state, defence) == "Otis: strike in defence?"
    assert lead_of(state, defence, "otis") == "Orc is about to strike at you, who have no blow to come."
    assert title_of(state, charged) == "Otis: retaliate?"
    assert lead_of(state, charged) == "Orc charges, and comes within reach of Otis."


def test_a_change_is_put_by_what_was_noticed_or_by_whom_one_was_warned(state: State) -> None:
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
    assert title_of(state, asked("change", what="casting")) == "Otis: do it, though warned?"


@pytest.mark.parametrize(("question", "fact"), list(ASKED_WITH))
def test_what_is_put_otherwise_needs_its_fact(question: str, fact: str) -> None:
    facts: Answer = {fact: "orc"}
    assert put_of(asked(question, **facts)) is ASKED_WITH[question, fact]
    assert put_of(asked(question)) is ASKED[question]


def test_silence_comes_to_what_the_question_says() -> None:
    assert silent_words(asked("parry", against="orc")) == "no"
    assert silent_words(asked("change", about="orc")) == "as it was said"


def test_what_was_begun_is_said_to_go_on_unless_something_else_is_chosen(state: State) -> None:
    begun = asked("declare", going_on={"action": "E", "how": "task", "task": "fetch oil", "segments": 3})
    said = "You have begun: fetch oil. It goes on unless something else is chosen."
    assert lead_of(state, begun, "otis") == said
    assert silent_words(begun) == "goes on"
    assert silent_words(asked("declare")) == "await (C)"
