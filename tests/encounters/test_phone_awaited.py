"""Names of the party members that the table waits for, on a player's phone: never of a foe."""

import json
import re

import pytest

from encounters import services
from encounters.live.audience import ConnectedAudience
from encounters.log import read_log
from encounters.log_reader import read_seat_states
from encounters.models import Seat
from rules.api import Call, Change
from tests.encounters.seated import At, markup, prepared_fight, words
from tests.people import find_viewer

WAITS = "The table waits for Tenser’s dice."


@pytest.fixture
def at(transactional_db: None) -> At:
    """Return a fight whose orders are closed, in which Tenser and the shaman roll real dice."""
    at = prepared_fight()
    at.sit()
    at.begin()
    services.close(at.dora, at.tap())
    services.rule(at.dora, at.tap(), [Change(who, "types_dice", "yes") for who in ("tenser", "shaman")])
    return at


def call(at: At, who: str) -> None:
    services.make_call(at.dora, at.tap(), Call((who,), dice="1d20", at_least=11))


def banner(at: At) -> str:
    found = re.search(r'<section[^>]*id="banner".*?</section>', markup(at.pip.get(at.url("me/"))), re.S)
    assert found is not None
    return found[0]


def test_a_phone_says_for_whose_dice_the_table_waits(at: At) -> None:
    call(at, "tenser")
    page = words(at.pip.get(at.url("me/")))
    assert page.count(WAITS) == 1
    assert WAITS not in words(at.quill.get(at.url("me/")))


def test_dice_of_a_foe_read_as_none(at: At) -> None:
    before = banner(at)
    call(at, "shaman")
    assert [roll.by for roll in at.state.open_rolls] == ["shaman"]
    assert banner(at) == before


def test_dice_of_one_of_the_party_who_is_out_of_sight_read_as_none(at: At) -> None:
    services.rule(at.dora, at.tap(), [Change("tenser", "hidden", True)], secret=True)
    before = banner(at)
    call(at, "tenser")
    assert banner(at) == before


def test_the_words_come_and_go_by_pushes(at: At) -> None:
    audience = ConnectedAudience(find_viewer(Seat.objects.get(campaign=at.encounter.campaign, name="Pip")))

    def look() -> str:
        seat_state = read_seat_states(at.encounter.pk).get(audience.viewer.seat_id or 0)
        frame = json.loads(audience.read(read_log(at.encounter.pk), seat_state) or "{}")
        return str(frame.get("html", "")) + str(frame.get("beside", ""))

    look()
    call(at, "tenser")
    assert WAITS in look()
    roll = at.state.open_rolls[0]
    services.give_faces(at.dora, at.tap(), roll.token, (12,))
    later = look()
    assert 'id="banner"' in later
    assert WAITS not in later
