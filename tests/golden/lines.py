"""One stored event of every kind and of every stored class, from the library of scenarios."""

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from rules.kernel.codec import encode_event
from rules.procedures import get_all_kinds
from rules.scenarios import parse_scenario, play_scenario
from rules.scenarios.library import find_scenario_files


def write_lines() -> Iterator[str]:
    """Yield a line of JSON for each event that has a kind or a class that no earlier line has."""
    seen: set[type] = set()
    for name, file in sorted(find_scenario_files().items()):
        run = play_scenario(parse_scenario(file.read_text(encoding="utf-8"), name))
        for event in run.events:
            found = set(_list_classes(event))
            if not found <= seen:
                seen |= found
                line = {"ruleset": run.script.ruleset, "event": encode_event(event)}
                yield json.dumps(line, sort_keys=True, separators=(",", ":"))


def _list_classes(thing: object) -> Iterator[type]:
    """Yield every class of which an object is in the thing, and those that it names."""
    if isinstance(thing, type):
        yield thing
    elif is_dataclass(thing):
        yield type(thing)
        for each in fields(thing):
            yield from _list_classes(getattr(thing, each.name))
    elif isinstance(thing, dict):
        for key, value in thing.items():
            yield from _list_classes(key)
            yield from _list_classes(value)
    elif isinstance(thing, list | tuple):
        for each in thing:
            yield from _list_classes(each)


def list_kinds_without_line(lines: list[str], stored: set[str]) -> list[str]:
    """Return the kinds of events of which neither a line nor a stored event is there."""
    there = {json.loads(line)["event"]["kind"] for line in lines} | stored
    return sorted(set(get_all_kinds()) - there)
