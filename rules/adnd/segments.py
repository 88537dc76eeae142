"""The ten segments: moments in the agenda's order, each in its column of the clock.

Between moments everything is in the state, so this can be entered at any boundary.
"""

from collections.abc import Mapping, Sequence

from rules import events as e
from rules.adnd.acts import resolve_deed
from rules.adnd.deeds import already_done
from rules.adnd.harm import break_off
from rules.adnd.hearing import steps_of
from rules.adnd.moments import Resolving, leaving_last, together
from rules.adnd.movement import run_until_stopped
from rules.adnd.procedures import Clauses, Procedures, cite, of
from rules.adnd.psionics import exchange, mode_offers, take_modes
from rules.agenda import Agenda
from rules.effects import Ask
from rules.order import Moment
from rules.ruleset import Play, Table
from rules.state import Combatant, Deed, State
from rules.terms import DM, SEGMENTS, CombatantId

GO = {"choice": "go"}


def play_segments(table: Table) -> Play:
    """Play the pending deeds, column by column, until the tenth is over; every column begins, empty or not."""
    agenda = Agenda(table.ruleset.order)
    looked_at: Mapping[str, Combatant] | None = None
    while True:
        if table.state.combatants is not looked_at:  # only what becomes of figures makes their deeds lapse
            looked_at = table.state.combatants
            yield from lapse(table)
        yield from take_up(table, agenda)
        clock = table.state.clock or 0
        timely = due_by_the_clock(table.state, clock)
        if timely is not None:
            if not (yield from overtaken(table, timely)):
                yield from play_moment(table, timely)
            continue
        moment = agenda.next(table.state, explain=not table.quiet)
        if (yield from overtaken(table, moment)):
            continue
        if moment is not None and moment.clock <= clock:
            yield from play_moment(table, moment)
        elif clock < SEGMENTS:
            yield from next_column(table, clock + 1, moment, agenda)
        else:
            return


def take_up(table: Table, agenda: Agenda) -> Play:
    """Take up what is pending, and tell the precedences that were given up to break a circle."""
    for dropped in agenda.refresh(table.state):
        yield e.PrecedenceDropped(
            first=dropped.first,
            then=dropped.then,
            clauses=dropped.clauses,
            outranked=dropped.outranked,
            together=dropped.together,
            perceived_by=(DM,),
        )


def overtaken(table: Table, moment: Moment | None) -> Play:
    """Do what comes before a moment. True where that, or a ruling meanwhile, has changed what is due next."""
    for consider in of(table.ruleset).between:
        before = table.state
        yield from consider(table, moment)
        if table.state.pending is not before.pending or table.state.combatants is not before.combatants:
            return True
    return False


def due_by_the_clock(state: State, clock: int) -> Moment | None:
    """Deeds that wait for their column alone, and whose column has come: the first of everybody's, together."""
    due: dict[CombatantId, Deed] = {}
    for deed in state.pending:
        if deed.standing and deed.timed and deed.number is not None and deed.number <= clock:
            due.setdefault(deed.who, deed)
    return Moment(tuple(due.values()), clock) if due else None


def next_column(table: Table, clock: int, moment: Moment | None, agenda: Agenda) -> Play:
    """Begin the next column: the DM steps, what ends now ends, psionics are exchanged, what begins now begins.

    Until he steps psionicists may change their modes, and whoever the ruleset asks may answer.
    """
    own = of(table.ruleset)
    offers = [] if table.quiet else mode_offers(table.state)
    asks = [] if table.quiet else list(own.at_stop(table.state, moment, clock))
    steps = [] if table.quiet else [Ask("next", DM, GO, facts={"segment": clock})]
    if answers := ((yield [*offers, *steps, *asks]) if steps else []):
        yield from take_modes(table, offers, answers)
        if asks and own.stopped is not None:
            yield from own.stopped(table, asks, answers[len(offers) + 1 :])
    if not table.quiet:
        yield from tell_who_waits(table, clock - 1, agenda)
    yield e.SegmentBegan(clock=clock, clauses=cite(table, "segment"))
    yield from end_effects(table, clock)
    for opening in own.opens:
        yield from opening(table)
    yield from exchange(table, clock)
    for deed in table.state.pending:
        if deed.begins == clock:
            yield from of(table.ruleset).begin(table, deed)


def tell_who_waits(table: Table, clock: int, agenda: Agenda) -> Play:
    """Tell which deeds were not done in the column of their own number, and by which clauses."""
    late = [deed for deed in table.state.pending if deed.number == clock and not deed.standing and deed.kind != "wait"]
    first = {deed.who: deed for deed in reversed(late)}
    seen = [deed.id for deed in table.state.pending if not table.state.combatants[deed.who].hidden]
    edges = [each for each in agenda.precedences() if each.relation == "before" and each.deed in seen] if late else []
    for deed in late:
        if first[deed.who] is deed:
            held = [each.clauses for each in edges if each.other == deed.id]
            yield e.DeedWaits(
                who=deed.who,
                deed=deed.id,
                act=deed.kind,
                targets=deed.targets,
                weapon=deed.weapon,
                spell=deed.spell,
                device=deed.device,
                segment=deed.number,
                clauses=tuple(dict.fromkeys(clause for clauses in held for clause in clauses))
                or side_order(table, deed),
                perceived_by=(deed.who,),
            )


def side_order(table: Table, deed: Deed) -> Clauses:
    """Return the clauses of the general order, where nothing else puts a deed in its place."""
    general = of(table.ruleset).general
    return general(table, deed, False) if general is not None else cite(table, "order")


def end_effects(table: Table, clock: int) -> Play:
    """End the conditions whose time has come."""
    now = (table.state.round, clock)
    for each in table.state.combatants.values():
        for condition in each.conditions:
            if condition.until is not None and tuple(condition.until) <= now:
                yield e.EffectEnded(who=each.id, effect=condition.name, until=condition.until)


def play_moment(table: Table, moment: Moment, *, in_turn: bool = False) -> Play:
    """Resolve the deeds of a moment together; ``in_turn`` those of one figure in the order of their slots."""
    yield e.MomentBegan(
        deeds=tuple(deed.id for deed in moment.deeds), because=moment.because, clock=moment.clock, perceived_by=(DM,)
    )
    table.began, table.claimed = table.state, []
    cited = _cited(table, moment)
    resolvings: dict[str, list[tuple[Deed, Resolving]]] = {}
    for deed in leaving_last(moment.deeds):
        clauses = tuple(dict.fromkeys(cited.get(deed.id) or _general(table, moment, deed)))
        apart = deed.who if in_turn else deed.id
        resolvings.setdefault(apart, []).append((deed, resolve_deed(table, deed, clauses)))
    yield from together([_one_by_one(table, deeds) for deeds in resolvings.values()])
    table.in_moment = False


def _one_by_one(table: Table, resolvings: Sequence[tuple[Deed, Resolving]]) -> Resolving:
    """Resolve the deeds of one figure one after the other. A later one is lost if it can act no more by then."""
    for place, (deed, resolving) in enumerate(sorted(resolvings, key=lambda each: each[0].slot or 0)):
        if place and not table.state.combatants[deed.who].able:
            yield e.DeedLost(who=deed.who, deed=deed.id, cause="can no longer act", segment=deed.number)
        else:
            yield from resolving


def _cited(table: Table, moment: Moment) -> dict[str, tuple[str, ...]]:
    """The clauses that put each deed where it is. What a hidden figure's deed did to the order, only its own cites."""
    if not moment.because:
        return {}
    state = table.state
    unseen = [who for who, each in state.combatants.items() if each.hidden]
    deeds = (*moment.deeds, *state.pending, *state.done) if unseen else ()
    hidden = [deed.id for deed in deeds if deed.who in unseen]
    cited: dict[str, tuple[str, ...]] = {}
    for because in moment.because:
        for deed, other in ((because.deed, because.other), (because.other, because.deed)):
            if other not in hidden or deed in hidden:
                cited[deed] = (*cited.get(deed, ()), *because.clauses)
    return cited


def _general(table: Table, moment: Moment, deed: Deed) -> tuple[str, ...]:
    """The clause of the general order: tied where sides share the moment, as far as the deed's doer may know."""
    known = [table.state.combatants[each.who] for each in moment.deeds]
    if not table.state.combatants[deed.who].hidden:
        known = [each for each in known if not each.hidden]
    tied = len(dict.fromkeys(each.side for each in known)) > 1
    general = of(table.ruleset).general
    if general is not None:
        return general(table, deed, tied)
    return cite(table, "tied_order" if tied else "order")


def lapse(table: Table) -> Play:
    """What can no longer happen does not: spells of the helpless, blows of the dead, blows at those who are gone."""
    own, pending = of(table.ruleset), table.state.pending
    for deed in pending:
        state = table.state
        if state.pending is not pending and deed not in state.pending:
            continue
        me = state.combatants[deed.who]
        lost = why_lost(own, state, me, deed)
        if lost is None:
            continue
        cause, clauses = lost
        if deed.part == "contact":
            yield from run_until_stopped(table, deed)
        if deed.kind == "spell" and me.casting is not None:
            yield from break_off(table, me.id, cause, clauses)
        elif deed.kind == "device":
            target = deed.targets[0] if deed.targets else ""
            yield e.DeviceFailed(
                who=me.id,
                device=deed.device,
                target=target,
                targets=deed.targets,
                cause=cause,
                clauses=(*clauses, *cite(table, "device_disabled")),
                segment=deed.number,
            )
            yield e.DeedLost(who=me.id, deed=deed.id, cause=cause, clauses=clauses, segment=deed.number)
        else:
            yield e.DeedLost(who=me.id, deed=deed.id, cause=cause, clauses=clauses, segment=deed.number)


def why_lost(own: Procedures, state: State, me: Combatant, deed: Deed) -> tuple[str, tuple[str, ...]] | None:
    """Why a pending deed cannot be done any more, with clauses; None if it still can."""
    if not me.able:
        return "can no longer act", own.cites.get("downed_earlier", ())
    if deed.kind in ("melee", "missile"):
        if deed.weapon and me.in_hand == "" and not _natural(me, deed):
            return "nothing in hand", ()
        if not state.combatants[deed.targets[0]].present:
            if own.keeps(state, deed):
                return None
            return "target gone", own.cites.get("awaited_gone", ()) if deed.held_for else ()
    return own.lost(state, deed)


def _natural(me: Combatant, deed: Deed) -> bool:
    weapon = me.weapon(deed.weapon)
    return weapon is not None and (weapon.natural or weapon.id == "fist")


def decided(state: State) -> bool:
    """Whether only one side, or none, has anyone left who can act, or who is still to come."""
    standing = dict.fromkeys(each.side for each in state.combatants.values() if each.able)
    standing |= dict.fromkeys(figure.side for figure in state.coming)
    return len(standing) < 2 <= len(state.sides)


def end_round(table: Table) -> Play:
    """Close the round: what is still being cast or done goes on, and a decided fight is over."""
    yield from carry_on(table)
    yield from end_fight(table)


def carry_on(table: Table) -> Play:
    """What is still being cast or done goes on in the next round."""
    for each in table.state.combatants.values():
        declared = table.state.declared.get(each.id)
        if declared is None or not each.able:
            continue
        casting = each.casting
        spell = each.spell(next((step.spell for step in steps_of(declared) if step.spell), ""))
        lasting = [
            d for d in table.state.pending if d.who == each.id and d.standing and not d.when and d.number is None
        ]
        done = _elapsed(lasting, "spell") + (already_done(each, spell.id) if spell is not None else 0)
        if spell is not None and casting is not None and casting.what == spell.id and done < spell.casting:
            yield e.SpellContinues(who=each.id, spell=spell.id, targets=casting.targets, done=done)
        for deed in lasting:
            if task := deed.task if deed.kind == "task" else deed.device:
                done = _elapsed(lasting, deed.kind) + already_done(each, task)
                yield e.TaskContinues(who=each.id, task=task, done=done)


def _elapsed(lasting: Sequence[Deed], kind: str) -> int:
    """The segments since a figure began what it is still at, of this kind."""
    return SEGMENTS + 1 - max([1, *(deed.begins for deed in lasting if deed.kind == kind)])


def end_fight(table: Table) -> Play:
    """A decided fight is over."""
    if decided(table.state):
        standing = [each.side for each in table.state.combatants.values() if each.able]
        yield e.EncounterEnded(reason="one side is left", side=standing[0] if standing else "")
