"""One combatant in full: its facts, each with the way to rule it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from encounters.narration.names import describe_kind, list_names, name_device, name_spell, name_weapon
from encounters.narration.supplies import list_missile_items, list_missiles_left, name_charged_item
from encounters.screens.combatants import IN_HAND, describe_with_numbers, find_held, read_standing
from encounters.screens.dm.dm_view import DmView
from encounters.screens.dm.roster import FightFacts, list_other_marks
from encounters.screens.dm.ruling_values import find_form, find_ruling
from encounters.screens.health import Health, find_health
from encounters.screens.supplies import Supply, list_supplies
from encounters.screens.things import Thing, find_card
from rules.api import (
    HUNDREDTHS,
    USER_HIT_POINTS,
    CardKind,
    Combatant,
    Device,
    Innate,
    TypedPart,
    format_listed_name,
    read_old_value,
)

NAMES = {"AC": "Armor class"}
MISSILES = "Missiles"


@dataclass(frozen=True, slots=True)
class CombatantFact:
    """A fact of a combatant."""

    label: str
    words: str
    href: str
    """The address of the ruling that changes it; "" where none does."""
    things: tuple[Thing, ...] = ()
    """The same words as names of things, each with its card; empty for other facts."""
    supplies: tuple[Supply, ...] = ()
    """The same words as missiles, drawn one by one; empty for other facts."""


def list_facts(view: FightFacts, each: Combatant) -> list[CombatantFact]:
    """Return each fact of a combatant."""
    rows = [("What", ", ".join(part for part in (describe_kind(each.stat_block), f"side {each.side}") if part))]
    stands = read_standing(view.state, each.id)
    rows += [(pool.name, f"{pool.left} of {pool.most}") for pool in (*stands.pools, *stands.round)]
    rows += [*stands.facts, *_list_shared_facts(view, each)]
    told = {label for label, _ in rows}
    more = _list_held(view, each) if stands.sheet is None else stands.sheet
    rows += [row for row in more if row[0] not in told]
    things, supplies = _index_things(view, each), list_supplies(each)
    named = {pool.name: pool.title.capitalize() for pool in (*stands.pools, *stands.round)} | NAMES
    return [
        CombatantFact(
            named.get(label, label[:1].upper() + label[1:]),
            words,
            _rule(view, each, label),
            things.get(label, ()),
            supplies if label == MISSILES else (),
        )
        for label, words in rows
    ]


def _index_things(view: FightFacts, each: Combatant) -> dict[str, tuple[Thing, ...]]:
    """Return the things of a combatant by the label of their fact."""
    if read_standing(view.state, each.id).sheet is not None:
        return {}
    state, gear, card = view.state, each.stat_block.gear, view.make_url("combatant-card", who=each.id)
    weapons = {
        one.id: Thing(name_weapon(state, each.id, one.id), find_card(CardKind.WEAPON, one.id)) for one in gear.weapons
    }
    spells = (Thing(name_spell(state, each.id, id), find_card(CardKind.SPELL, id)) for id in each.spells)
    devices = (one.id for one in gear.devices if one.innate is None)
    return {
        "What": (Thing(describe_kind(each.stat_block), card, f", side {each.side}"),),
        IN_HAND: tuple(weapon for id, weapon in weapons.items() if id == find_held(each)),
        "Weapons": tuple(weapons.values()),
        "Spells in memory": tuple(spells),
        "Devices": tuple(Thing(name_device(state, each.id, id), find_card(CardKind.DEVICE, id)) for id in devices),
    }


@dataclass(frozen=True, slots=True)
class MobMember:
    """A member of a mob on the mob's page."""

    name: str
    health: Health
    points: str
    """What it has left of the pool that harm reduces."""
    href: str
    """The address of its own page."""


def list_common_facts(view: DmView, members: Sequence[Combatant]) -> list[CombatantFact]:
    """Return the facts that all members of a mob share, without ways to rule them."""
    each_told = [{fact.label: fact for fact in list_facts(view, each)} for each in members]
    return [
        replace(fact, href="")
        for label, fact in each_told[0].items()
        if all(label in other and other[label].words == fact.words for other in each_told[1:])
    ]


def list_members(view: DmView, members: Sequence[Combatant]) -> list[MobMember]:
    """Return the members of a mob, each with its health."""
    return [
        MobMember(
            each.name,
            find_health(view.state, each),
            _describe_points(view, each),
            view.make_url("combatant", who=each.id),
        )
        for each in members
    ]


def _describe_points(view: DmView, each: Combatant) -> str:
    pool = read_standing(view.state, each.id).vigour
    return f"{pool.left} of {pool.most}" if pool is not None else ""


def _list_shared_facts(view: FightFacts, each: Combatant) -> Iterable[tuple[str, str]]:
    unit = "ft" if view.ruleset.plane.unit == "feet" else "in"
    plain = [mark.words for mark in list_other_marks(view, each)]
    under = "; ".join([*(describe_with_numbers(view.state, one) for one in each.conditions), *plain]) or "nothing"
    yield "Place", f"{each.place[0] / HUNDREDTHS:g}, {each.place[1] / HUNDREDTHS:g} {unit}"
    yield "Under", under
    yield "Hidden", "yes" if each.hidden else "no"


def _list_held(view: FightFacts, each: Combatant) -> Iterable[tuple[str, str]]:
    """Yield movement, gear, spells, powers, adjustments, and the combatant it stands behind."""
    state, stat_block = view.state, each.stat_block
    yield "Movement", f'{stat_block.pace.movement}", load {stat_block.pace.load.value.replace("_", " ")}'
    held = find_held(each)
    yield IN_HAND, name_weapon(state, each.id, held) if held else "nothing"
    yield "Weapons", ", ".join(name_weapon(state, each.id, weapon.id) for weapon in stat_block.gear.weapons) or "none"
    if supplies := list_supplies(each):
        yield MISSILES, ", ".join(supply.words for supply in supplies)
    yield "Spells in memory", ", ".join(name_spell(state, each.id, id) for id in each.spells) or "none"
    things = [device for device in stat_block.gear.devices if device.innate is None]
    yield "Devices", ", ".join(name_device(state, each.id, device.id) for device in things) or "none"
    charged = {device.charged_item for device in things} - {item for item, *_ in list_missiles_left(each)}
    charges = [(item, left) for item, left in each.charges.items() if item in charged]
    if charges:
        yield (
            "Charges left",
            ", ".join(f"{format_listed_name(item.replace('_', ' '))} {left}" for item, left in charges),
        )
    yield from _list_special(view, each)
    yield "Adjustments", f"reaction {stat_block.attack.reaction:+d}, attacking {stat_block.attack.attacking:+d}"
    yield "Behind", list_names(state, (each.behind,)) if each.behind else "nobody"


def _list_special(view: FightFacts, each: Combatant) -> Iterable[tuple[str, str]]:
    """Yield each special attack and defense in full: what is automated, and what the DM decides."""
    powers, defence = each.stat_block.powers, each.stat_block.defence
    for special in powers.on_hit:
        save = "The save is rolled on a hit; you are asked" if special.save is not None else "You are asked on a hit"
        yield "Special attack", _join(special.describe(), special.note, f"{save} what follows", special.confidence)
    for device in each.stat_block.gear.devices:
        if device.innate is not None:
            yield "Power", _describe_power(each, device, device.innate)
    if (back := powers.regeneration) is not None:
        asked = "You are asked at the end of each round"
        yield "Regeneration", _join(back.describe(), "", asked, back.confidence)
    if defence.magic_resistance:
        yield "Magic resistance", f"{defence.magic_resistance}% (you roll and decide)"
    for note in powers.special:
        yield "You decide", note


def _describe_power(each: Combatant, device: Device, power: Innate) -> str:
    column = device.save_column.value.replace("_", "/")
    does = f"damage {device.damage}" if device.damage not in (None, USER_HIT_POINTS) else ""
    does = "damage as many as the hit points it has left" if device.damage == USER_HIT_POINTS else does
    save = {"half": f"a save against {column} halves", "negates": f"a save against {column} prevents it"}
    left = each.charges.get(device.charged_item)
    uses = f"{left} use{'s' if left != 1 else ''} left" if left is not None else ""
    parts = ", ".join(part for part in (device.name, power.area, does, save.get(device.save, ""), uses) if part)
    comes = (
        "saves and damage are rolled" if device.damage is not None else "saves are rolled; you are asked what follows"
    )
    return _join(parts, power.note, f"Order it under D, use a device; {comes}", power.confidence)


def _join(does: str, note: str, comes: str, confidence: str) -> str:
    """Return in sentences what a power does, what the DM decides, and how it is played."""
    decided = f"You decide: {note.rstrip('.')}" if note else ""
    doubt = "Check the numbers in your book" if confidence == "low" else ""
    return ". ".join(part for part in (does, decided, comes, doubt) if part) + "."


def _rule(view: FightFacts, each: Combatant, label: str) -> str:
    what = find_ruling(view.state, label)
    return view.make_url("ruling", {"who": each.id, "what": what}) if what else ""


def describe_old_value(view: DmView, who: str, what: str, item: str = "") -> str:
    """Return the value that a ruling would change, as it is typed; "" where it is no plain fact.

    ``item`` is that of which the charges or missiles are ruled.
    """
    form = find_form(view.state, what)
    if what == "charges":
        return _describe_charges(view.state.combatants[who], item) if who in view.state.combatants else ""
    names_first = what == "range" if form is None else form.parts[:1] in ((TypedPart.OTHER,), (TypedPart.THING,))
    if who not in view.state.combatants or names_first or what not in view.ruleset.rulings.of_combatants:
        return ""
    return _describe_value(read_old_value(view.state, who, what, None))


def _describe_charges(each: Combatant, item: str) -> str:
    """Return what is left of an item as it is typed: "arrow, 14"; without one, of the only item."""
    named = list_missile_items(each.stat_block)
    left = [
        f"{named.get(id) or name_charged_item(id)}, {number}" for id, number in each.charges.items() if item in ("", id)
    ]
    return left[0] if len(left) == 1 else ""


def _describe_value(value: object) -> str:
    """Return a value as it is typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(_describe_value(each) for each in value)
    return f"{value:g}" if isinstance(value, float) else "" if value is None else str(value)
