"""The card of a combatant for the DM: its numbers now, its attack and its value."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from encounters.narration.names import describe_kind, name_weapon
from encounters.screens.combatants import describe_in_line, describe_with_numbers, read_standing
from encounters.screens.dm.dm_view import DmView
from encounters.screens.rulebook.card import ShownCard, build_card
from rules.api import (
    DM_DECIDES,
    Card,
    CardFact,
    CardKind,
    Combatant,
    Standing,
    State,
    describe_to_hit,
    find_experience,
)

SIGN = "eye"
FEET_OF_AN_INCH = 10


def build_combatant_card(view: DmView, who: str) -> ShownCard | None:
    """Return the card of a combatant; None for an unknown one."""
    each = view.state.combatants.get(who)
    if each is None:
        return None
    stands = read_standing(view.state, who)
    if stands.sheet is not None:
        return _build_own_card(view.state, each, stands)
    kind = build_card(CardKind.MONSTER, each.stat_block.creature.kind)
    listed = {fact.label: fact.value for fact in kind.card.facts} if kind is not None else {}
    armor = dict(stands.facts).get("AC", str(each.stat_block.defence.armor_class))
    facts = (
        ("Armor class", armor),
        ("Hit points", _describe_points(stands)),
        ("Hits AC 0", describe_to_hit(each.stat_block.attack.to_hit)),
        ("Attacks", listed.get("Attacks") or _list_weapons(view.state, each)),
        ("Move", listed.get("Move") or f"{each.stat_block.pace.movement * FEET_OF_AN_INCH} ft"),
        *([] if each.stat_block.played else [("Experience", _describe_experience(each, stands))]),
    )
    card = _make_card(view.state, each, facts)
    if kind is None:
        return ShownCard(card, SIGN, 0, "")
    name = f"{kind.card.name}, {kind.card.sort.lower()}"
    first, *rest = kind.card.notes
    notes = (*card.notes, f"Hit dice {listed['Hit dice']}. {first}", *rest)
    return replace(kind, card=replace(kind.card, name=each.name, sort=name, facts=card.facts, notes=notes))


def _build_own_card(state: State, each: Combatant, stands: Standing) -> ShownCard:
    """Return the card of a combatant whose numbers are its procedure's own."""
    pools = [(pool.title.capitalize() or pool.name, f"{pool.left} of {pool.most}") for pool in stands.pools]
    return ShownCard(_make_card(state, each, [*pools, *stands.facts]), SIGN, 0, "")


def _make_card(state: State, each: Combatant, facts: Sequence[tuple[str, str]]) -> Card:
    return Card(
        kind=CardKind.MONSTER,
        id=each.id,
        name=each.name,
        sort=", ".join(part for part in (describe_kind(each.stat_block), f"side {each.side}") if part),
        words=f"{describe_in_line(state, each)}.",
        facts=tuple(CardFact(label, value or DM_DECIDES) for label, value in facts),
        notes=tuple(_list_notes(state, each)),
    )


def _list_notes(state: State, each: Combatant) -> Iterator[str]:
    if under := "; ".join(describe_with_numbers(state, one) for one in each.conditions):
        yield f"Under: {under}."
    for note in each.stat_block.powers.special:
        yield f"You decide: {note}."


def _describe_points(stands: Standing) -> str:
    return f"{stands.vigour.left} of {stands.vigour.most}"


def _list_weapons(state: State, each: Combatant) -> str:
    return ", ".join(name_weapon(state, each.id, weapon.id) for weapon in each.stat_block.gear.weapons)


def _describe_experience(each: Combatant, stands: Standing) -> str:
    """Return what it is worth by its full hit points; "" where no value is known."""
    value = find_experience(each.stat_block.creature.kind)
    return f"{value.compute(stands.vigour.most):,}" if value is not None else ""
