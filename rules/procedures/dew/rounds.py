"""The round, in the order of the text: combat beat by beat, the noncombat phase, movement."""

from collections.abc import Callable

from rules.kernel import events as e
from rules.kernel.procedure import Play, Table
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.procedures.dew import events as dew
from rules.procedures.dew import movement, noncombat, trace_movement
from rules.procedures.dew.blows import lose_preparations
from rules.procedures.dew.damage import decide_fates
from rules.procedures.dew.events import Complement
from rules.procedures.dew.initiative import Contest
from rules.procedures.dew.option_choice import choose
from rules.procedures.dew.state import pair_of, round_of
from rules.procedures.dew.terms import (
    COMBAT,
    MOVEMENT,
    NONCOMBAT,
    attributes,
    conscious,
    ids,
    is_object,
    now,
    option,
    present,
)
from rules.procedures.dew.weapons import FAR, first_range


def with_fates(stage: Callable[[Table], Play]) -> Callable[[Table], Play]:
    """Return a stage that begins with the fates of combatants that are out.

    The DM decides them for those whose BD was ruled away since the last stage (1.2.5.3j).
    """

    def played(table: Table) -> Play:
        yield from decide_fates(table)
        return (yield from stage(table))

    return played


def start_stage(table: Table) -> Play:
    """Give all combatants their blows for the round, then begin its first phase (1)."""
    first = table.state.round == 1
    yield _started(table.state, first)
    yield from _first_ranges(table)
    begins_at = str(table.state.notes.get("start", COMBAT)) if first else COMBAT
    if begins_at in (NONCOMBAT, MOVEMENT):
        return begins_at
    yield dew.PhaseStarted(
        phase=COMBAT, eligible=conscious(table.state), en_limits=noncombat.limits(table.state), clauses=ids("0f", "0j")
    )
    return "beat"


def _started(state: State, first: bool) -> dew.RoundStarted:
    characters = [who for who in present(state) if not is_object(state, who)]
    taken = tuple(_as_it_is(state, who) if first else _complement(state, who) for who in characters)
    cited = ["1a", *(["0a", "0c"] if first else ["0e", "1.1.1f"])]
    if any(each.borrowed for each in taken) and not first:
        cited += ["1b", "3l", "3m"]
    return dew.RoundStarted(complements=taken, anew=not first, clauses=ids(*cited))


def _as_it_is(state: State, who: CombatantId) -> Complement:
    """Return the blows and EN with which a combatant comes to the first round."""
    each = now(state, who).ledger
    return Complement(who, each.active, each.reactive, each.blows, each.en_previous, each.borrowed, each.fought)


def _complement(state: State, who: CombatantId) -> Complement:
    """Return a combatant's normal blows, less those borrowed (1b, 3m).

    If the option ``borrow_accounting`` is "next_round", borrowed blows count as blows of this round.
    """
    each, mine = now(state, who).ledger, attributes(state, who)
    counted = each.borrowed if option(state, "borrow_accounting") == "next_round" else 0
    return Complement(
        who,
        max(0, mine.active_blows - each.borrowed_active),
        max(0, mine.reactive_blows - each.borrowed_reactive),
        counted,
        each.en_round,
        each.borrowed,
        bool(each.borrowed and option(state, "borrow_bars_noncombat")),
    )


def _first_ranges(table: Table) -> Play:
    """Yield the first range of each pair that has none yet, as entered or from the map (R1a)."""
    everybody = present(table.state)
    for at, one in enumerate(everybody):
        for other in everybody[at + 1 :]:
            if pair_of(one, other) in round_of(table.state).ranges:
                continue
            apart = first_range(table.state, one, other)
            if apart != FAR:
                yield dew.RangeChanged(a=one, b=other, old=FAR, new=apart, why="start", clauses=ids("R1a"))


def _next_beat(table: Table) -> Play:
    """Advance the clock by one beat, and open one moment for all that happens in it."""
    yield e.SegmentBegan(clock=(table.state.clock or 0) + 1)
    yield e.MomentBegan()


def beat_stage(table: Table) -> Play:
    """Determine initiative, then resolve the options of those who have it (1.1, 1.2)."""
    contest = Contest(table.state)
    who = contest.holders()
    if not who:
        ledgers = [now(table.state, each).ledger for each in conscious(table.state)]
        lapsed = any(each.active + each.reactive for each in ledgers)
        clauses = ids("1.1.1d", *(["1m"] if lapsed else []))
        yield dew.PhaseEnded(phase=COMBAT, why="no_eligible", clauses=clauses)
        return NONCOMBAT
    first = not table.state.clock
    yield from _next_beat(table)
    yield contest.kept_for(table.state).initiative(who, first)
    yield from choose(table, who)
    return "beat"


def noncombat_stage(table: Table) -> Play:
    """Let options be selected in secret, and resolve them together (2)."""
    yield from noncombat.noncombat(table)
    return MOVEMENT


def movement_stage(table: Table) -> Play:
    """Determine the kind of movement; play all of it if it is simple (3)."""
    mode = yield from movement.start_movement(table)
    if mode == "trace":
        yield from trace_movement.draw_traces(table)
        return "traces"
    if mode == "simple":
        yield from _next_beat(table)
        yield from movement.play_simple(table)
    return "end"


def traces_stage(table: Table) -> Play:
    """Play one pass of the loop (3.2).

    Ends are planned, the smallest fraction is walked, and those who ended may act.
    """
    first = all(now(table.state, who).movement.plan is None for who in trace_movement.still_moving(table.state))
    if not trace_movement.still_moving(table.state):
        return "end"
    yield from _next_beat(table)
    goes_on = yield from trace_movement.play_pass(table, first)
    return "traces" if goes_on else "end"


def end_stage(table: Table) -> Play:
    """End the round: preparations are lost (1.2.4j)."""
    for who in present(table.state):
        yield from lose_preparations(table, who, "round_end", "1.2.4j")
    traced = ids("3.2.3a") if round_of(table.state).movement == "trace" else ()
    yield dew.PhaseEnded(phase=MOVEMENT, why="all ended", clauses=traced)


def first_stage(state: State) -> str:
    """Return "start": every round begins with everybody's blows."""
    return "start"
