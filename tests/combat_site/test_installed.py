"""The wheel is installed, starts by one command, and keeps its data in the user's folder."""

import re
import signal
import subprocess
import sys
import sysconfig
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from platformdirs import windows
from platformdirs.macos import MacOS
from ten_segments.__main__ import NAME, find_data_folder

from combat_site.version import VERSION
from tests.server import PATIENCE, ROOT, clean_environ
from tests.services import free_port
from tests.soak import is_soak

SITE_PACKAGES = f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"
WAYS = ["without network", *([pytest.param("with network", marks=pytest.mark.soak)] if is_soak() else [])]
"""The ways to install it: on the packages that are here, or, under `make soak`, with all that it needs."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel, built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module", params=WAYS)
def environment(request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a new environment in which the wheel is installed."""
    folder = tmp_path_factory.mktemp("environment")
    options = ["--quiet", "--disable-pip-version-check", "--no-input"]
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    if request.param == "without network":
        options += ["--no-deps", "--no-index"]
        (folder / SITE_PACKAGES / "shared.pth").write_text(sysconfig.get_path("purelib"))
    python = str(folder / "bin" / "python")
    subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", *options, str(wheel)], check=True)
    return folder


@pytest.fixture
def address(environment: Path, tmp_path: Path) -> Iterator[str]:
    """Yield the address of a table that `ten-segments play` serves, outside every checkout."""
    port = free_port()
    given = clean_environ(HOST="127.0.0.1", PORT=str(port), XDG_DATA_HOME=str(tmp_path / "data"))
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(
            [environment / "bin" / NAME, "play"], cwd=tmp_path, env=given, stdout=log, stderr=log
        )
    address = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + PATIENCE
        while not is_ready(address):
            assert process.poll() is None, (tmp_path / "log").read_text()
            assert time.monotonic() < deadline, (tmp_path / "log").read_text()
            time.sleep(0.1)
        yield address
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(10)


def is_ready(address: str) -> bool:
    try:
        return f'"version": "{VERSION}"' in fetch(f"{address}/healthz")
    except (urllib.error.URLError, OSError):
        return False


def fetch(address: str) -> str:
    with urllib.request.urlopen(address, timeout=10) as answer:
        return str(answer.read(), "utf-8")


def test_the_command_says_its_version(environment: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [environment / "bin" / NAME, "--version"], cwd=tmp_path, env=clean_environ(), check=True, capture_output=True
    )
    assert done.stdout.decode() == f"{NAME} {VERSION}\n"


def test_one_command_serves_pages_and_their_files(address: str, tmp_path: Path, environment: Path) -> None:
    page = fetch(f"{address}/sign-in/")
    assert f"Ten Segments {VERSION}" in page
    sheet = re.search(r'href="(/static/css/base\.[0-9a-f]+\.css)"', page)
    assert sheet is not None
    assert "--paper:" in fetch(f"{address}{sheet[1]}")
    log = (tmp_path / "log").read_text()
    assert "`ten-segments play` goes on where it stopped" in log
    assert (tmp_path / "data" / NAME / "combat.sqlite3").is_file()
    assert not (environment / SITE_PACKAGES / "ten_segments" / "var").exists()


def test_the_wheel_holds_one_package(environment: Path) -> None:
    installed = {each.name for each in (environment / SITE_PACKAGES).iterdir()}
    assert {"ten_segments", f"ten_segments-{VERSION}.dist-info"} <= installed
    assert not {"rules", "encounters", "campaigns", "combat_site", "templates", "static", "tests"} & installed


def test_linux_keeps_it_in_the_users_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert find_data_folder() == tmp_path / "ten-segments"


# No test runs on the two systems below: these show what the library answers there.


def test_macos_keeps_it_among_the_application_support(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = MacOS(NAME, appauthor=False).user_data_path
    assert folder == tmp_path / "Library" / "Application Support" / "ten-segments"


def test_windows_keeps_it_in_the_local_application_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    monkeypatch.setattr(windows, "get_win_folder", windows.get_win_folder_from_env_vars)
    folder = str(windows.Windows(NAME, appauthor=False).user_data_path)
    assert folder.startswith(str(tmp_path))
    assert folder.endswith("ten-segments")
