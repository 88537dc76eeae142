"""Plain values as TOML has them in a file of ours: a key on a line, inner tables within it."""

from collections.abc import Mapping, Sequence
from typing import Any

import tomlkit
from tomlkit.items import Table


def write_inline(value: object) -> str:
    """Return a plain value as TOML writes it on one line."""
    return tomlkit.item(_make_inline(value)).as_string()


def make_table(entries: Mapping[str, object]) -> Table:
    """Return a table with a line for each key."""
    table = tomlkit.table()
    for key, value in entries.items():
        table.append(key, _make_inline(value))
    return table


def _make_inline(value: object) -> Any:
    """Return a value whose tables are written within their line."""
    if isinstance(value, Mapping):
        table = tomlkit.inline_table()
        for key, each in value.items():
            table.append(key, _make_inline(each))
        return table
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_make_inline(each) for each in value]
    return value
