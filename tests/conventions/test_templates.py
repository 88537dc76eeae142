"""Templates are indented by djangofmt; their lines are short, and their comments true."""

import importlib
import importlib.util
import re

from tests.conventions.sources import shown, sources

LONGEST = 140


def test_no_line_of_a_template_is_longer_than_140_characters() -> None:
    lines = [
        (f"{shown(path)}:{number}", line)
        for path in sources(".html")
        for number, line in enumerate(path.read_text().splitlines(), 1)
    ]
    assert [place for place, line in lines if len(line) > LONGEST] == []


def find_named(text: str) -> set[str]:
    """Return the classes that the comments of a template name by their modules."""
    comments = " ".join(re.findall(r"\{#(.*?)#\}", text))
    return set(re.findall(r"\b(?:encounters|rules)(?:\.\w+)+\.[A-Z]\w+", comments))


def is_there(name: str) -> bool:
    """Return whether a module has a class of this name."""
    module, _, of_module = name.rpartition(".")
    return importlib.util.find_spec(module) is not None and hasattr(importlib.import_module(module), of_module)


def test_the_comments_of_templates_name_classes_that_are_there() -> None:
    named = {(shown(path), name) for path in sources(".html") for name in find_named(path.read_text())}
    assert len(named) > 50
    assert [each for each in sorted(named) if not is_there(each[1])] == []


def test_a_class_that_is_gone_is_found_in_a_comment() -> None:
    assert find_named("{# map: an encounters.log.Gone; x #} {{ encounters.log.Log }}") == {"encounters.log.Gone"}
    assert not is_there("encounters.log.Gone")
