"""A table whose cache or channel layer cannot be reached.

People join and play, and limits still hold.
"""

from collections.abc import Callable
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from django.test import Client

from combat_site import storage
from encounters import throttle
from encounters.models import Seat
from tests.any_procedure import find_fight
from tests.encounters.seated import At, prepared_fight
from tests.server import Server
from tests.services import free_port


@pytest.fixture
def at(transactional_db: None) -> At:
    return prepared_fight()


@pytest.fixture(autouse=True)
def _no_redis(settings: Any) -> None:
    """Nobody listens where Redis should be."""
    nowhere = f"redis://127.0.0.1:{free_port()}"
    settings.CACHES = {"default": storage.make_cache(nowhere, "none")}
    settings.CHANNEL_LAYERS = {"default": storage.make_channel_layer(nowhere, "none")}
    throttle.own_cache.clear()


def test_people_join_and_are_seated(at: At) -> None:
    at.sit()
    assert sorted(seat.name for seat in Seat.objects.all()) == ["Pip", "Quill", "Sam"]
    assert at.pip.get(at.url("me/")).status_code == 200
    at.begin()
    assert at.answer(at.quill, action="C").status_code == 303


def test_a_fight_of_the_rule_book_is_played(at: At) -> None:
    assert Client().get(f"/rules/fight/{find_fight()}").status_code == 200


def test_wrong_codes_are_still_limited(at: At) -> None:
    for _ in range(10):
        assert at.pip.post("/join/", {"code": "AAAAAA"}).status_code == 404
    assert at.pip.post("/join/", {"code": "AAAAAA"}).status_code == 429


def test_dm_signs_in_by_password(at: At) -> None:
    answered = Client().post("/sign-in/", {"username": "dora", "password": "ten segments"})
    assert answered.status_code == 302


@pytest.mark.live
def test_a_server_takes_a_code_without_redis(serve: Callable[..., Server]) -> None:
    server = serve(asked="/livez", REDIS_URL=f"redis://127.0.0.1:{free_port()}")
    with pytest.raises(HTTPError, match="404"):
        urlopen(f"{server.url}/t/AAAAAA/", timeout=30)
