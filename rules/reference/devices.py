"""Magic devices. A device with several functions has an id for each: "wand_fire.fireball"."""

import re
from collections.abc import Mapping
from functools import cache

from rules.kernel.stat_block import Device
from rules.reference.spells import list_spells, read_damage
from rules.reference.tables import Row, find, list_rows, load_table, to_hundredths

SINGLE_USE = ("potion", "scroll")
"""Kinds of devices that are gone after one use."""

POTION = "potion"

SPELL_SCROLL = "scroll_spell"
"""A scroll of spells: only its owner knows how many spells it holds."""

_ONE_MISSILE = " per missile"


def lookup_device(id: str) -> Device:
    """Return a device, or one function of it. Raises UnknownId.

    ``activation`` is None where the tables print no time. A device of missiles shoots one at a time. A function saves
    as the magic-user's spell of the same name does.
    """
    return find("device", id, _load_devices())


def lookup_device_row(id: str) -> Row:
    """Return a device as the table has it. Raises UnknownId.

    The row of one function has the function's own values before those of the device.
    """
    return find("device", id, _index_device_rows())


@cache
def _index_device_rows() -> Mapping[str, Row]:
    rows = {}
    for row in list_rows("devices", "device"):
        rows[str(row["id"])] = row
        for function in row.get("functions", ()):
            own = {**function, **({"activation_segments": function["segments"]} if "segments" in function else {})}
            common = {key: value for key, value in row.items() if key != "functions"}
            id = _make_function_id(row, function)
            rows[id] = {**common, **own, "id": id}
    return rows


def _make_function_id(row: Row, function: Row) -> str:
    return f"{row['id']}.{function.get('id') or _make_slug(str(function['name']))}"


def find_device_level(id: str) -> int:
    """Return the level of the caster as which a device counts; any but a staff counts as a wand."""
    meta = load_table("devices")["meta"]
    kind = "staff" if id.partition("_")[0] == "staff" else "wand"
    return int(meta[f"{kind}_caster_level"])


def is_drunk(id: str) -> bool:
    """Return whether a device of the tables affects only the one who drinks it."""
    return id in _index_drunk()


@cache
def _index_drunk() -> frozenset[str]:
    """Return the ids of the potions that are neither thrown nor control others."""
    rows = (row for row in list_rows("devices", "device") if row.get("kind") == POTION and not row["is_attack"])
    return frozenset(str(row["id"]) for row in rows if "control" not in str(row["id"]).split("_"))


def list_devices() -> tuple[Device, ...]:
    """Return every device in the order of the tables, each followed by its functions."""
    return tuple(_load_devices().values())


@cache
def _load_devices() -> Mapping[str, Device]:
    every = [each for row in list_rows("devices", "device") for each in (_read_device(row), *_read_functions(row))]
    return {each.id: each for each in every}


def _read_device(row: Row) -> Device:
    return Device(
        id=str(row["id"]),
        name=str(row["name"]),
        activation=row.get("activation_segments"),
        attack=bool(row["is_attack"]),
        relocation=bool(row["relocation"]),
        worn=bool(row["worn_continuous"]),
        save=_read_save(str(row.get("save", "none"))),
        damage=read_damage(str(row.get("damage", "")).removesuffix(_ONE_MISSILE), 1),
        heals=read_damage(str(row.get("heals", "")), 1),
        range=_read_range(row),
        cost=row.get("charges", 1),
        element=str(row.get("element", "")),
        single_use=row.get("kind") in SINGLE_USE and row["id"] != SPELL_SCROLL,
    )


def _read_functions(row: Row) -> list[Device]:
    return [
        Device(
            id=_make_function_id(row, function),
            name=f"{row['name']}: {function['name']}",
            activation=function.get("segments", row.get("activation_segments")),
            attack=bool(function["is_attack"]),
            relocation=bool(row["relocation"]),
            worn=bool(row["worn_continuous"]),
            save=_index_saves().get(_make_slug(function["name"]), "none"),
            damage=read_damage(str(function.get("damage", "")), 1),
            range=_read_range(function),
            cost=function.get("charges", 1),
            element=str(row.get("element", "")),
            item=str(row["id"]),
        )
        for function in row.get("functions", ())
    ]


@cache
def _index_saves() -> Mapping[str, str]:
    return {_make_slug(each.name): each.save.kind for each in list_spells("magic_user")}


def _make_slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def _read_save(text: str) -> str:
    """Return the kind of save in a note such as "wands, negates"; special for a conditional one."""
    if text == "none":
        return text
    return next((kind for kind in ("negates", "half") if kind in text), "special")


def _read_range(row: Row) -> int | None:
    return to_hundredths(row["range_in"]) if "range_in" in row else None
