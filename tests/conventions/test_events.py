"""Every event that a procedure defines is one that it declares."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import rules.procedures
from rules.kernel.events import Event
from rules.procedures import get_all_kinds


def test_every_event_of_a_procedure_is_declared_by_it() -> None:
    for module in walk_packages(rules.procedures.__path__, "rules.procedures."):
        import_module(module.name)
    declared = get_all_kinds().values()
    assert [kind for kind in defined(Event) if kind not in declared] == []


def defined(kind: type[Event]) -> Iterator[type[Event]]:
    """Yield the classes under this one that stand in the rules."""
    for each in kind.__subclasses__():
        module = sys.modules[each.__module__]
        if each.__module__.startswith("rules.") and getattr(module, each.__name__, None) is each:
            yield each
        yield from defined(each)
