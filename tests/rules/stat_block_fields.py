"""Stat blocks made, changed and read by field names, whatever part a field is in."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from rules.kernel.frozen import Part
from rules.kernel.stat_block import StatBlock

PARTS: Mapping[str, str] = {
    each.name: part.name
    for part in fields(StatBlock)
    if isinstance(part.default, Part)
    for each in fields(part.default)
}
"""The part of each field that is in one."""


def make_stat_block(id: str, name: str, side: str, **given: Any) -> StatBlock:
    """Return a stat block with these fields, and others as they usually are."""
    return change_stat_block(StatBlock(id, name, side), **given)


def change_stat_block(stat_block: StatBlock, **changes: Any) -> StatBlock:
    """Return the stat block with these fields changed."""
    parts: dict[str, dict[str, Any]] = {}
    for name, value in changes.items():
        parts.setdefault(PARTS.get(name, ""), {})[name] = value
    own = parts.pop("", {})
    changed = {part: replace(getattr(stat_block, part), **inner) for part, inner in parts.items()}
    return replace(stat_block, **own, **changed)


def read_field(stat_block: StatBlock, name: str) -> Any:
    """Return the value of a field."""
    return getattr(getattr(stat_block, PARTS[name]) if name in PARTS else stat_block, name)
