"""The import, export and copying of prepared encounters, in the scenario file format."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from django.db import transaction

from encounters import services
from encounters.errors import Bad
from encounters.models import Encounter
from encounters.services.preparing import TABLE, setting_of
from encounters.viewers import dm
from rules.api import HUNDREDTHS, TABLE_OPTIONS, ScenarioError, get_ruleset, parse_scenario, read_toml, split_layer

HEAD = ("setting", "start", "distance_ft", "surprised", "detected_by", "reaction")


def import_text(owner: Any, text: str, name: str) -> Encounter:
    """Make an encounter in preparation from a scenario file's text.

    Raises Bad with the line and key of the file.
    """
    try:
        script = parse_scenario(text, name)
    except ScenarioError as problem:
        raise Bad(str(problem), "file") from problem
    table: dict[str, Any] = read_toml(script.lines.text)
    title = script.title or PurePath(name).stem or "A scenario"
    notes = dict(table.get("encounter", {}))
    if "distance_ft" in notes:
        notes["distance_ft"] = int(notes["distance_ft"])
    with transaction.atomic():
        made = services.create_encounter(owner, title[:120], script.ruleset, table.get("options", {}), notes)
        services.add_combatants(dm(made), table["combatant"])
    return made


def copy_encounter(owner: Any, encounter: Encounter, ruleset: str = "") -> Encounter:
    """Make a copy of an encounter, in preparation: title, rules, notes and combatants.

    With another ruleset, its options get their defaults, and a start that it does not have becomes its usual one.
    Distances on the map are converted between feet and inches by the setting's inch. Raises UnknownRuleset.
    """
    by = ruleset or encounter.ruleset
    again = get_ruleset(by).short if by != encounter.ruleset else "again"
    title = f"{encounter.title[: 118 - len(again)]}, {again}"
    options = {
        key: value for key, value in encounter.options.items() if by == encounter.ruleset or key in TABLE_OPTIONS
    }
    notes = dict(encounter.notes)
    if notes.get("start") not in get_ruleset(by).starts:
        notes.pop("start", None)
    scale = _scale(encounter, by)
    if "distance_ft" in notes:
        notes["distance_ft"] = round(notes["distance_ft"] * scale)
    with transaction.atomic():
        made = services.create_encounter(owner, title, by, options, notes)
        services.add_combatants(dm(made), [_placed(row.definition, scale) for row in encounter.combatants.all()])
    return made


def _scale(encounter: Encounter, by: str) -> float:
    """Return how many units of another ruleset's plane make one unit of this encounter's."""
    mine, other = get_ruleset(encounter.ruleset).unit, get_ruleset(by).unit
    feet = setting_of(encounter).inch / HUNDREDTHS
    return 1 if mine == other else 1 / feet if other == "inches" else feet


def _placed(definition: Mapping[str, object], scale: float) -> dict[str, object]:
    """Return a definition with its place on another plane, to the hundredth of its unit."""
    place = definition.get("position")
    if not isinstance(place, Sequence) or scale == 1:
        return dict(definition)
    return {**definition, "position": [round(number * scale, 2) for number in place]}


def export_text(encounter: Encounter) -> str:
    """Return the encounter as prepared, as the text of a scenario file."""
    layer, base = split_layer(encounter.ruleset)
    lines = [f"ruleset = {value_text(layer)}"]
    if layer != encounter.ruleset:
        lines += [f"over = {value_text(base)}"]
    lines += [f"title = {value_text(encounter.title)}"]
    options = {key: value for key, value in encounter.options.items() if not key.startswith(TABLE)}
    if options:
        lines += ["", "[options]", *(f"{value_text(key)} = {value_text(value)}" for key, value in options.items())]
    notes = {key: encounter.notes[key] for key in HEAD if key in encounter.notes}
    if notes:
        lines += ["", "[encounter]", *(f"{key} = {value_text(value)}" for key, value in notes.items())]
    definitions = [row.definition for row in encounter.combatants.all()]
    for definition in definitions:
        entry = dict(definition)
        if "dew" in entry:
            entry["dew"] = _among(entry["dew"], definitions)
        lines += ["", "[[combatant]]", *(f"{key} = {value_text(value)}" for key, value in entry.items())]
    return "\n".join(lines) + "\n"


def _among(dew: Mapping[str, Any], definitions: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return a ``dew`` table without ranges to combatants that are not in the encounter."""
    if "ranges" not in dew:
        return dict(dew)
    ids = [each["id"] for each in definitions]
    ids += [f"{each['id']}-{n}" for each in definitions for n in range(1, each.get("count", 0) + 1)]
    return {**dew, "ranges": {other: points for other, points in dew["ranges"].items() if other in ids}}


def value_text(value: object) -> str:
    """Return a plain value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key_text(key)} = {value_text(each)}" for key, each in value.items()) + " }"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(value_text(each) for each in value) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key_text(key: str) -> str:
    """Return a key of an inline table, without quotes where TOML allows it."""
    return key if re.fullmatch(r"[\w-]+", key, re.ASCII) else value_text(key)
