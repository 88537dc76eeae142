"""A copy that comes back: whole or not at all, from one database into the other."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client

from combat_site.copies import restoring
from combat_site.copies.files import CopyError, describe, unpack, write_file
from combat_site.copies.restoring import Ready, is_newer, prepare, write_over
from encounters.models import Campaign, Encounter, Event, Seat
from encounters.selectors import read_view
from encounters.verifying import FoundState, verify_fight
from tests.encounters.conftest import Table
from tests.encounters.seated import At
from tests.golden.restoring import forget_all
from tests.killings import count_killings, read_all
from tests.server import clean_environ, manage

pytestmark = pytest.mark.storage


@pytest.fixture
def ready(table: Table, copied: Callable[[], Path]) -> Iterator[Ready]:
    """Return a copy of a fight in its second round, which went on afterwards, made ready."""
    table.play_round()
    file = copied()
    table.play_round()
    Campaign.objects.create(name="Made since")
    with prepare(file) as ready:
        yield ready


def read_kept() -> dict[str, list[dict[str, Any]]]:
    """Return every row of every table that is copied."""
    return {name: rows for name, rows in read_all().items() if name != Session._meta.label}


def test_all_that_is_stored_comes_back(table: Table, copied: Callable[[], Path]) -> None:
    table.play_round()
    before, file = read_kept(), copied()
    table.play_round()
    Campaign.objects.create(name="Made since")
    Seat.objects.filter(name="Pip").update(name="Pippin")
    with prepare(file) as ready:
        write_over(ready)
    assert read_kept() == before


def test_it_goes_to_the_other_database_and_back(table: Table, copied: Callable[[], Path], tmp_path: Path) -> None:
    """Go from the database of the run to SQLite by the commands, and from there back."""
    table.play_round()
    before, file = read_kept(), copied()
    environ = clean_environ(VAR_DIR=str(tmp_path / "elsewhere"), LOG_LEVEL="ERROR")
    told = manage("restore", str(file), environ={**environ, "PROCEDURES": "toy=tests.encounters.toy:Toy"})
    assert "1 reads and replays as it was stored" in told
    manage("backup", str(tmp_path / "back.zip"), environ=environ)
    table.play_round()
    with prepare(tmp_path / "back.zip") as ready:
        write_over(ready)
    assert read_kept() == before


def test_what_is_killed_anywhere_has_changed_nothing(ready: Ready) -> None:
    before = read_all()
    kept = [read_all() == before for _ in count_killings(lambda: write_over(ready))]
    assert len(kept) > 40
    assert all(kept)
    assert not Campaign.objects.filter(name="Made since").exists()


def test_a_fight_goes_on_after_it(table: Table, ready: Ready) -> None:
    write_over(ready)
    forget_all()
    assert read_view(table.dora).state.round == 1
    table.play_round()
    assert read_view(table.dora).state.round == 2
    assert verify_fight(Encounter.objects.get(pk=table.encounter.pk)).found == FoundState.SAME


def test_new_rows_are_numbered_after_those_that_came_back(ready: Ready) -> None:
    write_over(ready)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT last_value FROM encounters_event_id_seq")
            assert cursor.fetchone()[0] > Event.objects.latest("pk").pk
    highest = Campaign.objects.order_by("pk").last()
    assert highest is not None
    assert Campaign.objects.create(name="New").pk > highest.pk


def test_phones_and_who_is_signed_in_stay(at: At, copied: Callable[[], Path]) -> None:
    hers = Client()
    hers.force_login(at.encounter.campaign.find_owner())
    file = copied()
    with prepare(file) as ready:
        write_over(ready)
    forget_all()
    assert at.pip.get(at.url("me/")).status_code == 200
    assert hers.get(f"/e/{at.encounter.pk}/").status_code == 200


def test_a_session_of_somebody_else_with_the_same_number_is_none(dora: User, copied: Callable[[], Path]) -> None:
    file = copied()
    User.objects.filter(pk=dora.pk).update(username="emil", password="another")
    dora.refresh_from_db()
    browser = Client()
    browser.force_login(dora)
    with prepare(file) as ready:
        write_over(ready)
    assert browser.get("/password/").status_code == 302


def change(file: Path, statement: str) -> Path:
    """Return a copy with one change in its database."""
    database, changed = file.with_suffix(".changed"), file.with_name("changed.zip")
    manifest = unpack(file, database)
    with closing(sqlite3.connect(database)) as opened, opened:
        opened.execute(statement)
    write_file(changed, describe(datetime.now(UTC), "sqlite", database, manifest.counts, has_key=False), database)
    return changed


def test_a_copy_with_a_migration_that_is_unknown_is_of_a_newer_version(dora: User, copied: Callable[[], Path]) -> None:
    migration = "INSERT INTO django_migrations (app, name, applied) VALUES ('encounters', '9999_later', '2030-01-01')"
    with pytest.raises(CopyError, match="Install that version first"), prepare(change(copied(), migration)):
        pass


def test_a_copy_of_a_newer_version_is_refused(
    dora: User, copied: Callable[[], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = copied()
    monkeypatch.setattr(restoring, "VERSION", "0.9.12")
    with pytest.raises(CopyError, match="Install that version first"), prepare(file):
        pass


def test_versions_are_compared_by_their_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restoring, "VERSION", "1.9.0")
    assert [each for each in ("1.8.9", "1.9.0", "1.10.0", "2.0.0") if is_newer(each)] == ["1.10.0", "2.0.0"]


def test_rows_of_an_app_that_is_not_installed_are_not_lost(dora: User, copied: Callable[[], Path]) -> None:
    file = change(copied(), "CREATE TABLE inns_inn AS SELECT 1 AS id")
    with pytest.raises(CopyError, match="has rows of inns_inn"), prepare(file):
        pass


def test_a_database_that_is_none_is_refused(tmp_path: Path) -> None:
    database, file = tmp_path / "none.sqlite3", tmp_path / "none.zip"
    database.write_bytes(b"no database at all" * 100)
    write_file(file, describe(datetime.now(UTC), "sqlite", database, {}, has_key=False), database)
    with pytest.raises(CopyError, match="damaged"), prepare(file):
        pass
