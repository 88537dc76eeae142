"""The party as its last fight left it: whom players play, with what they have left of their hit points."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from encounters.log import live_entries, read_log
from encounters.models import Encounter
from encounters.services.preparing import figures_of
from rules.fold import fold
from rules.ruleset import RULESETS, get_ruleset
from rules.state import Combatant, State
from rules.terms import Setting

UNSAID = ("position", "hidden", "wave", "left")
"""What was prepared of somebody for that fight only."""


MOST_LOOKED_AT = 5
"""Fights, the newest first, among which a party is looked for."""


@dataclass(frozen=True)
class Party:
    """Who comes from a fight: its title, their definitions, and the names of those who died in it."""

    title: str
    definitions: tuple[dict[str, Any], ...]
    dead: tuple[str, ...]


def last_party(owner: Any, ruleset: str) -> Party | None:
    """The party of this DM's last fight by a procedure with the same kind of attributes; None where there is none."""
    sheet = get_ruleset(ruleset).sheet
    alike = [id for id in RULESETS if get_ruleset(id).sheet == sheet]
    fought = Encounter.tables.filter(owner=owner, ruleset__in=alike).exclude(state=Encounter.State.PREPARING)
    for encounter in fought[:MOST_LOOKED_AT]:
        party = _party_of(encounter)
        if party.definitions:
            return party
    return None


def _party_of(encounter: Encounter) -> Party:
    state = fold(entry.event for entry in live_entries(read_log(encounter.pk)))
    found, dead = [], []
    for definition, each in _played(encounter, state):
        if each.has("dead"):
            dead.append(each.name)
        else:
            found.append(_as_left(definition, each))
    return Party(encounter.title, tuple(found), tuple(dead))


def _played(encounter: Encounter, state: State) -> Iterator[tuple[Mapping[str, Any], Combatant]]:
    """What players play, each with its definition; of several alike none."""
    for row in encounter.combatants.all():
        if "count" in row.definition:
            continue
        for figure in figures_of([row.definition], Setting.INDOORS):
            each = state.combatants.get(figure.id)
            if figure.played and each is not None:
                yield row.definition, each


def _as_left(definition: Mapping[str, Any], each: Combatant) -> dict[str, Any]:
    again = {key: value for key, value in definition.items() if key not in UNSAID}
    if each.dew is not None and each.figure.dew is not None:
        dew = each.figure.dew
        return again | {"dew": {**again["dew"], "en": each.dew.en, "en_max": dew.en_max, "bd": each.dew.bd,
                                "bd_max": dew.bd_max}}  # fmt: skip
    return again | ({"hp": each.figure.hit_points, "left": each.hp} if each.hp < each.figure.hit_points else {})
