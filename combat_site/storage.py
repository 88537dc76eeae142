"""Databases, channel layers and caches as settings, from one URL each."""

import atexit
import contextlib
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import environ

SQLITE = "django.db.backends.sqlite3"
POSTGRESQL = "django.db.backends.postgresql"


POOL = {"min_size": 2, "max_size": 8, "timeout": 10}
"""Connections kept and made at most, and how many seconds a request waits for one."""


def database(url: str, var: Path) -> dict[str, Any]:
    """The DATABASES entry for `url`; none means a file in `var`. PostgreSQL is pooled, but for `?pool=off`."""
    entry: dict[str, Any] = {"ENGINE": SQLITE, "NAME": str(var / "combat.sqlite3")}
    if url:
        entry = dict(environ.Env.db_url_config(url))
    if entry["ENGINE"] == SQLITE:
        # IMMEDIATE takes the write lock before the first read: deferred transactions that read and then write fail
        # with "database is locked" whatever the timeout (seconds).
        entry["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        }
        # A file, since live servers and threads cannot share a database in memory.
        entry["TEST"] = {"NAME": str(var / "test.sqlite3")}
    if entry["ENGINE"] == POSTGRESQL:
        entry["HOST"] = unquote(entry["HOST"])  # a socket's folder is written with %2F
        options = dict(entry.get("OPTIONS", {}))
        pooled = str(options.pop("pool", "on")) not in ("off", "False")
        # The pool keeps connections; CONN_MAX_AGE beside it is an error.
        entry["CONN_MAX_AGE"] = 0
        # A connection is asked for a sign of life before it is handed out: when PostgreSQL restarts, those in the pool
        # are dead and look as if they were open.
        entry["CONN_HEALTH_CHECKS"] = True
        entry["OPTIONS"] = options | ({"pool": POOL} if pooled else {})
    return entry


def keep_private(entry: Mapping[str, Any]) -> None:
    """Have an SQLite file, and what SQLite writes beside it, be readable by its owner alone.

    A file that is not there is made: SQLite would make it readable by all, and gives its log and index the permissions
    of the file. A database in memory, and a file of somebody else, are left as they are.
    """
    name = str(entry["NAME"])
    if entry["ENGINE"] != SQLITE or name.startswith((":", "file:")) or not Path(name).parent.is_dir():
        return
    with contextlib.suppress(OSError):
        Path(name).touch(0o600)
    for path in (Path(f"{name}{ending}") for ending in ("", "-wal", "-shm", "-journal")):
        with contextlib.suppress(FileNotFoundError, PermissionError):
            if path.stat().st_mode & 0o077:
                path.chmod(0o600)


def keep_open(entry: Mapping[str, Any]) -> sqlite3.Connection | None:
    """One connection to an SQLite file that this process never closes; None for other databases, or no file yet.

    Whoever closes the last connection writes the whole write-ahead log back: 20 ms for each request, and for each
    look of the hub, in which the process can do nothing else.
    """
    if entry["ENGINE"] != SQLITE or not Path(entry["NAME"]).is_file():
        return None
    connection = sqlite3.connect(entry["NAME"], check_same_thread=False)
    # Only who has read from it counts as connected.
    connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
    atexit.register(connection.close)
    return connection


def channel_layer(redis_url: str, prefix: str) -> dict[str, Any]:
    """The CHANNEL_LAYERS entry: Redis publish and subscribe, or this process's memory."""
    if redis_url:
        return {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [{"address": redis_url, "socket_connect_timeout": 2}], "prefix": prefix},
        }
    # A message left unread for `expiry` seconds takes its channel out of every group, silently: both are far off.
    return {
        "BACKEND": "channels.layers.InMemoryChannelLayer",
        "CONFIG": {"capacity": 1000, "expiry": 3600, "group_expiry": 10**9},
    }


def cache(redis_url: str, prefix: str) -> dict[str, Any]:
    """The CACHES entry: shared by all processes where there is Redis, since limits are counted in it."""
    if redis_url:
        return {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": redis_url,
            "KEY_PREFIX": prefix,
            "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 2},
        }
    return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
