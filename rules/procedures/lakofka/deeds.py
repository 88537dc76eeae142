"""Deeds of several declared steps in sequence, their first segments, and throws in a charge."""

from collections.abc import Callable, Iterator, Sequence

from rules.kernel import events as e
from rules.kernel.deeds import Declaration, Deed, become
from rules.kernel.frozen import evolve
from rules.kernel.order import Moment
from rules.kernel.procedure import Play, Table
from rules.kernel.state import State
from rules.kernel.terms import SEGMENTS, CombatantId
from rules.procedures.adnd.deed_types import (
    Blow,
    BlowAtContact,
    BlowWhileClosing,
    Charge,
    ChargeBlow,
    Move,
    OnTheRun,
    SetWeaponBlow,
    ShortCharge,
    Shot,
    WeaponSetting,
    count_segments_lost,
)
from rules.procedures.adnd.numbers import get_initiative_die
from rules.procedures.adnd.orders.charge import ChargeAt
from rules.procedures.adnd.orders.device import DeviceUse
from rules.procedures.adnd.orders.spell import Completion
from rules.procedures.adnd.orders.strike import Strike
from rules.procedures.adnd.orders.use_psionics import Psionics
from rules.procedures.adnd.orders.wait import Await
from rules.procedures.adnd.overrun import LASTING, cut_overrun
from rules.procedures.lakofka.acts import UNARMED, is_pair, list_steps
from rules.procedures.lakofka.declaration_types import NamedSegment, Throw
from rules.procedures.lakofka.deed_types import Half, Thrown
from rules.procedures.lakofka.lateness import is_outlasting, keep_within_round
from rules.procedures.lakofka.options import get_settings
from rules.procedures.lakofka.places import is_leg, move_all_by_steps, move_by_steps, put_within_reach

Build = Callable[[State], tuple[Deed, ...]]
"""Builds everyone's deeds from the declarations of a state."""

LAST_OF_THE_BEGINNING = 4
"""The last segment in which a throw is at the beginning of the charge (8.7)."""


class Steps:
    """The deeds of everyone; the base builds each declared step as if it were all."""

    def __init__(self, base: Build) -> None:
        self._base = base

    def build_deeds(self, state: State) -> tuple[Deed, ...]:
        """Return everyone's deeds in roster order.

        Deeds of a later step are numbered from the end of the step before it.
        """
        heads = {who: _drop_further_steps(state, declared) for who, declared in state.declared.items()}
        built: dict[CombatantId, list[Deed]] = {who: [] for who in state.combatants}
        for deed in self._base(evolve(state, declared=heads)):
            if not isinstance(deed, BlowWhileClosing):  # rule 9: a blow in defence is chosen, and counted, not given
                built[deed.who] += self._build_first(state, deed)
        several = {who: list_steps(state, each) for who, each in state.declared.items()}
        most = max(map(len, several.values()), default=1)
        for at in range(1, most):
            self._build_later(state, heads, built, at)
        within: dict[CombatantId, list[Deed]] = {who: [] for who in built}
        for deed in cut_overrun(deed for deeds in built.values() for deed in deeds):
            within[deed.who].append(deed)
        return tuple(deed for who, deeds in within.items() for deed in _put_in_sequence(several.get(who, ()), deeds))

    def _build_later(
        self, state: State, heads: dict[CombatantId, Declaration], built: dict[CombatantId, list[Deed]], at: int
    ) -> None:
        there = {
            who: list_steps(state, each)[at]
            for who, each in state.declared.items()
            if len(list_steps(state, each)) > at
        }
        after = evolve(
            state, declared={**heads, **{who: _drop_further_steps(state, each) for who, each in there.items()}}
        )
        after = move_all_by_steps(after, {who: list_steps(state, state.declared[who])[:at] for who in there})
        together = self._base(after)
        for who, step in there.items():
            own = put_within_reach(after, who, list_steps(state, state.declared[who]), at)
            for deed in together if own is after else self._base(own):
                if deed.who == who and not isinstance(deed, BlowAtContact):
                    built[who] += _build_following(state, step, deed, _compute_end(built[who], at - 1), at)

    def build_deeds_of_one(self, state: State, declared: Declaration, start: int, begins: int) -> tuple[Deed, ...]:
        """Return the deeds of one declaration that starts in a segment of its own.

        It replaces another declaration, after a change of mind. ``start`` and ``begins`` are segments.
        """
        made: list[Deed] = []
        several = list_steps(state, declared)
        for at, step in enumerate(several):
            there = evolve(state, declared={**state.declared, declared.who: _drop_further_steps(state, step)})
            there = move_by_steps(there, declared.who, several[:at])
            for deed in self._base(put_within_reach(there, declared.who, several, at)):
                if deed.who != declared.who or isinstance(deed, BlowAtContact):
                    continue
                if at:
                    made += _build_following(state, step, deed, max(start, _compute_end(made, at - 1)), at)
                else:
                    made += _assign_to_step(
                        state, step, _schedule_half_move(step, _start_in_segment(step, deed, start, begins), start), at
                    )
        return tuple(_put_in_sequence(several, list(cut_overrun(made))))

    def _build_first(self, state: State, deed: Deed) -> Iterator[Deed]:
        declared = state.declared.get(deed.who)
        if get_settings(state).start_segment == "own-die" and not isinstance(deed, Psionics) and not deed.held_for:
            deed = _start_on_own_die(state, deed)
        if declared is None:
            yield deed
            return
        yield from _assign_to_step(state, declared, _schedule_half_move(declared, deed, 1), 0)


def _drop_further_steps(state: State, declared: Declaration) -> Declaration:
    """Return a step as if it were everything that was declared."""
    return declared if isinstance(declared, Await) or is_pair(state, declared) else evolve(declared, then=())


def _compute_end(deeds: Sequence[Deed], at: int) -> int:
    """Return the segment in which a step ends; 11 if it outlasts the round."""
    own = [deed for deed in deeds if deed.step == at]
    return max((SEGMENTS + 1 if is_outlasting(deed) else deed.number or 0 for deed in own), default=0)


def _build_following(state: State, step: Declaration, deed: Deed, end: int, at: int) -> Iterator[Deed]:
    """Yield the deeds of a later step, put off until the segment ``end`` of the earlier step."""
    yield from _assign_to_step(state, step, _schedule_half_move(step, _put_off(step, deed, end), end), at)


def _put_off(step: Declaration, deed: Deed, start: int) -> Deed:
    """Return the deed put off until the earlier steps end, in the segment ``start``.

    A deed with a time of its own is counted from there. A blow at a charger takes its segment from the charger. A
    weapon is not set against a charger who has arrived by then.
    """
    if deed.number is None:
        return evolve(deed, begins=start + 1)
    if isinstance(deed, SetWeaponBlow) and deed.number <= start:
        return become(deed, WeaponSetting, number=start, timed=False)
    if deed.timed and (isinstance(deed, LASTING) or isinstance(step, ChargeAt)):
        return evolve(deed, number=deed.number + start, begins=start + 1)
    return evolve(deed, number=max(deed.number, start))


def _start_in_segment(step: Declaration, deed: Deed, start: int, begins: int) -> Deed:
    """Return the deed of a combatant who starts in this segment, whatever the dice are.

    The deed's own time is counted from there.
    """
    if not deed.timed and deed.number is not None:
        return evolve(deed, number=start, begins=begins)
    put_off = _put_off(step, deed, start)
    return evolve(put_off, begins=begins, lost=max(0, put_off.begins - begins))


def _start_on_own_die(state: State, deed: Deed) -> Deed:
    """Return the deed with its start on its own side's die (0.8, by option).

    A deed that goes on from the last round without a pause keeps its start.
    """
    die, begun = get_initiative_die(state, deed.who), state.combatants[deed.who].casting
    words = deed.words
    if begun is not None and begun.what in (words.spell, words.device, words.task):
        return deed
    if deed.number is not None and not deed.timed:
        return evolve(deed, number=die)
    if not isinstance(deed, (Completion, DeviceUse)):
        return deed if deed.timed else evolve(deed, begins=max(1, die))
    number = None if deed.number is None else deed.number + die
    return evolve(deed, number=number, begins=max(1, die), lost=min(1, die))


def _schedule_half_move(step: Declaration, deed: Deed, earliest: int) -> Deed:
    """Return a half of a move in the segment named for it, or as soon after as it can be (6.2)."""
    named = step.own(NamedSegment).segment if isinstance(deed, Move) else 0
    if not named or deed.when:
        return deed
    return evolve(deed, number=max(named, earliest), timed=False, standing=True, status=Half)


def _put_in_sequence(several: Sequence[Declaration], deeds: Sequence[Deed]) -> Iterator[Deed]:
    """Yield a combatant's deeds with ``lead``, the number of steps of movement that come first.

    Deeds of steps after a half of a move that waits for its segment wait for it.
    """
    lead = next((at for at, step in enumerate(several) if not is_leg(step)), 0)
    half = min((deed.step for deed in deeds if deed.status is Half), default=len(several))
    for deed in keep_within_round(deeds):
        waits = deed.step > half and deed.number is not None and not deed.timed
        yield evolve(deed, lead=lead, standing=deed.standing or waits) if lead or waits else deed


def release(table: Table, moment: Moment | None) -> Play:
    """Free each half of a move whose segment has come, and the later steps that waited for it."""
    state, clock = table.state, table.state.clock or 0
    free = {deed.id: _free_deed(deed) for deed in state.pending if deed.standing and _is_free(state, deed, clock)}
    if free:
        deeds = tuple(free.get(deed.id, deed) for deed in state.pending)
        yield e.AgendaChanged(deeds=deeds, why="the segment that was named")


def _is_free(state: State, deed: Deed, clock: int) -> bool:
    """Return whether a standing deed is half of a move or a later step, and need not wait."""
    waits = not deed.timed and not deed.when and deed.number is not None
    if not waits or (not deed.step and deed.status is not Half) or (deed.status is Half and (deed.number or 0) > clock):
        return False
    return not any(each.who == deed.who and each.step < deed.step for each in state.pending)


def _free_deed(deed: Deed) -> Deed:
    return evolve(deed, standing=False, timed=deed.status is Half)


def _assign_to_step(state: State, step: Declaration, deed: Deed, at: int) -> Iterator[Deed]:
    """Yield the deed with an id of its step, and a throw in a charge."""
    named = evolve(deed, id=deed.id if not at else f"{deed.id}~{at + 1}", step=at) if at or deed.step else deed
    if isinstance(step, Strike | ChargeAt) and step.mode in UNARMED and isinstance(named, (Blow, Charge)):
        named = evolve(named, unarmed=step.mode)
    yield from _add_throw(state, step.own(Throw), named)


# Throws in a charge.


def _add_throw(state: State, throw: Throw, deed: Deed) -> Iterator[Deed]:
    """Yield the deed, later by a throw in a charge, and the throw itself (8.7, 8.8).

    The throw takes a segment. A combatant who stands until then runs from the segment after it.
    """
    if not throw.throw or not isinstance(deed, (Charge, Blow)) or isinstance(deed, BlowAtContact):
        yield deed
        return
    thrown, gone = max(throw.throw_segment, deed.begins), count_segments_lost(deed)
    later = 1 if throw.running else max(0, thrown - gone)
    number = SEGMENTS if isinstance(deed, ShortCharge) else (deed.number or 0) + later
    yield evolve(deed, number=number, lost=deed.lost + later)
    if not isinstance(deed, ChargeBlow) and isinstance(deed, Charge):
        yield become(
            deed,
            Shot,
            id=f"{deed.id}:throw" if deed.step else f"{deed.who}:throw",
            weapon=throw.throw,
            mode="thrown",
            unarmed="",
            status=OnTheRun if is_running(state, throw) else Thrown,
            number=thrown,
        )


def is_running(state: State, throw: Throw) -> bool:
    """Return whether a throw is at -1 (8.8).

    That is a throw on the run or, by default, a throw too late to be at the beginning of the charge.
    """
    late = throw.throw_segment > LAST_OF_THE_BEGINNING
    return throw.running or (late and get_settings(state).late_standing_throw == "minus-one")
