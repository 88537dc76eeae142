"""Words of the table screen on initiative by Dew, where no side has a number."""

from encounters import services
from encounters.narration.columns import describe_initiative
from rules.kernel.frozen import evolve
from tests.encounters.seated import At
from tests.encounters.test_watch_words import at

__all__ = ["at"]


def test_no_side_wins_initiative(at: At) -> None:
    services.open_encounter(at.dora)
    assert describe_initiative(evolve(at.state, ruleset="dew", initiative={})) == ""
