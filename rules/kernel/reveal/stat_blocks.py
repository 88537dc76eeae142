"""A combatant as others see it: who stands there, what it holds, and how hurt it looks.

Nothing else is copied.
"""

from dataclasses import replace

from rules.kernel.reveal.names import Called, slug, stem_of
from rules.kernel.stat_block import StatBlock, Weapon
from rules.kernel.state import Combatant

QUARTERS = 4
CASTERS = ("cleric", "druid", "magic_user", "illusionist")
"""Classes that show when their spells begin: prayers and spells look different."""

UNDEAD = "undead"
"""Shown in place of the kind of undead: others can see that a combatant is undead, but not of which kind."""


def grade(how: str, left: int, most: int) -> int:
    """Return hit points as the table shows them.

    "numbers": as they are. "words": quarters left, rounded up. "hidden": 1 until down, then 0.
    """
    if how == "numbers":
        return left
    if left <= 0:
        return 0
    return 1 if how == "hidden" else min(QUARTERS, -(-QUARTERS * left // max(most, 1)))


def show_own(each: Combatant, called: Called) -> StatBlock:
    """Return an own character with all attributes, its place and its present state."""
    return replace(
        each.stat_block,
        id=called.id,
        name=called.name,
        position=_show_place(each),
        hidden=each.hidden,
        left=show_left(each, each.hp),
        charges=tuple(each.charges.items()),
    )


def show_left(each: Combatant, hp: int) -> int | None:
    """Return the hit points of a combatant that came hurt; None if it came with all of them."""
    return None if each.stat_block.left is None else hp


def show_from_outside(each: Combatant, called: Called, kind: str, hit_points: int, hp: int) -> StatBlock:
    """Return another's combatant: only what can be seen, hit points as the table shows them."""
    return StatBlock(
        id=called.id,
        name=called.name,
        side=each.side,
        kind=kind,
        hit_points=hit_points,
        left=show_left(each, hp),
        size=each.stat_block.size,
        undead=UNDEAD if each.stat_block.undead else "",
        weapons=tuple(_show_weapon(weapon) for weapon in each.stat_block.weapons if weapon.id == each.in_hand),
        mounted=each.stat_block.mounted,
        position=_show_place(each),
        mob=called.stem,
        sheet=each.stat_block.sheet and each.stat_block.sheet.show_outside(each.owned, hit_points),
    )


def show_kind(stat_block: StatBlock) -> str:
    """Return a combatant's kind if its name shows it anyway, else ""."""
    return stat_block.kind if slug(stem_of(stat_block.name)) == slug(stat_block.kind) else ""


def _show_place(each: Combatant) -> tuple[int, int] | None:
    """Return its present place; None stays, for combatants that the rolled distance will place."""
    return None if each.stat_block.position is None else each.place


def _show_weapon(weapon: Weapon) -> Weapon:
    return Weapon(weapon.id, weapon.name, (), weapon.length, melee=weapon.melee, natural=weapon.natural)
