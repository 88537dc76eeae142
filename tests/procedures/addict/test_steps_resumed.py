"""Rounds with steps before an act, resumed in the middle."""

from tests.rules.test_reentry import assert_taken_up_everywhere


def test_who_waits_for_an_act_is_the_same_after_the_walk_before_it() -> None:
    assert_taken_up_everywhere(8, "addict")
