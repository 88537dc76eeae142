"""The round, in the order of the text: combat beat by beat, the noncombat phase, movement."""

from collections.abc import Callable, Mapping

from rules.kernel import events as e
from rules.kernel.procedure import Play, Table
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.procedures.dew import events as dew
from rules.procedures.dew import movement, noncombat, trace_movement
from rules.procedures.dew.blows import make_phase_started, make_round_started
from rules.procedures.dew.damage import decide_fates
from rules.procedures.dew.great_blows import lose_at_round_end
from rules.procedures.dew.option_choice import choose
from rules.procedures.dew.ranges import set_first_ranges
from rules.procedures.dew.state import DewCombatant, Ledger
from rules.procedures.dew.terms import (
    COMBAT,
    MOVEMENT,
    NONCOMBAT,
    can_be_asked,
    get_dew,
    get_dew_of,
    get_sheet,
    ids,
    list_conscious,
    list_seen,
)


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
        yield from movement.play_simple(table)
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
    goes_on = yield from trace_movement.play_pass(table, first)
    return "traces" if goes_on else "end"


def play_end_stage(table: Table) -> Play:
    """End the round: preparations are lost (1.2.4j)."""
    yield from lose_at_round_end(table)
    yield trace_movement.make_phase_ended(table.state)


def choose_first_stage(state: State) -> str:
    """Return "start": every round begins with everybody's blows."""
    return "start"


# Initiative: the eligible with most active blows, most reactive blows, highest EN (1.1).


Key = tuple[int, int, int]


def get_key(each: DewCombatant) -> Key:
    """Return the values that initiative compares: active blows, reactive blows, EN."""
    return each.ledger.active, each.ledger.reactive, each.body.en


class Contest:
    """The initiative of one state: those who can have it, with the values that it compares.

    They are conscious, have a blow left, and have not passed since anybody's last option (1.1.1). Nobody is put in
    order because of the hidden: they have a contest of their own, and on a tie they choose first (1.1.3a).
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.keys: dict[CombatantId, Key] = {}
        self.hidden: dict[CombatantId, Key] = {}
        for who, each in state.combatants.items():
            kept = get_dew_of(each)
            if _may_choose(kept.ledger) and can_be_asked(each):
                (self.hidden if each.hidden else self.keys)[who] = get_key(kept)

    def refresh(self, state: State) -> "Contest":
        """Return this contest if no combatant has changed since, or else that of the new state."""
        return self if state.combatants is self.state.combatants else Contest(state)

    def find_holders(self) -> tuple[CombatantId, ...]:
        """Return those who have the initiative: several if they tie, nobody if the phase is over.

        They are found among those who are not hidden.
        """
        best = max(self.keys.values(), default=None)
        return tuple(sorted(who for who, key in self.keys.items() if key == best))

    def find_hidden_holders(self) -> tuple[CombatantId, ...]:
        """Return the hidden who choose before anybody else: nobody has greater values than they."""
        best = max(self.hidden.values(), default=None)
        if best is None or best < max(self.keys.values(), default=best):
            return ()
        return tuple(sorted(who for who, key in self.hidden.items() if key == best))

    def make_phase_ended(self) -> dew.PhaseEnded:
        """Return the end of the combat phase, in which blows that are left lapse."""
        conscious = list_seen(self.state, list_conscious(self.state))
        ledgers = [get_dew(self.state, who).ledger for who in conscious]
        lapsed = any(each.active + each.reactive for each in ledgers)
        clauses = ids("1.1.1d", *(["1m"] if lapsed else []))
        return dew.PhaseEnded(phase=COMBAT, why="no_eligible", clauses=clauses)

    def _cite_left_out(self, keys: Mapping[CombatantId, Key], hidden: bool) -> list[str]:
        """Return the clauses by which others cannot have the initiative.

        The hidden count for them if ``hidden``.
        """
        others = [each for who, each in self.state.combatants.items() if who not in keys]
        known = [each for each in others if each.present and (hidden or not each.hidden)]
        characters = [get_dew_of(each) for each in known if get_sheet(each).kind != "object"]
        awake = [each for each in characters if each.body.conscious]
        cited = ["1.1.1a"] if len(awake) < len(characters) else []
        if any(each.ledger.passed for each in awake):
            cited.append("1.1.1b")
        if any(each.ledger.active + each.ledger.reactive == 0 for each in awake):
            cited.append("1.1.1c")
        return cited

    def make_initiative(self, who: tuple[CombatantId, ...], first: bool) -> dew.Initiative:
        """Return the event of the initiative in a beat, with the clauses that decided it.

        The clauses also name why others were left out. The hidden count for them only where they hold the initiative
        themselves, which nobody else perceives.
        """
        hidden = who[0] in self.hidden
        keys = {**self.keys, **self.hidden} if hidden else self.keys
        best = keys[who[0]]
        cited = ["S.1.1", "1f", *([] if first else ["S.1", "1.2e", "1.1.2d"]), "1.1.2a"]
        rivals = [key for key in keys.values() if key[0] == best[0]]
        if any(key[1] != best[1] for key in rivals):
            cited.append("1.1.2b")
        rivals = [key for key in rivals if key[1] == best[1]]
        if any(key[2] != best[2] for key in rivals):
            cited.append("1.1.2c")
        if len(who) > 1:
            cited.append("1.1.3a")
        cited += self._cite_left_out(keys, hidden)
        return dew.Initiative(holders=who, keys=best, clauses=ids(*cited), seen_by=who if hidden else None)


def _may_choose(ledger: Ledger) -> bool:
    return not ledger.passed and ledger.active + ledger.reactive > 0
