"""A deed that is lost is named, in fights of this procedure's library."""

from dataclasses import replace

import pytest

from encounters.narration import tell
from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.scenarios.library import load_library_script
from rules.scenarios.play import play_scenario, reveal_run
from tests.encounters.narrated import check_lost_deed

LOST = (
    (
        "lakofka/8.1",
        "otis",
        "You lose the second deed, the blow with the sword at Orc, 2 of 2: has made 2 of 2 attacks.",
    ),
    ("lakofka/8.4.not", "otis", "You lose the throw of the dagger at Orc: it is not balanced for throwing."),
    ("lakofka/9.14", "orc", "You lose the blow at Tenser: kept off with a weapon."),
    ("lakofka/8.10", "otis", "You lose the blow of the charge at Orc: 6 > 5 segments left."),
)
"""Fights, who loses a deed in them, and what the player is told."""


@pytest.mark.parametrize(("fight", "who", "words"), LOST, ids=[fight for fight, *_ in LOST])
def test_a_deed_that_is_lost_is_named_to_whose_it_is_and_to_the_dm(fight: str, who: str, words: str) -> None:
    check_lost_deed(fight, who, words)


def test_what_was_lost_in_an_earlier_round_is_still_named() -> None:
    fight, _, words = LOST[0]
    events = list(reveal_run(play_scenario(load_library_script(f"{fight}.toml")), "dm"))
    again = [replace(each, round=2) for each in events if not isinstance(each, e.EncounterOpened)]
    state = fold([*events, *again])
    told = [tell(each, state) for each in events if isinstance(each, e.DeedLost)]
    assert [each.text for each in told if each] == [f"Otis loses {words.removeprefix('You lose ')}"]
