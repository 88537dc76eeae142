"""Static files are served hashed and compressed, each screen's sheet in one file."""

import json
import re
from pathlib import Path

import pytest
from django.core.files.storage import FileSystemStorage

from combat_site.static_files import Collected, join_imports
from tests.server import ROOT

SCRIPTS = sorted(path.relative_to(ROOT / "static").as_posix() for path in (ROOT / "static" / "js").rglob("*.js"))
BARE_IMPORT = re.compile(r'import *"[^"]*";?')
NESTED = re.compile(r"`[^`]*\$\{[^}`]*`")
"""A template literal within a placeholder of another."""

WITHIN_PAGES = ("card.css", "why.css")
"""Sheets of a part that comes with its own; the page has the tokens."""
ENTRIES = sorted({path.name for path in (ROOT / "static" / "css").glob("*.css")} - {*WITHIN_PAGES})


@pytest.fixture
def collected(tmp_path: Path) -> Collected:
    (tmp_path / "css" / "shared").mkdir(parents=True)
    (tmp_path / "css" / "phone.css").write_text('/* phone */\n@import "base.css";\n@import "shared/map.css";\n.b {}\n')
    (tmp_path / "css" / "base.css").write_text('@import "../vendor/fonts.css";\n@import "shared/tokens.css";\n')
    (tmp_path / "css" / "shared" / "tokens.css").write_text(":root {}\n")
    (tmp_path / "css" / "shared" / "map.css").write_text(".map {}\n")
    storage = FileSystemStorage(tmp_path)
    return {str(path.relative_to(tmp_path)): (storage, str(path)) for path in tmp_path.rglob("*.css")}


def test_a_sheet_holds_what_it_imports_in_order_and_without_comments(collected: Collected) -> None:
    assert join_imports("css/phone.css", collected) == ":root {}\n.map {}\n.b {}\n"


def test_the_typefaces_are_there_by_their_own_address_where_they_were_found(
    collected: Collected, tmp_path: Path
) -> None:
    (tmp_path / "fonts.css").write_text("@font-face { src: url(sans.woff2) }\n")
    found = {**collected, "vendor/fonts.css": (FileSystemStorage(tmp_path), "fonts.css")}
    assert join_imports("css/base.css", found) == "@font-face { src: url(/static/vendor/sans.woff2) }\n:root {}\n"


def test_a_sheet_that_is_missing_is_named(collected: Collected) -> None:
    without = {name: where for name, where in collected.items() if "tokens" not in name}
    with pytest.raises(KeyError, match=r"css/shared/tokens\.css"):
        join_imports("css/base.css", without)


def list_collected(site_folder: Path) -> dict[str, str]:
    """Return the hashed names of the collected files, by their own names."""
    names: dict[str, str] = json.loads((site_folder / "static" / "staticfiles.json").read_text())["paths"]
    return names


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_served_without_comments_and_indentation(site_folder: Path, name: str) -> None:
    text = (site_folder / "static" / list_collected(site_folder)[name]).read_text()
    assert re.findall(r"^\s+.*|^//.*", text, re.MULTILINE) == []
    # What is only imported has a longer name when it is served.
    served, written = (BARE_IMPORT.sub("", each) for each in (text, (ROOT / "static" / name).read_text()))
    assert len(served) < 0.85 * len(written)


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_template_literal_holds_another(name: str) -> None:
    # The minifier takes the inner one for code, and drops its blanks.
    assert NESTED.findall((ROOT / "static" / name).read_text()) == []


def test_a_template_literal_that_holds_another_is_found() -> None:
    assert NESTED.search("a = `${b ? ` of ${c}` : d}`")
    assert not NESTED.search("a = `${b}` + `${c} of ${d}` + `e`")


@pytest.mark.parametrize("name", ENTRIES)
def test_a_sheet_is_served_whole_and_compressed(site_folder: Path, name: str) -> None:
    sheet = site_folder / "static" / list_collected(site_folder)[f"css/{name}"]
    assert "@import" not in sheet.read_text()
    assert "--paper:" in sheet.read_text()
    assert sheet.with_name(f"{sheet.name}.gz").stat().st_size < sheet.stat().st_size / 3
    assert sheet.with_name(f"{sheet.name}.br").stat().st_size < sheet.with_name(f"{sheet.name}.gz").stat().st_size
