"""The part of a sheet with the attributes of one procedure, as its sheet describes them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.definitions import find_sheet
from campaigns.models import Character
from encounters.addresses import make_address
from encounters.screens.sheets.own_fields import show_value
from encounters.screens.sheets.own_parts import list_severals
from rules.api import Attribute, PartKind, SheetPart, StatBlock


@dataclass(frozen=True, slots=True)
class AttributeGroup:
    """Attributes that stand together, or one of several things."""

    title: str
    facts: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class OwnPart:
    """The attributes of a character by the procedure that alone has them."""

    words: str
    """The most important of them, in a line."""
    groups: Sequence[AttributeGroup]
    things: Sequence[AttributeGroup]
    """Weapons and the like."""
    change: str
    """The address at which they are changed."""


def build_own(character: Character, block: StatBlock | None) -> OwnPart:
    """Return the attributes of a character that the rules can read, and the way to change them."""
    change = make_address("character-attributes", campaign_id=character.campaign_id, number=character.number)
    own = find_sheet(character)
    if own is None or block is None or block.sheet is None:
        return OwnPart("", (), (), change)
    part, table = own.describe_form(), block.sheet.write_table()
    groups: dict[str, list[tuple[str, str]]] = {"": []}
    for group, term, words in _list_facts(part, table):
        groups.setdefault(group, []).append((term, words))
    return OwnPart(
        words=block.sheet.describe_numbers(),
        groups=[AttributeGroup(title or "Attributes", facts) for title, facts in groups.items() if facts],
        things=[thing for each in list_severals(part) for thing in _list_things(each, table.get(each.key) or ())],
        change=change,
    )


def _list_facts(part: SheetPart, table: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield the attributes that have a value; of folded ones those that are not usual."""
    for each in part.attributes:
        value = table.get(each.key, each.default)
        is_usual = bool(each.group) and value == each.default
        if not is_usual and (words := _write_value(each, value)):
            yield each.group, each.label, words
    for inner in part.parts:
        if inner.kind is not PartKind.SEVERAL and (given := _read_table(inner, table.get(inner.key))):
            yield from _list_facts(inner, given)


def _read_table(part: SheetPart, given: Any) -> Mapping[str, Any]:
    if part.kind is PartKind.LIST:
        return dict(zip((each.key for each in part.attributes), given or (), strict=False))
    return given if isinstance(given, Mapping) else {}


def _list_things(part: SheetPart, tables: Sequence[Mapping[str, Any]]) -> Iterator[AttributeGroup]:
    for n, table in enumerate(tables, 1):
        title = str(table.get(part.name_key) or f"{part.noun} {n}")
        facts = [(term, words) for _, term, words in _list_facts(part, table) if words != title]
        for inner in list_severals(part):
            for thing in _list_things(inner, table.get(inner.key) or ()):
                facts.append((thing.title.capitalize(), ", ".join(f"{term} {words}" for term, words in thing.facts)))
        yield AttributeGroup(title, facts)


def _write_value(each: Attribute, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    return str(show_value(each, value)).replace("\n", "; ").replace("_", " ")
