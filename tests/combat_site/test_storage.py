"""One URL each for the database and for Redis; one file for the key."""

import errno
import os
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from channels.layers import get_channel_layer
from django.core.cache import cache
from django.db import connection

from combat_site.secret_key import make_folder, read_key
from combat_site.storage import POOL, SOON, keep_private, make_channel_layer, make_database
from tests.server import url_of

VAR = Path("var")


def test_no_url_means_a_file_in_var() -> None:
    assert make_database("", VAR)["NAME"] == "var/combat.sqlite3"


@pytest.mark.parametrize("url", ["", "sqlite:///fight.sqlite3"])
def test_every_sqlite_takes_the_write_lock_first(url: str) -> None:
    options = make_database(url, VAR)["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in options["init_command"]


def test_the_pool_can_be_switched_off() -> None:
    entry = make_database("postgres://dora@db.example:5432/table?pool=off&sslmode=require", Path("var"))
    assert entry["OPTIONS"] == {**SOON, "sslmode": "require"}


def test_postgresql_is_pooled() -> None:
    entry = make_database("postgres://dora@db.example:5433/fights?sslmode=require", VAR)
    assert (entry["HOST"], entry["PORT"], entry["NAME"]) == ("db.example", 5433, "fights")
    assert entry["OPTIONS"] == {**SOON, "sslmode": "require", "pool": POOL}
    assert (entry["CONN_MAX_AGE"], entry["CONN_HEALTH_CHECKS"]) == (0, True)


def test_a_url_may_say_how_long_to_wait_for_postgresql() -> None:
    assert make_database("postgres://dora@db.example/fights?connect_timeout=9", VAR)["OPTIONS"]["connect_timeout"] == 9


def test_a_postgresql_socket_is_a_folder() -> None:
    assert make_database("postgres://dora@%2Fvar%2Frun%2Fpostgresql/fights", VAR)["HOST"] == "/var/run/postgresql"


@pytest.mark.parametrize("url", ["postgres://dora:s%40fe@db.example:5433/fights", "sqlite:////var/fight.sqlite3"])
def test_an_entry_can_be_written_as_its_url_again(url: str) -> None:
    assert url_of(make_database(url, VAR)) == url


def test_redis_is_used_where_it_is_named_and_under_its_prefix() -> None:
    layer = make_channel_layer("redis://cellar:6379/1", "keep")
    assert layer["CONFIG"] == {
        "hosts": [{"address": "redis://cellar:6379/1", "socket_connect_timeout": 2}],
        "prefix": "keep",
    }
    assert make_channel_layer("", "keep")["BACKEND"] == "channels.layers.InMemoryChannelLayer"


@pytest.mark.storage
@pytest.mark.django_db
def test_the_database_is_as_it_was_asked_for() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        else:
            cursor.execute("SHOW server_encoding")
            assert cursor.fetchone() == ("UTF8",)


@pytest.mark.live
@pytest.mark.django_db(transaction=True)
async def test_a_doorbell_rings_through_the_channel_layer() -> None:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add("fight", channel)
    await layer.group_send("fight", {"type": "ring", "at": 3})
    assert await layer.receive(channel) == {"type": "ring", "at": 3}
    await layer.group_discard("fight", channel)


@pytest.mark.live
@pytest.mark.django_db
def test_counts_are_kept_in_the_cache() -> None:
    cache.set("tries", 1, timeout=5)
    assert cache.incr("tries") == 2


def test_the_key_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret-key"
    assert read_key(path) == read_key(path)
    assert len(read_key(path)) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_empty_key_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "secret-key").write_text("\n")
    with pytest.raises(SystemExit, match="is empty"):
        read_key(tmp_path / "secret-key")


def test_a_key_that_cannot_be_written_is_told_in_one_line_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "link", fail)
    with pytest.raises(SystemExit, match="No space left on device"):
        read_key(tmp_path / "secret-key")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "var").touch()
    with pytest.raises(SystemExit, match="cannot be made: Not a directory"):
        make_folder(tmp_path / "var" / "static")


def test_an_sqlite_file_is_its_owners_only(tmp_path: Path) -> None:
    entry = make_database("", tmp_path)
    keep_private(entry)
    written = sqlite3.connect(entry["NAME"])
    written.execute("PRAGMA journal_mode=WAL")
    written.execute("CREATE TABLE blows (face)")
    assert permissions(tmp_path) == {
        "combat.sqlite3": 0o600,
        "combat.sqlite3-shm": 0o600,
        "combat.sqlite3-wal": 0o600,
    }
    written.close()


def test_an_sqlite_file_that_all_could_read_is_its_owners_only(tmp_path: Path) -> None:
    for name in ("combat.sqlite3", "combat.sqlite3-wal", "combat.sqlite3-shm"):
        (tmp_path / name).touch(0o666)
        (tmp_path / name).chmod(0o644)
    keep_private(make_database("", tmp_path))
    assert set(permissions(tmp_path).values()) == {0o600}


@pytest.mark.parametrize("url", ["sqlite://:memory:", "postgres://dora@db.example/fights", "sqlite:////nowhere/at/all"])
def test_what_is_no_file_here_is_left_alone(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    keep_private(make_database(url, tmp_path))
    assert list(tmp_path.iterdir()) == []


def permissions(folder: Path) -> dict[str, int]:
    """Return the permissions of every file in a folder."""
    return {found.name: stat.S_IMODE(found.stat().st_mode) for found in folder.iterdir()}


def test_processes_that_start_together_agree_on_one_key(tmp_path: Path) -> None:
    path = tmp_path / "secret-key"
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(read_key, [path] * 8))
    assert len(keys) == 1
    assert [found.name for found in tmp_path.iterdir()] == ["secret-key"]
