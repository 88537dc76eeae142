"""The commands `backup` and `restore`, as they are typed."""

import sqlite3
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from signal import SIGKILL
from subprocess import Popen

import pytest

from combat_site.copies.files import read_manifest
from tests.server import ROOT, Server, clean_environ, manage, run_manage
from tests.soak import is_soak

MOMENTS = 12 if is_soak() else 3
"""The moments at which a command is killed."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a table of one fight, and a copy of it: copy.zip."""
    folder = tmp_path_factory.mktemp("table")
    environ = variables(folder)
    manage("migrate", "--verbosity=0", environ=environ)
    manage("demo", environ=environ)
    manage("backup", str(folder / "copy.zip"), environ=environ)
    return folder


def variables(folder: Path) -> Mapping[str, str]:
    """Return the variables of a site in a folder."""
    return clean_environ(VAR_DIR=str(folder), LOG_LEVEL="ERROR")


def test_a_table_with_something_in_it_is_replaced_only_when_that_is_said(made: Path) -> None:
    refused = run_manage("restore", str(made / "copy.zip"), environ=variables(made))
    assert refused.returncode == 1
    assert "1 fight, 1 DM" in refused.stderr
    assert "Add --replace to lose them. Nothing was changed." in refused.stderr
    told = manage("restore", str(made / "copy.zip"), "--replace", environ=variables(made))
    assert told.startswith("Restored the copy of ")
    assert "1 reads and replays as it was stored" in told


def test_a_damaged_copy_is_refused(made: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.zip"
    cut.write_bytes((made / "copy.zip").read_bytes()[:-100])
    refused = run_manage("restore", str(cut), environ=variables(tmp_path))
    assert (refused.returncode, "damaged" in refused.stderr) == (1, True)


def test_phones_know_their_seats_on_another_machine_by_the_key(made: Path, tmp_path: Path) -> None:
    file = tmp_path / "key.zip"
    told = manage("backup", str(file), "--with-key", environ=variables(made))
    assert "the secret key is in it: keep it safe" in told
    assert read_manifest(file).has_key
    there = tmp_path / "there"
    manage("restore", str(file), "--with-key", environ=variables(there))
    assert (there / "secret-key").read_text() == (made / "secret-key").read_text()
    assert (there / "secret-key").stat().st_mode & 0o777 == 0o600
    without = run_manage("restore", str(made / "copy.zip"), "--with-key", "--replace", environ=variables(there))
    assert "holds no secret key" in without.stderr


def test_a_table_that_is_served_is_copied_and_not_replaced(
    serve: Callable[..., Server], tmp_path: Path, made: Path
) -> None:
    server = serve()
    server.manage("demo")
    server.manage("backup", str(tmp_path / "served.zip"))
    refused = run_manage("restore", str(tmp_path / "served.zip"), "--replace", environ=server.environ)
    assert "The table is being served" in refused.stderr
    server.stop()
    server.manage("restore", str(tmp_path / "served.zip"), "--replace")
    server.start()


def test_a_command_that_is_killed_leaves_the_table_as_before_or_as_the_copy(made: Path, tmp_path: Path) -> None:
    environ = variables(tmp_path)
    manage("migrate", "--verbosity=0", environ=environ)
    manage("add_dm", "emil", environ=environ)
    command = [sys.executable, "manage.py", "restore", str(made / "copy.zip"), "--replace"]
    began = time.monotonic()
    with Popen(command, cwd=ROOT, env=environ) as whole:
        assert whole.wait() == 0
    took = time.monotonic() - began
    for moment in range(MOMENTS):
        with Popen(command, cwd=ROOT, env=environ) as process:
            time.sleep(took * (moment + 1) / (MOMENTS + 1))
            process.send_signal(SIGKILL)
        with sqlite3.connect(tmp_path / "combat.sqlite3") as stored:
            assert stored.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert stored.execute("PRAGMA foreign_key_check").fetchall() == []
            assert stored.execute("SELECT count(*) FROM encounters_encounter").fetchone() == (1,)
        assert "1 reads and replays" in manage("verify", environ=environ)
