"""Magic devices. A device of several functions has an id for each: "wand_fire.fireball"."""

import re
from collections.abc import Mapping
from functools import cache

from rules.figure import Device
from rules.reference.spell_text import read_damage
from rules.reference.spells import all_spells
from rules.reference.tables import Row, find, hundredths, rows

SINGLE_USE = ("potion", "scroll")
"""Kinds of devices that are gone once they are used."""

SPELL_SCROLL = "scroll_spell"
"""A scroll of spells holds a number of them that only its owner knows."""

_ONE_MISSILE = " per missile"


def device(id: str) -> Device:
    """A device, or one function of it. Raises UnknownId.

    Without an activation time in the tables ``activation`` is None. A device of missiles shoots one at a time.
    A function saves as the magic-user's spell of the same name does.
    """
    return find("device", id, _devices())


def all_devices() -> tuple[Device, ...]:
    """Every device in the order of the tables, each followed by its functions."""
    return tuple(_devices().values())


@cache
def _devices() -> Mapping[str, Device]:
    every = [each for row in rows("devices", "device") for each in (_device(row), *_functions(row))]
    return {each.id: each for each in every}


def _device(row: Row) -> Device:
    return Device(
        id=str(row["id"]),
        name=str(row["name"]),
        activation=row.get("activation_segments"),
        attack=bool(row["is_attack"]),
        relocation=bool(row["relocation"]),
        worn=bool(row["worn_continuous"]),
        save=_save(str(row.get("save", "none"))),
        damage=read_damage(str(row.get("damage", "")).removesuffix(_ONE_MISSILE), 1),
        heals=read_damage(str(row.get("heals", "")), 1),
        range=_range(row),
        cost=row.get("charges", 1),
        single_use=row.get("kind") in SINGLE_USE and row["id"] != SPELL_SCROLL,
    )


def _functions(row: Row) -> list[Device]:
    return [
        Device(
            id=f"{row['id']}.{_slug(function['name'])}",
            name=f"{row['name']}: {function['name']}",
            activation=function.get("segments", row.get("activation_segments")),
            attack=bool(function["is_attack"]),
            relocation=bool(row["relocation"]),
            worn=bool(row["worn_continuous"]),
            save=_saves_by_name().get(_slug(function["name"]), "none"),
            damage=read_damage(str(function.get("damage", "")), 1),
            range=_range(function),
            cost=function.get("charges", 1),
        )
        for function in row.get("functions", ())
    ]


@cache
def _saves_by_name() -> Mapping[str, str]:
    return {_slug(each.name): each.save for each in all_spells("magic_user")}


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def _save(text: str) -> str:
    """The kind of save named in a note such as "wands, negates"; special where it is conditional."""
    if text == "none":
        return text
    return next((kind for kind in ("negates", "half") if kind in text), "special")


def _range(row: Row) -> int | None:
    return hundredths(row["range_in"]) if "range_in" in row else None
