"""The units of systemd, as `systemd-analyze` reads them: no systemd runs here."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deploy.deployment import read_unit
from tests.deploy.proxies import DEPLOY
from tests.packages import find_program

pytestmark = pytest.mark.soak

UNITS = ("ten-segments.service", "ten-segments.socket")


def verify(folder: Path) -> str:
    """Return what systemd says of the units, with a program and a user of this machine."""
    for name in UNITS:
        shutil.copy(DEPLOY / name, folder)
    service = folder / UNITS[0]
    own = service.read_text().replace("/srv/ten-segments/current/.venv/bin/python", sys.executable)
    service.write_text(own.replace("User=ten-segments", "User=root"))
    return run_verify(folder)


def run_verify(folder: Path) -> str:
    """Return what systemd says of the units in a folder; "" where all is well."""
    command = [find_program("systemd-analyze", ("systemd",)), "verify", *(str(folder / name) for name in UNITS)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    return done.stdout + done.stderr + ("failed" if done.returncode else "")


def test_systemd_understands_every_line(tmp_path: Path) -> None:
    assert verify(tmp_path) == ""
    socket = tmp_path / UNITS[1]
    socket.write_text(socket.read_text().replace("ListenStream", "ListenTo"))
    assert "Unknown key 'ListenTo'" in run_verify(tmp_path)


def test_nginx_asks_where_the_socket_listens_and_a_reload_is_a_hang_up() -> None:
    site = (DEPLOY / "nginx.conf").read_text()
    assert f"server {read_unit(UNITS[1])['ListenStream']} max_fails=0;" in site
    assert read_unit(UNITS[0])["ExecReload"] == "/bin/kill -HUP $MAINPID"
