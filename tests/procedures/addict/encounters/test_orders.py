"""Players are asked for their orders by the round: no clock runs meanwhile."""

import pytest

from tests.encounters.seated import prepared_fight, words

pytestmark = pytest.mark.usefixtures("transactional_db")


def test_the_notice_names_the_round_of_the_order() -> None:
    at = prepared_fight(ruleset="addict")
    at.sit()
    at.begin()
    assert "Your order, round 1" in words(at.pip.get(at.url("me/")))
