"""The plan of a battle map as typed: a line each for a wall, a door or difficult ground.

"wall 0,0 10,0 10,20", "door 10,0 15,0 open", "hidden door 3,4 3,8", "rough 0,0 10,0 10,10". The keys of the table are
those of a scenario file's [map].
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from encounters.errors import Invalid
from encounters.narration.names import to_units
from encounters.numbers import replace_dashes
from rules.api import MAP_KINDS, FeatureKind, MapFeature, PlanChange

POINT = re.compile(r"([+-]?\d{1,6}(?:\.\d{1,2})?),([+-]?\d{1,6}(?:\.\d{1,2})?)", re.ASCII)
KEYS = {kind.value: key for key, kind in MAP_KINDS.items()}
"""The key of the table for each word that begins a line."""
CHANGES = tuple(each.value for each in PlanChange if each is not PlanChange.ADDED)
"""The words that begin a change of a part by its id."""
LONGEST_TEXT = 30_000
EXAMPLE = "Write wall, door or rough, then places: wall 0,0 10,0 10,20."


def read_lines(text: str) -> dict[str, list[dict[str, Any]]]:
    """Return the table that a text describes. Raises Invalid, naming the line at fault."""
    if len(text) > LONGEST_TEXT:
        raise Invalid(f"The map has more than {LONGEST_TEXT} letters.", "map")
    table: dict[str, list[dict[str, Any]]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            key, entry = _read_line(line, number)
            table.setdefault(key, []).append(entry)
    return table


def read_map_change(text: str) -> list[object]:
    """Return the value of a ruling on the map from "open door-1", or a line to add.

    Raises Invalid.
    """
    change, _, part = text.strip().partition(" ")
    if change in CHANGES:
        return [change, part.strip()]
    key, entry = _read_line(text, 1)
    return ["add", {"kind": MAP_KINDS[key].value, **entry}]


def _read_line(line: str, number: int) -> tuple[str, dict[str, Any]]:
    words = re.sub(r"\s*,\s*", ",", replace_dashes(line.strip().lower())).split()
    flags: dict[str, Any] = {flag: True for flag in ("hidden", "open") if flag in words}
    kind, *places = [word for word in words if word not in flags] or [""]
    found = [POINT.fullmatch(place) for place in places]
    wrong = next((place for place, match in zip(places, found, strict=True) if match is None), None)
    if kind not in KEYS or wrong is not None or not places:
        said = f"“{wrong}” is no place" if kind in KEYS and wrong is not None else f"“{line.strip()[:60]}” is no part"
        raise Invalid(f"Line {number} of the map: {said}. {EXAMPLE}", "map")
    return KEYS[kind], {"points": [[_to_number(text) for text in match.groups()] for match in found if match], **flags}


def _to_number(text: str) -> int | float:
    return float(text) if "." in text else int(text)


def write_lines(table: Mapping[str, Any]) -> str:
    """Return the text of a table."""
    return "\n".join(_list_lines(table))


def _list_lines(table: Mapping[str, Any]) -> Iterator[str]:
    for kind, key in KEYS.items():
        for entry in table.get(key, []):
            whole = entry if isinstance(entry, Mapping) else {"points": entry}
            hidden, is_open = (whole.get(flag) is True for flag in ("hidden", "open"))
            places = " ".join(f"{x},{y}" for x, y in whole["points"])
            yield f"{'hidden ' if hidden else ''}{kind} {places}{' open' if is_open else ''}"


NAMES = {FeatureKind.WALL: "wall", FeatureKind.DOOR: "door", FeatureKind.ROUGH: "difficult ground"}


def describe_feature(feature: MapFeature) -> str:
    """Return a feature in words: its kind, its state, and where it lies."""
    states = [word for word, on in (("hidden", feature.hidden), ("open", feature.open)) if on]
    if feature.kind is FeatureKind.DOOR and not feature.open:
        states.append("closed")
    name = f"{', '.join(states)} {NAMES[feature.kind]}".strip()
    places = "; ".join(f"{to_units(x)}, {to_units(y)}" for x, y in feature.points)
    return f"{name[:1].upper()}{name[1:]} at {places}"
