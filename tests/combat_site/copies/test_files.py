"""The file of a copy: whole, cut off, changed, of another version."""

import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from combat_site.copies.files import (
    DATABASE,
    FORMAT,
    MANIFEST,
    CopyError,
    compute_checksum,
    describe,
    read_key,
    read_manifest,
    unpack,
    write_file,
)
from combat_site.version import VERSION

NOW = datetime(2026, 1, 2, 20, 30, tzinfo=UTC)

STEP = 97
"""Every so manieth byte is tried."""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Return a file that stands for a database: a copy does not read it."""
    file = tmp_path / "table.sqlite3"
    file.write_bytes(bytes(range(256)) * 40)
    return file


@pytest.fixture
def file(tmp_path: Path, database: Path) -> Path:
    """Return a copy of it."""
    file = tmp_path / "copy.zip"
    write_file(file, describe(NOW, "sqlite", database, {"fights": 2, "DMs": 1}, has_key=False), database)
    return file


def test_a_copy_says_what_is_in_it_and_gives_it_back(file: Path, database: Path, tmp_path: Path) -> None:
    manifest = unpack(file, tmp_path / "back.sqlite3")
    assert (manifest.version, manifest.source, manifest.contents) == (VERSION, "sqlite", "2 fights, 1 DM")
    assert (tmp_path / "back.sqlite3").read_bytes() == database.read_bytes()
    assert read_manifest(file) == manifest


def test_a_copy_is_read_by_its_owner_only_and_leaves_no_draft(file: Path) -> None:
    assert file.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in file.parent.iterdir() if each.name.startswith(".")] == []


def test_a_copy_without_the_key_has_none(file: Path) -> None:
    assert read_key(file) == ""


def test_a_copy_that_was_cut_off_anywhere_is_refused(file: Path, tmp_path: Path) -> None:
    whole, cut = file.read_bytes(), tmp_path / "cut.zip"
    for length in range(0, len(whole), STEP):
        cut.write_bytes(whole[:length])
        with pytest.raises(CopyError, match="damaged, cut off"):
            unpack(cut, tmp_path / f"{length}.sqlite3")


def test_a_copy_with_another_byte_gives_the_same_database_or_is_refused(
    file: Path, database: Path, tmp_path: Path
) -> None:
    whole, changed = file.read_bytes(), tmp_path / "changed.zip"
    for at in range(0, len(whole), 5):
        changed.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        back = tmp_path / f"{at}.sqlite3"
        try:
            unpack(changed, back)
        except CopyError:
            continue
        assert compute_checksum(back) == compute_checksum(database)


def test_a_file_of_another_kind_is_refused(database: Path) -> None:
    with pytest.raises(CopyError, match="no copy of a table"):
        read_manifest(database)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CopyError, match="No such file"):
        read_manifest(tmp_path / "none.zip")


def test_a_file_of_a_newer_form_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "newer.zip"
    with zipfile.ZipFile(file, "w") as zipped:
        zipped.writestr(MANIFEST, json.dumps({"format": FORMAT + 1, "version": "9.0.0", "pages": 4}))
        zipped.writestr(DATABASE, b"")
    with pytest.raises(CopyError, match=r"made by version 9\.0\.0, and this is"):
        read_manifest(file)
