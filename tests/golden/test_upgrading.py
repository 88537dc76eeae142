"""Golden databases are upgraded by the documented commands, and a DM opens a fight there."""

import re
from collections.abc import Callable, Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from combat_site.copies.files import read_manifest
from tests.conventions.sources import ROOT
from tests.golden.restoring import restore
from tests.server import Server, clean_environ, manage
from tests.soak import is_soak

FOLDERS = sorted((each.parent for each in (ROOT / "tests").rglob("database.sql.xz")), key=lambda each: each.name)
"""The folders of all golden databases: those of fights, of people, of campaigns."""

FEW = [each for each in FOLDERS if each.name == "people"]
"""The smallest, which `make test` upgrades."""

DM = "dora"
"""A DM of each."""


def list_commands(title: str) -> Iterator[list[str]]:
    """Yield the words of the commands of manage.py in a section of the document, in its order."""
    section = (ROOT / "docs" / "operations.md").read_text().partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    block = section.partition("```sh\n")[2].partition("```")[0]
    for line in block.splitlines():
        _, found, words = line.partition("manage.py ")
        if found:
            yield words.split()


def test_the_document_says_how_to_upgrade() -> None:
    assert [words[0] for words in list_commands("Upgrading")] == ["backup", "migrate", "verify"]
    assert len(FOLDERS) > 1


@pytest.mark.parametrize("folder", FOLDERS if is_soak() else FEW, ids=lambda folder: folder.name)
def test_a_golden_database_is_upgraded_by_the_documented_commands(
    folder: Path, serve: Callable[..., Server], tmp_path: Path
) -> None:
    file, copy = tmp_path / "combat.sqlite3", tmp_path / "copy.zip"
    restore(folder, file)
    environ = clean_environ(VAR_DIR=str(tmp_path), LOG_LEVEL="ERROR")
    told = ""
    for words in list_commands("Upgrading"):
        told = manage(*(str(copy) if word == "FILE" else word for word in words), environ=environ)
    assert "0 cannot be read" in told
    assert read_manifest(copy).counts["fights"] > 0
    read_as_dm(serve(DATABASE_URL=f"sqlite:///{file}"))
    again = clean_environ(VAR_DIR=str(tmp_path / "again"), LOG_LEVEL="ERROR")
    assert manage("restore", str(copy), environ=again).endswith(told)


def read_as_dm(server: Server) -> None:
    """Sign in by a link, and open the newest fight."""
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    link = server.manage("sign_in_link", DM).strip()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', browser.open(link).read().decode())
    assert token is not None
    first = browser.open(link, urlencode({"csrfmiddlewaretoken": token[1]}).encode()).read().decode()
    assert browser.open(server.url + find_fight(first)).status == 200


def find_fight(page: str) -> str:
    """Return the address of a fight that a DM's first page leads to."""
    found = re.search(r'href="(/e/\d+/[^"?]*)"', page)
    assert found is not None
    return found[1]
