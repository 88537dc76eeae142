"""Databases, channel layers and caches as settings, made from one URL each."""

import atexit
import contextlib
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import environ

SQLITE = "django.db.backends.sqlite3"
POSTGRESQL = "combat_site.postgresql"
DJANGOS_POSTGRESQL = "django.db.backends.postgresql"

POOL = {"min_size": 2, "max_size": 8, "timeout": 1, "reconnect_timeout": 2}
"""The connections that are kept, those that are made at most, and the seconds of waiting.

The timeout is how long a request waits before it asks whether others get connections (``combat_site/postgresql``). A
connection that cannot be made again is given up soon: else the pool would wait longer and longer between its tries.
"""

SOON = {"connect_timeout": 2, "tcp_user_timeout": 5000}
"""The seconds in which a connection must be made, and the milliseconds in which PostgreSQL must take what it was sent.

The URL may name others.
"""

MOST_COUNTS = 100_000
"""The most counts that a process keeps. With Django's 300, tries of many names would drive out others."""

COUNTS = "combat_site_counts"
"""The table of the cache, in PostgreSQL without Redis."""


def make_database(url: str, var: Path) -> dict[str, Any]:
    """Return the DATABASES entry for ``url``; without a URL an SQLite file in ``var``.

    PostgreSQL connections are pooled, unless the URL says ``?pool=off``.
    """
    entry: dict[str, Any] = {"ENGINE": SQLITE, "NAME": str(var / "combat.sqlite3")}
    if url:
        entry = dict(environ.Env.db_url_config(url))
    if entry["ENGINE"] == SQLITE:
        # IMMEDIATE takes the write lock before the first read. A deferred transaction that reads and then writes fails
        # with "database is locked", whatever the timeout (seconds) is.
        entry["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        }
        # The tests need a file: live servers and threads cannot share a database in memory.
        entry["TEST"] = {"NAME": str(var / "test.sqlite3")}
    if entry["ENGINE"] == DJANGOS_POSTGRESQL:
        entry["ENGINE"] = POSTGRESQL
        entry["HOST"] = unquote(entry["HOST"])  # the URL writes the folder of a Unix socket with %2F
        options = dict(entry.get("OPTIONS", {}))
        pooled = str(options.pop("pool", "on")) not in ("off", "False")
        # The pool keeps the connections; CONN_MAX_AGE together with it is an error.
        entry["CONN_MAX_AGE"] = 0
        # Each connection is checked before it is used: after a restart of PostgreSQL those in the pool are dead but
        # look open.
        entry["CONN_HEALTH_CHECKS"] = True
        entry["OPTIONS"] = SOON | options | ({"pool": POOL} if pooled else {})
    return entry


def keep_private(entry: Mapping[str, Any]) -> None:
    """Make an SQLite file, and the files beside it, readable by its owner only.

    A missing file is made, because SQLite would make it readable by all. SQLite gives its log and index the permissions
    of the file. A database in memory, and a file of another user, stay as they are.
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
    """Return a connection to an SQLite file that this process never closes.

    Returns None for other databases, and where there is no file yet. Closing the last connection writes the whole
    write-ahead log back. That takes 20 ms for each request and each look of the hub, and blocks the process meanwhile.
    """
    if entry["ENGINE"] != SQLITE or not Path(entry["NAME"]).is_file():
        return None
    connection = sqlite3.connect(entry["NAME"], check_same_thread=False)
    # SQLite counts a connection as open only after it has read.
    connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
    atexit.register(connection.close)
    return connection


def make_channel_layer(redis_url: str, prefix: str, engine: str = SQLITE) -> dict[str, Any]:
    """Return the CHANNEL_LAYERS entry: of Redis, else of PostgreSQL, else in memory."""
    if redis_url:
        return {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [{"address": redis_url, "socket_connect_timeout": 2}], "prefix": prefix},
        }
    if engine == POSTGRESQL:
        return {"BACKEND": "combat_site.postgresql.layer.NotifyLayer", "CONFIG": {"name": prefix}}
    # A message unread for ``expiry`` seconds silently removes its channel from every group; both limits are far off.
    return {
        "BACKEND": "channels.layers.InMemoryChannelLayer",
        "CONFIG": {"capacity": 1000, "expiry": 3600, "group_expiry": 10**9},
    }


def make_cache(redis_url: str, prefix: str, engine: str = SQLITE) -> dict[str, Any]:
    """Return the CACHES entry.

    With Redis or PostgreSQL all processes share it, because limits are counted in it.
    """
    if redis_url:
        return {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": redis_url,
            "KEY_PREFIX": prefix,
            "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 2},
        }
    most = {"MAX_ENTRIES": MOST_COUNTS}
    if engine == POSTGRESQL:
        counts = "combat_site.postgresql.counts.CountingCache"
        return {"BACKEND": counts, "LOCATION": COUNTS, "KEY_PREFIX": prefix, "OPTIONS": most}
    return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": most}
