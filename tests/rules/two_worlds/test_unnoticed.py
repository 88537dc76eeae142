"""Nothing that the party is shown, nor when, depends on somebody hidden."""

import pytest

from rules.procedures import list_rulesets
from tests.rules.two_worlds.secrecy import secrecy_by
from tests.rules.two_worlds.unnoticed import ACTS, GOES_ON, tally_fights
from tests.soak import is_soak, runs


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", list_rulesets())
def test_nobody_is_held_up_or_brought_forward_by_somebody_hidden(ruleset: str) -> None:
    tally = tally_fights(ruleset, range(runs(500)))
    assert tally.problems == []
    assert tally.things
    assert tally.until_shown[ACTS] or not is_soak(), "nobody who is hidden ever does anything that others perceive"
    assert set(tally.exempted) <= {GOES_ON, *secrecy_by(ruleset).exemptions}
