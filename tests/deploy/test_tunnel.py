"""The tunnel of docs/deploy.md through ssh, to a server that is this machine."""

import getpass
import re
import shlex
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.deploy.test_proxies import Answers, server
from tests.packages import find_program
from tests.server import PATIENCE, ROOT
from tests.services import free_port

__all__ = ["server"]

pytestmark = pytest.mark.soak

CONFIGURATION = """
Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/host
AuthorizedKeysFile {folder}/own.pub
PidFile {folder}/pid
StrictModes no
UsePAM no
"""


@contextmanager
def serve_ssh(folder: Path, port: int) -> Iterator[None]:
    """Let the user of this test in by a key of its own."""
    for name in ("host", "own"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)], check=True)
    (folder / "sshd_config").write_text(CONFIGURATION.format(folder=folder, port=port))
    Path("/run/sshd").mkdir(exist_ok=True)
    sshd = find_program("sshd", ("openssh-server",))
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([sshd, "-D", "-e", "-f", str(folder / "sshd_config")], stderr=log)
    try:
        yield
    finally:
        process.terminate()
        process.wait(30)


def read_command() -> list[str]:
    """Return the command of the page."""
    found = re.search(r"^(ssh .*)$", (ROOT / "docs" / "deploy.md").read_text(), re.MULTILINE)
    assert found is not None
    return shlex.split(found[1])


def test_what_the_server_is_asked_is_answered_at_home(server: ThreadingHTTPServer, tmp_path: Path) -> None:
    Answers.failures, outside, port = [], free_port(), free_port()
    ssh, *words, _ = read_command()
    assert words == ["-N", "-R", "127.0.0.1:8000:127.0.0.1:8000"]
    words[-1] = f"127.0.0.1:{outside}:127.0.0.1:{server.server_port}"
    known = [f"-oUserKnownHostsFile={tmp_path}/known", "-oStrictHostKeyChecking=accept-new", f"-i{tmp_path}/own"]
    with serve_ssh(tmp_path, port):
        deadline = time.monotonic() + PATIENCE
        tunnel = subprocess.Popen([ssh, *words, *known, f"-p{port}", f"{getpass.getuser()}@127.0.0.1"])
        try:
            while (status := read_status(outside)) is None:
                assert time.monotonic() < deadline, (tmp_path / "log").read_text()
                if tunnel.poll() is not None:  # the server did not listen yet
                    tunnel = subprocess.Popen([ssh, *words, *known, f"-p{port}", f"{getpass.getuser()}@127.0.0.1"])
                time.sleep(0.2)
            assert status == 200
        finally:
            tunnel.terminate()
            tunnel.wait(30)


def read_status(port: int) -> int | None:
    """Return the status of an answer; None while there is none."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=10) as answer:
            return int(answer.status)
    except (urllib.error.URLError, OSError):
        return None
