"""Maneuvers: five ways to change one range, with their checks and falls (1.2.3M)."""

from collections.abc import Sequence
from functools import partial
from typing import Any, cast

from rules import events as e
from rules.dew.beats import Beat, Shift
from rules.dew.consulting import consult, rule
from rules.dew.terms import attributes, ids, now, number
from rules.dew.weapons import FAR, in_roster_order, range_of
from rules.dew_state import Pair, pair_of
from rules.effects import Answer, Roll, Rolled
from rules.fold.sequence_rulings import PAIR
from rules.forms import Refusal
from rules.ruleset import Play, Table
from rules.state import State
from rules.terms import CombatantId

KINDS = ("close", "open", "step_close", "step_open", "change_range")
CHECKED = ("close", "open")
"""Those with a DX check, whatever range the DM allows."""
CLAUSES = {"close": "1", "open": "2", "step_close": "3", "step_open": "4", "change_range": "5"}
BUNGLED = 91
"""A D100 of so much or more changes no range, and may end in a fall."""

FORBIDDEN = "1.2.3Mg"


def needs_the_dm(state: State, who: CombatantId, answer: Answer) -> bool:
    """Whether the range is beyond what maneuvers reach, or would be opened from their furthest."""
    apart, most = range_of(state, who, str(answer["other"])), number(state, "range_max")
    return apart > most or (apart == most and answer["kind"] in ("open", "step_open"))


def consult_range(table: Table, who: CombatantId, answer: Answer) -> Play:
    """Ask the DM about a range beyond those of maneuvers. Returns his answer, or the refusal where he forbids it."""
    other = str(answer["other"])
    facts = {"range": range_of(table.state, who, other), "maneuver": answer["kind"]}
    word = yield from consult(table, "maneuver", ("1.2.3Me",), who=who, target=other, facts=facts)
    if word["command"] == "forbid":
        return Refusal(ids(FORBIDDEN)[0], f"The DM ruled this out: {word.get('text') or 'not possible here'}.")
    return word


def maneuver(table: Table, who: CombatantId, answer: Answer, beat: Beat, word: Answer) -> Play:
    """Change the range to one other. ``word`` is the DM's, where he was asked; who bungles a check gets nowhere."""
    kind, other = str(answer["kind"]), str(answer["other"])
    clause = f"1.2.3M.{CLAUSES[kind]}"
    most = number(table.state, "range_max")
    apart, capped = range_of(table.state, who, other), word.get("command") == "cap" and kind != "change_range"
    if capped and apart > most:
        word = {"command": "cap", "result_range": apart if kind.endswith("open") else most}
    made, face, cited = True, 0, f"{clause}a"
    if kind in CHECKED:
        made, face, cited = yield from _check(table, who, kind, clause)
    if face >= BUNGLED:
        yield from _bungled(table, who, kind, clause, beat)
        return
    if "result_range" in word:
        yield from _allowed(table, who, other, beat, word)
        return
    if kind == "change_range":
        yield from _to_any(table, who, other, cast("int", answer["new_range"]), beat, (f"{clause}b",))
        return
    points = 2 if kind in CHECKED and made else 1
    yield from _by(table, who, other, points, -1 if kind.endswith("close") else 1, beat, kind, (cited,))


def _check(table: Table, who: CombatantId, kind: str, clause: str) -> Play:
    rolled: Rolled = yield Roll(f"dx.{kind}", who, 1, 100)
    needed, face = attributes(table.state, who).dx, rolled.total
    made = face <= needed and face < BUNGLED
    cited = f"{clause}c" if face >= BUNGLED else f"{clause}a" if made else f"{clause}b"
    fallen = ("1.2.3Mk",) if now(table.state, who).fallen else ()
    yield e.DxChecked(
        who=who, check=kind, sides=100, needed=needed, face=face, made=made, rolls=(rolled,),
        clauses=ids(cited, "1.2.3Ge", *fallen),
    )  # fmt: skip
    return made, face, cited


def _bungled(table: Table, who: CombatantId, kind: str, clause: str, beat: Beat) -> Play:
    """No range is changed, and whoever stood must not fall; who lay stays down."""
    each = now(table.state, who)
    if each.fallen:
        return
    sides = each.fall_die or number(table.state, f"fall_die_{kind}")
    rolled: Rolled = yield Roll("dx.fall", who, 1, sides)
    needed = attributes(table.state, who).dx
    stood = rolled.total <= needed
    cited = ids(f"{clause}d", "1.2.3Ge", *(["1.2.3M.1e"] if each.fall_die else []))
    yield e.DxChecked(
        who=who, check="fall", sides=sides, needed=needed, face=rolled.total, made=stood, rolls=(rolled,), clauses=cited
    )
    if not stood:
        yield from beat.happen(lambda: _falls(who, f"{clause}d"))


def _falls(who: CombatantId, clause: str) -> Play:
    yield e.FellDown(who=who, why="maneuver", clauses=ids(clause))


def _by(
    table: Table,
    who: CombatantId,
    other: CombatantId,
    points: int,
    towards: int,
    beat: Beat,
    why: str,
    clauses: tuple[str, ...],
) -> Play:
    """So many points closer or further; rising takes the place of the first (1.2.3Mf)."""
    if now(table.state, who).fallen:
        checked = ("1.2.3Mk",) if not why.startswith("step") else ()
        yield from beat.happen(lambda: _rises(who, checked))
        points -= 1
    if points:
        yield from _shift(table, beat, Shift(who, other, towards * points, why, clauses))


def _to_any(table: Table, who: CombatantId, other: CombatantId, to: int, beat: Beat, clauses: tuple[str, ...]) -> Play:
    """To any range; rising takes the place of the first point of the way there (1.2.3Mf)."""
    apart = range_of(table.state, who, other)
    if now(table.state, who).fallen:
        yield from beat.happen(lambda: _rises(who, ()))
        to -= (to > apart) - (to < apart)
    yield from _shift(table, beat, Shift(who, other, 0, "change_range", clauses, to))


def _rises(who: CombatantId, clauses: tuple[str, ...]) -> Play:
    yield e.Rose(who=who, clauses=ids("1.2.3Mf", *clauses))


def _shift(table: Table, beat: Beat, shift: Shift) -> Play:
    if beat.held is not None:
        beat.held.shifts.append(shift)
        return
    yield from apply_shifts(table, [shift], ())


def apply_shifts(table: Table, shifts: Sequence[Shift], together: tuple[str, ...]) -> Play:
    """Changes of ranges, those of one pair added up, within the least and the furthest (1.1.3g, 1.2.3Md, Mj)."""
    pairs: dict[Pair, list[Shift]] = {}
    for each in shifts:
        pairs.setdefault(pair_of(each.one, each.other), []).append(each)
    for changes in pairs.values():
        yield from _apply(table, changes, together)


def _apply(table: Table, changes: Sequence[Shift], together: tuple[str, ...]) -> Play:
    state, first = table.state, changes[0]
    old = range_of(state, first.one, first.other)
    start = next((each.to for each in changes if each.to is not None), min(old, FAR))
    wanted = start + sum(each.by for each in changes)
    least, most = number(state, "range_min"), max(number(state, "range_max"), min(old, start))
    new = min(max(wanted, least), most)
    clauses = [clause for each in changes for clause in each.clauses]
    clauses += ["1.2.3Mc", *(["1.2.3Mj"] if wanted < least else []), *(["1.2.3Md"] if wanted > most else [])]
    if new != old:
        a, b = in_roster_order(state, first.one, first.other)
        cited = ids(*dict.fromkeys(clauses), *together)
        yield e.RangeChanged(a=a, b=b, old=old, new=new, why=first.why, clauses=cited)


def _allowed(table: Table, who: CombatantId, other: CombatantId, beat: Beat, word: Answer) -> Play:
    """The range that the DM names, those to others, and what else he changes; rising comes first."""
    if now(table.state, who).fallen:
        yield from beat.happen(lambda: _rises(who, ()))
    changes = cast("list[dict[str, Any]]", word.get("changes", ()) or ())
    pairs = [(str(each["who"]), *each["value"]) for each in changes if each["what"] == PAIR]
    for one, another, to in [(who, other, cast("int", word["result_range"])), *pairs]:
        yield from beat.happen(partial(_range_by_word, table, one, another, to))
    rest = [each for each in changes if each["what"] != PAIR]
    yield from rule(table, beat, "maneuver", {**word, "changes": rest}, "1.2.3Mh")


def _range_by_word(table: Table, who: CombatantId, other: CombatantId, to: int) -> Play:
    old = range_of(table.state, who, other)
    if old != to:
        a, b = in_roster_order(table.state, who, other)
        yield e.RangeChanged(a=a, b=b, old=old, new=to, why="dm", clauses=ids("1.2.3Me", "1.2.3Mh"))
