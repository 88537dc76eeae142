"""Chromium as the table sees it: a real browser, a real server, screenshots to look at."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.console import REPORTS, list_unexpected, listen
from tests.browser.pictures import keep
from tests.forked import ForkedServer
from tests.packages import find_chromium
from tests.server import Server, clean_environ
from tests.services import free_port

__all__ = [
    "browser_type_launch_args",
    "complaints",
    "listening_pages",
    "module_server",
    "pytest_runtest_call",
    "pytest_runtest_setup",
    "screenshot",
    "server",
]  # The fixtures: a folder `browser` of a procedure's tests has them too.

QUIET = (
    "--no-sandbox",  # root has no sandbox, and containers run as root
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--font-render-hinting=none",  # words are spaced as on a screen
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-pings",
)
"""Chromium must open nothing but our own pages."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Name the system's own Chromium; none is a failure, never a skip."""
    chromium = find_chromium()
    assert chromium, "no Chromium on this machine: `make test` installs one or says how"
    return {**browser_type_launch_args, "executable_path": chromium, "args": list(QUIET)}


@pytest.fixture
def server(site_folder: Path, tmp_path: Path) -> Iterator[Server]:
    """Yield a server with an empty database, on loopback."""
    yield from _serve(site_folder, tmp_path)


@pytest.fixture(scope="module")
def module_server(site_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server with a file of its own, for a story that several tests tell of."""
    yield from _serve(site_folder, tmp_path_factory.mktemp("story"))


def _serve(site_folder: Path, folder: Path) -> Iterator[Server]:
    file, port = folder / "served.sqlite3", free_port()
    shutil.copy(site_folder / "empty.sqlite3", file)
    given = {"DATABASE_URL": f"sqlite:///{file}", "VAR_DIR": str(site_folder), "HOST": "127.0.0.1", "PORT": str(port)}
    server = ForkedServer(port, clean_environ(**given), folder / "log")
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session", autouse=True)
def listening_pages() -> Iterator[None]:
    """Listen to every page from before the first one is opened."""
    with REPORTS.listening():
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Forget what pages of the test before reported while their server stopped."""
    REPORTS.begin()
    yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Fail a test in which a page reports what the test is not marked for."""
    yield
    names = [name for mark in item.iter_markers("reports") for name in mark.args]
    assert list_unexpected(REPORTS.take(), names) == []


@pytest.fixture
def complaints(context: BrowserContext) -> list[str]:
    """Return a list of what any page of `context` reports as an error."""
    found: list[str] = []
    listen(context, found.append)
    return found


@pytest.fixture
def screenshot() -> Callable[[Page, str], None]:
    """`screenshot(page, "name")` keeps the whole page as screenshots/name.png."""
    return lambda page, name: keep(page, name, whole=True)
