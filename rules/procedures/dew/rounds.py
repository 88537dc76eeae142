"""The round, in the order of the text: combat beat by beat, the noncombat phase, movement."""

from collections.abc import Callable

from rules.kernel import events as e
from rules.kernel.procedure import Play, Table
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.procedures.dew import movement, noncombat, trace_movement
from rules.procedures.dew.blows import make_phase_started, make_round_started
from rules.procedures.dew.damage import decide_fates
from rules.procedures.dew.great_blows import lose_at_round_end
from rules.procedures.dew.initiative import Contest
from rules.procedures.dew.options import choose
from rules.procedures.dew.ranges import set_first_ranges
from rules.procedures.dew.terms import COMBAT, MOVEMENT, NONCOMBAT, get_dew, list_conscious, list_seen


def with_fates(stage: Callable[[Table], Play]) -> Callable[[Table], Play]:
    """Return a stage that begins with the fates of combatants that are out.

    The DM decides them for those whose BD was ruled away since the last stage (1.2.5.3j).
    """

    def play(table: Table) -> Play:
        yield from decide_fates(table)
        return (yield from stage(table))

    return play


def play_start_stage(table: Table) -> Play:
    """Give all combatants their blows for the round, then begin its first phase (1)."""
    first = table.state.round == 1
    yield make_round_started(table.state, first)
    yield from set_first_ranges(table)
    begins_at = str(table.state.notes.get("start", COMBAT)) if first else COMBAT
    if begins_at in (NONCOMBAT, MOVEMENT):
        return begins_at
    yield make_phase_started(table.state, COMBAT, list_conscious(table.state))
    return "beat"


def _begin_beat(table: Table) -> Play:
    """Advance the clock by one beat, and open one moment for all that happens in it."""
    yield _make_beat_begun(table)
    yield e.MomentBegan()


def _make_beat_begun(table: Table) -> e.SegmentBegan:
    return e.SegmentBegan(clock=(table.state.clock or 0) + 1)


def play_beat_stage(table: Table) -> Play:
    """Determine initiative, then resolve the options of those who have it (1.1, 1.2).

    The hidden whose turn has come choose first, in moments of their own within the same beat. A beat in which nobody
    else would have the initiative is not counted.
    """
    contest, first = Contest(table.state), not table.state.clock
    is_counted = bool(contest.find_holders())
    if is_counted:
        yield _make_beat_begun(table)
    while who := contest.find_hidden_holders():
        yield from _play_holders(table, contest, who, first)
        contest = contest.refresh(table.state)
    who = contest.find_holders()
    if not is_counted and not who:
        yield contest.make_phase_ended()
        return NONCOMBAT
    if is_counted and who:
        yield from _play_holders(table, contest, who, first)
    return "beat"


def _play_holders(table: Table, contest: "Contest", who: tuple[CombatantId, ...], first: bool) -> Play:
    """Let those who have the initiative choose, in a moment of their own."""
    yield e.MomentBegan()
    yield contest.refresh(table.state).make_initiative(who, first)
    yield from choose(table, who)


def play_noncombat_stage(table: Table) -> Play:
    """Let options be selected in secret, and resolve them together (2)."""
    yield from noncombat.play_noncombat(table)
    return MOVEMENT


def play_movement_stage(table: Table) -> Play:
    """Determine the kind of movement; play all of it if it is simple (3)."""
    mode = yield from movement.start_movement(table)
    if mode == "trace":
        yield from trace_movement.draw_traces(table)
        return "traces"
    if mode == "simple":
        yield from _begin_beat(table)
        yield from movement.play_simple(table, _act_at_stop)
    return "end"


def play_traces_stage(table: Table) -> Play:
    """Play one pass of the loop (3.2).

    Ends are planned, the smallest fraction is walked, and those who ended may act. A pass for the hidden alone is no
    beat.
    """
    moving = trace_movement.list_still_moving(table.state)
    if not moving:
        return "end"
    seen = list_seen(table.state, moving)
    first = all(get_dew(table.state, who).movement.plan is None for who in seen or moving)
    if seen:
        yield _make_beat_begun(table)
    yield e.MomentBegan()
    goes_on = yield from trace_movement.play_pass(table, first, _act_at_stop)
    return "traces" if goes_on else "end"


def _act_at_stop(table: Table, who: tuple[CombatantId, ...]) -> Play:
    """Let those who have stopped choose options, with blows of the next round (3k)."""
    yield from choose(table, who, borrowed=True)


def play_end_stage(table: Table) -> Play:
    """End the round: preparations are lost (1.2.4j)."""
    yield from lose_at_round_end(table)
    yield trace_movement.make_phase_ended(table.state)


def choose_first_stage(state: State) -> str:
    """Return "start": every round begins with everybody's blows."""
    return "start"
