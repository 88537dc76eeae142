"""The words of a file that only one procedure knows, collected from all of them.

A file may be played by another procedure than its own, so that its events are named by the words of all.
"""

from collections.abc import Iterator, Mapping

from rules.kernel.file_words import FileWords
from rules.kernel.order_keys import OrderKey
from rules.kernel.procedure import Procedure
from rules.procedures import get_ruleset, list_rulesets

Raw = Mapping[str, object]


def name_event(entry: Raw) -> Raw:
    """Return an event of [expect] with the kind and the fields that events have."""
    for words in _list_words():
        entry = words.name_event(entry)
    return entry


def is_measure(kind: str, name: str) -> bool:
    """Return whether files may write this field of a kind of event in whole units."""
    return any(name in words.event_measures.get(kind, ()) for words in _list_words())


def list_order_fields() -> Mapping[str, OrderKey]:
    """Return the fields of orders by their keys, those of every procedure."""
    return {name: key for words in _list_words() for name, key in words.list_order_fields().items()}


def list_order_ways() -> tuple[str, ...]:
    """Return the keys that say a way of acting by being true, those of every procedure."""
    return tuple(dict.fromkeys(flag for words in _list_words() for flag in words.order_ways.values()))


def resolve_ruling_name(rules: Procedure, what: str, known: tuple[str, ...]) -> str:
    """Return the known name of a ruling; the name itself if it has no other."""
    own = rules.file_words.rulings.get(what, what)
    return own if what not in known and own in known else what


def _list_words() -> Iterator[FileWords]:
    return (get_ruleset(id).file_words for id in list_rulesets())
