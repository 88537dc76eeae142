"""Words of the table screen on initiative by Crucible: the lower number wins."""

import pytest

from encounters import services
from encounters.narration.columns import describe_initiative
from rules.kernel.frozen import evolve
from tests.encounters.seated import At
from tests.encounters.test_watch_words import at

__all__ = ["at"]


@pytest.mark.parametrize(
    ("numbers", "won"),
    [
        ({"party": -1, "foes": 6}, "The party wins initiative, -1 to 6"),
        ({"party": 7, "foes": 6, "orc-1": 1}, "The foes win initiative, 6 to 7"),
    ],
)
def test_who_won_initiative(at: At, numbers: dict[str, int], won: str) -> None:
    services.open_encounter(at.dora)
    assert describe_initiative(evolve(at.state, ruleset="crucible", initiative=numbers)) == won
