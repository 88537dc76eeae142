"""A figure as others see it: who stands there, what it holds, and how hurt it looks. Nothing else is copied."""

from dataclasses import replace

from rules.dew_figure import DewFigure, DewShield, DewWeapon
from rules.figure import Figure, Weapon
from rules.reveal.names import Called, slug, stem_of
from rules.state import Combatant

QUARTERS = 4
CASTERS = ("cleric", "druid", "magic_user", "illusionist")
"""Classes that show when their spells begin: prayers and spells look different."""

UNDEAD = "undead"
"""That a figure is undead can be seen; of which kind it is cannot."""


def grade(how: str, left: int, most: int) -> int:
    """Hit points as the table shows them: numbers; words: quarters left, rounded up; hidden: 1 until down, then 0."""
    if how == "numbers":
        return left
    if left <= 0:
        return 0
    return 1 if how == "hidden" else min(QUARTERS, -(-QUARTERS * left // max(most, 1)))


def whole(each: Combatant, called: Called) -> Figure:
    """An own character: everything, where and how it stands now."""
    return replace(
        each.figure,
        id=called.id,
        name=called.name,
        position=_place(each),
        hidden=each.hidden,
        left=left_of(each, each.hp),
        charges=tuple(each.charges.items()),
    )


def left_of(each: Combatant, hp: int) -> int | None:
    """Return the hit points of a figure that came hurt; None for one that came with all of them."""
    return None if each.figure.left is None else hp


def outside(each: Combatant, called: Called, kind: str, hit_points: int, hp: int) -> Figure:
    """Anybody else: what can be seen of them, with both hit points as the table shows them."""
    return Figure(
        id=called.id,
        name=called.name,
        side=each.side,
        kind=kind,
        hit_points=hit_points,
        left=left_of(each, hp),
        size=each.figure.size,
        undead=UNDEAD if each.figure.undead else "",
        weapons=tuple(_seen(weapon) for weapon in each.figure.weapons if weapon.id == each.in_hand),
        mounted=each.figure.mounted,
        position=_place(each),
        mob=called.stem,
        dew=_fighting(each, hit_points),
    )


def _fighting(each: Combatant, en: int) -> DewFigure | None:
    """What can be seen of one who fights blow by blow: what it holds, and how it stands. EN is given as shown."""
    figure, now = each.figure.dew, each.dew
    if figure is None or now is None:
        return None
    held = (weapon for weapon in figure.weapons if now.carried.get(weapon.id) == "hand")
    return DewFigure(
        kind=figure.kind,
        en_max=en,
        en=en,
        alert=now.alert,
        conscious=now.conscious,
        fallen=now.fallen,
        stationary=now.stationary,
        shield=DewShield() if now.shield_held else None,
        weapons=tuple(DewWeapon(weapon.id, weapon.name, carried="hand", modes=()) for weapon in held),
    )


def openly(figure: Figure) -> str:
    """The kind of a figure that its name tells anyway, else the empty text."""
    return figure.kind if slug(stem_of(figure.name)) == slug(figure.kind) else ""


def _place(each: Combatant) -> tuple[int, int] | None:
    """Where it stands now; None stays, for those whom the distance rolled will place."""
    return None if each.figure.position is None else each.place


def _seen(weapon: Weapon) -> Weapon:
    return Weapon(weapon.id, weapon.name, (), weapon.length, melee=weapon.melee, natural=weapon.natural)
