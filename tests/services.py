"""A PostgreSQL and a Redis to test on: named ones, those that answer here, or our own.

Nothing is flushed: every run uses databases and prefixes of its own, told by a random mark, and removes only those.
"""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

import psycopg
import redis

from tests import packages

LOCAL_POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"
LOCAL_REDIS = "redis://127.0.0.1:6379/0"
PG_VARIABLES = ("PGHOST", "PGHOSTADDR", "PGPORT", "PGUSER", "PGPASSWORD", "PGSERVICE")
PATIENCE = 3
"""Seconds to wait for an answer."""


@contextmanager
def postgres(environ: Mapping[str, str]) -> Iterator[str]:
    """Yield the URL of a PostgreSQL that makes databases; one named and not answering exits."""
    url = named_postgres(environ) or (LOCAL_POSTGRES if postgres_answers(LOCAL_POSTGRES) else "")
    if url:
        yield url
    else:
        with private_postgres() as private:
            yield private.url


def named_postgres(environ: Mapping[str, str]) -> str:
    """Return the server of DATABASE_URL or PG*, or "". Raises SystemExit without an answer."""
    url = environ.get("DATABASE_URL", "")
    try:
        if url.startswith("postgres"):
            psycopg.connect(url, connect_timeout=PATIENCE).close()
            return url
        if any(environ.get(name) for name in PG_VARIABLES):
            return _url_of_pg_variables(environ)
    except psycopg.OperationalError as problem:
        raise SystemExit(f"The PostgreSQL named by DATABASE_URL or PG* does not answer: {problem}") from problem
    return ""


def postgres_answers(url: str) -> bool:
    """Return whether somebody can log in there."""
    try:
        psycopg.connect(url, connect_timeout=PATIENCE).close()
    except psycopg.OperationalError:
        return False
    return True


class PrivatePostgres:
    """A cluster of our own from Debian's packages, which can be restarted."""

    def __init__(self) -> None:
        programs = packages.postgresql_programs()
        if programs is None:
            packages.install(packages.POSTGRESQL)
            programs = packages.postgresql_programs()
            assert programs is not None, "the postgresql package brought no initdb"
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="ten-segments-pg-"))
        self.port = free_port()
        self.run = _runner(self.folder)

    @property
    def url(self) -> str:
        """Return the URL of its first database."""
        return f"postgres://postgres@127.0.0.1:{self.port}/postgres"

    def make(self) -> None:
        """Make its files."""
        options = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
        self.run(self.programs / "initdb", "-D", self.folder / "data", *options)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-p {self.port} -h 127.0.0.1 -k {self.folder} -c fsync=off"
        self._control("-w", "-l", self.folder / "log", "-o", options, "start")

    def stop(self) -> None:
        """End it and every connection to it."""
        self._control("-m", "fast", "-w", "stop")

    def _control(self, *arguments: object) -> None:
        self.run(self.programs / "pg_ctl", "-D", self.folder / "data", *arguments)


@contextmanager
def private_postgres() -> Iterator[PrivatePostgres]:
    """Start a cluster of our own; it and its folder are gone afterwards."""
    cluster = PrivatePostgres()
    try:
        cluster.make()
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(cluster.folder, ignore_errors=True)


@contextmanager
def redis_server(environ: Mapping[str, str]) -> Iterator[str]:
    """URL of a Redis. One that REDIS_URL names and that does not answer ends the run."""
    named = environ.get("REDIS_URL", "")
    if named and not redis_answers(named):
        raise SystemExit(f"The Redis named by REDIS_URL does not answer: {named}")
    url = named or (LOCAL_REDIS if redis_answers(LOCAL_REDIS) else "")
    if url:
        yield url
    else:
        with private_redis() as private:
            yield private.url


def redis_answers(url: str) -> bool:
    """Return whether a Redis is there that lets us in."""
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


class PrivateRedis:
    """A Redis of our own that keeps nothing, and can be restarted."""

    def __init__(self, folder: str) -> None:
        program = packages.redis_program()
        if program is None:
            packages.install(packages.REDIS)
            program = packages.redis_program()
            assert program is not None, "the redis-server package brought no server"
        port = free_port()
        self.url = f"redis://127.0.0.1:{port}/0"
        options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder]
        self.command = [program, *options]
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)
        _wait_for_redis(self.url, self.process)

    def stop(self) -> None:
        """End it."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(10)


@contextmanager
def private_redis() -> Iterator[PrivateRedis]:
    """Start a Redis of our own; it is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="ten-segments-redis-") as folder:
        private = PrivateRedis(folder)
        try:
            private.start()
            yield private
        finally:
            private.stop()


def database_named(url: str, name: str, *more: str) -> str:
    """Return the URL of another database on the same server, with options as in an address."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(path=f"/{name}", query="&".join(filter(None, (parts.query, *more)))))


def create_database(url: str, name: str) -> None:
    """Create an empty database on this server."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(name)))


def drop_databases(url: str, mark: str) -> list[str]:
    """Drop every database whose name holds `mark`, also while in use; return their names."""
    with psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute("SELECT datname FROM pg_database WHERE position(%s IN datname) > 0", [mark])
        names = [str(row[0]) for row in found]
        for name in names:
            connection.execute(psycopg.sql.SQL("DROP DATABASE {} WITH (FORCE)").format(psycopg.sql.Identifier(name)))
    return names


def drop_keys(url: str, prefix: str) -> int:
    """Delete the keys that begin with `prefix`; returns how many."""
    with redis.Redis.from_url(url) as client:
        keys = list(client.scan_iter(match=f"{prefix}*"))
        return int(client.delete(*keys)) if keys else 0


def free_port() -> int:
    """Return a TCP port on which nobody listens just now."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def _url_of_pg_variables(environ: Mapping[str, str]) -> str:
    """libpq reads PG* by itself; what it made of them becomes a URL."""
    database = environ.get("PGDATABASE") or "postgres"
    with psycopg.connect(dbname=database, connect_timeout=PATIENCE) as connection:
        info = connection.info
        user = quote(info.user, safe="") + (f":{quote(info.password, safe='')}" if info.password else "")
        return f"postgres://{user}@{quote(info.host, safe='')}:{info.port}/{database}"


def _runner(folder: Path) -> Any:
    """Run PostgreSQL's programs, which refuse to be root, as the user who is to own `folder`."""
    options: dict[str, Any] = {}
    if os.geteuid() == 0:
        account = pwd.getpwnam("postgres")
        os.chown(folder, account.pw_uid, account.pw_gid)
        options = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}

    def run(*command: object) -> None:
        # To a file, since pg_ctl's server would hold a pipe open.
        with (folder.parent / f"{folder.name}.out").open("w+") as out:
            done = subprocess.run(
                [str(part) for part in command], check=False, cwd="/", stdout=out, stderr=out, **options
            )
            out.seek(0)
            text = out.read()
        Path(out.name).unlink()
        if done.returncode:
            raise SystemExit(f"{command[0]} failed:\n{text}")

    return run


def _wait_for_redis(url: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 10
    while not redis_answers(url):
        if process.poll() is not None or time.monotonic() > deadline:
            raise SystemExit("the private Redis did not start")
        time.sleep(0.05)
