"""Guests: ready-made characters, added by the DM or taken on a phone in two taps."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaigns.models import Character
from campaigns.services import guests, make_character
from encounters import seats, services
from encounters.between import get_between
from encounters.errors import Conflict, Forbidden, Invalid, NotFound
from encounters.models import Encounter
from encounters.selectors import read_view
from encounters.viewers import build_dm_viewer
from rules.api import list_guest_classes, list_guest_levels
from tests.campaigns.evenings import Group, make_group

pytestmark = pytest.mark.storage


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


def find_owner(group: Group) -> Any:
    return group.campaign.members.get()


def tap(group: Group, name: str, guest: str) -> Any:
    return group.phones[name].post(f"/t/{group.campaign.code}/guest/", {"guest": guest}, follow=True)


def press(group: Group, path: str, **given: str) -> str:
    page = group.dora.post(f"/c/{group.campaign.pk}/character/{path}", given, follow=True)
    return page.content.decode()


def test_a_player_without_a_character_takes_a_guest_from_the_lobby(group: Group) -> None:
    assert f'href="/t/{group.campaign.code}/guest/"' in group.read("Pip")
    shown = tap(group, "Pip", "fighter 3").content.decode()
    guest = Character.objects.get()
    assert (guest.name, guest.seat, guest.experience) == ("Brand", group.joined["Pip"].seat, 4001)
    assert "<b>16</b> of 16" in shown
    assert "Play a guest" not in shown
    assert guest.sheet["guest"]


def test_a_guest_comes_into_the_next_fight_with_its_player(group: Group) -> None:
    tap(group, "Pip", "cleric 1")
    (table,) = get_between().list_party(group.campaign, "toy")
    assert (table["name"], table["class"]) == ("Osric", "cleric")
    assert get_between().find_players(group.campaign) == {"osric": group.joined["Pip"].seat.pk}


def test_a_second_tap_makes_no_second_guest_and_leads_to_the_first(group: Group) -> None:
    tap(group, "Pip", "fighter 3")
    again = tap(group, "Pip", "thief 1")
    assert again.redirect_chain == [(f"/t/{group.campaign.code}/guest/", 303)]
    assert "You play <bdi>Brand</bdi>" in again.content.decode()
    assert Character.objects.count() == 1


def test_two_players_take_guests_of_one_class(group: Group) -> None:
    tap(group, "Pip", "thief 1")
    tap(group, "Quill", "thief 1")
    assert len(set(Character.objects.values_list("name", "key"))) == 2


def test_who_plays_a_character_is_offered_none(group: Group) -> None:
    make_character(find_owner(group), "Otis", {"class": "ranger"}, seat=group.joined["Pip"].seat.pk)
    assert "Play a guest" not in group.read("Pip")
    assert "Play a guest" in group.read("Quill")


@pytest.mark.parametrize("guest", ["", "fighter", "fighter 2", "tinker 1", "level_0 1", "fighter -1", "3"])
def test_what_is_not_ready_made_is_refused(group: Group, guest: str) -> None:
    answered = tap(group, "Pip", guest)
    assert answered.status_code == 400
    assert "Choose a class and a level of the list." in answered.content.decode()
    assert "Choose a class and a level of the list." in press(group, "guests/", guest=guest)
    assert not Character.objects.exists()


def test_a_spectator_takes_none(group: Group) -> None:
    tap(group, "Screen", "fighter 1")
    assert not Character.objects.exists()
    with pytest.raises(NotFound):
        guests.take_guest(group.campaign, group.joined["Screen"].seat, "fighter", 1)


def test_a_dm_may_give_the_characters_out(group: Group) -> None:
    assert "You give out the characters" in press(group, "guests/level/", level="0")
    assert "Play a guest" not in group.read("Pip")
    answered = tap(group, "Pip", "fighter 1")
    assert answered.status_code == 403
    assert "The DM gives out the characters here." in answered.content.decode()
    with pytest.raises(Forbidden):
        guests.take_guest(group.campaign, group.joined["Pip"].seat, "fighter", 1)
    press(group, "guests/level/", level="1")
    assert "Play a guest" in group.read("Pip")


def read_levels(group: Group) -> set[str]:
    page = group.phones["Quill"].get(f"/t/{group.campaign.code}/guest/").content.decode()
    return set(re.findall(r'value="\w+ (\d)"', page))


def test_phones_offer_the_level_that_the_dm_has_chosen(group: Group) -> None:
    make_character(find_owner(group), "Serten", {"class": "cleric", "level": 5})
    assert read_levels(group) == {"1"}, "the level of a sheet tells a player nothing"
    press(group, "guests/level/", level="5")
    assert read_levels(group) == {"5"}


@pytest.mark.parametrize("level", ["", "2", "-1", "five"])
def test_a_level_of_which_there_are_no_guests_is_refused(group: Group, level: str) -> None:
    assert "Choose a level of the list." in press(group, "guests/level/", level=level)
    assert read_levels(group) == {"1"}


def test_a_fight_in_preparation_changes_nothing_on_the_page(group: Group) -> None:
    def read() -> str:
        page = group.phones["Quill"].get(f"/t/{group.campaign.code}/guest/").content.decode()
        return re.sub(r"(csrfmiddlewaretoken\W+value=.|X-CSRFToken\W+)\w+", r"\1", page)

    before = read()
    group.prepare("The Reed King's Barge")
    assert read() == before


def test_while_a_fight_is_in_play_the_guest_waits_for_the_next(group: Group) -> None:
    group.open(group.prepare("The mill"))
    shown = tap(group, "Pip", "ranger 1").content.decode()
    assert "You play <bdi>Rowan</bdi>" in shown
    assert "comes into the next fight" in shown


@pytest.mark.parametrize(("class_", "level"), [(id, n) for id, _ in list_guest_classes() for n in list_guest_levels()])
def test_a_dm_adds_any_guest_by_one_press(group: Group, class_: str, level: int) -> None:
    assert "joins the party as a guest" in press(group, "guests/", guest=f"{class_} {level}")
    made = Character.objects.get()
    assert (made.seat, made.definition["class"], made.definition["level"]) == (None, class_, level)
    sheet = group.dora.get(f"/c/{group.campaign.pk}/character/{made.number}/")
    assert made.name in sheet.content.decode()
    assert "guest" in group.dora.get(f"/c/{group.campaign.pk}/").content.decode()


def test_a_guest_that_is_kept_is_a_character_as_any_other(group: Group) -> None:
    made = guests.add_guest(find_owner(group), "druid", 3, "tap")
    assert "Bryn stays with the party." in press(group, f"{made.number}/guest/", keep="1")
    made.refresh_from_db()
    assert "guest" not in made.sheet
    assert "There is no such guest." in press(group, f"{made.number}/guest/", home="1")
    assert Character.objects.get().status == "here"


def test_a_guest_that_no_fight_has_known_goes_for_good(group: Group) -> None:
    made = guests.add_guest(find_owner(group), "monk", 1, "tap")
    assert "Benno has gone home." in press(group, f"{made.number}/guest/", home="1")
    assert not Character.objects.exists()


def test_a_guest_that_has_fought_is_retired(group: Group) -> None:
    made = guests.take_guest(group.campaign, group.joined["Pip"].seat, "monk", 1)
    mill = group.prepare("The mill")
    (table,) = get_between().list_party(group.campaign, "toy")
    services.put_combatant(build_dm_viewer(mill), table)
    group.open(mill)
    assert "Benno is in “The mill”." in press(group, f"{made.number}/guest/", home="1")
    services.begin_round(build_dm_viewer(mill), "begin")
    services.end(build_dm_viewer(mill), "end", "they fled")
    press(group, f"{made.number}/guest/", home="1")
    made.refresh_from_db()
    assert (made.status, made.seat) == ("retired", None)


def test_a_seat_that_was_left_takes_none(group: Group) -> None:
    seat = group.joined["Pip"].seat
    seats.forget(find_owner(group), seat.number)
    with pytest.raises(NotFound):
        guests.take_guest(group.campaign, seat, "fighter", 1)


def test_what_services_refuse_leaves_nothing(group: Group) -> None:
    guests.take_guest(group.campaign, group.joined["Pip"].seat, "fighter", 1)
    with pytest.raises(Conflict):
        guests.take_guest(group.campaign, group.joined["Pip"].seat, "fighter", 1)
    with pytest.raises(Invalid):
        guests.add_guest(find_owner(group), "fighter", 20, "tap")
    assert Character.objects.count() == 1


# A second press, fights in preparation and in play.


def test_a_second_press_of_one_tap_makes_no_second_guest(group: Group) -> None:
    for _ in range(2):
        assert "Brand joins the party" in press(group, "guests/", guest="fighter 3", tap="one")
    press(group, "guests/", guest="fighter 5", tap="one")
    press(group, "guests/", guest="fighter 3", tap="two")
    assert list(Character.objects.values_list("definition__level", flat=True)) == [3, 5, 3]


def test_an_impossible_tap_is_refused(group: Group) -> None:
    assert "Load this page again" in press(group, "guests/", guest="fighter 3", tap="x" * 100)
    assert not Character.objects.exists()


def prepare_with_party(group: Group, title: str = "The mill") -> Encounter:
    """Prepare a fight with the campaign's character Ysolde in it."""
    if not Character.objects.exists():
        make_character(find_owner(group), "Ysolde", {"class": "cleric", "level": 2})
    mill = group.prepare(title)
    services.add_combatants(build_dm_viewer(mill), get_between().list_party(group.campaign, "toy"))
    return mill


def list_ids(encounter: Encounter) -> list[str]:
    return [row.definition["id"] for row in encounter.combatants.all()]


def test_a_guest_is_added_to_prepared_fights_that_have_the_party(group: Group) -> None:
    mill, moor = prepare_with_party(group), group.prepare("The moor")
    tap(group, "Pip", "fighter 3")
    assert list_ids(mill)[-1] == "brand"
    assert "brand" not in list_ids(moor)
    assert mill.holds.get(combatant="brand").seat == group.joined["Pip"].seat


def test_the_dm_is_told_which_prepared_fights_a_guest_comes_into(group: Group) -> None:
    prepare_with_party(group)
    shown = press(group, "guests/", guest="fighter 3")
    assert "Brand joins the party as a guest. It is added to “The mill”, in preparation." in shown


def test_a_prepared_fight_with_somebody_of_that_id_stays_as_it_is(group: Group) -> None:
    mill = prepare_with_party(group)
    services.put_combatant(build_dm_viewer(mill), {"id": "brand", "side": "foes", "class": "fighter"})
    before = list_ids(mill)
    tap(group, "Pip", "fighter 3")
    assert list_ids(mill) == before
    assert Character.objects.filter(name="Brand").exists()


def test_a_guest_that_goes_home_leaves_prepared_fights(group: Group) -> None:
    mill = prepare_with_party(group)
    before = list_ids(mill)
    made = guests.take_guest(group.campaign, group.joined["Pip"].seat, "fighter", 3)
    press(group, f"{made.number}/guest/", home="1")
    assert list_ids(mill) == before
    assert not mill.holds.filter(combatant="brand").exists()
    assert not Character.objects.filter(name="Brand").exists()


def read_adding(group: Group, fight: Encounter) -> tuple[str, dict[str, str]]:
    """Return the page on which combatants are added, and the tap and side of its form."""
    page = group.dora.get(f"/e/{fight.pk}/add/").content.decode()
    found = re.search(r'name="tap" value="([^"]+)"', page)
    assert found is not None
    return page, {"tap": found[1], "side": "foes", "q": ""}


def start_mill(group: Group) -> Encounter:
    mill = group.prepare("The mill")
    group.open(mill)
    services.begin_round(build_dm_viewer(mill), "begin")
    return mill


def test_the_dm_adds_a_waiting_guest_to_a_fight_in_play(group: Group) -> None:
    mill = start_mill(group)
    make_character(find_owner(group), "Ysolde", {"class": "cleric", "level": 2})
    tap(group, "Pip", "ranger 1")
    page, form = read_adding(group, mill)
    assert re.findall(r'name="character" value="(\w+)"', page) == ["rowan", "ysolde"], "guests stand first"
    assert "guest, Pip" in page
    for _ in range(2):
        answered = group.dora.post(f"/e/{mill.pk}/add/pick/", {**form, "character": "rowan"}, follow=True)
        assert answered.status_code == 200
    state = read_view(build_dm_viewer(mill)).state
    assert state.combatants["rowan"].stat_block.side == "party"
    assert "rowan-2" not in state.combatants
    assert mill.holds.get(combatant="rowan").seat == group.joined["Pip"].seat
    assert 'value="rowan"' not in read_adding(group, mill)[0]


@pytest.mark.parametrize("who", ["rowan", "", "otis", "0"])
def test_a_character_who_does_not_come_is_refused(group: Group, who: str) -> None:
    mill = start_mill(group)
    before = len(read_view(build_dm_viewer(mill)).state.combatants)
    _, form = read_adding(group, mill)
    answered = group.dora.post(f"/e/{mill.pk}/add/pick/", {**form, "character": who})
    assert "or does not come" in answered.content.decode()
    assert len(read_view(build_dm_viewer(mill)).state.combatants) == before


def sit(group: Group, name: str, **given: Any) -> tuple[Client, str]:
    """Let somebody sit down; return their browser and what it shows."""
    browser = Client()
    answered = browser.post(f"/t/{group.campaign.code}/", {"name": name, **given}, follow=True)
    return browser, answered.content.decode()


def test_who_joins_during_a_fight_may_play_a_guest(group: Group) -> None:
    start_mill(group)
    assert "I play a guest" in Client().get(f"/t/{group.campaign.code}/").content.decode()
    browser, shown = sit(group, "Rex", guest="1")
    assert "Your guest waits for the next one" in shown
    shown = browser.post(f"/t/{group.campaign.code}/guest/", {"guest": "monk 1"}, follow=True).content.decode()
    assert "You play <bdi>Benno</bdi>" in shown
    assert "comes into the next fight" in shown


def test_who_sat_down_without_a_character_may_play_a_guest(group: Group) -> None:
    start_mill(group)
    chooses = f"/t/{group.campaign.code}/me/characters/"
    assert "Play a guest" in group.phones["Pip"].get(chooses).content.decode()
    tap(group, "Pip", "monk 1")
    assert "Play a guest" not in group.phones["Pip"].get(chooses).content.decode()


@pytest.mark.parametrize("given", [{}, {"guest": "1", "watch": "1"}, {"guest": "1", "characters": "otis"}])
def test_who_joins_chooses_one_thing(group: Group, given: dict[str, str]) -> None:
    start_mill(group)
    before = group.campaign.seats.count()
    _, shown = sit(group, "Rex", **given)
    assert "Choose one of these: a character, a guest, or to watch." in shown
    assert group.campaign.seats.count() == before


def test_where_the_dm_gives_characters_out_nobody_joins_with_a_guest(group: Group) -> None:
    start_mill(group)
    press(group, "guests/level/", level="0")
    assert "I play a guest" not in Client().get(f"/t/{group.campaign.code}/").content.decode()
    _, shown = sit(group, "Rex", guest="1")
    assert "Choose one of these: a character, or to watch." in shown
    assert not group.campaign.seats.filter(name="Rex").exists()
