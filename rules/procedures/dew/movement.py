"""The movement phase by simple movement: moves, reactions, the DM's decisions, stops (3).

It also has what movement by traces shares with it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from rules.kernel import events as e
from rules.kernel.battlefield import Reach, measure_between
from rules.kernel.effects import Answer, Ask
from rules.kernel.event import Voice
from rules.kernel.events import Event
from rules.kernel.form_fields import Choice, Field, OneOf, PathField, PlaceField, Refusal, Text
from rules.kernel.forms import Form
from rules.kernel.procedure import Play, Table
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import HUNDREDTHS, CombatantId, Place
from rules.kernel.visibility import OUTSIDE_MOMENTS, PRIVATE, Audience, Doer, Open
from rules.procedures.dew.answers import build_yes_field, is_yes, read_names, read_path, read_place
from rules.procedures.dew.blows import make_phase_started
from rules.procedures.dew.borrowing import MovementEnded
from rules.procedures.dew.choices import CHOICES, ChoiceWords, Chosen, OptionsRevealed
from rules.procedures.dew.consultation import Reason, consult
from rules.procedures.dew.paths import measure_length
from rules.procedures.dew.posture import make_alert_changed
from rules.procedures.dew.ranges import change_ranges, has_place, list_mismatched_pairs
from rules.procedures.dew.refusals import Message, refuse
from rules.procedures.dew.state import Movement
from rules.procedures.dew.terms import (
    MELEE,
    MOVEMENT,
    get_attributes,
    get_dew,
    get_name,
    get_settings,
    ids,
    is_conscious,
    list_conscious,
    list_seen,
    with_part,
    with_round,
)
from rules.procedures.dew.traces import MoveAllowance, build_allowance
from rules.procedures.dew.weapons import list_weapons_in_hand

FALLEN_CANNOT_MOVE = Message("Who has fallen does not move.")
TRACE_START = Message("A trace starts where {who} stands.")
TRACE_TOO_LONG = Message("The trace is {length} inches long; {allowance} are left.")
NO_POSITIONS = Message("Traces need a place for everybody who is conscious.")


MOVEMENT_MODES = {
    "simple": "Everybody may move.",
    "trace": "Everybody draws a trace in secret.",
    "skip": "Nobody moves.",
}


@dataclass(slots=True, kw_only=True)
class MovementMode(Event):
    """The kind of movement in this round: simple, trace or skip."""

    audience = Audience.ALL
    inherited = OUTSIDE_MOMENTS
    is_retold = False

    mode: Open[str]

    def apply(self, state: State) -> State:
        return with_round(state, movement=self.mode, time=Fraction(0), shown_time=Fraction(0))

    def narrate(self, voice: Voice) -> str:
        return MOVEMENT_MODES.get(self.mode, f"Movement is {self.mode}.")


@dataclass(slots=True, kw_only=True)
class Allowance(Event):
    """A combatant's movement in hundredths of an inch, with everything that lessens it."""

    audience = Audience.OWNER
    inherited = PRIVATE
    is_narrated = False  # shown beside the question

    who: Doer
    base: Open[int]
    halved: Open[bool]
    """True if it was halved, before blows and the chase are taken off."""
    blows: Open[int]
    """The number of blows, each of which costs an inch."""
    chase: Open[int]
    """The price of a chase; 0 without one."""
    result: Open[int]

    def apply(self, state: State) -> State:
        return with_part(state, self.who, Movement, allowance=self.result)


class MoveChoice(ChoiceWords):
    id, verb, is_retold = "move", ("moves", "move"), True


class StayChoice(ChoiceWords):
    id, verb = "stay", ("stays", "stay")


CHOICES.update({each.id: each for each in (MoveChoice(), StayChoice())})

ActAtStop = Callable[[Table, tuple[CombatantId, ...]], Play]
"""Lets combatants who have stopped choose an option each, with blows of the next round."""

STAY: Answer = {"command": StayChoice.id}

ON_THE_GROUND = {"none": Fraction(0), "half": Fraction(1, 2), "full": Fraction(1)}
"""The part of its movement that a combatant on the ground has, by the table's option (3q)."""


def _list_movement_choices(state: State, question: OpenQuestion) -> Sequence[Choice]:
    lost = [who for who in list_seen(state, list_conscious(state)) if not has_place(state, who)]
    refusal: Refusal | None = refuse(NO_POSITIONS, "3p") if lost else None
    return (
        Choice("simple", "Simple movement"),
        Choice("trace", "By traces", refusal=refusal),
        Choice("skip", "Nobody moves"),
    )


MOVEMENT_KIND = Reason(
    "movement",
    "How does everybody move?",
    "The fight has come to its movement phase.",
    default={"command": "simple"},
    list_choices=_list_movement_choices,
    commands=("simple", "trace", "skip"),
)


def _list_moves_choices(state: State, question: OpenQuestion) -> Sequence[Choice]:
    movers = [each for each in read_names(question.facts, "movers") if each in state.combatants]
    who = OneOf("who", "Who", [Choice(each, state.combatants[each].name) for each in movers])
    stop = (
        who,
        PlaceField("position", "Where", optional=True),
        build_yes_field("alert", "Alert?"),
        Text("text", "Why"),
    )
    return (Choice("done", "As declared"), *([Choice("stop", "Somebody stops", then=lambda: stop)] if movers else []))


MOVES = Reason(
    "moves",
    "Is anybody stopped on the way?",
    "Everybody has said where to.",
    default={"command": "done"},
    list_choices=_list_moves_choices,
    commands=("done", "stop"),
)


def start_movement(table: Table) -> Play:
    """Begin the phase. Returns the kind of movement: simple, trace or skip (3o, 3p, 3.3a).

    Traces fall back to simple movement if a conscious combatant that is not hidden has no place on the map.
    """
    yield make_phase_started(table.state, MOVEMENT, list_conscious(table.state), "S.3")
    mode: str = get_settings(table.state).movement_mode
    if mode == "ask":
        apart = list_mismatched_pairs(table.state)
        cited = ["3o", "3p", *(["R2a"] if apart else [])]
        facts = {"mismatched": [list(pair) for pair in apart]}
        answer = yield from consult(table, MOVEMENT_KIND, cited, facts=facts)
        mode = str(answer["command"])
    seen = list_seen(table.state, list_conscious(table.state))
    if mode == "trace" and not all(has_place(table.state, who) for who in seen):
        mode = "simple"
    yield MovementMode(mode=mode, clauses=ids({"simple": "3o", "trace": "3p"}.get(mode, "3o")))
    return mode


# Reactions, and how far a combatant moves.


def can_react(state: State, who: CombatantId) -> bool:
    """Return whether a combatant can react to others' movement (3c, 3f).

    It must be alert and have taken no noncombat option.
    """
    each = get_dew(state, who)
    return each.body.alert and not each.ledger.acted


def show_allowance(table: Table, who: CombatantId, *, chases: bool = False) -> Play:
    """Yield a combatant's movement, for its player alone.

    It is half if the combatant is alert or took a noncombat option. Each blow and a chase lessen it.
    """
    state = table.state
    each = get_dew(state, who)
    allowance = compute_allowance(state, who, alert=each.body.alert, chases=chases)
    cited = ["3.1l"] if chases else []
    cited += ["3d"] if each.body.alert else []
    cited += ["3e"] if each.ledger.acted else []
    cited += ["3n"] if each.body.alert and each.ledger.acted else []
    cited += ["3g", "1e"] if each.ledger.blows else []
    cited += ["3h"] if not allowance.result else []
    cited += ["3q"] if allowance.share < 1 else []
    yield Allowance(
        who=who,
        base=allowance.base,
        halved=allowance.halved,
        blows=allowance.blows,
        chase=allowance.chase,
        result=allowance.result,
        clauses=ids(*cited, *(["3.1c"] if chases else [])),
    )


def compute_allowance(state: State, who: CombatantId, *, alert: bool, chases: bool = False) -> MoveAllowance:
    """Return a combatant's movement, alert or not.

    On the ground it is all, half or none of it (3q).
    """
    each = get_dew(state, who)
    halved = alert or bool(each.ledger.acted)
    share = ON_THE_GROUND[get_settings(state).fallen_movement] if each.body.fallen else Fraction(1)
    return build_allowance(
        get_attributes(state, who).move, halved=halved, blows=each.ledger.blows, chases=chases, share=share
    )


def forbid_fallen(state: State, who: CombatantId) -> Refusal | None:
    """Return the refusal of movement on the ground, if the table's option forbids it (3q)."""
    is_forbidden = get_dew(state, who).body.fallen and get_settings(state).fallen_movement == "none"
    return refuse(FALLEN_CANNOT_MOVE, "3q") if is_forbidden else None


def cease_alertness(table: Table, who: CombatantId) -> Play:
    """End a combatant's alertness, before its movement is computed (3a)."""
    if get_dew(table.state, who).body.alert:
        yield make_alert_changed(who, False, MOVEMENT, "3a")


# Simple movement.


def play_simple(table: Table, act: ActAtStop) -> Play:
    """Play simple movement: alertness, the moves of those who cannot react, those of the others.

    Then the DM plays all moves out. ``act`` lets those who stop choose options.
    """
    yield from _ask_alertness(table)
    moves: dict[CombatantId, Answer] = {}
    fixed = [who for who in list_conscious(table.state) if not can_react(table.state, who)]
    yield from _ask_moves(table, fixed, moves, ("3b", "3f"))
    able = [who for who in list_conscious(table.state) if can_react(table.state, who) and who not in moves]
    if moves and able:
        yield _make_moves_revealed(table.state, moves, able)
    yield from _ask_moves(table, able, moves, ("3b", "3c"))
    yield from _play_out(table, moves, act)


def _make_moves_revealed(
    state: State, moves: Mapping[CombatantId, Answer], able: Sequence[CombatantId]
) -> OptionsRevealed:
    """Return the event that shows the moves of those who cannot react.

    The others see them before they declare theirs (3c). If all the others are hidden, nobody else perceives it.
    """
    chosen = tuple(
        Chosen(who, str(move["command"]), {key: value for key, value in move.items() if key != "command"})
        for who, move in moves.items()
    )
    hidden = None if list_seen(state, able) else tuple(able)
    return OptionsRevealed(options=chosen, clauses=ids("3c", "3f"), seen_by=hidden)


def _ask_alertness(table: Table) -> Play:
    alert = [who for who in list_conscious(table.state) if get_dew(table.state, who).body.alert]
    if not alert:
        return
    asks = [
        Ask("trace", who, {"command": "stay_alert"}, facts={"step": "alertness"}, clauses=ids("3a")) for who in alert
    ]
    answers = yield asks
    for who, answer in zip(alert, answers, strict=True):
        if answer["command"] == "cease_alert" and is_conscious(table.state, who):
            yield from cease_alertness(table, who)


def _ask_moves(
    table: Table, who: Iterable[CombatantId], moves: dict[CombatantId, Answer], clauses: tuple[str, ...]
) -> Play:
    group = list(who)
    for each in group:
        yield from show_allowance(table, each)
    if group:
        answers = yield [Ask("trace", each, STAY, facts={"step": "move"}, clauses=ids(*clauses)) for each in group]
        moves.update(zip(group, answers, strict=True))


def _play_out(table: Table, moves: Mapping[CombatantId, Answer], act: ActAtStop) -> Play:
    """Play out the moves: the DM's stops first, then immediate options, then all other moves.

    The immediate options are those of combatants who stay. Those who stop together choose their options together (3i to
    3l).
    """
    while True:
        still = [who for who in moves if _is_moving(table.state, who)]
        if not any(moves[who]["command"] == "move" for who in still):
            break
        facts = {"movers": [who for who in still if moves[who]["command"] == "move"]}
        dm_answer = yield from consult(table, MOVES, ("3o", "3i"), facts=facts)
        if dm_answer["command"] == "done":
            break
        who = str(dm_answer["who"])
        if who in still:
            at, alert = read_place(dm_answer, "position"), is_yes(dm_answer, "alert")
            yield from _stop(table, {who: moves[who]}, act, at=at, alert=alert)
    at_once = {who: move for who, move in moves.items() if is_yes(move, "option_now")}
    for group in (at_once, moves):
        left = {who: move for who, move in group.items() if _is_moving(table.state, who)}
        yield from _stop(table, left, act)


def _is_moving(state: State, who: CombatantId) -> bool:
    return is_conscious(state, who) and not get_dew(state, who).movement.ended


def _stop(
    table: Table,
    moves: Mapping[CombatantId, Answer],
    act: ActAtStop,
    *,
    at: Place | None = None,
    alert: bool = False,
) -> Play:
    """Move combatants along their paths, or to ``at``, and stop them together.

    Then they become alert if they declared it. Those who declared an option choose it together.
    """
    starts = {who: table.state.combatants[who].place for who in moves}
    for who, move in moves.items():
        yield from _go(table, who, move, at, alert)
    yield from change_ranges(table, [who for who in moves if table.state.combatants[who].place != starts[who]])
    for who, move in moves.items():
        if alert or is_yes(move, "alert_on_stop"):
            yield from become_alert(table, who)
    acting = [who for who, move in moves.items() if is_yes(move, "option_on_stop") or is_yes(move, "option_now")]
    if acting:
        yield from act(table, tuple(acting))


def _go(table: Table, who: CombatantId, move: Answer, at: Place | None, alert: bool) -> Play:
    """Move a combatant along its path, or straight to ``at``, and end its movement."""
    path = read_path(move, "path")
    before = table.state.combatants[who].place
    end = at if at is not None else path[-1] if path else before
    if end != before:
        gone = measure_length([before, end]) if at is not None else measure_length(path)
        yield e.Moved(who=who, to=end, feet=0, length=int(gone), clauses=ids("3b"))
    yield MovementEnded(
        who=who,
        time=Fraction(1),
        position=end,
        alert=alert or is_yes(move, "alert_on_stop") or get_dew(table.state, who).body.alert,
        why="stop",
        clauses=ids("3i", "3r"),
    )


def become_alert(table: Table, who: CombatantId) -> Play:
    """Make a combatant alert when it stops (3j)."""
    if not get_dew(table.state, who).body.alert:
        yield make_alert_changed(who, True, "stop", "3j")


# Forms.


def build_alertness_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form of the choice to stay alert or not. None: it no longer applies."""
    who = question.who
    if not is_conscious(state, who) or not get_dew(state, who).body.alert:
        return None
    inches = {alert: compute_allowance(state, who, alert=alert).result for alert in (True, False)}
    choices = (
        Choice("stay_alert", "Stay alert", f"{_format_inches(inches[True])} inches"),
        Choice("cease_alert", "Stop being alert", f"{_format_inches(inches[False])} inches"),
    )
    return Form((OneOf("command", "Stay alert?", choices),))


def build_move_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form of a move: stay, or a path with what to do on stopping.

    None: the combatant is unconscious, or not present.
    """
    who = question.who
    if not is_conscious(state, who):
        return None
    reach = compute_allowance(state, who, alert=get_dew(state, who).body.alert).result
    move = Choice(
        "move",
        "Move",
        f"{_format_inches(reach)} inches",
        forbid_fallen(state, who),
        lambda: _list_move_fields(state, who, reach),
    )
    stay = Choice("stay", "Stay", then=lambda: (build_yes_field("option_now", "An option at once?"),))
    return Form((OneOf("command", "Where to?", (stay, move)),), lambda answer: _forbid_move(state, who, answer, reach))


def _list_move_fields(state: State, who: CombatantId, reach: int) -> tuple[Field, ...]:
    place = state.combatants[who].place
    return (
        PathField("path", "Along", optional=True, draw=make_path_drawer(place, reach), start=place, longest=reach),
        Text("stop", "Stop when", 200),
        build_yes_field("alert_on_stop", "Alert on stopping?"),
        build_yes_field("option_on_stop", "An option on stopping?"),
    )


def _forbid_move(state: State, who: CombatantId, answer: Answer, reach: int) -> Refusal | None:
    corners = read_path(answer, "path")
    if answer.get("command") != "move" or not corners:
        return None
    if corners[0] != state.combatants[who].place:
        return refuse(TRACE_START, "3.1h", who=get_name(state, who))
    if measure_length(corners) > reach:
        return refuse_too_long(measure_length(corners), reach)
    return None


def refuse_too_long(gone: Fraction, reach: int) -> Refusal:
    """Return the refusal of a path that is longer than the movement (hundredths of an inch)."""
    return refuse(TRACE_TOO_LONG, "3.1b", length=_format_inches(int(gone)), allowance=_format_inches(reach))


def _format_inches(hundredths: int) -> str:
    whole, rest = divmod(hundredths, HUNDREDTHS)
    return f"{whole}.{rest:02d}".rstrip("0").rstrip(".")


def make_path_drawer(start: Place, reach: int) -> Callable[[Random], object]:
    """Return a function that draws a random path from here, no longer than the reach."""

    def draw(rng: Random) -> list[list[int]]:
        far = rng.randint(0, max(0, reach * 7 // 10))
        x, y = rng.choice([(far, 0), (-far, 0), (0, far), (0, -far), (far * 7 // 10, far * 7 // 10)])
        return [list(start), [start[0] + x, start[1] + y]]

    return draw


# Reach, movement and distances on the map, in hundredths of an inch.


def list_reaches(state: State, who: CombatantId) -> list[Reach]:
    """Return the reach of the longest weapon in hand, and the movement left this round.

    Both are in hundredths of an inch on the map.
    """
    unit = get_settings(state).range_unit
    longest = [mode.reach for weapon in list_weapons_in_hand(state, who) for mode in weapon.modes if mode.use == MELEE]
    found = [Reach("reach", "hand to hand", max(longest) * unit)] if longest else []
    return [
        *found,
        Reach("move", "movement", compute_allowance(state, who, alert=get_dew(state, who).body.alert).result),
    ]


def find_gap(state: State, who: CombatantId, other: CombatantId) -> int:
    """Return the distance of two on the map; the range of the pair may differ (DEW.R2a)."""
    return measure_between(state.combatants[who].place, state.combatants[other].place)
