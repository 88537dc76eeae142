"""A deed that is lost is named, in fights of this procedure's library."""

import pytest

from tests.encounters.narrated import check_lost_deed

LOST = (
    ("crucible/MOVE.1", "otis", "You lose the blow with the sword at Orc: out of reach."),
    ("crucible/III.C.cast.before", "tenser", "You lose the casting of ray on Orc: hurt before casting."),
)
"""Fights, who loses a deed in them, and what the player is told."""


@pytest.mark.parametrize(("fight", "who", "words"), LOST, ids=[fight for fight, *_ in LOST])
def test_a_deed_that_is_lost_is_named_to_whose_it_is_and_to_the_dm(fight: str, who: str, words: str) -> None:
    check_lost_deed(fight, who, words)
