"""The tables of figures that a DM looks up."""

from rules.kernel.reference_table import ReferenceTable, search_tables
from rules.procedures import get_ruleset, list_rulesets
from rules.reference import lookup_attack_row, lookup_saves, lookup_turning
from rules.reference.reference_tables import list_reference_tables

TABLES = {each.id: each for each in list_reference_tables()}


def find_cells(table: str, label: str) -> dict[str, str]:
    """Return a row of a table by its headings."""
    found: ReferenceTable = TABLES[table]
    row = next(each for each in found.rows if each.label == label)
    return dict(zip(found.columns, row.cells, strict=True))


def test_numbers_to_hit_are_those_that_the_rules_use() -> None:
    cells = find_cells("to-hit", "Fighter 5-6")
    assert tuple(map(int, cells.values())) == lookup_attack_row("fighter", 5)
    assert cells["AC 2"] == "14"


def test_saving_throws_are_those_that_the_rules_use() -> None:
    cells = find_cells("saves", "Cleric 1-3")
    assert [int(each) for each in cells.values()] == [needed for _, needed in lookup_saves("cleric", 1)]


def test_turning_is_that_which_the_rules_use() -> None:
    assert find_cells("turning", "Zombie")["Level 3"] == lookup_turning(3, "zombie").printed


def test_a_weapon_has_its_speed_factor_and_its_length_in_feet() -> None:
    cells = find_cells("weapons", "Axe, battle")
    assert (cells["Speed factor"], cells["Length"]) == ("7", "4 ft")


def test_ranges_are_inches() -> None:
    assert find_cells("missiles", "Bow, long")["Long"] == "21 in"


def test_a_search_keeps_the_rows_with_every_word() -> None:
    found = search_tables(list_reference_tables(), "sword LONG")
    assert [(table.id, [row.label for row in table.rows]) for table in found] == [("weapons", ["Sword, long"])]
    assert search_tables(list_reference_tables(), "nothing of the kind") == ()


def test_every_row_has_a_cell_for_each_heading() -> None:
    tables = [table for id in list_rulesets() for table in get_ruleset(id).list_reference_tables()]
    assert {len(row.cells) - len(table.columns) for table in tables for row in table.rows} == {0}
