"""A scenario file says over which procedure the ten rules lie."""

from rules.scenarios import parse_scenario
from tests.rules.fights import field_of


def test_a_named_ruleset_overrides_the_one_of_the_file() -> None:
    layered = field_of("lakofka").replace('title = "At the ford"', 'over = "demon_idol"')
    assert parse_scenario(layered, ruleset="lakofka").ruleset == "lakofka/demon_idol"
    assert parse_scenario(layered, ruleset="demon_idol").ruleset == "demon_idol"
