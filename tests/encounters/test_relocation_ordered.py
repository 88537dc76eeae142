"""Magic that relocates, ordered on a phone.

The phone asks with the map where it lands, and there its user arrives.
"""

import re
from typing import Any

import pytest

from encounters import services
from tests.encounters import seated
from tests.encounters.compact import compact
from tests.encounters.seated import At, prepared_fight, text
from tests.encounters.test_phone import tap_through

DOOR = "magic_user_dimension_door"


@pytest.fixture
def at(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> At:
    """Return a fight in which Quill's Tenser knows how to go through a door that is none."""
    known = [{**each, "spells": [DOOR]} if each["id"] == "tenser" else each for each in seated.PARTY]
    monkeypatch.setattr(seated, "PARTY", tuple(known))
    at = prepared_fight()
    at.sit()
    services.open_encounter(at.dora)
    at.begin()
    return at


def test_the_phone_asks_where_one_lands_and_shows_the_map(at: At) -> None:
    page = compact(
        text(at.quill.get(tap_through(at, at.quill, ("answer.action", "D"), ("answer.how", f"spell>{DOOR}"))))
    )
    assert re.search(
        r'<fieldset class="field" data-place><legend>Where do you land\?[^<]*</legend>.*data-map', page, re.S
    )


def test_the_caster_comes_to_where_the_phone_said(at: At) -> None:
    place: dict[str, Any] = {"to.x": "40", "to.y": "-12.5"}
    at.answer(at.quill, action="D", how="spell", spell=DOOR, **place)
    services.close(at.dora, at.tap())
    at.finish()
    assert at.state.combatants["tenser"].place == (4000, -1250)
