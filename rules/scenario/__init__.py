"""Scenario files: one fight a file, in TOML, for worked examples, tests, reports of faults and sharing.

``parse`` reads a file's text, ``play`` runs it, ``differences`` compares the run with its ``[expect]``.
"""

from rules.scenario.expect import differences
from rules.scenario.lines import ScenarioError
from rules.scenario.parse import parse
from rules.scenario.play import Run, opening, play
from rules.scenario.script import Expect, Script
from rules.scenario.short import Roster, ShortForm, shown, words

__all__ = [
    "Expect",
    "Roster",
    "Run",
    "ScenarioError",
    "Script",
    "ShortForm",
    "differences",
    "opening",
    "parse",
    "play",
    "shown",
    "words",
]
