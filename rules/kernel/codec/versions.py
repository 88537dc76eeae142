"""Older versions of stored data: what is converted and renamed while it is read.

The kernel's converters stand here. Those of one procedure's classes are named by ``Procedure.converters`` and
``Procedure.renamed``.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, reduce
from typing import Any

from rules.kernel import events as e
from rules.kernel.registry import get_ruleset, list_rulesets
from rules.kernel.rulings import MEASURED
from rules.kernel.stat_block import Device
from rules.kernel.stored_forms import (
    CODEC_VERSION,
    Converter,
    Converters,
    Data,
    Renames,
    drop_empty_fields,
    read_private_event,
)
from rules.kernel.terms import HUNDREDTHS

ONE_SEGMENT = "one segment"
"""The cost in words of an early version, where it is a number now."""


def _read_cost(fields: Data) -> Data:
    """Return the fields of MindChanged or Warned with the words of ``cost`` in ``what``."""
    words = fields.get("cost")
    if not isinstance(words, str):
        return fields
    return {**fields, "cost": int(words == ONE_SEGMENT), "what": "" if words == ONE_SEGMENT else words}


def _read_warning(fields: Data) -> Data:
    """Return the fields of Warned with the combatant who threatens in ``who``.

    About the risk of an act it once named the combatant who was warned there.
    """
    read = _read_cost(fields)
    if read is not fields and read["what"] and fields.get("target"):
        read.update(who=fields["target"], target=fields.get("who"))
    return read


def _read_measured_ruling(fields: Data) -> Data:
    """Return the fields of Ruled with places and ranges in hundredths, where they were feet."""
    if fields.get("what") not in MEASURED:
        return fields
    return {**fields, **{name: _convert_lengths(fields.get(name)) for name in ("old", "new")}}


def _convert_lengths(value: Any) -> Any:
    """Return feet, or each of a list, in hundredths; what is no number stays."""
    if isinstance(value, list):
        return [_convert_lengths(each) for each in value]
    return round(value * HUNDREDTHS) if isinstance(value, int | float) else value


def _read_function(fields: Data) -> Data:
    """Return the fields of Device; a function of an item, which its id named, with the item."""
    item, dot, _ = str(fields.get("id", "")).partition(".")
    return {**fields, "item": item} if dot else fields


CONVERTERS: Converters = {
    e.MindChanged: {1: _read_cost},
    e.Warned: {1: _read_warning},
    e.Ruled: {3: _read_measured_ruling},
    Device: {9: _read_function},
    e.Attacked: {6: drop_empty_fields(e.Attacked)},
    **{kind: {2: read_private_event} for kind in (e.AgendaChanged, e.MomentBegan, e.DeedLost, e.RatesSettled)},
}
RENAMED: Renames = {}

READING: ContextVar[int] = ContextVar("READING", default=CODEC_VERSION)
"""The version of the data that is being read."""


@contextmanager
def read_as(version: int) -> Iterator[None]:
    """Read data of this version."""
    token = READING.set(version)
    try:
        yield
    finally:
        READING.reset(token)


def convert(kind: type[Any], version: int, fields: Data) -> Data:
    """Return the present fields of a class from those of an older version."""
    steps = list_converters().get(kind)
    if steps is None:
        return fields
    for step in range(version, CODEC_VERSION):
        if step in steps:
            fields = steps[step](fields)
    return fields


def find_name(name: Any, version: int, base: type[Any] | tuple[type[Any], ...]) -> Any:
    """Return the present name of a class of this base, from its name in a version.

    What is no such name comes back as it is.
    """
    for step in range(version, CODEC_VERSION):
        for earlier, kind in list_renames().get(step, ()):
            if earlier == name and issubclass(kind, base):
                return kind.__name__
    return name


@cache
def list_converters() -> Converters:
    """Return the converters of the kernel and of all procedures.

    Where several convert one version of a shared class, the kernel's comes first.
    """
    joined: dict[type[Any], dict[int, list[Converter]]] = {}
    for table in (CONVERTERS, *(get_ruleset(id).converters for id in list_rulesets())):
        for kind, steps in table.items():
            for version, step in steps.items():
                known = joined.setdefault(kind, {}).setdefault(version, [])
                # A layer has the converters of its base.
                known += [step] if step not in known else []
    return {kind: {version: _join_steps(each) for version, each in steps.items()} for kind, steps in joined.items()}


def _join_steps(steps: Sequence[Converter]) -> Converter:
    return steps[0] if len(steps) == 1 else lambda fields: reduce(lambda read, step: step(read), steps, fields)


@cache
def list_renames() -> Renames:
    """Return the renamed classes of the kernel and of all procedures."""
    joined: dict[int, list[tuple[str, type[Any]]]] = {}
    for table in (RENAMED, *(get_ruleset(id).renamed for id in list_rulesets())):
        for version, names in table.items():
            joined.setdefault(version, []).extend(names)
    return joined


def list_earlier_names(kind: type[Any]) -> tuple[str, ...]:
    """Return the names that a class has in stored rows: its present one and older ones."""
    earlier = (name for names in list_renames().values() for name, now in names if now is kind)
    return tuple(dict.fromkeys((kind.__name__, *earlier)))
