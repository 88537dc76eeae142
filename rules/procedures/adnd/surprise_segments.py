"""Segments of surprise: those not surprised act, one action each; no initiative is rolled."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, zip_longest

from rules.kernel import events as e
from rules.kernel.battlefield import is_in_melee_distance
from rules.kernel.deeds import Declaration, Deed
from rules.kernel.effects import GO, NEXT, Ask
from rules.kernel.frozen import evolve
from rules.kernel.perception import keep_counted
from rules.kernel.procedure import Play, Table
from rules.kernel.state import State
from rules.kernel.terms import DM, CombatantId, SideId
from rules.procedures.adnd.acts import find_shared_resolver
from rules.procedures.adnd.blows import NO_MISSILES_LEFT, strike
from rules.procedures.adnd.comparing import sort_leaving_last
from rules.procedures.adnd.deed_types import Blow, Move, Numbering, Shot, Task
from rules.procedures.adnd.magic import complete_spell, give_up_undeclared
from rules.procedures.adnd.moments import Resolving, Telling, resolve_together
from rules.procedures.adnd.movement import move, step_away
from rules.procedures.adnd.orders.avoid import Flight
from rules.procedures.adnd.orders.base import AdndDeclaration, as_order, count_segments_done
from rules.procedures.adnd.orders.shoot import is_ready, is_surprised
from rules.procedures.adnd.orders.spell import Cast, Casting, CastingSegment, Completion
from rules.procedures.adnd.orders.task import DoTask
from rules.procedures.adnd.orders.use_psionics import Psionics, UsePsionics
from rules.procedures.adnd.procedure import as_adnd, find_by_class, get_citations
from rules.procedures.adnd.psionics import play_exchange
from rules.procedures.adnd.questions import ask_declarations


def play_surprise(table: Table, length: int, numbering: Numbering) -> Play:
    """Play what is left of the segments of surprise, from the clock on."""
    while (table.state.clock or 0) < length and not table.state.ended:
        segment = (table.state.clock or 0) + 1
        yield Ask(NEXT, DM, GO, facts={"segment": segment, "surprise": True})
        yield e.SegmentBegan(clock=segment, surprise=True, clauses=get_citations(table).surprise_act)
        everyone = [who for who, each in table.state.combatants.items() if each.able]
        surprised = [who for who in everyone if segment <= table.state.lost_segments.get(who, 0)]
        acting = [who for who in everyone if who not in surprised]
        acting_surprised = [
            who for who in surprised if as_adnd(table.ruleset).surprise.may_act_surprised(table.state, who)
        ]
        yield from ask_declarations(
            table, [*acting, *acting_surprised], [who for who in surprised if who not in acting_surprised]
        )
        yield e.DeclarationsClosed(clauses=get_citations(table).surprise_act)
        yield from give_up_undeclared(table)
        going_on = _list_going_on(table.state)
        yield from _play_psionics(table, numbering)
        for group in _group_in_order(table, alone=len(_list_free_sides(table.state, segment, acting_surprised)) < 2):
            if not table.state.ended:
                lost = [who for who in going_on if table.state.combatants[who].casting is None]
                yield from _act(table, [who for who in group if who not in lost], numbering)


def _list_free_sides(state: State, segment: int, acting_surprised: Sequence[CombatantId]) -> list[SideId]:
    """Return the sides with a member who is free in a segment, by what each one loses.

    Members who have fallen or left count too; those who have never been met do not. Those in ``acting_surprised`` may
    act though surprised.
    """
    free = [
        each
        for each in keep_counted(state.combatants.values())
        if each.id in acting_surprised or segment > state.lost_segments.get(each.id, 0)
    ]
    return list(dict.fromkeys(each.side for each in free))


def _list_going_on(state: State) -> list[CombatantId]:
    """Return those who have declared to go on with a spell.

    Once it is spoiled they do nothing else in the segment.
    """
    return [
        who
        for who, declared in state.declared.items()
        if isinstance(declared, Cast)
        and (casting := state.combatants[who].casting) is not None
        and casting.what == declared.spell
    ]


def _group_in_order(table: Table, *, alone: bool) -> Iterator[list[CombatantId]]:
    """Yield those who have declared, in groups that act together.

    No initiative is rolled, so that all of one place act together. With ``alone`` only one side is free to act, and
    its combatants act one after the other. The hidden act just before the others of their place.
    """
    state, place = table.state, as_adnd(table.ruleset).surprise.find_place
    declared = {
        who: (place(state, who), not each.hidden) for who, each in state.combatants.items() if who in state.declared
    }
    for _, group in groupby(sorted(declared, key=lambda who: declared[who]), lambda who: declared[who]):
        together = list(group)
        yield from [[who] for who in together] if alone else [together]


def _play_psionics(table: Table, numbering: Numbering) -> Play:
    """Play the segment's psionic exchange, before anything else is done in it."""
    state = table.state
    declared = [state.declared[who] for who, each in state.combatants.items() if each.able and who in state.declared]
    deeds = tuple(
        deed for each in declared if isinstance(each, UsePsionics) for deed in each.build_deeds(state, numbering)
    )
    if deeds or _list_psionic_deeds(state):
        yield e.AgendaChanged(deeds=deeds, why="surprise")
        yield from play_exchange(table, state.clock or 1)


def _list_psionic_deeds(state: State) -> tuple[Deed, ...]:
    return tuple(deed for deed in state.pending if isinstance(deed, Psionics))


def _act(table: Table, group: Sequence[CombatantId], numbering: Numbering) -> Play:
    """Let these combatants act together: the first deed of each, then the second, and so on."""
    state = table.state
    declared = {who: state.declared[who] for who in group if state.combatants[who].able}
    deeds = {
        who: [evolve(deed, number=state.clock, initiative=0) for deed in _build_deeds(table, as_order(each), numbering)]
        for who, each in declared.items()
        if not isinstance(each, UsePsionics)
    }
    pending = tuple(deed for each in deeds.values() for deed in each)
    if not pending:
        return
    yield e.AgendaChanged(deeds=(*_list_psionic_deeds(state), *pending), why="surprise")
    for due in zip_longest(*deeds.values()):
        yield from _play_moment(table, [deed for deed in due if deed is not None], declared)


def _play_moment(table: Table, due: Sequence[Deed], declared: Mapping[CombatantId, Declaration]) -> Play:
    """Resolve these deeds together; those that cannot be done any more are lost."""
    state = table.state
    due = [deed for deed in due if deed in state.pending]
    causes = {deed.id: _find_cause_of_loss(state, deed) for deed in due}
    able = [deed for deed in due if not causes[deed.id]]
    for deed in due:
        if cause := causes[deed.id]:
            yield e.DeedLost(who=deed.who, deed=deed.id, cause=cause, segment=deed.number)
    if not able:
        return
    yield e.MomentBegan(deeds=tuple(deed.id for deed in able))
    table.began = table.state
    # Casting first: a spell begun in this moment is under way when another deed of the moment hits its caster.
    ordered = sorted(sort_leaving_last(able), key=lambda deed: not isinstance(deed, CastingSegment))
    yield from resolve_together([_resolve(table, deed, declared[deed.who]) for deed in ordered])
    table.in_moment = False


def _find_cause_of_loss(state: State, deed: Deed) -> str:
    """Return why a deed cannot be done any more; "" where it can."""
    me = state.combatants[deed.who]
    if not me.able:
        return "can no longer act"
    if isinstance(deed, (Blow, Shot)) and not state.combatants[deed.targets[0]].present:
        return "target gone"
    if isinstance(deed, Blow) and not is_in_melee_distance(state, deed.who, deed.targets[0]):
        return "out of reach"
    if isinstance(deed, Shot) and me.count_missiles(me.weapon(deed.weapon)) == 0:
        return NO_MISSILES_LEFT
    return ""


def _build_deeds(table: Table, order: AdndDeclaration, numbering: Numbering) -> Iterator[Deed]:
    """Yield the deeds of a combatant in one segment of surprise."""
    return order.build_in_surprise(table.state, f"{order.who}:surprise", numbering, as_adnd(table.ruleset))


def _resolve(table: Table, deed: Deed, declared: Declaration) -> Resolving:
    special = find_by_class(as_adnd(table.ruleset).surprise.resolvers, deed)
    if special is not None:
        yield from special(table, deed, declared)
    elif isinstance(deed, Blow):
        yield from strike(table, deed, get_citations(table).surprise_melee)
    elif isinstance(deed, Shot):
        yield from strike(table, deed, _cite_missile(table, deed))
    elif isinstance(deed, Move):
        yield from move(table, deed, get_citations(table).surprise_move, segments=1)
    elif isinstance(deed, Flight):
        yield from step_away(table, deed, get_citations(table).surprise_move)
    elif isinstance(deed, Casting):
        yield from _resolve_spell(table, deed)
    elif isinstance(deed, Task):
        yield from _resolve_task(table, deed, declared)
    else:
        yield from find_shared_resolver(deed)(table, deed, get_citations(table).surprise_other)


def _cite_missile(table: Table, deed: Shot) -> tuple[str, ...]:
    me = table.state.combatants[deed.who]
    if is_surprised(table.state, me):
        return get_citations(table).surprised_shot
    ready = is_ready(table.state, me.weapon(deed.weapon), as_adnd(table.ruleset))
    return get_citations(table).surprise_ready if ready else get_citations(table).surprise_missile


def _resolve_spell(table: Table, deed: Casting) -> Resolving:
    """Complete a spell of one segment; begin a longer one, or go on with it."""
    me = table.state.combatants[deed.who]
    spell = me.spell(deed.order.spell)
    assert spell is not None
    done = count_segments_done(me, spell.id) + 1
    if done == 1:
        target = deed.targets[0] if deed.targets else ""
        clauses = get_citations(table).surprise_spell if spell.casting <= 1 else get_citations(table).surprise_begin
        yield e.SpellBegan(
            who=me.id,
            spell=spell.id,
            target=target,
            targets=deed.targets,
            segments=spell.casting,
            clauses=clauses,
            segment=deed.number,
        )
    if isinstance(deed, Completion):
        yield from complete_spell(table, deed, get_citations(table).surprise_spell)
    else:
        yield e.SpellContinues(
            who=me.id,
            spell=spell.id,
            targets=deed.targets,
            done=done,
            clauses=get_citations(table).surprise_begin,
            segment=deed.number,
        )


def _resolve_task(table: Table, deed: Task, declared: Declaration) -> Telling:
    me = table.state.combatants[deed.who]
    done = count_segments_done(me, deed.task) + 1
    if done >= (declared.segments if isinstance(declared, DoTask) else 1):
        cited = get_citations(table).surprise_other
        yield e.TaskDone(who=me.id, task=deed.task, drawn=deed.draw, clauses=cited, segment=deed.number)
    else:
        yield e.TaskContinues(
            who=me.id, task=deed.task, done=done, clauses=get_citations(table).surprise_other, segment=deed.number
        )
