"""Reader of a whole scenario file. Every fault raises ScenarioError with its line."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from rules.catalogue import index_clauses
from rules.kernel.codec import BadData, decode_text
from rules.kernel.documents import DocumentError, find_unusable_value, read_toml
from rules.kernel.effect_entries import AUTO, EFFECTS, EFFECTS_HAPPEN, EffectEntry
from rules.kernel.map_plan import MapPlan
from rules.kernel.options import TABLE_OPTIONS
from rules.kernel.procedure import Procedure, find_lacking, read_option
from rules.kernel.stat_block import StatBlock
from rules.kernel.terms import DM, HUNDREDTHS, PUBLIC, Setting
from rules.procedures import UnknownRuleset, get_ruleset, lookup_layered
from rules.reference import find_similar, list_reaction_bands, suggest_ids
from rules.scenarios.entries import read_answer, read_declaration, read_roll, read_ruling
from rules.scenarios.expectations import read_expect
from rules.scenarios.in_order import InputEntry, list_in_order, read_input
from rules.scenarios.lines import Lines, ScenarioError, Spot
from rules.scenarios.map_table import read_map_plan
from rules.scenarios.script import AnswerEntry, DeclareEntry, Entries, Expect, RulingEntry, Script
from rules.scenarios.short_forms import Roster
from rules.statblocks import MOST_COMBATANTS, BadEntry, build_stat_blocks, count_combatants
from rules.statblocks.effect_rows import MOST_EFFECTS, read_effect_row
from rules.statblocks.fields import Fields

Raw = Mapping[str, object]
T = TypeVar("T")

IN_ORDER = "in_order"
"""The key of a file that is played in the order in which it stands."""
STORED = "stored"
"""The key of a combatant, effect or map that a file has as the log of a fight has it."""

FILE_KEYS = (
    *("ruleset", "over", "title", "clauses", "seed", "unscripted", "effects", "options", "encounter"),
    *("map", "combatant", "effect", "declare", "roll", "answer", "ruling", "expect", IN_ORDER, "input"),
)
ENCOUNTER_KEYS = ("setting", "start", "distance_ft", "surprised", "detected_by", "reaction")
UNSCRIPTED = ("low", "high")
NO_SPECIALS: Raw = {"on_hit": [], "innate": [], "regenerates": {}}
"""What takes the special attacks of the monster table from a combatant.

A file without ``effects`` has none of them: a hit of a listed monster does damage alone.
"""
USUAL = "melee"
"""The step at which the fight proper begins, for every procedure."""


def parse_scenario(text: str, file: str = "scenario", *, ruleset: str = "") -> Script:
    """Read the text of a scenario file. Raises ScenarioError.

    ``file`` is its name in errors. ``ruleset`` overrides the file's own; then unknown options are ignored.
    """
    lines = Lines(file, text.removeprefix("\ufeff"))
    table = _load_table(lines)
    head = Spot(lines, "")
    rules = _find_procedure(table, head, ruleset)
    own = not ruleset or ruleset == table.get("ruleset")
    return _read_at(head, lambda: _read_script(lines, table, rules, own=own))


def _read_at(spot: Spot, read: Callable[[], T]) -> T:
    """Read from the table at this spot. A BadEntry becomes an error with its line."""
    try:
        return read()
    except BadEntry as error:
        raise spot.make_error(error.key, str(error)) from error


def _load_table(lines: Lines) -> Raw:
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
        if (fault := find_unusable_value(key, value)) is not None:
            raise spot.make_error_about(fault.key, fault.words)


def _find_procedure(table: Raw, head: Spot, chosen: str) -> Procedure:
    """Return the procedure of a file.

    It is found first: for an unknown procedure all other errors would mislead.
    """
    id = chosen or table.get("ruleset")
    if "over" in table and id == table.get("ruleset"):
        return _find_layered(table, head, id)
    if not isinstance(id, str):
        raise head.make_error_about("ruleset", "must be a text" if "ruleset" in table else "is missing")
    try:
        return get_ruleset(id)
    except UnknownRuleset as error:
        raise head.make_error_about("ruleset", str(error)) from error


def _find_layered(table: Raw, head: Spot, layer: object) -> Procedure:
    """Return the layer over the procedure that the file names."""
    try:
        return get_ruleset(lookup_layered(str(layer), str(table["over"])))
    except UnknownRuleset as error:
        raise head.make_error_about("over", str(error)) from error


def _read_script(lines: Lines, table: Raw, rules: Procedure, *, own: bool) -> Script:
    head = Fields(table, FILE_KEYS, "the file")
    if "seed" in head and "unscripted" in head:
        raise head.make_error("unscripted", "either a seed or what unscripted dice show, not both")
    setting, in_order = _read_setting(lines, table), head.read_flag(IN_ORDER)
    everyone = _read_combatants(lines, table, setting, rules, in_order=in_order)
    roster = make_roster(everyone)
    rulings = _read_each(lines, table, "ruling", lambda raw, spot: read_ruling(raw, spot, roster, rules))
    inputs = _read_each(lines, table, "input", lambda raw, spot: read_input(raw, spot, everyone))
    if inputs and not in_order:
        raise Spot(lines, "input", 0).make_error_about("kind", f"stands only in a file with {IN_ORDER} = true")
    arriving = [id for each in inputs for id in each.arriving]
    late = arriving if in_order else _list_latecomers(rulings, roster)
    further = rules.file_words.order_keys
    declarations = _read_each(
        lines,
        table,
        "declare",
        lambda raw, spot: read_declaration(raw, spot, roster, everyone, further, in_order=in_order),
    )
    if not in_order:
        _check_twice(declarations)
    answers = _read_each(
        lines, table, "answer", lambda raw, spot: read_answer(raw, spot, roster, rules, everyone, in_order=in_order)
    )
    listed: list[tuple[DeclareEntry | AnswerEntry | RulingEntry | InputEntry, ...]]
    listed = [declarations, answers, rulings, inputs]
    spots = [each.spot for entries in listed for each in entries]
    return Script(
        lines=lines,
        ruleset=rules.id,
        title=head.read_text("title", ""),
        clauses=_read_clauses(head),
        seed=head.read_text("seed", ""),
        unscripted=head.read_choice("unscripted", UNSCRIPTED, "low") if "unscripted" in head else "",
        options=_read_options(lines, table, rules, own=own, tables=in_order),
        setting=setting.value,
        notes=_read_notes(lines, table, roster, rules)
        | ({EFFECTS: head.read_choice(EFFECTS, EFFECTS_HAPPEN, AUTO)} if EFFECTS in head else {}),
        plan=_read_map(lines, table),
        roster=roster,
        stat_blocks=tuple(each for each in everyone if each.id not in late),
        later=tuple(each for each in everyone if each.id in late),
        entries=Entries(
            declarations=declarations,
            rolls=_read_each(lines, table, "roll", lambda raw, spot: read_roll(raw, spot, roster, in_order=in_order)),
            answers=answers,
            rulings=rulings,
            inputs=inputs,
        ),
        expect=_read_expectations(lines, table, roster, everyone, rules),
        effects=_read_effects(lines, table, everyone),
        is_own=own,
        order=list_in_order(lines, spots) if in_order and own else None,
    )


def _read_effects(lines: Lines, table: Raw, stat_blocks: tuple[StatBlock, ...]) -> tuple[EffectEntry, ...]:
    """Return the effects of magic that the file changes."""
    taken: list[str] = []
    if len(raws := _list_tables(lines, table, "effect")) > MOST_EFFECTS:
        spot = Spot(lines, "effect", len(raws) - 1)
        raise spot.make_error_about("magic", f"a fight changes at most {MOST_EFFECTS} effects")

    def read(raw: Raw, spot: Spot) -> EffectEntry:
        stored = _read_stored(raw, spot, EffectEntry)
        entry = stored if stored is not None else read_effect_row(raw, stat_blocks, spot.name)
        for magic in entry.magic:
            if magic in taken:
                raise spot.make_error_about("magic", f'another [[effect]] is of "{magic}" already')
        taken.extend(entry.magic)
        return entry

    return _read_each(lines, table, "effect", read)


def _read_map(lines: Lines, table: Raw) -> MapPlan:
    raw, spot = _get_table(lines, table, "map")
    return _read_at(spot, lambda: _read_stored(raw, spot, MapPlan) or read_map_plan(raw))


def _read_stored(raw: Raw, spot: Spot, what: type[T], keys: Sequence[str] = ()) -> T | None:
    """Return what a table has in its stored form; None where it has none. Raises BadEntry.

    ``keys`` are the other keys that the table may have then.
    """
    if STORED not in raw:
        return None
    fields = Fields(raw, (*keys, STORED), spot.name)
    try:
        return decode_text(what, fields.read_text(STORED, None))
    except BadData as error:
        raise fields.make_error(STORED, str(error)) from error


def _read_clauses(head: Fields) -> tuple[str, ...]:
    known = index_clauses()
    listed = head.read_list("clauses")
    for id in listed:
        if not isinstance(id, str) or id not in known:
            raise head.make_error("clauses", f'unknown clause "{id}"' + suggest_ids(find_similar(str(id), list(known))))
    return tuple(str(id) for id in listed)


def _get_table(lines: Lines, table: Raw, name: str) -> tuple[Raw, Spot]:
    raw = table.get(name, {})
    spot = Spot(lines, name)
    if not isinstance(raw, Mapping):
        raise Spot(lines, "").make_error_about(name, f"must be a table: [{name}]")
    return raw, spot


def _read_each(lines: Lines, table: Raw, name: str, read: Callable[[Raw, Spot], T]) -> tuple[T, ...]:
    """Read every [[name]], one by one."""
    raws = _list_tables(lines, table, name)
    return tuple(_read_one(Spot(lines, name, nth), raw, read) for nth, raw in enumerate(raws))


def _list_tables(lines: Lines, table: Raw, name: str) -> list[Raw]:
    """Return every [[name]]."""
    raws = table.get(name, [])
    if not isinstance(raws, list) or not all(isinstance(raw, Mapping) for raw in raws):
        raise Spot(lines, "").make_error_about(name, f"must be tables: [[{name}]]")
    return raws


def _read_one(spot: Spot, raw: Raw, read: Callable[[Raw, Spot], T]) -> T:
    return _read_at(spot, lambda: read(raw, spot))


def _read_options(lines: Lines, table: Raw, rules: Procedure, *, own: bool, tables: bool) -> dict[str, object]:
    """Return the options. ``tables``: those of the table may be among them."""
    raw, spot = _get_table(lines, table, "options")
    options: dict[str, object] = {}
    for key, value in raw.items():
        if tables and key in TABLE_OPTIONS:
            options[key] = value
            continue
        if not own and key not in rules.options:
            continue
        try:
            options[key] = read_option(rules, key, value)
        except ValueError as error:
            raise spot.make_error(
                key, f"{spot.name}: {error}" + suggest_ids(_find_similar_options(key, rules))
            ) from error
    return options


def _find_similar_options(key: str, rules: Procedure) -> tuple[str, ...]:
    return () if key in rules.options else find_similar(key, list(rules.options))


def _read_setting(lines: Lines, table: Raw) -> Setting:
    raw, spot = _get_table(lines, table, "encounter")
    fields = _read_at(spot, lambda: Fields(raw, ENCOUNTER_KEYS, spot.name))
    return _read_at(spot, lambda: Setting(fields.read_choice("setting", tuple(Setting), Setting.INDOORS)))


def _read_notes(lines: Lines, table: Raw, roster: Roster, rules: Procedure) -> dict[str, object]:
    """Return the keys of [encounter] that were given, except the setting."""
    raw, spot = _get_table(lines, table, "encounter")
    fields = Fields(raw, ENCOUNTER_KEYS, spot.name)

    def read() -> dict[str, object]:
        notes: dict[str, object] = {}
        if "start" in fields:
            start = fields.read_choice("start", (*rules.starts, USUAL), USUAL)
            notes["start"] = start if start in rules.starts else rules.starts[-1]
        if "distance_ft" in fields:
            feet = fields.read_feet("distance_ft", 0)
            if feet % HUNDREDTHS:
                raise fields.make_error("distance_ft", "must be whole feet")
            notes["distance_ft"] = feet // HUNDREDTHS
        for key in ("surprised", "detected_by"):
            if key in fields:
                notes[key] = _read_sides(fields, key, roster)
        if "reaction" in fields:
            notes["reaction"] = fields.read_choice("reaction", [band.id for band in list_reaction_bands()], "neutral")
        return notes

    return _read_at(spot, read)


def _read_sides(fields: Fields, key: str, roster: Roster) -> list[str]:
    sides = [str(each) for each in fields.read_list(key)]
    for side in sides:
        if side not in roster.sides:
            raise fields.make_error(
                key, f'nobody fights on a side "{side}"' + suggest_ids(find_similar(side, roster.sides))
            )
    return sides


def _read_combatants(
    lines: Lines, table: Raw, setting: Setting, rules: Procedure, *, in_order: bool
) -> tuple[StatBlock, ...]:
    """Return every combatant. In a file that is played in order they are as they were in play."""
    specials = EFFECTS in table or in_order

    def read(raw: Raw, spot: Spot) -> tuple[StatBlock, ...]:
        stored = _read_stored(raw, spot, StatBlock, ("id", "side"))
        if stored is not None:
            fields = Fields(raw, tuple(raw), spot.name)
            return (replace(stored, id=fields.read_id(), side=fields.read_text("side", None)),)
        kept = raw if specials or "monster" not in raw else {**NO_SPECIALS, **raw}
        return build_stat_blocks(kept, where=spot.name, setting=setting)

    _check_size(lines, table)
    groups = _read_each(lines, table, "combatant", read)
    if not groups:
        raise Spot(lines, "").make_error_about("combatant", "a fight needs at least one [[combatant]]")
    sides = {stat_block.side for group in groups for stat_block in group}
    taken: dict[str, int] = {}
    mobs: set[str] = set()
    for nth, group in enumerate(groups):
        if lacking := find_lacking(rules, group[0]):
            raise Spot(lines, "combatant", nth).make_error_about("id", f'"{group[0].id}" {lacking}')
        # A later count of the same id joins the mob, where its numbers go on.
        mob = [group[0].mob] if group[0].mob and group[0].mob not in mobs else []
        mobs.update(mob)
        for id in dict.fromkeys([*mob, *(stat_block.id for stat_block in group)]):
            _check_id(Spot(lines, "combatant", nth), id, taken, sides)
            taken[id] = nth
    for nth, group in enumerate(() if in_order else groups):
        _check_sheet(Spot(lines, "combatant", nth), group[0], [*taken])
    return tuple(stat_block for group in groups for stat_block in group)


def _check_size(lines: Lines, table: Raw) -> None:
    """Raise ScenarioError for too many combatants, before any is built."""
    many = 0
    for nth, raw in enumerate(_list_tables(lines, table, "combatant")):
        many += count_combatants([raw])
        if many > MOST_COMBATANTS:
            key = "count" if "count" in raw else "id"
            message = f"a fight has at most {MOST_COMBATANTS} combatants"
            raise Spot(lines, "combatant", nth).make_error_about(key, message)


def _check_id(spot: Spot, id: str, taken: Mapping[str, int], sides: set[str]) -> None:
    if id in taken:
        raise spot.make_error_about("id", f'"{id}" is already the id of [[combatant]] {taken[id] + 1}')
    if id in (DM, PUBLIC) or id in sides:
        raise spot.make_error_about("id", f'"{id}" names somebody else: the DM, everyone, or a side')


def _check_sheet(spot: Spot, stat_block: StatBlock, ids: Sequence[str]) -> None:
    """Raise ScenarioError for a sheet that names a combatant or thing that is not there."""
    fault = stat_block.sheet.find_fault(ids) if stat_block.sheet is not None else None
    if fault is not None:
        raise spot.make_error_about(fault.key, fault.message)


def make_roster(stat_blocks: Sequence[StatBlock]) -> Roster:
    """Return the roster of these combatants."""
    return Roster(
        mobs={stat_block.id: stat_block.mob for stat_block in stat_blocks},
        sides=tuple(dict.fromkeys(stat_block.side for stat_block in stat_blocks)),
        side_of={stat_block.id: stat_block.side for stat_block in stat_blocks},
    )


def _list_latecomers(rulings: Sequence[RulingEntry], roster: Roster) -> list[str]:
    """Return the combatants not on the field at first: their first ruling makes them appear."""
    first: dict[str, str] = {}
    in_time = sorted(rulings, key=lambda ruling: (ruling.round, ruling.segment or 0))
    for ruling in in_time:
        if ruling.what in ("appears", "vanishes"):
            for who in roster.list_members(ruling.who):
                first.setdefault(who, ruling.what)
    return [who for who, what in first.items() if what == "appears"]


def _check_twice(declarations: Sequence[DeclareEntry]) -> None:
    """Check that each combatant declares once a round, apart from entries marked as a change."""
    seen: dict[tuple[int, str, int | None], int] = {}
    for nth, entry in enumerate(declarations):
        key = (entry.round, entry.who, entry.segment)
        if key in seen and not entry.change:
            message = (
                f'"{entry.who}" already declares in [[declare]] {seen[key] + 1}: mark a later attempt change = true'
            )
            raise entry.spot.make_error_about("who", message)
        seen.setdefault(key, nth)


def _read_expectations(
    lines: Lines, table: Raw, roster: Roster, stat_blocks: Sequence[StatBlock], rules: Procedure
) -> Expect:
    raw, spot = _get_table(lines, table, "expect")
    return _read_at(spot, lambda: read_expect(raw, spot, roster, stat_blocks, rules))
