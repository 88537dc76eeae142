"""The figures of a character in a running fight, which its sheet shows in place of its own."""

from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace

from campaigns.definitions import find_entry_id
from campaigns.models import Character
from campaigns.screens.character.kinds import Subject
from encounters.errors import Conflict, Unreadable
from encounters.models import Encounter
from encounters.party import list_things_left
from encounters.screens.combatants import describe_condition
from encounters.selectors import read_view
from encounters.viewers import build_dm_viewer
from rules.api import Combatant


@dataclass(frozen=True, slots=True)
class FightFigures:
    """A character as it is in a running fight."""

    subject: Subject
    """The character with the fight's hit points, spells, missiles, charges and devices. It is never saved."""
    conditions: Sequence[str]
    """The conditions that it has there, in words."""


def read_fight_figures(subject: Subject, fight: Encounter) -> FightFigures | None:
    """Return a character as it is in a fight in play.

    None where this version cannot read the fight, or the character has not come into it.
    """
    fight.campaign = subject.character.campaign
    try:
        state = read_view(build_dm_viewer(fight)).state
    except (Conflict, Unreadable):
        return None
    combatant = state.combatants.get(subject.character.key)
    if combatant is None:
        return None
    found = replace(subject, character=_copy_with_figures(subject.character, combatant))
    return FightFigures(found, [describe_condition(state, each) for each in combatant.conditions])


def _copy_with_figures(character: Character, combatant: Combatant) -> Character:
    found, definition, sheet = copy(character), character.definition, combatant.stat_block.sheet
    if sheet is not None:
        own = definition.get(sheet.key, {})
        found.definition = {**definition, sheet.key: {**own, **sheet.write_left(combatant.owned)}}
        return found
    memorised = Counter(find_entry_id(each) for each in definition.get("spells", ()))
    found.left = combatant.hp
    found.cast = list((memorised - Counter(combatant.spells)).elements())
    found.definition = {**definition, **list_things_left(definition, combatant)}
    return found
