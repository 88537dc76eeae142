"""The lobby: who waits, what they are shown, and what they are not."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaigns.services import calendar, change_character
from encounters import seats, services, times
from encounters.access import find_waiting
from encounters.errors import Conflict, MovedOn, NoSeat
from encounters.models import Seat
from encounters.selectors import read_view
from encounters.viewers import build_dm_viewer, make_seat_cookie
from rules.api import Change
from tests.campaigns.evenings import NAME, Group, make_group
from tests.campaigns.test_carrying import carry, fight, find_owner
from tests.encounters.seated import words

pytestmark = pytest.mark.storage


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


def plain(page: str) -> str:
    """Return a page without what every reading makes new."""
    return re.sub(r"(csrfmiddlewaretoken\W+value=.|X-CSRFToken\W+)\w+", r"\1", page)


def test_a_phone_is_welcome_before_the_first_fight(group: Group) -> None:
    shown = group.read("Pip")
    assert NAME in shown
    assert "Welcome, <bdi>Pip</bdi>" in shown
    assert "This is the first evening" in shown
    assert "Quill" in shown


def test_a_table_screen_shows_the_code_and_who_is_here(group: Group) -> None:
    code = group.campaign.code
    shown = group.read("Screen")
    assert f"{code[:3]}-{code[3:]}" in shown
    assert "Waiting for" not in shown  # both have just sat down
    assert "Pip" in shown


def test_a_fight_in_preparation_tells_the_lobby_nothing(group: Group) -> None:
    before = {name: plain(group.read(name)) for name in group.phones}
    prepared = group.prepare("The Reed King's Barge")
    group.give(prepared, "Pip", "otis")
    assert {name: plain(group.read(name)) for name in group.phones} == before


def test_the_lobby_goes_into_the_fight_that_opens(group: Group) -> None:
    prepared = group.prepare("The mill")
    group.open(prepared)
    assert "The mill" in group.read("Pip")
    assert "The mill" in group.read("Screen")


def test_after_a_fight_the_lobby_says_how_it_left_the_own_characters(group: Group) -> None:
    first = group.prepare("The mill")
    group.give(first, "Pip", "otis", "jaroo")
    group.give(first, "Quill", "tenser")
    group.open(first)
    dora = build_dm_viewer(first)
    services.begin_round(dora, "begin")
    services.rule(dora, "hurt", [Change("otis", "hp", 11), Change("tenser", "hp", 3)], "the fall")
    services.publish_recap(dora, "recap", 1, "The wheel took the orcs.\nNobody has been back.")
    services.end(dora, "end", "they fled")
    group.clear()
    pip = group.read("Pip")
    assert "Welcome back, <bdi>Pip</bdi>" in pip
    assert "<b>11</b> of 20" in pip
    assert "<b>3</b> of 8" not in pip
    assert "with Tenser" in pip
    assert "The wheel took the orcs." in pip
    assert "The mill" in pip
    assert "<b>3</b> of 8" in group.read("Quill")


def test_the_lobby_has_own_characters_as_their_sheets_are(group: Group) -> None:
    carried = fight(group)
    carry(group, carried)
    group.clear()
    owner = find_owner(group)
    tenser, jaroo = (group.campaign.characters.get(key=key) for key in ("tenser", "jaroo"))
    change_character(owner, tenser.number, {"seat": group.joined["Quill"].seat.pk, "sheet.dm_notes": "cursed"})
    change_character(owner, jaroo.number, {"left": 7})
    pip, quill = group.read("Pip"), group.read("Quill")
    assert "<b>11</b> of 20" in pip
    assert "ranger 1, 14 arrows, 2 daggers" in pip
    assert "magic-user 3, 1 spell ready" in quill
    assert "with Tenser" in pip
    assert not any(word in page for page in (pip, quill, group.read("Screen")) for word in ("Jaroo", "cursed"))
    calendar.rest(owner, "night")
    assert "<b>12</b> of 20" in group.read("Pip")
    assert "3 spells ready" in group.read("Quill")


def test_what_was_taken_back_is_not_told_in_the_lobby(group: Group) -> None:
    first = group.prepare("The mill")
    group.give(first, "Pip", "otis")
    group.open(first)
    dora = build_dm_viewer(first)
    for number in (1, 2):
        before = first.inputs.count()
        services.begin_round(dora, f"begin-{number}")
        while not read_view(dora).state.between_rounds:
            services.close(dora, f"close-{number}-{first.inputs.count()}")
        services.publish_recap(dora, f"recap-{number}", number, f"Told of round {number}.")
    services.take_back(dora, "back", before)
    services.end(dora, "end", "they fled")
    group.clear()
    assert "Told of round 1." in group.read("Pip")
    assert "Told of round 2." not in group.read("Pip")
    assert "1 round" in words(group.dora.get(f"/c/{group.campaign.pk}/"))


def test_a_fight_in_play_is_not_left_for_the_lobby(group: Group) -> None:
    first = group.prepare("The mill")
    group.open(first)
    with pytest.raises(Conflict):
        services.clear_table(build_dm_viewer(first))
    group.campaign.refresh_from_db()
    assert group.campaign.on_table == first


def test_other_addresses_lead_to_the_lobby(group: Group) -> None:
    table = f"/t/{group.campaign.code}/"
    for page in ("me/sheet/", "me/saw/", "round/1/", "watch/", ""):
        assert group.phones["Pip"].get(table + page, follow=True).redirect_chain[-1][0] == f"{table}me/", page
    late = group.phones["Pip"].post(f"{table}me/answer/", {"token": "1", "tap": "x"})
    assert (late.status_code, late["Location"]) == (303, f"{table}me/")
    late = group.phones["Pip"].post(f"{table}me/answer/", {"token": "1", "tap": "x"}, headers={"HX-Request": "true"})
    assert (late.status_code, late["HX-Redirect"]) == (204, f"{table}me/")


def test_somebody_new_sits_down_in_the_lobby(group: Group) -> None:
    newt, table = Client(), f"/t/{group.campaign.code}/"
    assert "No fight is on the table yet" in newt.get(table).content.decode()
    answered = newt.post(table, {"name": "Newt"}, follow=True)
    assert "Welcome, <bdi>Newt</bdi>" in answered.content.decode()
    watcher = Client()
    answered = watcher.post(table, {"watch": "1"}, follow=True)
    assert answered.redirect_chain[-1][0] == f"{table}watch/"


def test_somebody_without_a_seat_sees_no_lobby(group: Group) -> None:
    rex, table = Client(), f"/t/{group.campaign.code}/"
    for page in ("me/", "watch/"):
        assert rex.get(table + page)["Location"] == table
    shown = rex.get(table).content.decode()
    assert "Pip" in shown  # names can be tapped, by who has them on another phone
    assert "here" not in re.findall(r'class="when[^"]*">(\w+)', shown)


def test_whoever_waits_has_a_socket_until_a_fight_is_on_the_table(group: Group) -> None:
    pip = make_seat_cookie(group.joined["Pip"].seat, group.joined["Pip"].token)
    assert find_waiting(group.campaign.pk, pip, None).seat_id == group.joined["Pip"].seat.pk
    for number in (group.campaign.pk, group.campaign.pk + 1000):
        with pytest.raises(NoSeat):
            find_waiting(number, {}, None)
    group.open(group.prepare("The mill"))
    with pytest.raises(MovedOn):
        find_waiting(group.campaign.pk, pip, None)


def test_a_new_phone_reads_who_played_whom_between_fights(group: Group) -> None:
    first = group.prepare("The mill")
    group.give(first, "Pip", "otis", "jaroo")
    group.fight(first)
    group.clear()
    shown = words(Client().get(f"/t/{group.campaign.code}/"))
    assert shown.partition("lets this phone in. ")[2].startswith("Pip Otis, Jaroo ask the DM Quill ask the DM")


def test_a_released_seat_waits_no_more(group: Group) -> None:
    first = group.prepare("The mill")
    group.fight(first)
    group.clear()
    seats.release(build_dm_viewer(first), group.joined["Pip"].seat.pk)
    assert group.phones["Pip"].get(f"/t/{group.campaign.code}/me/").status_code == 302
    assert "Pip" not in group.read("Quill")


def test_a_table_screen_without_players_says_that_nobody_is_here(dora: User) -> None:
    group = Group(services.make_campaign(dora, "The Ford and the Fen"), Client())
    group.sit("Screen", "spectator")
    assert "The table is being set. Nobody is here yet." in group.read("Screen")


def test_a_table_screen_names_all_for_whom_it_waits(group: Group) -> None:
    Seat.objects.filter(name__in=("Pip", "Quill")).update(last_seen=times.now() - timedelta(hours=1))
    shown = words(group.phones["Screen"].get(f"/t/{group.campaign.code}/", follow=True))
    assert "Waiting for Pip and Quill . The DM opens the fight." in shown
