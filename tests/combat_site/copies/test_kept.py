"""The copies that are made by themselves: one a day, and one before each migration."""

import sqlite3
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from django.contrib.auth.models import User

from combat_site.copies import kept, nightly
from combat_site.copies.kept import KEPT, Reason, find_folder, is_due, keep_copy, keep_copy_of_today, list_copies
from encounters.models import Campaign
from tests.golden.restoring import RELEASES, restore
from tests.server import clean_environ, manage, run_manage

DAY = timedelta(days=1)

Stored = Callable[[Reason, datetime], Path]


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    """Return the folder of copies, which belongs to one test."""
    settings.VAR = tmp_path
    return tmp_path / "copies"


@pytest.fixture
def stored(folder: Path) -> Stored:
    """`stored(reason, time)`: a file of a copy by name, which is damaged."""

    def store(reason: Reason, made: datetime) -> Path:
        folder.mkdir(exist_ok=True)
        file = folder / f"{made:%Y%m%dT%H%M%S}-{reason}.zip"
        file.touch()
        return file

    return store


def test_copies_are_listed_with_what_is_in_them_the_newest_first(dora: User, stored: Stored) -> None:
    Campaign.objects.create(name="The Ford")
    stored(Reason.NIGHT, datetime(2026, 1, 2, tzinfo=UTC))
    keep_copy(Reason.HAND)
    (find_folder() / "notes.zip").touch()
    new, old = list_copies()
    assert new.manifest is not None
    assert (new.reason, new.manifest.contents) == (Reason.HAND, "1 campaign, 1 DM")
    assert (old.reason, old.manifest, old.size) == (Reason.NIGHT, None, 0)


@pytest.mark.parametrize("reason", KEPT)
def test_the_newest_of_each_kind_are_kept(dora: User, stored: Stored, reason: Reason) -> None:
    began = datetime(2026, 1, 1, tzinfo=UTC)
    for number in range(9):
        stored(reason, began + number * DAY)
        stored(Reason.HAND, began + number * DAY)
    keep_copy(reason)
    made = [each.made for each in list_copies() if each.reason is reason]
    assert len(made) == KEPT[reason]
    assert made[-1] == began + (10 - KEPT[reason]) * DAY
    assert len([each for each in list_copies() if each.reason is Reason.HAND]) == 9


def test_a_day_has_one_copy(dora: User) -> None:
    assert [keep_copy_of_today() for _ in range(3)] == ["", "", ""]
    assert [each.reason for each in list_copies()] == [Reason.NIGHT]


def test_it_is_due_again_after_four_in_the_morning_and_not_at_midnight(dora: User) -> None:
    keep_copy(Reason.NIGHT)
    made = list_copies()[0].made
    four = made.replace(hour=4, minute=0, second=0)
    following = four if four > made else four + DAY
    assert not is_due(following - timedelta(seconds=1))
    assert is_due(following)


def test_a_damaged_copy_is_none(stored: Stored) -> None:
    now = datetime.now(UTC)
    stored(Reason.NIGHT, now)
    assert is_due(now)


def test_of_two_processes_one_makes_the_copy(dora: User, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir()
    with kept._lock(folder / ".lock") as is_first:
        assert is_first
        assert keep_copy_of_today() == ""
    assert list_copies() == []


def test_a_folder_that_cannot_be_made_is_told(dora: User, folder: Path) -> None:
    folder.write_text("a file in its place")
    assert "No copy was made" in kept.keep_copy_if_possible(Reason.NIGHT)
    assert "File exists" in keep_copy_of_today()


def test_a_serving_process_makes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    manage("migrate", "--verbosity=0", environ=variables(tmp_path))
    monkeypatch.setattr(nightly, "FIRST_SECONDS", 0.01)
    stopped = Event()
    thread = Thread(target=nightly.keep_copying, args=(stopped,))
    thread.start()
    deadline = time.monotonic() + 60
    while not list_copies() and time.monotonic() < deadline:
        time.sleep(0.05)
    stopped.set()
    thread.join(60)
    assert [each.reason for each in list_copies()] == [Reason.NIGHT]


def test_the_command_of_the_night_makes_one(tmp_path: Path) -> None:
    environ = variables(tmp_path)
    manage("migrate", "--verbosity=0", environ=environ)
    for _ in range(2):
        manage("backup", "--night", environ=environ)
    assert [each.reason for each in list_copies()] == [Reason.NIGHT]


def variables(folder: Path) -> Mapping[str, str]:
    """Return the variables of a site in a folder, which makes copies by itself."""
    return clean_environ(VAR_DIR=str(folder), LOG_LEVEL="ERROR", COPIES="1")


def test_a_migration_of_something_stored_comes_after_a_copy_of_it(tmp_path: Path) -> None:
    restore(RELEASES[0], tmp_path / "combat.sqlite3")
    manage("migrate", "--verbosity=0", environ=variables(tmp_path))
    (copy,) = list_copies()
    assert copy.reason is Reason.MIGRATION
    with closing(sqlite3.connect(tmp_path / "combat.sqlite3")) as now:
        later = now.execute("SELECT count(*) FROM django_migrations").fetchone()[0]
    manage("migrate", "--verbosity=0", environ=variables(tmp_path))
    assert list_copies() == [copy]
    told = manage("restore", str(copy.file), "--replace", environ=variables(tmp_path))
    assert "A copy of what was here before: " in told
    with closing(sqlite3.connect(tmp_path / "combat.sqlite3")) as now:
        assert now.execute("SELECT count(*) FROM django_migrations").fetchone()[0] == later


def test_a_new_database_has_nothing_to_copy(tmp_path: Path) -> None:
    manage("migrate", "--verbosity=0", environ=variables(tmp_path))
    assert list_copies() == []


@pytest.mark.parametrize("variable", ["1", "0"])
def test_a_migration_goes_on_without_a_copy(tmp_path: Path, folder: Path, variable: str) -> None:
    restore(RELEASES[0], tmp_path / "combat.sqlite3")
    folder.write_text("a file in its place")
    done = run_manage("migrate", "--verbosity=0", environ={**variables(tmp_path), "COPIES": variable})
    assert done.returncode == 0
    assert ("applied without one" in done.stderr) == (variable == "1")
