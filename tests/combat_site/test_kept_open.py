"""A server holds its SQLite file open, so that no request is the last one out."""

import sqlite3
from pathlib import Path

from combat_site.storage import POSTGRESQL, SQLITE, keep_open


def test_the_log_is_not_written_back_each_time_somebody_leaves(tmp_path: Path) -> None:
    file = tmp_path / "fight.sqlite3"
    write(file, "CREATE TABLE blows (face)")
    kept = keep_open({"ENGINE": SQLITE, "NAME": str(file)})
    assert kept is not None
    write(file, "INSERT INTO blows VALUES (20)")
    assert log_of(file).stat().st_size > 0
    kept.close()
    assert not log_of(file).exists()


def test_what_is_written_meanwhile_is_there_for_everybody(tmp_path: Path) -> None:
    file = tmp_path / "fight.sqlite3"
    write(file, "CREATE TABLE blows (face)")
    kept = keep_open({"ENGINE": SQLITE, "NAME": str(file)})
    assert kept is not None
    write(file, "INSERT INTO blows VALUES (20)")
    assert kept.execute("SELECT face FROM blows").fetchall() == [(20,)]
    kept.close()


def test_a_file_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    assert keep_open({"ENGINE": SQLITE, "NAME": str(tmp_path / "none.sqlite3")}) is None
    assert list(tmp_path.iterdir()) == []


def test_other_databases_keep_themselves_open() -> None:
    assert keep_open({"ENGINE": POSTGRESQL, "NAME": "fight"}) is None


def write(file: Path, statement: str) -> None:
    """Come, write, and leave."""
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode=WAL")
    with connection:
        connection.execute(statement)
    connection.close()


def log_of(file: Path) -> Path:
    return file.with_name(f"{file.name}-wal")
