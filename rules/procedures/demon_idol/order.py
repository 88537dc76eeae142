"""Phase 8: the precedence of deeds, rule by rule as in the text, and the general order."""

from fractions import Fraction

from rules.kernel.order import Band, Order, Precedence, Relation, Sortable
from rules.kernel.state import Deed, State, become
from rules.procedures.adnd.comparing import (
    is_any,
    is_arrival_at_place,
    is_blow,
    is_charge,
    is_charge_end,
    is_contact,
    is_magic,
    is_shot,
    is_turning,
    is_wait,
)
from rules.procedures.adnd.deed_types import ChargeBlow
from rules.procedures.adnd.numbers import get_initiative_die, list_casters_attacked
from rules.procedures.adnd.precedence import SIDE, Decision, Pair, PrecedenceTable, Rule, after, before, together
from rules.procedures.adnd.several import earlier_step_first
from rules.procedures.demon_idol.deciding import (
    arrival_against_casting,
    blow_against_casting,
    blow_against_device,
    blow_awaits_contact,
    chargers_meet,
    discharge_on_caster,
    earlier_contact_first,
    is_act,
    is_against_magic,
    is_answer,
    is_completion,
    is_discharge,
    is_event,
    is_fired,
    is_held_act,
    is_ordered,
    is_ready,
    is_ready_at_once,
    is_retaliation,
    is_routine,
    is_routine_of_blows,
    is_slotted_in,
    is_timed_blow,
    is_timed_device,
    last_routine_after,
    longer_weapon_first,
    lower_speed_factor_first,
    no_speed_factor,
    own_deeds_in_order,
    own_deeds_on_ladder,
    reaction_counted,
    ready_at_once,
    ready_in_time,
    ready_too_late,
    set_off_first,
    shorter_casting_first,
    shorter_device_first,
    shot_out_reaches_charge,
    slotted_in_first,
    tied_and_delayed,
    tied_but_for_reaction,
    tied_by_letter,
    turning_out_reaches_charge,
    waits_for_event,
    winner_before_casting,
    winner_first,
)
from rules.procedures.demon_idol.letters import FIRST_OF_ALL, LETTERS, are_dice_tied, is_shared
from rules.procedures.demon_idol.options import ids

SEQUENCE, TRIGGER, ALWAYS, TIME, LENGTH, REACTION, ROUTINES, LETTER = 90, 85, 80, 60, 50, 45, 40, 10
"""Ranks of rules, the highest first. They are: a combatant's own sequence, and what a prepared act was waiting
for. Then missiles and turning against a charge, and time against casting and speed factors. Then length at the
contact of a charge, the reaction of a missile user, and several routines. Letter order is weaker than side order."""


def ready_on_tie(state: State, ready: Deed, event: Deed) -> Decision | None:
    """Put the earlier letter first on a tie; of equal letters, go by the prepared act itself.

    A contact counts as the blow that follows it.
    """
    if is_ready_at_once(ready) or not are_dice_tied(state, ready.who, event.who):
        return None
    mine, theirs = ready.place[2], event.place[2] if len(event.place) > 2 else LETTERS.index("G")
    if mine != theirs:
        numbers = f"{LETTERS[mine]} | {LETTERS[theirs]}"
        return before(numbers=numbers) if mine < theirs else after(numbers=numbers)
    act = next((deed for deed in state.pending if deed.who == ready.who and deed.when), None)
    found = out_of_sequence(state, replace_contact(act), replace_contact(event)) if act is not None else None
    if found is not None and found.relation is not Relation.TOGETHER:
        return Decision(found.relation)
    return together() if ready.routine == event.routine else None


def out_of_sequence(state: State, act: Deed, event: Deed) -> Precedence | None:
    """Return the precedence of a prepared act and an event apart from their letters.

    With magic, letters count as well.
    """
    table = TABLE if is_against_magic(act, event) or is_against_magic(event, act) else OUT_OF_SEQUENCE
    return table.ask(Pair.FOES, state, act, event)


def replace_contact(deed: Deed) -> Deed:
    """Return the blow of a charge for its contact, and any other deed as it is."""
    return become(deed, ChargeBlow) if is_contact(deed) and not is_arrival_at_place(deed) else deed


RULES = (
    Rule("LIST.C", SIDE, is_held_act, is_event, waits_for_event, Pair.WAITING),
    Rule("6.several", SEQUENCE + 1, is_any, is_any, earlier_step_first, Pair.OWN),
    Rule("6.prepare", TRIGGER, is_fired, is_event, set_off_first, Pair.WAITING,
         also=("8.PREP.ready", "8.PREP.trigger")),
    Rule("6.prepare", SIDE, is_ready, is_event, ready_in_time, Pair.WAITING,
         also=("8.PREP.ready", "8.PREP.trigger", "8.2")),
    Rule("8.2", SIDE, is_act, is_act, winner_first),
    Rule("8.2", REACTION, is_act, is_act, reaction_counted),
    Rule("8.2", SIDE, is_routine_of_blows, is_magic, winner_before_casting, also=("8.GvsD",)),
    Rule("8.PREP.ready", SIDE, is_ready, is_event, ready_at_once, Pair.WAITING, also=("8.PREP.lost",)),
    Rule("8.PREP.lost", SIDE, is_ready, is_event, ready_too_late, Pair.WAITING, also=("8.PREP.ready", "8.2")),
    Rule("8.MAR", SEQUENCE, is_any, is_any, own_deeds_in_order, Pair.OWN),
    Rule("8.MAR", ROUTINES, is_slotted_in, is_routine, slotted_in_first, also=("8.MAR.slot",)),
    Rule("8.MAR", ROUTINES, is_routine, is_routine, last_routine_after, also=("8.MAR.slot",)),
    Rule("8.DvsD", TIME, is_completion, is_completion, shorter_casting_first),
    Rule("8.EvsD", ALWAYS, is_shot, is_charge, shot_out_reaches_charge, also=("TIE.EvsD.missile", "FN.14")),
    Rule("8.EvsD", ALWAYS, is_turning, is_charge, turning_out_reaches_charge, also=("TIE.EvsD.turn",)),
    Rule("8.GvsD", TIME, is_routine_of_blows, is_completion, blow_against_casting),
    Rule("8.E.retaliate", SEQUENCE, is_contact, is_timed_blow, blow_awaits_contact),
    Rule("8.E.length", SEQUENCE, is_contact, is_any, own_deeds_in_order, Pair.OWN),
    Rule("8.E.length", SEQUENCE, is_contact, is_contact, chargers_meet),
    Rule("8.E.length", LENGTH, is_charge_end, is_retaliation, longer_weapon_first),
    Rule("TIE", LETTER, is_act, is_act, tied_by_letter),
    Rule("TIE", SIDE, is_act, is_act, tied_and_delayed),
    Rule("TIE", REACTION, is_act, is_act, tied_but_for_reaction),
    Rule("TIE", SIDE, is_ready, is_event, ready_on_tie, Pair.WAITING, also=("8.PREP.ready", "8.PREP.trigger")),
    Rule("TIE.SF", TIME, is_routine_of_blows, is_routine_of_blows, lower_speed_factor_first),
    Rule("FN.16", LETTER, is_routine_of_blows, is_routine_of_blows, no_speed_factor),
    Rule("TIE.DvsD", TIME, is_discharge, is_magic, discharge_on_caster),
    Rule("TIE.DvsD.spells", TIME, is_timed_device, is_magic, shorter_device_first),
    Rule("TIE.EvsD.spell", TIME, is_charge_end, is_magic, arrival_against_casting, also=("FN.19",)),
    Rule("FN.19", TIME, is_charge, is_charge, earlier_contact_first),
    Rule("FN.20", TIME, is_routine_of_blows, is_timed_device, blow_against_device),
    Rule("TIE.MAR", SEQUENCE, is_any, is_any, own_deeds_on_ladder, Pair.OWN),
)  # fmt: skip
"""The rules on which deed goes first, in the text's order."""

TABLE = PrecedenceTable(RULES, ids, ordered=is_ordered)

OUT_OF_SEQUENCE = PrecedenceTable([rule for rule in RULES if rule.one is not is_act], ids)
"""All rules but the order of letters."""


# The general order.


def build_sort_key(state: State, deed: Deed) -> Sortable:
    """Return the place where the dice and the letter put a deed, found when deeds are built.

    A deed that a reaction puts into the other side's turn comes after that side's under the letter, where deeds under
    a letter come one after the other.
    """
    if not deed.place or is_deed_shared(state, deed):
        return deed.place
    return (*deed.place, deed.initiative != get_initiative_die(state, deed.who))


def is_deed_shared(state: State, deed: Deed) -> bool:
    """Return whether deeds of one side under one letter are together: on a tie or by option."""
    if deed.place and deed.place[0] == FIRST_OF_ALL:
        return False
    return is_shared(state, deed.who)


def get_ladder_slot(deed: Deed) -> Fraction | None:
    """Return the slot of a blow in the ladder of speed factors; None for other deeds."""
    return deed.slot if is_blow(deed) and not is_answer(deed) and not is_fired(deed) else None


def get_casting_slot(deed: Deed) -> Fraction | None:
    """Return the slot of a spell or device in the order of their times; None for other deeds."""
    return deed.slot if is_magic(deed) else None


ORDER = Order(
    precede=TABLE.precede,
    bands=(
        Band("casting time", TIME, ids("TIE.DvsD.spells"), get_casting_slot, across=True),
        Band("speed factor", TIME, ids("TIE.SF"), get_ladder_slot),
    ),
    key=build_sort_key,
    shared=is_deed_shared,
    brought_forward_by=list_casters_attacked,
    idle=is_wait,
)
