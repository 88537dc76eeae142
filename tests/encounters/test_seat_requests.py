"""A new phone of a known player: it asks, and the DM lets it in with one press."""

import re
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import seat_moves, services, times
from encounters.errors import Conflict, Forbidden, NotFound
from encounters.log_reader import read_seating
from encounters.models import Encounter, Seat, SeatRequest
from tests.encounters.seated import HTMX, At, words
from tests.people import find_owner

pytestmark = pytest.mark.storage


def named(name: str) -> str:
    """Return somebody's seat as the join page names it."""
    return seat_moves.write_seat_digest(Seat.objects.get(name=name, left=None))


def ask(at: At, name: str) -> Client:
    """Ask with a new phone for somebody's seat, and return the phone."""
    phone = Client()
    answered = phone.post(at.url("ask/"), {"seat": named(name)})
    assert (answered.status_code, answered["Location"]) == (303, at.url("asked/"))
    return phone


@pytest.fixture
def dora(at: At) -> Client:
    browser = Client()
    browser.force_login(User.objects.get(username="dora"))
    return browser


def answer(dora: Client, at: At, yes: str) -> None:
    """Answer the one request as Dora, on the running page."""
    made = SeatRequest.objects.get(answered=None)
    given = {"yes": yes, "back": "run"} if yes else {"back": "run"}
    answered = dora.post(f"/e/{at.encounter.pk}/request/{made.pk}/", given)
    assert (answered.status_code, answered["Location"]) == (303, f"/e/{at.encounter.pk}/")


def test_a_new_phone_names_its_player_and_waits(at: At, dora: Client) -> None:
    shown = words(Client().get(at.url()))
    assert "Were you here before?" in shown
    phone = ask(at, "Pip")
    assert "You asked for the seat of Pip" in words(phone.get(at.url("asked/")))
    assert "A new phone: “I am Pip”" in words(dora.get(f"/e/{at.encounter.pk}/"))
    assert "A new phone: “I am Pip .”" in words(dora.get(f"/e/{at.encounter.pk}/join/"))


def test_a_yes_moves_the_seat_and_what_it_plays(at: At, dora: Client) -> None:
    phone = ask(at, "Pip")
    answer(dora, at, "1")
    assert "A new phone" not in words(dora.get(f"/e/{at.encounter.pk}/"))
    led = phone.get(at.url("asked/"), headers=HTMX)
    assert (led.status_code, led["HX-Redirect"]) == (204, at.url())
    assert phone.get(at.url("me/")).status_code == 200
    assert "Otis" in words(phone.get(at.url("me/")))
    assert at.pip.get(at.url("me/")).status_code == 403


def test_pages_of_the_dm_that_list_seats_are_told_of_a_request_and_its_end(at: At, dora: Client) -> None:
    names = [read_seating(at.encounter.pk)]
    for yes in ("1", ""):
        ask(at, "Pip")
        names.append(read_seating(at.encounter.pk))
        answer(dora, at, yes)
        names.append(read_seating(at.encounter.pk))
    assert all(one != other for one, other in pairwise(names))


def test_a_no_is_said_and_changes_nothing(at: At, dora: Client) -> None:
    phone = ask(at, "Pip")
    answer(dora, at, "")
    assert "The DM said: not now." in words(phone.get(at.url("asked/")))
    assert at.pip.get(at.url("me/")).status_code == 200
    assert phone.get(at.url("me/")).status_code == 302


def test_a_request_is_withdrawn(at: At, dora: Client) -> None:
    phone = ask(at, "Pip")
    assert phone.post(at.url("asked/"))["Location"] == at.url()
    assert not SeatRequest.objects.exists()
    assert phone.get(at.url("asked/"))["Location"] == at.url()


def test_one_phone_asks_for_a_seat_at_a_time(at: At, dora: Client) -> None:
    ask(at, "Pip")
    second = Client().post(at.url("ask/"), {"seat": named("Pip")})
    assert (second.status_code, "Somebody has asked for this seat just now." in words(second)) == (409, True)
    ask(at, "Quill")


def test_a_request_ends_by_itself(at: At, dora: Client) -> None:
    phone = ask(at, "Pip")
    made = SeatRequest.objects.get()
    SeatRequest.objects.update(asked=times.now() - timedelta(minutes=11))
    assert phone.get(at.url("asked/"))["Location"] == at.url()
    with pytest.raises(NotFound):
        seat_moves.answer_request(find_owner(at.encounter), made.pk, True)
    assert "A new phone" not in words(dora.get(f"/e/{at.encounter.pk}/"))
    ask(at, "Pip")


def test_nobody_else_uses_a_request(at: At, dora: Client) -> None:
    phone = ask(at, "Pip")
    answer(dora, at, "1")
    rex = Client()
    assert rex.get(at.url("asked/"))["Location"] == at.url()
    (name,) = [each for each in phone.cookies if each.startswith("ask-c")]
    value = phone.cookies[name].value
    for forged in (f"{value}x", value.replace(".", "0.", 1), "1.x"):
        rex.cookies[name] = forged
        assert rex.get(at.url("asked/"))["Location"] == at.url()
    assert rex.get(at.url("me/")).status_code == 302


def test_only_the_dm_answers(at: At, dora: Client) -> None:
    ask(at, "Pip")
    made = SeatRequest.objects.get()
    for browser in (at.pip, at.quill, Client()):
        assert browser.post(f"/e/{at.encounter.pk}/request/{made.pk}/", {"yes": "1"}).status_code in (302, 404)
    assert SeatRequest.objects.get().answered is None


def test_the_dm_of_another_table_answers_nothing_here(at: At, dora: Client) -> None:
    ask(at, "Pip")
    made = SeatRequest.objects.get()
    rex = User.objects.create_user("rex-the-dm")
    other = services.create_encounter(rex, "The ford", "toy")
    with pytest.raises(NotFound):
        seat_moves.answer_request(find_owner(other), made.pk, True)


@pytest.mark.parametrize("seat", ["", "x", "-1", "9" * 30])
def test_a_seat_that_is_nobodys_is_not_given(at: At, dora: Client, seat: str) -> None:
    assert Client().post(at.url("ask/"), {"seat": seat}).status_code == 404


def test_a_closed_door_lets_no_phone_ask(at: At, dora: Client) -> None:
    services.set_door(find_owner(at.encounter), False)
    with pytest.raises(Forbidden):
        seat_moves.ask_for_seat(Encounter.objects.get(pk=at.encounter.pk).campaign, named("Pip"))
    assert "Were you here before?" not in words(Client().get(at.url()))


def test_requests_are_limited(at: At, dora: Client, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "joins": 5}
    statuses = [Client().post(at.url("ask/"), {"seat": "999999"}).status_code for _ in range(7)]
    assert statuses[-1] == 429


def test_two_ask_at_the_same_moment_and_one_is_refused(at: At, dora: Client) -> None:
    campaign = Encounter.objects.get(pk=at.encounter.pk).campaign
    seat_moves.ask_for_seat(campaign, named("Pip"))
    with pytest.raises(Conflict):
        seat_moves.ask_for_seat(campaign, named("Pip"))


def test_a_request_stores_no_secret(at: At, dora: Client) -> None:
    phone = ask(at, "Pip")
    (name,) = [each for each in phone.cookies if each.startswith("ask-c")]
    secret = re.split(r"[.:]", phone.cookies[name].value)[1]
    assert secret not in str(list(SeatRequest.objects.values()))
    assert phone.cookies[name]["httponly"]
