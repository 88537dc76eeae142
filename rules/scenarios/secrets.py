"""The tables of a fight without what people typed, and without combatants never met.

Whatever the fight needs to go the same way stays, under a neutral name.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field, fields, is_dataclass, replace
from functools import cache
from typing import Any

from rules.kernel import events as e
from rules.kernel.codec import encode
from rules.kernel.frozen import frozen
from rules.kernel.rulings import CONDITIONS
from rules.kernel.stat_block import StatBlock
from rules.kernel.terms import DM, NO_PLAYER
from rules.procedures import get_ruleset
from rules.reference import list_devices, list_effects, list_monsters, list_spells, list_weapons
from rules.scenarios.fight_events import OF_TAKE_BACKS
from rules.scenarios.fight_tables import FileTable
from rules.scenarios.parse import STORED
from rules.scenarios.play import ScenarioRun

Data = dict[str, Any]

TITLE = "A fight"
WORDS = "words"
"""What stands for a text that somebody typed."""
UNTOLD = "something"
"""What stands for a thing that nobody named, by the rules themselves."""
PLAYER = "player"
"""What stands for a person's name."""
OPEN_SIDES = ("foes", "party")
"""The sides whose names are nobody's own."""

TYPED = frozenset({"text", "note", "why", "follows", "task", "speech"})
"""Keys of texts that the DM types, or players by every procedure."""
FIXED = frozenset({
    *("kind", "question", "purpose", "action", "how", "what", "mode", "avoid", "command", "part", "when", "save"),
    *("occasion", "setting", "start", "until", "use"),
})  # fmt: skip
"""Keys of words that are the rules' own."""
NAMES = frozenset({"name", "id", "ammunition"})
"""Keys of the names of things, which are kept if a book has them."""
REFERENCES = frozenset(
    {"untrained", "charges", "spell", "blow", "ranges", "weapon", "magic", "ends", "items", "who", "device"}
)
"""Keys in gear, powers and sheets that name a thing or a combatant."""
SOURCES = frozenset({"note", "source", "area"})
"""Keys of remarks on powers and effects."""
NAMED = ("effect", "effect_ends")
"""Rulings whose value is the name of an effect."""
SPOKEN = ("note",)
"""Rulings of all procedures whose value is a text."""


@frozen
class Cleaned:
    """The tables of a fight without its secrets."""

    tables: tuple[FileTable, ...]
    ids: Mapping[str, str] = field(hash=False)
    """The neutral names by what stood there before: of combatants, groups, sides and things."""


def remove_words(tables: Sequence[FileTable], run: ScenarioRun) -> Cleaned:
    """Return the tables with neutral names, and without texts that people typed.

    ``run`` played them.
    """
    cleaner = _Cleaner(run)
    cleaned = [cleaner.clean_table(table) for table in tables]
    return Cleaned(tuple(cleaned), cleaner.ids)


def list_unmet(run: ScenarioRun) -> tuple[str, ...]:
    """Return the combatants that the party never met: always hidden, or still to come."""
    hidden = {each.id for each in run.script.stat_blocks if each.start.hidden and not each.played}
    coming = [each.id for each in run.state.coming]
    for event in run.events:
        if isinstance(event, e.Revealed) or (isinstance(event, e.Ruled) and event.what == "hidden"):
            hidden.discard(event.who)
    return tuple(dict.fromkeys([*coming, *(each.id for each in run.script.stat_blocks if each.id in hidden)]))


def drop_combatants(tables: Sequence[FileTable], gone: Collection[str]) -> list[FileTable]:
    """Return the tables without these combatants and without what was done for them."""
    kept = [dropped for table in tables if (dropped := _drop_from_table(table, gone)) is not None]
    sides = {table.keys["side"] for table in kept if table.header == "[[combatant]]"}
    return [_without_sides(table, sides) if table.header == "[encounter]" else table for table in kept]


def is_naming(tables: Sequence[FileTable], ids: Collection[str]) -> bool:
    """Return whether anything in these tables names one of these combatants."""
    return any(word in ids for table in tables for word in _list_words(table.keys))


def _without_sides(table: FileTable, sides: Collection[object]) -> FileTable:
    keys = {key: [each for each in value if each in sides] if isinstance(value, list | tuple) else value
            for key, value in table.keys.items()}  # fmt: skip
    return replace(table, keys=keys)


def _drop_from_table(table: FileTable, gone: Collection[str]) -> FileTable | None:
    keys = dict(table.keys)
    named = keys.get({"[[combatant]]": "id", "[[roll]]": "by"}.get(table.header, "who"))
    if isinstance(named, str) and named in gone:
        return None
    if isinstance(named, list):
        keys["who"] = [each for each in named if each not in gone]
        if not keys["who"]:
            return None
    if STORED in keys and table.header == "[[combatant]]":
        keys[STORED] = json.dumps(_drop_keys(json.loads(str(keys[STORED])), gone))
    changes = keys.get("changes")
    if keys.get("kind") == "rule" and isinstance(changes, list):
        keys["changes"] = [each for each in changes if each.get("who") not in gone]
        if not keys["changes"]:
            return None
    return replace(table, keys=keys)


def _drop_keys(value: Any, gone: Collection[str]) -> Any:
    """Return a stored form without the entries of mappings that are about these combatants."""
    if isinstance(value, dict):
        return {key: _drop_keys(each, gone) for key, each in value.items() if key not in gone}
    return [_drop_keys(each, gone) for each in value] if isinstance(value, list) else value


# Neutral names.


class _Cleaner:
    """The neutral names of one fight, each given once."""

    def __init__(self, run: ScenarioRun) -> None:
        rules = get_ruleset(run.script.ruleset)
        self.is_map_changed = any(isinstance(event, e.MapChanged) for event in run.events)
        """The DM changed the map in play, and named its parts: they all stay."""
        self.typed, self.naming = TYPED | rules.secrecy.typed_fields, rules.file_words.thing_fields
        self.spoken = {*SPOKEN, *(what for what in rules.rulings.own if rules.rulings.is_happening(what))}
        self.ids: dict[str, str] = {}
        everyone = (*run.script.stat_blocks, *run.script.later)
        self._name_combatants(everyone)
        self.people = dict(self.ids)
        """The neutral names of combatants, groups and sides alone: they may be keys, too."""
        self.things = 0
        self.words: dict[str, str] = {}
        for each in everyone:
            self._name_things(_list_parts(encode(each)))

    def _name_combatants(self, everyone: Sequence[StatBlock]) -> None:
        """Name combatants, groups and sides in the order of their ids, which settles some ties."""
        for n, side in enumerate(sorted({each.side for each in everyone}), 1):
            place = "a" if side < OPEN_SIDES[0] else "m" if side < OPEN_SIDES[1] else "s"
            self.ids[side] = side if side in OPEN_SIDES else f"{place}-side-{n}"
        ids = sorted({each.id for each in everyone} | {each.mob for each in everyone if each.mob})
        self.ids |= {id: f"combatant-{n:03}" for n, id in enumerate(ids, 1)}

    def _name_things(self, value: Any) -> None:
        if isinstance(value, dict):
            for key, each in value.items():
                if key in NAMES and isinstance(each, str):
                    self.give_name(each)
                self._name_things(each)
        for each in value if isinstance(value, list) else ():
            self._name_things(each)

    def give_name(self, name: str) -> str:
        """Return the name of a thing or effect: its own if a book has it."""
        if not name or name == UNTOLD or name.casefold() in list_book_words():
            return name
        if name not in self.ids:
            self.things += 1
            self.ids[name] = f"thing-{self.things}"
        return self.ids[name]

    def _give_words(self, text: str) -> str:
        """Return the words for a typed text, alike for the same text: a task may go on."""
        return self.words.setdefault(text, f"{WORDS} {len(self.words) + 1}")

    def _find_name(self, name: str) -> str:
        """Return the neutral name of a name, also of one that the rules numbered ("rope 2"); or ""."""
        first, _, number = name.rpartition(" ")
        if name not in self.ids and number.isdigit() and first in self.ids:
            return f"{self.ids[first]} {number}"
        return self.ids.get(name, "")

    def clean_table(self, table: FileTable) -> FileTable:
        keys = dict(table.keys)
        if not table.header:
            keys |= {"title": TITLE} if "title" in keys else {}
        elif table.header == "[map]":
            if STORED in keys and not self.is_map_changed:
                keys = {STORED: _dump(_clean_plan(json.loads(str(keys[STORED]))))}
        elif table.header == "[[combatant]]":
            stored = self._clean_stat_block(json.loads(str(keys[STORED])))
            keys = {"id": stored["id"], "side": stored["side"], STORED: _dump(stored)}
        elif table.header == "[[effect]]":
            keys = {STORED: _dump(self._clean_thing(json.loads(str(keys[STORED]))))}
        elif table.header == "[options]":
            pass
        elif table.header == "[[roll]]":
            keys["by"] = self.ids.get(str(keys["by"]), keys["by"])
        else:
            keys = self._clean_entry(keys)
        return replace(table, keys=keys)

    def _clean_entry(self, keys: Data) -> Data:
        by = keys.pop("by", DM)
        for name in ("answer", "changes"):
            if isinstance(keys.get(name), str):
                keys[name] = json.loads(keys[name])
        cleaned = self._clean(keys)
        cleaned = {key: _dump(each) if key in ("answer", "changes") and _has_nothing(each) else each
                   for key, each in cleaned.items()}  # fmt: skip
        for name in ("note", "why", "follows"):
            cleaned.pop(name, None)
        return cleaned | ({} if by == DM else {"by": by if by in NO_PLAYER else PLAYER})

    def _clean(self, value: Any, key: str = "") -> Any:
        if isinstance(value, str):
            if key in FIXED:
                return value
            if key in self.naming:
                return self.give_name(value)
            return self._find_name(value) or (self._give_words(value) if key in self.typed and value else value)
        if isinstance(value, Mapping):
            cleaned = {self._clean_key(name): self._clean(each, name) for name, each in value.items()}
            if value.get("what") in self.spoken and isinstance(value.get("value"), str):
                cleaned["value"] = self._give_words(value["value"])
            if value.get("what") in NAMED and isinstance(value.get("value"), str):
                cleaned["value"] = self.give_name(value["value"])
            if "magic" in value and "parts" in value:
                return self._clean_thing(dict(value))
            return cleaned
        return [self._clean(each, key) for each in value] if isinstance(value, list | tuple) else value

    def _clean_key(self, key: str) -> str:
        """Return a key with the neutral name of what it names, alone or after a word."""
        word, _, named = key.partition("_")
        return f"{word}_{self.people[named]}" if named in self.people else self.people.get(key, key)

    def _clean_stat_block(self, stored: Data) -> Data:
        parts = self._clean_thing(_list_parts(stored))
        id = self.ids[stored["id"]]
        mob = self.ids[stored["mob"]] if stored.get("mob") else ""
        whole = {**stored, **parts, "id": id, "side": self.ids[stored["side"]], "special": [], "mob": mob}
        return whole | {"name": id.replace("-", " ").capitalize()}

    def _clean_thing(self, value: Any, key: str = "") -> Any:
        """Return stored gear, powers or effects with names from books alone, without remarks."""
        if isinstance(value, str):
            if key in SOURCES:
                return ""
            return self.give_name(value) if key in NAMES else self.ids.get(value, value) if key in REFERENCES else value
        if isinstance(value, Mapping):
            return {self._clean_key(name): self._clean_thing(each, name) for name, each in value.items()}
        return [self._clean_thing(each, key) for each in value] if isinstance(value, list | tuple) else value


def _list_parts(stored: Data) -> Data:
    """Return what a stored combatant has that may be somebody's own: gear, powers and sheet."""
    own = ("weapons", "untrained", "devices", "charges", "spells", "on_hit", "sheet")
    return {key: stored[key] for key in own if stored.get(key) is not None}


def _clean_plan(plan: Data) -> Data:
    """Return a map without its picture and without what the DM alone sees, which bars nothing."""
    return {**plan, "picture": None, "features": [each for each in plan.get("features", ()) if not each.get("hidden")]}


def _dump(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _has_nothing(value: Any) -> bool:
    """Return whether a value holds what TOML has no word for."""
    if isinstance(value, Mapping):
        return any(_has_nothing(each) for each in value.values())
    return any(_has_nothing(each) for each in value) if isinstance(value, list) else value is None


@cache
def list_book_words() -> frozenset[str]:
    """Return every word of the books' tables that may be an id or a name, in small letters."""
    tables = (list_weapons(), list_spells(), list_devices(), list_monsters(), list_effects())
    return frozenset({*CONDITIONS, *(word.casefold() for table in tables for word in _list_words(table))})


def _list_words(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            yield from _list_words(getattr(value, each.name))
    elif isinstance(value, Mapping):
        for name, each in value.items():
            yield from (str(name), *_list_words(each))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _list_words(each)


# Whether two fights are the same.


def list_outlines(
    events: Sequence[e.Event], ids: Mapping[str, str], gone: Collection[str] = ()
) -> list[tuple[object, ...]]:
    """Return kinds, combatants, faces, numbers and clock of a log, with neutral names.

    What is about combatants or sides that are ``gone`` is left out.
    """
    return [
        _describe_outline(event, ids)
        for event in events
        if event.kind not in (*OF_TAKE_BACKS, *UNCOUNTED) and not _is_about(event, gone)
    ]


UNCOUNTED = ("EncounterOpened", "AgendaChanged", "PrecedenceDropped", "MomentBegan")
"""Kinds of events that list the deeds or the combatants of all."""
OF_PERSONS = ("Answered", "DiceGiven")
"""Kinds of events in which ``by`` names a person."""
UNNUMBERED = ("moment", "epoch", "attempt", "round", "clock", "segment")


def _is_about(event: e.Event, gone: Collection[str]) -> bool:
    return any(getattr(event, name, None) in gone for name in ("who", "side")) if gone else False


def _describe_outline(event: e.Event, ids: Mapping[str, str]) -> tuple[object, ...]:
    people = ("who", "side", "target", *(() if event.kind in OF_PERSONS else ("by",)))
    who = [ids.get(str(getattr(event, name, "")), "") for name in people]
    targets = tuple(ids.get(each, "") for each in getattr(event, "targets", ()) or () if isinstance(each, str))
    faces = tuple((each.purpose, ids.get(each.by, ""), each.faces) for each in event.rolls)
    numbers = tuple(
        (each.name, getattr(event, each.name))
        for each in fields(event)
        if each.name not in UNNUMBERED and isinstance(getattr(event, each.name), int)
    )
    return (event.kind, event.round, event.clock, event.segment, *who, targets, faces, numbers)
