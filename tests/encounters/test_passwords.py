"""Signing in by password: too many wrong ones are refused, and nobody locks the DM out."""

import threading
from typing import Any

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, authenticate
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from encounters import throttle
from encounters.errors import TooMany
from encounters.sign_in import make_token
from tests.encounters.seated import words

pytestmark = pytest.mark.storage

PASSWORD = "ten segments"
PAGES = ["/sign-in/", "/admin/login/"]
SHARED, ELSEWHERE = "10.0.0.9", "10.0.0.7"


@pytest.fixture(autouse=True)
def operator(dora: User) -> User:
    """Dora may enter the admin pages too."""
    dora.is_staff = dora.is_superuser = True
    dora.save()
    return dora


def try_password(client: Client, password: str, page: str = PAGES[0], address: str = SHARED) -> Any:
    return client.post(page, {"username": "dora", "password": password}, REMOTE_ADDR=address)


def try_wrong_ones(client: Client, times: int = 10, page: str = PAGES[0]) -> None:
    for number in range(times):
        try_password(client, f"wrong {number}", page)


@pytest.mark.parametrize("page", PAGES)
def test_after_ten_wrong_passwords_the_right_one_is_refused_for_a_while(page: str) -> None:
    try_wrong_ones(Client(), page=page)
    answered = try_password(Client(), PASSWORD, page)
    assert (answered.status_code, answered["Retry-After"]) == (429, "300")
    assert "Wait 5 minutes, then try again. Or sign in with a one-time link" in words(answered)


def test_the_wait_is_over_though_somebody_tries_on(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "wrong-passwords-minutes": 2}
    monkeypatch.setattr(throttle, "MINUTE", 1)
    try_wrong_ones(Client())
    answers = [try_password(Client(), PASSWORD)]
    while answers[-1].status_code == 429:
        answers.append(try_password(Client(), PASSWORD))
    assert (len(answers) > 1, answers[-1].status_code) == (True, 302)


def test_the_last_wrong_password_starts_the_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[int] = []
    monkeypatch.setattr(cache, "touch", lambda key, seconds: waits.extend([seconds]))
    try_wrong_ones(Client(), 30)
    assert waits == [300]


def test_many_tries_at_the_same_moment_are_counted_one_by_one(monkeypatch: pytest.MonkeyPatch, dora: User) -> None:
    # No password is known to be wrong before all have been let in or refused.
    together, tried = threading.Barrier(10), list[str]()

    def check(backend: ModelBackend, request: Any, username: str, password: str) -> None:
        tried.append(password)
        together.wait(60)

    monkeypatch.setattr(ModelBackend, "authenticate", check)
    tries = [threading.Thread(target=try_wrong_ones, args=(Client(), 1)) for _ in range(10)]
    for each in tries:
        each.start()
    for each in tries:
        each.join()
    assert try_password(Client(), PASSWORD).status_code == 429
    assert len(tried) == 10


def test_a_right_password_forgets_the_wrong_ones() -> None:
    for _ in range(3):
        try_wrong_ones(Client(), 9)
        assert try_password(Client(), PASSWORD).status_code == 302


def test_another_address_is_not_locked_out() -> None:
    try_wrong_ones(Client())
    assert try_password(Client(), PASSWORD, address=ELSEWHERE).status_code == 302


def test_a_browser_in_which_she_signed_in_before_is_not_locked_out_by_others() -> None:
    laptop = Client()
    try_password(laptop, PASSWORD)
    laptop.post("/sign-out/")
    try_wrong_ones(Client(), 30)
    assert try_password(laptop, PASSWORD).status_code == 302


def test_a_browser_that_knows_her_has_no_endless_tries() -> None:
    laptop = Client()
    try_password(laptop, PASSWORD)
    laptop.post("/sign-out/")
    try_wrong_ones(laptop, 20)
    assert try_password(laptop, PASSWORD).status_code == 429


def test_another_password_ends_that_a_browser_is_known(dora: User) -> None:
    thief = Client()
    try_password(thief, PASSWORD)
    dora.set_password("another password")
    dora.save()
    try_wrong_ones(Client())
    assert try_password(thief, "another password").status_code == 429


def test_an_invented_cookie_makes_no_browser_known() -> None:
    rex = Client()
    rex.cookies["signed-in"] = "dora"
    try_wrong_ones(rex)
    assert try_password(rex, PASSWORD).status_code == 429


def test_a_one_time_link_signs_in_whatever_was_tried(dora: User) -> None:
    try_wrong_ones(Client(), 30)
    laptop = Client()
    assert laptop.post(f"/sign-in/{make_token(dora)}/", REMOTE_ADDR=SHARED).status_code == 303
    laptop.post("/sign-out/")
    assert try_password(laptop, PASSWORD).status_code == 302


def test_who_is_signed_in_goes_on() -> None:
    laptop = Client()
    try_password(laptop, PASSWORD)
    try_wrong_ones(Client(), 30)
    assert laptop.get("/e/", REMOTE_ADDR=SHARED).status_code == 200


@pytest.mark.parametrize("page", PAGES)
def test_a_name_without_end_is_a_wrong_one(page: str) -> None:
    given = {"username": "d" * 100_000, "password": PASSWORD}
    statuses = [Client().post(page, given, REMOTE_ADDR=SHARED).status_code for _ in range(11)]
    assert (statuses[0], statuses[-1]) == (200, 429)


def test_programs_without_a_request_are_counted_too(dora: User) -> None:
    assert authenticate(username="dora", password=PASSWORD) == dora
    for _ in range(10):
        assert authenticate(username="dora", password="wrong") is None
    with pytest.raises(TooMany):
        authenticate(username="dora", password=PASSWORD)


def test_a_wrong_password_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    monkeypatch.setattr(User, "check_password", lambda _, password: looked.append(password))
    try_password(Client(), "wrong")
    assert looked == ["wrong"]


def test_a_session_of_an_earlier_version_goes_on() -> None:
    laptop = Client()
    try_password(laptop, PASSWORD)
    session = laptop.session
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session.save()
    assert laptop.get("/e/").status_code == 200
