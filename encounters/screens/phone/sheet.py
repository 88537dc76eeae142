"""The character's sheet: its numbers, and its spells with the castings left."""

from dataclasses import dataclass

from encounters.between import get_between
from encounters.narration.names import describe_kind
from encounters.screens.combatants import describe_with_numbers, find_held
from encounters.screens.phone.own_card import describe_charges, find_own_card
from encounters.screens.phone.player_view import PlayerView
from encounters.screens.supplies import Supply, list_supplies
from encounters.screens.things import Thing
from rules.api import SEGMENTS, Combatant, Device, Save, Spell, Weapon, format_listed_name

SAVES = {
    Save.PARALYSIS_POISON_DEATH: "Save: poison, death",
    Save.PETRIFICATION_POLYMORPH: "Save: petrification",
    Save.ROD_STAFF_WAND: "Save: wands",
    Save.BREATH: "Save: breath",
    Save.SPELL: "Save: spells",
}


@dataclass(frozen=True)
class SheetFact:
    """A fact of the sheet: words, things that may have cards, or missiles."""

    term: str
    words: str = ""
    things: tuple[Thing, ...] = ()
    supplies: tuple[Supply, ...] = ()
    """Missiles, drawn one by one."""


@dataclass(frozen=True)
class SpellRow:
    """A spell of the sheet."""

    name: str
    card: str
    """The address of its card, or ""."""
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
    facts: tuple[SheetFact, ...] = ()
    spells: tuple[SpellRow, ...] = ()
    further: str = ""
    """The address of its gear, coins and notes; "" where none are kept."""


def build_sheet(view: PlayerView) -> CharacterSheet:
    """Return the character's sheet; before the fight is opened, words on it."""
    me = view.me if view.has_begun else None
    if me is None:
        return CharacterSheet("You are seated", "Your sheet is here when the fight begins.")
    known = {each.id: each for each in me.stat_block.powers.spells}
    further = get_between().find_sheet_page(view.encounter.campaign, me.id)
    spells = tuple(_build_spell(view, me, each) for each in known.values())
    return CharacterSheet(me.name, describe_kind(me.stat_block), tuple(_list_facts(view, me)), spells, further)


def _list_facts(view: PlayerView, me: Combatant) -> list[SheetFact]:
    own = view.ruleset.describe_standing(view.state, view.shown).sheet
    if own is not None:
        return [*(SheetFact(term, words) for term, words in own), *_list_afflictions(view, me)]
    stat_block = me.stat_block
    armor = stat_block.defence.armor_class if me.armor_class is None else me.armor_class
    facts = [
        SheetFact("Hit points", f"{me.hp} of {stat_block.defence.hit_points}"),
        SheetFact("Armor class", str(armor + me.sum_changes("ac"))),
        SheetFact("Move", f'{float(me.movement):g}"'),
        *_list_weapons(view, me),
    ]
    to_hit = stat_block.attack.to_hit
    if len(to_hit) > 10:
        facts.append(SheetFact("To hit AC 10, 5, 0", f"{to_hit[0]}, {to_hit[5]}, {to_hit[10]}"))
    if stat_block.attack.routines != 1:
        facts.append(SheetFact("Attacks", f"{stat_block.attack.routines} a round"))
    facts += [SheetFact(SAVES[name], str(needed)) for name, needed in stat_block.defence.saves]
    facts += _list_afflictions(view, me)
    return facts


def _list_weapons(view: PlayerView, me: Combatant) -> list[SheetFact]:
    facts, weapon = [], me.weapon(find_held(me))
    if weapon is not None:
        speed = f", speed factor {weapon.speed_factor}" if weapon.speed_factor is not None else ""
        facts.append(SheetFact("In hand", things=(_name_weapon(view, weapon, speed),)))
    others = [each for each in me.list_weapons_left() if each.id != me.in_hand and not each.natural]
    if others:
        facts.append(SheetFact("Also has", things=tuple(dict.fromkeys(_name_weapon(view, each) for each in others))))
    if supplies := list_supplies(me):
        facts.append(SheetFact("Missiles", supplies=supplies))
    return facts


def _name_weapon(view: PlayerView, weapon: Weapon, more: str = "") -> Thing:
    return Thing(format_listed_name(weapon.name), find_own_card(view, weapon.id), more)


def _list_afflictions(view: PlayerView, me: Combatant) -> list[SheetFact]:
    conditions = [describe_with_numbers(view.state, each) for each in me.conditions]
    if view.ruleset.describe_standing(view.state, me.id).sheet is None:
        conditions += view.under
    devices = tuple(_name_device(view, me, each) for each in me.stat_block.gear.devices)
    return ([SheetFact("Now", "; ".join(conditions))] if conditions else []) + (
        [SheetFact("Devices", things=devices)] if devices else []
    )


def _name_device(view: PlayerView, me: Combatant, device: Device) -> Thing:
    """Return the device's name, with the charges left in it where they are counted."""
    left = describe_charges(me, device)
    is_plain = not left or (device.single_use and me.charges[device.charged_item])
    return Thing(format_listed_name(device.name), find_own_card(view, device.id), "" if is_plain else f" ({left})")


def _build_spell(view: PlayerView, me: Combatant, spell: Spell) -> SpellRow:
    left = me.spells.count(spell.id)
    takes = f"{spell.casting} segment{'s' if spell.casting != 1 else ''}"
    return SpellRow(
        format_listed_name(spell.name).capitalize(),
        card=find_own_card(view, spell.id),
        left=f"{left} left" if left else "spent",
        line=takes if spell.casting != SEGMENTS else "1 round",
        takes=min(spell.casting, SEGMENTS) if left else 0,
    )
