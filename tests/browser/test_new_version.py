"""Another version is deployed while a phone, the DM's page and a television are open."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.table import (
    LARGE_PHONE,
    SCREEN,
    Device,
    bring_in,
    declare,
    devices,
    join,
    make_dora,
    open_table,
    sign_in,
    tap,
)
from tests.server import ROOT, Server, clean_environ
from tests.services import free_port

pytestmark = [pytest.mark.soak, pytest.mark.reports("no server")]

MAP = "js/battle_map/view.js"
CODE = ("campaigns", "combat_site", "encounters", "rules", "static", "templates")
SMALL_LAPTOP = (1280, 720)


@pytest.fixture
def at(browser: Browser) -> Iterator[dict[str, Device]]:
    with devices(browser, {"dora": SMALL_LAPTOP, "pip": LARGE_PHONE, "sam": SCREEN}) as at:
        for each in at.values():
            each.folder = "new-version"
        yield at


@pytest.fixture
def server(site_folder: Path, tmp_path: Path) -> Iterator[Server]:
    """Yield a server of a checkout of its own, with static files collected beside its file."""
    shutil.copy(site_folder / "empty.sqlite3", tmp_path / "served.sqlite3")
    port = free_port()
    given = {"DATABASE_URL": f"sqlite:///{tmp_path / 'served.sqlite3'}", "VAR_DIR": str(tmp_path), "PORT": str(port)}
    server = Server(
        port, clean_environ(HOST="127.0.0.1", **given), tmp_path / "log", root=copy_checkout(tmp_path / "1")
    )
    server.manage("collectstatic", "--noinput", "--verbosity=0")
    server.start()
    yield server
    server.stop()


def copy_checkout(folder: Path) -> Path:
    """Copy what a server runs of the checkout."""
    for name in CODE:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "manage.py", folder)
    return folder


def make_next_version(folder: Path) -> Path:
    """Copy the checkout, with another script of the map."""
    script = copy_checkout(folder) / "static" / MAP
    script.write_text(f'{script.read_text()}\ndocument.body.dataset.next = "yes";\n')
    return folder


def find_collected(server: Server, name: str) -> str:
    """Return the address of a file of the version that was collected last."""
    manifest = Path(server.environ["VAR_DIR"]) / "static" / "staticfiles.json"
    return f"{server.url}/static/{json.loads(manifest.read_text())['paths'][name]}"


def test_pages_of_the_version_before_go_on_and_are_renewed(
    at: dict[str, Device], server: Server, tmp_path: Path
) -> None:
    dora, pip, sam = (at[name].page for name in ("dora", "pip", "sam"))
    make_dora(server)
    sign_in(dora, server)
    code = open_table(dora, bring_in(dora, server))
    join(sam, server, code, "Sam")
    join(pip, server, code, "Pip", "Otis")
    dora.get_by_role("button", name="Open round 1").click()
    expect(dora.locator("#board")).to_be_visible()
    dora.goto(f"{dora.url}close/")
    dora.get_by_role("button", name=re.compile("Close")).first.click()
    dora.get_by_role("button", name="Seal: Dagger at Gash").click()
    expect(dora.locator("#compose form")).to_have_count(0)
    expect(pip.locator("form.question")).to_be_visible()
    before, old_map = pip.locator("body").get_attribute("data-version") or "", find_collected(server, MAP)
    asked: list[str] = []
    pip.on("request", lambda request: asked.append(request.url))

    server.root = make_next_version(tmp_path / "2")
    server.manage("collectstatic", "--noinput", "--verbosity=0")
    new_map = find_collected(server, MAP)
    assert new_map != old_map
    # A process of the version before serves what a page of the next one asks it for.
    for each in (old_map, new_map):
        with urlopen(each, timeout=20) as answer:
            assert answer.status == 200
    server.restart()

    # The television loads itself again.
    expect(sam.locator(f'body:not([data-version="{before}"])')).to_have_count(1, timeout=40_000)
    expect(sam.locator("body")).to_have_attribute("data-next", "yes")
    expect(sam.locator("#renewal:not([hidden])")).to_have_count(0)
    at["sam"].screenshot("renewed")

    # The DM's page offers it.
    at["dora"].await_live()
    expect(dora.locator("#renewal")).to_be_visible()
    at["dora"].screenshot("offered")

    # The phone is asked: nothing is offered, and its map, which it had not loaded yet, is that of its own version.
    at["pip"].await_live()
    assert old_map not in asked
    with pip.expect_response(old_map, timeout=30_000) as loaded:
        tap(pip.locator(".seen-field > summary"))
    assert loaded.value.status == 200
    expect(pip.locator("#renewal:not([hidden])")).to_have_count(0)
    at["pip"].screenshot("asked")

    # Its order is taken; now it is offered, and the page is that of the next version.
    declare(pip, "Await")
    expect(pip.locator("#renewal")).to_be_visible()
    at["pip"].screenshot("offered")
    tap(pip.get_by_role("button", name="Reload"))
    expect(pip.locator(f'body:not([data-version="{before}"])')).to_have_count(1)
    expect(pip.locator("#renewal:not([hidden])")).to_have_count(0)
    dora.get_by_role("button", name="Reload").click()
    expect(dora.locator("body")).to_have_attribute("data-next", "yes")
    assert [each for device in at.values() for each in device.complaints if "WebSocket" not in each] == []
