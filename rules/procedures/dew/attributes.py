"""The attributes of Dew's combatants, the form made of them, and ready-made characters."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from rules.kernel.own import Attribute, PartKind, SheetPart
from rules.reference.tables import Row, find, index_rows, list_rows

DATA = Path(__file__).parent / "data"


@cache
def list_every_attribute() -> tuple[Attribute, ...]:
    """Return every attribute, in the table's order."""
    return tuple(_read_attribute(row) for row in list_rows("attributes", "attribute", DATA))


def _read_attribute(row: Row) -> Attribute:
    choices = tuple(row.get("choices", ()))
    return Attribute(**{**row, "choices": choices})


@cache
def lookup_part(of: str) -> dict[str, Attribute]:
    """Return the attributes of one part by key.

    Parts are character, armor_class, shield, armor, weapon, mode, spell, ledger, preparation and borrowed.
    """
    return {each.key: each for each in list_every_attribute() if each.of == of}


@cache
def build_form_parts() -> SheetPart:
    """Return the attributes and parts of a sheet, in the order of the form."""
    grip = replace(lookup_part("mode")["mode"], meaning="1h in one hand, 2h in two.")
    prepared = {**lookup_part("preparation"), "mode": grip}
    columns = {
        "spells": tuple(lookup_part("spell").values()),
        "preparations": tuple(prepared[key] for key in PREPARATION_KEYS),
    }
    unworn = (
        replace(each, label=f"{each.label} without it", group="Armor", row=3)
        for each in lookup_part("armor_class").values()
    )
    return SheetPart(
        attributes=tuple(
            replace(each, columns=columns.get(each.key, ()))
            for each in (*lookup_part("character").values(), *lookup_part("ledger").values())
        ),
        parts=(
            _build_part("ac", PartKind.LIST, "armor_class"),
            replace(_build_part("shield", PartKind.OPTIONAL), label="Has a shield", row=3),
            SheetPart(
                "armor",
                PartKind.OPTIONAL,
                tuple(lookup_part("armor").values()),
                (SheetPart("unworn_ac", PartKind.LIST, tuple(unworn)),),
                label="Has armor that can be put on or adjusted",
                group="Armor",
                row=1,
            ),
            replace(
                _build_part("weapons", PartKind.SEVERAL, "weapon"),
                parts=(replace(_build_part("modes", PartKind.SEVERAL, "mode"), noun="use", least=1, most=6),),
                noun="weapon",
                most=12,
            ),
            _build_part("borrowed", PartKind.TABLE),
        ),
    )


def _build_part(key: str, kind: PartKind, of: str = "") -> SheetPart:
    return SheetPart(key, kind, tuple(lookup_part(of or key).values()))


PREPARATION_KEYS = ("weapon", "mode", "count")
"""The keys of a preparation's table, in the order in which they are typed."""


# Ready-made characters.


@cache
def _load_characters() -> dict[str, Row]:
    return index_rows(list_rows("characters", "character", DATA))


NOT_ATTRIBUTES = ("id", "about", "side", "position")
"""The keys of a ready-made character that are none of its attributes."""


def lookup_character(id: str) -> Row:
    """Return the attributes and weapons of a ready-made character, as a ``dew`` table has them.

    Raises UnknownId.
    """
    row = find("character", id, _load_characters())
    return {key: value for key, value in row.items() if key not in NOT_ATTRIBUTES}


def describe_characters() -> dict[str, str]:
    """Return a few words on how each ready-made character fights, by its id."""
    return {id: str(row["about"]) for id, row in _load_characters().items()}


def list_party() -> tuple[Mapping[str, object], ...]:
    """Return the entries of the ready-made characters that have a side, each at its place."""
    return tuple(
        {
            "id": id,
            "name": id.capitalize(),
            "side": row["side"],
            "played": True,
            "position": row["position"],
            "dew": {"like": id},
        }
        for id, row in _load_characters().items()
        if "side" in row
    )
