"""Phases 6 to 8: declarations, initiative, resolution."""

from collections.abc import Generator
from typing import Any

from rules.kernel import events as e
from rules.kernel.deeds import Declaration, Deed, add_own
from rules.kernel.effects import Ask, Roll, Rolled
from rules.kernel.forms import Choice, Form, OneOf
from rules.kernel.perception import is_side_seen
from rules.kernel.procedure import Play, Table
from rules.kernel.state import Combatant, OpenQuestion, State
from rules.kernel.terms import ACTION_NAMES, DM, Action, CombatantId
from rules.procedures.adnd import questions, segments
from rules.procedures.adnd.comparing import is_aimed_at, is_attack, is_blow, is_contact, is_magic, is_spell
from rules.procedures.adnd.deed_types import TaskKind
from rules.procedures.adnd.effects import heal_by_regeneration
from rules.procedures.adnd.magic import give_up_undeclared
from rules.procedures.adnd.orders.base import Discharge
from rules.procedures.adnd.orders.shoot import Shoot
from rules.procedures.adnd.orders.task import DoTask
from rules.procedures.adnd.procedure import as_adnd
from rules.procedures.adnd.several import count_segments_before
from rules.procedures.adnd.surprise import has_light_gear
from rules.procedures.adnd.waiting import settle_circles
from rules.procedures.demon_idol.declaration_types import AssignedLetter, Hesitation
from rules.procedures.demon_idol.deeds import WHOLE_ROUND, get_initiative
from rules.procedures.demon_idol.events import CasesNoted
from rules.procedures.demon_idol.letters import are_dice_tied
from rules.procedures.demon_idol.options import get_settings, ids
from rules.procedures.demon_idol.order import is_adjusted, is_discharge
from rules.procedures.demon_idol.phases import make_phase_began
from rules.procedures.demon_idol.prepared import carry_over, lapse_prepared
from rules.procedures.demon_idol.restrictions import SURPRISE_SEGMENTS


def choose_first_stage(state: State) -> str:
    """Return the first stage: reaction or surprise in the opening, declarations in a round."""
    if state.round > 0:
        return "declare"
    return "reaction" if state.notes.get("start") == "encounter" else "surprise"


# Phase 6.


def play_declare_stage(table: Table) -> Play:
    """Take declarations: first the DM's own, then the players', beginning at the die's choice."""
    yield make_phase_began("declarations", *(("11.1",) if table.state.round > 1 else ()))
    everyone = questions.list_able_to_declare(table.state)
    by_dm = [who for who in everyone if is_declared_by_dm(table.state.combatants[who])]
    yield from questions.ask_declarations(table, by_dm)
    yield e.DeclarationsClosed(clauses=ids("6.1"), seen_by=(DM,))
    players = [who for who in everyone if who not in by_dm]
    if players:
        players = yield from _roll_roster(table, players)
    if get_settings(table.state).declare_in_turn:
        for who in players:
            yield from questions.ask_declarations(table, [who] if table.state.combatants[who].able else [])
    else:
        yield from questions.ask_declarations(table, players)
    yield from carry_over(table)
    yield from _ask_for_letters(table)
    yield e.DeclarationsClosed(clauses=ids("6.3"))
    yield from give_up_undeclared(table)
    return "initiative"


CLOCK_WORDS = (
    "From round 1 on a clock runs while you choose an order: every six seconds cost a segment. "
    "Questions to the DM and time without a signal cost nothing."
)


def is_declared_by_dm(each: Combatant) -> bool:
    """Return whether the DM declares for a combatant (6.1).

    The DM declares for others than the party and for its hirelings, not for henchmen.
    """
    return not each.stat_block.played and (each.side != "party" or each.stat_block.creature.has_class("level_0"))


def is_timed(state: State, question: OpenQuestion) -> bool:
    """Return whether hesitation over a declaration costs segments (6.3.delay).

    It costs players segments, not the DM, and not in a segment of surprise.
    """
    if not get_settings(state).delay_timer or state.stage == SURPRISE_SEGMENTS:
        return False
    return not is_declared_by_dm(state.combatants[question.who])


def _roll_roster(table: Table, players: list[CombatantId]) -> Play:
    """Return the order of the players: a die names the first, others follow the roster (6.2)."""
    rolled: Rolled = yield Roll("roster", DM, 1, len(players))
    first = rolled.total - 1
    order = [*players[first:], *players[:first]]
    yield e.RosterRolled(
        face=rolled.total, who=order[0], order=tuple(order), rolls=(rolled,), clauses=ids("6.2", "6.3")
    )
    return order


def _ask_for_letters(table: Table) -> Play:
    """Ask the DM for the letter of each task of no plain kind (6.cat)."""
    unclear = [
        declared
        for declared in table.state.declared.values()
        if isinstance(declared, DoTask) and not declared.has(AssignedLetter) and declared.kind is TaskKind.OTHER
    ]
    if not unclear:
        return
    answers = yield [
        Ask("letter", DM, {"choice": "E"}, facts={"who": each.who, "task": each.task}, clauses=ids("6.cat"))
        for each in unclear
    ]
    for declared, answer in zip(unclear, answers, strict=True):
        assigned = add_own(declared, AssignedLetter(str(answer["choice"])))
        yield e.Declared(who=declared.who, declaration=assigned, clauses=ids("6.cat"))


def build_letter_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form for the letter that a declaration is resolved under."""
    if str(question.facts.get("who", "")) not in state.combatants:
        return None
    letters = [Choice(each.value, ACTION_NAMES[each]) for each in Action if each is not Action.PSIONICS]
    return Form((OneOf("choice", f"Under which letter: {question.facts.get('task', '')}?", letters),))


# Phase 7.


def play_initiative_stage(table: Table) -> Play:
    """Roll a d6 for each side: the higher wins, and equal dice are no win for anybody."""
    yield make_phase_began("initiative")
    faces = yield from _roll_initiative(table)
    yield from _adjust_own_numbers(table)
    built = yield from settle_circles(
        table, as_adnd(table.ruleset).build_deeds(table.state), ids("LIST.C", "8.PREP.lost")
    )
    for declared in table.state.declared.values():
        if declared.own(Hesitation).delay >= WHOLE_ROUND:
            yield e.Waited(who=declared.who, clauses=ids("6.3.delay"))
    yield e.AgendaChanged(deeds=built, why="declared")
    tied, won = len(dict.fromkeys(faces)) < len(faces), len(dict.fromkeys(faces)) > 1
    yield make_phase_began("resolution", *(("8.2",) if won or not tied else ()), *(("8.3",) if tied else ()))
    cases, clauses = list_cases(table.state)
    yield CasesNoted(cases=cases, clauses=ids("8.OOS", *clauses))
    return "segments"


def _roll_initiative(table: Table) -> Generator[Any, Any, list[int]]:
    """Roll for each side, and return the faces of those of which somebody present has been met.

    Others who are present are no tie for these. Where only such are left of a side that was met, they roll for
    themselves: the side's die would tell that some are left.
    """
    state = table.state
    present = [each for each in state.combatants.values() if each.present]
    seen = [side for side in state.sides if any(each.met and each.side == side for each in present)]
    unseen = [side for side in dict.fromkeys(each.side for each in present) if not is_side_seen(state, side)]
    rolling = [side for side in state.sides if side in seen or side in unseen]
    alone = [each.id for each in present if each.side not in rolling]
    rolls = [Roll("initiative", each, 1, 6, each in alone) for each in (*rolling, *alone)]
    rolled: list[Rolled] = (yield rolls) if rolls else []
    for each in rolled:
        others = [other.total for other in rolled if other.by in seen and other.by != each.by]
        yield e.InitiativeRolled(
            side="" if each.by in alone else each.by,
            who=each.by if each.by in alone else "",
            face=each.total,
            number=each.total,
            rolls=(each,),
            clauses=ids("7.1", "7.2", "7.4" if each.total in others else "7.3"),
        )
    return [each.total for each in rolled if each.by in seen]


def _adjust_own_numbers(table: Table) -> Play:
    """Yield the own numbers of those with a reaction or hesitation (8.REACT, 6.3.delay)."""
    for declared in table.state.declared.values():
        me = table.state.combatants[declared.who]
        reaction, clause = _find_reaction(table.state, me, declared)
        delay = declared.own(Hesitation).delay
        if not reaction and not delay:
            continue
        base = get_initiative(table.state, me.id, False)
        number = base + reaction - delay
        cited = [clause] if clause else []
        cited += ["6.several"] if count_segments_before(table.state, declared) else []
        cited += ["6.3.delay"] if delay > count_segments_before(table.state, declared) else []
        working = f"{base} {reaction:+d}" if not delay else f"{base} {reaction:+d} -{delay}"
        yield e.InitiativeRolled(who=me.id, face=base, number=number, working=working, clauses=ids(*cited))


def _find_reaction(state: State, me: Combatant, declared: Declaration) -> tuple[int, str]:
    """Return the reaction modifier that counts for a declaration, and its clause.

    A bonus counts only with light gear, as in ADDICT.VI.A.1.
    """
    steps = (declared, *declared.then)
    counts = any(isinstance(each, Shoot) for each in steps)
    if get_settings(state).reaction_applies == "all-D":
        counts = any(isinstance(each, Discharge) for each in steps)
    reaction = me.stat_block.attack.reaction if counts else 0
    if reaction > 0 and not has_light_gear(me, "movement-12"):
        reaction = 0
    return reaction, "8.REACT.plus" if reaction > 0 else "8.REACT.minus" if reaction < 0 else ""


# Phase 8.


def play_segments_stage(table: Table) -> Play:
    """Play the winner's list, then the loser's, or on a tie one list, in ten segments."""
    yield from segments.play_segments(table)
    return "end"


def play_end_stage(table: Table) -> Play:
    """End the round: prepared acts that nothing set off lapse, longer ones go on; then bleeding.

    Hit points come back to those who regenerate.
    """
    yield from lapse_prepared(table)
    yield from segments.narrate_unfinished(table)
    yield from heal_by_regeneration(table)
    return "bleeding"


# 8.OOS: declarations that may be resolved out of sequence, noted for the DM beforehand.


def list_cases(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return a line for each case, and the clauses that they fall under."""
    found: dict[str, str] = {}
    for deed in state.pending:
        for line, clause in _list_cases_of(state, deed):
            found.setdefault(line, clause)
    return tuple(found), tuple(dict.fromkeys(found.values()))


def _list_cases_of(state: State, deed: Deed) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    if is_contact(deed):
        found.append((f"{deed.who} charges", "8.E.retaliate"))
        found += [
            (f"{each.who} shoots at a charge", "8.EvsD") for each in state.pending if _is_before_charge(each, deed)
        ]
    if is_magic(deed):
        found += [(f"{each.who} strikes at {deed.who}", "8.GvsD") for each in _list_attackers(state, deed)]
        found += [(f"{deed.who} and {each.who} cast at each other", "8.DvsD") for each in _list_duels(state, deed)]
    if is_attack(deed) and deed.routines > 1 and deed.routine == 1:
        found.append((f"{deed.who} has {deed.routines} routines", "8.MAR.notwin"))
    if is_adjusted(state, deed):
        clause = (
            "8.REACT.plus" if deed.initiative > state.initiative.get(_get_side(state, deed), 0) else "8.REACT.minus"
        )
        found.append((f"{deed.who} goes by {deed.initiative}", clause))
    if deed.when and deed.routine == 1:
        found.append((f"{deed.who} prepares", "6.prepare"))
    return found


def _get_side(state: State, deed: Deed) -> str:
    return state.combatants[deed.who].side


def _is_before_charge(deed: Deed, charge: Deed) -> bool:
    return is_discharge(deed) and (is_aimed_at(deed, charge) or is_aimed_at(charge, deed))


def _list_attackers(state: State, magic: Deed) -> list[Deed]:
    blows = [each for each in state.pending if is_blow(each) and is_aimed_at(each, magic) and each.routine == 1]
    return [each for each in blows if is_spell(magic) or are_dice_tied(state, each.who, magic.who)]


def _list_duels(state: State, spell: Deed) -> list[Deed]:
    both = [each for each in state.pending if is_spell(each) and is_spell(spell) and is_aimed_at(each, spell)]
    return [each for each in both if is_aimed_at(spell, each) and each.id > spell.id]
