"""Only the folders of a procedure, of its code and of its tests, name it.

So deleting both and its line in the registry leaves a project whose tests pass: `python -m tests.without PROCEDURE`.
"""

import re

from rules.procedures import get_ruleset, list_rulesets, split_layer
from tests.conventions.sources import shown, sources
from tests.registered import FOLDERS

STILL_NAMING: set[str] = {
    "rules/api.py",
    "rules/kernel/events/table.py",
    "rules/kernel/procedure.py",
    "rules/kernel/reveal/sight.py",
    "rules/reference/__init__.py",
    "rules/reference/data/dew_attributes.toml",
    "rules/reference/data/dew_characters.toml",
    "rules/reference/data/encounter_tables.toml",
    "rules/reference/dew.py",
    "rules/scenarios/entries.py",
    "rules/statblocks/gear.py",
    "tests/browser/prompts.py",
    "tests/browser/story.py",
    "tests/browser/table.py",
    "tests/browser/test_axe.py",
    "tests/browser/test_compare.py",
    "tests/browser/test_dm.py",
    "tests/browser/test_field.py",
    "tests/browser/test_round_live.py",
    "tests/browser/test_rulebook.py",
    "tests/browser/test_signals_live.py",
    "tests/browser/test_toy_live.py",
    "tests/conventions/public_names.txt",
    "tests/encounters/gallery/around.py",
    "tests/encounters/gallery/dm.py",
    "tests/encounters/gallery/drawings.py",
    "tests/encounters/gallery/forms.py",
    "tests/encounters/gallery/viewers.py",
    "tests/encounters/test_answer_form.py",
    "tests/encounters/test_code_version.py",
    "tests/encounters/test_compare.py",
    "tests/encounters/test_dm_demo.py",
    "tests/encounters/test_dm_panels.py",
    "tests/encounters/test_field_lines.py",
    "tests/encounters/test_figures.py",
    "tests/encounters/test_look.py",
    "tests/encounters/test_narration.py",
    "tests/encounters/test_offers.py",
    "tests/encounters/test_phone.py",
    "tests/encounters/test_phone_following.py",
    "tests/encounters/test_random_views.py",
    "tests/encounters/test_rulebook.py",
    "tests/encounters/test_secrecy_on_the_wire.py",
    "tests/encounters/test_two_worlds.py",
    "tests/load/http_speed.py",
    "tests/load/long_fight.py",
    "tests/load/rules_speed.py",
    "tests/load/sockets_speed.py",
    "tests/measure/__main__.py",
    "tests/measure/passing.py",
    "tests/measure/test_walkthrough.py",
    "tests/rules/projection/digests.txt",
    "tests/rules/projection/fields.py",
    "tests/rules/secrets_told.py",
    "tests/rules/test_commands.py",
    "tests/rules/test_coverage.py",
    "tests/rules/test_game.py",
    "tests/rules/test_scenario_errors.py",
    "tests/rules/test_scenario_expectations.py",
    "tests/rules/test_scenario_play.py",
    "tests/rules/test_scenario_reading.py",
}
"""Files that name a procedure. The list may only become shorter."""

THIS = "tests/conventions/test_procedures.py"
NAMES = {*FOLDERS, *(get_ruleset(id).title for id in list_rulesets() if not split_layer(id)[1])}
PREFIXES = {get_ruleset(id).prefix for id in list_rulesets()}
WORDS = "|".join(map(re.escape, sorted(NAMES)))
CLAUSE = rf"(?:{'|'.join(sorted(PREFIXES))})\.[A-Z\d]"
NAMING = re.compile(rf"(?<![a-z])(?i:{WORDS})(?![a-z])|(?<![A-Z]){CLAUSE}")


def is_of_one(name: str) -> bool:
    """Return whether a file stands in a folder of one procedure, or is the registry."""
    area, _, rest = name.partition("/procedures/")
    return area in ("rules", "tests") and (rest == "__init__.py" or rest.partition("/")[0] in FOLDERS)


def names_one(name: str, text: str) -> bool:
    """Return whether a file names a procedure, in its own name or in its text."""
    return NAMING.search(name) is not None or NAMING.search(text) is not None


def test_no_file_outside_the_folders_of_a_procedure_names_it() -> None:
    paths = {shown(path): path for path in sources() if shown(path).startswith(("rules/", "tests/"))}
    outside = {name: path for name, path in paths.items() if not is_of_one(name) and name != THIS}
    naming = {name for name, path in outside.items() if names_one(name, path.read_text(encoding="utf-8"))}
    assert naming - STILL_NAMING == set(), "move what is about one procedure to its tests"
    assert STILL_NAMING - naming == set(), "these name none any more: delete them from the list"


def test_a_name_is_found_in_a_text_in_an_identifier_and_in_a_clause() -> None:
    folder, prefix = FOLDERS[0], sorted(PREFIXES)[0]
    for text in (f'ruleset = "{folder}"', f"list_{folder}_characters()", f"see {prefix}.VII", folder.upper()):
        assert names_one("tests/rules/test_order.py", text), text
    assert names_one(f"tests/rules/test_{folder}.py", "")
    assert not names_one("tests/rules/test_order.py", f"un{folder}ed")
