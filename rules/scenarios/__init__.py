"""Scenario files: one fight a file, for worked examples, tests, bug reports and sharing.

``parse`` reads a file's text (TOML), ``play`` runs it, ``find_differences`` compares the run with its ``[expect]``.
"""

from rules.scenarios.differences import find_differences
from rules.scenarios.lines import ScenarioError
from rules.scenarios.parse import parse
from rules.scenarios.play import Run, make_opening, play
from rules.scenarios.script import Expect, Script
from rules.scenarios.short_forms import Roster, ShortForm, describe_event, list_short_forms

__all__ = [
    "Expect",
    "Roster",
    "Run",
    "ScenarioError",
    "Script",
    "ShortForm",
    "find_differences",
    "make_opening",
    "parse",
    "play",
    "list_short_forms",
    "describe_event",
]
