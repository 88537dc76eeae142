"""Segments of surprise: those not surprised act, one action each, one after the other; no initiative is rolled."""

from collections.abc import Iterator
from fractions import Fraction

from rules import events as e
from rules.adnd.acts import RESOLVE
from rules.adnd.asking import ask_declarations
from rules.adnd.blows import strike
from rules.adnd.deeds import DeedBuilder, already_done
from rules.adnd.magic import complete_spell, give_up
from rules.adnd.moments import Resolving, Telling, together
from rules.adnd.movement import move, step_away
from rules.adnd.procedures import cite, of
from rules.adnd.psionics import exchange
from rules.effects import Ask
from rules.ruleset import Play, Table
from rules.state import Combatant, Declaration, Deed, State, evolve
from rules.terms import DM

READY_FACTOR = 3


def play_surprise(table: Table, length: int, builder: DeedBuilder) -> Play:
    """Play what is left of the segments of surprise, from the clock on."""
    while (table.state.clock or 0) < length:
        segment = (table.state.clock or 0) + 1
        yield Ask("next", DM, {"choice": "go"}, facts={"segment": segment, "surprise": True})
        yield e.SegmentBegan(clock=segment, surprise=True, clauses=cite(table, "surprise_act"))
        everyone = [who for who, each in table.state.combatants.items() if each.able]
        surprised = [who for who in everyone if segment <= table.state.lost_segments.get(who, 0)]
        acting = [who for who in everyone if who not in surprised]
        still = [who for who in surprised if of(table.ruleset).surprise.may_act(table.state, who)]
        yield from ask_declarations(table, [*acting, *still], [who for who in surprised if who not in still])
        yield e.DeclarationsClosed(clauses=cite(table, "surprise_act"))
        yield from give_up(table)
        yield from _psionics(table, builder)
        declared = [who for who in table.state.combatants if who in table.state.declared]
        for who in of(table.ruleset).surprise.order(table.state, declared):
            yield from _act(table, who, builder)


def _psionics(table: Table, builder: DeedBuilder) -> Play:
    """Play the segment's exchange of those who have declared psionics, before anything else is done in it."""
    state = table.state
    declared = [state.declared[who] for who, each in state.combatants.items() if each.able and who in state.declared]
    deeds = tuple(deed for each in declared if each.action == "P" for deed in builder.of(state, each))
    if deeds or _psionic_deeds(state):
        yield e.AgendaChanged(deeds=deeds, why="surprise", perceived_by=(DM,))
        yield from exchange(table, state.clock or 1)


def _psionic_deeds(state: State) -> tuple[Deed, ...]:
    return tuple(deed for deed in state.pending if deed.kind == "psionic")


def _act(table: Table, who: str, builder: DeedBuilder) -> Play:
    me = table.state.combatants[who]
    declared = table.state.declared[who]
    if not me.able or declared.action == "P":
        return
    deeds = tuple(_deeds(table, me, declared, builder))
    if not deeds:
        return
    pending = tuple(evolve(deed, number=table.state.clock, initiative=0) for deed in deeds)
    psionic = _psionic_deeds(table.state)
    yield e.AgendaChanged(deeds=(*psionic, *pending), why="surprise", perceived_by=(DM,))
    for deed in pending:
        if deed not in table.state.pending:
            continue
        if not table.state.combatants[who].able or _target_gone(table.state, deed):
            yield e.DeedLost(who=who, deed=deed.id, cause="target gone", segment=deed.number)
            continue
        yield e.MomentBegan(deeds=(deed.id,), perceived_by=(DM,))
        table.began = table.state
        yield from together([_resolve(table, deed, declared)])
        table.in_moment = False


def _target_gone(state: State, deed: Deed) -> bool:
    return deed.kind in ("melee", "missile") and not state.combatants[deed.targets[0]].present


def _deeds(table: Table, me: Combatant, declared: Declaration, builder: DeedBuilder) -> Iterator[Deed]:
    """The deeds of one segment of surprise: a full round of blows or missiles, but a segment of anything else."""
    plain = Deed(id=f"{me.id}:surprise", who=me.id, kind="wait", targets=declared.targets)
    if declared.action == "D" and declared.how == "shoot":
        yield from _volley(table, me, declared)
    elif declared.action == "D" and declared.how == "spell":
        yield evolve(plain, kind="spell", spell=declared.spell, to=declared.to)
    elif declared.action == "E" and declared.how == "task":
        yield evolve(plain, kind="task", task=declared.task)
    elif declared.action in ("E", "A"):
        kind, part = "flee" if declared.action == "A" else "move", "run" if declared.how == "charge" else ""
        yield evolve(
            plain, kind=kind, to=declared.to, mode=declared.avoid, part=part, weapon=declared.weapon or me.in_hand
        )
    elif declared.action == "G":
        state = table.state
        weapon = me.weapon(declared.weapon)
        assert weapon is not None
        routines = of(table.ruleset).routines(state, me, me.figure.routines + Fraction(weapon.rate_step, 2), 1)
        for routine in range(1, routines + 1):
            yield evolve(
                plain,
                id=f"{me.id}:s{routine}",
                kind="melee",
                weapon=weapon.id,
                mode="melee",
                routine=routine,
                routines=routines,
            )
    elif declared.action != "C":
        yield from builder.of(table.state, declared)


def _volley(table: Table, me: Combatant, declared: Declaration) -> Iterator[Deed]:
    """A round's rate of shots in one segment; three times that with missiles ready; one bolt from the surprised."""
    weapon = me.weapon(declared.weapon)
    assert weapon is not None
    assert weapon.missile is not None
    rate = of(table.ruleset).routines(table.state, me, weapon.missile.rate, 1)
    if _is_ready(table, me, declared):
        rate *= READY_FACTOR
    if (table.state.clock or 1) <= table.state.lost_segments.get(me.id, 0):
        rate = 1
    shots = min(rate, declared.shots or rate)
    for shot in range(1, shots + 1):
        yield Deed(
            id=f"{me.id}:s{shot}",
            who=me.id,
            kind="missile",
            targets=declared.targets[:1],
            weapon=weapon.id,
            mode="thrown" if weapon.missile.thrown else "missile",
            routine=shot,
            routines=shots,
        )


def _is_ready(table: Table, me: Combatant, declared: Declaration) -> bool:
    weapon = me.weapon(declared.weapon)
    ready = weapon is not None and weapon.missile is not None and weapon.missile.ready
    return ready and of(table.ruleset).surprise.triples(table.state)


def _resolve(table: Table, deed: Deed, declared: Declaration) -> Resolving:
    own = of(table.ruleset).surprise.resolve
    special = own.get(deed.part) or own.get(deed.kind)
    if special is not None:
        yield from special(table, deed, declared)
    elif deed.kind == "melee":
        yield from strike(table, deed, cite(table, "surprise_melee"))
    elif deed.kind == "missile":
        yield from strike(table, deed, _missile_clauses(table, deed, declared))
    elif deed.kind == "move":
        yield from move(table, deed, cite(table, "surprise_move"), segments=1)
    elif deed.kind == "flee":
        yield from step_away(table, deed, cite(table, "surprise_move"))
    elif deed.kind == "spell":
        yield from _spell(table, deed)
    elif deed.kind == "task":
        yield from _task(table, deed, declared)
    else:
        yield from RESOLVE[deed.kind](table, deed, cite(table, "surprise_other"))


def _missile_clauses(table: Table, deed: Deed, declared: Declaration) -> tuple[str, ...]:
    if (table.state.clock or 1) <= table.state.lost_segments.get(deed.who, 0):
        return cite(table, "surprised_shot")
    ready = _is_ready(table, table.state.combatants[deed.who], declared)
    return cite(table, "surprise_ready" if ready else "surprise_missile")


def _spell(table: Table, deed: Deed) -> Resolving:
    """A spell of one segment takes effect; a longer one is begun, and gone on with in later segments."""
    me = table.state.combatants[deed.who]
    spell = me.spell(deed.spell)
    assert spell is not None
    done = already_done(me, spell.id) + 1
    if done == 1:
        target = deed.targets[0] if deed.targets else ""
        clauses = cite(table, "surprise_spell" if spell.casting <= 1 else "surprise_begin")
        yield e.SpellBegan(
            who=me.id,
            spell=spell.id,
            target=target,
            targets=deed.targets,
            segments=spell.casting,
            clauses=clauses,
            segment=deed.number,
        )
    if done >= spell.casting:
        yield from complete_spell(table, deed, cite(table, "surprise_spell"))
    else:
        yield e.SpellContinues(
            who=me.id,
            spell=spell.id,
            targets=deed.targets,
            done=done,
            clauses=cite(table, "surprise_begin"),
            segment=deed.number,
        )


def _task(table: Table, deed: Deed, declared: Declaration) -> Telling:
    me = table.state.combatants[deed.who]
    done = already_done(me, deed.task) + 1
    if done >= declared.segments:
        yield e.TaskDone(who=me.id, task=deed.task, clauses=cite(table, "surprise_other"), segment=deed.number)
    else:
        yield e.TaskContinues(
            who=me.id, task=deed.task, done=done, clauses=cite(table, "surprise_other"), segment=deed.number
        )
