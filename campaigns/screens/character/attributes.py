"""All that a fight reads of a character, in one form."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.definitions import find_sheet, keep_definition, write_rested
from campaigns.models import Character
from campaigns.screens.character.kinds import Subject
from encounters.narration.names import PARTY
from encounters.screens.sheets.sheet import EntrySheet, get_sheet
from rules.api import get_ruleset, list_rulesets

OF_A_FIGHT = ("side", "count", "left", "played", "hidden", "wave", "x", "y")
"""The fields of a combatant that no character keeps."""


@dataclass(frozen=True, slots=True)
class AttributesPage:
    """The page on which all attributes of a character are changed."""

    user: str
    id: int
    campaign: str
    number: int
    name: str
    note: str
    """Words on how the form is filled in."""
    seen: str
    """The definition that the person saw, as JSON."""


def find_entry_sheet(character: Character) -> EntrySheet:
    """Return the form of a character: of its procedure's own attributes, or of class and level."""
    own = find_sheet(character)
    return get_sheet(next(id for id in list_rulesets() if get_ruleset(id).own_sheet is own))


def make_form(subject: Subject, data: Any) -> Any:
    """Return the form of a character's attributes, without those of a fight."""
    form = find_entry_sheet(subject.character).form(data, before=write_rested(subject.character), sides=[PARTY])
    for name in OF_A_FIGHT:
        if name in form.fields:
            form.fields[name].widget = form.fields[name].hidden_widget()
    return form


def list_changed(subject: Subject, definition: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a definition that differ from the character's, by path."""
    before, after = subject.character.definition, keep_definition(definition)
    keys = dict.fromkeys((*before, *after))
    changed = {f"definition.{key}": after.get(key) for key in keys if before.get(key) != after.get(key)}
    name = definition.get("name", subject.character.name)
    return changed | ({"name": name} if name != subject.character.name else {})
