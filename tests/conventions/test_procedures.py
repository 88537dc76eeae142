"""Only the folders of a procedure, of its code and of its tests, name it.

So deleting both and its line in the registry leaves a project whose tests pass: `python -m tests.without PROCEDURE`.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator

from rules.catalogue import load_catalogue
from rules.kernel.events import KERNEL_KINDS
from rules.kernel.procedure import Procedure
from rules.kernel.rulings import COMBATANT_RULINGS
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
    return re.compile(rf"(?<![a-z])(?i:{folder}{title})(?![a-z])|(?<![A-Z]){load_catalogue(folder).prefix}\.[A-Z\d]")


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
    prefix = load_catalogue(folder).prefix
    for text in (f'ruleset = "{folder}"', f"list_{folder}_characters()", f"see {prefix}.VII", folder.upper()):
        assert named_in("tests/rules/test_order.py", text) == folder, text
    assert named_in(f"tests/rules/test_{folder}.py", "") == folder
    assert named_in("tests/rules/test_order.py", f"un{folder}ed") == ""


SHARED = ("rules/kernel/", "rules/scenarios/", "rules/compare/")
"""The code that runs every procedure, reads its files and compares its fights."""

FAMILY = "rules/procedures/adnd/"
"""What several procedures share: its words are nobody's own."""

OTHER_MEANINGS = {
    **dict.fromkeys(("cast", "drop", "grab", "stop"), "a verb, with what goes before its object"),
    **dict.fromkeys(("done", "dropped", "fall", "prepared"), "an outcome of a deed, or what befalls a combatant"),
    "option": "a ruling on the encounter",
    **dict.fromkeys(("change", "warn"), "a key of a declaration"),
    **dict.fromkeys(("roll", "rule"), "a table, or an input, of a scenario file"),
    "other": "another combatant",
}
"""Words of shared code that a procedure alone may have too, in another sense: what they mean there."""


def list_words(procedure: Procedure) -> Iterator[str]:
    """Yield the names of a procedure's questions, commands, events, rulings and options."""
    for question, kind in procedure.questions.items():
        yield from (question, *kind.commands)
    words = procedure.file_words
    yield from (*(kind.kind for kind in procedure.events), *procedure.rulings.of_combatants, *procedure.rulings.own)
    yield from (*procedure.options, *words.order_keys, *words.rulings, *words.event_measures)


def find_lone_words() -> set[str]:
    """Return the words that only one procedure has; those of a layer are its own."""
    owners: dict[str, set[str]] = defaultdict(set)
    for id in list_rulesets():
        layer, base = split_layer(id)
        inherited = set(list_words(get_ruleset(base))) if base else set()
        for word in {*list_words(get_ruleset(id))} - inherited:
            owners[word].add(layer)
    family = {word for words in read_words(FAMILY).values() for word in words}
    return (
        {word for word, procedures in owners.items() if len(procedures) == 1}
        - family
        - {*COMBATANT_RULINGS, *KERNEL_KINDS}
    )


def find_strings(text: str) -> set[str]:
    """Return every string of a file."""
    nodes = ast.walk(ast.parse(text))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def read_words(*folders: str) -> dict[str, set[str]]:
    """Return the strings of each file in these folders."""
    paths = [path for path in sources(".py") if shown(path).startswith(folders)]
    return {shown(path): find_strings(path.read_text(encoding="utf-8")) for path in paths}


def test_shared_code_has_no_word_that_only_one_procedure_knows() -> None:
    lone, shared = find_lone_words() - {*OTHER_MEANINGS}, read_words(*SHARED)
    assert {path: words & lone for path, words in shared.items() if words & lone} == {}
    assert {*OTHER_MEANINGS} - {word for words in shared.values() for word in words} == set(), "no longer needed"


def test_a_question_of_one_procedure_would_be_found_in_shared_code() -> None:
    lone = find_lone_words()
    asked = next(each for id in list_rulesets() for each in get_ruleset(id).questions if each in lone)
    assert find_strings(f"if question.question in ('declare', {asked!r}): pass") & lone == {asked}
