"""Values of Dew's form for a combatant's definition."""

from collections.abc import Mapping
from typing import Any

from encounters.screens.sheets.dew_fields import Values, list_attributes, list_ready_made, pairs_text, shown
from encounters.screens.sheets.dew_weapons import dew_of, weapon_values
from rules.api import BadEntry

PLAIN = "-"
"""The choice of no template."""


def template_words(id: str) -> str:
    """Return a template's name and description: "Bran: great axe, strikes hard"."""
    return f"{id.capitalize()}: {list_ready_made()[id]}"


def values_of(definition: Mapping[str, Any]) -> Values:
    """Return the form values for a definition.

    They are the usual ones if the definition has no attributes of Dew's, or invalid ones.
    """
    given = definition.get("dew")
    dew: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
    beside = {key: definition[key] for key in ("weapons", "spells") if key in definition} if dew or given == {} else {}
    try:
        table = dew_of(dew, **beside).write_table()
    except BadEntry:
        table = dew_of({}).write_table()
    own = {key: shown(definition.get(key)) for key in ("id", "name", "side", "count", "wave")}
    own |= {key: definition.get(key) is True for key in ("played", "hidden")}
    own["like"] = str(dew.get("like", PLAIN))
    place = definition.get("position") or ("", "")
    return {
        **own,
        "x": shown(place[0]),
        "y": shown(place[1]),
        "filled": "",
        "weapon_like": "",
        **_character(table, dew),
        **_worn(table),
        **_ledger(table),
        "ranges": pairs_text(table["ranges"].items()),
        "spells": "\n".join(_spell(**each) for each in table["spells"]),
        **weapon_values(table["weapons"]),
    }


def _character(table: Mapping[str, Any], dew: Mapping[str, Any]) -> Values:
    values = {key: shown(table[key]) for key in list_attributes("character")}
    return values | {key: shown(dew.get(key)) for key in ("en_max", "bd_max")}


def _worn(table: Mapping[str, Any]) -> Values:
    usual = dew_of({"shield": {}, "armor": {}}).write_table()
    shield, armor = table["shield"] or usual["shield"], table["armor"] or usual["armor"]
    classes = {"ac": table["ac"], "unworn": armor["unworn_ac"]}
    values: Values = {f"has_{part}": table[part] is not False for part in ("shield", "armor")}
    values |= {f"shield_{key}": shown(shield[key]) for key in list_attributes("shield")}
    values |= {f"armor_{key}": shown(armor[key]) for key in list_attributes("armor")}
    return values | {
        f"{prefix}_{key}": str(number)
        for prefix, ac in classes.items()
        for key, number in zip(list_attributes("armor_class"), ac, strict=True)
    }


def _ledger(table: Mapping[str, Any]) -> Values:
    values = {key: shown(table.get(key)) for key in list_attributes("ledger") if key != "preparations"}
    return values | {
        "preparations": "\n".join(" ".join(map(str, each.values())) for each in table["preparations"]),
        **{f"borrowed_{key}": str(count) for key, count in table["borrowed"].items()},
    }


def _spell(name: str, en_cost: int, note: str) -> str:
    return "; ".join(filter(None, (name, str(en_cost), note)))
