"""The writing of tables as TOML, with each key on a line and inner tables within it."""

import json
import re
from collections.abc import Mapping
from math import isfinite

_BARE = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)


class Unwritable(ValueError):
    """A value that TOML cannot hold, such as nothing at all."""


def write_table(header: str, table: Mapping[str, object]) -> str:
    """Return a table with its header, such as "[encounter]"; "" for none.

    Raises Unwritable.
    """
    lines = [f"{_write_key(key)} = {write_value(value)}" for key, value in table.items()]
    return "\n".join([*([header] if header else []), *lines]) + "\n"


def write_value(value: object) -> str:
    """Return a plain value on one line. Raises Unwritable."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, int) or (isinstance(value, float) and isfinite(value)):
        return repr(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(write_value(each) for each in value)}]"
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_write_key(key)} = {write_value(each)}" for key, each in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    raise Unwritable(f"{value!r} has no form in TOML")


def write_literal(value: object) -> str | object:
    """Return a value that TOML can hold, or the JSON of one that it cannot."""
    try:
        write_value(value)
    except Unwritable:
        return json.dumps(value, ensure_ascii=False, sort_keys=True, allow_nan=False)
    return value


def _write_key(key: str) -> str:
    return key if _BARE.fullmatch(key) else write_value(key)
