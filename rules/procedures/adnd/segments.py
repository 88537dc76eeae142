"""The ten segments: moments in the agenda's order, each in its column of the clock.

Between moments everything is in the state, so this can be entered at any boundary.
"""

from collections.abc import Mapping, Sequence

from rules.kernel import events as e
from rules.kernel.agenda import Agenda
from rules.kernel.deeds import Deed
from rules.kernel.effects import GO, NEXT, Ask
from rules.kernel.frozen import evolve
from rules.kernel.order import Moment
from rules.kernel.phrases import format_listed_name
from rules.kernel.procedure import Play, Table
from rules.kernel.state import Combatant, State
from rules.kernel.terms import DM, SEGMENTS, CombatantId
from rules.procedures.adnd.acts import resolve_deed
from rules.procedures.adnd.blows import NO_MISSILES_LEFT
from rules.procedures.adnd.charges import run_until_stopped
from rules.procedures.adnd.citations import Clauses
from rules.procedures.adnd.comparing import sort_leaving_last
from rules.procedures.adnd.deed_types import Attack, MoveBefore, Shot, Struck, Task, Wait, count_segments_lost
from rules.procedures.adnd.deeds import find_next_target, has_several_targets
from rules.procedures.adnd.effects import heal_by_regeneration
from rules.procedures.adnd.harm import break_off
from rules.procedures.adnd.moments import Resolving, resolve_together
from rules.procedures.adnd.orders.base import count_segments_done, list_steps
from rules.procedures.adnd.orders.device import DeviceUse
from rules.procedures.adnd.orders.spell import Cast, Casting, Completion
from rules.procedures.adnd.orders.weapons import compute_melee_rate
from rules.procedures.adnd.procedure import AdndProcedure, as_adnd, get_citations
from rules.procedures.adnd.psionics import list_mode_offers, play_exchange, take_modes
from rules.procedures.adnd.running import ON_FOOT, Runners


def play_segments(table: Table) -> Play:
    """Play the pending deeds, column by column, until the tenth is over.

    Every column begins, empty or not.
    """
    agenda, runners, lapses = Agenda(table.ruleset.order), Runners(), Lapses()
    while True:
        yield from lapses.drop(table)
        yield from runners.time_charges(table)
        yield from take_up_pending(table, agenda)
        clock = table.state.clock or 0
        timely = find_moment_due_by_clock(table.state, clock, walks=False)
        if timely is not None:
            if not (yield from take_steps_before(table, timely)):
                yield from play_moment(table, timely)
            continue
        moment = agenda.find_next(table.state, explain=not table.quiet)
        if (yield from take_steps_before(table, moment)):
            continue
        if moment is not None and moment.clock <= clock:
            yield from play_moment(table, moment)
        elif (walks := find_moment_due_by_clock(table.state, clock, walks=True)) is not None:
            if not (yield from take_steps_before(table, walks)):
                yield from play_moment(table, walks)
        elif clock < SEGMENTS:
            yield from begin_column(table, clock + 1, agenda, runners)
        else:
            return


def take_up_pending(table: Table, agenda: Agenda) -> Play:
    """Take up what is pending; narrate the precedences given up to break a circle."""
    for dropped in agenda.refresh(table.state):
        yield e.PrecedenceDropped(
            first=dropped.first,
            then=dropped.then,
            clauses=dropped.clauses,
            outranked=dropped.outranked,
            together=dropped.together,
        )


def take_steps_before(table: Table, moment: Moment | None) -> Play:
    """Do what comes before a moment. Returns whether that has changed what is due next.

    A ruling meanwhile may have changed it too.
    """
    for consider in as_adnd(table.ruleset).before_moment:
        before = table.state
        yield from consider(table, moment)
        now = table.state
        if now is not before and (now.pending is not before.pending or now.combatants is not before.combatants):
            return True
    return False


def turn_to_next_target(table: Table, moment: Moment | None) -> Play:
    """Aim blows and shots at the next named target, where their own is down or out of reach."""
    state = table.state
    if moment is None or moment.clock > (state.clock or 0):
        return
    aimed = {deed.id: target for deed in moment.deeds if (target := find_next_target(state, deed)) is not None}
    if aimed:
        deeds = tuple(evolve(deed, targets=(aimed[deed.id],)) if deed.id in aimed else deed for deed in state.pending)
        yield e.AgendaChanged(deeds=deeds, why="the next target named")


def find_moment_due_by_clock(state: State, clock: int, *, walks: bool) -> Moment | None:
    """Return the moment of deeds that wait for their column alone; None where none is due.

    With ``walks`` it is that of walks before a spell, which are over with the column; else of all other deeds. It has
    the first such deed of each combatant whose column has come. Deeds of hidden combatants come first, in a moment of
    their own.
    """
    due: dict[CombatantId, Deed] = {}
    for deed in [each for each in state.pending if each.standing]:
        timely = deed.timed and deed.number is not None and deed.number <= clock
        if timely and isinstance(deed, MoveBefore) is walks:
            due.setdefault(deed.who, deed)
    if not due:
        return None
    hidden = tuple(deed for who, deed in due.items() if state.combatants[who].hidden)
    return Moment(hidden or tuple(due.values()), clock)


def begin_column(table: Table, clock: int, agenda: Agenda, runners: Runners) -> Play:
    """Begin the next column.

    Those who run have come to the place reached by the end of the last one. The DM steps, what ends now ends, psionics
    are exchanged, and what begins now begins. Until the step psionicists may change their modes, and the questions of
    the procedure may be answered.
    """
    own = as_adnd(table.ruleset)
    yield from runners.run_on(table, clock - 1)
    offers = [] if table.quiet else list_mode_offers(table.state)
    asks = [] if table.quiet else list(own.ask_at_stop(table.state, agenda.find_next_seen(table.state), clock))
    steps = [] if table.quiet else [Ask(NEXT, DM, GO, facts={"segment": clock})]
    if answers := ((yield [*offers, *steps, *asks]) if steps else []):
        yield from take_modes(table, offers, answers)
        if asks:
            yield from own.take_at_stop(table, asks, answers[len(offers) + 1 :])
    if not table.quiet:
        yield from narrate_waits(table, clock - 1, agenda)
    yield e.SegmentBegan(clock=clock)
    yield from end_effects(table, clock)
    yield from own.open_column(table)
    yield from play_exchange(table, clock)
    for deed in table.state.pending:
        if deed.begins == clock and not is_forgotten(table.state.combatants[deed.who], deed):
            yield from own.begin_deed(table, deed)


def narrate_waits(table: Table, clock: int, agenda: Agenda) -> Play:
    """Narrate the deeds not done in the column of their own number, with the clauses."""
    due = [deed for deed in table.state.pending if deed.number == clock and not deed.standing]
    late = [deed for deed in due if not isinstance(deed, Wait)]
    if not late:
        return
    first = {deed.who: deed for deed in reversed(late)}
    seen = [deed.id for deed in table.state.pending if not table.state.combatants[deed.who].hidden]
    edges = [each for each in agenda.list_precedences() if each.relation == "before" and each.deed in seen]
    for deed in late:
        if first[deed.who] is deed:
            held = [each.clauses for each in edges if each.other == deed.id]
            yield e.DeedWaits(
                who=deed.who,
                deed=deed.id,
                act=deed.kind,
                targets=deed.targets,
                weapon=deed.words.weapon,
                spell=deed.words.spell,
                device=deed.words.device,
                segment=deed.number,
                clauses=tuple(dict.fromkeys(clause for clauses in held for clause in clauses))
                or cite_side_order(table, deed),
            )


def cite_side_order(table: Table, deed: Deed) -> Clauses:
    """Return the clauses of the general order, where nothing else puts a deed in its place."""
    return get_citations(table).cite_order(table, deed, False)


def end_effects(table: Table, clock: int) -> Play:
    """End the conditions whose time has come."""
    now = (table.state.round, clock)
    for each in table.state.combatants.values():
        for condition in each.conditions:
            if condition.until is not None and tuple(condition.until) <= now:
                yield e.EffectEnded(who=each.id, effect=condition.name, until=condition.until)


def play_moment(table: Table, moment: Moment, *, in_turn: bool = False) -> Play:
    """Resolve the deeds of a moment together.

    With ``in_turn`` those of one combatant are resolved in the order of their slots.
    """
    yield e.MomentBegan(deeds=tuple(deed.id for deed in moment.deeds), because=moment.because, clock=moment.clock)
    table.began, table.claimed = table.state, []
    cited = {} if table.quiet else _cite_places(table, moment)
    resolvings: dict[str, list[tuple[Deed, Resolving]]] = {}
    for deed in sort_leaving_last(moment.deeds):
        group = deed.who if in_turn else deed.id
        resolvings.setdefault(group, []).append((deed, resolve_deed(table, deed, cited.get(deed.id, ()))))
    yield from resolve_together([_resolve_one_by_one(table, deeds) for deeds in resolvings.values()])
    table.in_moment = False


def _resolve_one_by_one(table: Table, resolvings: Sequence[tuple[Deed, Resolving]]) -> Resolving:
    """Resolve the deeds of one combatant one after the other.

    A later deed is lost if the combatant can act no more by then.
    """
    in_order = sorted(resolvings, key=lambda each: each[0].slot or 0) if len(resolvings) > 1 else resolvings
    for place, (deed, resolving) in enumerate(in_order):
        if place and not table.state.combatants[deed.who].able:
            yield e.DeedLost(who=deed.who, deed=deed.id, cause="can no longer act", segment=deed.number)
        else:
            yield from resolving


def _cite_places(table: Table, moment: Moment) -> dict[str, Clauses]:
    """Return the clauses that put each deed of a moment where it is, by the deed's id.

    They are those of the general order where no others are known: those of a tie where sides share the moment.
    """
    cited, own = _collect_clauses(table, moment), as_adnd(table.ruleset)
    tied = len(dict.fromkeys([table.state.combatants[deed.who].side for deed in moment.deeds])) > 1
    return {
        deed.id: tuple(dict.fromkeys(cited.get(deed.id) or own.cites.cite_order(table, deed, tied)))
        for deed in moment.deeds
    }


def _collect_clauses(table: Table, moment: Moment) -> dict[str, Clauses]:
    """Return the clauses of the reasons why the deeds of a moment are due, by the deed's id.

    The effect of a hidden combatant's deed on the order is cited only for that deed.
    """
    if not moment.because:
        return {}
    state = table.state
    unseen = [who for who, each in state.combatants.items() if each.hidden]
    deeds = (*moment.deeds, *state.pending, *state.done) if unseen else ()
    hidden = [deed.id for deed in deeds if deed.who in unseen]
    cited: dict[str, Clauses] = {}
    for because in moment.because:
        for deed, other in ((because.deed, because.other), (because.other, because.deed)):
            if other not in hidden or deed in hidden:
                cited[deed] = (*cited.get(deed, ()), *because.clauses)
    return cited


class Lapses:
    """The search for pending deeds that can no longer happen.

    A deed is looked at when it is new, and again when its doer or a target has changed; one whose end depends on
    more than these, always. Deeds that a column may end, and new ones with them, are looked at as it begins.
    """

    def __init__(self) -> None:
        self._combatants: Mapping[CombatantId, Combatant] = {}
        self._pending: Sequence[Deed] = ()
        self._column: int | None = None

    def drop(self, table: Table) -> Play:
        """Drop the deeds that have lapsed since the last look, and those that lapse because of them."""
        deeds = self._list_to_look_at(table)
        while deeds is not None:
            before = table.state.pending
            yield from drop_lapsed(table, deeds)
            deeds = self._list_to_look_at(table, has_dropped=table.state.pending is not before)

    def _list_to_look_at(self, table: Table, *, has_dropped: bool = False) -> Sequence[Deed] | None:
        """Return the deeds that may have lapsed; None where nothing has changed or was dropped."""
        state, own = table.state, as_adnd(table.ruleset)
        by_column = own.list_lapsing_by_column(state) if state.clock != self._column else None
        is_nothing_new = by_column is None or (not by_column and state.pending is self._pending)
        self._column = state.clock
        if state.combatants is self._combatants and is_nothing_new and not has_dropped:
            return None
        deeds = self._list_touched(state, by_column or ())
        self._combatants, self._pending = state.combatants, state.pending
        return deeds

    def _list_touched(self, state: State, by_column: Sequence[Deed]) -> Sequence[Deed]:
        was = self._combatants
        touched = {who for who, each in state.combatants.items() if each is not was.get(who)}
        if 2 * len(touched) > len(state.combatants):
            return state.pending
        known = set(map(id, self._pending)).difference(map(id, by_column))
        return [
            deed
            for deed in state.pending
            if deed.who in touched
            or id(deed) not in known
            or deed.status is not None
            or not touched.isdisjoint(deed.targets)
            or has_several_targets(state, deed)
        ]


def drop_lapsed(table: Table, deeds: Sequence[Deed]) -> Play:
    """Drop those of some pending deeds that can no longer happen.

    They are spells of the helpless, blows of the dead, blows at those who are gone, and a spell to be begun that is
    no longer in memory.
    """
    own, pending = as_adnd(table.ruleset), table.state.pending
    for deed in deeds:
        state = table.state
        if state.pending is not pending and deed not in state.pending:
            continue
        me = state.combatants[deed.who]
        lost = find_loss(own, state, me, deed)
        if lost is None:
            continue
        cause, clauses = lost
        if isinstance(deed, ON_FOOT):
            yield from run_until_stopped(table, deed)
        if isinstance(deed, Completion) and me.casting is not None:
            yield from break_off(table, me.id, cause, clauses)
        elif isinstance(deed, DeviceUse):
            target = deed.targets[0] if deed.targets else ""
            yield e.DeviceFailed(
                who=me.id,
                device=deed.order.device,
                target=target,
                targets=deed.targets,
                cause=cause,
                clauses=(*clauses, *get_citations(table).device_disabled),
                segment=deed.number,
            )
            yield e.DeedLost(who=me.id, deed=deed.id, cause=cause, clauses=clauses, segment=deed.number)
        else:
            yield e.DeedLost(who=me.id, deed=deed.id, cause=cause, clauses=clauses, segment=deed.number)


def find_loss(own: AdndProcedure, state: State, me: Combatant, deed: Deed) -> tuple[str, tuple[str, ...]] | None:
    """Return why a pending deed cannot be done any more, with clauses; None if it still can."""
    if not me.able:
        return "can no longer act", own.cites.downed_earlier
    if is_forgotten(me, deed):
        return "no longer in memory", ()
    if isinstance(deed, Struck) and has_no_routine(own, state, me, deed):
        return "too slow to attack this round", ()
    if isinstance(deed, Struck) and me.charges and (lack := _find_lack(own, state, me, deed)) is not None:
        return lack
    if isinstance(deed, Attack):
        if deed.weapon and me.in_hand == "" and not _is_natural(me, deed):
            return "nothing in hand", ()
        if not state.combatants[deed.targets[0]].present:
            if own.can_outlive_target(state, deed) or find_next_target(state, deed) is not None:
                return None
            return "target gone", own.cites.awaited_gone if deed.held_for else ()
    return own.find_loss(state, deed)


def _find_lack(own: AdndProcedure, state: State, me: Combatant, deed: Struck) -> tuple[str, Clauses] | None:
    """Return why a combatant has no missile for a deed, or no such weapon; None if it has.

    Of several pending shots the first have the missiles that are left.
    """
    weapon = me.weapon(deed.weapon)
    if weapon is None or weapon.missile is None:
        return None
    if deed.mode == "melee":
        lost = f"no {format_listed_name(weapon.name)} left"
        return (lost, own.cites.thrown_away) if me.is_thrown_away(weapon) else None
    left = me.count_missiles(weapon)
    if left is None:
        return None
    shots = [each for each in state.pending if each.who == me.id and isinstance(each, Shot)]
    before = shots[: shots.index(deed)] if deed in shots else []
    used = [used for each in before if (used := me.weapon(each.weapon)) is not None]
    supply = weapon.missile.ammunition
    taken = sum(len(each.blows) for each in used if each.missile is not None and each.missile.ammunition == supply)
    return (NO_MISSILES_LEFT, own.cites.no_missiles) if taken >= left else None


def is_forgotten(me: Combatant, deed: Deed) -> bool:
    """Return whether a spell that has not been begun is no longer in memory."""
    return isinstance(deed, Casting) and me.casting is None and deed.order.spell not in me.spells


def has_no_routine(own: AdndProcedure, state: State, me: Combatant, deed: Struck) -> bool:
    """Return whether effects leave a combatant no attack in this round, out of so few as it has."""
    if not me.list_changes("routines"):
        return False
    weapon = me.weapon(deed.weapon)
    missile = weapon.missile if weapon is not None and deed.mode != "melee" else None
    rate = missile.rate if missile is not None else compute_melee_rate(me, deed.weapon)
    return own.count_routines(state, me, rate, max(1, state.round)) < 1


def _is_natural(me: Combatant, deed: Attack) -> bool:
    weapon = me.weapon(deed.weapon)
    return weapon is not None and (weapon.natural or weapon.id == "fist")


def is_decided(state: State) -> bool:
    """Return whether at most one side has anyone who can act, or is still to come.

    A fight of fewer than two sides is never decided.
    """
    standing = dict.fromkeys(each.side for each in state.combatants.values() if each.able)
    standing |= dict.fromkeys(stat_block.side for stat_block in state.coming)
    return len(standing) < 2 <= len(state.sides)


def end_round(table: Table) -> Play:
    """Close the round.

    What is still being cast or done goes on, hit points come back to those who regenerate, and a decided fight is over.
    """
    yield from narrate_unfinished(table)
    yield from heal_by_regeneration(table)
    yield from end_fight(table)


def narrate_unfinished(table: Table) -> Play:
    """Narrate that what is still being cast or done goes on in the next round."""
    for each in table.state.combatants.values():
        declared = table.state.declared.get(each.id)
        if declared is None or not each.able:
            continue
        casting = each.casting
        lasting = [
            d for d in table.state.pending if d.who == each.id and d.standing and not d.when and d.number is None
        ]
        if casting is None and not lasting:
            continue
        spell = each.spell(next((step.spell for step in list_steps(declared) if isinstance(step, Cast)), ""))
        done = _count_segments_spent(lasting, Completion) + (
            count_segments_done(each, spell.id) if spell is not None else 0
        )
        if spell is not None and casting is not None and casting.what == spell.id and done < spell.casting:
            yield e.SpellContinues(who=each.id, spell=spell.id, targets=casting.targets, done=done)
        for deed in lasting:
            if task := _get_task_or_device(deed):
                done = _count_segments_spent(lasting, type(deed)) + count_segments_done(each, task)
                yield e.TaskContinues(who=each.id, task=task, done=done)


def _get_task_or_device(deed: Deed) -> str:
    """Return the task or device of a deed; "" for any other deed."""
    if isinstance(deed, Task):
        return deed.task
    return deed.order.device if isinstance(deed, DeviceUse) else ""


def _count_segments_spent(lasting: Sequence[Deed], kind: type[Deed]) -> int:
    """Return the segments of this round spent on lasting deeds of a class."""
    return SEGMENTS - max([0, *(count_segments_lost(deed) for deed in lasting if isinstance(deed, kind))])


def end_fight(table: Table) -> Play:
    """End a decided fight.

    A side of which only combatants stand who were never met is not told to have won.
    """
    if is_decided(table.state):
        standing = [each.side for each in table.state.combatants.values() if each.able and each.met]
        yield e.EncounterEnded(reason="one side is left", side=standing[0] if standing else "")
