"""The words of the ten rules' questions."""

import pytest

from encounters.narration.questions import describe_lead, describe_silence, write_title
from rules.kernel.state import State
from tests.encounters.test_asked import asked
from tests.registered import layered_by
from tests.rules.players import hand, prepare_combatant, sword


@pytest.fixture
def state() -> State:
    stat_blocks = [
        prepare_combatant("otis", "party", played=True, weapons=(sword(),)),
        prepare_combatant("orc", "foes", weapons=(sword(),)),
    ]
    return hand([*stat_blocks, prepare_combatant("serten", "party")], {}, {}, ruleset=layered_by("lakofka")[0]).state


def test_a_parry_is_put_as_its_text_has_it(state: State) -> None:
    coming = asked("parry", against="orc")
    assert write_title(state, coming) == "Otis: parry?"
    assert describe_lead(state, coming, "otis") == "Orc is about to strike at you."


def test_a_blow_in_defence_is_not_a_blow_at_a_charger(state: State) -> None:
    defence, charged = asked("retaliate", against="orc", defence=True), asked("retaliate", by="orc")
    assert write_title(state, defence) == "Otis: strike in defence?"
    assert describe_lead(state, defence, "otis") == "Orc is about to strike at you, who have no blow to come."
    assert write_title(state, charged) == "Otis: retaliate?"
    assert describe_lead(state, charged) == "Orc charges, and comes within reach of Otis."


def test_a_change_is_put_by_what_was_noticed_or_by_whom_one_was_warned(state: State) -> None:
    seen, told = asked("change", about="orc", starts=5), asked("change", about="orc", starts=5, told="serten")
    assert describe_lead(state, seen, "otis") == "You have noticed what Orc does."
    assert describe_lead(state, told, "otis") == "Serten warns you of Orc."
    assert describe_lead(state, asked("change", about="", happening="a horn sounds"), "otis") == (
        "You have noticed: a horn sounds."
    )
    assert describe_lead(state, asked("change", about="", happening="a horn sounds", told="serten"), "otis") == (
        "Serten warns you: a horn sounds."
    )
    assert write_title(state, seen) == "Otis: do something else, or warn somebody?"


def test_a_spell_is_put_with_those_it_is_aimed_at_if_any(state: State) -> None:
    at_orc, at_a_place = asked("aim", targets=["orc"]), asked("aim", targets=[])
    assert describe_lead(state, at_orc, "otis") == "Your spell is all but complete, aimed at Orc."
    assert describe_lead(state, at_a_place, "otis") == "Your spell is all but complete."


def test_silence_comes_to_what_the_question_says(state: State) -> None:
    assert describe_silence(state, asked("parry", against="orc")) == "no"
    assert describe_silence(state, asked("change", about="orc")) == "as it was said"
