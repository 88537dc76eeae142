"""The catalogues' own scenarios are files, and every clause and option has a file."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from rules.catalogue import Catalogue, WorkedScenario, load_catalogue
from rules.kernel.events import Event
from rules.kernel.options import OptionSpec
from rules.procedures import get_ruleset, list_rulesets
from rules.scenarios import ScenarioError, ScenarioRun, Script, find_differences, parse_scenario, play_scenario
from rules.scenarios.coverage import find_evidence, make_report
from rules.scenarios.library import find_scenario_files
from tests.any_procedure import find_prefix

CATALOGUES = [load_catalogue(id) for id in list_rulesets() if get_ruleset(id).catalogues[0] == id]
"""Those of a layer over another procedure than that of its files are shown by that procedure's."""

SCENARIOS = [scenario for each in CATALOGUES for scenario in each.scenarios]
OPTIONS = [option for each in CATALOGUES for option in each.options.values()]


FOLDERS = {find_prefix(id): get_ruleset(id).catalogues[0] for id in list_rulesets()}


def file_of(id: str) -> Path:
    """Return the file of a catalogue's scenario: <folder>/S.1.toml for "PREFIX.S.1"."""
    prefix, _, name = id.partition(".")
    return find_scenario_files()[f"{FOLDERS[prefix]}/{name}.toml"]


@cache
def scripts(ruleset: str) -> tuple[Script, ...]:
    files = find_scenario_files(ruleset)
    return tuple(parse_scenario(path.read_text(encoding="utf-8"), path.name) for path in files.values())


def values(script: Script, key: str) -> Iterator[object]:
    """Yield the values of an option that a file names, at its head or in a ruling."""
    if key in script.options:
        yield script.options[key]
    for ruling in script.entries.rulings:
        if ruling.what == "option" and isinstance(ruling.value, list) and ruling.value[0] == key:
            yield ruling.value[1]


@cache
def passing(ruleset: str) -> tuple[ScenarioRun, ...]:
    runs = [play_scenario(script) for script in scripts(ruleset)]
    return tuple(run for run in runs if not find_differences(run))


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[each.id for each in SCENARIOS])
def test_a_catalogue_scenario_has_a_file_that_lists_its_clauses(scenario: WorkedScenario) -> None:
    script = parse_scenario(file_of(scenario.id).read_text(encoding="utf-8"), scenario.id)
    assert set(scenario.clauses) <= set(script.clauses)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[each.id for each in SCENARIOS])
def test_each_line_of_its_expectation_stands_beside_what_checks_it(scenario: WorkedScenario) -> None:
    text = file_of(scenario.id).read_text(encoding="utf-8")
    comments = [line.removeprefix("# ") for line in text.partition("[expect]")[2].splitlines() if line.startswith("# ")]
    assert comments == list(scenario.expected)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[each.id for each in SCENARIOS])
def test_a_catalogue_scenario_shows_every_clause_it_lists(scenario: WorkedScenario) -> None:
    run = play_scenario(parse_scenario(file_of(scenario.id).read_text(encoding="utf-8"), scenario.id))
    assert set(scenario.clauses) <= {each.clause for each in find_evidence(run)}


@pytest.mark.parametrize("each", CATALOGUES, ids=[each.id for each in CATALOGUES])
def test_every_clause_is_shown(each: Catalogue) -> None:
    found = [shown for run in passing(each.id) for shown in find_evidence(run)]
    assert make_report(each, found).uncovered == ()


@pytest.mark.parametrize("each", CATALOGUES, ids=[each.id for each in CATALOGUES])
def test_a_file_lists_no_clause_that_it_does_not_show(each: Catalogue) -> None:
    listed = {run.script.file: set(run.script.clauses) for run in passing(each.id)}
    shown = {run.script.file: {found.clause for found in find_evidence(run)} for run in passing(each.id)}
    assert {file: clauses - shown[file] for file, clauses in listed.items() if clauses - shown[file]} == {}


@pytest.mark.parametrize("option", OPTIONS, ids=[each.key for each in OPTIONS])
def test_every_choice_of_an_option_is_played_in_some_file(option: OptionSpec) -> None:
    ruleset = FOLDERS[option.clause.partition(".")[0]]
    played = [value for script in scripts(ruleset) for value in values(script, option.key)]
    assert [choice for choice in option.choices if choice not in played] == []


def replay_with(script: Script, key: str, value: object) -> Sequence[Event] | None:
    """Return the events of a file's fight with this value of an option.

    None where its dice no longer fit.
    """
    try:
        return play_scenario(replace(script, options={**script.options, key: value})).events[1:]
    except ScenarioError:
        return None


@pytest.mark.parametrize("option", OPTIONS, ids=[each.key for each in OPTIONS])
def test_every_two_choices_of_an_option_tell_some_file_differently(option: OptionSpec) -> None:
    named = [s for s in scripts(FOLDERS[option.clause.partition(".")[0]]) if option.key in s.options]
    fights = [{choice: replay_with(script, option.key, choice) for choice in option.choices} for script in named]
    alike = [
        (one, other)
        for one, other in combinations(option.choices, 2)
        if all(fight[one] == fight[other] for fight in fights)
    ]
    assert alike == []
