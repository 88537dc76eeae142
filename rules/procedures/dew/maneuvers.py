"""Maneuvers: five ways to change one range, with their checks and falls (1.2.3M)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from rules.kernel.effects import Answer, Roll, Rolled
from rules.kernel.event import Voice
from rules.kernel.events import Event
from rules.kernel.form_fields import Choice, Field, MadeWhenRead, Number, OneOf, Refusal, Text
from rules.kernel.frozen import frozen
from rules.kernel.procedure import Play, Table
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import CombatantId
from rules.kernel.visibility import Audience, Doer, Face, Open, show_to_own_needed
from rules.procedures.dew.answers import read_changes, read_number
from rules.procedures.dew.beats import Beat, Shift
from rules.procedures.dew.borrowing import cite_maneuver
from rules.procedures.dew.choices import list_named
from rules.procedures.dew.combat_option import ANY, Act, Blow, Chooser, CombatOption
from rules.procedures.dew.consultation import Reason, consult, list_ruling_fields, make_dm_changes
from rules.procedures.dew.posture import FellDown, Rose
from rules.procedures.dew.ranges import FAR, RangeChanged, get_range, sort_by_roster
from rules.procedures.dew.refusals import NOT_ALERT, REFUSED, SELF_TARGET, Message, refuse
from rules.procedures.dew.rulings import PAIR
from rules.procedures.dew.state import NextRulings, Pair, make_pair
from rules.procedures.dew.terms import get_attributes, get_dew, get_name, get_settings, ids, list_present, with_part

RANGE_1_6 = Message("The new range is 1 to {most}.")
NOT_FALLEN = Message("{target} has not fallen.")
NOT_OPPONENT = Message("{target} is on the same side.")
DM_FORBIDS = Message("The DM ruled this out: {text}.")


@dataclass(slots=True, kw_only=True)
class DxChecked(Event):
    """A dexterity check: its kind, the die, the face, and whether it succeeded."""

    audience = Audience.PERCEIVERS

    who: Doer
    check: Open[str]
    """The kind: close, open or fall."""
    sides: Open[int]
    """The sides of the die."""
    needed: Annotated[int, show_to_own_needed(0)]
    """The number that the face must not exceed."""
    face: Face[int]
    made: Open[bool]

    def apply(self, state: State) -> State:
        return with_part(state, self.who, NextRulings, fall_die=0) if self.check == "fall" else state

    def narrate(self, voice: Voice) -> str:
        what = {"fall": "to stay up"}.get(self.check, f"to {self.check} quickly")
        ends = voice.verb(self.who, "succeeds") if self.made else voice.verb(self.who, "fails")
        return f"{voice.does(self.who, 'tries', 'try')} {what} and {ends}."


BUNGLED = 91
"""The lowest D100 roll with which a check changes no range, and may end in a fall."""

FORBIDDEN = "1.2.3Mg"


@frozen
class CheckClauses:
    """The clauses of a maneuver's DX check."""

    made: str
    missed: str
    bungled: str
    fall: str
    """The further check after a bungled one, to stay up."""


@frozen
class Kind:
    """One of the ways to maneuver."""

    id: str
    effect: str
    """In a few words what it does."""
    verb: tuple[str, str, str]
    """The verb, the words after it, and the word before the other's name."""
    mark: str
    """Its words in the drawing of the round."""
    by: int = 0
    """-1 to come nearer, 1 to go further away, 0 to change the range to any other."""
    clause: str = ""
    """The clause of its effect, where it takes no check."""
    check: CheckClauses | None = None
    """The DX check that it takes, whatever range the DM allows."""

    @property
    def label(self) -> str:
        return self.id.replace("_", " ").capitalize()


CHANGE_RANGE = Kind(
    "change_range",
    "to one who has fallen: any range from 1 to 6",
    ("changes", " the range", "to"),
    "changes range",
    clause="1.2.3M.5b",
)
KINDS = (
    Kind(
        "close",
        "2 nearer if the DX check is made, else 1; from 91 on none, and you may fall",
        ("closes", "", "on"),
        "closes",
        by=-1,
        check=CheckClauses("1.2.3M.1a", "1.2.3M.1b", "1.2.3M.1c", "1.2.3M.1d"),
    ),
    Kind(
        "open",
        "2 further if the DX check is made, else 1; from 91 on none, and you may fall",
        ("backs", " away", "from"),
        "opens",
        by=1,
        check=CheckClauses("1.2.3M.2a", "1.2.3M.2b", "1.2.3M.2c", "1.2.3M.2d"),
    ),
    Kind(
        "step_close",
        "1 nearer, without a check",
        ("steps", " up", "to"),
        "steps closer",
        by=-1,
        clause="1.2.3M.3a",
    ),
    Kind(
        "step_open",
        "1 further, without a check",
        ("steps", " back", "from"),
        "steps back",
        by=1,
        clause="1.2.3M.4a",
    ),
    CHANGE_RANGE,
)
"""The ways to maneuver, in the text's order."""

_BY_ID = {each.id: each for each in KINDS}
UNSEEN = Kind("", "", ("maneuvers", "", "by"), "maneuver")
"""A way that a viewer was not shown."""


def _list_maneuver_choices(state: State, question: OpenQuestion) -> Sequence[Choice]:
    return (
        Choice("cap", "As far as maneuvers go"),
        Choice(
            "allow",
            "To a range of",
            then=lambda: (Number("result_range", "Range", 1, 999), *list_ruling_fields(state)),
        ),
        Choice("forbid", "Impossible", then=lambda: (Text("text", "Why"),)),
    )


BEYOND = Reason(
    "maneuver",
    "How far does it lead?",
    "{by} maneuvers further than the rules say.",
    "how far that leads",
    {"command": "cap"},
    _list_maneuver_choices,
    ("cap", "allow", "forbid"),
)


class Maneuver(CombatOption):
    """Clause 1.2.3M."""

    id, label, verb, blows, also_cited = "maneuver", "Maneuver", ("maneuvers", "maneuver"), ANY, ("1.2.3Mi",)
    is_retold = True
    events = (DxChecked,)
    reasons = (BEYOND,)
    purposes = ("dx.close", "dx.open", "dx.fall")

    def build_clause(self, voice: Voice, who: str, given: Mapping[str, object]) -> str:
        verb, rest, word = _BY_ID.get(str(given.get("kind", "")), UNSEEN).verb
        return f"{voice.does(who, verb)}{rest}{voice.on(list_named(given, 'other'), word)}"

    def find_mark(self, given: Mapping[str, object]) -> str:
        return _BY_ID.get(str(given.get("kind", "")), UNSEEN).mark

    def describe_effect(self, chooser: Chooser) -> str:
        return "close, open, step"

    def find_refusal(self, chooser: Chooser) -> Refusal | None:
        """Return its refusal: the combatant is not alert, the DM forbids it, or no blow is left."""
        if not chooser.kept.body.alert:
            usual = "1.2.3Mb"
            clause = cite_maneuver(chooser.state, usual) if chooser.borrowed else usual
            return refuse(NOT_ALERT, clause, usual, who=chooser.name)
        if forbidden := chooser.kept.ruled.forbidden:
            return refuse(DM_FORBIDS, FORBIDDEN, text=forbidden)
        return chooser.forbid_blow("1.2.3Ma", blow="")

    def list_fields(self, chooser: Chooser) -> tuple[Field, ...]:
        kinds = [
            Choice(each.id, each.label, each.effect, then=partial(self._list_kind_fields, chooser, each))
            for each in KINDS
        ]
        return (OneOf("kind", "Which way?", kinds),)

    def _list_kind_fields(self, chooser: Chooser, kind: Kind) -> tuple[Field, ...]:
        others = MadeWhenRead(list_present(chooser.state), partial(self._build_other_choice, chooser, kind))
        to = (Number("new_range", "New range", 0, 999),) if kind is CHANGE_RANGE else ()
        return OneOf("other", "Who?", others, unlisted=chooser.forbid_absent), *to, chooser.build_blow_field()

    def _build_other_choice(self, chooser: Chooser, kind: Kind, other: CombatantId) -> Choice:
        state, who = chooser.state, chooser.who
        if other == who:
            return Choice(other, chooser.name, refusal=refuse(SELF_TARGET, REFUSED, who=chooser.name))
        refusal: Refusal | None = None
        if kind is CHANGE_RANGE:
            target = get_name(state, other)
            if state.combatants[other].side == state.combatants[who].side:
                refusal = refuse(NOT_OPPONENT, "1.2.3M.5a", target=target)
            elif not get_dew(state, other).body.fallen:
                refusal = refuse(NOT_FALLEN, "1.2.3M.5a", target=target)
        return Choice(other, f"{get_name(state, other)} ({get_range(state, who, other)})", refusal=refusal)

    def forbid_answer(self, chooser: Chooser, answer: Answer) -> Refusal | None:
        if answer.get("kind") != CHANGE_RANGE.id:
            return None
        most, to = get_settings(chooser.state).range_max, read_number(answer, "new_range")
        return refuse(RANGE_1_6, "1.2.3M.5b", most=most) if not 1 <= to <= most else None

    def list_blows(self, chooser: Chooser, answer: Answer) -> list[Blow]:
        return [(chooser.choose_blow(answer), ("1.2.3Ma", "1.2d"))]

    def consult_before(self, table: Table, who: CombatantId, answer: Answer) -> Play:
        """Ask the DM about a range beyond the greatest, or about opening from the greatest."""
        kind, other = _BY_ID[str(answer["kind"])], str(answer["other"])
        apart, most = get_range(table.state, who, other), get_settings(table.state).range_max
        if apart < most or (apart == most and kind.by != 1):
            return {}
        facts = {"range": apart, "maneuver": kind.id}
        dm_answer = yield from consult(table, BEYOND, ("1.2.3Me",), who=who, target=other, facts=facts)
        if dm_answer["command"] == "forbid":
            return Refusal(ids(FORBIDDEN)[0], f"The DM ruled this out: {dm_answer.get('text') or 'not possible here'}.")
        return dm_answer

    def resolve(self, act: Act) -> Play:
        """Change the range to another combatant; after a bungled check no range changes."""
        table, who, beat, dm_answer = act.table, act.who, act.beat, act.dm_answer
        kind, other = _BY_ID[str(act.answer["kind"])], str(act.answer["other"])
        most = get_settings(table.state).range_max
        apart, capped = get_range(table.state, who, other), dm_answer.get("command") == "cap" and kind.by
        if capped and apart > most:
            dm_answer = {"command": "cap", "result_range": apart if kind.by == 1 else most}
        made, face, cited = True, 0, kind.clause
        if kind.check is not None:
            made, face, cited = yield from _check(table, who, kind.id, kind.check)
        if kind.check is not None and face >= BUNGLED:
            yield from _check_fall(table, who, kind, kind.check.fall, beat)
        elif "result_range" in dm_answer:
            yield from _set_dm_ranges(table, who, other, beat, dm_answer)
        elif kind is CHANGE_RANGE:
            yield from _change_to(table, who, other, read_number(act.answer, "new_range"), beat)
        else:
            points = 2 if kind.check is not None and made else 1
            yield from _change_by(table, who, other, points, beat, kind, cited)


def _check(table: Table, who: CombatantId, kind: str, clauses: CheckClauses) -> Play:
    rolled: Rolled = yield Roll(f"dx.{kind}", who, 1, 100)
    needed, face = get_attributes(table.state, who).dx, rolled.total
    made = face <= needed and face < BUNGLED
    cited = clauses.bungled if face >= BUNGLED else clauses.made if made else clauses.missed
    fallen = ("1.2.3Mk",) if get_dew(table.state, who).body.fallen else ()
    yield DxChecked(
        who=who, check=kind, sides=100, needed=needed, face=face, made=made, rolls=(rolled,),
        clauses=ids(cited, "1.2.3Ge", *fallen),
    )  # fmt: skip
    return made, face, cited


def _check_fall(table: Table, who: CombatantId, kind: Kind, clause: str, beat: Beat) -> Play:
    """Make a standing combatant check for a fall; no range changes, the fallen stay down."""
    each = get_dew(table.state, who)
    if each.body.fallen:
        return
    sides = each.ruled.fall_die or get_settings(table.state).get_fall_die(opens=kind.by == 1)
    rolled: Rolled = yield Roll("dx.fall", who, 1, sides)
    needed = get_attributes(table.state, who).dx
    stood = rolled.total <= needed
    cited = ids(clause, "1.2.3Ge", *(["1.2.3M.1e"] if each.ruled.fall_die else []))
    yield DxChecked(
        who=who, check="fall", sides=sides, needed=needed, face=rolled.total, made=stood, rolls=(rolled,), clauses=cited
    )
    if not stood:
        yield from beat.happen(lambda: _fall(who, clause))


def _fall(who: CombatantId, clause: str) -> Play:
    yield FellDown(who=who, why="maneuver", clauses=ids(clause))


def _change_by(
    table: Table, who: CombatantId, other: CombatantId, points: int, beat: Beat, kind: Kind, clause: str
) -> Play:
    """Change a range by points; rising takes the place of the first point (1.2.3Mf)."""
    if get_dew(table.state, who).body.fallen:
        checked = ("1.2.3Mk",) if kind.check is not None else ()
        yield from beat.happen(lambda: _rise(who, checked))
        points -= 1
    if points:
        yield from _shift(table, beat, Shift(who, other, kind.by * points, kind.id, (clause,)))


def _change_to(table: Table, who: CombatantId, other: CombatantId, to: int, beat: Beat) -> Play:
    """Change a range to any value; rising takes the place of the first point (1.2.3Mf)."""
    apart = get_range(table.state, who, other)
    if get_dew(table.state, who).body.fallen:
        yield from beat.happen(lambda: _rise(who, ()))
        to -= (to > apart) - (to < apart)
    yield from _shift(table, beat, Shift(who, other, 0, CHANGE_RANGE.id, (CHANGE_RANGE.clause,), to))


def _rise(who: CombatantId, clauses: tuple[str, ...]) -> Play:
    yield Rose(who=who, clauses=ids("1.2.3Mf", *clauses))


def _shift(table: Table, beat: Beat, shift: Shift) -> Play:
    if beat.held is not None:
        beat.held.shifts.append(shift)
        return
    yield from apply_shifts(table, [shift], ())


def apply_shifts(table: Table, shifts: Sequence[Shift], together: tuple[str, ...]) -> Play:
    """Apply changes of ranges, those of one pair added up (1.1.3g, 1.2.3Md, Mj).

    A range stays between the least and the greatest that maneuvers reach.
    """
    pairs: dict[Pair, list[Shift]] = {}
    for each in shifts:
        pairs.setdefault(make_pair(each.one, each.other), []).append(each)
    for changes in pairs.values():
        yield from _apply(table, changes, together)


def _apply(table: Table, changes: Sequence[Shift], together: tuple[str, ...]) -> Play:
    state, first = table.state, changes[0]
    old = get_range(state, first.one, first.other)
    start = next((each.to for each in changes if each.to is not None), min(old, FAR))
    wanted = start + sum(each.by for each in changes)
    least, most = get_settings(state).range_min, max(get_settings(state).range_max, min(old, start))
    new = min(max(wanted, least), most)
    clauses = [clause for each in changes for clause in each.clauses]
    clauses += ["1.2.3Mc", *(["1.2.3Mj"] if wanted < least else []), *(["1.2.3Md"] if wanted > most else [])]
    if new != old:
        a, b = sort_by_roster(state, first.one, first.other)
        cited = ids(*dict.fromkeys(clauses), *together)
        yield RangeChanged(a=a, b=b, old=old, new=new, why=first.why, clauses=cited)


def _set_dm_ranges(table: Table, who: CombatantId, other: CombatantId, beat: Beat, dm_answer: Answer) -> Play:
    """Set the range that the DM names, those to others, and make the DM's other changes.

    Rising comes first.
    """
    if get_dew(table.state, who).body.fallen:
        yield from beat.happen(lambda: _rise(who, ()))
    changes = read_changes(dm_answer)
    pairs = [(str(each["who"]), *each["value"]) for each in changes if each["what"] == PAIR]
    for one, another, to in [(who, other, read_number(dm_answer, "result_range")), *pairs]:
        yield from beat.happen(partial(_set_dm_range, table, one, another, to))
    rest = [each for each in changes if each["what"] != PAIR]
    yield from make_dm_changes(table, beat, BEYOND, {**dm_answer, "changes": rest}, "1.2.3Mh", by=who)


def _set_dm_range(table: Table, who: CombatantId, other: CombatantId, to: int) -> Play:
    old = get_range(table.state, who, other)
    if old != to:
        a, b = sort_by_roster(table.state, who, other)
        yield RangeChanged(a=a, b=b, old=old, new=to, why="dm", clauses=ids("1.2.3Me", "1.2.3Mh"))
