"""Every scenario file runs, and comes out as it expects."""

from pathlib import Path

import pytest

from rules.scenario import Expect, differences, parse, play
from rules.scenario.library import FOLDER

FILES = sorted(FOLDER.rglob("*.toml"))


def test_there_are_scenario_files() -> None:
    assert FILES


@pytest.mark.parametrize("file", FILES, ids=[file.relative_to(FOLDER).as_posix() for file in FILES])
def test_a_scenario_comes_out_as_it_expects(file: Path) -> None:
    run = play(parse(file.read_text(encoding="utf-8"), file.relative_to(FOLDER).as_posix()))
    assert differences(run) == []


@pytest.mark.parametrize("file", FILES, ids=[file.relative_to(FOLDER).as_posix() for file in FILES])
def test_a_scenario_expects_something(file: Path) -> None:
    assert parse(file.read_text(encoding="utf-8"), file.name).expect != Expect()
