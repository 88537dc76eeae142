"""A dataclass of the site has few fields: what belongs together is a dataclass of its own."""

import pkgutil
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, make_dataclass
from importlib import import_module

import encounters

MOST_FIELDS = 15


def list_dataclasses() -> Iterator[type]:
    """Yield each dataclass of the site, from the module that defines it."""
    for found in pkgutil.walk_packages(encounters.__path__, "encounters."):
        for each in vars(import_module(found.name)).values():
            if isinstance(each, type) and is_dataclass(each) and each.__module__ == found.name:
                yield each


def find_large(classes: Iterable[type]) -> list[str]:
    """Return the dataclasses with too many fields, those of their bases included."""
    counts = {f"{each.__module__}.{each.__qualname__}": len(fields(each)) for each in classes if is_dataclass(each)}
    return [f"{name}: {count} fields" for name, count in counts.items() if count > MOST_FIELDS]


def test_no_dataclass_has_many_fields() -> None:
    assert find_large(list_dataclasses()) == []


def test_dataclasses_of_the_screens_are_looked_at() -> None:
    names = {each.__name__ for each in list_dataclasses()}
    assert names >= {"QuestionForm", "Prompt", "BattleMap", "EncounterView"}


def test_a_dataclass_with_many_fields_is_found_with_those_of_its_base() -> None:
    base = make_dataclass("Base", [f"field_{n}" for n in range(MOST_FIELDS)])
    large = make_dataclass("Large", ["more"], bases=(base,))
    assert find_large([base, large]) == [f"{large.__module__}.Large: 16 fields"]
