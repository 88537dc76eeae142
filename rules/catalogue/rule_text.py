"""One rule text as a procedure's code reads it: its options, and clause ids by short forms."""

from collections.abc import Callable, Mapping
from functools import cache

from rules.catalogue import load_catalogue
from rules.kernel.forms import Refusal
from rules.kernel.options import OptionSpec
from rules.kernel.state import State
from rules.kernel.terms import ClauseId
from rules.reference import UnknownId

Reads = Callable[[object], object]
"""Returns the value to keep for a value in a file. Raises ValueError for a wrong one."""

NO_READS: Mapping[str, Reads] = {}


class RuleText:
    """One rule text, with short names for its options ("dex_mod") and its clauses ("II.A")."""

    def __init__(self, id: str, reads: Mapping[str, Reads] = NO_READS) -> None:
        found = load_catalogue(id)
        self._clauses = found.clauses
        self._prefix = next(iter(found.clauses)).split(".")[0]
        self._specs: dict[str, OptionSpec] = {}
        for spec in found.options.values():
            name = spec.key.split(".", 1)[1]
            self._specs[name] = OptionSpec(spec.key, spec.default, spec.choices, spec.clause, reads.get(name))
        self.options: Mapping[str, OptionSpec] = {spec.key: spec for spec in self._specs.values()}
        self.ids = cache(self._ids)

    def option(self, state: State, name: str) -> object:
        """Return an option's value in this encounter, or its default.

        Raises KeyError for an unknown name.
        """
        spec = self._specs[name]
        return state.options.get(spec.key, spec.default)

    def refuse(self, clause: str, reason: str) -> Refusal:
        """Return a refusal by a clause of this text, from the clause's short form."""
        (id,) = self.ids(clause)
        return Refusal(id, reason)

    def _ids(self, *clauses: str) -> tuple[ClauseId, ...]:
        """Return clause ids from their short forms, each once.

        Raises UnknownId for a clause that the text lacks.
        """
        found = tuple(f"{self._prefix}.{clause}" for clause in dict.fromkeys(clauses))
        for id in found:
            if id not in self._clauses:
                raise UnknownId("clause", id, tuple(self._clauses))
        return found
