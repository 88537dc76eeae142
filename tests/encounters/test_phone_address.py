"""A changed address of phones is said in the terminal and on the first page."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters.phone_address import describe_moved_address, note_phone_address
from encounters.services import make_campaign


@pytest.fixture
def at_home(settings: Any, tmp_path: Path) -> Any:
    """Return the settings of a table that phones reached at another address last time."""
    settings.VAR = tmp_path
    (tmp_path / "phones").write_text("http://192.168.1.20:8000")
    return settings


def test_an_address_that_has_changed_is_said_until_it_stays(at_home: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("encounters.phone_address._get_address", lambda: "http://192.168.1.33:8000")
    assert describe_moved_address() == ""
    said = note_phone_address()
    assert "at http://192.168.1.20:8000 last time; now it is http://192.168.1.33:8000" in said
    assert describe_moved_address() == said
    assert note_phone_address() == ""
    assert describe_moved_address() == ""


def test_the_first_page_says_that_the_address_has_changed(
    at_home: Any, monkeypatch: pytest.MonkeyPatch, dora: User, client: Client
) -> None:
    make_campaign(dora, "The Ford and the Fen")
    client.force_login(dora)
    assert "last time; now it is" not in client.get("/").content.decode()
    monkeypatch.setattr("encounters.phone_address._get_address", lambda: "http://192.168.1.33:8000")
    note_phone_address()
    assert "last time; now it is http://192.168.1.33:8000" in client.get("/").content.decode()
