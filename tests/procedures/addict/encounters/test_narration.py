"""A deed that is lost is named, in fights of this procedure's library."""

import pytest

from tests.encounters.narrated import check_lost_deed

LOST = (
    ("addict/VII.A.5.ex", "archer", "You lose the shot with the long bow at Orc, 2 of 2: can no longer act."),
    ("addict/VII.C.7.nodisrupt", "quill", "You lose the use of the staff on Wolf 2: can no longer act."),
    ("addict/VII.OTHER.both-wait", "orc", "You lose the wait for Otis: can no longer act."),
    ("addict/VII.B.4.felled", "a", "You lose the charge at Two: can no longer act."),
)
"""Fights, who loses a deed in them, and what the player is told."""


@pytest.mark.parametrize(("fight", "who", "words"), LOST, ids=[fight for fight, *_ in LOST])
def test_a_deed_that_is_lost_is_named_to_whose_it_is_and_to_the_dm(fight: str, who: str, words: str) -> None:
    check_lost_deed(fight, who, words)
