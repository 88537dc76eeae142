"""The code version: stored states are trusted only by the code and tables that made them."""

from pathlib import Path

import pytest
from django.test import override_settings

from encounters import code_version
from encounters.code_version import compute_code_version, compute_page_version, list_code_files
from tests.any_procedure import ANY
from tests.server import ROOT

MADE_BY = (
    "rules/kernel/state.py",
    "rules/kernel/events/fight.py",
    f"rules/procedures/{ANY}/state.py",
    f"rules/procedures/{ANY}/clauses.toml",
    "rules/reference/data/weapons.toml",
    "rules/reference/data/monsters.toml",
    "encounters/viewer_log.py",
    "encounters/viewers.py",
)
OWN_TABLES = [str(path.relative_to(ROOT)) for path in sorted((ROOT / "rules" / "procedures").glob("*/data/*.toml"))]
"""The tables of one procedure alone, of every procedure that has some."""


@pytest.mark.parametrize("name", [*MADE_BY, *OWN_TABLES])
def test_code_and_tables_are_part_of_the_version(name: str) -> None:
    assert ROOT / name in list_code_files()


@pytest.mark.parametrize("name", ["rules/reference/data/weapons.toml", *OWN_TABLES])
def test_a_table_that_was_changed_makes_another_version(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, read = compute_code_version.__wrapped__(), Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + b"#" * (path == ROOT / name))
    assert compute_code_version.__wrapped__() != before


def test_fights_of_the_library_are_no_part_of_the_version() -> None:
    assert [path for path in list_code_files() if path.suffix == ".toml" and path.parent.name == "scenarios"] == []


@pytest.mark.parametrize(
    "name", ["encounters/view.py", "templates/base.html", "templates/sw.js", "rules/kernel/state.py"]
)
def test_code_and_templates_are_part_of_a_pages_version(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_version, "compute_code_version", compute_code_version.__wrapped__)
    before, read = compute_page_version.__wrapped__(), Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + b"#" * (path == ROOT / name))
    assert compute_page_version.__wrapped__() != before


def test_the_names_of_static_files_are_part_of_a_pages_version(tmp_path: Path) -> None:
    found = []
    for hash in ("one", "two"):
        (tmp_path / "staticfiles.json").write_text(f'{{"hash": "{hash}"}}')
        with override_settings(STATIC_ROOT=tmp_path):
            found.append(compute_page_version.__wrapped__())
    assert len({*found, compute_page_version.__wrapped__()}) == 3
