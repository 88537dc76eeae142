"""Reading what a scenario file says of play: declarations, dice, answers and rulings."""

from collections.abc import Callable, Collection, Mapping, Sequence

from rules.effects import PURPOSES
from rules.figure import Figure
from rules.fold.rulings import encounter_rulings
from rules.muster.reading import Fields
from rules.reference import (
    all_devices,
    all_spells,
    all_weapons,
    attack_modes,
    defense_modes,
    did_you_mean,
    morale_occasions,
    near,
)
from rules.ruleset import Ruleset, read_option
from rules.scenario.called import ruling
from rules.scenario.lines import Spot
from rules.scenario.script import COMMANDS, QUESTIONS, AnswerEntry, DeclareEntry, RollEntry, RulingEntry
from rules.scenario.short import Roster
from rules.terms import DM, Action

Raw = Mapping[str, object]

DEED_KEYS = (
    *("action", "target", "weapon", "spell", "device", "to", "charge", "turn", "attack_mode", "defense_mode"),
    *("shots", "mode", "avoid", "throw", "throw_segment", "task", "segments", "peek", "wear", "remove", "warn"),
    *("prepared", "delay_seconds", "paused_seconds", "segment", "change", "running"),
)
DECLARE_KEYS = ("round", "who", "with", *DEED_KEYS)
HOLD = "H"
"""A letter that one text names beside the list: to grapple or hold, resolved with the blows (DEMON.LIST.G)."""

MODES = ("strike", "subdue", "grapple", "overbear", "pummel")
AVOIDING = ("flee", "fall_back", "disengage", "surrender")
ROLL_KEYS = ("round", "purpose", "by", "faces", "sides")
ANSWER_KEYS = ("round", "question", "who", "choice")
MORALE = "morale_due"
CALL_KEYS = ("segment", "occasion", "modifier")
"""Further keys of an answer that calls for a morale check."""

RULING_KEYS = ("round", "segment", "who", "what", "value", "to", "note", "until")
PREPARED_KEYS = ("when", "who", "part")

MOST_FACES = 10_000
MOST_ROUNDS = 1_000


def read_declaration(
    raw: Raw, spot: Spot, roster: Roster, figures: Sequence[Figure], own: Collection[str] = ()
) -> DeclareEntry:
    """Read one [[declare]]. ``own`` are the keys that not every ruleset takes. Raises BadEntry, as all readers here."""
    fields = Fields(raw, DECLARE_KEYS, spot.name)
    number = fields.whole("round", 1, 0, MOST_ROUNDS)
    deed = _deed(fields, roster, figures, own if number and not fields.flag("change") else ())
    deed.update(_further(fields, roster, figures, own if number else ()))
    return DeclareEntry(
        round=number,
        who=_named(fields, "who", roster),
        deed=deed,
        segment=fields.whole_or_none("segment", -100, 100),
        change=fields.flag("change"),
        spot=spot,
    )


def _further(fields: Fields, roster: Roster, figures: Sequence[Figure], own: Collection[str] = ()) -> dict[str, object]:
    deeds = []
    for each in fields.entries("with"):
        if not isinstance(each, Mapping):
            raise fields.bad("with", 'must be a list of tables such as [{ action = "G", target = "orc" }]')
        deeds.append(_deed(fields.within("with", each, DEED_KEYS), roster, figures, own))
    return {"with": tuple(deeds)} if deeds else {}


def _deed(fields: Fields, roster: Roster, figures: Sequence[Figure], own: Collection[str] = ()) -> dict[str, object]:
    """Return the keys of one deed that were given, each of its type; ``own`` are those that only this ruleset takes."""
    if fields.table.get("action") != HOLD:
        fields.choice("action", tuple(Action), "C")
    if "action" not in fields:
        raise fields.bad("action", "is missing")
    readers: dict[str, Callable[[str], object]] = {
        "action": fields.text,
        "target": lambda key: _targets(fields, key, roster),
        "weapon": lambda key: _known(fields, key, [each.id for figure in figures for each in figure.weapons], _weapons),
        "spell": lambda key: _known(fields, key, [each.id for figure in figures for each in figure.spells], _spells),
        "device": lambda key: _known(fields, key, [each.id for figure in figures for each in figure.devices], _devices),
        "throw": lambda key: _known(fields, key, [each.id for figure in figures for each in figure.weapons], _weapons),
        "to": fields.place,
        "attack_mode": lambda key: _known(fields, key, [each.id for each in attack_modes()], tuple),
        "defense_mode": lambda key: _known(fields, key, [each.id for each in defense_modes()], tuple),
        "mode": lambda key: fields.choice(key, MODES, ""),
        "avoid": lambda key: fields.choice(key, AVOIDING, ""),
        "task": fields.text,
        "warn": lambda key: _named(fields, key, roster),
        "prepared": lambda key: _prepared(fields, key, roster),
        **dict.fromkeys(("charge", "turn", "peek", "wear", "remove", "change", "running"), fields.flag),
        **dict.fromkeys(("shots", "throw_segment", "segments"), _whole(fields, 1)),
        "segment": _whole(fields, -100),
        "delay_seconds": _whole(fields, 0),
        "paused_seconds": _whole(fields, 0),
    }
    taken = {key: read(key) for key, read in readers.items() if key in fields}
    if taken["action"] == HOLD:
        taken = {"mode": "grapple", **taken, "action": Action.STRIKE.value}
    left_out = [key for key in ("segment", "change") if key not in own]
    return {key: value for key, value in taken.items() if key not in left_out}


def _whole(fields: Fields, least: int) -> Callable[[str], int]:
    return lambda key: fields.whole(key, 0, least)


def _prepared(fields: Fields, key: str, roster: Roster) -> dict[str, object]:
    inner = fields.inner(key, PREPARED_KEYS)
    assert inner is not None
    prepared: dict[str, object] = {"when": inner.text("when", None)}
    if "who" in inner:
        prepared["who"] = _named(inner, "who", roster)
    if "part" in inner:
        prepared["part"] = inner.choice("part", ("start", "finish"), "start")
    return prepared


def _targets(fields: Fields, key: str, roster: Roster) -> str | tuple[str, ...]:
    value = fields.table[key]
    if isinstance(value, str):
        return _named(fields, key, roster)
    for each in fields.entries(key):
        _check_named(fields, key, each, roster)
    return tuple(str(each) for each in fields.entries(key))


def _named(fields: Fields, key: str, roster: Roster) -> str:
    """The id of a figure, or of a count of them."""
    name = fields.text(key, None)
    _check_named(fields, key, name, roster)
    return name


def _check_named(fields: Fields, key: str, name: object, roster: Roster, others: Collection[str] = ()) -> None:
    if isinstance(name, str) and (roster.is_figure(name) or name in others):
        return
    known = [*roster.mobs, *dict.fromkeys(mob for mob in roster.mobs.values() if mob), *others]
    raise fields.bad(key, f'nobody here is "{name}"' + did_you_mean(near(str(name), known)))


def _anyone(fields: Fields, key: str, roster: Roster) -> str:
    """A figure, a count, a side, or the DM."""
    name = fields.text(key, None)
    _check_named(fields, key, name, roster, (*roster.sides, DM))
    return name


def _weapons() -> list[str]:
    return [each.id for each in all_weapons()]


def _spells() -> list[str]:
    return [each.id for each in all_spells()]


def _devices() -> list[str]:
    return [each.id for each in all_devices()]


def _known(fields: Fields, key: str, own: Sequence[str], table: Callable[[], Sequence[str]]) -> str:
    """An id that somebody in the file brings, or that the table of the books holds."""
    id = fields.text(key, None)
    if id in own or id in table():
        return id
    raise fields.bad(key, f'unknown {key.replace("_", " ")} "{id}"' + did_you_mean(near(id, [*own, *table()])))


def read_roll(raw: Raw, spot: Spot, roster: Roster) -> RollEntry:
    """One [[roll]]."""
    fields = Fields(raw, ROLL_KEYS, spot.name)
    purpose = fields.text("purpose", None)
    if purpose not in PURPOSES:
        raise fields.bad("purpose", f'nothing is rolled for "{purpose}"' + did_you_mean(near(purpose, PURPOSES)))
    return RollEntry(
        round=fields.whole("round", 1, 0, MOST_ROUNDS),
        purpose=purpose,
        by=_anyone(fields, "by", roster) if "by" in fields else "",
        faces=_faces(fields),
        sides=fields.whole("sides", 0, 2, 1000),
        spot=spot,
    )


def _faces(fields: Fields) -> tuple[int, ...]:
    faces = fields.table.get("faces")
    if not isinstance(faces, list) or not 0 < len(faces) <= MOST_FACES:
        raise fields.bad("faces", "must be a list of what the dice show, such as [4]")
    for face in faces:
        if not isinstance(face, int) or isinstance(face, bool) or face < 1:
            raise fields.bad("faces", f"no die shows {face!r}")
    return tuple(faces)


def read_answer(raw: Raw, spot: Spot, roster: Roster, rules: Ruleset, figures: Sequence[Figure]) -> AnswerEntry:
    """One [[answer]]."""
    calling = raw.get("question") == MORALE
    fields = Fields(raw, (*ANSWER_KEYS, *CALL_KEYS) if calling else ANSWER_KEYS, spot.name)
    question = fields.text("question", None)
    known = tuple(dict.fromkeys((*QUESTIONS, *rules.questions)))
    if question in ("declare", "next"):
        raise fields.bad("question", f'"{question}" is answered by [[declare]] or by itself')
    if question not in known:
        raise fields.bad("question", f'nobody asks "{question}"' + did_you_mean(near(question, known)))
    if "choice" not in fields and not (calling and "occasion" in fields):
        raise fields.bad("choice", "is missing")
    round, who = fields.whole("round", 1, 0, MOST_ROUNDS), _anyone(fields, "who", roster)
    if calling:
        return _call(fields, round, who, spot)
    changed = question == "change"
    choice = _changed(fields, roster, figures, rules.order_keys) if changed else _choice(fields, question)
    return AnswerEntry(round=round, question=question, who=who, choice=choice, spot=spot)


def _call(fields: Fields, round: int, who: str, spot: Spot) -> AnswerEntry:
    """An answer on a morale check: yes, no, or the occasion that calls for it; also as a table of all of these."""
    choice = _choice(fields, MORALE) if "choice" in fields else "yes"
    inner = fields.within("choice", choice, ("choice", *CALL_KEYS)) if isinstance(choice, Mapping) else fields
    occasions = tuple(each.id for each in morale_occasions())
    word = inner.text("choice", "yes") if isinstance(choice, Mapping) else choice
    occasion = str(word) if word in occasions else inner.text("occasion", "")
    if occasion and occasion not in occasions:
        raise inner.bad("occasion", f'there is no "{occasion}"' + did_you_mean(near(occasion, occasions)))
    return AnswerEntry(
        round=round,
        question=MORALE,
        who=who,
        choice="yes" if word in occasions else word,
        spot=spot,
        segment=inner.whole_or_none("segment", -100, 100),
        occasion=occasion,
        modifier=inner.whole("modifier", 0, -1000, 1000),
    )


def _changed(fields: Fields, roster: Roster, figures: Sequence[Figure], own: Collection[str]) -> object:
    """What is done instead, in the keys of a declaration; or a word, or an answer as the form has it."""
    value = fields.table["choice"]
    if not isinstance(value, Mapping) or "choice" in value or not {"action", "warn"} & set(value):
        return _choice(fields, "change")
    inner = fields.within("choice", value, ("with", *DEED_KEYS))
    if "action" not in value:
        return {"warn": _named(inner, "warn", roster)}
    deed = {**_deed(inner, roster, figures, own), **_further(inner, roster, figures, own)}
    return {key: each for key, each in deed.items() if each is not False}


def _choice(fields: Fields, question: str) -> object:
    value = fields.table["choice"]
    known = COMMANDS.get(question, ())
    if isinstance(value, Mapping) and known and "command" in value and value["command"] not in known:
        given = value["command"]
        message = f'"{question}" knows no command "{given}"' + did_you_mean(near(str(given), known))
        raise fields.bad("choice.command", message)
    for key, each in value.items() if isinstance(value, Mapping) else ():
        if _lists_a_flag(each):
            raise fields.bad(f"choice.{key}", "holds true or false where a number, a word or a table is wanted")
    if isinstance(value, str | Mapping | list) or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise fields.bad("choice", "must be a word, a whole number or a table")


def _lists_a_flag(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(each, bool) or _lists_a_flag(each) for each in value)


def read_ruling(raw: Raw, spot: Spot, roster: Roster, rules: Ruleset) -> RulingEntry:
    """One [[ruling]]: of a figure or of the encounter itself (who = "dm")."""
    fields = Fields(raw, RULING_KEYS, spot.name)
    who = _anyone(fields, "who", roster)
    known = encounter_rulings(rules.rulings) if who == DM else rules.rulings
    what = ruling(fields.text("what", None), known)
    if what not in known:
        raise fields.bad("what", f'"{what}" cannot be ruled' + did_you_mean(near(what, known)))
    if "value" in fields and "to" in fields:
        raise fields.bad("to", "either a value or a place, not both")
    return RulingEntry(
        round=fields.whole("round", 1, 0, MOST_ROUNDS),
        segment=fields.whole_or_none("segment", -100, 100),
        who=who,
        what=what,
        value=_value(fields, what, rules),
        until=_until(fields),
        note=fields.text("note", ""),
        spot=spot,
    )


def _value(fields: Fields, what: str, rules: Ruleset) -> object:
    """The value; a place stays in feet, as rulings take it. An option is [key, value]."""
    if what == "option":
        return _option(fields, rules)
    if "to" in fields:
        fields.place("to")
        return list(fields.table["to"])  # type: ignore[call-overload]
    if what == "moved" and "value" not in fields:
        raise fields.bad("to", "is missing")
    if what in ("moved", "appears"):
        fields.place("value")
    return fields.table.get("value")


def _until(fields: Fields) -> tuple[int, int] | None:
    value = fields.table.get("until")
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2 or not all(type(each) is int for each in value):
        raise fields.bad("until", "must be [round, segment]")
    return value[0], value[1]


def _option(fields: Fields, rules: Ruleset) -> list[object]:
    value = fields.table.get("value")
    if not isinstance(value, list) or len(value) != 2 or not isinstance(value[0], str):
        raise fields.bad("value", "must be [option, value]")
    with fields.at("value"):
        return [value[0], read_option(rules, value[0], value[1])]
