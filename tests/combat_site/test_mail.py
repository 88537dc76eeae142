"""Mail as it is set by EMAIL_URL and EMAIL_FROM."""

from typing import Any

import pytest

from combat_site.mail import make_mail


def test_without_a_url_nothing_is_set() -> None:
    assert make_mail("", "dora@example.org") == {}


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (
            "smtp+tls://dora%40example.org:p%3Aw@mail.example",
            {"EMAIL_HOST": "mail.example", "EMAIL_PORT": 587, "EMAIL_USE_TLS": True, "EMAIL_HOST_PASSWORD": "p:w"},
        ),
        ("smtp+ssl://dora:secret@mail.example", {"EMAIL_PORT": 465, "EMAIL_USE_SSL": True}),
        ("smtp://localhost:2525", {"EMAIL_PORT": 2525, "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend"}),
        ("filemail:///mails", {"EMAIL_FILE_PATH": "mails"}),
    ],
    ids=["tls", "ssl", "plain", "folder"],
)
def test_a_url_says_how_mail_is_sent(url: str, expected: dict[str, Any]) -> None:
    assert make_mail(url, "").items() >= expected.items()


@pytest.mark.parametrize(
    ("url", "sender", "expected"),
    [
        ("smtp+tls://dora%40example.org:x@mail.example", "", "dora@example.org"),
        ("smtp+tls://dora:x@mail.example", "", "ten-segments@mail.example"),
        ("smtp+tls://dora:x@mail.example", "table@example.org", "table@example.org"),
        ("consolemail://", "", "ten-segments@localhost"),
    ],
    ids=["user", "host", "named", "console"],
)
def test_mail_has_a_sender(url: str, sender: str, expected: str) -> None:
    assert make_mail(url, sender)["DEFAULT_FROM_EMAIL"] == expected


@pytest.mark.parametrize("url", ["mail.example", "http://mail.example", "smtp+tls://", "smtp://mail.example:port"])
def test_a_url_that_sends_nothing_ends_the_start_with_one_line(url: str) -> None:
    with pytest.raises(SystemExit, match=r"EMAIL_URL is not understood\. Write it like smtp\+tls://"):
        make_mail(url, "")
