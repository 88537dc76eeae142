"""A foe that is hidden before the fight begins: nobody is shown that it is there."""

import pytest

from encounters import services
from encounters.selectors import read_view
from rules.kernel.inputs import Change
from tests.encounters.seated import At, prepared_fight, text, words

PAGES = ("me/", "me/saw/", "me/sheet/", "rounds/", "watch/")


@pytest.fixture
def at(transactional_db: None) -> At:
    """Return the fight, opened, with everybody seated; no round has begun."""
    made = prepared_fight()
    made.sit()
    services.open_encounter(made.dora)
    return made


def hide(at: At, who: str, value: str = "yes", *, secret: bool = False) -> None:
    services.rule(at.dora, at.tap(), [Change(who, "hidden", value)], secret=secret)


def read_all(at: At) -> str:
    """Return every page of a player and of a spectator."""
    pages = [text(at.pip.get(at.url(page))) for page in PAGES]
    return "\n".join([*pages, *(text(at.sam.get(at.url(page))) for page in ("watch/", "rounds/", "round/1/"))])


@pytest.mark.parametrize("secret", [False, True])
def test_a_foe_hidden_before_the_first_round_has_no_lane(at: At, secret: bool) -> None:
    hide(at, "shaman", secret=secret)
    at.begin()
    assert "Shaman" not in read_all(at)


def test_it_is_shown_when_the_dm_reveals_it(at: At) -> None:
    hide(at, "shaman")
    hide(at, "shaman", "no")
    at.begin()
    assert "Shaman" in words(at.sam.get(at.url("watch/")))


def test_a_take_back_shows_it_again(at: At) -> None:
    hide(at, "shaman")
    services.take_back(at.dora, at.tap(), 0)
    at.begin()
    assert "Shaman" in words(at.sam.get(at.url("watch/")))


def test_a_foe_that_was_met_keeps_its_lane_when_it_hides(at: At) -> None:
    at.begin()
    hide(at, "shaman")
    assert "Shaman" in words(at.sam.get(at.url("watch/")))


def test_the_dm_sees_it_all_the_time(at: At) -> None:
    hide(at, "shaman")
    assert "shaman" in read_view(at.dora).state.combatants


def test_orders_of_foes_are_not_counted(at: At) -> None:
    at.begin()
    at.answer(at.quill, action="C")
    assert "Otis and Jaroo are still choosing." in words(at.quill.get(at.url("me/")))
    assert "Orders for round 1: one of three sealed, Otis and Jaroo are choosing" in words(at.sam.get(at.url("watch/")))
