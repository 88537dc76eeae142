"""The catalogue's own scenarios are files here, line for line; every clause and every option has one that shows it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from rules.clauses import Catalogue, WorkedScenario, catalogue
from rules.coverage import evidence, report
from rules.events import Event
from rules.ruleset import RULESETS, OptionSpec, get_ruleset
from rules.scenario import Run, ScenarioError, Script, differences, parse, play
from rules.scenario.library import FOLDER

CATALOGUES = [catalogue(id) for id in dict.fromkeys(get_ruleset(id).catalogues[0] for id in RULESETS)]
SCENARIOS = [scenario for each in CATALOGUES for scenario in each.scenarios]
OPTIONS = [option for each in CATALOGUES for option in each.options.values()]


FOLDERS = {get_ruleset(id).prefix: get_ruleset(id).catalogues[0] for id in RULESETS}


def file_of(id: str) -> Path:
    """The file of a catalogue's scenario: "ADDICT.S.1" stands in addict/S.1.toml."""
    prefix, _, name = id.partition(".")
    return FOLDER / FOLDERS[prefix] / f"{name}.toml"


@cache
def scripts(ruleset: str) -> tuple[Script, ...]:
    files = sorted((FOLDER / ruleset).rglob("*.toml"))
    return tuple(parse(file.read_text(encoding="utf-8"), file.name) for file in files)


def values(script: Script, key: str) -> Iterator[object]:
    """The values of an option that a file names: at its head, or as a ruling from some round on."""
    if key in script.options:
        yield script.options[key]
    for ruling in script.rulings:
        if ruling.what == "option" and isinstance(ruling.value, list) and ruling.value[0] == key:
            yield ruling.value[1]


@cache
def passing(ruleset: str) -> tuple[Run, ...]:
    runs = [play(script) for script in scripts(ruleset)]
    return tuple(run for run in runs if not differences(run))


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[each.id for each in SCENARIOS])
def test_a_catalogue_scenario_has_a_file_that_lists_its_clauses(scenario: WorkedScenario) -> None:
    script = parse(file_of(scenario.id).read_text(encoding="utf-8"), scenario.id)
    assert set(scenario.clauses) <= set(script.clauses)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[each.id for each in SCENARIOS])
def test_each_line_of_its_expectation_stands_beside_what_checks_it(scenario: WorkedScenario) -> None:
    text = file_of(scenario.id).read_text(encoding="utf-8")
    comments = [line.removeprefix("# ") for line in text.partition("[expect]")[2].splitlines() if line.startswith("# ")]
    assert comments == list(scenario.expected)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[each.id for each in SCENARIOS])
def test_a_catalogue_scenario_shows_every_clause_it_lists(scenario: WorkedScenario) -> None:
    run = play(parse(file_of(scenario.id).read_text(encoding="utf-8"), scenario.id))
    assert set(scenario.clauses) <= {each.clause for each in evidence(run)}


@pytest.mark.parametrize("each", CATALOGUES, ids=[each.id for each in CATALOGUES])
def test_every_clause_is_shown(each: Catalogue) -> None:
    found = [shown for run in passing(each.id) for shown in evidence(run)]
    assert report(each, found).uncovered == ()


@pytest.mark.parametrize("each", CATALOGUES, ids=[each.id for each in CATALOGUES])
def test_a_file_lists_no_clause_that_it_does_not_show(each: Catalogue) -> None:
    listed = {run.script.file: set(run.script.clauses) for run in passing(each.id)}
    shown = {run.script.file: {found.clause for found in evidence(run)} for run in passing(each.id)}
    assert {file: clauses - shown[file] for file, clauses in listed.items() if clauses - shown[file]} == {}


@pytest.mark.parametrize("option", OPTIONS, ids=[each.key for each in OPTIONS])
def test_every_choice_of_an_option_is_played_in_some_file(option: OptionSpec) -> None:
    ruleset = FOLDERS[option.clause.partition(".")[0]]
    played = [value for script in scripts(ruleset) for value in values(script, option.key)]
    assert [choice for choice in option.choices if choice not in played] == []


def told(script: Script, key: str, value: object) -> Sequence[Event] | None:
    """What happens in a file's fight with this value of an option; None where its dice do not fit any more."""
    try:
        return play(replace(script, options={**script.options, key: value})).events[1:]
    except ScenarioError:
        return None


@pytest.mark.parametrize("option", OPTIONS, ids=[each.key for each in OPTIONS])
def test_every_two_choices_of_an_option_tell_some_file_differently(option: OptionSpec) -> None:
    named = [s for s in scripts(FOLDERS[option.clause.partition(".")[0]]) if option.key in s.options]
    fights = [{choice: told(script, option.key, choice) for choice in option.choices} for script in named]
    alike = [
        (one, other)
        for one, other in combinations(option.choices, 2)
        if all(fight[one] == fight[other] for fight in fights)
    ]
    assert alike == []
