"""Only the folders of a procedure, of its code and of its tests, name it.

So deleting both and its line in the registry leaves a project whose tests pass: `python -m tests.without PROCEDURE`.
"""

import re

from rules.procedures import get_ruleset, list_rulesets, split_layer
from tests.conventions.sources import shown, sources
from tests.registered import FOLDERS

CODE = ("rules/", "tests/", "combat_site/", "campaigns/", "encounters/", "templates/", "static/")
"""The folders whose files may name a procedure only in its own folder."""

THIS = "tests/conventions/test_procedures.py"


def pattern_of(folder: str) -> re.Pattern[str]:
    """Return what names the procedure of a folder: the folder, its title, or a clause of it."""
    own = next(each for each in map(get_ruleset, list_rulesets()) if each.catalogues[0] == folder)
    title = "" if split_layer(own.id)[1] else f"|{re.escape(own.title)}"
    return re.compile(rf"(?<![a-z])(?i:{folder}{title})(?![a-z])|(?<![A-Z]){own.prefix}\.[A-Z\d]")


PATTERNS = {folder: pattern_of(folder) for folder in FOLDERS}


def is_of_one(name: str) -> bool:
    """Return whether a file stands in a folder of one procedure, or is the registry."""
    area, _, rest = name.partition("/procedures/")
    return area in ("rules", "tests") and (rest == "__init__.py" or rest.partition("/")[0] in FOLDERS)


def named_in(name: str, text: str) -> str:
    """Return the folders of the procedures that a file names, in its own name or in its text."""
    return " ".join(folder for folder, naming in PATTERNS.items() if naming.search(name) or naming.search(text))


def test_no_file_outside_the_folders_of_a_procedure_names_it() -> None:
    paths = {shown(path): path for path in sources() if shown(path).startswith(CODE)}
    outside = {name: path for name, path in paths.items() if not is_of_one(name) and name != THIS}
    named = {name: named_in(name, path.read_text(encoding="utf-8")) for name, path in outside.items()}
    assert {name: each for name, each in named.items() if each} == {}


def test_a_name_is_found_in_a_text_in_an_identifier_and_in_a_clause() -> None:
    folder = FOLDERS[0]
    prefix = next(each.prefix for each in map(get_ruleset, list_rulesets()) if each.catalogues[0] == folder)
    for text in (f'ruleset = "{folder}"', f"list_{folder}_characters()", f"see {prefix}.VII", folder.upper()):
        assert named_in("tests/rules/test_order.py", text) == folder, text
    assert named_in(f"tests/rules/test_{folder}.py", "") == folder
    assert named_in("tests/rules/test_order.py", f"un{folder}ed") == ""
