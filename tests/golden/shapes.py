"""The shapes of everything that is stored, and those recorded for the last version.

`python -m tests.golden.shapes` records them: those of one procedure in tests/procedures/<name>/shapes.json, the others
in tests/golden/shapes.json. It refuses a change that stored data would not survive. Own state is in no log.
"""

import json
import re
import sys
import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

from rules.kernel.codec import INPUT_TYPES
from rules.kernel.codec.versions import list_converters, list_renames
from rules.kernel.deeds import DECLARATION_KINDS, DEED_KINDS, DEED_STATUSES, Declaration, Deed, DeedStatus
from rules.kernel.events import Event
from rules.kernel.frozen import Part
from rules.kernel.own import Own, OwnDetails, Sheet
from rules.kernel.stat_block import Odds
from rules.kernel.stored_forms import CODEC_VERSION
from rules.procedures import get_all_kinds, get_ruleset, list_details, list_rulesets
from tests.registered import FOLDERS
from tests.server import ROOT

Shapes = dict[str, dict[str, str]]
"""The fields of each class: the type and, after "=", the default. An enum has its values, a named class nothing."""

VALUE = "value"
"""What stands for the type of a value of an enum."""

SHARED = ""
"""What stands for the folder of the classes that are no procedure's own."""


# The shapes of the code.


def list_shapes() -> dict[str, Shapes]:
    """Return the shapes of all stored classes, by the folder of their procedure.

    "" stands for the classes that are no procedure's own.
    """
    found: dict[str, Shapes] = {folder: {} for folder in (SHARED, *FOLDERS)}
    for kind in _list_stored():
        folder = kind.__module__.removeprefix("rules.procedures.").partition(".")[0]
        own = folder if kind.__module__.startswith("rules.procedures.") and folder in FOLDERS else SHARED
        shape = _describe_class(kind)
        assert found[own].setdefault(name_class(kind), shape) == shape, f"two stored classes are called {kind.__name__}"
    return found


BASES: Mapping[str, Any] = {
    "event": Event, "input": tuple(INPUT_TYPES.values()), "declaration": Declaration, "deed": Deed,
    "status": DeedStatus, "sheet": Sheet, "details": OwnDetails,
}  # fmt: skip
"""The bases of classes that are written by name: only under one of them is a name that of one class."""


TEXTS = (Odds,)
"""The classes whose values are written as texts."""


def name_class(kind: type[Any], name: str = "") -> str:
    """Return the name of a stored class among the shapes: "event Moved".

    ``name`` is another one that it has had.
    """
    base = next((word for word, base in BASES.items() if issubclass(kind, base)), "")
    return f"{base} {name or kind.__name__}".strip()


def _list_stored() -> list[type[Any]]:
    rulesets = [get_ruleset(id) for id in list_rulesets()]
    ready: list[Any] = [*get_all_kinds().values(), *INPUT_TYPES.values(), *DECLARATION_KINDS.values()]
    ready += [*DEED_KINDS.values(), *DEED_STATUSES.values()]
    ready += [each for kind in get_all_kinds() for each in list_details(kind)]
    ready += [each.own_sheet for each in rulesets if each.own_sheet is not None]
    ready = [kind for kind in ready if kind.__module__.startswith("rules.")]
    found: dict[type[Any], None] = {}
    while ready:
        kind = ready.pop()
        if kind not in found:
            found[kind] = None
            ready += _list_inner(kind)
    return sorted(found, key=lambda kind: kind.__name__)


def _list_inner(kind: type[Any]) -> Iterator[type[Any]]:
    hints = get_type_hints(kind) if is_dataclass(kind) else {}
    for each in fields(kind) if is_dataclass(kind) else ():
        yield from _list_classes(hints[each.name])


def _list_classes(hint: Any) -> Iterator[type[Any]]:
    if isinstance(hint, type) and not get_args(hint):
        stored = is_dataclass(hint) or issubclass(hint, Enum)
        if issubclass(hint, Part):
            yield from _list_inner(hint)
        elif stored and hint not in TEXTS and not issubclass(hint, Own) and hint.__module__.startswith("rules."):
            yield hint
    for each in get_args(hint):
        yield from _list_classes(each)


def _describe_class(kind: type[Any]) -> dict[str, str]:
    if issubclass(kind, Enum):
        return {str(each.value): VALUE for each in kind}
    if not is_dataclass(kind):
        return {}
    hints = get_type_hints(kind)
    described: dict[str, str] = {}
    for each in fields(kind):
        hint = hints[each.name]
        if isinstance(hint, type) and issubclass(hint, Part):
            described |= _describe_class(hint)
        else:
            described[each.name] = f"{_describe_type(hint)}{_describe_default(each)}"
    return described


def _describe_type(hint: Any) -> str:
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Ellipsis:
        return "..."
    if hint in TEXTS:
        return "str"
    if origin in (Union, types.UnionType):
        return " | ".join(map(_describe_type, inner))
    if origin is not None:
        return f"{origin.__name__}[{', '.join(map(_describe_type, inner))}]"
    return "None" if hint is type(None) else str(getattr(hint, "__name__", hint))


def _describe_default(each: "Field[Any]") -> str:
    if each.default_factory is not MISSING:
        return f" = {each.default_factory()!r}"
    return "" if each.default is MISSING else f" = {each.default!r}"


# Those recorded.


def find_file(folder: str) -> Path:
    """Return the file with the recorded shapes of a procedure's folder; "" for those of all."""
    return ROOT / "tests" / (f"procedures/{folder}" if folder else "golden") / "shapes.json"


def read_recorded(folder: str) -> tuple[int, Shapes]:
    """Return the version for which shapes were recorded, and the shapes."""
    data = json.loads(find_file(folder).read_text(encoding="utf-8"))
    return data["version"], data["classes"]


def record(folder: str, shapes: Shapes) -> None:
    """Record shapes: a line a class."""
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(shapes[name])}" for name in sorted(shapes))
    text = f'{{"version": {CODEC_VERSION}, "classes": {{\n{lines}\n}}}}\n'
    find_file(folder).write_text(text, encoding="utf-8")


# What differs.


def list_changes(recorded: Shapes, present: Shapes) -> Iterator[str]:
    """Yield every difference in words."""
    for name in sorted({*recorded, *present}):
        before, after = recorded.get(name), present.get(name)
        if before is None or after is None:
            yield f"{name} is {'new' if before is None else 'gone'}"
            continue
        for field in dict.fromkeys([*before, *after]):
            if before.get(field) != after.get(field):
                yield f"{name}.{field}: {before.get(field, 'was not there')} -> {after.get(field, 'is gone')}"


def list_breaking(recorded: Shapes, present: Shapes, version: int) -> Iterator[str]:
    """Yield the changes since a version that stored data do not survive.

    They have no converter and no new name.
    """
    renames = {name_class(kind, name): name_class(kind) for name, kind in list_renames().get(version, ())}
    converters = {name_class(kind): steps for kind, steps in list_converters().items()}
    for name, before in recorded.items():
        now = renames.get(name, name)
        if now not in present:
            yield f"{name} is gone: name what is read in its place in the renames of version {version}"
        elif all(version in converters.get(each, {}) for each in _list_converted(now, present)):
            continue
        elif lost := _find_lost(before, present[now], renames):
            yield f"{now}.{lost} cannot be read from version {version}: write a converter of {now}"


def _list_converted(name: str, present: Shapes) -> list[str]:
    """Return the classes that convert a class: itself, or those of which an enum is a field."""
    if VALUE not in present[name].values():
        return [name]
    return [
        each for each, fields in present.items() if any(re.search(rf"\b{name}\b", what) for what in fields.values())
    ]


def _find_lost(before: Mapping[str, str], after: Mapping[str, str], renames: Mapping[str, str]) -> str:
    """Return a field that is gone, is another, or is new without a default; "" for none."""
    for field, what in before.items():
        if field not in after or _rename(_type_of(what), renames) != _type_of(after[field]):
            return field
        if " = " in what and " = " not in after[field]:
            return field
    fresh = (field for field, what in after.items() if field not in before and what != VALUE)
    return next((field for field in fresh if " = " not in after[field]), "")


def _type_of(described: str) -> str:
    return described.partition(" = ")[0]


def _rename(described: str, renames: Mapping[str, str]) -> str:
    for old, new in renames.items():
        described = described.replace(old, new)
    return described


def main() -> int:
    """Record every shape, unless stored data would not survive; return the exit code."""
    refused = []
    for folder, shapes in list_shapes().items():
        if find_file(folder).exists():
            version, recorded = read_recorded(folder)
            refused += list(list_breaking(recorded, shapes, version))
            if recorded == shapes and version == CODEC_VERSION:
                continue
        if not refused:
            record(folder, shapes)
    print("\n".join(refused) or "recorded")  # noqa: T201
    return 1 if refused else 0


def describe_what_to_do(changes: Iterable[str], breaking: Iterable[str], version: int) -> str:
    """Return the message of the test that finds other shapes than those recorded."""
    listed = "\n".join(f"  {each}" for each in changes)
    lost = "\n".join(f"  {each}" for each in breaking)
    first = (
        f"Stored data of version {version} would not be read:\n{lost}\n"
        f"Raise CODEC_VERSION in rules/kernel/stored_forms.py to {version + 1}. Write for version {version} what is\n"
        f"missing: in rules/kernel/codec/versions.py, for a procedure's own class in its `converters` or `renamed`.\n"
        if lost
        else "Stored data are still read.\n"
    )
    return f"The shapes of stored classes have changed:\n{listed}\n{first}Then run: python -m tests.golden.shapes"


if __name__ == "__main__":
    sys.exit(main())
