"""The facts of a campaign that no later version may lose."""

from collections.abc import Mapping
from typing import Any

from campaigns.campaign_state import find_state
from campaigns.definitions import build_character, find_entry_id, write_definition, write_rested
from campaigns.models import Character
from campaigns.services.calendar import list_entries, list_lasting, read_clock, write_time
from encounters.models import Campaign, Encounter
from encounters.selectors import read_view
from encounters.viewers import build_dm_viewer

CHOICES = (
    *("night_heals", "found_again", "checks", "sides", "wanderers", "guest_level"),
    *("edits_notes", "edits_carried", "edits_hit_points", "edits_supplies"),
)
"""The choices of a campaign."""

SHEET = (
    *(
        "abilities",
        "alignment",
        "gear",
        "coins",
        "notes",
        "dm_notes",
        "known",
        "next_spells",
        "full",
        "lasting",
        "guest",
    ),
)
"""The keys of a sheet that a fight does not read."""


def describe_campaign(campaign: Campaign) -> dict[str, Any]:
    """Return what is known of a campaign, its characters and its fights."""
    state, now = find_state(campaign), read_clock(campaign)
    return {
        "clock": write_time(now),
        "lasting": [[each.what, each.who, write_time(each.ends)] for each in list_lasting(state, now)],
        "choices": {name: getattr(state, name) for name in CHOICES},
        "time": [[each.kind, write_time(each.until), each.words, each.seed] for each in list_entries(campaign)],
        "members": sorted(campaign.members.values_list("user__username", "role")),
        "characters": describe_characters(campaign),
        "fights": {each.title: _describe_fight(each) for each in Encounter.tables.filter(campaign=campaign)},
    }


def describe_people(campaign: Campaign, tokens: Mapping[str, str]) -> dict[str, Any]:
    """Return the code of a campaign, and who sits there.

    Of each seat that is not left it is the number and the secret of its cookie.
    """
    here = campaign.seats.filter(left=None)
    return {"code": campaign.code, "seats": {each.name: [each.pk, tokens[each.name]] for each in here}}


def describe_characters(campaign: Campaign) -> dict[str, Any]:
    """Return the figures of the characters of a campaign, by name."""
    found = campaign.characters.select_related("seat", "henchman_of", "died_in")
    return {each.name: _describe_character(each) for each in found}


def _describe_character(each: Character) -> dict[str, Any]:
    block = build_character(write_rested(each))
    comes = build_character(write_definition(each))
    return {
        "number": each.number,
        "key": each.key,
        "status": each.status,
        "seat": each.seat.name if each.seat is not None else "",
        "henchman_of": each.henchman_of.name if each.henchman_of is not None else "",
        "died_in": each.died_in.title if each.died_in is not None else "",
        "classes": [[one.id, one.level] for one in block.creature.classes]
        or [[block.creature.kind, block.creature.level]],
        "experience": each.experience,
        "hit_points": [block.defence.hit_points if each.left is None else each.left, block.defence.hit_points],
        "armor_class": block.defence.armor_class,
        "weapons": [weapon.id for weapon in block.gear.weapons],
        "devices": [device.id for device in block.gear.devices],
        "memorised": [spell.id for spell in block.powers.spells],
        "ready": [spell.id for spell in comes.powers.spells],
        "charges": each.definition.get("charges", {}),
        "conditions": [
            [find_entry_id(entry), entry.get("rounds")] for entry in each.definition.get("conditions", [])
        ],
        "sheet": {key: each.sheet[key] for key in SHEET if key in each.sheet},
        "changes": each.changes.count(),
    }  # fmt: skip


def _describe_fight(encounter: Encounter) -> dict[str, Any]:
    if encounter.state == Encounter.State.PREPARING:
        return {"state": encounter.state, "combatants": sorted(str(row) for row in _list_names(encounter))}
    state = read_view(build_dm_viewer(encounter)).state
    return {
        "state": encounter.state,
        "round": state.round,
        "clock": state.clock,
        "hp": {each.id: each.hp for each in state.combatants.values()},
        "spells": {each.id: list(each.spells) for each in state.combatants.values() if each.spells},
        "is_carried_over": encounter.carryings.filter(taken_back=None).exists(),
        "was_taken_back": encounter.carryings.exclude(taken_back=None).exists(),
    }


def _list_names(encounter: Encounter) -> list[Any]:
    return [row.definition["name"] for row in encounter.combatants.all()]
