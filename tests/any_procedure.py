"""The procedure that a test plays where any of the AD&D family will do.

Only the tests of a procedure name it; the others ask here, so that they pass without it. The variable TESTS_PLAY names
another one for a run: what fails then depends on the procedure that is played otherwise.
"""

import os

from rules.catalogue import load_catalogue
from rules.kernel.options import OptionSpec
from rules.procedures import get_ruleset, list_rulesets, split_layer
from rules.scenarios.library import index_library

FAMILY = tuple(id for id in list_rulesets() if (found := get_ruleset(id).family) is not None and found.name == "adnd")
"""The procedures whose combatants have classes, levels and hit points."""

ANY = os.environ.get("TESTS_PLAY") or FAMILY[0]
"""The one that is played."""

RULESET = get_ruleset(ANY)


def find_other(than: str = ANY) -> str:
    """Return another procedure of the family, which can play the same fight and is no layer."""
    return next(id for id in FAMILY if id != than and not split_layer(id)[1])


def find_prefix(ruleset: str) -> str:
    """Return the beginning of a procedure's clause ids."""
    return load_catalogue(get_ruleset(ruleset).catalogues[0]).prefix


PREFIX = find_prefix(ANY)
CLAUSES = tuple(load_catalogue(ANY).clauses)
"""The ids of its clauses, in the text's order."""


def find_clause() -> str:
    """Return the id of a clause of the procedure that is played."""
    return CLAUSES[0]


def find_switch() -> str:
    """Return the key of an option that the procedure has and that is off unless it is chosen."""
    return next(key for key, option in RULESET.options.items() if option.default is False)


def find_choice() -> OptionSpec:
    """Return an option that the procedure has and whose choices are words."""
    return next(each for each in RULESET.options.values() if isinstance(each.default, str))


def find_fight() -> str:
    """Return the name of a library fight that the procedure plays and that shows a clause."""
    return next(file for file, each in index_library().items() if file.startswith(f"{ANY}/") and each.clauses)
