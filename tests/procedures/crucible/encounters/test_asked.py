"""The words of Crucible's questions."""

import pytest

from encounters.narration.questions import describe_lead, write_title
from rules.kernel.state import State
from tests.encounters.test_asked import asked
from tests.rules.players import hand, prepare_combatant, sword


@pytest.fixture
def state() -> State:
    stat_blocks = [
        prepare_combatant("otis", "party", played=True, weapons=(sword(),)),
        prepare_combatant("orc", "foes", weapons=(sword(),)),
    ]
    return hand(stat_blocks, {}, {}, ruleset="crucible").state


def test_a_parry_is_put_as_its_text_has_it(state: State) -> None:
    assert write_title(state, asked("parry")) == "Otis: parry instead of attacking?"
    assert describe_lead(state, asked("parry"), "otis") == "You are falling back."


def test_a_change_is_put_by_what_one_was_warned_of(state: State) -> None:
    assert write_title(state, asked("change", what="casting")) == "Otis: do it, though warned?"
