"""The movement phase as it is normally played: moves declared, reactions to them, the DM's word, stops (3)."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from random import Random
from typing import cast

from rules import events as e
from rules.dew.consulting import asks_for_mode, consult, is_yes, yes
from rules.dew.declaring import choose
from rules.dew.noncombat import limits
from rules.dew.paths import Point, length
from rules.dew.refusals import refuse
from rules.dew.terms import MOVEMENT, attributes, conscious, ids, name_of, now, option
from rules.dew.traces import Allowance, allowance
from rules.dew.weapons import has_place, in_roster_order, point_of, range_between, range_from_places, range_of
from rules.effects import Answer, Ask
from rules.events import Chosen
from rules.forms import Field, Form, OneOf, Option, Path, Refusal, Text
from rules.ruleset import Play, Table
from rules.state import OpenQuestion, Place, State
from rules.terms import HUNDREDTHS, CombatantId

STAY: Answer = {"command": "stay"}

ON_THE_GROUND = {"none": Fraction(0), "half": Fraction(1, 2), "full": Fraction(1)}
"""What part of its movement one who lies there has, as the table reads it (3q)."""


def start(table: Table) -> Play:
    """Begin the phase. Returns how it is played: simple, trace or skip (3o, 3p, 3.3a)."""
    yield e.PhaseStarted(
        phase=MOVEMENT, eligible=conscious(table.state), en_limits=limits(table.state), clauses=ids("0f", "0j", "S.3")
    )
    mode = str(option(table.state, "movement_mode"))
    if asks_for_mode(table.state):
        apart = mismatched(table.state)
        cited = ["3o", "3p", *(["R2a"] if apart else [])]
        facts = {"mismatched": [list(pair) for pair in apart]}
        answer = yield from consult(table, "movement", cited, facts=facts)
        mode = str(answer["command"])
    if mode == "trace" and not all(has_place(table.state, who) for who in conscious(table.state)):
        mode = "simple"
    yield e.MovementMode(mode=mode, clauses=ids({"simple": "3o", "trace": "3p"}.get(mode, "3o")))
    return mode


def mismatched(state: State) -> list[tuple[str, str, int, int]]:
    """Pairs whose range differs from what the map says, with both (R2a)."""
    placed = [who for who in conscious(state) if has_place(state, who)]
    pairs = [(one, other) for at, one in enumerate(placed) for other in placed[at + 1 :]]
    both = [(a, b, range_of(state, a, b), range_from_places(state, a, b)) for a, b in pairs]
    return [each for each in both if each[2] != each[3]]


# Who may react, and how far anybody goes.


def reacts(state: State, who: CombatantId) -> bool:
    """Whether a combatant is alert and took no noncombat option: it can react to others' movement (3c, 3f)."""
    each = now(state, who)
    return each.alert and not each.acted


def allowed(table: Table, who: CombatantId, *, chases: bool = False) -> Play:
    """Tell a combatant's movement: half if alert or after a noncombat option, less a blow each, less the chase."""
    state = table.state
    each = now(state, who)
    worked = far(state, who, alert=each.alert, chases=chases)
    cited = ["3.1l"] if chases else []
    cited += ["3d"] if each.alert else []
    cited += ["3e"] if each.acted else []
    cited += ["3n"] if each.alert and each.acted else []
    cited += ["3g", "1e"] if each.blows else []
    cited += ["3h"] if not worked.result else []
    cited += ["3q"] if worked.share < 1 else []
    yield e.Allowance(
        who=who,
        base=worked.base,
        halved=worked.halved,
        blows=worked.blows,
        chase=worked.chase,
        result=worked.result,
        clauses=ids(*cited, *(["3.1c"] if chases else [])),
    )


def far(state: State, who: CombatantId, *, alert: bool, chases: bool = False) -> Allowance:
    """A combatant's movement, alert or not: all, half or none of it where it lies on the ground (3q)."""
    each = now(state, who)
    halved = alert or bool(each.acted)
    share = ON_THE_GROUND[str(option(state, "fallen_movement"))] if each.fallen else Fraction(1)
    return allowance(attributes(state, who).move, halved=halved, blows=each.blows, chases=chases, share=share)


def bar_fallen(state: State, who: CombatantId) -> Refusal | None:
    """Whether lying on the ground keeps a combatant from moving, as the table reads it (3q)."""
    lies = now(state, who).fallen and option(state, "fallen_movement") == "none"
    return refuse("FALLEN_CANNOT_MOVE", "3q") if lies else None


def cease(table: Table, who: CombatantId) -> Play:
    """Stop being alert, before movement is reckoned (3a)."""
    if now(table.state, who).alert:
        yield e.AlertChanged(who=who, alert=False, why=MOVEMENT, clauses=ids("0c", "3a"))


# Simple movement.


def simple(table: Table) -> Play:
    """Who stays alert; the moves of those who cannot react; of those who can; then the DM plays them out."""
    yield from _alertness(table)
    moves: dict[CombatantId, Answer] = {}
    fixed = [who for who in conscious(table.state) if not reacts(table.state, who)]
    yield from _declare(table, fixed, moves, ("3b", "3f"))
    able = [who for who in conscious(table.state) if reacts(table.state, who) and who not in moves]
    if moves and able:
        yield _told(moves)
    yield from _declare(table, able, moves, ("3b", "3c"))
    yield from _play_out(table, moves)


def _told(moves: Mapping[CombatantId, Answer]) -> e.OptionsRevealed:
    """The moves of those who cannot react, which the others see before they say theirs (3c)."""
    chosen = tuple(
        Chosen(who, str(move["command"]), {key: value for key, value in move.items() if key != "command"})
        for who, move in moves.items()
    )
    return e.OptionsRevealed(options=chosen, clauses=ids("3c", "3f"))


def _alertness(table: Table) -> Play:
    alert = [who for who in conscious(table.state) if now(table.state, who).alert]
    if not alert:
        return
    asks = [
        Ask("trace", who, {"command": "stay_alert"}, facts={"step": "alertness"}, clauses=ids("3a")) for who in alert
    ]
    answers = yield asks
    for who, answer in zip(alert, answers, strict=True):
        if answer["command"] == "cease_alert" and who in conscious(table.state):
            yield from cease(table, who)


def _declare(
    table: Table, who: Iterable[CombatantId], moves: dict[CombatantId, Answer], clauses: tuple[str, ...]
) -> Play:
    group = list(who)
    for each in group:
        yield from allowed(table, each)
    if group:
        answers = yield [Ask("trace", each, STAY, facts={"step": "move"}, clauses=ids(*clauses)) for each in group]
        moves.update(zip(group, answers, strict=True))


def _play_out(table: Table, moves: Mapping[CombatantId, Answer]) -> Play:
    """The DM stops whom he will; the rest go as they said. Who stops may carry out an option (3i to l)."""
    while True:
        still = [who for who in moves if who in conscious(table.state) and not now(table.state, who).ended]
        if not any(moves[who]["command"] == "move" for who in still):
            break
        facts = {"movers": [who for who in still if moves[who]["command"] == "move"]}
        word = yield from consult(table, "moves", ("3o", "3i"), facts=facts)
        if word["command"] == "done":
            break
        who = str(word["who"])
        if who in still:
            at = cast("Place | None", word.get("position"))
            yield from _stop(table, who, moves[who], tuple(at) if at else None, is_yes(word, "alert"))  # type: ignore[arg-type]
    for who in moves:
        if who in conscious(table.state) and not now(table.state, who).ended:
            yield from _stop(table, who, moves[who], None, False)


def _stop(table: Table, who: CombatantId, move: Answer, at: Place | None, alert: bool) -> Play:
    """A combatant goes as far as this and stops: alert if it will, and with an option at once if it will."""
    path = [tuple(corner) for corner in cast("list[list[int]]", move.get("path", ()) or ())]
    before = table.state.combatants[who].place
    end = at if at is not None else cast("Place", path[-1]) if path else before
    if end != before:
        gone = length([before, end]) if at is not None else length(cast("list[Place]", path))
        yield e.Moved(who=who, to=end, feet=0, length=int(gone), clauses=ids("3b"))
    alert = alert or is_yes(move, "alert_on_stop")
    yield e.MovementEnded(
        who=who,
        time=Fraction(1),
        position=end,
        alert=alert or now(table.state, who).alert,
        why="stop",
        clauses=ids("3i", "3r"),
    )
    if end != before:
        yield from ranges_of(table, [who])
    if alert:
        yield from become_alert(table, who)
    if is_yes(move, "option_on_stop") or is_yes(move, "option_now"):
        yield from choose(table, (who,), borrowed=True)


def become_alert(table: Table, who: CombatantId) -> Play:
    """Become alert on stopping (3j)."""
    if not now(table.state, who).alert:
        yield e.AlertChanged(who=who, alert=True, why="stop", clauses=ids("0c", "3j"))


def ranges_of(
    table: Table, moved: Iterable[CombatantId], *clauses: str, exact: Mapping[CombatantId, Point] | None = None
) -> Play:
    """Yield the changed ranges of the pairs in which somebody moved, from the map (3.2.1h, R1a).

    ``exact`` are the points that combatants have come to, where a movement by traces knows them.
    """
    points = exact or {}

    def point(who: CombatantId) -> Point:
        return points[who] if who in points else point_of(table.state, who)

    movers = [who for who in moved if has_place(table.state, who)]
    done: dict[tuple[str, str], None] = {}
    for who in movers:
        for other in table.state.combatants:
            if other == who or not has_place(table.state, other):
                continue
            pair = in_roster_order(table.state, who, other)
            if pair in done:
                continue
            done[pair] = None
            old, new = range_of(table.state, who, other), range_between(table.state, point(who), point(other))
            if old != new:
                cited = ids("R1a", *clauses)
                yield e.RangeChanged(a=pair[0], b=pair[1], old=old, new=new, why=MOVEMENT, clauses=cited)


# What may be answered.


def alertness_form(state: State, question: OpenQuestion) -> Form | None:
    """Stay alert, or cease to be."""
    who = question.who
    if who not in conscious(state) or not now(state, who).alert:
        return None
    inches = {alert: far(state, who, alert=alert).result for alert in (True, False)}
    options = (
        Option("stay_alert", "Stay alert", f"{_inches(inches[True])} inches"),
        Option("cease_alert", "Cease to be alert", f"{_inches(inches[False])} inches"),
    )
    return Form((OneOf("command", "Stay alert?", options),))


def move_form(state: State, question: OpenQuestion) -> Form | None:
    """Stay, or move along a path of places; on stopping, alert or not, with an option or not."""
    who = question.who
    if who not in conscious(state):
        return None
    reach = far(state, who, alert=now(state, who).alert).result
    move = Option(
        "move", "Move", f"{_inches(reach)} inches", bar_fallen(state, who), lambda: _move_fields(state, who, reach)
    )
    stay = Option("stay", "Stay", then=lambda: (yes("option_now", "An option at once?"),))
    return Form((OneOf("command", "Where to?", (stay, move)),), lambda answer: _bar_move(state, who, answer, reach))


def _move_fields(state: State, who: CombatantId, reach: int) -> tuple[Field, ...]:
    place = state.combatants[who].place
    return (
        Path("path", "Along", optional=True, draw=path_drawer(place, reach), start=place, longest=reach),
        Text("stop", "Stop when", 200),
        yes("alert_on_stop", "Alert on stopping?"),
        yes("option_on_stop", "An option on stopping?"),
    )


def _bar_move(state: State, who: CombatantId, answer: Answer, reach: int) -> Refusal | None:
    path = cast("list[list[int]] | None", answer.get("path"))
    if answer.get("command") != "move" or not path:
        return None
    corners = [(corner[0], corner[1]) for corner in path]
    if corners[0] != state.combatants[who].place:
        return refuse("TRACE_START", "3.1h", who=name_of(state, who))
    if length(corners) > reach:
        return too_long(length(corners), reach)
    return None


def too_long(gone: Fraction, reach: int) -> Refusal:
    """A path that is longer than the movement there is."""
    return refuse("TRACE_TOO_LONG", "3.1b", length=_inches(int(gone)), allowance=_inches(reach))


def _inches(hundredths: int) -> str:
    whole, rest = divmod(hundredths, HUNDREDTHS)
    return f"{whole}.{rest:02d}".rstrip("0").rstrip(".")


def path_drawer(start: Place, reach: int) -> Callable[[Random], object]:
    """Draws a path from here, no longer than the reach."""

    def draw(rng: Random) -> list[list[int]]:
        far = rng.randint(0, max(0, reach * 7 // 10))
        x, y = rng.choice([(far, 0), (-far, 0), (0, far), (0, -far), (far * 7 // 10, far * 7 // 10)])
        return [list(start), [start[0] + x, start[1] + y]]

    return draw
