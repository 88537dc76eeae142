"""Rounds with several runs of one combatant, resumed in the middle."""

import pytest

from tests.rules.test_reentry import boundaries, fight, rest_of_the_round, taken_up


@pytest.mark.parametrize(("seed", "ruleset"), [(9, "lakofka"), (17, "lakofka/demon_idol")])
def test_the_next_run_of_a_charger_is_timed_when_the_charge_is_over(seed: int, ruleset: str) -> None:
    events = fight(seed, ruleset=ruleset).list_live_events()
    places = list(boundaries(events))
    assert places
    assert [at for at in places if taken_up(seed, events[:at]) != rest_of_the_round(events, at)] == []
