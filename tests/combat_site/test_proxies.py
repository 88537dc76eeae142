"""Clients cannot choose the address they are counted by, and are led to encrypted pages."""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from combat_site import proxies
from combat_site.encryption import Encryption
from combat_site.proxies import check_proxies, find_forgeable


@pytest.mark.parametrize(
    ("argv", "environ", "words"),
    [
        ([], {}, ""),
        (["--forwarded-allow-ips", "127.0.0.1,10.0.0.2"], {}, ""),
        (["--forwarded-allow-ips=*"], {}, "--forwarded-allow-ips trusts '*': every client may choose"),
        ([], {"FORWARDED_ALLOW_IPS": "10.0.0.2, 0.0.0.0/0"}, "FORWARDED_ALLOW_IPS trusts '0.0.0.0/0': every client"),
        (["--forwarded-allow-ips", "::/0"], {"FORWARDED_ALLOW_IPS": "127.0.0.1"}, "trusts '::/0'"),
        (["--forwarded-allow-ips", "10.0.0.2"], {"FORWARDED_ALLOW_IPS": "*"}, ""),
        (["--no-proxy-headers"], {"FORWARDED_ALLOW_IPS": "*"}, ""),
    ],
)
def test_trusting_everybody_is_found(argv: list[str], environ: dict[str, str], words: str, settings: Any) -> None:
    settings.PUBLIC_URL = "https://table.example"
    found = find_forgeable(["uvicorn", *argv], environ)
    assert words in found
    assert bool(found) == bool(words)


def test_without_a_proxy_only_this_machine_may_be_trusted(settings: Any) -> None:
    settings.PUBLIC_URL = ""
    assert "no PUBLIC_URL names a proxy" in find_forgeable(["uvicorn", "--forwarded-allow-ips", "192.168.1.0/24"], {})
    assert find_forgeable(["uvicorn", "--forwarded-allow-ips", "127.0.0.0/8,::1"], {}) == ""


def test_the_check_warns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    monkeypatch.setattr(proxies.sys, "argv", ["manage.py", "check"])
    assert [each.id for each in check_proxies()] == ["combat_site.W001"]
    monkeypatch.delenv("FORWARDED_ALLOW_IPS")
    assert check_proxies() == []


@pytest.fixture
def encryption(settings: Any) -> Callable[[HttpRequest], Any]:
    settings.SECURE_SSL_REDIRECT, settings.SECURE_SSL_HOST = True, "table.example"
    settings.SECURE_HSTS_SECONDS = 60
    return Encryption(lambda request: HttpResponse("a page"))


def test_a_plain_request_is_led_to_the_public_address(encryption: Callable[[HttpRequest], Any]) -> None:
    answer = encryption(RequestFactory().get("/join/", {"code": "OAK417"}, SERVER_NAME="127.0.0.1"))
    assert (answer.status_code, answer["Location"]) == (301, "https://table.example/join/?code=OAK417")


def test_health_is_asked_past_the_proxy(encryption: Callable[[HttpRequest], Any]) -> None:
    assert encryption(RequestFactory().get("/readyz")).status_code == 200


def test_an_encrypted_page_is_to_stay_encrypted(encryption: Callable[[HttpRequest], Any]) -> None:
    answer = encryption(RequestFactory().get("/", secure=True))
    assert (answer.status_code, answer["Strict-Transport-Security"]) == (200, "max-age=60")


def test_a_proxy_that_is_not_trusted_leads_nobody_in_a_circle(encryption: Callable[[HttpRequest], Any]) -> None:
    answer = encryption(RequestFactory().get("/", headers={"X-Forwarded-Proto": "https"}))
    assert (answer.status_code, answer.has_header("Strict-Transport-Security")) == (200, False)
