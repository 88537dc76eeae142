"""What Dew's form shows of a combatant's definition."""

from collections.abc import Mapping
from typing import Any

from encounters.forms.dew_fields import Values, pairs_text, shown
from encounters.forms.dew_weapons import dew_of, weapon_values
from rules.api import HUNDREDTHS, BadEntry, describe_dew_character, list_dew_characters, lookup_dew_part
from rules.procedures.dew.sheet import DewArmor, DewLedger, DewSheet, DewShield

LIKE = list_dew_characters()
PLAIN = "-"
"""Like nobody."""


def template_words(id: str) -> str:
    """A template and what it is: "Bran: great axe, strikes hard"."""
    return f"{id.capitalize()}: {describe_dew_character(id)}"


def values_of(definition: Mapping[str, Any]) -> Values:
    """What the form shows of a definition; of one that has no attributes of Dew's, the usual ones."""
    given = definition.get("dew")
    dew: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
    beside = {key: definition[key] for key in ("weapons", "spells") if key in definition} if dew or given == {} else {}
    try:
        figure = dew_of(dew, **beside)
    except BadEntry:
        figure = DewSheet()
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
        **_character(figure, dew),
        **_worn(figure),
        **_ledger(figure.ledger),
        "ranges": pairs_text(figure.ranges.items()),
        "spells": "\n".join(_spell(each.name, each.en_cost, each.note) for each in figure.spells),
        **weapon_values(figure.weapons),
    }


def _character(figure: DewSheet, dew: Mapping[str, Any]) -> Values:
    values = {key: shown(getattr(figure, key)) for key in lookup_dew_part("character")}
    values["move"] = f"{figure.move / HUNDREDTHS:g}"
    return values | {key: shown(dew.get(key)) for key in ("en_max", "bd_max")}


def _worn(figure: DewSheet) -> Values:
    shield, armor = figure.shield or DewShield(), figure.armor or DewArmor()
    classes = {"ac": figure.ac, "unworn": armor.unworn_ac}
    values: Values = {"has_shield": figure.shield is not None, "has_armor": figure.armor is not None}
    values |= {f"shield_{key}": shown(getattr(shield, key)) for key in lookup_dew_part("shield")}
    values |= {f"armor_{key}": shown(getattr(armor, key)) for key in lookup_dew_part("armor")}
    return values | {
        f"{prefix}_{key}": str(number)
        for prefix, ac in classes.items()
        for key, number in zip(lookup_dew_part("armor_class"), ac, strict=True)
    }


def _ledger(ledger: DewLedger) -> Values:
    return {
        "active": shown(ledger.active),
        "reactive": shown(ledger.reactive),
        "blows_this_round": str(ledger.blows),
        "en_spent_phase": str(ledger.en_phase),
        "en_spent_round": str(ledger.en_round),
        "en_spent_previous_round": str(ledger.en_previous),
        "preparations": "\n".join(" ".join(map(str, each)) for each in ledger.preparations),
        "passed": ledger.passed,
        "fought": ledger.fought,
        "borrowed_active": str(ledger.borrowed_active),
        "borrowed_reactive": str(ledger.borrowed_reactive),
        "acted": ledger.acted,
    }


def _spell(name: str, cost: int, note: str) -> str:
    return "; ".join(filter(None, (name, str(cost), note)))
