"""Characters as combatants of a fight, and their values by path."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from campaigns.models import Character
from encounters.narration.names import PARTY
from encounters.party import ONE_FIGHT, list_entries_left
from encounters.services.preparing import build_roster
from rules.api import Setting, Sheet, StatBlock, get_ruleset, list_rulesets

REFERENCES = ("seat", "henchman_of", "died_in")
"""Those that are written as the number of a row."""

NOT_KEPT = ("id", "name", "side", "played", "count", "first", *ONE_FIGHT)
"""The keys of a combatant that no character keeps in its definition."""


CONDITIONS = "definition.conditions"
"""The path of the conditions with which a character comes into its next fight."""


def write_definition(character: Character) -> dict[str, Any]:
    """Return the ``[[combatant]]`` table with which a character comes into a fight now."""
    written = write_rested(character)
    if character.cast and "spells" in written:
        known = Counter(find_entry_id(entry) for entry in written["spells"])
        written["spells"] = list_entries_left(written["spells"], known - Counter(character.cast))
    return written if character.left is None else written | {"left": character.left}


def write_rested(character: Character) -> dict[str, Any]:
    """Return the table of a character with all hit points and all that is memorised."""
    return {"id": character.key, "name": character.name, "side": PARTY, "played": True, **character.definition}


def renew_definition(prepared: Mapping[str, object], character: Character) -> dict[str, Any]:
    """Return a prepared table with the character as it is now; what is of the fight stays."""
    own = {key: value for key, value in prepared.items() if key in ONE_FIGHT and key != "left"}
    return {**write_definition(character), **own}


def keep_definition(definition: Mapping[str, object]) -> dict[str, Any]:
    """Return the keys of a combatant's table that a character keeps."""
    return {key: value for key, value in definition.items() if key not in NOT_KEPT}


def build_character(definition: Mapping[str, object]) -> StatBlock:
    """Build the combatant of a definition. Raises Invalid, naming the key."""
    return build_roster([definition], Setting.INDOORS)[0]


def find_entry_id(entry: Any) -> str:
    """Return the id of a thing that is written as its id, or as a table."""
    return str(entry["id"] if isinstance(entry, Mapping) else entry)


def read_value(character: Character, path: str) -> Any:
    """Return the value at a path; None where there is none."""
    head, *keys = path.split(".")
    if head in REFERENCES:
        return getattr(character, f"{head}_id")
    found = getattr(character, head)
    for key in keys:
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def is_guest(character: Character) -> bool:
    """Return whether a character is a ready-made one that the campaign has not kept."""
    return bool(character.sheet.get("guest"))


def find_sheet(character: Character) -> type[Sheet] | None:
    """Return the class of the own sheet that a character has; None for class and level."""
    return next((each for each in _list_sheets() if each.key in character.definition), None)


def list_sheet_paths() -> list[str]:
    """Return the paths of the sheets that procedures have of their own."""
    return [f"definition.{each.key}" for each in _list_sheets()]


def _list_sheets() -> list[type[Sheet]]:
    sheets = (get_ruleset(id).own_sheet for id in list_rulesets())
    return [each for each in sheets if each is not None]
