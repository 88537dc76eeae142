"""VI, VII.C and VII.D: initiative, magic of a full round, and when speed factors count."""

from rules.kernel.deeds import Deed
from rules.kernel.state import Combatant, State
from rules.kernel.terms import SEGMENTS, CombatantId
from rules.procedures.adnd.deed_types import Blow
from rules.procedures.adnd.deeds import is_closing
from rules.procedures.adnd.numbers import get_initiative_die, get_speed_factor
from rules.procedures.adnd.orders.device import DeviceUse
from rules.procedures.adnd.orders.spell import Casting
from rules.procedures.adnd.several import count_busy_segments


def get_initiative(state: State, who: CombatantId, missile: bool) -> int:
    """Return the number for side order; missile users have their own adjusted one (VI.A.dex)."""
    return state.initiative.get(who, get_initiative_die(state, who)) if missile else get_initiative_die(state, who)


def is_full_round_magic(state: State, magic: Deed) -> bool:
    """Return whether a spell or timed device requires a full round (C.3.full).

    Its written time counts, no matter when it was begun.
    """
    me = state.combatants[magic.who]
    if isinstance(magic, Casting):
        return is_full_round_spell(me, magic.order.spell)
    device = me.device(magic.order.device) if isinstance(magic, DeviceUse) else None
    return device is not None and (device.activation or 0) >= SEGMENTS


def is_full_round_spell(me: Combatant, id: str) -> bool:
    """Return whether the written casting time of a spell is one round, or ten segments and more."""
    spell = me.spell(id)
    return spell is not None and spell.casting >= SEGMENTS


def is_decided_by_speed(state: State, a: Deed, b: Deed) -> bool:
    """Return whether speed factors order two deeds (D.1, D.3).

    Both are blows with speed factors, on tied dice, of routines with equal parity. Neither doer closes, charges or
    waits, or is busy with a task when the other strikes.
    """
    return (
        isinstance(a, Blow)
        and isinstance(b, Blow)
        and a.initiative == b.initiative
        and not a.held_for
        and not b.held_for
        and (a.routines - b.routines) % 2 == 0
        and get_speed_factor(state, a) is not None
        and get_speed_factor(state, b) is not None
        and not is_closing(state, a.who)
        and not is_closing(state, b.who)
        and not is_busy_at(state, a, b)
        and not is_busy_at(state, b, a)
    )


def is_busy_at(state: State, deed: Deed, other: Deed) -> bool:
    """Return whether a deed's doer is busy with tasks in the own segment of another's deed."""
    busy = count_busy_segments(state, deed) if deed.step else 0
    return bool(busy) and find_own_segment(state, other) <= busy


def find_own_segment(state: State, deed: Deed) -> int:
    """Return the segment of a deed by itself.

    It is not before its doer's tasks are over, nor before the event awaited.
    """
    own = max(deed.number or 0, count_busy_segments(state, deed) + 1)
    if not deed.held_for:
        return own
    awaited = [each.number or 0 for each in (*state.done, *state.pending) if each.who == deed.held_for]
    return max(own, min(awaited, default=0))
