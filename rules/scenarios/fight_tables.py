"""The tables of a scenario file that plays a fight again, input for input.

Where the tables of the format say an input exactly, it is a ``[[declare]]``, ``[[answer]]`` or ``[[ruling]]``: what is
written is read again and compared. Everything else is an ``[[input]]``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, fields, is_dataclass

from rules.kernel import events as e
from rules.kernel.apply import apply, drop_taken_back
from rules.kernel.codec import BadData, encode_input, encode_text, normalise_input
from rules.kernel.dice import FaceKey
from rules.kernel.effect_entries import EFFECTS
from rules.kernel.effects import GO, NEXT
from rules.kernel.frozen import frozen
from rules.kernel.inputs import (
    SECONDS_IN_A_SEGMENT,
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
    TakeBack,
)
from rules.kernel.map_plan import NO_PLAN, MapPlan
from rules.kernel.record import Record, ShownFaces, get_taken_back_to
from rules.kernel.stat_block import StatBlock
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import DM, Setting
from rules.procedures import get_ruleset, split_layer
from rules.scenarios.answering import write_choice
from rules.scenarios.declaring import write_deed
from rules.scenarios.dice import list_keys
from rules.scenarios.entries import read_answer, read_declaration, read_ruling
from rules.scenarios.lines import Lines, Spot
from rules.scenarios.map_table import read_map_plan
from rules.scenarios.parse import IN_ORDER, STORED, make_roster
from rules.scenarios.scripted_inputs import make_answer_in_order, make_declaration
from rules.scenarios.toml_text import write_literal, write_table
from rules.statblocks import build_stat_blocks
from rules.statblocks.effect_rows import read_effects

Raw = Mapping[str, object]


@frozen
class FileTable:
    """One table of a file."""

    header: str
    """Its header, such as "[encounter]" or "[[declare]]"; "" for the head of the file."""
    keys: Raw

    def write(self) -> str:
        """Return its text. Raises Unwritable."""
        return write_table(self.header, self.keys)


@frozen
class PreparedTables:
    """The tables of a fight as the DM prepared it, from which its opening was made."""

    combatants: Sequence[Raw] = ()
    effects: Sequence[Raw] = ()
    map: Raw = field(default_factory=dict)


def list_tables(opening: e.EncounterOpened, records: Sequence[Record], prepared: PreparedTables) -> list[FileTable]:
    """Return the tables of a file that plays a fight again.

    ``records`` is the whole log from its first input on. What was taken back is left out.
    """
    return list(_Tables(opening, records, prepared).list_all())


class _Tables:
    def __init__(self, opening: e.EncounterOpened, records: Sequence[Record], prepared: PreparedTables) -> None:
        self.opening = opening
        self.prepared = prepared
        self.live = drop_taken_back(records, get_taken_back_to)
        self.rules = get_ruleset(opening.ruleset)
        arrived = [
            each
            for record in self.live
            if isinstance(record.input, Arrive)
            for each in record.input.stat_blocks
            if each.id not in {one.id for one in opening.stat_blocks}
        ]
        self.everyone = (*opening.stat_blocks, *arrived)
        self.roster = make_roster(self.everyone)
        self.state: State = opening.open()
        self.shown = ShownFaces()
        for record in records:
            self.shown.remember(record.position, record.input, record.events)
        self.asked: set[tuple[int, FaceKey]] = set()
        """Dice that somebody was asked for, though perhaps they had been shown when they fell."""
        self.steps = 0
        """The times that the DM went on since the last other input."""

    def list_all(self) -> Iterator[FileTable]:
        """Yield every table in the order of the file."""
        yield from self._list_opening()
        yield from self._list_inputs()
        yield from (FileTable("[[roll]]", each) for each in self._list_rolls())

    # The opening.

    def _list_opening(self) -> Iterator[FileTable]:
        opening = self.opening
        layer, base = split_layer(opening.ruleset)
        head: dict[str, object] = {"ruleset": layer, **({"over": base} if base else {})}
        head |= {"title": opening.title} if opening.title.strip() else {}
        yield FileTable(
            "", head | {IN_ORDER: True} | {key: opening.notes[key] for key in (EFFECTS,) if key in opening.notes}
        )
        if opening.options:
            yield FileTable("[options]", opening.options)
        notes = {key: each for key, each in opening.notes.items() if key != EFFECTS}
        yield FileTable("[encounter]", {"setting": opening.setting, **notes})
        if (plan := opening.plan or NO_PLAN) != NO_PLAN:
            yield FileTable("[map]", self._describe_map(plan))
        yield from (FileTable("[[combatant]]", each) for each in self._list_combatants())
        yield from (FileTable("[[effect]]", each) for each in self._list_effects())

    def _list_combatants(self) -> Iterator[Raw]:
        """Yield the tables of all combatants.

        They are as prepared where that gives the same today, else as stored.
        """
        prepared = {built[0].id: (raw, built) for raw, built in self._list_prepared()}
        left = list(self.everyone)
        while left:
            raw, built = prepared.get(left[0].id, ({}, ()))
            if built and left[: len(built)] == built:
                yield raw
                left = left[len(built) :]
            else:
                stat_block = left.pop(0)
                yield {"id": stat_block.id, "side": stat_block.side, STORED: encode_text(stat_block)}

    def _list_prepared(self) -> Iterator[tuple[Raw, list[StatBlock]]]:
        for raw in self.prepared.combatants:
            try:
                write_table("", raw)
                yield raw, list(build_stat_blocks(raw, setting=Setting(self.opening.setting)))
            except ValueError:
                continue

    def _list_effects(self) -> Iterator[Raw]:
        try:
            is_same = read_effects(self.prepared.effects, self.everyone) == self.opening.effects
        except ValueError:
            is_same = False
        if is_same:
            yield from self.prepared.effects
        else:
            yield from ({STORED: encode_text(each)} for each in self.opening.effects)

    def _describe_map(self, plan: MapPlan) -> Raw:
        try:
            is_same = read_map_plan(self.prepared.map) == plan
        except ValueError:
            is_same = False
        return self.prepared.map if is_same else {STORED: encode_text(plan)}

    # The inputs.

    def _list_inputs(self) -> Iterator[FileTable]:
        for record in self.live:
            if isinstance(record.input, BeginRound):
                yield from self._list_steps()
                yield FileTable(f"# Round {_find_round(record)}", {})
            if self._is_step(record.input):
                self.steps += 1
            elif not isinstance(record.input, TakeBack):
                yield from self._list_steps()
                yield self._make_input(record.input)
            for event in record.events:
                self.state = apply(event, self.state)
            if any(isinstance(event, e.DiceAsked) for event in record.events):
                self.asked.update(self._list_asked(record.position))
        yield from self._list_steps()

    def _is_step(self, given: Input) -> bool:
        question = self.state.question(given.token) if isinstance(given, GiveAnswer) else None
        return (
            isinstance(given, GiveAnswer)
            and question is not None
            and (question.question, question.who, given.by, given.delay) == (NEXT, DM, DM, 0)
            and given.answer == GO
        )

    def _list_steps(self) -> Iterator[FileTable]:
        steps, self.steps = self.steps, 0
        if steps:
            yield FileTable("[[input]]", {"kind": NEXT, **({"times": steps} if steps > 1 else {})})

    def _make_input(self, given: Input) -> FileTable:
        if isinstance(given, GiveAnswer):
            return self._make_answer(given)
        ruling = self._make_ruling(given) if isinstance(given, MakeRuling) else None
        return ruling or FileTable("[[input]]", self._list_literal(given))

    def _make_answer(self, given: GiveAnswer) -> FileTable:
        question = self.state.question(given.token)
        assert question is not None, "an answer was given to an open question"
        for table in self._list_forms(given, question):
            if self._is_saying(table, given):
                return table
        alike = [each for each in self.state.open if (each.question, each.who) == (question.question, question.who)]
        literal = {"question": question.question, "who": question.who, "nth": 1 + alike.index(question)}
        literal |= {"answer": write_literal(given.answer), "by": given.by, "delay": given.delay, "paused": given.paused}
        return FileTable("[[input]]", {"kind": "answer"} | _drop_usual(literal, nth=1, by=DM, delay=0, paused=False))

    def _list_forms(self, given: GiveAnswer, question: OpenQuestion) -> Iterator[FileTable]:
        """Yield the tables that may say this answer."""
        head: dict[str, object] = {"round": max(self.state.round, 0)}
        by = {"by": given.by} if given.by != DM else {}
        if "action" in given.answer:
            paused = {"paused_seconds": 1} if given.paused else {}
            seconds = given.delay * SECONDS_IN_A_SEGMENT + given.paused
            delay = {"delay_seconds": seconds, **paused} if seconds else {}
            for change in ({}, {"change": True}):
                deed = {**change, **write_deed(given.answer, self.rules.file_words)}
                yield FileTable("[[declare]]", {**head, "who": question.who, **deed, **delay, **by})
        choice = write_choice(given.answer, self.rules.file_words)
        asked = {"question": question.question, "who": question.who}
        yield FileTable("[[answer]]", {**head, **asked, "choice": choice, **by})

    def _is_saying(self, table: FileTable, given: GiveAnswer) -> bool:
        """Return whether a table is read as this very answer."""
        spot = Spot(Lines("", ""), "")
        try:
            table.write()
            if table.header == "[[declare]]":
                further = self.rules.file_words.order_keys
                entry = read_declaration(table.keys, spot, self.roster, self.everyone, further, in_order=True)
                made: Input = make_declaration(self.state, entry)
            else:
                answer = read_answer(table.keys, spot, self.roster, self.rules, self.everyone, in_order=True)
                made = make_answer_in_order(self.state, answer)
        except (ValueError, LookupError, TypeError):
            return False
        return _is_same_input(made, given)

    def _make_ruling(self, given: MakeRuling) -> FileTable | None:
        """Return the ``[[ruling]]`` that says a ruling exactly, or None."""
        change = given.changes[0]
        if len(given.changes) > 1 or given.secret or change.by is not None or change.what == "appears":
            return None
        raw: dict[str, object] = {"round": max(self.state.round, 0)}
        raw |= {"segment": self.state.clock} if self.state.clock is not None else {}
        raw |= {"who": change.who, "what": change.what, "value": change.value, "note": given.note}
        raw |= {"until": list(change.until)} if change.until is not None else {}
        table = FileTable("[[ruling]]", {key: each for key, each in raw.items() if each is not None and each != ""})
        try:
            table.write()
            entry = read_ruling(table.keys, Spot(Lines("", ""), ""), self.roster, self.rules)
        except (ValueError, LookupError, TypeError):
            return None
        made = MakeRuling((Change(entry.who, entry.what, entry.value, entry.until),), entry.note)
        return table if _is_same_input(made, given) else None

    def _list_literal(self, given: Input) -> Raw:
        """Return the keys of an ``[[input]]``."""
        match given:
            case BeginRound():
                return {"kind": "begin"}
            case GiveFaces():
                return self._list_dice(given)
            case CloseQuestions():
                return {"kind": "close", **_drop_usual({"who": given.who}, who="")}
            case MakeRuling():
                changes = [_list_set_fields(each) for each in given.changes]
                usual = {"note": given.note, "secret": given.secret}
                return {"kind": "rule", "changes": write_literal(changes), **_drop_usual(usual, note="", secret=False)}
            case CallMorale():
                usual = {"occasion": given.occasion, "modifier": given.modifier}
                return {"kind": "morale", "who": given.who, **_drop_usual(usual, occasion="", modifier=0)}
            case MakeCall():
                return {"kind": "call", **_list_set_fields(given.call)}
            case Arrive():
                coming = {each.id for each in self.state.coming}
                kind = "early" if all(each.id in coming for each in given.stat_blocks) else "arrive"
                ids = [each.id for each in given.stat_blocks]
                return {"kind": kind, "who": ids, **_drop_usual({"note": given.note}, note="")}
            case EndEncounter():
                return {"kind": "end", **_drop_usual({"note": given.note}, note="")}
        raise AssertionError(f"{given} is written elsewhere")

    def _list_dice(self, given: GiveFaces) -> Raw:
        roll = next(each for each in self.state.open_rolls if each.token == given.token)
        alike = [each for each in self.state.open_rolls if each.by == roll.by]
        faces = {} if given.faces is None else {"faces": list(given.faces)}
        usual = _drop_usual({"nth": 1 + alike.index(roll), "by": given.by}, nth=1, by=DM)
        return {"kind": "dice", "who": roll.by, **faces, **usual}

    # The dice.

    def _list_asked(self, position: int) -> Iterator[tuple[int, FaceKey]]:
        """Yield the dice that people are asked for: the first that were not shown before."""
        after = dict(self.state.counts)
        for roll in self.state.open_rolls:
            kind, round = (roll.purpose, roll.by, roll.sides), max(self.state.round, 0)
            while any(keys := [(round, (*kind, after.get(kind, 0) + at)) for at in range(roll.count)]):
                after[kind] = after.get(kind, 0) + roll.count
                if not any(self.shown.find_before(position, *key) for key in keys):
                    yield from keys
                    break

    def _list_rolls(self) -> Iterator[Raw]:
        """Yield a ``[[roll]]`` for the faces of each kind in each round, typed ones among them."""
        faces: dict[tuple[int, FaceKey], tuple[int, bool]] = {}
        for record in self.live:
            for event in record.events:
                for rolled in event.rolls:
                    keys = [(event.round, key) for key in list_keys(rolled)]
                    known = any(self.shown.find_before(record.position, *key) is not None for key in keys)
                    was_shown = known and keys[0] not in self.asked
                    faces.update({key: (face, was_shown) for key, face in zip(keys, rolled.faces, strict=True)})
        yield from _join_faces(faces)


def _find_round(record: Record) -> int:
    return next((event.round for event in record.events if isinstance(event, e.RoundBegan)), 0)


def _drop_usual(table: Raw, **usual: object) -> dict[str, object]:
    """Return a table without the values that its reader assumes."""
    return {key: each for key, each in table.items() if key not in usual or each != usual[key]}


def _list_set_fields(thing: object) -> dict[str, object]:
    """Return the fields of a record that have another value than they have by themselves."""
    assert is_dataclass(thing)
    found = {each.name: (getattr(thing, each.name), each.default) for each in fields(thing)}
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, (value, default) in found.items()
        if value is not None and value != default
    }


def _is_same_input(made: Input, given: Input) -> bool:
    try:
        return encode_input(normalise_input(made)) == encode_input(normalise_input(given))
    except BadData:
        return False


def _join_faces(faces: Mapping[tuple[int, FaceKey], tuple[int, bool]]) -> Iterator[Raw]:
    kinds: dict[tuple[int, str, str, int], dict[int, tuple[int, bool]]] = {}
    for (round, (purpose, by, sides, n)), face in faces.items():
        kinds.setdefault((round, purpose, by, sides), {})[n] = face
    for (round, purpose, by, sides), found in kinds.items():
        expected = 0
        for numbers in _split_runs(sorted(found), {n: seen for n, (_, seen) in found.items()}):
            first = {} if numbers[0] == expected else {"first": numbers[0]}
            seen = {"shown": True} if found[numbers[0]][1] else {}
            expected = numbers[-1] + 1
            row = {"round": round, "purpose": purpose, "by": by, "sides": sides}
            yield {**row, **first, "faces": [found[n][0] for n in numbers], **seen}


def _split_runs(numbers: Sequence[int], sort: Mapping[int, bool]) -> Iterator[list[int]]:
    """Yield stretches of numbers without a gap, and of one sort each."""
    run: list[int] = []
    for n in numbers:
        if run and (n != run[-1] + 1 or sort[n] != sort[run[-1]]):
            yield run
            run = []
        run.append(n)
    if run:
        yield run
