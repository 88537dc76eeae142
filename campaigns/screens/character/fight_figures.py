"""The figures of a character in a running fight, which its sheet shows in place of its own."""

from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace

from campaigns.definitions import find_entry_id
from campaigns.models import Character
from campaigns.screens.character.kinds import Subject
from encounters.errors import Conflict, Unreadable
from encounters.models import Encounter, Seat
from encounters.party import list_things_left
from encounters.screens.combatants import describe_condition
from encounters.selectors import read_view
from encounters.viewers import build_dm_viewer, build_seat_viewer
from rules.api import Combatant


@dataclass(frozen=True, slots=True)
class FightFigures:
    """A character as it is in a running fight."""

    subject: Subject
    """The character with the fight's hit points, spells, missiles, charges and devices. It is never saved."""
    conditions: Sequence[str]
    """The conditions that it has there, in words."""


def read_fight_figures(subject: Subject, fight: Encounter, seat: Seat | None = None) -> FightFigures | None:
    """Return a character as it is in a fight in play, as the DM or a player's seat is shown it.

    None where this version cannot read the fight, the character has not come into it, or the seat does not play it.
    """
    fight.campaign, key = subject.character.campaign, subject.character.key
    try:
        view = read_view(build_dm_viewer(fight) if seat is None else build_seat_viewer(seat, fight))
        state = view.state
    except (Conflict, Unreadable):
        return None
    combatant = state.combatants.get(key)
    if combatant is None or (seat is not None and key not in view.own):
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
