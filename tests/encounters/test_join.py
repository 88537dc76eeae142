"""Joining a table by its code, to play or to watch, and moving a seat to another device."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from encounters import seats, services
from encounters.models import Encounter, Seat
from tests.any_procedure import ANY
from tests.encounters.seated import HTMX, At, markup, prepared_fight, words
from tests.people import find_owner

pytestmark = pytest.mark.storage


@pytest.fixture
def at(transactional_db: None) -> At:
    return prepared_fight()


def names() -> list[str]:
    return [seat.name for seat in Seat.objects.filter(left=None)]


# The code.


def test_the_code_is_typed_as_it_stands_on_the_screen(at: At) -> None:
    code = at.encounter.code.lower()
    answered = at.pip.post("/join/", {"code": f" {code[:3]}-{code[3:]} "})
    assert (answered.status_code, answered["Location"]) == (302, at.url())


def test_a_wrong_code_is_told_at_its_field_and_kept(at: At) -> None:
    answered = at.pip.post("/join/", {"code": "AAAAAA"})
    assert answered.status_code == 404
    assert "No table has this code." in words(answered)
    assert 'value="AAAAAA"' in markup(answered)


def test_the_first_page_asks_for_the_code_and_has_a_way_for_the_dm(at: At) -> None:
    page = Client().get("/")
    assert page.status_code == 200
    assert 'name="code"' in markup(page)
    assert 'href="/sign-in/"' in markup(page)


@pytest.mark.parametrize("address", ["/", "/join/"])
def test_a_code_in_the_address_leads_to_its_table(at: At, address: str) -> None:
    code = at.encounter.code
    answered = Client().get(address, {"code": f"{code[:3]}-{code[3:]}".lower()})
    assert (answered.status_code, answered["Location"]) == (302, at.url())


def test_a_wrong_code_in_the_address_is_told_and_counted(at: At) -> None:
    assert [at.pip.get("/", {"code": "AAAAAA"}).status_code for _ in range(11)] == [404] * 10 + [429]


def test_the_first_page_asks_no_dm_for_a_code_and_takes_one_that_is_given(at: At) -> None:
    dora = Client()
    dora.force_login(at.encounter.campaign.find_owner())
    assert "Code of the table" not in words(dora.get("/", follow=True))
    assert dora.get("/", {"code": at.encounter.code})["Location"] == at.url()


def test_an_empty_code_is_asked_for(at: At) -> None:
    answered = at.pip.post("/join/", {"code": ""})
    assert (answered.status_code, "Type the six-character code" in words(answered)) == (400, True)


@pytest.mark.parametrize("address", ["/join/", "/t/AAAAAA/", "/t/AAAAAA/me/answer/"])
def test_ten_wrong_codes_in_a_minute_are_enough(at: At, address: str) -> None:
    for _ in range(10):
        at.pip.post("/join/", {"code": "AAAAAA"})
    answered = at.pip.post(address, {"code": "AAAAAA"})
    assert (answered.status_code, answered["Retry-After"]) == (429, "60")


def test_who_is_seated_is_not_shut_out_by_others_wrong_codes(at: At) -> None:
    at.sit()
    for _ in range(11):
        Client().post("/join/", {"code": "AAAAAA"})
    assert at.pip.get(at.url("me/")).status_code == 200


@pytest.mark.parametrize("address", ["/t/AAAAAA/me/answer/", "/t/AAAAAA/", "/join/"])
def test_an_invented_seat_cookie_lifts_no_limit(at: At, address: str) -> None:
    rex = Client()
    rex.cookies[f"seat-c{at.encounter.campaign_id}"] = "x"
    for _ in range(10):
        rex.post(address, {"code": "AAAAAA"})
    assert rex.post(address, {"code": "AAAAAA"}).status_code == 429


def test_a_seat_of_one_table_lifts_no_limit_at_another(at: At) -> None:
    at.sit()
    other = services.create_encounter(at.encounter.campaign.find_owner(), "The bridge", ANY)
    cookie = at.pip.cookies[f"seat-c{at.encounter.campaign_id}"].value
    at.pip.cookies[f"seat-c{other.campaign_id}"] = cookie
    for _ in range(10):
        at.pip.post("/join/", {"code": "AAAAAA"})
    assert at.pip.post("/join/", {"code": other.code}).status_code == 429


def test_a_seat_that_was_given_up_lifts_no_limit(at: At) -> None:
    at.sit()
    seats.release(at.dora, Seat.objects.get(name="Pip").pk)
    for _ in range(10):
        at.pip.post("/join/", {"code": "AAAAAA"})
    assert at.pip.get(at.url("me/")).status_code == 429


@pytest.mark.parametrize("rest", ["", "me/"])
def test_who_is_seated_passes_however_many_wrong_codes_were_given(at: At, rest: str) -> None:
    at.sit()
    for _ in range(20):
        Client().post("/join/", {"code": "AAAAAA"})
        at.pip.post("/join/", {"code": "AAAAAA"})
    assert at.pip.get(at.url(rest)).status_code in (200, 302)
    assert at.pip.post("/join/", {"code": at.encounter.code})["Location"] == at.url()


def test_a_new_code_ends_nobodys_seat_while_wrong_codes_are_given(at: At) -> None:
    at.sit()
    code = services.change_code(find_owner(at.encounter))
    for _ in range(10):
        Client().post("/join/", {"code": "AAAAAA"})
    assert at.pip.get(at.url("me/"))["Location"] == f"/t/{code}/me/"


def test_a_personal_link_works_however_many_wrong_codes_were_given(at: At) -> None:
    at.sit()
    link = link_of(at, at.pip)
    for _ in range(10):
        Client().post("/join/", {"code": "AAAAAA"})
    assert Client().post(link).status_code == 303


def test_wrong_codes_of_one_browser_do_not_shut_out_another_at_the_same_address(at: At) -> None:
    Client().get("/join/")
    pip = Client()
    pip.get("/join/")
    for _ in range(10):
        Client().post("/join/", {"code": "AAAAAA"})
    assert pip.post("/join/", {"code": at.encounter.code}).status_code == 302


def test_who_is_told_to_wait_may_try_again_with_the_id_that_came_with_the_answer(at: At) -> None:
    for _ in range(10):
        Client().post("/join/", {"code": "AAAAAA"})
    pip = Client()
    assert pip.get(at.url()).status_code == 429
    assert pip.get(at.url()).status_code == 200


def test_new_browsers_without_end_meet_the_limit_of_their_address(at: At, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "wrong-codes-together": 15}
    for _ in range(15):
        rex = Client()
        rex.get("/join/")
        rex.post("/join/", {"code": "AAAAAA"})
    pip = Client()
    pip.get("/join/")
    assert pip.post("/join/", {"code": at.encounter.code}).status_code == 429


def test_an_invented_browser_id_is_not_taken(at: At) -> None:
    rex = Client()
    for number in range(10):
        rex.cookies["browser"] = f"rex{number}"
        rex.post("/join/", {"code": "AAAAAA"})
    rex.cookies["browser"] = "rex"
    assert rex.post("/join/", {"code": "AAAAAA"}).status_code == 429


def test_a_wrong_code_in_an_address_leads_to_typing_it(at: At) -> None:
    answered = at.pip.get("/t/AAAAAA/")
    assert (answered.status_code, "No table has this code." in words(answered)) == (404, True)


# Who are you?


def test_free_characters_are_shown_and_foes_are_not(at: At) -> None:
    page = at.pip.get(at.url())
    assert all(name in words(page) for name in ("Otis", "Tenser", "Jaroo"))
    assert "Orc" not in words(page)
    assert "Canaryhidden" not in markup(page)


def test_a_character_is_picked_without_an_account(at: At) -> None:
    answered = at.pip.post(at.url(), {"name": "Pip", "characters": ["otis"]})
    assert (answered.status_code, answered["Location"]) == (303, at.url())
    assert at.pip.get(at.url())["Location"] == at.url("me/")


def test_somebody_may_play_several(at: At) -> None:
    at.pip.post(at.url(), {"name": "Pip", "characters": ["otis", "jaroo"]})
    assert sorted(hold.combatant for hold in Seat.objects.get().holds.all()) == ["jaroo", "otis"]


def test_who_only_watches_is_led_to_the_table_screen(at: At) -> None:
    at.sam.post(at.url(), {"name": "Sam", "watch": "1"})
    assert at.sam.get(at.url())["Location"] == at.url("watch/")


def test_who_watches_needs_no_name(at: At) -> None:
    for client in (at.sam, Client()):
        assert client.post(at.url(), {"name": "", "watch": "1"}).status_code == 303
    assert sorted(Seat.objects.values_list("name", flat=True)) == ["Spectator", "Spectator 2"]


def test_who_plays_needs_a_name(at: At) -> None:
    answered = at.pip.post(at.url(), {"name": " ", "characters": ["otis"]})
    assert (answered.status_code, "Type the name" in words(answered)) == (400, True)
    assert re.search(r'value="otis" checked', markup(answered))


def test_the_seats_secret_is_kept_from_scripts(at: At) -> None:
    at.pip.post(at.url(), {"name": "Pip", "characters": ["otis"]})
    cookie = at.pip.cookies[f"seat-c{at.encounter.campaign_id}"]
    assert cookie["httponly"]
    assert Seat.objects.get().token_hash not in cookie.value


def test_a_taken_character_is_shown_with_who_has_it(at: At) -> None:
    at.sit()
    page = words(Client().get(at.url()))
    assert re.search(r"Otis ranger 4 Pip", page)


def test_a_taken_character_is_not_given_twice(at: At) -> None:
    at.sit()
    answered = Client().post(at.url(), {"name": "Rex", "characters": ["otis"]})
    assert (answered.status_code, "That character is taken" in words(answered)) == (400, True)
    assert "Rex" not in names()


def test_a_foe_cannot_be_picked(at: At) -> None:
    answered = Client().post(at.url(), {"name": "Rex", "characters": ["shaman"]})
    assert answered.status_code == 400
    assert names() == []


def test_a_name_that_is_taken_is_told_and_nothing_typed_is_lost(at: At) -> None:
    at.sit()
    services.put_combatant(at.dora, {"id": "zed", "name": "Zed", "side": "party", "class": "fighter", "played": True})
    answered = Client().post(at.url(), {"name": "pip", "characters": ["zed"]})
    assert (answered.status_code, "Somebody here is already called Pip" in words(answered)) == (409, True)
    assert re.search(r'value="zed" checked', markup(answered))


@pytest.mark.parametrize("given", [{}, {"characters": ["otis"], "watch": "1"}])
def test_one_plays_or_watches(at: At, given: dict[str, object]) -> None:
    answered = at.pip.post(at.url(), {"name": "Pip", **given})
    assert (answered.status_code, "Choose one of these: a character, or to watch" in words(answered)) == (400, True)


def test_a_closed_door_says_so(at: At) -> None:
    services.set_door(find_owner(at.encounter), False)
    page = Client().get(at.url())
    assert (page.status_code, "The DM has stopped new players joining." in words(page)) == (403, True)


def test_nobody_sits_down_behind_a_closed_door(at: At) -> None:
    services.set_door(find_owner(at.encounter), False)
    answered = Client().post(at.url(), {"name": "Rex", "characters": ["otis"]})
    assert (answered.status_code, names()) == (403, [])


def test_a_character_picked_twice_at_once_leaves_the_slower_with_a_seat_and_a_choice(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("encounters.screens.join.views._list_free", lambda encounter: ["otis", "tenser", "jaroo"])
    at.pip.post(at.url(), {"name": "Pip", "characters": ["otis"]})
    answered = at.quill.post(at.url(), {"name": "Quill", "characters": ["otis"]})
    assert answered["Location"] == at.url("me/characters/")


def test_only_so_many_sit_down_from_one_address_in_a_minute(at: At, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "joins": 2}
    statuses = [Client().post(at.url(), {"name": f"Sam {each}", "watch": "1"}).status_code for each in range(3)]
    assert (statuses, names()) == ([303, 303, 429], ["Sam 0", "Sam 1"])
    elsewhere = Client().post(at.url(), {"name": "Pip", "characters": ["otis"]}, REMOTE_ADDR="10.0.0.7")
    assert elsewhere.status_code == 303


def test_a_table_has_only_so_many_seats(at: At, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "seats": 3}
    at.sit()
    answered = Client().post(at.url(), {"name": "Rex", "watch": "1"})
    assert (answered.status_code, "Every seat at this table is taken" in words(answered)) == (409, True)
    seats.release(at.dora, Seat.objects.get(name="Sam").pk)
    assert Client().post(at.url(), {"name": "Rex", "watch": "1"}).status_code == 303


# One's seat.


def test_whoever_has_no_seat_is_sent_to_the_door(at: At) -> None:
    assert Client().get(at.url("me/"))["Location"] == at.url()


def test_without_a_seat_nothing_is_posted(at: At) -> None:
    assert Client().post(at.url("me/answer/"), {"token": "1~0"}).status_code == 401


def test_a_page_without_a_seat_is_led_away_by_htmx(at: At) -> None:
    assert Client().post(at.url("me/answer/"), {}, headers=HTMX)["HX-Redirect"] == at.url()


def test_a_released_seat_leads_to_the_door(at: At) -> None:
    at.sit()
    seats.release(at.dora, Seat.objects.get(name="Pip").pk)
    assert at.pip.get(at.url("me/"))["Location"] == at.url()


def test_another_character_is_picked_later(at: At) -> None:
    at.quill.post(at.url(), {"name": "Quill", "characters": ["tenser"]})
    at.quill.post(at.url("me/characters/"), {"characters": ["jaroo"]})
    assert [hold.combatant for hold in Seat.objects.get().holds.all()] == ["tenser", "jaroo"]


def test_a_character_is_put_down_again(at: At) -> None:
    at.sit()
    at.pip.post(at.url("me/characters/"), {"down": "jaroo"})
    assert [hold.combatant for hold in Seat.objects.get(name="Pip").holds.all()] == ["otis"]


def test_somebody_elses_character_is_not_put_down(at: At) -> None:
    at.sit()
    answered = at.pip.post(at.url("me/characters/"), {"down": "tenser"})
    assert (answered.status_code, Seat.objects.get(name="Quill").holds.count()) == (404, 1)


def test_a_new_code_ends_nobodys_seat(at: At) -> None:
    at.sit()
    code = services.change_code(find_owner(at.encounter))
    answered = at.pip.get(at.url("me/"))
    assert (answered.status_code, answered["Location"]) == (302, f"/t/{code}/me/")


# Another device.


def link_of(at: At, client: Client) -> str:
    page = markup(client.get(at.url("me/link/")))
    found = re.search(r"<code>http://testserver(/t/[^<]+)</code>", page)
    assert found
    return found[1]


def test_a_personal_link_moves_the_seat(at: At) -> None:
    at.sit()
    other = Client()
    other.post(link_of(at, at.pip))
    assert other.get(at.url("me/")).status_code == 200
    assert at.pip.get(at.url("me/")).status_code == 403


def test_looking_at_a_personal_link_does_not_spend_it(at: At) -> None:
    at.sit()
    link = link_of(at, at.pip)
    assert Client().get(link).status_code == 200
    assert at.pip.get(at.url("me/")).status_code == 200


def test_a_new_personal_link_stops_the_earlier_one(at: At) -> None:
    at.sit()
    link = link_of(at, at.pip)
    made = at.pip.post(at.url("me/link/"), {"new": "1"}, follow=True)
    assert "The earlier one works no more." in words(made)
    answered = Client().post(link)
    assert (answered.status_code, "This link does not work any more." in words(answered)) == (404, True)
    assert Client().post(link_of(at, at.pip)).status_code == 303


def test_the_links_secret_is_not_stored(at: At) -> None:
    at.sit()
    secret = link_of(at, at.pip).rstrip("/").rpartition("/")[2]
    assert secret not in str(list(Seat.objects.values()))


def test_before_the_fight_the_seated_are_told_to_wait(at: At) -> None:
    at.sit()
    assert "You are seated as Otis and Jaroo. Orders open in a moment." in words(at.pip.get(at.url("me/")))


def test_the_encounter_itself_is_never_named_by_its_number(at: At) -> None:
    assert Encounter.objects.count() == 1
    assert f"/e/{at.encounter.pk}/" not in markup(at.pip.get(at.url()))


# Codes as keyboards make them.

SPACED = ["{} ", " {}", "\t{}", "{}\n", "{}\r\n", "\u00a0{}", "\u3000{}", "\u200b{}", "{}\u2013", "-{}-", "\x1c{}"]


@pytest.mark.parametrize("written", SPACED)
def test_a_code_with_something_between_is_the_code(at: At, written: str) -> None:
    at.sit()
    code = written.format(f"{at.encounter.code[:3]}{written[0] if written[0] != '{' else ' '}{at.encounter.code[3:]}")
    own, other = f"/t/{quote(code, safe='')}/", Client()
    assert other.get("/join/", {"code": code})["Location"] == at.url()
    assert other.post("/join/", {"code": code}).status_code in (302, 400)  # a form takes 12 characters
    assert other.get(own).status_code == 200
    assert other.get(f"{own}me/")["Location"] == at.url()
    assert other.post(f"{own}me/here/", headers=HTMX)["HX-Redirect"] == at.url()
    assert at.pip.get(f"{own}me/?for=x")["Location"] == f"{at.url('me/')}?for=x"
    assert at.pip.get(own)["Location"] == at.url("me/")


def test_a_code_in_wide_letters_is_the_code(at: At) -> None:
    wide = "".join(chr(ord(each) + 0xFEE0) for each in at.encounter.code)
    assert Client().get("/join/", {"code": wide})["Location"] == at.url()


@pytest.mark.parametrize("code", ["-", " ", "\n", "\u200b", "..", "x" * 5000, "\u0663" * 6, "\u00df" * 6, "%", "\\"])
@pytest.mark.parametrize("rest", ["", "me/", "watch/", "seat/x/", "picture/x/"])
def test_what_is_no_code_is_an_answer_to_everybody(at: At, code: str, rest: str) -> None:
    at.sit()
    address = f"/t/{quote(code, safe='')}/{rest}"
    for client in (Client(), at.pip):
        for answer in (client.get(address), client.post(address), client.post(address, headers=HTMX)):
            assert answer.status_code < 500
            assert answer.headers.get("Location") != address
