"""Deeds that outlive their target until their column (10.4) lapse when it begins."""

from tests.rules.test_reentry import boundaries, fight, rest_of_the_round, taken_up

RULESET = "lakofka/demon_idol"


def test_a_round_resumed_at_their_column_goes_on_as_it_did() -> None:
    events = fight(29, ruleset=RULESET).list_live_events()
    for at in boundaries(events):
        assert taken_up(29, events[:at]) == rest_of_the_round(events, at)
