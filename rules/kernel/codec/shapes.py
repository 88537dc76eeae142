"""Shapes: the writing and reading of each type, derived once from its annotations.

A shape with no ``encode`` writes its values as they are. ``normalise`` is None where a value always comes back as it
was.
"""

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from math import isfinite
from operator import attrgetter
from typing import Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from rules.kernel.codec.versions import READING, convert, find_name
from rules.kernel.deeds import Declaration, Deed, DeedStatus
from rules.kernel.frozen import Part, frozen
from rules.kernel.own import Own, OwnDetails, Sheet
from rules.kernel.registry import (
    lookup_declaration_kind,
    lookup_deed_kind,
    lookup_deed_status,
    lookup_details_kind,
    lookup_own_kind,
    lookup_sheet_kind,
)
from rules.kernel.stat_block import Odds, parse_odds
from rules.kernel.stored_forms import CODEC_VERSION, Data

DEEPEST = 40
"""The most levels of lists and objects inside each other."""


class BadData(ValueError):
    """Data that cannot be read, or a value that JSON cannot hold.

    ``path`` is its place: "stat_blocks[2].weapons".
    """

    def __init__(self, message: str, path: str = "") -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.message = message
        self.path = path

    def with_step(self, step: str) -> "BadData":
        """Return the same error with a path one step longer: a field's name, or "[2]"."""
        joint = "" if not self.path or self.path.startswith("[") else "."
        return BadData(self.message, f"{step}{joint}{self.path}")


def normalise(value: object, depth: int = 0) -> object:
    """Return the value as it comes back from JSON.

    Tuples become lists, enums their values, fractions text; keys are sorted. Normal values are their own normal form.
    Raises BadData for anything that JSON cannot hold: a set, an object, a key that is no text, a number that is not
    finite.
    """
    # Enums are texts or numbers too, so exact types come first.
    kind = type(value)
    if value is None or kind is str or kind is int or kind is bool:
        return value
    if depth > DEEPEST:
        raise BadData("is too deep")
    if isinstance(value, Enum):
        return normalise(value.value, depth)
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, list | tuple):
        return [_normalise_item(at, each, depth) for at, each in enumerate(value)]
    if isinstance(value, Mapping):
        return {key: _normalise_entry(key, value[key], depth) for key in sorted(value, key=_check_key)}
    if isinstance(value, float) and isfinite(value):
        return value
    raise BadData(f"{value!r} is not a plain value")


def _normalise_item(at: int, value: object, depth: int) -> object:
    try:
        return normalise(value, depth + 1)
    except BadData as error:
        raise error.with_step(f"[{at}]") from None


def _normalise_entry(key: str, value: object, depth: int) -> object:
    try:
        return normalise(value, depth + 1)
    except BadData as error:
        raise error.with_step(key) from None


def _check_key(key: object) -> str:
    if type(key) is not str:
        raise BadData(f"{key!r} is not a text, as keys are")
    return key


Conversion = Callable[[Any], Any]


@frozen
class Shape:
    """Three functions of one type: to plain data, from it, and to the value that comes back."""

    encode: Conversion | None
    decode: Conversion
    normalise: Conversion | None = None


Thing = TypeVar("Thing")


@frozen
class DataclassShape(Generic[Thing]):
    """The shape of a dataclass, with all three functions."""

    encode: Callable[[Thing], Data]
    decode: Callable[[object], Thing]
    normalise: Callable[[Thing], Thing]
    hints: Mapping[str, Any]
    """The type of each field as it is written, those of parts among them."""


_known: dict[type[Any], DataclassShape[Any]] = {}


def find_shape(kind: type[Thing]) -> DataclassShape[Thing]:
    """Return the shape of a dataclass.

    Raises TypeError for a class that is no dataclass, or has a field that JSON cannot hold.
    """
    shape = _known.get(kind)
    if shape is None:
        shape = _known[kind] = _derive_shape(kind)
    return shape


def _derive_shape(kind: type[Thing]) -> DataclassShape[Thing]:
    if not is_dataclass(kind):
        raise TypeError(f"{kind.__name__} is no dataclass of the rules")
    hints = _list_hints(kind)
    parts = {name: hint for name, hint in hints.items() if isinstance(hint, type) and issubclass(hint, Part)}
    paths = {name: name for name in hints if name not in parts}
    written = {name: hints[name] for name in paths}
    for part, inner in parts.items():
        for name, hint in _list_hints(inner).items():
            if name in hints or name in paths:
                raise TypeError(f"{kind.__name__} has two fields '{name}'")
            paths[name], written[name] = f"{part}.{name}", hint
    shapes = {name: _make_shape(hint) for name, hint in written.items()}
    needed = [each.name for each in fields(kind) if each.default is MISSING and each.default_factory is MISSING]
    return DataclassShape(
        _make_encoder(shapes, tuple(paths.values())),
        _make_decoder(kind, shapes, needed, parts),
        _make_normaliser({name: _make_shape(hint) for name, hint in hints.items()}),
        written,
    )


def _list_hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind)}


def _make_encoder(shapes: Mapping[str, Shape], paths: Sequence[str]) -> Conversion:
    """Return the writing of a dataclass. ``paths`` are its fields: "name", "start.hidden"."""
    names = tuple(shapes)
    turned = [(name, shape.encode) for name, shape in shapes.items() if shape.encode is not None]
    values: Conversion = (
        attrgetter(*paths) if len(paths) > 1 else lambda thing: [attrgetter(path)(thing) for path in paths]
    )

    def encode(thing: Any) -> Data:
        data = dict(zip(names, values(thing), strict=True))
        name = ""
        try:
            for name, turn in turned:
                value = data[name]
                if value is not None:
                    data[name] = turn(value)
        except BadData as error:
            raise error.with_step(name) from None
        return data

    return encode


def _make_decoder(
    kind: type[Any], shapes: Mapping[str, Shape], needed: Sequence[str], parts: Mapping[str, type[Part]]
) -> Conversion:
    turns = {name: shape.decode for name, shape in shapes.items()}
    known, required = turns.keys(), frozenset(needed)

    def decode(data: Any) -> Any:
        if not isinstance(data, dict):
            raise BadData(f"is no object: a {kind.__name__} is")
        version = READING.get()
        if version < CODEC_VERSION:
            data = _convert(kind, version, data)
        if not data.keys() <= known:
            raise BadData(f"is no field of {kind.__name__}", str(next(name for name in data if name not in known)))
        if not required <= data.keys():
            raise BadData("is missing", next(name for name in needed if name not in data))
        given, name = {}, ""
        try:
            for name, value in data.items():
                given[name] = turns[name](value)
        except BadData as error:
            raise error.with_step(name) from None
        return kind(**(_gather_parts(given, parts) if parts else given))

    return decode


def _convert(kind: type[Any], version: int, data: Data) -> Data:
    try:
        return convert(kind, version, data)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise BadData(f"is no {kind.__name__} of version {version}") from error


def _gather_parts(given: Data, parts: Mapping[str, type[Part]]) -> Data:
    """Return the fields with those of each part gathered in it."""
    gathered = dict(given)
    for name, part in parts.items():
        gathered[name] = part(**{each.name: gathered.pop(each.name) for each in fields(part) if each.name in given})
    return gathered


def _make_normaliser(shapes: Mapping[str, Shape]) -> Conversion:
    turned = [(name, shape.normalise) for name, shape in shapes.items() if shape.normalise is not None]

    def normalise(thing: Any) -> Any:
        changed = {}
        for name, turn in turned:
            value = getattr(thing, name)
            if value is not None:
                changed[name] = _convert_at(name, turn, value)
        return replace(thing, **changed) if changed else thing

    return normalise


def _convert_at(step: str, turn: Conversion, value: Any) -> Any:
    try:
        return turn(value)
    except BadData as error:
        raise error.with_step(step) from None


def _make_shape(hint: Any) -> Shape:
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _make_optional(inner)
    if origin is type and inner[0] in _BY_NAME:
        return _make_class(inner[0])
    if origin is tuple:
        return _make_list(_make_shape(inner[0])) if len(inner) == 2 and inner[1] is Ellipsis else _make_row(inner)
    if isinstance(origin, type) and issubclass(origin, Mapping) and inner == (type[Own], Own):
        return _make_owned()
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _OBJECT if inner == (str, object) else _make_pairs(_make_shape(inner[0]), _make_shape(inner[1]))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _make_enum(hint)
    if hint in _BY_BASE:
        return _make_named(hint)
    if is_dataclass(hint) and isinstance(hint, type):
        return _make_nested(hint)
    raise TypeError(f"no data is {hint}")


def _make_exact(kind: type[Any], words: str) -> Shape:
    def decode(data: Any) -> Any:
        if type(data) is not kind:
            raise BadData(f"{data!r} is no {words}")
        return data

    return Shape(None, decode)


def _read_fraction(data: Any) -> Fraction:
    try:
        if type(data) is str and len(data) < 100 and data.isascii() and not data.strip("-/0123456789"):
            return Fraction(data)
    except (ValueError, ZeroDivisionError):
        pass
    raise BadData(f"{data!r} is no fraction")


def _read_odds(data: Any) -> Odds:
    try:
        return parse_odds(str(data))
    except ValueError as error:
        raise BadData(str(error)) from None


def _write_number(value: int | Fraction) -> int | str:
    return value.numerator if value.denominator == 1 else str(value)


def _read_number(data: Any) -> int | Fraction:
    return data if type(data) is int else _read_fraction(data)


def _read_object(data: Any) -> Any:
    if not isinstance(data, dict):
        raise BadData("is no object")
    return normalise(data)


_OBJECT = Shape(normalise, _read_object, normalise)
_PLAIN: dict[Any, Shape] = {
    str: _make_exact(str, "text"),
    int: _make_exact(int, "whole number"),
    bool: _make_exact(bool, "yes or no"),
    Fraction: Shape(str, _read_fraction),
    Odds: Shape(str, _read_odds),
    int | Fraction: Shape(_write_number, _read_number),
    object: Shape(normalise, normalise, normalise),
}


def _make_optional(inner: tuple[Any, ...]) -> Shape:
    kinds = [each for each in inner if each is not type(None)]
    if len(kinds) != 1 or len(inner) != 2:
        raise TypeError(f"no data is one of {inner}")
    shape = _make_shape(kinds[0])
    read, write, settle = shape.decode, shape.encode, shape.normalise
    return Shape(
        None if write is None else lambda value: None if value is None else write(value),
        lambda data: None if data is None else read(data),
        None if settle is None else lambda value: None if value is None else settle(value),
    )


def _make_enum(kind: type[Enum]) -> Shape:
    def decode(data: Any) -> Enum:
        try:
            return kind(data)
        except ValueError:
            raise BadData(f"{data!r} is no {kind.__name__}") from None

    return Shape(lambda value: value.value, decode)


def _make_nested(kind: type[Any]) -> Shape:
    # Looked up when used, not when made: a class may hold itself.
    return Shape(
        lambda value: find_shape(kind).encode(value),
        lambda data: find_shape(kind).decode(data),
        (lambda value: find_shape(kind).normalise(value)) if _has_objects(kind, ()) else None,
    )


def _has_objects(kind: Any, above: tuple[Any, ...]) -> bool:
    """Return whether a plain value that JSON may change is somewhere inside."""
    if kind is object:
        return True
    if is_dataclass(kind) and kind not in above:
        return any(_has_objects(each, (*above, kind)) for each in get_type_hints(kind).values())
    return any(_has_objects(each, above) for each in get_args(kind))


def _convert_items(turn: Conversion, values: Any) -> list[Any]:
    done: list[Any] = []
    try:
        for value in values:
            done.append(turn(value))
    except BadData as error:
        raise error.with_step(f"[{len(done)}]") from None
    return done


def _make_owned() -> Shape:
    """Return the shape of own state: a list, each entry with the name of its type."""
    each = _make_named(Own)

    def decode(data: Any) -> dict[Any, Any]:
        _check_list(data)
        return {type(thing): thing for thing in _convert_items(each.decode, data)}

    return Shape(lambda owned: [_write_named(thing) for thing in owned.values()], decode)


def _make_named(base: type[Any]) -> Shape:
    """Return the shape of a value of one procedure: the name of its type, and its fields."""
    lookup = _BY_BASE[base]

    def decode(data: Any) -> Any:
        _check_list(data)
        if len(data) != 2:
            raise BadData("is no pair")
        kind = lookup(find_name(data[0], READING.get(), base)) if isinstance(data[0], str) else None
        if kind is None:
            raise BadData(f"{data[0]!r} is nothing that a procedure has")
        return _convert_at(str(data[0]), find_shape(kind).decode, data[1])

    return Shape(_write_named, decode)


def _make_class(base: type[Any]) -> Shape:
    """Return the shape of a class of one procedure: its name."""
    lookup = _BY_NAME[base]

    def decode(data: Any) -> type[Any]:
        kind = lookup(find_name(data, READING.get(), base)) if isinstance(data, str) else None
        if kind is None:
            raise BadData(f"{data!r} is nothing that a procedure has")
        return kind

    return Shape(lambda kind: kind.__name__, decode)


_BY_NAME: dict[Any, Callable[[str], type[Any] | None]] = {Deed: lookup_deed_kind, DeedStatus: lookup_deed_status}
"""Bases of classes that are written by name."""
_BY_BASE: dict[Any, Callable[[str], type[Any] | None]] = {
    Own: lookup_own_kind,
    OwnDetails: lookup_details_kind,
    Declaration: lookup_declaration_kind,
    Deed: lookup_deed_kind,
    Sheet: lookup_sheet_kind,
}
"""Bases of values that are written with the name of their class."""


def is_named(hint: Any) -> bool:
    """Return whether a value of this type is written with the name of its class."""
    return hint in _BY_BASE


def find_named_kind(base: Any, name: str) -> type[Any] | None:
    """Return the class of this name under a base whose values are written by name, or None."""
    return _BY_BASE[base](name)


def _write_named(thing: Any) -> list[Any]:
    return [type(thing).__name__, find_shape(type(thing)).encode(thing)]


def _check_list(data: Any) -> None:
    if not isinstance(data, list):
        raise BadData("is no list")


def _make_list(inner: Shape) -> Shape:
    read, write, settle = inner.decode, inner.encode, inner.normalise

    def decode(data: Any) -> tuple[Any, ...]:
        _check_list(data)
        return tuple(_convert_items(read, data)) if data else ()

    return Shape(
        list if write is None else lambda value: _convert_items(write, value),
        decode,
        None if settle is None else lambda value: tuple(_convert_items(settle, value)),
    )


def _make_row(inner: tuple[Any, ...]) -> Shape:
    shapes = [_make_shape(each) for each in inner]

    def encode(value: Any) -> list[Any]:
        return [each if shape.encode is None else shape.encode(each) for shape, each in zip(shapes, value, strict=True)]

    def decode(data: Any) -> tuple[Any, ...]:
        _check_list(data)
        if len(data) != len(shapes):
            raise BadData(f"has {len(data)} parts, not {len(shapes)}")
        return tuple(_convert_at(f"[{at}]", shape.decode, data[at]) for at, shape in enumerate(shapes))

    return Shape(encode, decode)


def _make_pairs(key: Shape, value: Shape) -> Shape:
    row_encode, row_decode = _make_pair(key, value)

    def decode(data: Any) -> dict[Any, Any]:
        _check_list(data)
        return dict(_convert_items(row_decode, data))

    settle = value.normalise
    return Shape(
        lambda mapping: [row_encode(entry) for entry in mapping.items()],
        decode,
        None if settle is None else lambda mapping: {name: settle(each) for name, each in mapping.items()},
    )


def _make_pair(key: Shape, value: Shape) -> tuple[Conversion, Conversion]:
    def encode(entry: Any) -> list[Any]:
        name, each = entry
        return [name if key.encode is None else key.encode(name), each if value.encode is None else value.encode(each)]

    def decode(data: Any) -> tuple[Any, Any]:
        _check_list(data)
        if len(data) != 2:
            raise BadData("is no pair")
        name = key.decode(data[0])
        return name, _convert_at(str(name), value.decode, data[1])

    return encode, decode
