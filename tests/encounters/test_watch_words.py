"""Words of the table screen: the stage, the winner of initiative, why the fight is over."""

import pytest

from encounters import services
from encounters.narration.columns import describe_initiative
from rules.kernel.frozen import evolve
from rules.kernel.inputs import Change
from tests.encounters.seated import At, prepared_fight, words


@pytest.fixture
def at(transactional_db: None) -> At:
    """Everybody is seated; the fight has not begun."""
    at = prepared_fight()
    at.sit()
    return at


def watched(at: At) -> str:
    return words(at.sam.get(at.url("watch/")))


def close(at: At) -> None:
    """Close orders, with what is missing at its default."""
    services.close(at.dora, at.tap())


def test_before_the_first_round_the_screen_says_when_the_fight_begins(at: At) -> None:
    services.open_encounter(at.dora)
    assert "Before the first round The fight begins when everybody is seated." in watched(at)


def test_the_first_orders_are_no_longer_before_the_first_round(at: At) -> None:
    at.begin()
    page = watched(at)
    assert "Round 1 Orders are being given." in page
    assert "Before the first round" not in page


def test_the_screen_names_who_won_initiative_until_the_round_is_over(at: At) -> None:
    at.begin()
    assert "initiative" not in watched(at)
    close(at)
    while not at.state.initiative:
        at.step()
    won = describe_initiative(at.state)
    assert won in watched(at)
    assert won in words(at.sam.get(at.url("round/1/?at=1")))
    at.finish()
    assert won not in watched(at)


@pytest.mark.parametrize(
    ("numbers", "won"),
    [
        ({"party": 5, "foes": 6}, "The foes win initiative, 6 to 5"),
        ({"party": 5, "foes": 2}, "The party wins initiative, 5 to 2"),
        ({"party": 4, "foes": 4}, "Initiative is tied, 4 to 4"),
        ({"foes": 4}, ""),
        ({}, ""),
    ],
)
def test_who_won_initiative(at: At, numbers: dict[str, int], won: str) -> None:
    services.open_encounter(at.dora)
    assert describe_initiative(evolve(at.state, initiative=numbers)) == won


def test_the_end_says_why_beside_what_was_told(at: At) -> None:
    at.begin()
    close(at)
    at.finish()
    services.publish_recap(at.dora, at.tap(), 1, "Steel rang.")
    services.end(at.dora, at.tap(), "they parted")
    page = watched(at)
    assert "The fight is over: they parted. The party" in page
    assert "Recap of round 1 Steel rang." in page


def test_an_end_by_the_rules_names_the_side_that_is_left(at: At) -> None:
    at.begin()
    foes = [who for who, each in at.state.combatants.items() if each.side == "foes"]
    services.rule(at.dora, at.tap(), [Change(who, "dead", None) for who in foes])
    close(at)
    at.finish()
    assert "The fight is over: only the party is left." in watched(at)


def test_orders_are_told_by_their_wax(at: At) -> None:
    at.begin()
    assert any(each.who == "otis" for each in at.state.open)
    assert "A choice is being made." not in watched(at)
