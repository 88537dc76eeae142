"""Rounds of several actions, resumed in the middle."""

import pytest

from tests.rules.test_reentry import assert_taken_up_everywhere


@pytest.mark.parametrize(("seed", "ruleset"), [(9, "lakofka"), (17, "lakofka/demon_idol")])
def test_the_next_run_of_a_charger_is_timed_when_the_charge_is_over(seed: int, ruleset: str) -> None:
    assert_taken_up_everywhere(seed, ruleset)


def test_who_waited_for_one_who_has_fallen_has_the_place_of_others() -> None:
    assert_taken_up_everywhere(33, "lakofka")
