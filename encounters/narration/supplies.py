"""Missiles and charges of devices in words: their names, and what is left or spent."""

from collections.abc import Iterator, Mapping

from rules.api import Combatant, Missile, StatBlock, format_listed_name, list_ammunition


def list_missile_items(stat_block: StatBlock) -> dict[str, str]:
    """Return the names of what a combatant shoots or throws, by item: "arrow", "hand axe"."""
    weapons = ((each, each.missile) for each in stat_block.gear.weapons)
    return {
        missile.ammunition: name_missile(missile, weapon.id, weapon.name)
        for weapon, missile in weapons
        if missile is not None and missile.ammunition
    }


def name_missile(missile: Missile, weapon: str, name: str) -> str:
    """Return the name of what a weapon shoots, or of the weapon where it is thrown itself."""
    item = missile.ammunition
    return format_listed_name(list_ammunition().get(item) or (name if item == weapon else item.replace("_", " ")))


def list_missiles_left(each: Combatant) -> Iterator[tuple[str, str, int]]:
    """Yield the missiles that are counted: the item, its name, and how many are left."""
    for item, name in list_missile_items(each.stat_block).items():
        if item in each.charges:
            yield item, name, each.charges[item]


def count_of(number: object, name: str) -> str:
    """Return a number of things: "14 arrows", "1 arrow", "no arrows"."""
    return f"{number or 'no'} {name}{'' if number == 1 else 's'}"


def name_charged_item(item: str) -> str:
    """Return a thing with charges in words: "wand fire" for wand_fire."""
    return format_listed_name(item.replace("_", " "))


def describe_supply(stat_block: StatBlock, item: str, left: object) -> str:
    """Return what is left of an item: "14 arrows", "3 charges left in the wand fire"."""
    missiles = list_missile_items(stat_block)
    if item in missiles:
        return count_of(left, missiles[item])
    return f"{count_of(left, 'charge')} left in the {name_charged_item(item)}"


def find_item(stat_block: StatBlock, words: str) -> str:
    """Return the item that a name means, of those that can be counted; "" for none.

    The name is an id, or what the item is called, one or many.
    """
    named = {item: (name, f"{name}s") for item, name in list_missile_items(stat_block).items()}
    devices = stat_block.gear.devices
    named |= {
        each.charged_item: (name_charged_item(each.charged_item), format_listed_name(each.name)) for each in devices
    }
    said = words.strip().casefold()
    return next((item for item, names in named.items() if said in (item.casefold(), *map(str.casefold, names))), "")


def list_countable(stat_block: StatBlock) -> tuple[str, ...]:
    """Return the names of all that can be counted of a combatant."""
    devices = (name_charged_item(each.charged_item) for each in stat_block.gear.devices)
    return tuple(dict.fromkeys((*list_missile_items(stat_block).values(), *devices)))


def describe_spent(before: Mapping[str, int], each: Combatant) -> Iterator[str]:
    """Yield what a combatant used up in a fight, by item: "6 of 20 arrows"."""
    missiles = list_missile_items(each.stat_block)
    for item, had in before.items():
        used = had - each.charges.get(item, had)
        if used <= 0:
            continue
        if item in missiles:
            yield f"{used} of {count_of(had, missiles[item])}"
        else:
            yield f"{used} of {had} charges of the {name_charged_item(item)}"
