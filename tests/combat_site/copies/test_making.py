"""A copy that is made while people play: one moment, on SQLite and on PostgreSQL."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client

from combat_site.copies.files import CopyError, unpack
from combat_site.copies.making import make_copy
from encounters.models import Campaign, Member, Seat
from tests.encounters.conftest import Table

pytestmark = pytest.mark.storage

BEFORE = 20
"""The campaigns that are there before the first copy."""


@contextmanager
def others_writing(dora: User) -> Iterator[None]:
    """Make campaigns, each with its owner in one transaction, from another thread."""
    enough, begun = Event(), Event()

    def write() -> None:
        try:
            for number in count():
                with transaction.atomic():
                    made = Campaign.objects.create(name="Another", code=f"{number:06}")
                    Member.objects.create(campaign=made, user=dora, role="owner")
                if number > BEFORE:
                    begun.set()
                if enough.is_set():
                    break
        finally:
            connection.close()

    writer = Thread(target=write)
    writer.start()
    try:
        assert begun.wait(60)
        yield
    finally:
        enough.set()
        writer.join()


def read(file: Path, query: str) -> list[tuple[Any, ...]]:
    """Return what a query finds in the database of a copy."""
    back = file.with_suffix(".sqlite3")
    if not back.exists():
        unpack(file, back)
    with closing(sqlite3.connect(back)) as opened:
        return opened.execute(query).fetchall()


def test_a_copy_that_is_made_while_others_write_is_one_moment(dora: User, copied: Callable[[], Path]) -> None:
    with others_writing(dora):
        files = [copied() for _ in range(3)]
        counts = [read(each, "SELECT count(*) FROM encounters_campaign")[0][0] for each in files]
        alone = "SELECT count(*) FROM encounters_campaign WHERE id NOT IN (SELECT campaign_id FROM encounters_member)"
        assert [read(each, alone) for each in files] == [[(0,)]] * 3
    assert counts == sorted(set(counts))
    assert Campaign.objects.count() > counts[-1]


def test_who_writes_does_not_wait_for_a_copy_to_end(dora: User, tmp_path: Path) -> None:
    with others_writing(dora):
        before = Campaign.objects.count()
        make_copy(tmp_path / "copy.zip")
        assert Campaign.objects.count() > before


def test_a_copy_has_the_rows_of_a_fight_and_says_how_many(table: Table, copied: Callable[[], Path]) -> None:
    table.play_round()
    file = copied()
    assert read(file, "SELECT count(*) FROM encounters_event") == [(table.encounter.events.count(),)]
    names = {name for (name,) in read(file, "SELECT name FROM encounters_seat")}
    assert names == set(Seat.objects.values_list("name", flat=True))


def test_a_copy_signs_nobody_in(hers: Client, copied: Callable[[], Path]) -> None:
    assert hers.session.session_key
    file = copied()
    assert read(file, "SELECT count(*) FROM django_session") == [(0,)]
    key = str(hers.session.session_key).encode()
    assert key not in file.with_suffix(".sqlite3").read_bytes()


def test_a_copy_takes_the_place_of_no_file(dora: User, copied: Callable[[], Path]) -> None:
    file = copied()
    with pytest.raises(CopyError, match="is there already"):
        make_copy(file)


def test_a_folder_that_is_not_there_is_refused(dora: User, tmp_path: Path) -> None:
    with pytest.raises(CopyError, match="There is no folder"):
        make_copy(tmp_path / "nowhere" / "copy.zip")


def test_what_a_killed_process_left_is_deleted_after_a_day(
    dora: User, copied: Callable[[], Path], tmp_path: Path, settings: Any
) -> None:
    settings.VAR = tmp_path
    old, new = tmp_path / ".copying-old", tmp_path / ".copying-new"
    for folder in (old, new):
        folder.mkdir()
        (folder / "copy.sqlite3").touch()
    os.utime(old, (0, 0))
    copied()
    assert [each.exists() for each in (old, new)] == [False, True]
