"""Pages ask the database as often for many seats as for one."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from encounters import clocks, seats, services
from encounters.view import View
from encounters.viewers import Viewer, build_seat_viewer
from tests.any_procedure import ANY
from tests.encounters.conftest import Table
from tests.encounters.dm_browser import Hers


@pytest.fixture
def hers(table: Table, dora: User) -> Hers:
    return Hers(table, dora)


@pytest.mark.parametrize("page", ["", "join/", "figure/otis/"])
def test_the_dms_pages_in_play(hers: Hers, page: str) -> None:
    before = count_queries(hers, page)
    for n in range(4):
        seats.give(hers.table.dora, "orc-1", sit(hers, f"Player {n}"))
    assert count_queries(hers, page) == before


def test_the_page_of_preparation(dora: User, hers: Hers) -> None:
    prepared = services.create_encounter(dora, "Another", ANY)
    hers.url, hers.table.encounter = f"/e/{prepared.pk}/", prepared
    sit(hers, "First")
    before = count_queries(hers, "prepare/")
    for n in range(4):
        sit(hers, f"Player {n}")
    assert count_queries(hers, "prepare/") == before


def sit(hers: Hers, name: str) -> int | None:
    return build_seat_viewer(seats.join(hers.table.encounter.code, name, "player").seat).seat_id


def count_queries(hers: Hers, page: str) -> int:
    """Return how often a page asks the database, once its log is held."""
    hers.page(page)
    with CaptureQueriesContext(connection) as asked:
        hers.page(page)
    return len(asked)


def test_the_dms_view_is_read_once_for_a_players_clock(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.begin()
    read = []
    look = clocks.read_view

    def count(viewer: Viewer) -> View:
        read.append(viewer)
        return look(viewer)

    monkeypatch.setattr(clocks, "read_view", count)
    monkeypatch.setattr(clocks, "is_timed", lambda *_: True)
    assert clocks.find_clock(table.pip, table.token(table.dora, "otis")) is not None
    assert len(read) == 1
