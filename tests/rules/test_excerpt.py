"""An error message quotes only the beginning of what somebody wrote."""

import pytest

from rules.scenarios import ScenarioError, parse_scenario
from rules.scenarios.lines import MOST, MOST_QUOTED, shorten_message
from tests.any_procedure import ANY

MARKUP = "<script>alert(1)</script>" * 200


def test_a_long_quotation_is_cut_and_the_rest_stays() -> None:
    cut = shorten_message(f"no ruleset is called '{'x' * 5_000}': there are one and another")
    assert cut == f"no ruleset is called '{'x' * (MOST_QUOTED - 1)}…': there are one and another"


def test_a_short_message_stays_as_it_is() -> None:
    assert shorten_message("no ruleset is called 'chess': there are one and another").endswith("another")


def test_a_long_message_keeps_its_beginning_and_its_end() -> None:
    cut = shorten_message("The beginning. " + "x y " * 1_000 + "The end.")
    assert (cut[:14], cut[-8:], len(cut) <= MOST) == ("The beginning.", "The end.", True)


@pytest.mark.parametrize(
    "text",
    [
        f"ruleset = '{MARKUP}'",
        f"ruleset = '{ANY}'\n[[combatant]]\nid = '{MARKUP}'\nside = 'party'\nmonster = '{MARKUP}'",
        f"ruleset = '{ANY}'\n'{MARKUP}' = 1",
        f"ruleset = '{ANY}'\n[options]\n'{MARKUP}' = 1",
        f"ruleset = '{ANY}'\n[[combatant]]\nid = 'otis'\nside = 'party'\n[[declare]]\nwho = '{MARKUP}'",
        f"{MARKUP}",
    ],
)
def test_an_error_of_a_scenario_is_short(text: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        parse_scenario(text, "fight")
    assert len(str(refused.value)) < MOST + 20
