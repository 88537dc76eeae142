"""The comparison of two checkouts finds exactly what differs between them."""

import json
import shutil
from pathlib import Path

import pytest

from tests.any_procedure import ANY
from tests.rules.projection import door
from tests.rules.recorded import record, replay
from tests.rules.two_trees import main
from tests.server import ROOT

TOLD_OTHERWISE = '\n\ndef deed_owner(deed: str) -> str:\n    """Return something else."""\n    return deed\n'


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Another checkout, with the same rules."""
    for folder in ("rules", "procedures"):
        unneeded = shutil.ignore_patterns("test_*")
        shutil.copytree(ROOT / "tests" / folder, tmp_path / "tests" / folder, ignore=unneeded)
    for name in ("__init__.py", "any_procedure.py", "registered.py", "server.py"):
        shutil.copy(ROOT / "tests" / name, tmp_path / "tests" / name)
    for name in ("combat_site", "rules"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


@pytest.mark.parametrize("procedure", door.RULESETS)
def test_a_recorded_fight_is_replayed_as_it_was_played(procedure: str) -> None:
    fight = record(procedure, 3)
    assert replay(json.loads(json.dumps(fight.document))) == fight.lines


def test_what_the_dm_is_shown_is_a_part_of_a_fights_projection() -> None:
    fight, alone = record(ANY, 3), record(ANY, 3, dm_alone=True)
    others = tuple(line for line in fight.lines if not line.startswith(("dm: ", "input ")))
    assert others
    assert (alone.document, alone.lines) == (fight.document, tuple(each for each in fight.lines if each not in others))
    assert replay(fight.document, dm_alone=True) == alone.lines


def test_what_came_of_each_input_belongs_to_the_projection() -> None:
    fight = record(ANY, 2)
    assert [line.partition(":")[0] for line in fight.lines[:2]] == ["input 1", "input 2"]
    assert any("not taken" in line for line in fight.lines)


def test_a_fight_in_which_the_code_breaks_is_recorded_until_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.kernel.game.Game._close", lambda *given: 1 / 0)
    fight = record(ANY, 1)
    broken = len(fight.document["inputs"])
    assert fight.lines[broken - 1] == f"input {broken}: CloseQuestions broke: ZeroDivisionError: division by zero"
    assert replay(fight.document) == fight.lines


@pytest.mark.parametrize("shown", [(), ("--dm-alone",)])
def test_equal_checkouts_are_found_equal(
    checkout: Path, capsys: pytest.CaptureFixture[str], shown: tuple[str, ...]
) -> None:
    assert main([str(checkout), "--fights", "2", *shown]) == 0
    assert capsys.readouterr().out == "All 2 fights are equal.\n"


def test_the_first_difference_is_told_as_both_have_it(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    door_there = checkout / "tests" / "rules" / "projection" / "door.py"
    door_there.write_text(door_there.read_text() + TOLD_OTHERWISE)
    assert main([str(checkout), "--fights", "1", "--procedure", ANY]) == 1
    output = capsys.readouterr().out
    assert f"Fight {ANY} 0 differs" in output
    assert '- dm: {"clauses":[],"clock":' in output
    assert '+ dm: {"clauses":[],"clock":' in output
