"""Dew's sheet as a table: what is written of it is read again as the same sheet."""

import tomllib

import pytest

from rules.procedures.dew.sheet import DewSheet
from rules.scenarios.library import find_scenario_files
from rules.statblocks import build_stat_blocks


def read(dew: object, **beside: object) -> DewSheet:
    sheet = build_stat_blocks({"id": "bran", "side": "party", "dew": dew, **beside})[0].sheet
    assert isinstance(sheet, DewSheet)
    return sheet


@pytest.mark.parametrize("like", DewSheet.list_ready_made())
def test_a_ready_made_character_is_written_as_it_is_read(like: str) -> None:
    sheet = read({"like": like})
    assert read(sheet.write_table()) == sheet


@pytest.mark.parametrize("file", find_scenario_files("dew"))
def test_the_combatants_of_a_file_are_written_as_they_are_read(file: str) -> None:
    entries = tomllib.loads(find_scenario_files()[file].read_text(encoding="utf-8"))["combatant"]
    sheets = [build_stat_blocks(entry)[0].sheet for entry in entries]
    assert [read(sheet.write_table()) for sheet in sheets if sheet is not None] == sheets


def test_a_sheet_of_every_attribute_is_written_whole() -> None:
    sheet = read({
        "en": 7, "move": 9.5, "shield": {"broken": True}, "armor": {"wt": 12.5, "worn": False, "unworn_ac": [8, 1, 2]},
        "weapons": [{"id": "bow", "shots": [[6, 0], [12, -2]], "modes": [{"use": "missile", "crit_by_ac": {"-2": 7}}]}],
        "ranges": {"orc": 3}, "preparations": {"bow": 2}, "borrowed": {"active": 1}, "acted": "rest",
    })  # fmt: skip
    assert read(sheet.write_table()) == sheet
    assert sheet.describe() == "EN 7, BD 10, 2+1 blows, move 9.5, bow"


def test_whoever_is_not_alert_is_described_so() -> None:
    assert read({"alert": False}).describe().endswith("move 12, not alert")
