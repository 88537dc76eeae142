"""The party as its last fight left it: the players' combatants with their hit points."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from encounters.models import Encounter
from encounters.selectors import read_view
from encounters.services.preparing import build_roster
from encounters.viewers import build_dm_viewer
from rules.api import Combatant, Device, Setting, State, get_ruleset, list_rulesets

ONE_FIGHT = ("position", "hidden", "wave", "left")
"""The keys of a definition that concern only one fight."""

MOST_LOOKED_AT = 5
"""The number of fights, the newest first, among which a party is looked for."""


@dataclass(frozen=True)
class Party:
    """The combatants that come from a fight."""

    title: str
    """The title of the fight."""
    definitions: tuple[dict[str, Any], ...]
    dead: tuple[str, ...]
    """The names of those who died in it."""
    spent: tuple[tuple[str, tuple[str, ...]], ...]
    """The spells and items that are used up, in words, by the name of the combatant."""


def find_last_party(owner: Any, ruleset: str) -> Party | None:
    """Return the party of this DM's last fight; None where there is none.

    Only fights count whose procedure has combatants with the same kind of attributes as ``ruleset``.
    """
    own = get_ruleset(ruleset).own_sheet
    alike = [id for id in list_rulesets() if get_ruleset(id).own_sheet is own]
    fought = Encounter.tables.filter(owner=owner, ruleset__in=alike).exclude(state=Encounter.State.PREPARING)
    for encounter in fought[:MOST_LOOKED_AT]:
        party = _read_party(encounter)
        if party.definitions:
            return party
    return None


def _read_party(encounter: Encounter) -> Party:
    state = read_view(build_dm_viewer(encounter)).state
    found, dead, spent = [], [], []
    for definition, each in _list_played(encounter, state):
        if each.has("dead"):
            dead.append(each.name)
            continue
        found.append(_as_left(definition, each))
        if gone := _list_spent(each):
            spent.append((each.name, gone))
    return Party(encounter.title, tuple(found), tuple(dead), tuple(spent))


def _list_played(encounter: Encounter, state: State) -> Iterator[tuple[Mapping[str, Any], Combatant]]:
    """Yield the players' combatants with their definitions; none of several alike."""
    for row in encounter.combatants.all():
        if "count" in row.definition:
            continue
        for stat_block in build_roster([row.definition], Setting.INDOORS):
            each = state.combatants.get(stat_block.id)
            if stat_block.played and each is not None:
                yield row.definition, each


def _as_left(definition: Mapping[str, Any], each: Combatant) -> dict[str, Any]:
    """Return the definition of a combatant as the fight left it: hit points, spells, charges."""
    again = {key: value for key, value in definition.items() if key not in ONE_FIGHT}
    sheet = each.stat_block.sheet
    if sheet is not None:
        return again | {sheet.key: {**again[sheet.key], **sheet.write_left(each.owned)}}
    if "spells" in again:
        again["spells"] = _list_entries_left(again["spells"], Counter(each.spells))
    if each.charges:
        again |= _list_things_left(again, each)
    full = each.stat_block.defence.hit_points
    return again | ({"hp": full, "left": each.hp} if each.hp < full else {})


def _list_entries_left(entries: Iterable[Any], left: Counter[str]) -> list[Any]:
    """Return the entries of which some are left, each as often as it is left."""
    kept = []
    for entry in entries:
        id = entry["id"] if isinstance(entry, Mapping) else entry
        if left[id] > 0:
            left[id] -= 1
            kept.append(entry)
    return kept


def _list_things_left(definition: Mapping[str, Any], each: Combatant) -> dict[str, Any]:
    """Return the devices that are not used up, and the charges of the others."""
    gone = [device.id for device in each.stat_block.gear.devices if _is_used_up(each, device)]
    devices = [
        entry
        for entry in definition.get("devices", ())
        if (entry["id"] if isinstance(entry, Mapping) else entry) not in gone
    ]
    single = [device.charged_item for device in each.stat_block.gear.devices if device.single_use]
    charges = {item: left for item, left in each.charges.items() if item not in single}
    return {"devices": devices} | ({"charges": charges} if charges else {})


def _is_used_up(each: Combatant, device: Device) -> bool:
    return device.single_use and not each.has_charges_for(device)


def _list_spent(each: Combatant) -> tuple[str, ...]:
    """Return the spells and items that a combatant used up in the fight, in words."""
    gone = Counter(spell.id for spell in each.stat_block.powers.spells) - Counter(each.spells)
    cast = [spell.name for spell in each.stat_block.powers.spells if spell.id in gone]
    used = [device.name for device in each.stat_block.gear.devices if _is_used_up(each, device)]
    before = dict(each.stat_block.gear.charges)
    single = [device.charged_item for device in each.stat_block.gear.devices if device.single_use]
    charges = [
        f"{before[item] - now} of {before[item]} charges of the {item.replace('_', ' ')}"
        for item, now in each.charges.items()
        if item not in single and now < before[item]
    ]
    return (*dict.fromkeys(cast), *used, *charges)
