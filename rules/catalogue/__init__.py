"""The clause catalogues: every rule of a rule text by its id.

Each also holds the options of its text, its order as a matrix, and its worked tables. Each procedure's folder has one
as ``clauses.toml``. Records are frozen and keep the file's order and wording.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Generic, TypeVar

from rules.kernel.forms import Refusal
from rules.kernel.frozen import frozen
from rules.kernel.options import OptionSpec, OptionWords
from rules.kernel.registry import list_modules
from rules.kernel.state import State
from rules.kernel.terms import ClauseId
from rules.reference import UnknownId

__all__ = [
    "Catalogue",
    "Clause",
    "MatrixRow",
    "RuleText",
    "WorkedScenario",
    "index_clauses",
    "list_catalogues",
    "lookup_catalogue_of",
    "load_catalogue",
    "lookup_clause",
]

_FILE = "clauses.toml"
_VERSUS = "vs_"


@frozen
class Clause:
    """One rule of a text."""

    id: ClauseId
    says: str
    """The text's own words."""
    kind: str
    mode: str
    """The way of playing it: auto, prompt or option."""
    phase: str
    observable: str
    """The sign of it in a log."""
    given: str
    """With ``when`` and ``then``, a worked case."""
    when: str
    then: str
    reading: str
    """Our interpretation of the text."""
    option: str = ""
    """Key of the option that settles another honest reading; empty where there is none."""
    example_of: ClauseId = ""
    """The clause that this one illustrates; empty where there is none."""
    decided_in: str = ""
    """The function that decides it, where no code of the procedure's own does: "procedures/shared/dice.py:roll"."""


@frozen
class ComparedNumbers:
    """The numbers of two deeds by which a matrix row orders them."""

    a: str
    b: str
    sense: str
    """The number that goes first, lower or greater."""
    equal: str
    """The order of equal numbers."""


@frozen
class LayerColumns:
    """The further columns of a matrix row in the catalogue of a layer."""

    base_row: str = ""
    """The row of the base under it."""
    overlay_row: str = ""
    """The layer's own row under it."""
    economy: str = ""
    """The cost of the two deeds."""
    defence: str = ""
    """The blows that can be parried."""
    reaction: str = ""
    """Whether the deeds can still be changed."""


@frozen
class MatrixRow:
    """The order of two deeds of opposing sides, for one state of the initiative."""

    id: str
    a: str
    """A kind of deed."""
    b: str
    """A kind of deed."""
    initiative: str
    """a-won, b-won or tied."""
    first: str
    """a, b, same, compare, or none where there is nothing to order."""
    rule: str
    numbers: ComparedNumbers
    """Empty, unless ``first`` is compare."""
    clauses: tuple[ClauseId, ...]
    example: str
    note: str = ""
    otherwise: str = ""
    """The order where ``b`` is not the target of ``a``."""
    compared_with: str = ""
    """The catalogue whose row of the same pair this one is compared with; empty where it is compared with none."""
    difference: str = ""
    """The difference from that row, in words."""
    layer: LayerColumns = LayerColumns()


@frozen
class WorkedScenario:
    """A fight in words."""

    id: str
    setup: str
    expected: tuple[str, ...]
    """The events to come, in order."""
    clauses: tuple[ClauseId, ...]
    """The clauses that it shows."""


@frozen
class Catalogue:
    """The contents of one catalogue."""

    id: str
    title: str
    interpretation: Mapping[str, str]
    ordering: Mapping[str, str]
    clauses: Mapping[ClauseId, Clause]
    options: Mapping[str, OptionSpec]
    matrix: tuple[MatrixRow, ...]
    worked: Mapping[str, tuple[Mapping[str, Any], ...]]
    """Its worked tables by name, each a tuple of rows."""
    scenarios: tuple[WorkedScenario, ...]
    differences: tuple[Mapping[str, str], ...] = ()
    """Rows on differences from another text: the pair, the rule of each text, an example."""

    @property
    def prefix(self) -> str:
        """Return the beginning of the ids of its clauses."""
        return next(iter(self.clauses)).partition(".")[0]


def list_catalogues() -> tuple[str, ...]:
    """Return the ids of the catalogues, in the order in which their procedures are offered.

    Each is the name of the folder that has it beside a procedure's code.
    """
    return tuple(_find_files(list_modules()))


@cache
def load_catalogue(id: str) -> Catalogue:
    """Return the catalogue of a procedure. Raises UnknownId."""
    known = _find_files(list_modules())
    if id not in known:
        raise UnknownId("catalogue", id, tuple(known))
    with known[id].open("rb") as file:
        return _read(id, tomllib.load(file))


@cache
def _find_files(modules: tuple[str, ...]) -> Mapping[str, Path]:
    """Return the file of each catalogue beside one of these modules, importing none."""
    specs = (find_spec(module) for module in modules)
    folders = [Path(spec.origin).parent for spec in specs if spec is not None and spec.origin is not None]
    return {folder.name: folder / _FILE for folder in folders if (folder / _FILE).is_file()}


@cache
def index_clauses() -> Mapping[ClauseId, Clause]:
    """Return every clause of every catalogue by its id."""
    return {clause.id: clause for id in list_catalogues() for clause in load_catalogue(id).clauses.values()}


def lookup_clause(id: ClauseId) -> Clause:
    """Return the clause with this id. Raises UnknownId."""
    known = index_clauses()
    if id not in known:
        raise UnknownId("clause", id, tuple(known))
    return known[id]


@cache
def lookup_catalogue_of(id: ClauseId) -> Catalogue:
    """Return the catalogue that holds the clause with this id. Raises UnknownId."""
    for each in list_catalogues():
        if id in load_catalogue(each).clauses:
            return load_catalogue(each)
    raise UnknownId("clause", id, tuple(index_clauses()))


def _read(id: str, table: Mapping[str, Any]) -> Catalogue:
    worked = {name.removeprefix("worked_"): tuple(rows) for name, rows in table.items() if name.startswith("worked_")}
    return Catalogue(
        id=id,
        title=table["title"],
        interpretation=dict(table["interpretation"]),
        ordering=dict(table["ordering"]),
        clauses={row["id"]: _read_clause(row) for row in table["clause"]},
        options={row["key"]: _read_option(row) for row in table["toggle"]},
        matrix=tuple(_read_row(row) for row in table.get("matrix", ())),
        worked=worked,
        scenarios=tuple(_read_scenario(row) for row in table.get("scenario", ())),
        differences=tuple(table.get("difference", ())),
    )


def _read_clause(row: Mapping[str, Any]) -> Clause:
    plain = ("id", "says", "kind", "mode", "phase", "observable", "given", "when", "then")
    return Clause(
        **{name: row[name] for name in plain},
        reading=row["interpretation"],
        option=row.get("toggle", {}).get("key", ""),
        example_of=row.get("example_of", ""),
        decided_in=row.get("decided_in", ""),
    )


def _read_row(row: Mapping[str, Any]) -> MatrixRow:
    """Return a row; the key of its difference is "vs_" with the other catalogue after it."""
    plain = {key: value for key, value in row.items() if not key.startswith(_VERSUS)}
    versus = {key.removeprefix(_VERSUS): words for key, words in row.items() if key.startswith(_VERSUS)}
    other, words = next(iter(versus.items()), ("", ""))
    numbers = ComparedNumbers(*(plain.pop(key) for key in ("a_number", "b_number", "sense", "equal")))
    layer = LayerColumns(**{each.name: plain.pop(each.name) for each in fields(LayerColumns) if each.name in plain})
    clauses = tuple(plain.pop("clauses"))
    return MatrixRow(**plain, numbers=numbers, clauses=clauses, compared_with=other, difference=words, layer=layer)


def _read_option(row: Mapping[str, Any]) -> OptionSpec:
    words = OptionWords(row["label"], row["meaning"], row["group"], row.get("choice_words", {}))
    return OptionSpec(row["key"], row["default"], tuple(row["choices"]), row["clause"], words=words)


def _read_scenario(row: Mapping[str, Any]) -> WorkedScenario:
    return WorkedScenario(row["id"], row["setup"], tuple(row["expected"]), tuple(row["clauses"]))


# One rule text as a procedure's code reads it: its options, and clause ids by short forms.


Reads = Callable[[object], object]
"""Returns the value to keep for a value in a file. Raises ValueError for a wrong one."""

NO_READS: Mapping[str, Reads] = {}


Settings = TypeVar("Settings")


class RuleText(Generic[Settings]):
    """One rule text as its procedure's code reads it.

    It has short names for its options ("dex_mod") and its clauses ("II.A").
    """

    def __init__(self, id: str, settings: type[Settings], reads: Mapping[str, Reads] = NO_READS) -> None:
        """Read the text with this id.

        ``settings`` is a dataclass with a field of the right type for each option, by its short name.
        """
        found = load_catalogue(id)
        self._clauses = found.clauses
        self._prefix = found.prefix
        self._specs = {
            _shorten_key(spec): replace(spec, reads=reads.get(_shorten_key(spec))) for spec in found.options.values()
        }
        self.options: Mapping[str, OptionSpec] = {spec.key: spec for spec in self._specs.values()}
        self.settings_class = settings
        self._latest: tuple[Mapping[str, object], Settings] = ({}, self.read_settings({}))
        self.ids = cache(self._ids)

    def get_settings(self, state: State) -> Settings:
        """Return the values of the text's options in this encounter.

        The latest are kept, because an encounter's options are one object until a ruling changes them.
        """
        options, settings = self._latest
        if options is not state.options:
            settings = self.read_settings(state.options)
            self._latest = state.options, settings
        return settings

    def read_settings(self, options: Mapping[str, object]) -> Settings:
        """Return the values of the text's options, each its default where none is given."""
        return self.settings_class(**{name: options.get(spec.key, spec.default) for name, spec in self._specs.items()})

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


def _shorten_key(spec: OptionSpec) -> str:
    """Return the short name of an option: its key without the procedure's word before the dot."""
    return spec.key.partition(".")[2]
