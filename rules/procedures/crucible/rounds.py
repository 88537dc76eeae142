"""The stages of a round: ready missiles (III.A), initiative (II.A), counts (II, III), end."""

from collections.abc import Mapping, Sequence

from rules.kernel import events as e
from rules.kernel.agenda import Agenda
from rules.kernel.battlefield import is_sight_barred, measure_distance
from rules.kernel.clock import Clock
from rules.kernel.deeds import Deed
from rules.kernel.effects import Ask, Roll, Rolled
from rules.kernel.frozen import evolve
from rules.kernel.perception import keep_counted
from rules.kernel.procedure import Play, Table
from rules.kernel.state import Combatant, State
from rules.kernel.terms import DM, SEGMENTS, CombatantId, SideId
from rules.procedures.adnd import segments
from rules.procedures.adnd.deed_types import Shot
from rules.procedures.adnd.orders.shoot import Shoot
from rules.procedures.adnd.questions import AWAIT
from rules.procedures.adnd.state import MoraleDuty, are_engaged
from rules.procedures.crucible import turns
from rules.procedures.crucible.deeds import build_turn_deeds
from rules.procedures.crucible.events import Engaged, MissileHeld
from rules.procedures.crucible.numbers import FIRST, LAST, STANDING, get_adjustment, get_count, is_played
from rules.procedures.crucible.options import get_settings, ids
from rules.procedures.crucible.order import ORDER
from rules.procedures.crucible.restrictions import READY_STAGE
from rules.procedures.crucible.state import get_turn
from rules.procedures.crucible.turns import list_still_to_act
from rules.procedures.crucible.withdrawal import ask_for_morale


def choose_first_stage(state: State) -> str:
    """Return the first stage: surprise in the opening, the ready missiles in a round."""
    return "surprise" if state.round == 0 else READY_STAGE


# III.A


def play_ready_stage(table: Table) -> Play:
    """Ask those with a ready missile and a target: shoot before initiative, or hold it."""
    yield from _engage(table)
    archers = [who for who, each in table.state.combatants.items() if _is_ready(table.state, each)]
    if archers:
        cited = ids("III.A", "READY.1")
        answers = yield [Ask("shoot_first", who, {"choice": "shoot"}, clauses=cited) for who in archers]
        shooting = [who for who, answer in zip(archers, answers, strict=True) if answer["choice"] == "shoot"]
        for who in archers:
            if who not in shooting:
                weapon = _find_ready_weapon(table.state.combatants[who])
                yield MissileHeld(who=who, weapon=weapon, clauses=ids("III.A", "III.A.deadline"))
        yield from _shoot_first(table, shooting)
    return "initiative"


def _engage(table: Table) -> Play:
    """Engage foes within ten feet of each other when the fight starts at melee."""
    state = table.state
    if state.round != 1 or state.notes.get("start", "melee") != "melee":
        return
    everyone = list(state.combatants.values())
    for place, one in enumerate(everyone):
        for other in everyone[place + 1 :]:
            near = one.side != other.side and measure_distance(state, one.id, other.id) <= STANDING
            if near and one.present and other.present and not are_engaged(table.state, one.id, other.id):
                yield Engaged(who=one.id, target=other.id)


def _is_ready(state: State, each: Combatant) -> bool:
    if not each.able or each.own(MoraleDuty).avoid or get_turn(each).wasted_missile or not _find_ready_weapon(each):
        return False
    foes = state.list_foes(each.id)
    return any(foe.present and not foe.hidden and not is_sight_barred(state, each.id, foe.id) for foe in foes)


def _find_ready_weapon(each: Combatant) -> str:
    weapons = [w for w in each.stat_block.gear.weapons if each.may_shoot_with(w)]
    ready = [w.id for w in weapons if w.missile is not None and w.missile.ready]
    return ready[0] if ready and each.in_hand else ""


def _shoot_first(table: Table, shooting: Sequence[CombatantId]) -> Play:
    if not shooting:
        return
    yield [Ask("declare", who, AWAIT, facts={"ready": True}, clauses=ids("III.A")) for who in shooting]
    yield from turns.warn(table, shooting)
    shots = tuple(shot for who in shooting for shot in _build_ready_shots(table.state, who))
    if not shots:
        return
    yield e.AgendaChanged(deeds=shots, why="ready")
    agenda, lapses = Agenda(ORDER), segments.Lapses()
    while True:
        yield from lapses.drop(table)
        yield from segments.take_up_pending(table, agenda)
        moment = agenda.find_next(table.state, explain=not table.quiet)
        if moment is None:
            return
        yield from segments.play_moment(table, moment)


def _build_ready_shots(state: State, who: CombatantId) -> tuple[Deed, ...]:
    """Return all shots of a ready weapon as one deed, before any count.

    Any other declaration waits for its turn: the result is empty.
    """
    declared = state.declared.get(who)
    me = state.combatants[who]
    weapon = me.weapon(declared.weapon) if isinstance(declared, Shoot) else None
    ready = weapon is not None and weapon.missile is not None and weapon.missile.ready
    if not isinstance(declared, Shoot) or not ready:
        return ()
    found = [deed for deed in build_turn_deeds(state, declared, 0) if isinstance(deed, Shot)]
    return tuple(evolve(deed, id=f"{who}:ready", number=None, timed=False) for deed in found[:1])


# II.A, II.B


def play_initiative_stage(table: Table) -> Play:
    """Roll a d12 for each side, by option for each player character; the lower acts first.

    Dexterity counts (II.A, II.B).
    """
    alone = yield from _ask_who_rolls_alone(table)
    rolls = [Roll("initiative", who, 1, LAST) for who in alone]
    sides = [side for side in table.state.sides if _is_rolling_as_one(table.state, side, alone)]
    rolls = [*(Roll("initiative", side, 1, LAST) for side in sides), *rolls]
    rolled: list[Rolled] = (yield rolls) if rolls else []
    for each in rolled:
        if each.by in table.state.combatants:
            yield from _settle_own_die(table, each)
        else:
            yield from _settle_side_die(table, each)
    yield from _adjust_own_counts(table, alone)
    return "counts"


def _ask_who_rolls_alone(table: Table) -> Play:
    """Return the combatants that roll their own die (IND.1, IND.2).

    By option these are the player characters, unless the DM orders a group roll.
    """
    if not get_settings(table.state).individual_rolls:
        return []
    answer = yield Ask("group_roll", DM, {"choice": "no"}, clauses=ids("IND.2"))
    if answer["choice"] == "yes":
        return []
    return [who for who, each in table.state.combatants.items() if each.present and is_played(table.state, who)]


def _is_rolling_as_one(state: State, side: SideId, alone: Sequence[CombatantId]) -> bool:
    return any(each.side == side and each.present and each.id not in alone for each in state.combatants.values())


def _settle_side_die(table: Table, rolled: Rolled) -> Play:
    change, who = compute_side_adjustment(table.state, rolled.by)
    grouped = get_settings(table.state).individual_rolls
    yield e.InitiativeRolled(
        side=rolled.by,
        face=rolled.total,
        number=rolled.total - change,
        working=f"{rolled.total} - {change} ({who})" if change else "",
        rolls=(rolled,),
        clauses=ids("II.A", "II.A.order", *(("IND.2",) if grouped and rolled.by == "party" else ())),
    )


def compute_side_adjustment(state: State, side: SideId) -> tuple[int, str]:
    """Return the number that dexterity takes from a side's die, and its source in words.

    It is the roller's reaction, the average, or 0, by the option ``dex_mod``. Those count who have been met.
    """
    members = keep_counted(each for each in state.combatants.values() if each.side == side and each.able)
    how = get_settings(state).dex_mod
    if how == "roller" and members:
        return members[0].stat_block.attack.reaction, "the roller"
    if how == "average" and members:
        total = sum(each.stat_block.attack.reaction for each in members)
        return (2 * total + len(members)) // (2 * len(members)), "on average"
    return 0, ""


def _settle_own_die(table: Table, rolled: Rolled) -> Play:
    me = table.state.combatants[rolled.by]
    change = me.stat_block.attack.reaction if get_settings(table.state).dex_mod != "none" else 0
    yield e.InitiativeRolled(
        who=me.id,
        face=rolled.total,
        number=rolled.total - change,
        working=f"{rolled.total} {-change:+d}",
        rolls=(rolled,),
        clauses=ids("II.A", "II.B", "IND.1", "IND.3"),
    )


def _adjust_own_counts(table: Table, alone: Sequence[CombatantId]) -> Play:
    """Yield the counts that differ from the side's by the combatant's own adjustment (II.B).

    The adjustment may move a count to that of the enemy, or before it.
    """
    for who, each in table.state.combatants.items():
        change = get_adjustment(table.state, who)
        face = table.state.initiative.get(each.side)
        if who in alone or not each.present or not change or face is None:
            continue
        yield e.InitiativeRolled(
            who=who, face=face, number=face - change, working=f"{face} {-change:+d}", clauses=ids("II.A", "II.B")
        )


# II and III: the counts.


def play_counts_stage(table: Table) -> Play:
    """Play count after count: combatants declare on their turns, then deeds that are due happen.

    Spells of a full round come last of all.
    """
    agenda, lapses = Agenda(ORDER), segments.Lapses()
    while True:
        yield from lapses.drop(table)
        yield from turns.release(table)
        yield from segments.take_up_pending(table, agenda)
        moment = agenda.find_next(table.state, explain=not table.quiet)
        clock = table.state.clock
        if (
            moment is not None
            and clock is not None
            and moment.clock <= clock
            and not turns.must_wait_for_turns(table, moment)
        ):
            if not (yield from segments.take_steps_before(table, moment)):
                yield from segments.play_moment(table, moment, in_turn=True)
        elif (yield from turns.settle_mutual_waits(table)):
            continue
        elif (column := turns.find_next_column(table.state)) is not None:
            yield from turns.begin_column(table, column)
        else:
            return "end"


def play_end_stage(table: Table) -> Play:
    """End the round, or the free round.

    After a round the DM is asked about morale.
    """
    if table.state.round > 0:
        yield from ask_for_morale(table)
    yield from segments.end_round(table)
    return None


# The counts of a round: their range, the turns on each, and when a spell is complete.


def find_span(state: State) -> tuple[int, int]:
    """Return the lowest and the highest count in play; they include 1 to 12 (II.A)."""
    turns = [get_count(state, who) for who in state.combatants if _has_count(state, who)]
    deeds = [deed.number for deed in state.pending if deed.number is not None and not deed.standing]
    played = [state.clock] if state.clock is not None else []
    known = [FIRST, LAST, *turns, *deeds, *played]
    return min(known), max(known)


def list_turns_to_come(state: State) -> Mapping[CombatantId, int]:
    """Return the count of each combatant that has not yet had its turn (TURN.1).

    Combatants without an initiative or surprise die have no count yet.
    """
    if state.between_rounds:
        return {}
    return {who: get_count(state, who) for who in list_still_to_act(state) if _has_count(state, who)}


def find_completion_count(state: State, who: CombatantId, segments: int) -> int | None:
    """Return the count on which a spell of so many segments is complete (II.C).

    The casting time is counted from the count in play, else from the caster's own. None for a spell of more than a
    round, which goes on.
    """
    begins = state.clock if state.clock is not None else get_count(state, who)
    return begins + segments if segments <= SEGMENTS else None


def _has_count(state: State, who: CombatantId) -> bool:
    side = state.combatants[who].side
    known = state.surprise if state.round == 0 else state.initiative
    return who in known or side in known


CLOCK = Clock(
    unit="count",
    opening="",
    before="ready",
    seconds=0,
    span=find_span,
    turns=list_turns_to_come,
    complete=find_completion_count,
    after=("end",),
    lowest_first=True,
)
