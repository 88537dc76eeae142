"""No name of ours is defined and never used, be it in code, templates, scripts or data."""

import re
from pathlib import Path

from vulture import Vulture  # type: ignore[import-untyped]

from rules.api import get_ruleset, list_rulesets
from tests.conventions.sources import ROOT, sources

OURS = ("rules", "encounters", "campaigns")
CALLED_BY_OTHERS = [
    # Django and Python ask for these.
    "Command", "Meta", "*Config", "add_arguments", "requires_*", "__init_subclass__", "has_*_permission",
    "list_display", "list_filter", "list_select_related", "*Admin",
    "search_fields", "indexes", "get_deleted_objects", "delete_model", "template_name", "*_template_name",
    "success_url", "get_form_class", "value_omitted_from_data", "id_for_label", "id_", "form_tag", "disable_csrf",
    "process_exception", "CountingBackend", "TooManyPasswords", "UnreadableFights", "*_by", "level_*",
    # The registry imports a procedure by the name of its class.
    *(type(get_ruleset(each)).__name__ for each in list_rulesets()),
    # Compared with all fields of its class.
    "aim_ranges",
    # A status that forms offer.
    "RETIRED",
    # Functions that are registered where they stand.
    "_show_*",
]  # fmt: skip
WORDS = re.compile(r"\w+")


def test_every_name_is_used() -> None:
    read = Vulture(ignore_names=CALLED_BY_OTHERS, ignore_decorators=["@register.*"])
    folders = [str(ROOT / each) for each in (*OURS, "combat_site", "tests", "manage.py")]
    read.scavenge(folders, exclude=["*/migrations/*"])
    named = {word for path in sources(".html", ".toml", ".js") for word in WORDS.findall(path.read_text())}
    dead = [
        f"{path.relative_to(ROOT)}:{each.first_lineno} {each.name}"
        for each in read.get_unused_code()
        if (path := Path(each.filename)).relative_to(ROOT).parts[0] in OURS and each.name not in named
    ]
    assert dead == []


def test_a_name_that_nothing_uses_is_found() -> None:
    read = Vulture(ignore_names=CALLED_BY_OTHERS, ignore_decorators=["@register.*"])
    read.scan("def find_nothing():\n    return 1\n")
    assert [each.name for each in read.get_unused_code()] == ["find_nothing"]
