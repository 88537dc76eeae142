"""The import, export, copying and saving of encounters in the scenario file format."""

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

import tomlkit
from django.conf import settings
from django.db import transaction

from encounters.between import get_between
from encounters.errors import Invalid
from encounters.models import Campaign, Encounter
from encounters.pictures import copy_pictures
from encounters.rulesets import list_own_sheets
from encounters.services.preparing import (
    TABLE,
    add_combatants,
    change_map,
    create_encounter,
    list_effects_in_play,
    read_setting,
)
from encounters.stored import read_opening, read_records
from encounters.toml_lines import make_table
from encounters.typed import check_typed, clean_typed
from encounters.viewers import build_dm_viewer
from rules.api import (
    EFFECTS,
    HUNDREDTHS,
    MAP_KINDS,
    MAP_PICTURE,
    STORED,
    TABLE_OPTIONS,
    PreparedTables,
    ScenarioError,
    Unsavable,
    get_ruleset,
    parse_scenario,
    read_toml,
    save_fight,
    save_without_secrets,
    shorten_message,
    split_layer,
)

HEAD = ("setting", "start", "distance_ft", "surprised", "detected_by", "reaction")


def import_text(owner: Any, text: str, name: str, campaign: Campaign | None = None) -> Encounter:
    """Make an encounter in preparation from a scenario file's text, in a campaign or alone.

    Raises Invalid with the line and key of the file.
    """
    try:
        script = parse_scenario(text, name)
    except ScenarioError as problem:
        raise Invalid(str(problem), "file") from problem
    table: dict[str, Any] = read_toml(script.lines.text)
    _refuse_stored(table)
    title = script.title or PurePath(name).stem or "A scenario"
    notes = dict(table.get("encounter", {})) | {key: table[key] for key in (EFFECTS,) if key in table}
    if "distance_ft" in notes:
        notes["distance_ft"] = int(notes["distance_ft"])
    with transaction.atomic():
        made = create_encounter(
            owner, title[:120], script.ruleset, table.get("options", {}), notes, table.get("effect", ()),
            campaign=campaign,
        )  # fmt: skip
        add_combatants(build_dm_viewer(made), get_between().renew_party(made.campaign, table["combatant"]))
        if "map" in table:
            change_map(build_dm_viewer(made), table["map"])
    return made


def _refuse_stored(table: Mapping[str, Any]) -> None:
    """Raise Invalid for a file that holds something as it was in play."""
    for each in (*table["combatant"], *table.get("effect", ()), table.get("map", {})):
        if STORED in each:
            what = f"“{each['id']}”" if "id" in each else "an effect or the map"
            raise Invalid(
                f"This file was saved from a fight, and holds {what} as it was in play. Play it by "
                f"{settings.MANAGE} resolve, or write that part by the keys of the format.",
                "file",
            )


def copy_encounter(owner: Any, encounter: Encounter, ruleset: str = "") -> Encounter:
    """Make a copy of an encounter, in preparation: title, rules, notes and combatants.

    Characters of its campaign are as their sheets are now; to a fight that was opened all come who are there now. With
    another ruleset, its options get their defaults, and a start that it does not have becomes its usual one.
    Distances on the map are converted between feet and inches by the setting's inch. Raises UnknownRuleset.
    """
    by = ruleset or encounter.ruleset
    again = get_ruleset(by).short if by != encounter.ruleset else "again"
    title = f"{' '.join(clean_typed(encounter.title).split())[: 118 - len(again)]}, {again}"
    options = {
        key: value for key, value in encounter.options.items() if by == encounter.ruleset or key in TABLE_OPTIONS
    }
    notes = clean_typed(encounter.notes)
    if notes.get("start") not in get_ruleset(by).starts:
        notes.pop("start", None)
    scale = _compute_scale(encounter, by)
    if "distance_ft" in notes:
        notes["distance_ft"] = round(notes["distance_ft"] * scale)
    with transaction.atomic():
        campaign = encounter.campaign if encounter.campaign.name else None
        made = create_encounter(owner, title, by, options, notes, campaign=campaign)
        made.combatant_notes = encounter.combatant_notes
        made.effects = encounter.effects
        made.map_table = _scale_map(encounter.map_table, scale)
        made.save(update_fields=["combatant_notes", "effects", "map_table"])
        copy_pictures(encounter, made)
        copied = [_with_place(clean_typed(row.definition), scale) for row in encounter.combatants.all()]
        newcomers = _list_newcomers(encounter, by) if encounter.opened and encounter.campaign.name else []
        add_combatants(
            build_dm_viewer(made),
            [*get_between().renew_party(made.campaign, copied), *newcomers],
        )
    return made


def _list_newcomers(encounter: Encounter, ruleset: str) -> list[dict[str, Any]]:
    """Return the campaign's characters who were not in a fight, for the next one."""
    known = {row.definition["id"] for row in encounter.combatants.all()}
    return [each for each in get_between().list_party(encounter.campaign, ruleset) if each["id"] not in known]


def _compute_scale(encounter: Encounter, by: str) -> float:
    """Return how many units of another ruleset's plane make one unit of this encounter's."""
    mine, other = get_ruleset(encounter.ruleset).plane.unit, get_ruleset(by).plane.unit
    feet = read_setting(encounter).inch / HUNDREDTHS
    return 1 if mine == other else 1 / feet if other == "inches" else feet


def _with_place(definition: Mapping[str, object], scale: float) -> dict[str, object]:
    """Return a definition with its place on another plane, to the hundredth of its unit."""
    place = definition.get("position")
    if not isinstance(place, Sequence) or scale == 1:
        return dict(definition)
    return {**definition, "position": _scale_place(place, scale)}


def _scale_place(place: Sequence[Any], scale: float) -> list[Any]:
    """Return a place on another plane, or a list of places."""
    return [_scale_place(each, scale) if isinstance(each, Sequence) else round(each * scale, 2) for each in place]


def _scale_map(table: Mapping[str, Any], scale: float) -> dict[str, Any]:
    """Return a battle map on another plane, to the hundredth of its unit."""
    if scale == 1:
        return dict(table)
    drawn = {key: [_scale_entry(each, scale) for each in table[key]] for key in MAP_KINDS if key in table}
    picture = table.get(MAP_PICTURE)
    return drawn if picture is None else {**drawn, MAP_PICTURE: _scale_picture(picture, scale)}


def _scale_picture(picture: Mapping[str, Any], scale: float) -> dict[str, Any]:
    width, height = (max(1, round(picture[key] * scale)) for key in ("width", "height"))
    return {**picture, "corner": [round(each * scale) for each in picture["corner"]], "width": width, "height": height}


def _scale_entry(entry: Any, scale: float) -> dict[str, Any]:
    whole = entry if isinstance(entry, Mapping) else {"points": entry}
    return {**whole, "points": _scale_place(whole["points"], scale)}


def export_text(encounter: Encounter) -> str:
    """Return the encounter as prepared, as the text of a scenario file."""
    layer, base = split_layer(encounter.ruleset)
    file: dict[str, Any] = {"ruleset": layer}
    if layer != encounter.ruleset:
        file["over"] = base
    file["title"] = encounter.title
    if EFFECTS in encounter.notes:
        file[EFFECTS] = encounter.notes[EFFECTS]
    options = {key: value for key, value in encounter.options.items() if not key.startswith(TABLE)}
    notes = {key: encounter.notes[key] for key in HEAD if key in encounter.notes}
    drawn = {key: encounter.map_table[key] for key in MAP_KINDS if key in encounter.map_table}
    tables = {"options": options, "encounter": notes, "map": drawn}
    file |= {key: make_table(table) for key, table in tables.items() if table}
    if effects := list_effects_in_play(encounter):
        file["effect"] = tomlkit.aot()
        for each in effects:
            file["effect"].append(make_table(each))
    definitions = [row.definition for row in encounter.combatants.all()]
    if definitions:
        file["combatant"] = tomlkit.aot()
    sheets = list_own_sheets()
    ids = [each["id"] for each in definitions]
    ids += [f"{each['id']}-{each.get('first', 1) + n}" for each in definitions for n in range(each.get("count", 0))]
    for definition in definitions:
        entry = dict(definition)
        entry |= {sheet.key: sheet.drop_absent(entry[sheet.key], ids) for sheet in sheets if sheet.key in entry}
        file["combatant"].append(make_table(entry))
    return tomlkit.dumps(file)


def save_played(encounter: Encounter, expected: str, *, without_secrets: bool, anyway: bool = False) -> str:
    """Return a fight that was played as the text of a scenario file, which plays it again.

    ``expected`` is what the DM writes on it. Raises Invalid for a fight that no file can play again, and unless
    ``anyway`` for one that the present rules play otherwise.
    """
    check_typed(expected, "expected")
    opening, records = read_opening(encounter.pk), read_records(encounter.pk)
    note = f"Expected: {expected}" if expected else ""
    try:
        if without_secrets:
            return save_without_secrets(opening, records, note).text
        saved = save_fight(opening, records, _list_prepared(encounter), note)
    except Unsavable as problem:
        raise Invalid(f"This fight cannot be saved as a file: {problem}.") from problem
    if saved.unlike and not anyway:
        words = "The rules have changed since this fight was played: its file plays it otherwise"
        raise Invalid(f"{words} ({shorten_message(saved.unlike)}).", "anyway")
    return saved.text


def _list_prepared(encounter: Encounter) -> PreparedTables:
    return PreparedTables(
        [row.definition for row in encounter.combatants.all()],
        encounter.effects,
        {key: each for key, each in encounter.map_table.items() if key in MAP_KINDS},
    )
