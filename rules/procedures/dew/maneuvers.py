"""Maneuvers: five ways to change one range, with their checks and falls (1.2.3M)."""

from collections.abc import Sequence
from functools import partial

from rules.kernel.effects import Answer, Roll, Rolled
from rules.kernel.forms import Refusal
from rules.kernel.procedure import Play, Table
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.procedures.dew import events as dew
from rules.procedures.dew.answers import read_changes, read_number
from rules.procedures.dew.beats import Beat, Shift
from rules.procedures.dew.borrowing import cite_maneuver
from rules.procedures.dew.consultation import consult, make_dm_changes
from rules.procedures.dew.ranges import FAR, get_range, sort_by_roster
from rules.procedures.dew.refusals import refuse
from rules.procedures.dew.rulings import PAIR
from rules.procedures.dew.state import Pair, make_pair
from rules.procedures.dew.terms import get_attributes, get_dew, get_name, get_settings, ids

KINDS = ("close", "open", "step_close", "step_open", "change_range")
CHECKED = ("close", "open")
"""Maneuvers with a DX check, whatever range the DM allows."""
CLAUSES = {"close": "1", "open": "2", "step_close": "3", "step_open": "4", "change_range": "5"}
BUNGLED = 91
"""The lowest D100 roll with which a check changes no range, and may end in a fall."""

FORBIDDEN = "1.2.3Mg"


def forbid_maneuver(state: State, who: CombatantId, *, borrowed: bool) -> Refusal | None:
    """Return the refusal of every maneuver: the combatant is not alert, or the DM forbids it."""
    kept = get_dew(state, who)
    if not kept.body.alert:
        usual = "1.2.3Mb"
        clause = cite_maneuver(state, usual) if borrowed else usual
        return refuse("NOT_ALERT", clause, usual, who=get_name(state, who))
    return refuse("DM_FORBIDS", FORBIDDEN, text=kept.ruled.forbidden) if kept.ruled.forbidden else None


def should_ask_dm(state: State, who: CombatantId, answer: Answer) -> bool:
    """Return whether the DM must be asked about the range of a maneuver.

    That is so beyond the greatest range of maneuvers, or to open from that range.
    """
    apart, most = get_range(state, who, str(answer["other"])), get_settings(state).range_max
    return apart > most or (apart == most and answer["kind"] in ("open", "step_open"))


def consult_range(table: Table, who: CombatantId, answer: Answer) -> Play:
    """Ask the DM about a range beyond that of maneuvers.

    Returns the DM's answer, or the refusal if the DM forbids the maneuver.
    """
    other = str(answer["other"])
    facts = {"range": get_range(table.state, who, other), "maneuver": answer["kind"]}
    dm_answer = yield from consult(table, "maneuver", ("1.2.3Me",), who=who, target=other, facts=facts)
    if dm_answer["command"] == "forbid":
        return Refusal(ids(FORBIDDEN)[0], f"The DM ruled this out: {dm_answer.get('text') or 'not possible here'}.")
    return dm_answer


def resolve_maneuver(table: Table, who: CombatantId, answer: Answer, beat: Beat, dm_answer: Answer) -> Play:
    """Change the range to another combatant; after a bungled check no range changes.

    ``dm_answer`` is the DM's answer if the DM was asked.
    """
    kind, other = str(answer["kind"]), str(answer["other"])
    clause = f"1.2.3M.{CLAUSES[kind]}"
    most = get_settings(table.state).range_max
    apart, capped = get_range(table.state, who, other), dm_answer.get("command") == "cap" and kind != "change_range"
    if capped and apart > most:
        dm_answer = {"command": "cap", "result_range": apart if kind.endswith("open") else most}
    made, face, cited = True, 0, f"{clause}a"
    if kind in CHECKED:
        made, face, cited = yield from _check(table, who, kind, clause)
    if face >= BUNGLED:
        yield from _check_fall(table, who, kind, clause, beat)
        return
    if "result_range" in dm_answer:
        yield from _set_dm_ranges(table, who, other, beat, dm_answer)
        return
    if kind == "change_range":
        yield from _change_to(table, who, other, read_number(answer, "new_range"), beat, (f"{clause}b",))
        return
    points = 2 if kind in CHECKED and made else 1
    yield from _change_by(table, who, other, points, -1 if kind.endswith("close") else 1, beat, kind, (cited,))


def _check(table: Table, who: CombatantId, kind: str, clause: str) -> Play:
    rolled: Rolled = yield Roll(f"dx.{kind}", who, 1, 100)
    needed, face = get_attributes(table.state, who).dx, rolled.total
    made = face <= needed and face < BUNGLED
    cited = f"{clause}c" if face >= BUNGLED else f"{clause}a" if made else f"{clause}b"
    fallen = ("1.2.3Mk",) if get_dew(table.state, who).body.fallen else ()
    yield dew.DxChecked(
        who=who, check=kind, sides=100, needed=needed, face=face, made=made, rolls=(rolled,),
        clauses=ids(cited, "1.2.3Ge", *fallen),
    )  # fmt: skip
    return made, face, cited


def _check_fall(table: Table, who: CombatantId, kind: str, clause: str, beat: Beat) -> Play:
    """Make a standing combatant check for a fall; no range changes, the fallen stay down."""
    each = get_dew(table.state, who)
    if each.body.fallen:
        return
    sides = each.ruled.fall_die or get_settings(table.state).get_fall_die(opens=kind == "open")
    rolled: Rolled = yield Roll("dx.fall", who, 1, sides)
    needed = get_attributes(table.state, who).dx
    stood = rolled.total <= needed
    cited = ids(f"{clause}d", "1.2.3Ge", *(["1.2.3M.1e"] if each.ruled.fall_die else []))
    yield dew.DxChecked(
        who=who, check="fall", sides=sides, needed=needed, face=rolled.total, made=stood, rolls=(rolled,), clauses=cited
    )
    if not stood:
        yield from beat.happen(lambda: _fall(who, f"{clause}d"))


def _fall(who: CombatantId, clause: str) -> Play:
    yield dew.FellDown(who=who, why="maneuver", clauses=ids(clause))


def _change_by(
    table: Table,
    who: CombatantId,
    other: CombatantId,
    points: int,
    towards: int,
    beat: Beat,
    why: str,
    clauses: tuple[str, ...],
) -> Play:
    """Change a range by points; rising takes the place of the first point (1.2.3Mf)."""
    if get_dew(table.state, who).body.fallen:
        checked = ("1.2.3Mk",) if not why.startswith("step") else ()
        yield from beat.happen(lambda: _rise(who, checked))
        points -= 1
    if points:
        yield from _shift(table, beat, Shift(who, other, towards * points, why, clauses))


def _change_to(
    table: Table, who: CombatantId, other: CombatantId, to: int, beat: Beat, clauses: tuple[str, ...]
) -> Play:
    """Change a range to any value; rising takes the place of the first point (1.2.3Mf)."""
    apart = get_range(table.state, who, other)
    if get_dew(table.state, who).body.fallen:
        yield from beat.happen(lambda: _rise(who, ()))
        to -= (to > apart) - (to < apart)
    yield from _shift(table, beat, Shift(who, other, 0, "change_range", clauses, to))


def _rise(who: CombatantId, clauses: tuple[str, ...]) -> Play:
    yield dew.Rose(who=who, clauses=ids("1.2.3Mf", *clauses))


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
        yield dew.RangeChanged(a=a, b=b, old=old, new=new, why=first.why, clauses=cited)


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
    yield from make_dm_changes(table, beat, "maneuver", {**dm_answer, "changes": rest}, "1.2.3Mh", by=who)


def _set_dm_range(table: Table, who: CombatantId, other: CombatantId, to: int) -> Play:
    old = get_range(table.state, who, other)
    if old != to:
        a, b = sort_by_roster(table.state, who, other)
        yield dew.RangeChanged(a=a, b=b, old=old, new=to, why="dm", clauses=ids("1.2.3Me", "1.2.3Mh"))
