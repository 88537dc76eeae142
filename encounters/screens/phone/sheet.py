"""The character's sheet: its numbers, and its spells with the castings left."""

from dataclasses import dataclass

from encounters.narration.names import describe_kind
from encounters.screens.combatants import describe_with_numbers
from encounters.screens.phone.player_view import PlayerView
from rules.api import SEGMENTS, Combatant, Device, Save, Spell, format_listed_name

SAVES = {
    Save.PARALYSIS_POISON_DEATH: "Save: poison, death",
    Save.PETRIFICATION_POLYMORPH: "Save: petrification",
    Save.ROD_STAFF_WAND: "Save: wands",
    Save.BREATH: "Save: breath",
    Save.SPELL: "Save: spells",
}

Fact = tuple[str, str]
"""A term and its value."""


@dataclass(frozen=True)
class SpellRow:
    """A spell of the sheet."""

    name: str
    left: str
    """The castings left, in words."""
    line: str
    """The time that it takes."""
    takes: int
    """The segments that it takes, ten at most; 0 where it is spent."""


@dataclass(frozen=True)
class CharacterSheet:
    """The character's sheet."""

    title: str
    words: str
    facts: tuple[Fact, ...] = ()
    spells: tuple[SpellRow, ...] = ()


def build_sheet(view: PlayerView) -> CharacterSheet:
    """Return the character's sheet; before the fight is opened, words on it."""
    me = view.me if view.has_begun else None
    if me is None:
        return CharacterSheet("You are seated", "Your sheet is here when the fight begins.")
    known = {each.id: each for each in me.stat_block.powers.spells}
    spells = tuple(_build_spell(me, each) for each in known.values())
    return CharacterSheet(me.name, describe_kind(me.stat_block), tuple(_list_facts(view, me)), spells)


def _list_facts(view: PlayerView, me: Combatant) -> list[Fact]:
    own = view.ruleset.describe_standing(view.state, view.shown).sheet
    if own is not None:
        return [*own, *_list_afflictions(view, me)]
    stat_block = me.stat_block
    armor = stat_block.defence.armor_class if me.armor_class is None else me.armor_class
    facts = [
        ("Hit points", f"{me.hp} of {stat_block.defence.hit_points}"),
        ("Armor class", str(armor + me.sum_changes("ac"))),
        ("Move", f'{float(me.movement):g}"'),
    ]
    weapon = me.weapon(me.in_hand)
    if weapon is not None:
        speed = f", speed factor {weapon.speed_factor}" if weapon.speed_factor is not None else ""
        facts.append(("In hand", format_listed_name(weapon.name) + speed))
    others = [
        format_listed_name(each.name) for each in stat_block.gear.weapons if each.id != me.in_hand and not each.natural
    ]
    if others:
        facts.append(("Also has", ", ".join(dict.fromkeys(others))))
    to_hit = stat_block.attack.to_hit
    if len(to_hit) > 10:
        facts.append(("To hit AC 10, 5, 0", f"{to_hit[0]}, {to_hit[5]}, {to_hit[10]}"))
    if stat_block.attack.routines != 1:
        facts.append(("Attacks", f"{stat_block.attack.routines} a round"))
    facts += [(SAVES[name], str(needed)) for name, needed in stat_block.defence.saves]
    facts += _list_afflictions(view, me)
    return facts


def _list_afflictions(view: PlayerView, me: Combatant) -> list[Fact]:
    conditions = [describe_with_numbers(view.state, each) for each in me.conditions]
    if view.ruleset.describe_standing(view.state, me.id).sheet is None:
        conditions += view.under
    devices = [_describe_device(me, each) for each in me.stat_block.gear.devices]
    return ([("Now", "; ".join(conditions))] if conditions else []) + (
        [("Devices", ", ".join(devices))] if devices else []
    )


def _describe_device(me: Combatant, device: Device) -> str:
    """Return the device's name, with the charges left in it where they are counted."""
    left = me.charges.get(device.charged_item)
    if left is None:
        return format_listed_name(device.name)
    if device.single_use:
        return format_listed_name(device.name) if left else f"{format_listed_name(device.name)} (used up)"
    return f"{format_listed_name(device.name)} ({left} charge{'s' if left != 1 else ''} left)"


def _build_spell(me: Combatant, spell: Spell) -> SpellRow:
    left = me.spells.count(spell.id)
    takes = f"{spell.casting} segment{'s' if spell.casting != 1 else ''}"
    return SpellRow(
        format_listed_name(spell.name).capitalize(),
        left=f"{left} left" if left else "spent",
        line=takes if spell.casting != SEGMENTS else "1 round",
        takes=min(spell.casting, SEGMENTS) if left else 0,
    )
