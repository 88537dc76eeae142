"""Signing in by password: too many wrong ones are refused, and nobody locks the DM out."""

from datetime import timedelta
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.test import Client

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


def test_the_wait_is_over_though_somebody_tries_on(settings: Any) -> None:
    try_wrong_ones(Client(), 30)
    AccessAttempt.objects.update(
        attempt_time=AccessAttempt.objects.get().attempt_time - timedelta(minutes=5, seconds=1)
    )
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


def test_passwords_are_not_kept() -> None:
    try_password(Client(), "wrong and secret")
    assert "secret" not in str(list(AccessAttempt.objects.values()))
