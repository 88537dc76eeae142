"""The outcome of a fight for its campaign: its characters, and the value of its foes.

It is read from the DM's view alone. Nothing that was found, bandaged or won is known to a fight: the DM says that.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from campaigns.campaign_state import find_state
from campaigns.deaths import Death, find_death
from campaigns.definitions import find_entry_id, keep_definition, write_definition
from campaigns.levels import find_least_experience
from campaigns.models import Character
from encounters.encounter_view import EncounterView
from encounters.models import Encounter
from encounters.narration.supplies import list_missile_items, name_charged_item
from encounters.party import list_played, list_things_left, write_condition_left
from encounters.screens.combatants import describe_condition
from rules.api import (
    Combatant,
    Device,
    Spell,
    State,
    Weapon,
    find_experience,
    find_stem,
    format_listed_name,
    is_effect_name,
    list_classes,
    list_devices,
    list_spells,
    list_weapons,
)
from rules.api import events as e

ThingT = TypeVar("ThingT", Weapon, Device, Spell)

DOWN = "helpless"
"""The condition of one who has fallen and is not dead."""

FALLEN, TAKEN, FLED, LEFT = "fallen", "taken", "fled", "left"
"""What became of a foe; one is left who neither fell nor got away when the DM ended the fight."""

OF_ITS_FIGHT = (DOWN, "dead", "fled", "prone", "surrendered", "turned", "vanished")
"""The conditions that end with their fight, or that sheets know otherwise."""

FOES = "foes"

KEY_WORDS = {"ac": "armor class", "charges": "missiles and charges", "hp": "full hit points", "left": "hit points"}
"""The words for keys of a sheet, where the key is none."""


@dataclass(frozen=True, slots=True)
class SuppliesLeft:
    """The missiles of one kind, or the charges of one thing, that a character counts."""

    item: str
    name: str
    had: int
    left: int
    missed: int
    """The shots that missed; 0 for charges."""
    found: int
    """Those of them that are proposed to be found again."""
    is_missile: bool = True

    @property
    def used(self) -> int:
        """Return how many are gone."""
        return max(0, self.had - self.left)


@dataclass(frozen=True, slots=True)
class LastingCondition:
    """A condition that a character still has at the end of a fight."""

    words: str
    entry: Mapping[str, Any] | None
    """The entry with which it comes into the next fight; None where only words can be kept."""


@dataclass(frozen=True, slots=True)
class CharacterOutcome:
    """A character at the end of a fight."""

    key: str
    """Its id in the fight and in the campaign."""
    name: str
    combatant: Combatant
    character: Character | None
    """None for one that the campaign does not have yet."""
    definition: Mapping[str, Any]
    """The table with which it came into the fight; empty for one of the campaign that came later."""
    left: int
    full: int
    cast: tuple[str, ...]
    """The ids of the spells that it spent in the fight."""
    spent: tuple[str, ...]
    """The same in words, with the devices that are used up."""
    supplies: tuple[SuppliesLeft, ...]
    devices: tuple[Any, ...] | None
    """The devices that are left; None where none was used up."""
    is_down: bool
    """It has fallen, and may live: the DM says."""
    is_dead: bool
    death: Death | None
    """Its fall, where it is down or dead."""
    conditions: tuple[LastingCondition, ...]
    experience: int
    """The points before the fight: of its sheet; of a new character, the first of its level."""
    changed: str
    """What somebody has changed on its sheet since the fight took it in, in words; "" for nothing."""


@dataclass(frozen=True, slots=True)
class FoesOutcome:
    """Foes of one kind that ended alike, and what they are worth."""

    name: str
    count: int
    fate: str
    """FALLEN, TAKEN, FLED or LEFT."""
    base: int | None
    """The value of one, without its hit points; None where no table knows it."""
    per_point: int
    points: int
    """Their full hit points together."""

    @property
    def value(self) -> int:
        """Return what they are worth together; 0 where no table knows it."""
        return (self.base or 0) * self.count + self.per_point * self.points


@dataclass(frozen=True, slots=True)
class FightOutcome:
    """The proposals of an ended fight."""

    characters: tuple[CharacterOutcome, ...]
    foes: tuple[FoesOutcome, ...]
    rounds: int
    """The rounds that were fought."""


def read_outcome(encounter: Encounter, view: EncounterView) -> FightOutcome:
    """Return what an ended fight proposes. ``view`` is the DM's."""
    known = {each.key: each for each in encounter.campaign.characters.select_related("seat")}
    missed = count_missed(view.state, view.standing)
    rows = {each.id: definition for definition, each in list_played(encounter, view.state)}
    played = [each for each in view.state.combatants.values() if each.stat_block.played]
    find_again = find_state(encounter.campaign).found_again
    found = [
        replace(
            _read_character(view.state, each, rows.get(each.id, {}), known.get(each.id)),
            supplies=tuple(_list_supplies(each, missed, find_again)),
            death=find_death(view.state, view.standing, each.id) if each.has("dead", DOWN) else None,
        )
        for each in played
    ]
    return FightOutcome(tuple(found), tuple(_list_foes(view.state)), max(view.state.round, 0))


def count_missed(state: State, events: Iterable[e.Event]) -> Counter[tuple[str, str]]:
    """Return the shots and throws that missed, by who and item."""
    missed: Counter[tuple[str, str]] = Counter()
    for event in events:
        if isinstance(event, e.Attacked) and event.mode in ("missile", "thrown") and not event.hit:
            each = state.combatants.get(event.who)
            weapon = each.weapon(event.weapon) if each is not None else None
            if weapon is not None and weapon.missile is not None:
                missed[event.who, weapon.missile.ammunition] += 1
    return missed


def _read_character(
    state: State,
    each: Combatant,
    definition: Mapping[str, Any],
    character: Character | None,
) -> CharacterOutcome:
    memorised = [spell.id for spell in each.stat_block.powers.spells]
    cast = Counter(memorised) - Counter(each.spells)
    names = {spell.id: spell.name for spell in each.stat_block.powers.spells}
    has = definition or (write_definition(character) if character is not None else {})
    devices = list_things_left(has, each).get("devices")
    lost = Counter(map(find_entry_id, has.get("devices", ()))) - Counter(map(find_entry_id, devices or ()))
    used = [format_listed_name(device.name) for device in each.stat_block.gear.devices if device.id in lost]
    full = each.stat_block.defence.hit_points
    return CharacterOutcome(
        key=each.id,
        name=each.name,
        combatant=each,
        character=character,
        definition=definition,
        left=min(each.hp, full),
        full=full,
        cast=tuple(cast.elements()),
        spent=(*(_count(format_listed_name(names[id]), number) for id, number in cast.items()), *used),
        supplies=(),
        devices=tuple(devices) if devices is not None and lost else None,
        is_down=each.has(DOWN) and not each.has("dead"),
        is_dead=each.has("dead"),
        death=None,
        conditions=tuple(_list_conditions(state, each)),
        experience=character.experience if character is not None else find_least_experience(each),
        changed=_describe_changed(definition, character),
    )


def _list_conditions(state: State, each: Combatant) -> Iterable[LastingCondition]:
    for condition in each.conditions:
        if condition.name not in OF_ITS_FIGHT:
            yield LastingCondition(
                describe_condition(state, condition),
                write_condition_left(state, condition)
                if each.stat_block.sheet is None and is_effect_name(condition.name)
                else None,
            )


def _count(name: str, number: int) -> str:
    return name if number == 1 else f"{name} x{number}"


def _list_supplies(each: Combatant, missed: Counter[tuple[str, str]], find_again: int) -> list[SuppliesLeft]:
    missiles = list_missile_items(each.stat_block)
    single = {device.charged_item for device in each.stat_block.gear.devices if device.single_use}
    had = dict(each.stat_block.gear.charges)
    return [
        SuppliesLeft(
            item,
            missiles.get(item) or name_charged_item(item),
            had.get(item, left),
            left,
            missed[each.id, item],
            missed[each.id, item] // find_again if find_again else 0,
            item in missiles,
        )
        for item, left in each.charges.items()
        if item not in single
    ]


def _describe_changed(definition: Mapping[str, Any], character: Character | None) -> str:
    """Return what of a sheet differs from what the fight took in, in words; "" for nothing."""
    if character is None or not definition:
        return ""
    now, then = keep_definition(write_definition(character)), keep_definition(definition)
    keys = [key for key in {*then, *now} if now.get(key) != then.get(key)]
    left = write_definition(character).get("left")
    keys += ["left"] if left != definition.get("left") else []
    return ", ".join(sorted(KEY_WORDS.get(key, key.replace("_", " ")) for key in keys))


# Foes.


def _list_foes(state: State) -> list[FoesOutcome]:
    groups: dict[tuple[str, str], list[Combatant]] = {}
    for each in state.combatants.values():
        if each.side == FOES:
            groups.setdefault((_find_kind(each), _find_fate(each)), []).append(each)
    return [_make_foes(kind, fate, those) for (kind, fate), those in groups.items()]


def _find_kind(each: Combatant) -> str:
    """Return the kind of a foe by which a table knows its value, else its name without a number."""
    kind = each.stat_block.creature.kind
    return kind if find_experience(kind) is not None else find_stem(each.name) or each.name


def _find_fate(each: Combatant) -> str:
    if each.has("surrendered"):
        return TAKEN
    if each.has("dead", DOWN):
        return FALLEN
    return FLED if each.has("fled", "vanished") else LEFT


def _make_foes(kind: str, fate: str, those: Sequence[Combatant]) -> FoesOutcome:
    found = find_experience(kind)
    return FoesOutcome(
        name=kind.replace("_", " "),
        count=len(those),
        fate=fate,
        base=found.base if found is not None else None,
        per_point=found.per_point if found is not None else 0,
        points=sum(each.stat_block.defence.hit_points for each in those),
    )


def write_entry(each: Combatant) -> dict[str, Any]:
    """Return a table for a character that came into play without one that is kept.

    It has the classes and the numbers that the fight knows.
    """
    stat_block, gear = each.stat_block, each.stat_block.gear
    kind, level = stat_block.creature.kind, stat_block.creature.level
    written: dict[str, Any] = {"class": kind if kind in list_classes() else "fighter", "level": level}
    if classes := stat_block.creature.classes:
        written = {"classes": [{"class": one.id, "level": one.level} for one in classes]}
    written |= {"hp": stat_block.defence.hit_points, "ac": stat_block.defence.armor_class}
    weapons = _list_known(gear.weapons, list_weapons())
    devices = _list_known(gear.devices, list_devices())
    spells = _list_known(stat_block.powers.spells, list_spells())
    items = {each.missile.ammunition for each in weapons if each.missile is not None}
    items |= {each.charged_item for each in devices}
    lists: dict[str, Sequence[Weapon | Device | Spell]] = {"weapons": weapons, "devices": devices, "spells": spells}
    written |= {key: [each.id for each in found] for key, found in lists.items() if found}
    charges = {item: number for item, number in gear.charges if item in items}
    return written | ({"charges": charges} if charges else {})


def _list_known(things: Iterable[ThingT], table: Iterable[Any]) -> list[ThingT]:
    known = {each.id for each in table}
    return [each for each in things if each.id in known]
