"""Turns: whose count has come, what he says then, the warning, and what others do out of their turn because of it."""

from collections.abc import Sequence

from rules import events as e
from rules.adnd.asking import AWAIT, declare_ask
from rules.adnd.hearing import answer_from
from rules.adnd.magic import give_up_own
from rules.adnd.morale import declare_for_failed
from rules.adnd.movement import away_from_foes
from rules.adnd.segments import end_effects
from rules.adnd.waiting import NOBODY_MOVES, ask_what_happens
from rules.effects import Answer, Ask
from rules.order import Moment
from rules.ruleset import Play, Table
from rules.rulesets.crucible import opportunity
from rules.rulesets.crucible.acts import goal_of
from rules.rulesets.crucible.deeds import COMING, NOT_DONE, blow_brought_forward, turn_deeds
from rules.rulesets.crucible.numbers import count, in_hand, in_reach, is_armed, is_played, is_surprised, length
from rules.rulesets.crucible.options import ids, option
from rules.rulesets.crucible.order import ENTERING, is_last
from rules.rulesets.crucible.withdrawal import ground_given, hold_to_course
from rules.state import Combatant, Declaration, Deed, State, evolve
from rules.terms import DM, CombatantId

GO: Answer = {"choice": "go"}
KEEPS, LEFT = "keeps", "left"
"""What becomes of a C said out of turn: the figure keeps its turn for its own count. And of what is said on a turn of
which the attacks are spent."""


# Whose turn.


def still_to_act(state: State) -> list[CombatantId]:
    """Whoever has not had his turn and whose count has not gone by."""
    return [
        who
        for who, each in state.combatants.items()
        if each.able
        and not each.turn.taken
        and not is_surprised(state, who)
        and (state.clock is None or count(state, who) > state.clock)
    ]


def next_column(state: State) -> int | None:
    """The next count in play; every one between the lowest and the highest begins, empty or not."""
    numbers = [count(state, who) for who in still_to_act(state)]
    numbers += [deed.number for deed in state.pending if deed.number is not None and not deed.standing]
    later = [number for number in numbers if state.clock is None or number > state.clock]
    if not later:
        return None
    return min(later) if state.clock is None else state.clock + 1


def begin_column(table: Table, column: int) -> Play:
    """A count: the DM steps, effects end, a missile that is held may go, and whose turn it is says what he does."""
    facts: dict[str, object] = {"clock": column}
    if table.state.round == 0:
        facts["surprise"] = True
    yield Ask("next", DM, GO, facts=facts)
    clauses = ids("I.D", "I.D.order", "SUR.11") if table.state.round == 0 else ()
    yield e.SegmentBegan(clock=column, clauses=clauses)
    yield from end_effects(table, column)
    yield from _release_missiles(table)
    yield from take_turns(table)


def take_turns(table: Table) -> Play:
    """Everyone whose count this is: they choose in secret, are warned, and what they chose comes to be pending."""
    due = [
        who
        for who, each in table.state.combatants.items()
        if each.able
        and not each.turn.taken
        and not is_surprised(table.state, who)
        and count(table.state, who) == table.state.clock
    ]
    for who in due:
        yield from _begin_turn(table, who)
    yield from declare_for_failed(table, due)
    yield from _ask(table, due)
    yield from warn(table, due)
    fresh: list[Deed] = []
    for who in due:
        if table.state.combatants[who].able:
            fresh += yield from _resolve_to(table, who)
    known = [deed.id for deed in table.state.pending]
    fresh = [deed for deed in fresh if deed.id not in known]  # a blow that was brought forward is still to be struck
    if fresh:
        yield e.AgendaChanged(deeds=(*table.state.pending, *fresh), why="turn", perceived_by=(DM,))


def _begin_turn(table: Table, who: CombatantId) -> Play:
    anew = yield from _may_attack_again(table, who)
    clauses = ids("TURN.1", *(("READY.3",) if anew else ()))
    yield e.TurnBegan(who=who, count=count(table.state, who), anew=anew, clauses=clauses)
    yield from hold_to_course(table, who)


def _may_attack_again(table: Table, who: CombatantId) -> Play:
    """READY.3: whoever shot before the dice may attack again on his turn, as the option or the DM has it."""
    if not shot_first(table.state, who):
        return False
    how = option(table.state, "ready_extra_attack")
    if how == "ask":
        answer = yield Ask("extra_attack", DM, {"choice": "no"}, facts={"who": who}, clauses=ids("READY.3"))
        return answer["choice"] == "yes"
    return how == "always"


def _ask(table: Table, due: Sequence[CombatantId]) -> Play:
    """Ask those who have not said it already. In the free round the surprised may speak too, but are refused."""
    facts: dict[str, object] = {"clock": table.state.clock}
    if table.state.round == 0:
        facts["segment"] = 1
    spoken = table.state.declared
    asked = [who for who in due if who not in spoken or spoken[who].becomes == KEEPS]
    spent = [who for who in due if who not in asked and is_spent(table.state, who)]
    needless = []
    if table.state.round == 0 and not any(each.turn.taken for each in _others(table.state, due)):
        needless = [who for who in table.state.combatants if is_surprised(table.state, who)]
        needless = [who for who in needless if table.state.combatants[who].able]
    asks = [Ask("declare", who, AWAIT, facts=facts, awaited=False) for who in needless]
    asks += [declare_ask(table.state, who, facts) for who in asked]
    asks += [Ask("declare", who, AWAIT, facts={**facts, "spent": True}) for who in spent]
    anew = [who for who in due if who in spoken and who not in spent and shot_first(table.state, who)]
    asks += [Ask("declare", who, answer_from(spoken[who]), {**facts, "anew": True}, ids("READY.3")) for who in anew]
    if asked or spent or anew:
        yield asks


def shot_first(state: State, who: CombatantId) -> bool:
    """Whether a figure shot before initiative was rolled."""
    return any(deed.who == who and deed.number is None and deed.kind == "missile" for deed in state.done)


def is_spent(state: State, who: CombatantId) -> bool:
    """Whether a figure has made its attacks of the round out of turn, and has only movement and the like left."""
    return state.combatants[who].turn.attacked


def _others(state: State, due: Sequence[CombatantId]) -> list[Combatant]:
    return [each for who, each in state.combatants.items() if who not in due]


# AoO.3


def warn(table: Table, due: Sequence[CombatantId]) -> Play:
    """AoO.3: whoever is played is told what his act will draw, and may change his mind."""
    if not option(table.state, "aoo_warning"):
        return
    warned: list[Ask] = []
    for who in due:
        declared = table.state.declared.get(who)
        if declared is None or not table.state.combatants[who].able or not is_played(table.state, who):
            continue
        hidden = [each.id for each in table.state.foes_of(who) if each.hidden]
        drawn = [(foe, what) for foe, what in provoked(table.state, declared) if foe not in hidden]
        for foe, what in drawn:
            yield e.Warned(
                who=foe,
                target=who,
                what=f"{what} draws an attack of opportunity",
                clauses=ids("AoO.3", *(("CAST.4",) if what == "casting" else ())),
                perceived_by=(who,),
            )
        if drawn:
            facts: dict[str, object] = {"by": drawn[0][0], "what": drawn[0][1], "clock": table.state.clock}
            facts["targets"] = list(dict.fromkeys(foe for foe, _ in drawn))
            warned.append(Ask("change", who, {"choice": "keep"}, facts=facts, clauses=ids("AoO.3")))
    if warned:
        yield warned


def provoked(state: State, declared: Declaration) -> list[tuple[CombatantId, str]]:
    """Who would have an attack of opportunity at what is declared, and for what."""
    found: list[tuple[CombatantId, str]] = []
    deeds = turn_deeds(state, declared, count(state, declared.who)) if declared.action != "C" else ()
    for deed in deeds:
        if deed.part not in NOT_DONE:
            foes, what, state = _drawn(state, deed)
            found += [(foe.id, what) for foe in foes if opportunity.has_one_left(state, foe)]
    return list(dict.fromkeys(found))


def _drawn(state: State, deed: Deed) -> tuple[list[Combatant], str, State]:
    """The foes whom one deed gives an attack, for what, and the state with the figure where it leads."""
    who = deed.who
    if deed.kind == "begin":
        return opportunity.threatening(state, who), "casting", state
    if deed.kind == "missile":
        return opportunity.drawn_by_shooting(state, who, deed.targets[0]), "shooting", state
    if deed.kind == "flee" and deed.mode == "flee":
        return opportunity.threatening(state, who), "flight", state
    if deed.kind in ("move", "charge", "flee") and deed.mode != "surrender":
        back = away_from_foes(state, deed, ground_given(state, deed)) if deed.kind == "flee" else None
        goal = goal_of(state, deed)[0] if back is None else back
        drawn = opportunity.drawn_by_moving(state, who, goal, limited=deed.part == "limited")
        return drawn, "moving", opportunity.moved_to(state, who, goal)
    return [], "", state


# What a turn comes to.


def _resolve_to(table: Table, who: CombatantId) -> Play:
    """The deeds of a turn. A missile that was held and does not go now is lost, and the action with it."""
    me, declared = table.state.combatants[who], table.state.declared.get(who)
    if declared is None:
        return []
    yield from give_up_own(table, who)
    if me.turn.missile == "held" and not (declared.action == "D" and declared.how == "shoot"):
        weapon = next((each.id for each in me.figure.weapons if each.missile is not None), "")
        yield e.MissileHeld(who=who, weapon=weapon, lost=True, clauses=ids("III.A.deadline", "READY.5"))
        return []
    if is_spent(table.state, who) and declared.becomes != LEFT:
        return []
    return list(turn_deeds(table.state, declared, count(table.state, who)))


# III.A: a missile that is held.


def _release_missiles(table: Table) -> Play:
    """Ask those who hold a missile ready, before their count, whether they loose it now."""
    state = table.state
    holding = [who for who in still_to_act(state) if state.combatants[who].turn.missile == "held"]
    holding = [who for who in holding if who not in state.declared]
    if not holding:
        return
    answers = yield [Ask("trigger", who, {"choice": "no"}, clauses=ids("III.A.deadline")) for who in holding]
    loosing = [who for who, answer in zip(holding, answers, strict=True) if answer["choice"] == "yes"]
    if not loosing:
        return
    yield [Ask("declare", who, AWAIT, facts={"clock": table.state.clock}) for who in loosing]
    yield from warn(table, loosing)
    shots = [deed for who in loosing for deed in _loosed(table.state, who)]
    yield e.AgendaChanged(deeds=(*table.state.pending, *shots), why="loosed", perceived_by=(DM,))


def _loosed(state: State, who: CombatantId) -> list[Deed]:
    declared = state.declared.get(who)
    if declared is None or declared.how != "shoot" or state.clock is None:
        return []
    return list(turn_deeds(state, declared, state.clock))


# II.E: out of turn.


def bring_forward(table: Table, moment: Moment | None) -> Play:
    """Whoever is entered upon with the longer weapon, or attacked unarmed, strikes first with his attack of the round.

    One at a time: what is due is chosen anew where somebody does.
    """
    for deed in moment.deeds if moment is not None else ():
        if deed.kind != "melee" or deed.bonus or deed.part in (*NOT_DONE, "last"):
            continue
        if not in_reach(table.state, deed.who, deed.targets[0]):
            continue
        before = table.state.pending
        yield from _forestall(table, deed)
        if table.state.pending is not before:
            return


def _forestall(table: Table, deed: Deed) -> Play:
    state = table.state
    other = state.combatants[deed.targets[0]]
    if not _could_strike(state, other, deed) or not _goes_first(state, other, deed):
        return
    if option(state, "length_attack") == "bonus" and deed.part == "entry" and not other.turn.taken:
        if any(each.who == other.id and each.bonus for each in state.done):
            return
        first = blow_brought_forward(
            state, Declaration(other.id, "G", targets=(deed.who,)), deed.who, entered=True, bonus=True
        )
    else:
        declared = yield from _said_out_of_turn(table, other, deed)
        if declared is None or not _strikes_at(declared, deed.who):
            return
        first = blow_brought_forward(table.state, declared, deed.who, entered=deed.part == "entry")
    yield e.AgendaChanged(deeds=(*table.state.pending, first), why="brought forward", perceived_by=(DM,))


def _could_strike(state: State, other: Combatant, deed: Deed) -> bool:
    """Whether the one attacked is able, still has his attack, and has none at the attacker pending already."""
    if not other.able or other.turn.attacked or other.casting is not None or is_surprised(state, other.id):
        return False
    if other.turn.missile == "held" or in_hand(other) is None or not in_reach(state, other.id, deed.who):
        return False
    met = any(each.who == other.id and each.part in ENTERING and deed.who in each.targets for each in state.done)
    return not met and not any(each.who == other.id and not each.held_for for each in state.pending)


def _goes_first(state: State, other: Combatant, deed: Deed) -> bool:
    """Whether his blow would come before; or, where his turn went by without one, at all."""
    me = state.combatants[deed.who]
    declared = state.declared.get(other.id)
    weapon = other.weapon(declared.weapon) if declared is not None and declared.weapon else in_hand(other)
    spent = other.turn.taken
    if deed.part == "entry":
        return spent or length(state, other.id, weapon) > length(state, me.id, me.weapon(deed.weapon))
    return not is_armed(state, me.id, me.weapon(deed.weapon)) and is_armed(state, other.id, weapon)


def _said_out_of_turn(table: Table, other: Combatant, deed: Deed) -> Play:
    """What he said on his turn, else what he says now: a blow at once, or anything else when his count comes."""
    declared = table.state.declared.get(other.id)
    if declared is None:
        weapon = in_hand(other)
        default: Answer = {"action": "G", "weapon": weapon.id if weapon is not None else "", "target": deed.who}
        clauses = ids("II.E" if deed.part == "entry" else "II.E.unarmed")
        facts = {"by": deed.who, "clock": table.state.clock, **({"segment": 1} if table.state.round == 0 else {})}
        yield Ask("declare", other.id, default, facts=facts, clauses=clauses)
        declared = table.state.declared.get(other.id)
    return declared


def _strikes_at(declared: Declaration, who: CombatantId) -> bool:
    if declared.action == "F":
        return not declared.targets or who in declared.targets
    return who in declared.targets and (declared.action == "G" or declared.how in COMING)


# GAP.1: waiting.


def release(table: Table) -> Play:
    """Let those act who waited for somebody whose deeds are done, or who can do no more."""
    state = table.state
    free = [deed.id for deed in state.pending if deed.standing and deed.held_for and is_over(state, deed.held_for)]
    if free:
        clock = state.clock or 0
        deeds = tuple(_freed(deed, clock) if deed.id in free else deed for deed in state.pending)
        yield e.AgendaChanged(deeds=deeds, why="what was awaited is done", perceived_by=(DM,))


def _freed(deed: Deed, clock: int) -> Deed:
    """A deed that waits no more; casting that outlasts the round only goes on."""
    if deed.kind == "casting":
        return evolve(deed, held_for="")
    return evolve(deed, standing=False, number=max(deed.number if deed.number is not None else clock, clock))


def is_over(state: State, who: CombatantId) -> bool:
    """Whether what a figure was waited for is done: it has had its turn, and nothing of it is pending."""
    each = state.combatants[who]
    if not each.able:
        return True
    left = [deed for deed in state.pending if deed.who == who and deed.kind != "casting"]
    return each.turn.taken and not left


def nobody_moves(table: Table) -> Play:
    """Where each waits for the other nothing happens but what the DM says. Returns whether there were any."""
    held = [deed for deed in table.state.pending if deed.standing and deed.held_for]
    if not held:
        return False
    waiting = list(dict.fromkeys(deed.who for deed in held))
    yield from ask_what_happens(table, waiting, ids("GAP.1"))
    clock = table.state.clock or 0
    idle = [
        Deed(f"{who}:wait", who, "wait", targets=(_awaited(held, who),), number=clock, timed=True) for who in waiting
    ]
    kept = tuple(deed for deed in table.state.pending if not (deed.standing and deed.held_for))
    yield e.AgendaChanged(deeds=(*kept, *idle), why=NOBODY_MOVES, perceived_by=(DM,))
    return True


def _awaited(held: Sequence[Deed], who: CombatantId) -> CombatantId:
    return next(deed.held_for for deed in held if deed.who == who)


def turns_left(table: Table, moment: Moment) -> bool:
    """Whether a moment must wait for turns that are still to come: what is done last in the round."""
    return any(is_last(deed) for deed in moment.deeds) and bool(still_to_act(table.state))
