"""Combatants who wait for one another."""

from collections.abc import Mapping, Sequence

from rules.kernel.deeds import Deed
from rules.kernel.effects import Ask
from rules.kernel.procedure import Play, Table
from rules.kernel.terms import DM, SEGMENTS, CombatantId
from rules.procedures.adnd.deed_types import Wait
from rules.procedures.adnd.effects import apply_effect
from rules.procedures.adnd.moments import resolve_alone

NOBODY_MOVES = "each waits for the other"


def settle_circles(table: Table, built: tuple[Deed, ...], clauses: tuple[str, ...]) -> Play:
    """Settle waits that lead round in a circle. Returns the deeds.

    Where each waits for the other (or round a circle), nothing happens except what the DM decides.
    """
    held = {deed.who: deed.held_for for deed in built if deed.held_for}
    waiting = [who for who in held if is_waiting_in_circle(held, who)]
    if not waiting:
        return built
    yield from ask_what_happens(table, waiting, clauses)
    idle = (Wait(f"{who}:wait", who, (held[who],), number=SEGMENTS, timed=True) for who in waiting)
    return (*(deed for deed in built if deed.who not in waiting), *idle)


def ask_what_happens(table: Table, waiting: Sequence[CombatantId], clauses: tuple[str, ...]) -> Play:
    """Ask the DM what happens where nobody moves, and make it happen."""
    facts: dict[str, object] = {"what": NOBODY_MOVES, "targets": list(waiting)}
    answer = yield Ask("effect", DM, {}, facts=facts, clauses=clauses)
    yield from resolve_alone(apply_effect(table, answer, NOBODY_MOVES))


def is_waiting_in_circle(held: Mapping[str, str], who: str) -> bool:
    """Return whether the chain of waits from a combatant leads back to it."""
    waited_for = held.get(who)
    for _ in held:
        if waited_for is None or waited_for == who:
            break
        waited_for = held.get(waited_for)
    return waited_for == who
