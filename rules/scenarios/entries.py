"""Readers of ``[[declare]]``, ``[[roll]]``, ``[[answer]]`` and ``[[ruling]]`` entries."""

from collections.abc import Callable, Collection, Mapping, Sequence

from rules.kernel.dice import Call, write_dice
from rules.kernel.effects import NEXT, PURPOSES
from rules.kernel.forms import BadAnswer
from rules.kernel.inputs import MOST_MODIFIER, MOST_WANTED, check_call
from rules.kernel.order_keys import KeyKind
from rules.kernel.procedure import Procedure, read_option
from rules.kernel.stat_block import StatBlock
from rules.kernel.terms import DM, Action
from rules.procedures import get_ruleset, list_rulesets
from rules.reference import (
    find_similar,
    list_attack_modes,
    list_defense_modes,
    list_devices,
    list_morale_occasions,
    list_spells,
    list_weapons,
    suggest_ids,
)
from rules.scenarios.lines import Spot
from rules.scenarios.own_words import list_order_fields, list_order_ways, resolve_ruling_name
from rules.scenarios.script import CALL, STOP, AnswerEntry, DeclareEntry, RollEntry, RulingEntry
from rules.scenarios.short_forms import Roster
from rules.statblocks.fields import Fields

Raw = Mapping[str, object]

DEED_KEYS = ("action", "target", "warn", "prepared", "delay_seconds", "paused_seconds", "segment", "change")
"""Keys of a deed beside the fields of orders, which the orders themselves name."""
DECLARE_KEYS = ("round", "who", "with")
BY = ("by",)
"""Further keys of declarations and answers in a file that is played in order."""
HOLD = "H"
"""The letter for grappling that one text adds to the list.

It is resolved with the blows.
"""

ROLL_KEYS = ("round", "purpose", "by", "faces", "sides")
EXACT_KEYS = ("first", "shown")
"""Further keys of dice in a file that is played in order."""
ANSWER_KEYS = ("round", "question", "who", "choice")
MORALE = "morale_due"
MORALE_KEYS = ("segment", "occasion", "modifier")
"""Further keys of an answer that calls for a morale check."""

CALL_KEYS = ("who", "save", "dice", "modifier", "at_least", "at_most", "why", "follows", "secret")
"""Keys of the choice by which the DM calls for a saving throw or dice."""

RULING_KEYS = ("round", "segment", "who", "what", "value", "to", "note", "until")
PREPARED_KEYS = ("when", "who", "part")

MOST_FACES = 10_000
MOST_ROUNDS = 1_000


def read_declaration(
    raw: Raw,
    spot: Spot,
    roster: Roster,
    stat_blocks: Sequence[StatBlock],
    own: Collection[str] = (),
    *,
    in_order: bool = False,
) -> DeclareEntry:
    """Read one [[declare]]. Raises BadEntry, like every reader here.

    ``own`` are the keys that only some procedures take. ``in_order``: the file is played in order.
    """
    fields = Fields(raw, (*DECLARE_KEYS, *list_deed_keys(), *BY[:in_order]), spot.name)
    number = fields.read_whole("round", 1, 0, MOST_ROUNDS)
    deed = _read_deed(fields, roster, stat_blocks, own if number and not fields.read_flag("change") else ())
    deed.update(_read_further(fields, roster, stat_blocks, own if number else ()))
    return DeclareEntry(
        round=number,
        who=_read_combatant(fields, "who", roster),
        deed=deed,
        segment=fields.read_whole_or_none("segment", -100, 100),
        change=fields.read_flag("change"),
        spot=spot,
        by=fields.read_text("by", DM),
    )


def _read_further(
    fields: Fields, roster: Roster, stat_blocks: Sequence[StatBlock], own: Collection[str] = ()
) -> dict[str, object]:
    deeds = []
    for each in fields.read_list("with"):
        if not isinstance(each, Mapping):
            raise fields.make_error("with", 'must be a list of tables such as [{ action = "G", target = "orc" }]')
        deeds.append(_read_deed(fields.make_inner("with", each, list_deed_keys()), roster, stat_blocks, own))
    return {"with": tuple(deeds)} if deeds else {}


def _read_deed(
    fields: Fields, roster: Roster, stat_blocks: Sequence[StatBlock], own: Collection[str] = ()
) -> dict[str, object]:
    """Return the keys of one deed that were given, each of its type.

    ``own`` are the keys that only this procedure takes.
    """
    if fields.table.get("action") != HOLD:
        fields.read_choice("action", tuple(Action), "C")
    if "action" not in fields:
        raise fields.make_error("action", "is missing")
    weapons = [each.id for stat_block in stat_blocks for each in stat_block.gear.weapons]
    spells = [each.id for stat_block in stat_blocks for each in stat_block.powers.spells]
    devices = [each.id for stat_block in stat_blocks for each in stat_block.gear.devices]
    kinds: dict[KeyKind, Callable[[str], object]] = {
        KeyKind.WEAPON: lambda key: _read_known_id(fields, key, weapons, _list_weapon_ids),
        KeyKind.SPELL: lambda key: _read_known_id(fields, key, spells, _list_spell_ids),
        KeyKind.DEVICE: lambda key: _read_known_id(fields, key, devices, _list_device_ids),
        KeyKind.ATTACK_MODE: lambda key: _read_known_id(fields, key, [each.id for each in list_attack_modes()], tuple),
        KeyKind.DEFENSE_MODE: lambda key: _read_known_id(
            fields, key, [each.id for each in list_defense_modes()], tuple
        ),
        KeyKind.CHOICE: lambda key: fields.read_choice(key, own_fields[key].choices, ""),
        KeyKind.TEXT: fields.read_text,
        KeyKind.FLAG: fields.read_flag,
        KeyKind.WHOLE: _make_whole_reader(fields, 1),
        KeyKind.PLACE: fields.read_place,
    }
    own_fields = list_order_fields()
    readers: dict[str, Callable[[str], object]] = {
        "action": fields.read_text,
        "target": lambda key: _read_targets(fields, key, roster),
        **{name: kinds[key.kind] for name, key in own_fields.items()},
        "warn": lambda key: _read_combatant(fields, key, roster),
        "prepared": lambda key: _read_prepared(fields, key, roster),
        **dict.fromkeys((*list_order_ways(), "change"), fields.read_flag),
        "segment": _make_whole_reader(fields, -100),
        "delay_seconds": _make_whole_reader(fields, 0),
        "paused_seconds": _make_whole_reader(fields, 0),
    }
    taken = {key: read(key) for key, read in readers.items() if key in fields}
    if taken["action"] == HOLD:
        taken = {"mode": "grapple", **taken, "action": Action.STRIKE.value}
    if taken.get("charge") and "target" in taken and "to" in taken:
        raise fields.make_error("to", "a charge names a target or a place, not both")
    left_out = [key for key in ("segment", "change") if key not in own]
    return {key: value for key, value in taken.items() if key not in left_out}


def list_deed_keys() -> tuple[str, ...]:
    """Return the keys of a deed: the fields of orders, the ways of acting, and further ones."""
    return (*list_order_fields(), *list_order_ways(), *DEED_KEYS)


def _make_whole_reader(fields: Fields, least: int) -> Callable[[str], int]:
    return lambda key: fields.read_whole(key, 0, least)


def _read_prepared(fields: Fields, key: str, roster: Roster) -> dict[str, object]:
    inner = fields.read_table(key, PREPARED_KEYS)
    assert inner is not None
    prepared: dict[str, object] = {"when": inner.read_text("when", None)}
    if "who" in inner:
        prepared["who"] = _read_combatant(inner, "who", roster)
    if "part" in inner:
        prepared["part"] = inner.read_choice("part", ("start", "finish"), "start")
    return prepared


def _read_targets(fields: Fields, key: str, roster: Roster) -> str | tuple[str, ...]:
    value = fields.table[key]
    if isinstance(value, str):
        return _read_combatant(fields, key, roster)
    for each in fields.read_list(key):
        _check_named(fields, key, each, roster)
    return tuple(str(each) for each in fields.read_list(key))


def _read_combatant(fields: Fields, key: str, roster: Roster) -> str:
    """Return the id of a combatant or of a mob."""
    name = fields.read_text(key, None)
    _check_named(fields, key, name, roster)
    return name


def _check_named(fields: Fields, key: str, name: object, roster: Roster, others: Collection[str] = ()) -> None:
    if isinstance(name, str) and (roster.is_combatant(name) or name in others):
        return
    known = [*roster.mobs, *dict.fromkeys(mob for mob in roster.mobs.values() if mob), *others]
    raise fields.make_error(key, f'nobody here is "{name}"' + suggest_ids(find_similar(str(name), known)))


def _read_anyone(fields: Fields, key: str, roster: Roster) -> str:
    """Return the id of a combatant, a mob, a side or the DM."""
    name = fields.read_text(key, None)
    _check_named(fields, key, name, roster, (*roster.sides, DM))
    return name


def _list_weapon_ids() -> list[str]:
    return [each.id for each in list_weapons()]


def _list_spell_ids() -> list[str]:
    return [each.id for each in list_spells()]


def _list_device_ids() -> list[str]:
    return [each.id for each in list_devices()]


def _read_known_id(fields: Fields, key: str, own: Sequence[str], table: Callable[[], Sequence[str]]) -> str:
    """Return an id that a combatant of the file has, or one of the books' tables."""
    id = fields.read_text(key, None)
    if id in own or id in table():
        return id
    raise fields.make_error(
        key, f'unknown {key.replace("_", " ")} "{id}"' + suggest_ids(find_similar(id, [*own, *table()]))
    )


def read_roll(raw: Raw, spot: Spot, roster: Roster, *, in_order: bool = False) -> RollEntry:
    """Read one [[roll]]. In a file that is played in order it says exactly which dice are meant."""
    fields = Fields(raw, (*ROLL_KEYS, *EXACT_KEYS) if in_order else ROLL_KEYS, spot.name)
    for key in ("by", "sides") if in_order else ():
        if key not in fields:
            raise fields.make_error(key, "is missing")
    purpose = fields.read_text("purpose", None)
    if purpose not in PURPOSES and purpose not in list_purposes():
        raise fields.make_error(
            "purpose", f'nothing is rolled for "{purpose}"' + suggest_ids(find_similar(purpose, list_purposes()))
        )
    return RollEntry(
        round=fields.read_whole("round", 1, 0, MOST_ROUNDS),
        purpose=purpose,
        by=_read_anyone(fields, "by", roster) if "by" in fields else "",
        faces=_read_faces(fields),
        sides=fields.read_whole("sides", 0, 1 if in_order else 2, 1000),
        spot=spot,
        first=fields.read_whole_or_none("first", 0, MOST_FACES),
        shown=fields.read_flag("shown"),
    )


def _read_faces(fields: Fields) -> tuple[int, ...]:
    faces = fields.table.get("faces")
    if not isinstance(faces, list) or not 0 < len(faces) <= MOST_FACES:
        raise fields.make_error("faces", "must be a list of what the dice show, such as [4]")
    for face in faces:
        if not isinstance(face, int) or isinstance(face, bool) or face < 1:
            raise fields.make_error("faces", f"no die shows {face!r}")
    return tuple(faces)


def read_answer(
    raw: Raw, spot: Spot, roster: Roster, rules: Procedure, stat_blocks: Sequence[StatBlock], *, in_order: bool = False
) -> AnswerEntry:
    """Read one [[answer]]. ``in_order``: the file is played in order."""
    if raw.get("question") == CALL:
        return _read_call(raw, spot, roster, rules)
    calling = raw.get("question") == MORALE
    keys = (*ANSWER_KEYS, *BY[:in_order])
    fields = Fields(raw, (*keys, *MORALE_KEYS) if calling else keys, spot.name)
    question = fields.read_text("question", None)
    if question in ("declare", NEXT):
        raise fields.make_error("question", f'"{question}" is answered by [[declare]] or by itself')
    if question not in rules.questions and question not in (known := list_questions()):
        raise fields.make_error("question", f'nobody asks "{question}"' + suggest_ids(find_similar(question, known)))
    if "choice" not in fields and not (calling and "occasion" in fields):
        raise fields.make_error("choice", "is missing")
    round, who = fields.read_whole("round", 1, 0, MOST_ROUNDS), _read_anyone(fields, "who", roster)
    if calling:
        return _read_morale_call(fields, round, who, spot, rules)
    changed = question == "change"
    choice = _read_change(fields, roster, stat_blocks, rules) if changed else _read_choice(fields, question, rules)
    return AnswerEntry(round=round, question=question, who=who, choice=choice, spot=spot, by=fields.read_text("by", DM))


def list_purposes() -> tuple[str, ...]:
    """Return the purposes of rolls of all procedures: another than its own may play a file."""
    own = [purpose for id in list_rulesets() for purpose in get_ruleset(id).purposes]
    return tuple(dict.fromkeys((*PURPOSES, *own)))


def list_questions() -> tuple[str, ...]:
    """Return the questions of every procedure: a file may be played by another than its own."""
    asked = [question for id in list_rulesets() for question in get_ruleset(id).questions]
    return tuple(dict.fromkeys((*asked, STOP, CALL)))


def _read_call(raw: Raw, spot: Spot, roster: Roster, rules: Procedure) -> AnswerEntry:
    """Read an answer by which the DM calls for a saving throw or dice."""
    fields = Fields(raw, (*ANSWER_KEYS, "segment"), spot.name)
    choice = fields.read_table("choice", CALL_KEYS)
    if choice is None:
        raise fields.make_error("choice", "is missing")
    who = _read_anyone(fields, "who", roster)
    named = choice.read_list("who") if "who" in choice else [who]
    for each in named:
        _check_named(choice if "who" in choice else fields, "who", each, roster, roster.sides)
    members = tuple(dict.fromkeys(member for each in named for member in roster.list_members(str(each))))
    call = Call(
        who=members,
        save=choice.read_text("save", ""),
        dice=write_dice(choice.read_text("dice", "")),
        modifier=choice.read_whole("modifier", 0, -MOST_MODIFIER, MOST_MODIFIER),
        at_least=choice.read_whole_or_none("at_least", -MOST_WANTED, MOST_WANTED),
        at_most=choice.read_whole_or_none("at_most", -MOST_WANTED, MOST_WANTED),
        why=choice.read_text("why", ""),
        follows=choice.read_text("follows", ""),
        secret=choice.read_flag("secret"),
    )
    try:
        check_call(call, members, rules.saves.words)
    except BadAnswer as problem:
        raise choice.make_error(problem.field, str(problem)) from problem
    return AnswerEntry(
        round=fields.read_whole("round", 1, 0, MOST_ROUNDS),
        question=CALL,
        who=who,
        choice=CALL,
        spot=spot,
        segment=fields.read_whole_or_none("segment", -100, 100),
        call=call,
    )


def _read_morale_call(fields: Fields, round: int, who: str, spot: Spot, rules: Procedure) -> AnswerEntry:
    """Read an answer on a morale check: yes, no, or the occasion that calls for it.

    All of these may also stand in a table.
    """
    choice = _read_choice(fields, MORALE, rules) if "choice" in fields else "yes"
    inner = fields.make_inner("choice", choice, ("choice", *MORALE_KEYS)) if isinstance(choice, Mapping) else fields
    occasions = tuple(each.id for each in list_morale_occasions())
    word = inner.read_text("choice", "yes") if isinstance(choice, Mapping) else choice
    occasion = str(word) if word in occasions else inner.read_text("occasion", "")
    if occasion and occasion not in occasions:
        raise inner.make_error("occasion", f'there is no "{occasion}"' + suggest_ids(find_similar(occasion, occasions)))
    return AnswerEntry(
        round=round,
        question=MORALE,
        who=who,
        choice="yes" if word in occasions else word,
        spot=spot,
        segment=inner.read_whole_or_none("segment", -100, 100),
        occasion=occasion,
        modifier=inner.read_whole("modifier", 0, -1000, 1000),
        by=fields.read_text("by", DM),
    )


def _read_change(fields: Fields, roster: Roster, stat_blocks: Sequence[StatBlock], rules: Procedure) -> object:
    """Return the deed to do instead, in the keys of a declaration; or any other answer."""
    value = fields.table["choice"]
    if not isinstance(value, Mapping) or "choice" in value or not {"action", "warn"} & set(value):
        return _read_choice(fields, "change", rules)
    inner = fields.make_inner("choice", value, ("with", *list_deed_keys()))
    if "action" not in value:
        return {"warn": _read_combatant(inner, "warn", roster)}
    own = rules.file_words.order_keys
    deed = {**_read_deed(inner, roster, stat_blocks, own), **_read_further(inner, roster, stat_blocks, own)}
    return {key: each for key, each in deed.items() if each is not False}


def _read_choice(fields: Fields, question: str, rules: Procedure) -> object:
    value = fields.table["choice"]
    asked = rules.questions.get(question)
    known = asked.commands if asked is not None else ()
    if isinstance(value, Mapping) and known and "command" in value and value["command"] not in known:
        given = value["command"]
        message = f'"{question}" knows no command "{given}"' + suggest_ids(find_similar(str(given), known))
        raise fields.make_error("choice.command", message)
    for key, each in value.items() if isinstance(value, Mapping) else ():
        if _has_flag(each):
            raise fields.make_error(f"choice.{key}", "holds true or false where a number, a word or a table is wanted")
    if isinstance(value, str | Mapping | list) or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise fields.make_error("choice", "must be a word, a whole number or a table")


def _has_flag(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(each, bool) or _has_flag(each) for each in value)


def read_ruling(raw: Raw, spot: Spot, roster: Roster, rules: Procedure) -> RulingEntry:
    """Read one [[ruling]] on a combatant, or on the encounter itself (who = "dm")."""
    fields = Fields(raw, RULING_KEYS, spot.name)
    who = _read_anyone(fields, "who", roster)
    known = rules.rulings.of_encounter if who == DM else rules.rulings.of_combatants
    what = resolve_ruling_name(rules, fields.read_text("what", None), known)
    if what not in known:
        raise fields.make_error("what", f'"{what}" cannot be ruled' + suggest_ids(find_similar(what, known)))
    if "value" in fields and "to" in fields:
        raise fields.make_error("to", "either a value or a place, not both")
    return RulingEntry(
        round=fields.read_whole("round", 1, 0, MOST_ROUNDS),
        segment=fields.read_whole_or_none("segment", -100, 100),
        who=who,
        what=what,
        value=_read_value(fields, what, rules),
        until=_read_until(fields),
        note=fields.read_text("note", ""),
        spot=spot,
    )


def _read_value(fields: Fields, what: str, rules: Procedure) -> object:
    """Return the value. A place stays in feet, as rulings take it. An option is [key, value]."""
    if what == "option":
        return _read_option_value(fields, rules)
    if "to" in fields:
        fields.read_place("to")
        place = fields.table["to"]
        assert isinstance(place, list | tuple), "read_place has checked it"
        return list(place)
    if what == "moved" and "value" not in fields:
        raise fields.make_error("to", "is missing")
    if what in ("moved", "appears"):
        fields.read_place("value")
    return fields.table.get("value")


def _read_until(fields: Fields) -> tuple[int, int] | None:
    value = fields.table.get("until")
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2 or not all(type(each) is int for each in value):
        raise fields.make_error("until", "must be [round, segment]")
    return value[0], value[1]


def _read_option_value(fields: Fields, rules: Procedure) -> list[object]:
    value = fields.table.get("value")
    if not isinstance(value, list) or len(value) != 2 or not isinstance(value[0], str):
        raise fields.make_error("value", "must be [option, value]")
    with fields.name_errors("value"):
        return [value[0], read_option(rules, value[0], value[1])]
