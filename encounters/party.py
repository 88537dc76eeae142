"""The party of a next fight: the campaign's characters, or as the last fight left it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from encounters.between import get_between
from encounters.models import Campaign, Encounter, Member
from encounters.narration.columns import count_rounds_left
from encounters.narration.supplies import describe_spent
from encounters.selectors import read_view
from encounters.services.preparing import build_roster
from encounters.viewers import build_dm_viewer
from rules.api import Combatant, Condition, Device, Setting, State, get_ruleset, list_rulesets, write_condition

ONE_FIGHT = ("position", "hidden", "wave", "left")
"""The keys of a definition that concern only one fight."""

MOST_LOOKED_AT = 5
"""The number of fights, the newest first, among which a party is looked for."""


@dataclass(frozen=True)
class Party:
    """The combatants that come into a fight."""

    title: str
    """The title of the fight that they come from, or the name of the campaign."""
    definitions: tuple[dict[str, Any], ...]
    dead: tuple[str, ...]
    """The names of those who died in it."""
    spent: tuple[tuple[str, tuple[str, ...]], ...]
    """The spells and items that are used up, in words, by the name of the combatant."""
    from_sheets: bool = False
    """They come as the sheets of the campaign have them."""

    @property
    def words(self) -> str:
        """Return how they come."""
        return "as their sheets are now" if self.from_sheets else f"as {self.title} left them, hit points carried over"


def find_next_party(campaign: Campaign, ruleset: str) -> Party | None:
    """Return the party as it comes into a campaign's next fight; None where there is none."""
    characters = get_between().list_party(campaign, ruleset)
    if characters:
        return Party(campaign.name, tuple(characters), (), (), from_sheets=True)
    return find_last_party(campaign, ruleset)


def find_last_party(campaign: Campaign, ruleset: str) -> Party | None:
    """Return the party of the campaign's last fight; None where there is none.

    For a campaign without a name, which has one fight, all campaigns of its owner are looked at.

    Only fights count whose procedure has combatants with the same kind of attributes as ``ruleset``.
    """
    own = get_ruleset(ruleset).own_sheet
    alike = [id for id in list_rulesets() if get_ruleset(id).own_sheet is own]
    near = (
        Q(campaign=campaign)
        if campaign.name
        else Q(campaign__members__user=campaign.find_owner(), campaign__members__role=Member.Role.OWNER)
    )
    fought = Encounter.tables.filter(near, ruleset__in=alike).exclude(state=Encounter.State.PREPARING)
    for encounter in fought[:MOST_LOOKED_AT]:
        party = _read_party(encounter)
        if party.definitions:
            return party
    return None


def _read_party(encounter: Encounter) -> Party:
    state = read_view(build_dm_viewer(encounter)).state
    found, dead, spent = [], [], []
    for definition, each in list_played(encounter, state):
        if each.has("dead"):
            dead.append(each.name)
            continue
        found.append(_as_left(definition, each, state))
        if gone := _list_spent(each):
            spent.append((each.name, gone))
    return Party(encounter.title, tuple(found), tuple(dead), tuple(spent))


def list_played(encounter: Encounter, state: State) -> Iterator[tuple[Mapping[str, Any], Combatant]]:
    """Yield the players' combatants with their definitions; none of several alike."""
    for row in encounter.combatants.all():
        if "count" in row.definition:
            continue
        for stat_block in build_roster([row.definition], Setting.INDOORS):
            each = state.combatants.get(stat_block.id)
            if stat_block.played and each is not None:
                yield row.definition, each


def _as_left(definition: Mapping[str, Any], each: Combatant, state: State) -> dict[str, Any]:
    """Return the definition of a combatant as the fight left it.

    Hit points, spells and charges are what is left, and so are the conditions that it brought.
    """
    again = {key: value for key, value in definition.items() if key not in ONE_FIGHT}
    if "conditions" in again:
        brought = [condition.name for condition in each.stat_block.start.conditions]
        again["conditions"] = [
            write_condition_left(state, condition) for condition in each.conditions if condition.name in brought
        ]
    sheet = each.stat_block.sheet
    if sheet is not None:
        return again | {sheet.key: {**again[sheet.key], **sheet.write_left(each.owned)}}
    if "spells" in again:
        again["spells"] = list_entries_left(again["spells"], Counter(each.spells))
    if each.charges:
        again |= list_things_left(again, each)
    full = each.stat_block.defence.hit_points
    return again | ({"hp": full, "left": each.hp} if each.hp < full else {})


def write_condition_left(state: State, condition: Condition) -> dict[str, Any]:
    """Return the entry of ``conditions`` for what is left of a condition, of at least a round."""
    left = None if condition.until is None else max(1, count_rounds_left(state, condition.until))
    return write_condition(condition.name, left, condition.changes)


def list_entries_left(entries: Iterable[Any], left: Counter[str]) -> list[Any]:
    """Return the entries of which some are left, each as often as it is left."""
    kept = []
    for entry in entries:
        id = entry["id"] if isinstance(entry, Mapping) else entry
        if left[id] > 0:
            left[id] -= 1
            kept.append(entry)
    return kept


def list_things_left(definition: Mapping[str, Any], each: Combatant) -> dict[str, Any]:
    """Return the devices that are not used up, the charges of the others, and the missiles left."""
    gone = [device.id for device in each.stat_block.gear.devices if _is_used_up(each, device)]
    devices = [
        entry
        for entry in definition.get("devices", ())
        if (entry["id"] if isinstance(entry, Mapping) else entry) not in gone
    ]
    single = [device.charged_item for device in each.stat_block.gear.devices if device.single_use]
    charges = {item: left for item, left in each.charges.items() if item not in single}
    kept = {"devices": devices} if "devices" in definition else {}
    return kept | ({"charges": charges} if charges else {})


def _is_used_up(each: Combatant, device: Device) -> bool:
    return device.single_use and not each.has_charges_for(device)


def _list_spent(each: Combatant) -> tuple[str, ...]:
    """Return the spells and items that a combatant used up in the fight, in words."""
    gone = Counter(spell.id for spell in each.stat_block.powers.spells) - Counter(each.spells)
    cast = [spell.name for spell in each.stat_block.powers.spells if spell.id in gone]
    used = [device.name for device in each.stat_block.gear.devices if _is_used_up(each, device)]
    single = [device.charged_item for device in each.stat_block.gear.devices if device.single_use]
    before = {item: had for item, had in each.stat_block.gear.charges if item not in single}
    return (*dict.fromkeys(cast), *used, *describe_spent(before, each))
