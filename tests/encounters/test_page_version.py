"""The page version, which is the same as long as nothing that pages are made of has changed."""

from pathlib import Path

import pytest
from django.test import override_settings

from encounters.page_version import compute_page_version, list_page_files
from tests.any_procedure import ANY
from tests.server import ROOT

MADE_OF = (
    "rules/kernel/state.py",
    "rules/kernel/events/fight.py",
    f"rules/procedures/{ANY}/state.py",
    f"rules/procedures/{ANY}/clauses.toml",
    "rules/reference/data/weapons.toml",
    "rules/reference/data/monsters.toml",
    "encounters/encounter_view.py",
    "encounters/log_reader.py",
    "templates/base.html",
    "templates/sw.js",
)
OWN_TABLES = [str(path.relative_to(ROOT)) for path in sorted((ROOT / "rules" / "procedures").glob("*/data/*.toml"))]
"""The tables of one procedure alone, of every procedure that has some."""


@pytest.mark.parametrize("name", [*MADE_OF, *OWN_TABLES])
def test_code_tables_and_templates_are_part_of_the_version(name: str) -> None:
    assert ROOT / name in [file for _, file in list_page_files()]


@pytest.mark.parametrize("name", ["rules/reference/data/weapons.toml", "templates/base.html", *OWN_TABLES])
def test_a_file_that_was_changed_makes_another_version(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, read = compute_page_version.__wrapped__(), Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + b"#" * (path == ROOT / name))
    assert compute_page_version.__wrapped__() != before


def test_fights_of_the_library_are_no_part_of_the_version() -> None:
    tables = [name for name, file in list_page_files() if file.suffix == ".toml"]
    assert [name for name in tables if "scenarios" in name] == []


def test_the_names_of_static_files_are_part_of_the_version(tmp_path: Path) -> None:
    found = []
    for hash in ("one", "two"):
        (tmp_path / "staticfiles.json").write_text(f'{{"hash": "{hash}"}}')
        with override_settings(STATIC_ROOT=tmp_path):
            found.append(compute_page_version.__wrapped__())
    assert len({*found, compute_page_version.__wrapped__()}) == 3
