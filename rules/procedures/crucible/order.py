"""II.A to II.G: the precedence of deeds, rule by rule as in the text, and the general order."""

from rules.kernel.order import Order, Sortable
from rules.kernel.state import Deed, State
from rules.procedures.adnd.comparing import is_any, is_attack, is_blow, is_shot, is_spell, is_weapon_set
from rules.procedures.adnd.precedence import Pair, PrecedenceTable, Rule
from rules.procedures.crucible.deciding import (
    armed_first,
    blow_against_completion,
    braced_by_count,
    casting_by_count,
    coming_before_blow,
    full_round_last,
    get_lateness,
    is_comer,
    is_coming,
    is_done,
    is_entering,
    is_movement,
    longer_weapon_first,
    lower_count_first,
    lower_speed_factor_first,
    more_attacks_first,
    mover_and_act,
    mover_and_completion,
    own_turn_in_one_moment,
    own_turn_in_order,
    ready_together,
    setter_and_blow,
    shot_against_completion,
    tied_together,
    waits_for_event,
    withdrawn_last,
)
from rules.procedures.crucible.numbers import get_count
from rules.procedures.crucible.options import ids

SEQUENCE, WAITING, LENGTH, ARMED, COUNT, TIES, MOVES = 90, 80, 70, 60, 50, 40, 30
"""Ranks of rules, the highest first. They are: a combatant's own sequence, waiting, length of weapon at entry,
arms against none, counts, and options for ties. The last, ``MOVES``, is for a combatant that only moves on the count
on which another acts."""

RULES = (
    Rule("II.A.order", COUNT, is_any, is_any, lower_count_first),
    Rule("II.C.casting", COUNT, is_spell, is_any, casting_by_count, also=("II.D",)),
    Rule("II.C.casting", MOVES, is_movement, is_spell, mover_and_completion, also=("II.D", "II.F")),
    Rule("II.C.full", COUNT, is_any, is_any, full_round_last),
    Rule("II.E", SEQUENCE, is_coming, is_entering, coming_before_blow),
    Rule("II.E", LENGTH, is_entering, is_blow, longer_weapon_first),
    Rule("II.E", COUNT, is_weapon_set, is_comer, braced_by_count),
    Rule("II.E", MOVES, is_weapon_set, is_entering, setter_and_blow),
    Rule("II.E.unarmed", ARMED, is_blow, is_blow, armed_first),
    Rule("II.F", COUNT, is_any, is_any, tied_together, also=("II.A.sim",)),
    Rule("II.F", MOVES, is_movement, is_any, mover_and_act, also=("II.A.sim",)),
    Rule("II.G.wsf", TIES, is_attack, is_attack, lower_speed_factor_first),
    Rule("II.G.attacks", TIES, is_attack, is_attack, more_attacks_first, also=("TURN.3",)),
    Rule("II.G.strike", TIES, is_blow, is_spell, blow_against_completion, also=("II.D",)),
    Rule("II.G.missile", TIES, is_shot, is_spell, shot_against_completion, also=("II.D",)),
    Rule("III.A", COUNT, is_any, is_any, ready_together, also=("II.A.sim",)),
    Rule("TURN.1", SEQUENCE, is_any, is_any, own_turn_in_order, Pair.OWN),
    Rule("TURN.1", COUNT, is_any, is_any, own_turn_in_one_moment, Pair.OWN, also=("II.F",)),
    Rule("WD.DR.4", COUNT, is_any, is_any, withdrawn_last),
    Rule("GAP.1", WAITING, is_any, is_any, waits_for_event, Pair.WAITING),
)
"""The rules on which deed goes first, in the text's order."""

TABLE = PrecedenceTable(RULES, ids, ordered=is_done)


# The general order.


def build_sort_key(state: State, deed: Deed) -> Sortable:
    """Return the sort key in the general order: how late in the round, then the count.

    On a count of both sides a blow out of turn (II.E) comes before what is done together (II.F).
    """
    number = 0 if deed.number is None else deed.number
    return (get_lateness(deed), number, deed.slot is not None and _is_count_of_both_sides(state, number))


def _is_count_of_both_sides(state: State, number: int) -> bool:
    if state.round > 0 and list(state.initiative.values()).count(number) < 2:
        return False  # each side or combatant on a count has a number of its own
    seen = [each for each in state.combatants.values() if not each.hidden]
    return len({each.side for each in seen if get_count(state, each.id) == number}) > 1


def is_shared(state: State, deed: Deed) -> bool:
    """Return whether a deed ties: on a count on which a foe acts too, or before any count.

    A spell that is complete on a count is an act on it. A deed at the end of the order is tied where its doer and a foe
    have the same count. Hidden foes tie with nobody.
    """
    if deed.number is None:
        return True
    late = get_lateness(deed)
    at = get_count(state, deed.who) if late else deed.number
    foes = [foe.id for foe in state.list_foes(deed.who) if not foe.hidden]
    if any(get_count(state, who) == at for who in foes):
        return True
    acts = [] if late else [each for each in (*state.pending, *state.done) if each.number == at]
    return any(each.who in foes and not get_lateness(each) for each in acts)


ORDER = Order(precede=TABLE.precede, bands=(), key=build_sort_key, shared=is_shared, pairwise=False)
