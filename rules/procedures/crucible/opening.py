"""Step I: surprise by a d12, the free round it gives, and the distance that the DM judges."""

from fractions import Fraction

from rules.kernel import events as e
from rules.kernel.effects import Answer, Ask, Roll, Rolled
from rules.kernel.forms import Choice, Form, Number, OneOf
from rules.kernel.opening import get_distance, get_noted_sides
from rules.kernel.perception import keep_counted, list_counted_sides
from rules.kernel.procedure import Play, Table
from rules.kernel.state import Combatant, OpenQuestion, State
from rules.kernel.terms import DM, HUNDREDTHS, SEGMENTS, CombatantId, Setting, SideId
from rules.procedures.crucible.numbers import is_played
from rules.procedures.crucible.options import get_settings, ids

VISIBLE = {Setting.INDOORS: 60, Setting.OUTDOORS: 240}
"""The usual distance in feet at which sides see each other, offered to the DM."""


def play_surprise_stage(table: Table) -> Play:
    """Settle who is surprised: by the DM's ruling, else by the dice (I.A, I.B)."""
    decreed = get_noted_sides(table.state.notes, "surprised")
    if decreed is not None:
        yield from _surprise_by_decree(table, list(decreed))
        return "meeting"
    answer = yield Ask("circumstances", DM, {"choice": "roll"}, clauses=ids("I.A", "SUR.13"))
    choice = str(answer["choice"])
    if choice == "roll":
        yield from _roll(table, {side: _get_range(answer, side) for side in table.state.sides})
    else:
        yield from _surprise_by_decree(table, [] if choice == "nobody" else [choice])
    return "meeting"


def build_circumstances_form(state: State, question: OpenQuestion) -> Form:
    """Return the form: roll, nobody is surprised, or one side is.

    With a roll, each side's range may be changed for precautions, by -11 to 11.
    """
    sides = [Choice(side, f"{side} is surprised") for side in state.sides]
    alert = [Number(f"range_{side}", f"Range of {side}", -WIDEST, WIDEST, optional=True) for side in state.sides]
    choices = (Choice("roll", "Roll", then=lambda: alert), Choice("nobody", "Nobody is surprised"), *sides)
    return Form((OneOf("choice", "Surprise", choices),))


def _get_range(answer: Answer, side: SideId) -> int:
    """Return the change of a side's range by its precautions; 0 where the answer has none."""
    change = answer.get(f"range_{side}")
    return change if isinstance(change, int) else 0


def _surprise_by_decree(table: Table, surprised: list[SideId]) -> Play:
    both = all(side in surprised for side in list_counted_sides(table.state))
    for side in table.state.sides:
        lost = SEGMENTS if side in surprised and not both else 0
        cited = ids("I", "I.A", *(("I.C",) if both or not surprised else ("SUR.6",)))
        yield e.SideSurprised(side=side, segments=lost, rolled=SEGMENTS if side in surprised else 0, clauses=cited)
    yield from _lose_segments(table)


# The dice.


def _roll(table: Table, changes: dict[SideId, int]) -> Play:
    aware = get_noted_sides(table.state.notes, "detected_by") or ()
    rolled: dict[str, bool] = {}
    for side in table.state.sides:
        if side in aware:
            continue
        members = [each for each in table.state.combatants.values() if each.side == side and each.present]
        if get_settings(table.state).individual_surprise and any(is_played(table.state, each.id) for each in members):
            for each in members:
                rolled[each.id] = yield from _roll_one(table, side, [each], changes.get(side, 0), each.id)
        elif members:
            rolled[side] = yield from _roll_one(table, side, keep_counted(members), changes.get(side, 0), "")
    yield from _conclude(table, rolled)


def _roll_one(table: Table, side: SideId, members: list[Combatant], change: int, who: CombatantId) -> Play:
    """Roll one die, for a side or for one of its members; return whether it surprises.

    Modifiers change the range, never the die.
    """
    dice: Rolled = yield Roll("surprise", who or side, 1, 12)
    limit, working, cited = compute_surprise_range(table.state, side, members, change, alone=bool(who))
    face = dice.faces[0]
    own = ("SUR.12", "IND.1", "IND.3") if who else ("SUR.6",)
    yield e.SurpriseRolled(
        side=side,
        who=who,
        chance=f"{limit}/12",
        face=face,
        surprised=face <= limit,
        roller="player" if side == "party" else "dm",
        working=working,
        rolls=(dice,),
        clauses=ids("I", "I.B", "SUR.13", *own, *cited),
    )
    return face <= limit


def _conclude(table: Table, rolled: dict[str, bool]) -> Play:
    """Yield the surprise of each side; no free round if nobody or everybody is surprised (I.C).

    Those count who have been met.
    """
    state = table.state
    by_combatant = {who: rolled.get(who, rolled.get(each.side, False)) for who, each in state.combatants.items()}
    counted = _list_counted(state)
    everyone = all(by_combatant[each.id] for each in counted if each.present)
    nobody = not any(by_combatant[each.id] for each in counted)
    for side in state.sides:
        members = keep_counted(each for each in state.combatants.values() if each.side == side)
        caught = all(by_combatant[each.id] for each in members)
        cited = ids("I.C") if nobody or everyone else ids("I.D", "SUR.11")
        lost = 0 if everyone or not caught else SEGMENTS
        yield e.SideSurprised(side=side, segments=lost, rolled=SEGMENTS if caught else 0, clauses=cited)
    own = {} if everyone else {who: by_combatant[who] for who in by_combatant if who in rolled}
    yield from _lose_segments(table, own)


def _list_counted(state: State) -> list[Combatant]:
    """Return the combatants that count: of each side those who have been met, or all."""
    sides = {side: [each for each in state.combatants.values() if each.side == side] for side in state.sides}
    return [each for side in list_counted_sides(state) for each in keep_counted(sides[side])]


def _lose_segments(table: Table, own: dict[CombatantId, bool] | None = None) -> Play:
    """Yield the segments that each combatant loses, with its side or by its own die."""
    for who, each in table.state.combatants.items():
        known = table.state.surprise.get(each.side)
        lost = known.segments if known is not None else 0
        if own is not None and who in own:
            lost = SEGMENTS if own[who] else 0
        clauses = ids("SUR.12" if own is not None and who in own else "SUR.6")
        if lost or (own is not None and who in own):
            yield e.SegmentsLost(who=who, segments=lost, clauses=clauses)


# I.E


def play_meeting_stage(table: Table) -> Play:
    """Ask the DM for the distance, then go on to the free round if there is one (I.E).

    The distance offered is half the usual where there is surprise. The DM is not asked if it is noted already or every
    combatant is placed.
    """
    notes = table.state.notes
    counted = _list_counted(table.state)
    placed = all(each.stat_block.start.position is not None for each in counted)
    surprise = any(table.state.lost_segments.get(each.id) for each in counted)
    if notes.get("distance_ft") is None and not placed:
        usual = VISIBLE[table.state.setting] // (2 if surprise else 1)
        clauses = ids("I.E", *(("I.E.surprise",) if surprise else ()))
        offered: Answer = {"feet": usual}
        answer = yield Ask("distance", DM, offered, facts={"usual": usual}, clauses=clauses)
        feet = answer["feet"]
        assert isinstance(feet, int)
        yield e.DistanceRolled(feet=feet, clauses=clauses)
    else:
        yield e.DistanceRolled(feet=get_distance(notes), clauses=ids("I.E"))
    return "counts" if is_free_round(table.state) else None


def build_distance_form(state: State, question: OpenQuestion) -> Form:
    """Return the form for the distance between the sides when they meet, in feet."""
    return Form((Number("feet", "Feet between the sides", 0, 100 * HUNDREDTHS),))


def is_free_round(state: State) -> bool:
    """Return whether somebody is surprised and somebody else is not."""
    lost = [state.lost_segments.get(each.id, 0) > 0 for each in _list_counted(state) if each.able]
    return any(lost) and not all(lost)


# The range of faces of the d12 that surprise a side (SUR).


STANDARD, WIDEST = 4, 11
"""The range of a side without modifiers, and the greatest range."""
ON_POINT, RANGER = 4, 2
POINT_RACES = ("elf", "halfling")

OWN_CLAUSES = ids(*(f"SUR.{row}" for row in ("1", "1.ex", "2", "3", "4", "5", "7", "8")))
"""Clauses cited because of the races and classes on either side, 1.ex in stored fights alone."""


Modifier = tuple[int, str]
"""The change of a surprise range, and the clause that it comes from."""


def compute_surprise_range(
    state: State, side: SideId, members: list[Combatant], change: int, *, alone: bool
) -> tuple[int, str, list[str]]:
    """Return the surprise range, its working, and the clauses of what changed it.

    The range is the highest face that surprises, from 0 to 11.
    """
    foes = [each for each in _list_counted(state) if each.side != side and each.present]
    wider = _choose_modifiers(state, [modifier for foe in foes for modifier in _list_widening(foe)])
    narrower = _share_modifiers(state, members, alone)
    total = STANDARD + sum(by for by, _ in wider) - sum(by for by, _ in narrower) + change
    working = f"{STANDARD}" + "".join(f" + {by}" for by, _ in wider) + "".join(f" - {by}" for by, _ in narrower)
    cited = [clause for _, clause in (*wider, *narrower)]
    cited += ["SUR.7"] if wider or (narrower and not alone) else []
    cited += ["SUR.8"] if wider or narrower or change else []
    if change:
        working += f" {'+' if change > 0 else '-'} {abs(change)}"
        cited.append("SUR.10")
    return min(WIDEST, max(0, total)), working, cited


def _list_widening(foe: Combatant) -> list[Modifier]:
    """Return the modifiers that a foe adds to the range of those it meets."""
    found: list[Modifier] = []
    if _is_point_race(foe) and foe.stat_block.start.on_point is not False:
        found.append((ON_POINT, "SUR.1"))
    if foe.stat_block.creature.has_class("ranger"):
        found.append((RANGER, "SUR.2"))
    return found


def _is_point_race(each: Combatant) -> bool:
    """Return whether a combatant is an elf or halfling.

    These are on point unless their stat block has ``on_point`` false.
    """
    return each.stat_block.creature.race in POINT_RACES or each.stat_block.creature.has_class(*POINT_RACES)


def _list_narrowing(each: Combatant) -> list[Modifier]:
    """Return the modifiers that a combatant takes from its own range."""
    creature = each.stat_block.creature
    if creature.has_class("ranger", "monk"):
        by = sum(creature.get_level("monk") >= level for level in (5, 9, 13))
        return [*([(RANGER, "SUR.3")] if creature.has_class("ranger") else []), *([(by, "SUR.4")] if by else [])]
    chance = each.stat_block.surprise.surprised.chance
    if chance <= Fraction(1, 10):
        return [(3, "SUR.5")]
    return [(2, "SUR.5")] if chance <= Fraction(1, 8) else []


def _choose_modifiers(state: State, modifiers: list[Modifier]) -> list[Modifier]:
    """Return the largest modifier alone, or by option one of each kind, which add up."""
    kinds = {clause: (by, clause) for by, clause in sorted(modifiers)}
    if get_settings(state).surprise_stack:
        return list(kinds.values())
    return [max(modifiers)] if modifiers else []


def _share_modifiers(state: State, members: list[Combatant], alone: bool) -> list[Modifier]:
    """Return the modifiers that narrow a side's own range (SUR.7).

    They are those of its best member, of its worst, or of nobody, by the option ``own_range_sharing``. A member that
    rolls alone has its own.
    """
    own = [_choose_modifiers(state, _list_narrowing(each)) for each in members]
    how = get_settings(state).own_range_sharing
    if alone:
        return own[0]
    if how == "individual-only":
        return []
    if how == "worst":
        return min(own, key=lambda each: sum(by for by, _ in each), default=[])
    return max(own, key=lambda each: sum(by for by, _ in each), default=[])
