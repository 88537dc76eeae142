"""The library finds every file by its name, and by each clause that it shows."""

import pytest

from rules.catalogue import index_clauses
from rules.reference import UnknownId
from rules.scenarios import parse_scenario
from rules.scenarios.library import find_scenario_files, index_library, list_files_showing, load_library_script
from tests.any_procedure import ANY, find_fight
from tests.server import ROOT


def test_every_file_is_listed_as_its_own_head_says() -> None:
    assert list(index_library()) == list(find_scenario_files())
    each = index_library()[find_fight()]
    script = load_library_script(each.file)
    assert (each.ruleset, each.title, each.clauses) == (script.ruleset, script.title, script.clauses)
    assert script == parse_scenario(find_scenario_files()[each.file].read_text(encoding="utf-8"), each.file)


def test_every_file_says_in_its_title_what_it_shows() -> None:
    assert [each.file for each in index_library().values() if not each.title.strip()] == []


def test_a_clause_finds_the_files_that_list_it() -> None:
    for each in index_library().values():
        assert all(each in list_files_showing(clause) for clause in each.clauses)
    fight = index_library()[find_fight()]
    assert fight.clauses
    assert fight.file in [each.file for each in list_files_showing(fight.clauses[0])]
    assert list_files_showing("NOWHERE.I") == ()


def test_every_clause_that_a_file_lists_is_in_a_catalogue() -> None:
    assert {clause for each in index_library().values() for clause in each.clauses} - set(index_clauses()) == set()


@pytest.mark.parametrize("name", ["", "nothing.toml", "../parse.py", f"{ANY}/../{find_fight()}", "/etc/hostname"])
def test_only_what_is_listed_can_be_read(name: str) -> None:
    with pytest.raises(UnknownId):
        load_library_script(name)


def test_no_scenario_file_stands_outside_the_library() -> None:
    strays = list((ROOT / "tests" / "scenarios").rglob("*.toml"))
    assert [path.name for path in strays] == [], "scenario files stand in their procedure's folder"
