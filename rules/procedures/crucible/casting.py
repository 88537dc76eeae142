"""The casting of a spell: begun on the caster's count, completed later (II.C, II.D, III.C)."""

from collections.abc import Iterator

from rules.kernel import events as e
from rules.kernel.procedure import Table
from rules.kernel.state import Deed, State
from rules.procedures.adnd.deed_types import Completion
from rules.procedures.adnd.magic import complete_spell, make_spell_began
from rules.procedures.adnd.moments import Resolving
from rules.procedures.crucible import opportunity
from rules.procedures.crucible.acts import explain_not_done, make_deed_lost, resolve_and_leave
from rules.procedures.crucible.deed_types import CastingBegun, FullRound, LongCasting
from rules.procedures.crucible.deeds import NOT_DONE
from rules.procedures.crucible.options import ids, option
from rules.procedures.crucible.state import get_turn


def resolve_begin(table: Table, deed: CastingBegun, clauses: tuple[str, ...]) -> Resolving:
    """Resolve the beginning of a spell (II.C, III.C).

    Within an opponent's reach it draws that opponent's attack, as it begins or before (option ``aoo_on_cast``).
    """
    me = table.state.combatants[deed.who]
    completion = _find_completion(table.state, deed)
    if deed.status in NOT_DONE:
        yield from _lose_completion(completion, *explain_not_done(deed))
        return
    drawn = opportunity.list_threatening_act(opportunity.as_begun(table, me.id), me.id)
    before = option(table.state, "aoo_on_cast") == "before"
    if before:
        yield from opportunity.offer_attacks(table, me.id, drawn, "casting", ids("III.C.cast"))
    me = table.state.combatants[deed.who]
    if not me.able or (get_turn(me).hurt and me.casting is None):
        yield from _lose_completion(_find_completion(table.state, deed), "hurt before casting", ids("II.D", "CAST.1"))
        return
    yield make_spell_began(me, deed, ids("II.C", "II.C.casting", *(("CAST.4",) if drawn else ())))
    if not before:
        yield from opportunity.offer_attacks(table, me.id, drawn, "casting", ids("III.C.cast"))


def _find_completion(state: State, deed: CastingBegun) -> Deed | None:
    mine = [each for each in state.pending if each.who == deed.who and isinstance(each, (Completion, LongCasting))]
    return next((each for each in mine if each.spell == deed.spell), None)


def _lose_completion(completion: Deed | None, cause: str, clauses: tuple[str, ...]) -> Iterator[e.Event]:
    if completion is not None:
        yield make_deed_lost(completion, cause, clauses)


def resolve_spell(table: Table, deed: Completion, clauses: tuple[str, ...]) -> Resolving:
    """Resolve the completion of a spell; a spell of a full round comes after everything else."""
    cited = ids("II.C.casting", *(("II.C.full",) if deed.status is FullRound else ()))
    yield from resolve_and_leave(table, deed, complete_spell(table, deed, tuple(dict.fromkeys((*clauses, *cited)))))
