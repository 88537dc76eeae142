"""Programs that tests need from the system: found, installed, or asked for in one line."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

HEADLESS_SHELL = "chromium-headless-shell"
"""Chromium without windows: the same pages for three fifths of the processor time."""
CHROMIUM_NAMES = (HEADLESS_SHELL, "chromium", "google-chrome", "google-chrome-stable", "chromium-browser")
CHROMIUM_PLACES = (Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),)
FONTS = "fonts-liberation"
POSTGRESQL = ("postgresql",)
REDIS = ("redis-server",)
NGINX = ("nginx-light",)
CADDY = ("caddy",)


class Missing(SystemExit):
    """A program that is not installed and may not be installed. The text holds the command."""


def find_chromium() -> str | None:
    """Return this machine's Chromium or Chrome; the variable CHROMIUM names another."""
    named = os.environ.get("CHROMIUM", "")
    places = [str(place) for place in CHROMIUM_PLACES if place.is_file()]
    found = [named, *(shutil.which(name) or "" for name in CHROMIUM_NAMES), *places]
    return next((path for path in found if path), None)


def postgresql_programs() -> Path | None:
    """Return the folder of the newest `initdb` and `pg_ctl`; Debian keeps it off the PATH."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    on_path = shutil.which("initdb")
    found = [*([Path(on_path)] if on_path else []), *debian]
    return found[-1].parent if found else None


def redis_program() -> str | None:
    """Return a Redis server, or the Valkey that some systems have instead."""
    return shutil.which("redis-server") or shutil.which("valkey-server")


def find_program(name: str, brought_by: Sequence[str]) -> str:
    """Return a program; packages bring it where it is missing. Raises Missing like `install`."""
    places = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin"))
    if (found := shutil.which(name, path=places)) is None:
        install(brought_by)
        found = shutil.which(name, path=places)
    assert found is not None, f"{' '.join(brought_by)} brought no {name}"
    return found


def install(packages: Sequence[str]) -> None:
    """Install Debian packages. Raises Missing, with the command to run, where that fails."""
    line = f"apt-get install -y --no-install-recommends {' '.join(packages)}"
    prefix = _privilege()
    if prefix is None or shutil.which("apt-get") is None:
        raise Missing(f"Missing: {' '.join(packages)}. Run this, then start again:\n\n    sudo {line}\n")
    print(f"Installing {' '.join(packages)} ...", flush=True)
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run([*prefix, "apt-get", "update", "-qq"], check=False, env=environ, stdout=subprocess.DEVNULL)
    if subprocess.run([*prefix, *line.split()], check=False, env=environ, stdout=subprocess.DEVNULL).returncode:
        raise Missing(f"That failed. Run this, then start again:\n\n    sudo {line}\n")


def install_chromium() -> None:
    """Install Chromium without windows, or all of it where that has no package.

    Raises Missing like `install`.
    """
    try:
        install([HEADLESS_SHELL, FONTS])
    except Missing:
        install(["chromium", FONTS])


def require_root() -> list[str]:
    """Return the words before a command that only root may run. Raises Missing."""
    prefix = _privilege()
    if prefix is None:
        raise Missing("This test mounts folders: run it as root, or as one who may use sudo without a password.")
    return prefix


def _privilege() -> list[str] | None:
    """Return the words before a command that only root may run; None where nothing helps."""
    if os.geteuid() == 0:
        return []
    if (
        shutil.which("sudo")
        and subprocess.run(["sudo", "-n", "true"], check=False, capture_output=True).returncode == 0
    ):
        return ["sudo", "-n"]
    return None
