"""Every event that a procedure defines is one that it declares."""

import sys
from collections.abc import Iterator
from importlib import import_module
from inspect import getsource
from pkgutil import walk_packages

import rules.procedures
from rules.kernel.events import Event
from rules.kernel.visibility import Audience
from rules.procedures import get_all_kinds, get_ruleset, list_rulesets


def test_every_event_of_a_procedure_is_declared_by_it() -> None:
    for module in walk_packages(rules.procedures.__path__, "rules.procedures."):
        import_module(module.name)
    declared = get_all_kinds().values()
    assert [kind for kind in defined(Event) if kind not in declared] == []


def test_what_an_event_changes_rests_on_no_perceivers_that_a_quiet_table_leaves_out() -> None:
    reading = [kind for kind in get_all_kinds().values() if "perceived_by" in getsource(kind.apply)]
    assert reading
    assert [kind for kind in reading if not is_public_unless_said(kind)] == []
    changes = [change for id in list_rulesets() for change in get_ruleset(id).changes.values()]
    assert [change for change in changes if "perceived_by" in getsource(change)] == []


def is_public_unless_said(kind: type[Event]) -> bool:
    """Return whether all perceive an event without ``seen_by``: it is open, and has no doer."""
    open_to_all = kind.audience in (Audience.ALL, Audience.PERCEIVERS) and "who" not in kind.__dataclass_fields__
    return open_to_all and kind.list_perceivers is Event.list_perceivers


def defined(kind: type[Event]) -> Iterator[type[Event]]:
    """Yield the classes under this one that stand in the rules."""
    for each in kind.__subclasses__():
        module = sys.modules[each.__module__]
        if each.__module__.startswith("rules.") and getattr(module, each.__name__, None) is each:
            yield each
        yield from defined(each)
