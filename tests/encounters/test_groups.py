"""Groups of foes that get one order, which stands for later rounds."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from encounters import services
from encounters.models import Encounter, Input, Seat
from encounters.selectors import list_open_forms, read_view
from rules.api import decode_input
from rules.kernel.inputs import GiveAnswer
from rules.kernel.state import State
from tests.encounters.dm_browser import HTMX, Hers
from tests.encounters.seated import At, begun_fight
from tests.people import find_viewer

ORCS = ("orc-1", "orc-2")


@pytest.fixture
def at(transactional_db: None) -> At:
    """Return a fight in round 1 whose foes have no orders yet."""
    return begun_fight()


@pytest.fixture
def hers(at: At) -> Hers:
    return Hers(at, at.encounter.campaign.find_owner())  # type: ignore[arg-type]  # a table of the same names


def orders(state: State) -> dict[str, str]:
    """Return the letters of the orcs' orders."""
    return {who: state.declared[who].action for who in ORCS if who in state.declared}


def test_a_group_attacks_the_nearest_each_for_itself(hers: Hers) -> None:
    before = Input.objects.count()
    assert hers.post("group/", {"order": "attack", "of": ORCS})[0] == 303
    given = [decode_input(row.payload) for row in Input.objects.order_by("position")[before:]]
    assert [type(each) for each in given] == [GiveAnswer, GiveAnswer]
    assert set(orders(hers.state)) == set(ORCS)
    assert all(hers.state.declared[who].targets for who in ORCS)


def test_the_orders_of_a_group_are_stored_together(hers: Hers) -> None:
    with CaptureQueriesContext(connection) as asked:
        hers.post("group/", {"order": "attack", "of": ORCS})
    inserted = [found[1] for each in asked if (found := re.match(r'INSERT INTO "encounters_(\w+)"', each["sql"]))]
    assert sorted(inserted) == ["declaration", "event", "input"]


def test_some_of_a_group_get_another_order(hers: Hers) -> None:
    hers.post("group/", {"order": "wait", "of": ORCS, "who": "orc-2"})
    assert orders(hers.state) == {"orc-2": "C"}
    hers.post("group/", {"order": "attack", "of": "orc-1"})
    encounter = Encounter.objects.get(pk=hers.table.encounter.pk)
    assert encounter.standing == {"orc-1": "attack", "orc-2": "wait"}


def test_the_page_offers_the_group_its_orders(hers: Hers) -> None:
    text = hers.page()
    assert "Orcs 1-2: Attack nearest" in text
    assert 'name="of" value="orc-1"' in text


def test_as_last_round_is_offered_to_who_has_had_a_round(hers: Hers) -> None:
    assert "Orcs 1-2: As last round" not in hers.page()
    hers.post("group/", {"order": "wait", "of": ORCS})
    finish_round(hers)
    hers.begin()
    assert "Orcs 1-2: As last round" in hers.page()


def test_standing_orders_are_given_in_the_next_round_at_one_press(hers: Hers) -> None:
    hers.post("group/", {"order": "wait", "of": ORCS})
    finish_round(hers)
    hers.begin()
    assert "Give 2 standing orders" in hers.page()
    assert hers.post("standing/")[0] == 303
    assert orders(hers.state) == {"orc-1": "C", "orc-2": "C"}


def test_a_standing_order_is_the_default_when_foes_have_none(hers: Hers) -> None:
    hers.post("group/", {"order": "attack", "of": ORCS})
    finish_round(hers)
    hers.begin()
    assert "attack nearest" in hers.page("close/")
    close_foes(hers)
    assert all(hers.state.declared[who].targets for who in ORCS)
    assert any(each.who == "otis" and not each.sealed for each in hers.state.open)


def test_a_tap_orders_a_group_once(hers: Hers) -> None:
    for _ in range(2):
        hers.post("group/", {"order": "wait", "of": ORCS, "tap": "same"})
    assert Input.objects.filter(tap__startswith="same").count() == 2


@pytest.mark.parametrize(
    "given", [{"order": "dance", "of": ORCS}, {"of": ORCS}, {"order": "wait"}, {"order": "wait", "of": "otis"}]
)
def test_what_is_no_order_of_a_group_leaves_no_trace(hers: Hers, given: dict[str, object]) -> None:
    before = Input.objects.count()
    assert 400 <= hers.post("group/", given, **HTMX)[0] < 500
    assert Input.objects.count() == before


def test_there_are_no_standing_orders_to_give_at_first(hers: Hers) -> None:
    assert hers.post("standing/", {}, **HTMX)[0] == 409
    assert not re.search(r"Give \d standing order", hers.page())


def test_players_order_no_group(at: At) -> None:
    before = Input.objects.count()
    for client in (at.pip, at.sam):
        for address in ("group/", "standing/"):
            answered = client.post(f"/e/{at.encounter.pk}/{address}", {"order": "wait", "of": [*ORCS]})
            assert answered.status_code in (302, 403, 404)
    assert Input.objects.count() == before


def test_the_dm_closes_orders_that_are_all_in(hers: Hers) -> None:
    hers.post("group/", {"order": "wait", "of": ORCS})
    close_foes(hers)
    for seat in Seat.objects.filter(campaign=hers.table.encounter.campaign, kind="player"):
        viewer = find_viewer(seat)
        for asked in list_open_forms(read_view(viewer)):
            services.answer(viewer, f"tap-{asked.question.who}", asked.question.token, {"action": "C"})
    assert hers.state.stage == "declare"
    assert "All orders are in" in hers.page()
    hers.close()
    assert hers.state.stage != "declare"


def close_foes(hers: Hers) -> None:
    """Close the orders of the foes that have none."""
    if any(each.who == "shaman" and not each.sealed for each in hers.state.open):
        hers.close()


def finish_round(hers: Hers) -> None:
    """Play the round to its end by defaults."""
    for _ in range(60):
        if hers.state.between_rounds:
            return
        if any(each.who == "dm" and each.question == "next" for each in hers.state.open):
            hers.step()
        else:
            hers.close()
    raise AssertionError("the round does not end")
