"""Scenario files: one fight a file, for worked examples, tests, bug reports and sharing.

``parse_scenario`` reads a file's text (TOML), ``play_scenario`` runs it, ``find_differences`` compares the run with its
``[expect]``.
"""

from rules.scenarios.differences import find_differences
from rules.scenarios.lines import ScenarioError
from rules.scenarios.parse import parse_scenario
from rules.scenarios.play import ScenarioRun, make_opening, play_scenario
from rules.scenarios.script import Expect, Script
from rules.scenarios.short_forms import Roster, ShortForm, describe_event

__all__ = [
    "Expect",
    "Roster",
    "ScenarioRun",
    "ScenarioError",
    "Script",
    "ShortForm",
    "find_differences",
    "make_opening",
    "parse_scenario",
    "play_scenario",
    "describe_event",
]
