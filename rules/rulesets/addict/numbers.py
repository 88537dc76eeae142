"""VI and VII.D: the numbers that deeds of ADDICT go by: initiative, and when speed factors count."""

from rules.adnd.deeds import is_closing
from rules.adnd.numbers import die_of, speed_factor
from rules.state import Deed, State
from rules.terms import CombatantId


def initiative(state: State, who: CombatantId, missile: bool) -> int:
    """The number side order goes by: missile users have their own adjusted one (VI.A.dex)."""
    return state.initiative.get(who, die_of(state, who)) if missile else die_of(state, who)


def speeds_decide(state: State, a: Deed, b: Deed) -> bool:
    """D.1 and D.3: dice tied, both melee with speed factors, equal parity of routines, nobody closing or charging."""
    return (
        a.kind == b.kind == "melee"
        and a.initiative == b.initiative
        and not a.held_for
        and not b.held_for
        and (a.routines - b.routines) % 2 == 0
        and speed_factor(state, a) is not None
        and speed_factor(state, b) is not None
        and not is_closing(state, a.who)
        and not is_closing(state, b.who)
    )
