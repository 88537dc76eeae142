"""Fixtures for every test: a database of its own, plain static files, real servers."""

import fcntl
import gc
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection, connections, transaction
from django.test import TransactionTestCase, override_settings

from combat_site import health, storage
from combat_site.postgresql import base
from tests.registered import FOLDERS
from tests.server import SITE_FOLDER, Server, clean_environ, manage
from tests.services import free_port

TESTS = Path(__file__).parent
DATABASES = {"db", "transactional_db", "django_db"}
"""Fixtures, and the mark, that give a test a database."""

hypothesis.settings.register_profile("suite", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("suite")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests by folder: those of `encounters` that ask the database, and those of `browser`.

    A procedure's tests have such folders too.

    A test that is given no database is refused any, so that it would find the same on each. What rests on PostgreSQL
    alone is left out where this run has another storage; `make test` has a run of its own for it.
    """
    if settings.CACHES["default"].get("LOCATION") != storage.COUNTS:
        elsewhere = [item for item in items if item.get_closest_marker("postgresql_alone")]
        items[:] = [item for item in items if item not in elsewhere]
        config.hook.pytest_deselected(items=elsewhere)
    for item in items:
        folders = item.path.relative_to(TESTS).parent.parts
        given = {*getattr(item, "fixturenames", ()), *(mark.name for mark in item.iter_markers())}
        if "encounters" in folders and given & DATABASES:
            item.add_marker("database")
        if "browser" in folders:
            item.add_marker("browser")


def pytest_collection_finish() -> None:
    """Have Python collect garbage less often.

    Thousands of tests and modules stay, and each collection takes longer for them.
    """
    gc.set_threshold(50_000, 20, 50)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out the folders ``with_<name>`` of procedures that are not registered.

    They hold tests about the two.
    """
    folder, _, other = collection_path.name.partition("with_")
    is_of_two = not folder and other and collection_path.parents[1].name == "procedures"
    return True if is_of_two and other not in FOLDERS else None


@pytest.fixture(autouse=True, scope="session")
def _wait_for_connections() -> None:
    """Let tests wait for a connection: making one may take long on a busy machine."""
    base.SILENCE = health.LONGEST_SECONDS = 2 * base.LONGEST_WAIT


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Give every run, and every worker of a run, a database that no other run can meet."""
    database = connections["default"].settings_dict
    if database["ENGINE"].endswith("sqlite3"):
        database["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
    else:
        database["TEST"]["NAME"] = f"test_{database['NAME']}_{secrets.token_hex(4)}"


@pytest.fixture(scope="session", autouse=True)
def _plain_and_quick() -> Iterator[None]:
    """Serve static files by their plain names, hash passwords once, and make no copies."""
    plain = {**settings.STORAGES, "staticfiles": {"BACKEND": settings.PLAIN}}
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(STORAGES=plain, PASSWORD_HASHERS=hashers, COPIES=False):
        yield


@pytest.fixture(scope="session", autouse=True)
def _prefix_of_its_own() -> Iterator[None]:
    """Give each worker of a run its own prefix, for its channels and its counts."""
    prefix = f"{settings.REDIS_PREFIX}-{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"
    engine = settings.DATABASES["default"]["ENGINE"]
    layers = {"default": storage.make_channel_layer(settings.REDIS_URL, prefix, engine)}
    caches = {"default": storage.make_cache(settings.REDIS_URL, prefix, engine)}
    with override_settings(REDIS_PREFIX=prefix, CHANNEL_LAYERS=layers, CACHES=caches):
        yield


@pytest.fixture(scope="session", autouse=True)
def _emptied_by_rows() -> Iterator[None]:
    """Delete the rows after a test that commits, and do nothing else: a test leaves few.

    Django would truncate every table and make content types and permissions again: twenty times as long.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", _delete_all_rows)
        yield


def _delete_all_rows(case: TransactionTestCase) -> None:
    """Delete the rows of every table but those that migrations filled."""
    tables = set(connection.introspection.django_table_names(include_views=False))
    tables |= {storage.COUNTS} & set(connection.introspection.table_names())
    with transaction.atomic(), connection.cursor() as cursor:
        for table in sorted(tables - {ContentType._meta.db_table, Permission._meta.db_table}):
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a VAR_DIR with collected static files and, as `empty.sqlite3`, a migrated database.

    The first worker that needs it fills it, for all workers of `python -m tests.run`.
    """
    folder = Path(os.environ.get(SITE_FOLDER) or tmp_path_factory.mktemp("site"))
    filled = folder / "filled"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not filled.exists():
            environ = clean_environ(VAR_DIR=str(folder), DATABASE_URL=f"sqlite:///{folder / 'empty.sqlite3'}")
            manage("migrate", "--verbosity=0", environ=environ)
            manage("collectstatic", "--noinput", "--verbosity=0", environ=environ)
            filled.touch()
    return folder


@pytest.fixture
def serve(site_folder: Path, tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start real servers: `serve(host="127.0.0.1", asked="/readyz", options=(), **variables)`."""
    started: list[Server] = []

    def start(
        host: str = "127.0.0.1", asked: str = "/readyz", options: tuple[str, ...] = (), **variables: str
    ) -> Server:
        port = free_port()
        file = tmp_path / f"{port}.sqlite3"
        if "DATABASE_URL" not in variables:
            shutil.copy(site_folder / "empty.sqlite3", file)
        given = {"DATABASE_URL": f"sqlite:///{file}", "VAR_DIR": str(site_folder), "HOST": host, "PORT": str(port)}
        server = Server(
            port, clean_environ(**{**given, **variables}), tmp_path / f"{port}.log", host, options=options, asked=asked
        )
        started.append(server)
        server.start()
        return server

    yield start
    for server in started:
        server.stop()
