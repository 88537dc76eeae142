"""Spells: begun on the caster's count, completed later (II.C, II.D, III.C); their duration."""

from collections.abc import Iterator

from rules.kernel import events as e
from rules.kernel.deeds import Deed
from rules.kernel.procedure import Table
from rules.kernel.state import State
from rules.procedures.adnd import durations
from rules.procedures.adnd.durations import ROUNDS_IN_A_TURN, Duration, Lasting
from rules.procedures.adnd.magic import complete_spell, make_spell_began
from rules.procedures.adnd.moments import Resolving
from rules.procedures.adnd.orders.spell import Completion
from rules.procedures.crucible import opportunity
from rules.procedures.crucible.acts import explain_not_done, make_deed_lost, resolve_and_leave
from rules.procedures.crucible.deed_types import CastingBegun, FullRound, LongCasting
from rules.procedures.crucible.deeds import NOT_DONE
from rules.procedures.crucible.options import get_settings, ids
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
    before = get_settings(table.state).aoo_on_cast == "before"
    if before:
        yield from opportunity.offer_attacks(table, me.id, drawn, "casting", ids("III.C.cast"))
    me = table.state.combatants[deed.who]
    if not me.able or (get_turn(me).hurt and me.casting is None):
        yield from _lose_completion(_find_completion(table.state, deed), "hurt before casting", ids("II.D", "CAST.1"))
        return
    is_seen = any(not foe.hidden for foe in drawn)
    yield make_spell_began(me, deed, ids("II.C", "II.C.casting", *(("CAST.4",) if is_seen else ())))
    if not before:
        yield from opportunity.offer_attacks(table, me.id, drawn, "casting", ids("III.C.cast"))


def _find_completion(state: State, deed: CastingBegun) -> Deed | None:
    mine = [each for each in state.pending if each.who == deed.who and isinstance(each, (Completion, LongCasting))]
    return next((each for each in mine if each.order.spell == deed.order.spell), None)


def _lose_completion(completion: Deed | None, cause: str, clauses: tuple[str, ...]) -> Iterator[e.Event]:
    if completion is not None:
        yield make_deed_lost(completion, cause, clauses)


def resolve_spell(table: Table, deed: Completion, clauses: tuple[str, ...]) -> Resolving:
    """Resolve the completion of a spell; a spell of a full round comes after everything else."""
    cited = ids("II.C.casting", *(("II.C.full",) if deed.status is FullRound else ()))
    yield from resolve_and_leave(table, deed, complete_spell(table, deed, tuple(dict.fromkeys((*clauses, *cited)))))


# Spell durations in rounds and turns, and the length of a turn in a fight.


def compute_lasting(state: State, duration: Duration) -> Lasting:
    """Return how long an effect lasts that begins now (DUR.1, DUR.2).

    A turn is ten rounds or ten minutes, the sooner. In a fight that is ten rounds, unless the minutes are over before.

    The text says nothing of segments. By the option ``turn_length`` a turn is ten rounds whatever the clock shows, or
    minutes alone. Minutes alone outlast any number of rounds: there is no end in rounds, and the DM ends the effect.
    """
    if duration.unit == durations.SEGMENT:
        return durations.compute_lasting(state, duration)
    number = duration.number.plus
    if duration.unit == durations.ROUND:
        return Lasting((state.round + number, state.clock or 0), f"for {duration}", ids("DUR.1"))
    how, all_of_it = get_settings(state).turn_length, ROUNDS_IN_A_TURN * number
    rounds, minutes = f"{all_of_it} rounds", f"{all_of_it} minutes"
    words = {"rounds": rounds, "minutes": minutes, "sooner": f"{rounds} or {minutes}, whichever is sooner"}
    until = None if how == "minutes" else (state.round + all_of_it, state.clock or 0)
    return Lasting(until, f"for {words[how]}", ids("DUR.1", "DUR.2"))
