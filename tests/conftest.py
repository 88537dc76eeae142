"""What every test may use: a database of its own, plain static files, real servers."""

import secrets
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings
from django.db import connections
from django.test import override_settings

from tests.server import Server, clean_environ, manage
from tests.services import free_port

TESTS = Path(__file__).parent

hypothesis.settings.register_profile("suite", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("suite")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark by folder: what is in `encounters` runs on every database, what is in `browser` in a process of its own."""
    for item in items:
        folder = item.path.relative_to(TESTS).parts[0]
        if folder == "encounters":
            item.add_marker("storage")
        if folder == "browser":
            item.add_marker("browser")


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
    """Static files by their plain names, since nothing was collected; passwords hashed once, not a million times."""
    plain = {**settings.STORAGES, "staticfiles": {"BACKEND": settings.PLAIN}}
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(STORAGES=plain, PASSWORD_HASHERS=hashers):
        yield


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A VAR_DIR with collected static files and, as `empty.sqlite3`, a migrated database."""
    folder = tmp_path_factory.mktemp("site")
    environ = clean_environ(VAR_DIR=str(folder), DATABASE_URL=f"sqlite:///{folder / 'empty.sqlite3'}")
    manage("migrate", "--verbosity=0", environ=environ)
    manage("collectstatic", "--noinput", "--verbosity=0", environ=environ)
    return folder


@pytest.fixture
def serve(site_folder: Path, tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start real servers: `serve(host="127.0.0.1", **variables)`. A fresh SQLite file unless DATABASE_URL is given."""
    started: list[Server] = []

    def start(host: str = "127.0.0.1", **variables: str) -> Server:
        port = free_port()
        file = tmp_path / f"{port}.sqlite3"
        if "DATABASE_URL" not in variables:
            shutil.copy(site_folder / "empty.sqlite3", file)
        given = {"DATABASE_URL": f"sqlite:///{file}", "VAR_DIR": str(site_folder), "HOST": host, "PORT": str(port)}
        server = Server(port, clean_environ(**{**given, **variables}), tmp_path / f"{port}.log", host)
        started.append(server)
        server.start()
        return server

    yield start
    for server in started:
        server.stop()
