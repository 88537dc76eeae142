"""Rounds with steps before an act, resumed in the middle."""

from tests.rules.test_reentry import boundaries, fight, rest_of_the_round, taken_up


def test_who_waits_for_an_act_is_the_same_after_the_walk_before_it() -> None:
    events = fight(8, ruleset="addict").list_live_events()
    places = list(boundaries(events))
    assert places
    assert [at for at in places if taken_up(8, events[:at]) != rest_of_the_round(events, at)] == []
