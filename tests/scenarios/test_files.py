"""Every scenario file meets its expectations, reaches nobody from too far, and is shown so."""

from collections.abc import Sequence

import pytest

from rules.catalogue import index_clauses
from rules.kernel import events as e
from rules.scenarios import Expect, find_differences, parse_scenario, play_scenario
from rules.scenarios.library import find_scenario_files
from tests.registered import FOLDERS
from tests.rules.projection.differing import show_difference
from tests.rules.projection.stored import folder_of, read_shown, run_text
from tests.rules.reaches.checking import list_unreached

FILES = find_scenario_files()
EXAMPLES = frozenset(id for id, clause in index_clauses().items() if clause.kind == "example")


def list_cited_examples(events: Sequence[e.Event]) -> list[str]:
    """Return the examples that events cite, beside the clause that decides or in its place."""
    because = [each.clauses for event in events if isinstance(event, e.MomentBegan) for each in event.because]
    cited = {id for clauses in (*(event.clauses for event in events), *because) for id in clauses}
    return sorted(cited & EXAMPLES)


def test_there_are_scenario_files() -> None:
    assert FILES


@pytest.mark.parametrize("name", FILES)
def test_a_scenario_comes_out_as_it_expects_and_is_shown_as_before(name: str) -> None:
    run = play_scenario(parse_scenario(FILES[name].read_text(encoding="utf-8"), name))
    assert run.script.expect != Expect(), "it expects nothing"
    assert find_differences(run) == []
    assert list_unreached(run.events) == []
    assert list_cited_examples(run.events) == []
    stored, now = read_shown(folder_of(name)).get(name, ""), run_text(run)
    if stored != now:
        difference = show_difference(stored.splitlines(), now.splitlines(), "stored", "now")
        pytest.fail(f"{name}:\n{difference}\n\nWhat is meant: python -m tests.rules.projection --write {name}")


@pytest.mark.parametrize("folder", FOLDERS)
def test_what_is_stored_is_of_files_that_are_there(folder: str) -> None:
    assert set(read_shown(folder)) == {name for name in FILES if folder_of(name) == folder}
