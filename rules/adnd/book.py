"""What a text of the family goes by: the options its catalogue allows, and the ids of its clauses."""

from collections.abc import Sequence
from functools import cache

from rules.ruleset import OptionSpec
from rules.state import State
from rules.terms import ClauseId

Toggle = tuple[str, object, tuple[object, ...], str]
"""An option: its key, its default, its choices, and the short form of the clause it belongs to."""


class Book:
    """One text. Its options are called ``<key>.<option>``, its clauses ``<prefix>.<clause>``."""

    def __init__(self, key: str, prefix: str, toggles: Sequence[Toggle]) -> None:
        self._prefix = prefix
        self._specs = {
            name: OptionSpec(f"{key}.{name}", default, choices, f"{prefix}.{clause}")
            for name, default, choices, clause in toggles
        }
        self.options = {spec.key: spec for spec in self._specs.values()}
        self.ids = cache(self._ids)

    def option(self, state: State, name: str) -> object:
        """The value of an option in this encounter, or its default. Raises KeyError for one it does not have."""
        spec = self._specs[name]
        return state.options.get(spec.key, spec.default)

    def _ids(self, *clauses: str) -> tuple[ClauseId, ...]:
        """Clause ids from their short forms, each once."""
        return tuple(f"{self._prefix}.{clause}" for clause in dict.fromkeys(clauses))
