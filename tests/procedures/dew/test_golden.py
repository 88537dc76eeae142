"""The golden log of the sequence: two rounds worked by hand, with every roll scripted."""

from rules.scenarios import play_scenario
from rules.scenarios.library import load_library_script
from tests.rules.golden_log import golden_file, golden_lines


def test_the_log_is_that_of_two_rounds_with_every_roll_scripted() -> None:
    began = [line.split(".")[0] for line in golden_lines("dew") if " RoundBegan" in line]
    assert began == ["1", "2"]
    purposes = ("hit", "crit", "damage", "break.parry", "consult.max")
    log = golden_file("dew", "txt").read_text(encoding="utf-8")
    assert [log.count(f"<{purpose} ") for purpose in purposes] == [7, 5, 5, 1, 1]


def test_no_die_of_the_fight_worked_by_hand_fell_unscripted() -> None:
    run = play_scenario(load_library_script("dew/two_rounds.toml"))
    assert {rolled.source for event in run.events for rolled in event.rolls} == {"scripted"}
