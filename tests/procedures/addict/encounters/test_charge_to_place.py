"""A charge to a place is ordered by tapping the map, as a move is."""

from urllib.parse import urlencode

import pytest
from django.test import Client

from tests.encounters.compact import compact
from tests.encounters.seated import At, markup, prepared_fight, words

pytestmark = pytest.mark.usefixtures("transactional_db")

CHARGE = {"answer.action": "E", "answer.how": "charge_to"}


def begin() -> At:
    at = prepared_fight(ruleset="addict")
    at.sit()
    at.begin()
    return at


def test_the_phone_asks_for_the_place_on_the_map() -> None:
    at = begin()
    asked = {"for": at.token(at.pip, "otis"), "who": "otis", "answer.action": "E"}
    assert "Charge to a place" in words(at.pip.get(at.url("me/"), asked))
    page = markup(at.pip.get(at.url("me/"), {**asked, **CHARGE}))
    assert "data-place" in page
    assert 'name="answer.to.x"' in page


def test_the_dms_board_asks_for_it_too() -> None:
    at = begin()
    token = next(each.token for each in at.state.open if each.who == "otis")
    dora = Client()
    dora.force_login(at.encounter.campaign.find_owner())
    page = compact(dora.get(f"/e/{at.encounter.pk}/?{urlencode({'for': token, **CHARGE})}").content.decode())
    assert 'name="answer.to.x"' in page


def test_a_sealed_charge_is_said_with_its_place() -> None:
    at = begin()
    place = {"answer.to.x": "40", "answer.to.y": "10"}
    posted = {"token": at.token(at.pip, "otis"), "tap": "t1", "done": "1", **CHARGE, **place}
    assert at.pip.post(at.url("me/answer/") + "?who=otis", posted).status_code == 303
    assert "harge to 40, 10 ft" in words(at.pip.get(at.url("me/"), {"who": "otis"}))
