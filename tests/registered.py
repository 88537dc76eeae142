"""The registered procedures, for tests that name none: their folders and test values.

A table that has rows for each procedure is put together from modules of one name in the folders of the procedures'
tests: ``gather("secrets", "PRIVATE")`` has those of tests/procedures/<name>/secrets.py.
"""

from importlib import import_module
from types import ModuleType
from typing import Any

from rules.kernel.registry import list_modules
from rules.procedures import list_rulesets, split_layer
from tests.server import ROOT

FOLDERS = tuple(place.rpartition(".")[2] for place in list_modules() if place.startswith("rules.procedures."))
"""The folders of the procedures that are registered: a layer has one, whatever it lies over."""


def lying_over(base: str) -> tuple[str, ...]:
    """Return a procedure and the layers over it."""
    return tuple(id for id in list_rulesets() if base in (id, split_layer(id)[1]))


def layered_by(layer: str) -> tuple[str, ...]:
    """Return the procedures that are this layer over another procedure."""
    return tuple(id for id in list_rulesets() if split_layer(id)[0] == layer)


def find_module(folder: str, name: str) -> ModuleType | None:
    """Return the module of this name among the tests of a procedure; None where they have none.

    A name with a dot, "browser.prompts", is that of a module in a folder of these tests.
    """
    if not (ROOT / "tests" / "procedures" / folder / f"{name.replace('.', '/')}.py").exists():
        return None
    return import_module(f"tests.procedures.{folder}.{name}")


def gather(module: str, name: str) -> list[Any]:
    """Return what the modules of this name have under a name, in the order of the procedures."""
    found = [find_module(folder, module) for folder in FOLDERS]
    return [getattr(each, name) for each in found if hasattr(each, name)]


def merge(module: str, name: str) -> dict[Any, Any]:
    """Return one table of the procedures' tables."""
    return {key: value for table in gather(module, name) for key, value in table.items()}
