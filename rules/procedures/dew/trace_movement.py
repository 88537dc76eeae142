"""Movement by traces: drawn in secret, revealed together, ended at stops (3.1, 3.2).

Each pass ends at the smallest fraction that anybody planned.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from rules.kernel.effects import Answer, Ask
from rules.kernel.event import Voice
from rules.kernel.events import Event
from rules.kernel.form_fields import Choice, Field, LengthField, OneOf, PathField, PathLimit, Refusal
from rules.kernel.forms import Form
from rules.kernel.frozen import frozen
from rules.kernel.procedure import Play, Table
from rules.kernel.state import OpenQuestion, State, with_combatant
from rules.kernel.terms import HUNDREDTHS, PUBLIC, ClauseId, CombatantId, Place
from rules.kernel.visibility import PRIVATE, Audience, Doer, EventEntry, Mask, Open, Reader, SeenCombatants, show_as
from rules.procedures.dew.answers import SECRET, build_yes_field, is_yes, read_number, read_path
from rules.procedures.dew.blows import PhaseEnded
from rules.procedures.dew.borrowing import MovementEnded, count_left_to_borrow, forbid_borrowing
from rules.procedures.dew.distance_run import Ended, Trace, Walk
from rules.procedures.dew.movement import (
    TRACE_START,
    ActAtStop,
    become_alert,
    cease_alertness,
    compute_allowance,
    forbid_fallen,
    make_path_drawer,
    refuse_too_long,
    show_allowance,
)
from rules.procedures.dew.paths import Point, find_nearest_place, measure_length
from rules.procedures.dew.ranges import change_ranges, has_place
from rules.procedures.dew.refusals import ALREADY_ALERT, SELF_TARGET, Message, refuse
from rules.procedures.dew.state import Movement, get_round
from rules.procedures.dew.terms import (
    MOVEMENT,
    change_part,
    get_dew,
    get_name,
    get_settings,
    ids,
    is_conscious,
    list_conscious,
    list_hidden,
    list_present,
    list_seen,
    with_each,
    with_part,
    with_round,
)
from rules.procedures.dew.traces import (
    MoveAllowance,
    Step,
    TraceFault,
    compute_end_after,
    compute_end_within,
    compute_fraction,
    find_fault,
    find_point,
    go_on,
    list_moving,
)
from rules.procedures.dew.weapons import list_weapons_in_hand

CANNOT_REACT = Message("cannot react to others’ movement this round")
CHASE_END = Message("A chase ends where {target} starts, unless the movement is over before.")
BAD_FRACTION = Message("From 0 to {most} inches of the way are left.")


@frozen(slots=True)
class Traced(EventEntry):
    """One combatant's trace."""

    who: str
    vertices: tuple[Place, ...]
    """Its corners."""
    chase: str = ""
    """The combatant that it chases."""
    allowance: int = 0
    """Its movement, in hundredths of an inch."""

    def show(self, who: str, reader: Reader) -> "Traced":
        return replace(self, who=who, chase=reader.show_combatant(self.chase))


@dataclass(slots=True, kw_only=True)
class TracesRevealed(Event):
    """All traces of the round were revealed together."""

    audience = Audience.PERCEIVERS

    traces: Annotated[tuple[Traced, ...], show_as(Mask.OF_THE_SEEN)] = ()

    def apply(self, state: State) -> State:
        moving = {
            each.who: change_part(
                state.combatants[each.who], Movement, trace=each.vertices, chase=each.chase, plan=None
            )
            for each in self.traces
        }
        return with_each(state, moving)

    def narrate(self, voice: Voice) -> str:
        chases = [f"{voice.does(each.who, 'chases')} {voice.name(each.chase)}" for each in self.traces if each.chase]
        if voice.past:
            goers = [each.who for each in self.traces if not each.chase and len(each.vertices) > 1]
            moved = [f"{voice.names(goers)} moved"] if goers else []
            return f"{'; '.join([*moved, *chases])}." if moved or chases else ""
        return "All traces are revealed" + (f": {'; '.join(chases)}." if chases else ".")


@dataclass(slots=True, kw_only=True)
class TracePlanned(Event):
    """A combatant planned where its trace is to end: the time, and the kind of answer."""

    audience = Audience.OWNER
    inherited = PRIVATE
    is_narrated = False

    who: Doer
    time: Open[Fraction]
    """The time of the end, from 0 to 1."""
    how: Open[str] = ""
    """The command of the answer."""

    def apply(self, state: State) -> State:
        return with_part(state, self.who, Movement, plan=self.time)


@dataclass(slots=True, kw_only=True)
class TraceStep(Event):
    """All who still move went on by the same fraction of what was left; some ended there."""

    audience = Audience.PERCEIVERS
    is_narrated = False  # seen on the battle map

    time: Open[Fraction]
    """The time to which they went."""
    fraction: Open[Fraction]
    enders: SeenCombatants = ()
    """Those who end there."""
    positions: Annotated[tuple[tuple[str, Place], ...], show_as(Mask.OF_THE_SEEN)] = ()
    """Their places, rounded to whole hundredths."""
    exact: Annotated[tuple[tuple[str, tuple[Fraction, Fraction]], ...], show_as(Mask.OF_THE_SEEN)] = ()
    """The points of those that lie between hundredths."""

    def apply(self, state: State) -> State:
        exact = dict(self.exact)
        for who, place in self.positions:
            stands = place == state.combatants[who].place
            point = exact.get(who, get_dew(state, who).movement.exact if stands else None)
            state = with_combatant(with_part(state, who, Movement, exact=point), who, place=place)
        shown = {"shown_time": self.time} if PUBLIC in self.perceived_by else {}
        return with_round(state, time=self.time, **shown)

    def list_places(self) -> tuple[tuple[CombatantId, Place], ...]:
        return self.positions


STAND: Answer = {"command": "stand"}
WHOLE = 10_000
"""The parts of a trace in which a fraction is given: ten-thousandths."""


def build_walk(state: State) -> Walk:
    """Return the movement under way. A combatant without a trace stands where it is.

    A combatant that has ended is exactly where its trace led by then, unless the DM has put it elsewhere.
    """
    traces, ended = [], []
    for who in list_present(state):
        if not has_place(state, who):
            continue
        each, place = get_dew(state, who), state.combatants[who].place
        traces.append(Trace(who, each.movement.trace or (place,), each.movement.allowance, each.movement.chase or None))
        if each.movement.ended_at is not None:
            ended.append(Ended(who, each.movement.ended_at))
        elif not is_conscious(state, who):
            ended.append(Ended(who, Fraction(0)))
    known = {trace.who for trace in traces}
    sound = tuple(
        trace if trace.chase in known else Trace(trace.who, trace.corners, trace.allowance) for trace in traces
    )
    walk = Walk(sound, get_round(state).time, tuple(ended))
    return replace(walk, ended=tuple(replace(each, at=_find_dm_place(state, walk, each)) for each in ended))


def _find_dm_place(state: State, walk: Walk, ended: Ended) -> Place | None:
    at = state.combatants[ended.who].place
    return None if find_nearest_place(find_point(walk, ended.who)) == at else at


def list_still_moving(state: State) -> tuple[CombatantId, ...]:
    """Return the conscious who have not ended their movement."""
    return tuple(who for who in list_moving(build_walk(state)) if is_conscious(state, who))


def is_locked(state: State, who: CombatantId) -> bool:
    """Return whether a combatant cannot react, by the table's option (3f).

    It then plans once, chases nobody and waits for nothing.
    """
    rule, each = get_settings(state).trace_reaction, get_dew(state, who)
    if rule == "all":
        return False
    return bool(each.ledger.acted) if rule == "noncombat_locked" else bool(each.ledger.acted) or not each.body.alert


def _forbid_reaction(state: State, who: CombatantId) -> Refusal | None:
    return refuse(CANNOT_REACT, "3f", "3.2.1f", who=get_name(state, who)) if is_locked(state, who) else None


# Drawing.


def draw_traces(table: Table) -> Play:
    """Let everybody draw a trace, unseen by the others; then reveal all (3.1, 3.2)."""
    asked = [who for who in list_conscious(table.state) if has_place(table.state, who)]
    asks = [Ask("trace", who, STAND, facts={"step": "draw"}, clauses=ids("3a", "3b", "3.1a")) for who in asked]
    answers = (yield asks) if asks else []
    drawn = {who: answer for who, answer in zip(asked, answers, strict=True) if is_conscious(table.state, who)}
    for who, answer in drawn.items():
        if is_yes(answer, "cease_alert"):
            yield from cease_alertness(table, who)
        yield from show_allowance(table, who, chases=bool(_read_chased(answer)))
    traces = tuple(_build_traced(table.state, who, answer) for who, answer in drawn.items())
    seen = list_seen(table.state, drawn)
    chased = ["3.1d"] if any(each.chase for each in traces if each.who in seen) else []
    yield TracesRevealed(traces=traces, clauses=ids("3.1a", "3.1h", "3.2a", SECRET, *chased))


def _read_chased(answer: Answer) -> str:
    return str(answer.get("chase", "") or "")


def _build_traced(state: State, who: CombatantId, answer: Answer) -> Traced:
    chase, place = _read_chased(answer), state.combatants[who].place
    return Traced(who, read_path(answer, "vertices") or (place,), chase, get_dew(state, who).movement.allowance)


def build_draw_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form of a trace: stand, or a path, perhaps in chase of somebody.

    None: the combatant is unconscious, or not present.
    """
    who = question.who
    if not is_conscious(state, who):
        return None
    alert, at_ease = (
        compute_allowance(state, who, alert=each).result for each in (get_dew(state, who).body.alert, False)
    )
    ceasing = (build_yes_field("cease_alert", "Stop being alert?"),) if get_dew(state, who).body.alert else ()
    trace = Choice(
        "trace",
        "Move",
        f"{alert // HUNDREDTHS} inches" + (f", {at_ease // HUNDREDTHS} if not alert" if alert != at_ease else ""),
        forbid_fallen(state, who),
        lambda: (*ceasing, *_list_trace_fields(state, who, alert, max(alert, at_ease))),
    )
    return Form(
        (OneOf("command", "Where to?", (Choice("stand", "Stand", then=lambda: ceasing), trace)),),
        lambda answer: _forbid_trace(state, who, answer),
    )


def _list_trace_fields(state: State, who: CombatantId, reach: int, longest: int) -> tuple[Field, ...]:
    place = state.combatants[who].place
    others = [_build_chase_choice(state, who, each) for each in list_present(state) if has_place(state, each)]
    return (
        PathField(
            "vertices",
            "Along",
            draw=make_path_drawer(place, reach),
            start=place,
            longest=longest,
            limits=_list_path_limits(state, who),
        ),
        OneOf("chase", "In chase of", others, optional=True),
    )


def _list_path_limits(state: State, who: CombatantId) -> tuple[PathLimit, ...]:
    """Return the greatest lengths of a trace, alert or not, in a chase or not.

    Each has the words of its sum (3.1b, 3.1c, 3.1l).
    """
    alert = get_dew(state, who).body.alert
    found = []
    for ceases in (True, False) if alert else (False,):
        for chases in (True, False):
            allowance = compute_allowance(state, who, alert=alert and not ceases, chases=chases)
            when = (*((("cease_alert", ("yes",)),) if ceases else ()), *((("chase", ("*",)),) if chases else ()))
            clauses = ids("3.1b", *(["3.1c"] if chases else []), *(["3q"] if allowance.share < 1 else []))
            found.append(PathLimit(allowance.result, _describe_allowance(allowance), clauses, when))
    return tuple(found)


def _describe_allowance(allowance: MoveAllowance) -> str:
    """Return how an allowance was computed: "half of 12, less 4 blows, less 2 for the chase"."""
    less = [f"{allowance.blows} blow{'s' if allowance.blows > 1 else ''}"] if allowance.blows else []
    less += [f"{allowance.chase // HUNDREDTHS} for the chase"] if allowance.chase else []
    base = f"{'half of ' if allowance.halved else ''}{allowance.base / HUNDREDTHS:g}"
    lying = [f"{'half' if allowance.share else 'none'} of that on the ground"] if allowance.share < 1 else []
    return ", ".join([base, *(f"less {each}" for each in less), *lying])


def _build_chase_choice(state: State, who: CombatantId, other: CombatantId) -> Choice:
    if other == who:
        return Choice(other, get_name(state, other), refusal=refuse(SELF_TARGET, "3.1d", who=get_name(state, who)))
    return Choice(other, get_name(state, other), "2 inches", _forbid_reaction(state, who))


def _forbid_trace(state: State, who: CombatantId, answer: Answer) -> Refusal | None:
    if answer.get("command") != "trace":
        return None
    alert = get_dew(state, who).body.alert and not is_yes(answer, "cease_alert")
    chase = _read_chased(answer)
    reach = compute_allowance(state, who, alert=alert, chases=bool(chase)).result
    corners = read_path(answer, "vertices")
    at = state.combatants[chase].place if chase else None
    wrong = find_fault(Trace(who, corners, reach, chase or None), state.combatants[who].place, at)
    if wrong is TraceFault.START:
        return refuse(TRACE_START, "3.1h", who=get_name(state, who))
    if wrong is TraceFault.CHASE_END:
        return refuse(CHASE_END, "3.1d", target=get_name(state, chase))
    return refuse_too_long(measure_length(corners), reach) if wrong is TraceFault.TOO_LONG else None


# The loop.


def play_pass(table: Table, first: bool, act: ActAtStop) -> Play:
    """Play one pass: plan ends, walk the smallest fraction, let those who ended act.

    Returns whether movement goes on. The DM may end everybody's movement while ends are planned; then nobody takes a
    step. Where only hidden combatants end, the others do not perceive it: they keep their plans, and the pass goes on.
    """
    asked = list_still_moving(table.state)
    while list_still_moving(table.state):
        yield from _ask_plans(table, asked, first)
        if not list_still_moving(table.state):
            break
        step = yield from _take_step(table)
        yield from _ask_at_stop(table, step.enders, act)
        is_seen = bool(list_seen(table.state, step.enders))
        if is_seen and get_round(table.state).shown_time != step.time:
            yield from _show_places(table)
        left = list_still_moving(table.state)
        if is_seen and list_seen(table.state, left):
            return True
        asked, first = tuple(list_hidden(table.state, left)), False
    return False


def _ask_plans(table: Table, movers: Sequence[CombatantId], first: bool) -> Play:
    """Ask all of these who may re-plan where to end if nobody else ends first (3.2.1)."""
    asked = [who for who in movers if first or not is_locked(table.state, who)]
    clauses = ids("3.2.1a", "3.3b", *(["3.2.1f", "3.2.3a"] if not first else []))
    answers: Sequence[Answer] = ()
    if asked:
        keep: Answer = {"command": "keep"}
        answers = yield [Ask("trace", who, keep, facts={"step": "plan"}, clauses=clauses) for who in asked]
    walk = build_walk(table.state)
    for who, answer in zip(asked, answers, strict=True):
        if who in list_moving(walk):
            time = compute_planned_end(table.state, walk, who, answer)
            conditional = ["3.2.1g", "3.3b"] if answer["command"] == "end_when" else []
            locked = ["3.2.1f"] if is_locked(table.state, who) else []
            cited = ids("3.2.1a", "3.2.1e", *conditional, *locked)
            yield TracePlanned(who=who, time=time, how=str(answer["command"]), clauses=cited)


def build_plan_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form of a plan: where to end. None: the combatant moves no longer.

    It may end after a part of what is left, on coming near somebody, as planned before, or at the end.
    """
    who = question.who
    if who not in list_still_moving(state):
        return None
    others = [
        Choice(
            each,
            get_name(state, each),
            refusal=refuse(SELF_TARGET, "3.2.1g", who=get_name(state, who)) if each == who else None,
        )
        for each in list_present(state)
        if has_place(state, each)
    ]
    reach = get_stop_distance(state, who, {})
    label = f"Within how many inches? Left out: your weapon's reach, {reach / HUNDREDTHS:g}"
    near = (
        OneOf("of", "Near", others),
        LengthField("within", label, 0, 100_000, optional=True, to="of", unsaid=reach),
    )
    options = (
        Choice(
            "keep",
            "Keep my plan",
            "" if get_dew(state, who).movement.plan is not None else "nothing is planned yet: to the end",
        ),
        Choice("to_the_end", "To the end of the trace"),
        Choice("end_at", "After a part of the way", then=lambda: (_build_part_field(state, who),)),
        Choice("end_when", "On coming near somebody", refusal=_forbid_reaction(state, who), then=lambda: near),
    )
    return Form((OneOf("command", "Where do you stop?", options),), lambda answer: _forbid_fraction(state, who, answer))


def _build_part_field(state: State, who: CombatantId) -> LengthField:
    """Return the field for how far to go on.

    It is typed in inches, and stored as a part of what the allowance leaves from now to the end (3.2.1b).
    """
    left = _compute_left(state, who)
    parts = WHOLE * HUNDREDTHS / left if left else Fraction(WHOLE)
    return LengthField(
        "fraction", f"After how many inches more, of {_format_inches(left)}?", -WHOLE, 2 * WHOLE, parts=parts
    )


def _forbid_fraction(state: State, who: CombatantId, answer: Answer) -> Refusal | None:
    if answer.get("command") == "end_at" and not 0 <= read_number(answer, "fraction") <= WHOLE:
        return refuse(BAD_FRACTION, "3.2.1b", most=_format_inches(_compute_left(state, who)))
    return None


def _compute_left(state: State, who: CombatantId) -> Fraction:
    """Return the movement left from now to the end, in hundredths of an inch."""
    return get_dew(state, who).movement.allowance * (1 - get_round(state).time)


def _format_inches(hundredths: Fraction) -> str:
    return f"{int(hundredths) / HUNDREDTHS:g}"


def compute_planned_end(state: State, walk: Walk, who: CombatantId, answer: Answer) -> Fraction:
    """Return the time at which an answer would end a trace."""
    command, kept = answer["command"], get_dew(state, who).movement.plan
    if command == "end_at":
        return compute_end_after(walk, Fraction(read_number(answer, "fraction"), WHOLE))
    if command == "end_when":
        other = str(answer["of"])
        if other in {trace.who for trace in walk.traces}:
            return compute_end_within(walk, who, other, get_stop_distance(state, who, answer))
    if command == "keep" and kept is not None:
        return max(walk.time, kept)
    return Fraction(1)


def get_stop_distance(state: State, who: CombatantId, answer: Answer) -> int:
    """Return the distance of a condition in hundredths of an inch.

    It is as given, or the reach of the longest weapon in hand.
    """
    if answer.get("within") is not None:
        return read_number(answer, "within")
    reach = max((mode.reach for weapon in list_weapons_in_hand(state, who) for mode in weapon.modes), default=0)
    return reach * get_settings(state).range_unit


def _take_step(table: Table) -> Play:
    """Move all by the smallest fraction of what is left; end those who chose it (3.2.1b to e).

    Nobody else perceives a step that ends hidden combatants alone.
    """
    walk = build_walk(table.state)
    ends = {who: get_dew(table.state, who).movement.plan or Fraction(0) for who in list_moving(walk)}
    ends = {who: max(walk.time, time) for who, time in ends.items()}
    after, step = go_on(walk, ends)
    exact = _find_points(after)
    hidden = tuple(list_hidden(table.state, exact))
    is_seen = bool(list_seen(table.state, step.enders))
    before = replace(walk, time=get_round(table.state).shown_time) if is_seen else walk
    cited = _cite_step(before, after, step, hidden if is_seen else ())
    yield _make_trace_step(step, compute_fraction(before, step.time), exact, cited, None if is_seen else hidden)
    for who in step.enders:
        yield MovementEnded(
            who=who,
            time=step.time,
            position=table.state.combatants[who].place,
            alert=get_dew(table.state, who).body.alert,
            why="end of the trace" if step.time == 1 else "stop",
            clauses=ids("3i", "3r", "3.2.1b"),
        )
    moved = [who for who in exact if exact[who] != find_point(before, who)]
    yield from change_ranges(table, moved, "3.2.1h", exact=exact, of=() if is_seen else hidden)
    return step


def _show_places(table: Table) -> Play:
    """Show where all have come to, since one that went on unseen has shown itself."""
    walk = build_walk(table.state)
    exact, before = _find_points(walk), replace(walk, time=get_round(table.state).shown_time)
    part = compute_fraction(before, walk.time)
    step = Step(walk.time, part, (), tuple((who, find_nearest_place(point)) for who, point in exact.items()))
    cited = _cite_step(before, walk, step, list_hidden(table.state, exact))
    yield _make_trace_step(step, part, exact, cited, (PUBLIC,))
    moved = [who for who in exact if exact[who] != find_point(before, who)]
    yield from change_ranges(table, moved, "3.2.1h", exact=exact)


def _find_points(walk: Walk) -> dict[CombatantId, Point]:
    return {trace.who: find_point(walk, trace.who) for trace in walk.traces}


def _make_trace_step(
    step: Step,
    fraction: Fraction,
    exact: Mapping[CombatantId, Point],
    clauses: tuple[ClauseId, ...],
    seen_by: tuple[str, ...] | None,
) -> TraceStep:
    between = tuple((who, exact[who]) for who, (x, y) in step.places if exact[who] != (Fraction(x), Fraction(y)))
    return TraceStep(
        time=step.time,
        fraction=fraction,
        enders=step.enders,
        positions=step.places,
        exact=between,
        clauses=clauses,
        seen_by=seen_by,
    )


def _cite_step(before: Walk, after: Walk, step: Step, unknown: Sequence[CombatantId]) -> tuple[ClauseId, ...]:
    """Return the clauses that a step shows of all but those who are ``unknown``.

    Some are about ending together, chases, and traces shorter than the movement.
    """
    cited = ["3.2b", "3.2.1b", "3.2.1d", "3.2.1e"]
    cited += ["3.2.1c"] if len([who for who in step.enders if who not in unknown]) > 1 else []
    known = [trace for trace in after.traces if trace.who not in unknown]
    if any(trace.chase for trace in known):
        cited += ["3.1e", "3.1f", "3.1i", "3.1j"]
        cited += ["3.1k"] if any(each.who not in unknown for each in before.ended) else []
    if any(measure_length(trace.corners) < trace.allowance for trace in known):
        cited.append("3.1g")
    return ids(*cited, *(["3.2.3a"] if before.time else []))


def _ask_at_stop(table: Table, enders: Sequence[CombatantId], act: ActAtStop) -> Play:
    """Let those who just ended become alert and carry out one option each (3.2.2).

    Several choose their options together.
    """
    asked = [who for who in enders if is_conscious(table.state, who)]
    acting: list[CombatantId] = []
    while asked:
        together = [clause for clause in ("3.2.2f",) if len(list_seen(table.state, asked)) > 1]
        clauses = ids("3.2.2a", "3.2.2b", *together)
        answers = yield [Ask("at_stop", who, {"command": "nothing"}, clauses=clauses) for who in asked]
        alerted: list[CombatantId] = []
        for who, answer in zip(asked, answers, strict=True):
            if not is_conscious(table.state, who):
                continue
            if is_yes(answer, "become_alert") or answer["command"] == "become_alert":
                yield from become_alert(table, who)
            if answer["command"] == "act":
                acting.append(who)
            elif answer["command"] == "become_alert" and sum(count_left_to_borrow(table.state, who)) > 0:
                alerted.append(who)
        asked = alerted
    if acting:
        yield from act(table, tuple(acting))


def build_at_stop_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form at a stop: nothing, become alert, or an option with borrowed blows.

    Those are blows of the next round. None: the combatant is unconscious, or not present.
    """
    who = question.who
    if not is_conscious(state, who):
        return None
    each = get_dew(state, who)
    none_left = sum(count_left_to_borrow(state, who)) < 1
    refusal = forbid_borrowing(state, who, "active or reactive") if none_left else None
    alert = refuse(ALREADY_ALERT, "3j", who=get_name(state, who)) if each.body.alert else None
    options = (
        Choice("nothing", "Nothing"),
        Choice("become_alert", "Become alert", refusal=alert),
        Choice(
            "act",
            "An option",
            "blows of the next round",
            refusal,
            lambda: (build_yes_field("become_alert", "Alert first?", alert),),
        ),
    )
    return Form((OneOf("command", "You have stopped", options),))


def make_phase_ended(state: State) -> PhaseEnded:
    """Return the end of the movement phase."""
    traced = ids("3.2.3a") if get_round(state).movement == "trace" else ()
    return PhaseEnded(phase=MOVEMENT, why="all ended", clauses=traced)
