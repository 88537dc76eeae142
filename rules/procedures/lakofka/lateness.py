"""Late steps: those that outlast the round, those too late to begin, and those that wait."""

from collections.abc import Iterator, Sequence

from rules.kernel import events as e
from rules.kernel.deeds import Deed, become
from rules.kernel.frozen import evolve
from rules.kernel.order import Moment
from rules.kernel.procedure import Play, Table
from rules.kernel.state import State
from rules.kernel.terms import SEGMENTS, CombatantId
from rules.procedures.adnd.deed_types import BlowAtContact, Charge, SetWeaponBlow, ShortCharge, WeaponSetting
from rules.procedures.adnd.overrun import LASTING, cut_overrun
from rules.procedures.lakofka.deed_types import InDefence, TooLate
from rules.procedures.lakofka.options import ids


def is_outlasting(deed: Deed) -> bool:
    """Return whether a deed is still under way when the round is over.

    That is a charge that is still running, or a long spell, device or task.
    """
    lasting = deed.standing and deed.number is None and not deed.when
    return isinstance(deed, ShortCharge) or (lasting and isinstance(deed, LASTING))


def keep_within_round(deeds: Sequence[Deed]) -> Iterator[Deed]:
    """Yield a combatant's deeds, with one late deed for each step that has no time left.

    Such a step begins after the tenth segment, or follows a step that outlasts the round.
    """
    last = min((deed.step for deed in deeds if is_outlasting(deed) or _is_after(deed)), default=len(deeds))
    late: list[int] = []
    for deed in deeds:
        if deed.step <= last and not _is_after(deed):
            yield deed
        elif deed.step not in late:
            late.append(deed.step)
            yield evolve(_restore_whole(deed), status=TooLate, number=None, timed=False, standing=True, begins=0)


def _restore_whole(deed: Deed) -> Deed:
    """Return a deed that is not done as what it would have been a part of."""
    if isinstance(deed, Charge):
        return become(deed, Charge)
    return become(deed, WeaponSetting) if isinstance(deed, SetWeaponBlow) else deed


def _is_after(deed: Deed) -> bool:
    return deed.step > 0 and deed.begins > SEGMENTS


def drop_late(table: Table, moment: Moment | None) -> Play:
    """Drop what is too late (6.1): intentions are stated at the beginning of each round (10.1)."""
    for deed in table.state.pending:
        if deed.status is TooLate:
            yield e.DeedLost(who=deed.who, deed=deed.id, cause="no time is left", clauses=ids("6.1", "10.1"))


def wait_for_earlier(table: Table) -> Play:
    """Put off by a segment each step that would begin before an earlier step is done (6.1).

    This is done as each column begins.
    """
    clock = table.state.clock or 0
    for deed in table.state.pending:
        state = table.state
        begins = deed.step > 0 and deed.begins == clock > 1 and deed in state.pending
        if begins and any(_is_holding_up(each, deed) for each in state.pending):
            yield e.AgendaChanged(deeds=slip_deeds(state, deed.who, deed.step), why="after the deed before it")


def _is_holding_up(earlier: Deed, deed: Deed) -> bool:
    """Return whether a later deed waits for a deed of an earlier step of the same combatant."""
    aside = isinstance(earlier, BlowAtContact) or earlier.status is InDefence
    return earlier.who == deed.who and earlier.step < deed.step and not earlier.when and not aside


def slip_deeds(state: State, who: CombatantId, step: int = 0) -> tuple[Deed, ...]:
    """Return the pending deeds with a combatant's own a segment later, within the round.

    With a ``step``, only deeds of that step and later steps are put off, if they have not begun; without it, all.
    """
    clock = state.clock or 0

    def is_later(deed: Deed) -> bool:
        return deed.who == who and (not step or (deed.step >= step and deed.begins >= clock))

    begun = clock if not step else clock - 1
    moved = list(cut_overrun(_slip_deed(deed, begun) if is_later(deed) else deed for deed in state.pending))
    own = {deed.id: deed for deed in keep_within_round([deed for deed in moved if deed.who == who])}
    return tuple(own.get(deed.id, deed) for deed in moved if deed.who != who or deed.id in own)


def _slip_deed(deed: Deed, begun: int) -> Deed:
    """Return the deed a segment later; a deed ``begun`` by then stands still for a segment.

    A deed without a time of its own is done by the tenth segment.
    """
    number = None if deed.number is None else deed.number + 1
    if number is not None and not (deed.timed and isinstance(deed, LASTING)):
        number = min(SEGMENTS, number)
    if 0 < deed.begins <= begun:
        return evolve(deed, number=number, lost=deed.lost + 1)
    return evolve(deed, number=number, begins=deed.begins + 1)
