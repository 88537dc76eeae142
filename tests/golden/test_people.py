"""People who sat down before there were campaigns keep seat, cookie, address and fight."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core import signing
from django.test import Client

from encounters import seat_moves, seats, services
from encounters.models import Campaign, Encounter, Member, Seat
from encounters.selectors import read_view
from encounters.viewers import COOKIE_SALT, build_dm_viewer
from tests.golden.restoring import restored

FOLDER = Path(__file__).parent / "people"
TOLD: dict[str, Any] = json.loads((FOLDER / "told.json").read_text())
"""What was known of that database when it was made: codes, secrets, hit points."""
TITLES = ("The bridge", "The weir", "The ford", "The mill")


@pytest.fixture
def people(django_db_setup: None, django_db_blocker: Any, tmp_path: Path) -> Iterator[None]:
    """Restore the database of people, and migrate it."""
    with django_db_blocker.unblock(), restored(FOLDER, tmp_path / "people.sqlite3"):
        yield


def phone(whose: str) -> Client:
    """Return a browser with the cookie of a seat, under the name that it had."""
    browser, cookie = Client(), TOLD["cookies"][whose]
    value = signing.Signer(salt=COOKIE_SALT).sign(f"{cookie['seat']}.{cookie['token']}")
    browser.cookies[cookie["name"]] = value
    return browser


def see(whose: str, title: str, page: str = "me/") -> tuple[int, str]:
    """Return the status and the Location of a page of a table, for a phone."""
    answered = phone(whose).get(f"/t/{TOLD['codes'][title]}/{page}")
    return answered.status_code, answered.get("Location", "")


@pytest.mark.usefixtures("people")
def test_phones_and_screens_stay_at_their_tables() -> None:
    assert see("The bridge: Pip", "The bridge") == (200, "")
    assert see("The bridge: Quill", "The bridge") == (200, "")
    assert see("The bridge: Sam", "The bridge", "watch/") == (200, "")
    assert see("The ford: Pip", "The ford") == (200, "")
    assert see("The weir: Pip", "The weir") == (200, "")
    assert see("The bridge: Pip", "The weir") == (302, f"/t/{TOLD['codes']['The weir']}/")


@pytest.mark.usefixtures("people")
def test_whoever_was_released_joins_again() -> None:
    assert see("The bridge: Newt", "The bridge") == (302, f"/t/{TOLD['codes']['The bridge']}/")


@pytest.mark.usefixtures("people")
def test_a_personal_link_that_was_not_used_works() -> None:
    moved = seat_moves.follow_link(TOLD["links"]["Quill"])
    assert moved.seat.name == "Quill"
    assert see("The bridge: Quill", "The bridge")[0] == 403


@pytest.mark.usefixtures("people")
def test_the_round_goes_on_where_it_was() -> None:
    bridge = Encounter.objects.get(title="The bridge")
    dora = build_dm_viewer(bridge)
    state = read_view(dora).state
    known = {id: each.hp for id, each in state.combatants.items()}
    assert {"round": state.round, "clock": state.clock, "hp": known} == TOLD["bridge"]
    for number in range(60):
        if read_view(dora).state.between_rounds:
            break
        services.close(dora, f"on-{number}")
    assert read_view(dora).state.between_rounds
    held = bridge.holds.filter(until_position=None).values_list("seat__name", "combatant")
    assert sorted(held) == [("Pip", "otis"), ("Pip", "serten"), ("Quill", "tenser")]


@pytest.mark.usefixtures("people")
def test_each_fight_has_a_campaign_with_its_code_and_its_dm() -> None:
    campaigns = Campaign.objects.exclude(on_table=None)
    assert {each.on_table.title: each.code for each in campaigns if each.on_table} == TOLD["codes"]
    owners = Member.objects.values_list("campaign__on_table__title", "user__username", "role")
    assert sorted(owners) == sorted((title, "emil" if title == "The mill" else "dora", "owner") for title in TITLES)
    assert Campaign.objects.count() == len(TITLES)
    trial = Encounter.objects.get(trial_of__title="The weir")
    assert trial.campaign == Encounter.tables.get(title="The weir").campaign
    assert not Campaign.objects.get(on_table__title="The mill").door_open
    with pytest.raises(seats.Forbidden):
        seats.join(TOLD["codes"]["The mill"], "Rex", "player")


@pytest.mark.usefixtures("people")
def test_a_browser_of_an_earlier_version_sits_in_one_seat_of_each_campaign() -> None:
    bridge = Campaign.objects.get(code=TOLD["codes"]["The bridge"])
    assert set(Seat.objects.filter(campaign=bridge).values_list("name", flat=True)) == {"Pip", "Quill", "Newt", "Sam"}
