"""Files that are played in the order in which they stand: ``in_order = true``.

Nothing happens by itself there. Each ``[[declare]]``, ``[[answer]]``, ``[[ruling]]`` and ``[[input]]`` is one input,
given where it stands. An ``[[input]]`` says what the other tables have no words for, in the fields of the input.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rules.kernel.dice import Call
from rules.kernel.documents import DocumentError, read_json
from rules.kernel.effects import GO, NEXT
from rules.kernel.frozen import frozen
from rules.kernel.game import BadInput
from rules.kernel.inputs import (
    Arrive,
    BeginRound,
    CallMorale,
    Change,
    CloseQuestions,
    EndEncounter,
    GiveAnswer,
    GiveFaces,
    Input,
    MakeCall,
    MakeRuling,
)
from rules.kernel.stat_block import StatBlock
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import DM
from rules.scenarios.lines import Lines, ScenarioError, Spot
from rules.statblocks.fields import Fields

Raw = Mapping[str, object]
Make = Callable[[State], Input]
"""Makes the input from the state in which it is given. Raises BadInput."""

MOST_AT_ONCE = 1000
"""The greatest number of questions and dice that are open together, and of steps in one entry."""
MOST_DELAY = 100_000


@frozen
class InputEntry:
    """One ``[[input]]``."""

    kind: str
    make: Make
    spot: Spot
    times: int = 1
    """The number of times that it is given, one after the other."""
    arriving: tuple[str, ...] = ()
    """The combatants that it brings into play, and that were not part of the fight before."""


def find_question(state: State, name: str, who: str, nth: int = 1) -> OpenQuestion:
    """Return the n-th open question of this name that is put to ``who``. Raises BadInput."""
    found = [each for each in state.open if (each.question, each.who) == (name, who)]
    if len(found) < nth:
        raise BadInput(f'"{who}" is not asked "{name}" here', "question")
    return found[nth - 1]


def read_input(raw: Raw, spot: Spot, stat_blocks: Sequence[StatBlock]) -> InputEntry:
    """Read one [[input]]. Raises BadEntry."""
    kind = raw.get("kind")
    known = _READERS.get(kind) if isinstance(kind, str) else None
    if known is None:
        fields = Fields(raw, tuple(raw), spot.name)
        raise fields.make_error("kind", f"must be one of {', '.join(_READERS)}")
    keys, read = known
    fields = Fields(raw, ("kind", *keys), spot.name)
    arriving = tuple(str(each) for each in fields.read_list("who")) if kind == "arrive" else ()
    times = fields.read_whole("times", 1, 1, MOST_AT_ONCE) if "times" in keys else 1
    return InputEntry(str(kind), read(fields, stat_blocks), spot, times, arriving)


def list_in_order(lines: Lines, spots: Sequence[Spot]) -> tuple[Spot, ...]:
    """Return the spots of entries as they stand in the file.

    Raises ScenarioError where a text of several lines looks like a table.
    """
    by_place = {(spot.table, spot.nth): spot for spot in spots}
    found = [by_place[place] for place in lines.list_tables() if place in by_place]
    if len(found) != len(by_place):
        raise ScenarioError(lines.file, 1, "in_order", "the order of the tables is not plain: write texts on one line")
    return tuple(found)


# A reader for each kind of input.


def _read_begin(fields: Fields, _: Sequence[StatBlock]) -> Make:
    return lambda state: BeginRound()


def _read_next(fields: Fields, _: Sequence[StatBlock]) -> Make:
    return lambda state: GiveAnswer(find_question(state, NEXT, DM).token, GO, DM)


def _read_answer(fields: Fields, _: Sequence[StatBlock]) -> Make:
    question, who = fields.read_text("question", None), fields.read_text("who", None)
    nth = fields.read_whole("nth", 1, 1, MOST_AT_ONCE)
    answer = _read_literal(fields, "answer")
    if not isinstance(answer, Mapping):
        raise fields.make_error("answer", "must be a table of the fields of the question's form")
    by, delay = _read_any_text(fields, "by", DM), fields.read_whole("delay", 0, 0, MOST_DELAY)
    paused = fields.read_flag("paused")

    def make(state: State) -> Input:
        return GiveAnswer(find_question(state, question, who, nth).token, answer, by, delay, paused)

    return make


def _read_dice(fields: Fields, _: Sequence[StatBlock]) -> Make:
    who, nth = fields.read_text("who", None), fields.read_whole("nth", 1, 1, MOST_AT_ONCE)
    faces = _read_wholes(fields, "faces") if "faces" in fields else None
    by = _read_any_text(fields, "by", DM)

    def make(state: State) -> Input:
        found = [each for each in state.open_rolls if each.by == who]
        if len(found) < nth:
            raise BadInput(f'"{who}" is not asked for dice here', "who")
        return GiveFaces(found[nth - 1].token, faces, by)

    return make


def _read_close(fields: Fields, _: Sequence[StatBlock]) -> Make:
    who = fields.read_text("who")
    return lambda state: CloseQuestions(who)


def _read_rule(fields: Fields, _: Sequence[StatBlock]) -> Make:
    listed = _read_literal(fields, "changes")
    if not isinstance(listed, list) or not listed or not all(isinstance(each, Mapping) for each in listed):
        raise fields.make_error("changes", 'must be a list of tables such as { who = "a", what = "hp", value = 3 }')
    changes = tuple(_read_change(fields.make_inner("changes", each, CHANGE_KEYS)) for each in listed)
    note, secret = _read_any_text(fields, "note", ""), fields.read_flag("secret")
    return lambda state: MakeRuling(changes, note, secret)


CHANGE_KEYS = ("who", "what", "value", "until", "by")


def _read_change(fields: Fields) -> Change:
    until = _read_wholes(fields, "until") if fields.table.get("until") is not None else None
    if until is not None and len(until) != 2:
        raise fields.make_error("until", "must be [round, segment]")
    by = fields.table.get("by")
    if by is not None and type(by) is not int:
        raise fields.make_error("by", "must be a whole number")
    return Change(
        fields.read_text("who", None),
        fields.read_text("what", None),
        fields.table.get("value"),
        (until[0], until[1]) if until is not None else None,
        by,
    )


def _read_morale(fields: Fields, _: Sequence[StatBlock]) -> Make:
    given = CallMorale(
        fields.read_text("who", None), fields.read_text("occasion"), fields.read_whole("modifier", 0, -1000, 1000)
    )
    return lambda state: given


CALL_KEYS = ("who", "save", "dice", "modifier", "at_least", "at_most", "why", "follows", "secret")


def _read_call(fields: Fields, _: Sequence[StatBlock]) -> Make:
    call = Call(
        who=_read_ids(fields),
        save=fields.read_text("save"),
        dice=fields.read_text("dice"),
        modifier=fields.read_whole("modifier", 0, -1000, 1000),
        at_least=fields.read_whole_or_none("at_least", -100_000, 100_000),
        at_most=fields.read_whole_or_none("at_most", -100_000, 100_000),
        why=_read_any_text(fields, "why", ""),
        follows=_read_any_text(fields, "follows", ""),
        secret=fields.read_flag("secret"),
    )
    return lambda state: MakeCall(call)


def _read_arrive(fields: Fields, stat_blocks: Sequence[StatBlock]) -> Make:
    known = {each.id: each for each in stat_blocks}
    ids, note = _read_ids(fields), _read_any_text(fields, "note", "")
    for id in ids:
        if id not in known:
            raise fields.make_error("who", f'nobody here is "{id}"')
    return lambda state: Arrive(tuple(known[id] for id in ids), note)


def _read_early(fields: Fields, _: Sequence[StatBlock]) -> Make:
    ids, note = _read_ids(fields), _read_any_text(fields, "note", "")

    def make(state: State) -> Input:
        coming = {each.id: each for each in state.coming}
        for id in ids:
            if id not in coming:
                raise BadInput(f'"{id}" is not awaited here', "who")
        return Arrive(tuple(replace(coming[id], start=replace(coming[id].start, wave=0)) for id in ids), note)

    return make


def _read_end(fields: Fields, _: Sequence[StatBlock]) -> Make:
    note = _read_any_text(fields, "note", "")
    return lambda state: EndEncounter(note)


_READERS: Mapping[str, tuple[tuple[str, ...], Callable[[Fields, Sequence[StatBlock]], Make]]] = {
    "begin": ((), _read_begin),
    "next": (("times",), _read_next),
    "answer": (("question", "who", "nth", "answer", "by", "delay", "paused"), _read_answer),
    "dice": (("who", "nth", "faces", "by"), _read_dice),
    "close": (("who",), _read_close),
    "rule": (("changes", "note", "secret"), _read_rule),
    "morale": (("who", "occasion", "modifier"), _read_morale),
    "call": (CALL_KEYS, _read_call),
    "arrive": (("who", "note"), _read_arrive),
    "early": (("who", "note"), _read_early),
    "end": (("note",), _read_end),
}
"""The keys and the reader of each kind: the next round begins; the DM goes on; an answer in the fields of its form;
faces of real dice; questions are closed; a ruling of several changes; a morale check; dice that the DM calls for;
combatants arrive; one arrives before its wave; the fight ends.
"""


def _read_literal(fields: Fields, key: str) -> object:
    """Return a value as it is written, or as JSON in a text: TOML has no word for nothing."""
    value = fields.table.get(key)
    if not isinstance(value, str):
        return value
    try:
        return read_json(value)
    except DocumentError as error:
        raise fields.make_error(key, str(error)) from error


def _read_any_text(fields: Fields, key: str, default: str) -> str:
    """Return a text that may be empty."""
    return "" if fields.table.get(key) == "" else fields.read_text(key, default)


def _read_ids(fields: Fields) -> tuple[str, ...]:
    ids = fields.read_list("who")
    if not ids or not all(isinstance(each, str) for each in ids):
        raise fields.make_error("who", "must be a list of ids")
    return tuple(str(each) for each in ids)


def _read_wholes(fields: Fields, key: str) -> tuple[int, ...]:
    value = fields.table.get(key)
    if not isinstance(value, list) or not all(type(each) is int for each in value):
        raise fields.make_error(key, "must be a list of whole numbers")
    return tuple(value)
