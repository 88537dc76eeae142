"""A combatant as others see it: who stands there, what it holds, and how hurt it looks.

Nothing else is copied.
"""

from collections.abc import Sequence
from dataclasses import replace

from rules.kernel.reveal.names import GivenName, make_id, strip_number
from rules.kernel.stat_block import (
    ClassLevel,
    Creature,
    DefenceNumbers,
    Gear,
    Pace,
    Start,
    StartCondition,
    StatBlock,
    Weapon,
)
from rules.kernel.state import Combatant

PARTS = {"words": 4, "bar": 8}
"""The parts of hit points that each of these grades tells apart."""

CASTERS = ("cleric", "druid", "magic_user", "illusionist")
"""Classes that show when their spells begin: prayers and spells look different."""

UNDEAD = "undead"
"""Shown in place of the kind of undead: others can see that a combatant is undead, but not of which kind."""


def grade_hit_points(how: str, left: int, most: int) -> int:
    """Return hit points as the table shows them.

    "numbers": as they are. "words", "bar": quarters or eighths left, rounded up. "hidden": 1 until down, then 0.
    """
    if how == "numbers":
        return left
    if left <= 0:
        return 0
    parts = PARTS.get(how, 1)
    return min(parts, -(-parts * left // max(most, 1)))


def show_own(each: Combatant, called: GivenName) -> StatBlock:
    """Return an own character with all attributes, its place and its present state."""
    return replace(
        each.stat_block,
        id=called.id,
        name=called.name,
        start=replace(
            each.stat_block.start, position=_show_place(each), hidden=each.hidden, left=show_left(each, each.hp)
        ),
        gear=replace(each.stat_block.gear, charges=tuple(each.charges.items())),
    )


def show_left(each: Combatant, hp: int) -> int | None:
    """Return the hit points of a combatant that came hurt; None if it came with all of them."""
    return None if each.stat_block.start.left is None else hp


def show_from_outside(each: Combatant, called: GivenName, kinds: Sequence[str], hit_points: int, hp: int) -> StatBlock:
    """Return another's combatant: only what can be seen, hit points as the table shows them.

    ``kinds`` are its classes as far as they are shown, or its kind of monster.
    """
    stat_block = each.stat_block
    seen = tuple(_show_weapon(weapon) for weapon in stat_block.gear.weapons if weapon.id == each.in_hand)
    undead = UNDEAD if stat_block.creature.undead else ""
    return StatBlock(
        id=called.id,
        name=called.name,
        side=each.side,
        mob=called.stem,
        creature=Creature(
            kind=kinds[0] if kinds else "",
            size=stat_block.creature.size,
            undead=undead,
            classes=tuple(ClassLevel(kind, 0) for kind in kinds) if len(kinds) > 1 else (),
        ),
        defence=DefenceNumbers(hit_points=hit_points),
        pace=Pace(mounted=stat_block.pace.mounted),
        gear=Gear(weapons=seen),
        start=Start(
            position=_show_place(each),
            left=show_left(each, hp),
            conditions=tuple(StartCondition(condition.name) for condition in stat_block.start.conditions),
        ),
        sheet=stat_block.sheet and stat_block.sheet.show_outside(each.owned, hit_points),
    )


def show_kind(stat_block: StatBlock) -> str:
    """Return a combatant's kind if its name shows it anyway, else ""."""
    return (
        stat_block.creature.kind if make_id(strip_number(stat_block.name)) == make_id(stat_block.creature.kind) else ""
    )


def _show_place(each: Combatant) -> tuple[int, int] | None:
    """Return its present place; None stays, for combatants that the rolled distance will place."""
    return None if each.stat_block.start.position is None else each.place


def _show_weapon(weapon: Weapon) -> Weapon:
    return Weapon(
        weapon.id, weapon.name, (), weapon.length, melee=weapon.melee, natural=weapon.natural, like=weapon.like
    )
