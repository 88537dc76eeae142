"""Weights of gear, coins, and the loads of mounts.

Weights are in gold pieces, ten to the pound.
"""

from functools import cache

from rules.kernel.frozen import frozen
from rules.reference.tables import find, index_rows, list_rows, load_table


@frozen
class GearEntry:
    """A thing that is carried, neither weapon nor armor."""

    id: str
    name: str
    weight: int
    """Weight and bulk; the least where a range is printed."""
    holds: int
    """The weight that it can hold; 0 for what is no container."""


@frozen
class Coin:
    """A kind of coin."""

    id: str
    name: str
    value: int
    """Copper pieces."""
    weight: int


@frozen
class MountLoad:
    """The weights that a mount can carry."""

    at_full_speed: int
    at_half_speed: int


@cache
def list_gear() -> tuple[GearEntry, ...]:
    """Return the things whose weights are known, shields last."""
    held = load_table("gear")["gear_meta"]["container_capacity_gp"]
    return tuple(
        GearEntry(str(row["id"]), str(row["name"]), int(row["weight_gp"]), int(held.get(row["id"], 0)))
        for row in (*list_rows("gear", "gear"), *list_rows("gear", "shield"))
    )


def lookup_gear(id: str) -> GearEntry:
    """Return a thing whose weight is known. Raises UnknownId."""
    return find("gear", id, {each.id: each for each in list_gear()})


@cache
def list_coins() -> tuple[Coin, ...]:
    """Return the kinds of coins, the least first."""
    return tuple(
        Coin(str(row["id"]), str(row["name"]), int(row["value_cp"]), int(row["weight_gp"]))
        for row in list_rows("gear", "coin")
    )


def lookup_mount_load(id: str) -> MountLoad:
    """Return the weights that a mount such as "mule" can carry. Raises UnknownId."""
    row = find("mount", id, index_rows(list_rows("gear", "mount_load")))
    return MountLoad(int(row["full_speed_gp"]), int(row["half_speed_gp"]))
