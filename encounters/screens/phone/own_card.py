"""The card of a character's own spell, device or missile, with what is left of it.

Its player may know as much as the sheet tells: what is left is read from the viewer's own state.
"""

from dataclasses import replace

from encounters.screens.phone.player_view import PlayerView
from encounters.screens.rulebook.card import ShownCard, build_card
from encounters.screens.things import find_held_card
from rules.api import Card, CardFact, CardKind, Combatant, Device, has_card

YOURS = "Yours"
KEPT = 5
"""The facts that stay before it."""


def find_own_card(view: PlayerView, id: str) -> str:
    """Return the address of the card of a thing that the character has; "" without one."""
    me = view.me
    kind = _find_counted_kind(me, id) if me is not None else None
    if me is None or kind is None or not has_card(kind, id):
        return find_held_card(me, id) if me is not None else ""
    return view.make_url("own-card", {"who": me.id} if len(view.own) > 1 else None, kind=kind.value, id=id)


def build_own_card(view: PlayerView, kind: CardKind, id: str) -> ShownCard | None:
    """Return the card with what is left; without that for what the character does not have."""
    shown = build_card(kind, id)
    left = describe_left(view.me, kind, id) if view.has_begun and view.me is not None else ""
    return replace(shown, card=_add_left(shown.card, left)) if shown is not None and left else shown


def describe_left(me: Combatant, kind: CardKind, id: str) -> str:
    """Return what is left of a thing that it has in words; "" where nothing is counted."""
    if kind is CardKind.SPELL and me.spell(id) is not None:
        left = me.spells.count(id)
        return f"{left} left" if left else "spent"
    if kind is CardKind.WEAPON and (missiles := me.count_missiles(me.weapon(id))) is not None:
        return f"{missiles} left"
    device = me.device(id) if kind is CardKind.DEVICE else None
    return describe_charges(me, device) if device is not None else ""


def describe_charges(me: Combatant, device: Device) -> str:
    """Return what is left in a device in words; "" where nothing is counted."""
    left = me.charges.get(device.charged_item)
    if left is None:
        return ""
    if device.single_use:
        return f"{left} left" if left else "used up"
    return f"{left} charge{'s' if left != 1 else ''} left"


def _find_counted_kind(me: Combatant, id: str) -> CardKind | None:
    """Return the kind of a thing that is counted: a spell, a device or what is shot or thrown.

    A weapon that is a device, too, has the card of the weapon.
    """
    if (weapon := me.weapon(id)) is not None:
        return CardKind.WEAPON if me.count_missiles(weapon) is not None else None
    held = ((CardKind.SPELL, me.spell(id)), (CardKind.DEVICE, me.device(id)))
    return next((kind for kind, found in held if found is not None), None)


def _add_left(card: Card, left: str) -> Card:
    """Return the card with what is left as its sixth fact; the fact in its place goes below."""
    kept, moved = card.facts[:KEPT], card.facts[KEPT:]
    notes = tuple(f"{each.label}: {each.value}." for each in moved)
    return replace(card, facts=(*kept, CardFact(YOURS, left)), notes=(*notes, *card.notes))
