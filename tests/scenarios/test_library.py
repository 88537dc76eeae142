"""The library: every file is found by its name, and under each clause that it shows."""

import pytest

from rules.clauses import all_clauses
from rules.reference import UnknownId
from rules.scenario import parse
from rules.scenario.library import FOLDER, files_showing, library, library_script
from tests.server import ROOT


def test_every_file_is_listed_as_its_own_head_says() -> None:
    assert set(library()) == {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.toml")}
    each = library()["addict/VII.C.6.toml"]
    script = library_script(each.file)
    assert (each.ruleset, each.title, each.clauses) == (script.ruleset, script.title, script.clauses)
    assert script == parse((FOLDER / each.file).read_text(encoding="utf-8"), each.file)


def test_every_file_says_in_its_title_what_it_shows() -> None:
    assert [each.file for each in library().values() if not each.title.strip()] == []


def test_a_clause_finds_the_files_that_list_it() -> None:
    for each in library().values():
        assert all(each in files_showing(clause) for clause in each.clauses)
    assert "addict/VII.C.6.toml" in [each.file for each in files_showing("ADDICT.VII.C.6")]
    assert files_showing("ADDICT.NOWHERE") == ()


def test_every_clause_that_a_file_lists_is_in_a_catalogue() -> None:
    assert {clause for each in library().values() for clause in each.clauses} - set(all_clauses()) == set()


@pytest.mark.parametrize("name", ["", "nothing.toml", "../parse.py", "addict/../addict/VII.toml", "/etc/hostname"])
def test_only_what_is_listed_can_be_read(name: str) -> None:
    with pytest.raises(UnknownId):
        library_script(name)


def test_no_scenario_file_stands_outside_the_library() -> None:
    strays = list((ROOT / "tests" / "scenarios").rglob("*.toml"))
    assert [path.name for path in strays] == [], "scenario files have their home in rules/scenario/files"
