"""Pages ask the database as often for twelve seats as for four."""

from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver

from encounters import clocks, seats, services
from encounters.addresses import make_address
from encounters.encounter_view import EncounterView
from encounters.models import Encounter, Seat
from encounters.urls import DM, TABLE
from encounters.viewers import Viewer, build_dm_viewer
from tests.any_procedure import ANY
from tests.encounters.conftest import Table
from tests.encounters.seated import PARTY, At
from tests.people import find_viewer

SEATS = (4, 12)

PARTS = {"who": "otis", "number": 1}
"""The parts of addresses that the fight has."""


def list_pages(patterns: Iterable[URLPattern | URLResolver], **place: object) -> dict[str, str]:
    """Return the address of each URL of a table whose parts are known, by name."""
    pages = {}
    for each in patterns:
        if isinstance(each, URLPattern) and set(each.pattern.converters) <= set(PARTS):
            parts = {name: PARTS[name] for name in each.pattern.converters}
            pages[each.name or ""] = make_address(each.name or "", None, **place, **parts)
    return pages


def count_queries(client: Client, pages: Mapping[str, str]) -> dict[str, int]:
    """Return how often each page asks the database, once its log is held."""
    counts = {}
    for name, address in pages.items():
        if client.get(address).status_code == HTTPStatus.OK:
            with CaptureQueriesContext(connection) as asked:
                client.get(address)
            counts[name] = len(asked)
    return counts


def sit(encounter: Encounter, upto: int) -> None:
    """Seat people until so many sit there; in a fight in play two of them play orcs."""
    dora = build_dm_viewer(encounter)
    for number in range(Seat.objects.filter(campaign=encounter.campaign, name__startswith="Player").count(), upto):
        viewer = find_viewer(seats.join(encounter.code, f"Player {number}", "player").seat)
        if number < 2 and encounter.opened:
            seats.give(dora, f"orc-{number + 1}", viewer.seat_id)


def check_counts(encounter: Encounter, count: Callable[[], dict[str, int]]) -> None:
    """Check that pages ask as often with 12 seats as with 4, and at most once more than with 0."""
    counts = []
    for upto in (0, *SEATS):
        sit(encounter, upto)
        counts.append(count())
    with_none, *with_some = counts
    assert all(each == with_some[0] for each in with_some)
    assert {name: more for name, more in with_some[0].items() if more > with_none[name] + 1} == {}


def test_the_dms_pages_in_play(at: At) -> None:
    pages = list_pages(DM, encounter_id=at.encounter.pk)
    dora = Client()
    dora.force_login(User.objects.get(username="dora"))
    Seat.objects.filter(campaign=at.encounter.campaign).delete()
    assert len(count_queries(dora, pages)) >= 20
    check_counts(at.encounter, lambda: count_queries(dora, pages))


@pytest.mark.parametrize("name", ["pip", "sam"])
def test_pages_of_players_and_spectators(at: At, name: str) -> None:
    pages = list_pages(TABLE, code=at.encounter.code)
    Seat.objects.filter(campaign=at.encounter.campaign).exclude(name=name.capitalize()).delete()
    client: Client = getattr(at, name)
    assert len(count_queries(client, pages)) >= 5
    check_counts(at.encounter, lambda: count_queries(client, pages))


@pytest.mark.parametrize("name", ["pip", "sam"])
def test_pages_after_more_rounds(at: At, name: str) -> None:
    pages = list_pages(TABLE, code=at.encounter.code)
    client: Client = getattr(at, name)
    at.finish()
    before = count_queries(client, pages)
    for _ in range(3):
        at.begin()
        at.finish()
    assert {page: more for page, more in count_queries(client, pages).items() if more > before[page]} == {}


def test_pages_of_preparation(hers: Client, dora: User) -> None:
    encounter = services.create_encounter(dora, "Another", ANY)
    services.add_combatants(build_dm_viewer(encounter), PARTY)
    pages = list_pages(DM, encounter_id=encounter.pk) | {"encounters": make_address("encounters")}
    assert len(count_queries(hers, pages)) > 4
    check_counts(encounter, lambda: count_queries(hers, pages))


def test_the_dms_view_is_read_once_for_a_players_clock(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.begin()
    read = []
    look = clocks.read_view

    def count(viewer: Viewer) -> EncounterView:
        read.append(viewer)
        return look(viewer)

    monkeypatch.setattr(clocks, "read_view", count)
    monkeypatch.setattr(clocks, "is_timed", lambda *_: True)
    assert clocks.find_clock(table.pip, table.token(table.dora, "otis")) is not None
    assert len(read) == 1
