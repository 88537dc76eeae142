"""Reading a scenario file. Whatever is unknown, of the wrong type or impossible raises ScenarioError with its line."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from rules.clauses import all_clauses
from rules.documents import DocumentError, find_fault, read_toml
from rules.figure import Figure
from rules.muster import BadEntry, muster
from rules.muster.reading import Fields
from rules.reference import did_you_mean, near, reaction_bands
from rules.ruleset import Ruleset, UnknownRuleset, get_ruleset, layered, read_option
from rules.scenario.entries import read_answer, read_declaration, read_roll, read_ruling
from rules.scenario.expectations import read_expect
from rules.scenario.lines import Lines, ScenarioError, Spot
from rules.scenario.script import DeclareEntry, Expect, RulingEntry, Script
from rules.scenario.short import Roster
from rules.terms import DM, HUNDREDTHS, PUBLIC, Setting

Raw = Mapping[str, object]
T = TypeVar("T")

FILE_KEYS = (
    *("ruleset", "over", "title", "clauses", "seed", "unscripted", "options", "encounter"),
    *("combatant", "declare", "roll", "answer", "ruling", "expect"),
)
ENCOUNTER_KEYS = ("setting", "start", "distance_ft", "surprised", "detected_by", "reaction")
UNSCRIPTED = ("low", "high")
MOST_FIGURES = 1000
USUAL = "melee"
"""The step at which the fight proper begins, by whatever name a ruleset has for it."""


def parse(text: str, file: str = "scenario", *, ruleset: str = "") -> Script:
    """Read the text of a scenario file; ``file`` is what errors call it. ``ruleset`` goes before the file's own.

    Played under another ruleset than its own, a file's options count only as far as that one has them.
    Raises ScenarioError.
    """
    lines = Lines(file, text.removeprefix("\ufeff"))
    table = _load(lines)
    head = Spot(lines, "")
    rules = _ruleset(table, head, ruleset)
    own = not ruleset or ruleset == table.get("ruleset")
    return _reading(head, lambda: _script(lines, table, rules, own=own))


def _reading(spot: Spot, read: Callable[[], T]) -> T:
    """What is read from the table at this spot; an error of typed reading becomes one that knows its line."""
    try:
        return read()
    except BadEntry as error:
        raise spot.error(error.key, str(error)) from error


def _load(lines: Lines) -> Raw:
    try:
        table = read_toml(lines.text)
    except DocumentError as error:
        raise ScenarioError(lines.file, error.line, "", str(error)) from error
    for name, value in table.items():
        if isinstance(value, list) and all(isinstance(each, Mapping) for each in value):
            for nth, each in enumerate(value):
                _check_table(Spot(lines, name, nth), each)
        elif isinstance(value, Mapping):
            _check_table(Spot(lines, name), value)
        else:
            _check_table(Spot(lines, ""), {name: value})
    return table


def _check_table(spot: Spot, table: Raw) -> None:
    for key, value in table.items():
        if (fault := find_fault(key, value)) is not None:
            raise spot.about(fault.key, fault.words)


def _ruleset(table: Raw, head: Spot, chosen: str) -> Ruleset:
    """The ruleset first: what it does not know yet must not be read as mistakes in the file."""
    id = chosen or table.get("ruleset")
    if "over" in table and id == table.get("ruleset"):
        return _layered(table, head, id)
    if not isinstance(id, str):
        raise head.about("ruleset", "must be a text" if "ruleset" in table else "is missing")
    try:
        return get_ruleset(id)
    except UnknownRuleset as error:
        raise head.about("ruleset", str(error)) from error


def _layered(table: Raw, head: Spot, layer: object) -> Ruleset:
    """The layer over the ruleset that the file names."""
    try:
        return get_ruleset(layered(str(layer), str(table["over"])))
    except UnknownRuleset as error:
        raise head.about("over", str(error)) from error


def _script(lines: Lines, table: Raw, rules: Ruleset, *, own: bool) -> Script:
    head = Fields(table, FILE_KEYS, "the file")
    if "seed" in head and "unscripted" in head:
        raise head.bad("unscripted", "either a seed or what unscripted dice show, not both")
    setting = _setting(lines, table)
    everyone = _combatants(lines, table, setting, rules)
    roster = _roster(everyone)
    rulings = _each(lines, table, "ruling", lambda raw, spot: read_ruling(raw, spot, roster, rules))
    late = _latecomers(rulings, roster)
    further = rules.order_keys
    declarations = _each(
        lines, table, "declare", lambda raw, spot: read_declaration(raw, spot, roster, everyone, further)
    )
    _check_twice(declarations)
    return Script(
        lines=lines,
        ruleset=rules.id,
        title=head.text("title", ""),
        clauses=_clauses(head),
        seed=head.text("seed", ""),
        unscripted=head.choice("unscripted", UNSCRIPTED, "low") if "unscripted" in head else "",
        options=_options(lines, table, rules, own=own),
        setting=setting.value,
        notes=_notes(lines, table, roster, rules),
        roster=roster,
        figures=tuple(each for each in everyone if each.id not in late),
        later=tuple(each for each in everyone if each.id in late),
        declarations=declarations,
        rolls=_each(lines, table, "roll", lambda raw, spot: read_roll(raw, spot, roster)),
        answers=_each(lines, table, "answer", lambda raw, spot: read_answer(raw, spot, roster, rules, everyone)),
        rulings=rulings,
        expect=_expect(lines, table, roster, everyone, rules),
    )


def _clauses(head: Fields) -> tuple[str, ...]:
    known = all_clauses()
    listed = head.entries("clauses")
    for id in listed:
        if not isinstance(id, str) or id not in known:
            raise head.bad("clauses", f'unknown clause "{id}"' + did_you_mean(near(str(id), list(known))))
    return tuple(str(id) for id in listed)


def _table(lines: Lines, table: Raw, name: str) -> tuple[Raw, Spot]:
    raw = table.get(name, {})
    spot = Spot(lines, name)
    if not isinstance(raw, Mapping):
        raise Spot(lines, "").about(name, f"must be a table: [{name}]")
    return raw, spot


def _each(lines: Lines, table: Raw, name: str, read: Callable[[Raw, Spot], T]) -> tuple[T, ...]:
    """Every [[name]], read one by one."""
    raws = table.get(name, [])
    if not isinstance(raws, list) or not all(isinstance(raw, Mapping) for raw in raws):
        raise Spot(lines, "").about(name, f"must be tables: [[{name}]]")
    return tuple(_one(Spot(lines, name, nth), raw, read) for nth, raw in enumerate(raws))


def _one(spot: Spot, raw: Raw, read: Callable[[Raw, Spot], T]) -> T:
    return _reading(spot, lambda: read(raw, spot))


def _options(lines: Lines, table: Raw, rules: Ruleset, *, own: bool) -> dict[str, object]:
    raw, spot = _table(lines, table, "options")
    options: dict[str, object] = {}
    for key, value in raw.items():
        if not own and key not in rules.options:
            continue
        try:
            options[key] = read_option(rules, key, value)
        except ValueError as error:
            raise spot.error(key, f"{spot.name}: {error}" + did_you_mean(_near_option(key, rules))) from error
    return options


def _near_option(key: str, rules: Ruleset) -> tuple[str, ...]:
    return () if key in rules.options else near(key, list(rules.options))


def _setting(lines: Lines, table: Raw) -> Setting:
    raw, spot = _table(lines, table, "encounter")
    fields = _reading(spot, lambda: Fields(raw, ENCOUNTER_KEYS, spot.name))
    return _reading(spot, lambda: Setting(fields.choice("setting", tuple(Setting), Setting.INDOORS)))


def _notes(lines: Lines, table: Raw, roster: Roster, rules: Ruleset) -> dict[str, object]:
    """What is known of the encounter beforehand: the keys of [encounter] that were given, but for the setting."""
    raw, spot = _table(lines, table, "encounter")
    fields = Fields(raw, ENCOUNTER_KEYS, spot.name)

    def read() -> dict[str, object]:
        notes: dict[str, object] = {}
        if "start" in fields:
            start = fields.choice("start", (*rules.starts, USUAL), USUAL)
            notes["start"] = start if start in rules.starts else rules.starts[-1]
        if "distance_ft" in fields:
            feet = fields.feet("distance_ft", 0)
            if feet % HUNDREDTHS:
                raise fields.bad("distance_ft", "must be whole feet")
            notes["distance_ft"] = feet // HUNDREDTHS
        for key in ("surprised", "detected_by"):
            if key in fields:
                notes[key] = _sides(fields, key, roster)
        if "reaction" in fields:
            notes["reaction"] = fields.choice("reaction", [band.id for band in reaction_bands()], "neutral")
        return notes

    return _reading(spot, read)


def _sides(fields: Fields, key: str, roster: Roster) -> list[str]:
    sides = [str(each) for each in fields.entries(key)]
    for side in sides:
        if side not in roster.sides:
            raise fields.bad(key, f'nobody fights on a side "{side}"' + did_you_mean(near(side, roster.sides)))
    return sides


def _combatants(lines: Lines, table: Raw, setting: Setting, rules: Ruleset) -> tuple[Figure, ...]:
    groups = _each(lines, table, "combatant", lambda raw, spot: muster(raw, where=f"{spot.name}", setting=setting))
    if not groups:
        raise Spot(lines, "").about("combatant", "a fight needs at least one [[combatant]]")
    sides = {figure.side for group in groups for figure in group}
    taken: dict[str, int] = {}
    many = 0
    for nth, group in enumerate(groups):
        many += len(group)
        if many > MOST_FIGURES:
            key = "count" if group[0].mob else "id"
            raise Spot(lines, "combatant", nth).about(key, f"a fight has at most {MOST_FIGURES} combatants")
        if lacking := rules.lacks(group[0]):
            raise Spot(lines, "combatant", nth).about("id", f'"{group[0].id}" {lacking}')
        for id in dict.fromkeys([group[0].mob or group[0].id, *(figure.id for figure in group)]):
            _check_id(Spot(lines, "combatant", nth), id, taken, sides)
            taken[id] = nth
    for nth, group in enumerate(groups):
        _check_named(Spot(lines, "combatant", nth), group[0], [*taken])
    return tuple(figure for group in groups for figure in group)


def _check_id(spot: Spot, id: str, taken: Mapping[str, int], sides: set[str]) -> None:
    if id in taken:
        raise spot.about("id", f'"{id}" is already the id of [[combatant]] {taken[id] + 1}')
    if id in (DM, PUBLIC) or id in sides:
        raise spot.about("id", f'"{id}" names somebody else: the DM, everyone, or a side')


def _check_named(spot: Spot, figure: Figure, ids: Sequence[str]) -> None:
    """The ranges of one who fights by Dew's sequence are to others here, what he prepared is a weapon of his."""
    if figure.dew is None:
        return
    for other in figure.dew.ranges:
        if other not in ids:
            raise spot.about(f"dew.ranges.{other}", f'nobody here is "{other}"' + did_you_mean(near(other, ids)))
    weapons = [weapon.id for weapon in figure.dew.weapons]
    for weapon, _, _ in figure.dew.ledger.preparations:
        if weapon not in weapons:
            raise spot.about("dew.preparations", f'has no weapon "{weapon}"' + did_you_mean(near(weapon, weapons)))


def _roster(figures: Sequence[Figure]) -> Roster:
    return Roster(
        mobs={figure.id: figure.mob for figure in figures},
        sides=tuple(dict.fromkeys(figure.side for figure in figures)),
        side_of={figure.id: figure.side for figure in figures},
    )


def _latecomers(rulings: Sequence[RulingEntry], roster: Roster) -> list[str]:
    """Who is not there yet: the first that is ruled of his coming and going is that he appears."""
    first: dict[str, str] = {}
    in_time = sorted(rulings, key=lambda ruling: (ruling.round, ruling.segment or 0))
    for ruling in in_time:
        if ruling.what in ("appears", "vanishes"):
            for who in roster.members(ruling.who):
                first.setdefault(who, ruling.what)
    return [who for who, what in first.items() if what == "appears"]


def _check_twice(declarations: Sequence[DeclareEntry]) -> None:
    """A figure declares once a round; what is tried later is marked as a change."""
    seen: dict[tuple[int, str, int | None], int] = {}
    for nth, entry in enumerate(declarations):
        key = (entry.round, entry.who, entry.segment)
        if key in seen and not entry.change:
            message = (
                f'"{entry.who}" already declares in [[declare]] {seen[key] + 1}: mark a later attempt change = true'
            )
            raise entry.spot.about("who", message)
        seen.setdefault(key, nth)


def _expect(lines: Lines, table: Raw, roster: Roster, figures: Sequence[Figure], rules: Ruleset) -> Expect:
    raw, spot = _table(lines, table, "expect")
    return _reading(spot, lambda: read_expect(raw, spot, roster, figures, rules.rulings))
