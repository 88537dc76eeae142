"""VI and VII: the general order of deeds, and the rules on two of them as in the text."""

from fractions import Fraction

from rules.kernel.order import Band, Order, Precedence, Relation, Sortable
from rules.kernel.state import Deed, State
from rules.kernel.terms import SEGMENTS
from rules.procedures.addict.deciding import (
    arrival_against_casting,
    blow_awaits_contact,
    charge_before_later_routine,
    chargers_meet,
    contact_and_charge,
    earlier_charge_first,
    earlier_contact_first,
    earlier_slot_first,
    first_attack_on_caster,
    is_act,
    is_attack_on_casters,
    is_hand_to_hand,
    is_struck,
    is_timed_blow,
    item_strikes_first,
    later_attack_after_spell,
    later_attack_before_full_round,
    later_shot_after_charge,
    longer_weapon_first,
    lower_speed_factor_first,
    midpoint_dice,
    own_cantrips_in_order,
    own_deeds_in_order,
    shorter_casting_first,
    shot_and_charge_by_dice,
    shot_out_reaches_charge,
    still_surprised,
    tied_together,
    waits_for_event,
    weapon_with_speed_on_caster,
    winner_first,
)
from rules.procedures.addict.numbers import find_own_segment, is_busy_at, is_full_round_magic
from rules.procedures.addict.options import ids
from rules.procedures.adnd.comparing import (
    is_any,
    is_attack,
    is_blow,
    is_charge,
    is_charge_blow,
    is_charge_end,
    is_contact,
    is_magic,
    is_shot,
    is_spell,
    is_wait,
)
from rules.procedures.adnd.numbers import is_tied, list_casters_attacked
from rules.procedures.adnd.precedence import SIDE, Pair, PrecedenceTable, Rule
from rules.procedures.adnd.several import TaskBefore, earlier_step_first, has_steps_before

SEQUENCE, SURPRISE, BUSY, STRIKE_FIRST, TIME, LENGTH, SLOT, SPEED = 90, 85, 84, 80, 60, 50, 40, 30
"""Ranks of rules, in descending order, all above side order. They are for own sequence, surprise that lasts into
round 1, tasks before an act, and items that strike first. Then come time against casting, length at a charge's
contact, routine slots and speed factors."""

# The general order.


def build_sort_key(state: State, deed: Deed) -> Sortable:
    """Return the place in the general order: winner's side first, inside a side by own number.

    Spells and devices that require a full round come at the very end of the tenth segment (C.3.full). A deed that
    waited and did not lose comes directly after the event awaited. A contact comes just before all else in its place,
    so that its blow is struck together with that. Waiting alone is done when the other deeds are.
    """
    arriving = 0 if is_contact(deed) else 1
    if is_wait(deed):
        return (2, -deed.initiative, deed.number or 0, arriving)
    late = 1 if is_magic(deed) and (deed.number or 0) >= SEGMENTS and is_full_round_magic(state, deed) else 0
    if deed.held_for:
        theirs = [each.initiative for each in (*state.pending, *state.done) if each.who == deed.held_for]
        if theirs and deed.initiative >= max(theirs):
            return (late, -99, deed.number or 0, arriving)
    return (late, -deed.initiative, deed.number or 0, arriving)


def get_strike_band(deed: Deed) -> int | None:
    """Return 0 for an attack with an item that strikes first, and 1 for any other.

    None for a deed that is no attack, and for the blow of such an item that waits for its segment.
    """
    if not is_attack(deed) and not is_charge_blow(deed):
        return None
    if not deed.first:
        return 1
    return None if is_waiting_for_segment(deed) else 0


def get_slot_band(deed: Deed) -> Fraction | None:
    """Return the slot of a routine; None where it waits for its segment."""
    return None if is_waiting_for_segment(deed) else deed.slot


def is_waiting_for_segment(deed: Deed) -> bool:
    """Return whether a first routine waits for its segment: a contact, or the end of surprise.

    Only those combatants that it meets wait for it.
    """
    return deed.timed and deed.routine == 1


BANDS = (
    Band("strike first", STRIKE_FIRST, ids("VI.C"), get_strike_band, across=True),
    Band("routine slot", SLOT, ids("VII.A", "VII.A.1", "VII.A.1.a", "VII.A.1.b", "VII.A.3"), get_slot_band),
)
"""Orders that outrank the general one: attacks by items that strike first, and by slots of routines."""


# The rules on two deeds.

RULES = (
    Rule("I.C.5.tail", SURPRISE, is_act, is_act, still_surprised),
    Rule("II-IV.several", SEQUENCE + 1, is_any, is_any, earlier_step_first, Pair.OWN),
    Rule("VI.C", STRIKE_FIRST, is_struck, is_act, item_strikes_first),
    Rule("VII", SIDE, is_act, is_act, winner_first),
    Rule("VII.tie", SIDE, is_act, is_act, tied_together),
    Rule("VII.A", SLOT, is_attack, is_attack, earlier_slot_first),
    Rule("VII.A.1", SLOT, is_charge_end, is_blow, charge_before_later_routine, also=("VII.B.3.b",)),
    Rule("VII.A.2", SIDE, is_attack, is_attack, midpoint_dice),
    Rule("VII.A.4", SEQUENCE, is_any, is_any, own_deeds_in_order, Pair.OWN),
    Rule("VII.A.5", LENGTH, is_shot, is_charge_end, later_shot_after_charge, also=("OPT.missile-charge",)),
    Rule("VII.B.charge", SEQUENCE, is_contact, is_any, own_deeds_in_order, Pair.OWN),
    Rule("VII.B.charge", SEQUENCE, is_contact, is_contact, chargers_meet),
    Rule("VII.B.charge", SEQUENCE, is_contact, is_timed_blow, blow_awaits_contact),
    Rule("VII.B.charge", TIME, is_contact, is_contact, earlier_contact_first),
    Rule("VII.B.charge", TIME, is_contact, is_charge_end, contact_and_charge),
    Rule("VII.B.charge", LENGTH, is_charge_end, is_hand_to_hand, earlier_charge_first),
    Rule("VII.B.3.a", LENGTH, is_charge_end, is_hand_to_hand, longer_weapon_first,
         also=("VII.B.3.b", "VII.B.3.c", "VII.D.3")),
    Rule("VII.B.3.a", LENGTH, is_shot, is_charge, shot_out_reaches_charge,
         also=("VII.B.3.b", "OPT.missile-charge")),
    Rule("VII.B.4", TIME, is_charge_end, is_magic, arrival_against_casting),
    Rule("VII.C.1", TIME, is_magic, is_magic, shorter_casting_first),
    Rule("VII.C.2", TIME, is_attack_on_casters, is_magic, first_attack_on_caster, also=("VII.C", "VII.C.3")),
    Rule("VII.C.GAP-SF", TIME, is_blow, is_magic, weapon_with_speed_on_caster, also=("VII.C", "VII.C.3")),
    Rule("VII.C.3", TIME, is_attack_on_casters, is_magic, later_attack_after_spell),
    Rule("VII.C.3.full", TIME, is_attack_on_casters, is_magic, later_attack_before_full_round),
    Rule("VII.C.4.second", SEQUENCE, is_spell, is_any, own_cantrips_in_order, Pair.OWN),
    Rule("VII.D", SPEED, is_blow, is_blow, lower_speed_factor_first,
         also=("VII.D.1", "VII.D.1.a", "VII.D.1.b", "VII.D.1.c", "VII.D.3.after")),
    Rule("VII.OTHER", SIDE, is_any, is_any, waits_for_event, Pair.WAITING),
    Rule("OPT.missile-charge", LENGTH, is_charge, is_shot, shot_and_charge_by_dice, also=("VII",)),
)  # fmt: skip
"""The rules on two deeds, in the text's order."""

TABLE = PrecedenceTable(RULES, ids)


# An act after a task.


def precede(state: State, a: Deed, b: Deed) -> Precedence | None:
    """Return the decision of the rules on two deeds, or the opposite where a task prevents it.

    An act after a task goes before another's deed, or with it, only if that deed's own segment comes after the task
    (II-IV.several). Surprise and what a combatant waits for outrank that; times against casting count the task. The
    task itself has no order with others' deeds.
    """
    answer = TABLE.precede(state, a, b)
    if answer is None or answer.rank > BUSY:
        return answer
    if a.who == b.who or a.held_for == b.who or b.held_for == a.who:
        return answer
    if isinstance(a, TaskBefore) or isinstance(b, TaskBefore):
        return None
    if not (a.step or b.step):
        return answer
    for deed, other, turned in ((a, b, Relation.AFTER), (b, a, Relation.BEFORE)):
        timed = is_magic(deed) and answer.rank == TIME
        if answer.relation is not turned and not timed and is_busy_at(state, deed, other):
            return Precedence(turned, BUSY, ids("II-IV.several"), f"{find_own_segment(state, other)} < {deed.begins}")
    return answer


def can_hold_up_others(state: State, deed: Deed) -> bool:
    """Return whether others' deeds wait for a deed that comes before theirs.

    They wait neither for a task before an act nor for the act.
    """
    return not isinstance(deed, TaskBefore) and not has_steps_before(state, deed)


ORDER = Order(
    precede=precede,
    bands=BANDS,
    key=build_sort_key,
    shared=is_tied,
    brought_forward_by=list_casters_attacked,
    idle=is_wait,
    holds_up_others=can_hold_up_others,
)
