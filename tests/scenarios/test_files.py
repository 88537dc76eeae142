"""Every scenario file meets its expectations, reaches nobody from too far, and is shown so."""

import pytest

from rules.scenarios import Expect, find_differences, parse_scenario, play_scenario
from rules.scenarios.library import find_scenario_files
from tests.registered import FOLDERS
from tests.rules.projection.digests import DIGESTS, read_digests, run_digest
from tests.rules.reaches.checking import list_unreached

FILES = find_scenario_files()
STORED = read_digests(DIGESTS.read_text(encoding="utf-8"))


def test_there_are_scenario_files() -> None:
    assert FILES


@pytest.mark.parametrize("name", FILES)
def test_a_scenario_comes_out_as_it_expects_and_is_shown_as_before(name: str) -> None:
    run = play_scenario(parse_scenario(FILES[name].read_text(encoding="utf-8"), name))
    assert run.script.expect != Expect(), "it expects nothing"
    assert find_differences(run) == []
    assert list_unreached(run.events) == []
    # What is meant to change is stored by `python -m tests.rules.projection --write`, after a look at each difference.
    assert run_digest(run) == STORED.get(name), f"{name}: python -m tests.rules.projection --against CHECKOUT {name}"


def test_what_is_stored_is_of_files_that_are_there() -> None:
    # Those of a procedure that is gone are of no file any more.
    registered = {name for name in STORED if name.partition("/")[0] in FOLDERS}
    assert registered - set(FILES) == set()
