"""Dora calls for saves and dice from the bar and the panel, and each person sees their part."""

import re

import pytest

from encounters import services
from encounters.models import Event, Input
from encounters.selectors import read_view
from rules.api import Change
from tests.encounters.dm_browser import HTMX, Hers
from tests.encounters.seated import At, markup, prepared_fight, words
from tests.people import find_viewer

ALL = ("otis", "tenser", "jaroo", "orc-1", "orc-2", "shaman")


@pytest.fixture
def at(transactional_db: None) -> At:
    """Return a fight in round 1, in which Quill rolls real dice for Tenser."""
    at = prepared_fight()
    at.sit()
    at.begin()
    services.rule(at.dora, at.tap(), [Change("tenser", "types_dice", "yes")])
    return at


@pytest.fixture
def hers(at: At) -> Hers:
    return Hers(at, at.encounter.campaign.find_owner())  # type: ignore[arg-type]  # a table of the same names


def call(hers: Hers, *who: str, **given: str) -> tuple[int, str]:
    return hers.post("several/", {"who": who or ALL, "dice": "d20", "than": "at_least", **given}, **HTMX)


def type_face(at: At, face: str) -> int:
    found = re.search(r'id="d-[^"]+".*?name="token" value="([^"]+)"', markup(at.quill.get(at.url("me/"))), re.S)
    assert found
    given = {"token": found[1], "tap": f"f{face}", "answer.face.0": face, "done": "1"}
    return at.quill.post(at.url("me/dice/"), given).status_code


def test_one_press_calls_for_a_save_of_all_selected(hers: Hers) -> None:
    status, text = call(hers, save="breath", modifier="+2", follows="half blinded")
    assert status == 200
    assert "Called: save against breath +2." in text
    assert {event["who"] for event in Event.objects.filter(kind="SavedOrNot").values_list("data", flat=True)} == {
        *ALL
    } - {"tenser"}


def test_a_phone_that_types_dice_is_asked_what_it_rolls_for(hers: Hers, at: At) -> None:
    call(hers, save="breath", note="the dragon")
    assert "Roll to save against breath: the dragon (d20)" in words(at.quill.get(at.url("me/")))
    assert "Tenser rolls to save against breath: the dragon (d20)" in hers.page()
    assert type_face(at, "21") == 400
    assert type_face(at, "2") == 303
    page = words(at.quill.get(at.url("me/")))
    assert "Not saved" in page
    assert "Against the dragon" in page


def test_other_phones_show_the_result_as_the_moment_of_the_roll(hers: Hers, at: At) -> None:
    call(hers, roll="1", dice="3d6", bound="3", note="the rope bridge")
    page = words(at.pip.get(at.url("me/"), {"who": "otis"}))
    assert "Made it" in page
    assert "3d6 for the rope bridge" in page
    assert "3 or more needed" in page


def test_between_rounds_too_a_phone_shows_the_result(hers: Hers, at: At) -> None:
    at.finish()
    call(hers, "otis", roll="1", dice="3d6", bound="19", follows="slips")
    assert "Failed: slips" in words(at.pip.get(at.url("me/"), {"who": "otis"}))


def test_when_all_have_rolled_dora_reads_who_failed_and_selects_them(hers: Hers, at: At) -> None:
    call(hers, "otis", "tenser", "orc-1", roll="1", dice="1d6", bound="7", note="luck", follows="stumbles")
    assert "call-results" not in hers.page()
    services.close(at.dora, at.tap(), "tenser")
    page = hers.page()
    assert "1d6 for luck: Otis, Orc 1, Tenser failed: stumbles." in page
    assert re.search(r'data-choose="otis orc-1 tenser"', page)
    at.finish()
    assert "data-choose" not in hers.page()


def test_nothing_of_a_secret_call_or_of_the_hidden_leaves_for_others(hers: Hers, at: At) -> None:
    before = look(at)
    call(hers, *ALL, "canary", save="spell", secret="1", note="the singing stone")
    call(hers, "canary", save="breath", follows="coughs")
    assert look(at) == before
    assert "the singing stone" in hers.page()


def look(at: At) -> list[tuple[int, str]]:
    """Return the cursor and the words of every page of Pip, Quill and Sam."""
    clients = {"Pip": at.pip, "Quill": at.quill, "Sam": at.sam}
    viewers = {seat.name: find_viewer(seat) for seat in at.encounter.campaign.seats.all()}
    return [
        (read_view(viewers[name]).at, words(client.get(at.url(page))))
        for name, client in clients.items()
        for page in ("me/", "me/saw/", "watch/", "round/1/", "dice/1/")
    ]


@pytest.mark.parametrize(
    "given",
    [
        {"save": "weather"},
        {"save": "breath", "modifier": "much"},
        {"save": "breath", "modifier": "+-2"},
        {"save": "breath", "modifier": "101"},
        {"save": "breath", "follows": "x" * 201},
        {"roll": "1", "dice": "lots"},
        {"roll": "1", "dice": ""},
        {"roll": "1", "bound": "some"},
    ],
)
def test_what_cannot_be_called_for_leaves_no_trace(hers: Hers, given: dict[str, str]) -> None:
    before = Input.objects.count()
    status, text = call(hers, **given)
    assert status == 400
    assert 'role="alert"' in text
    assert Input.objects.count() == before


def test_undo_takes_a_call_back(hers: Hers, at: At) -> None:
    position = re.search(r'name="position" value="(\d+)"', call(hers, save="breath")[1])
    assert position is not None
    hers.post("undo/", {"position": position[1]}, **HTMX)
    assert hers.state.calls == ()
    assert "Roll to save" not in words(at.quill.get(at.url("me/")))


def test_the_panel_calls_for_a_side(hers: Hers) -> None:
    assert "Save against spell" in hers.page("call/")
    given = {"tap": "p1", "what": "save.spell", "who": ["party", "orc-1"], "modifier": "-1"}
    assert hers.post("call/", given)[0] == 303
    [called] = Event.objects.filter(kind="DiceCalled").values_list("data", flat=True)
    assert called["call"]["who"] == ["otis", "tenser", "jaroo", "orc-1"]
    assert hers.post("call/", {"tap": "p2", "what": "dice", "who": ["orc"], "dice": "none"})[0] == 400
    assert hers.post("call/", {"tap": "p3", "what": "dice", "dice": "d6"})[0] == 400


def test_players_call_for_nothing(at: At) -> None:
    before = Input.objects.count()
    for address in ("several/", "call/"):
        given = {"who": ALL, "save": "breath", "what": "save.breath", "tap": "x"}
        assert at.pip.post(f"/e/{at.encounter.pk}/{address}", given).status_code in (302, 403, 404)
    assert Input.objects.count() == before
