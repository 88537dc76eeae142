"""VI and VII: the general order of deeds, and the rules on two of them as in the text."""

from fractions import Fraction

from rules.kernel.deeds import Deed
from rules.kernel.order import Band, Order, Precedence, Relation, Sortable
from rules.kernel.state import State
from rules.kernel.terms import SEGMENTS
from rules.procedures.addict.numbers import find_own_segment, is_busy_at, is_decided_by_speed, is_full_round_magic
from rules.procedures.addict.options import get_settings, ids
from rules.procedures.addict.state import MidPoint
from rules.procedures.addict.surprise import count_late_segments
from rules.procedures.adnd.comparing import (
    get_own_place,
    is_aimed_at,
    is_any,
    is_arrival_at_place,
    is_at_contact,
    is_attack,
    is_blow,
    is_charge,
    is_charge_blow,
    is_charge_end,
    is_contact,
    is_device,
    is_either,
    is_magic,
    is_move,
    is_set_weapon_blow,
    is_shot,
    is_spell,
    is_turning,
    is_wait,
    is_weapon_set,
)
from rules.procedures.adnd.deed_types import Armed
from rules.procedures.adnd.deeds import is_closing
from rules.procedures.adnd.numbers import get_initiative_die, get_speed_factor, is_tied, list_casters_attacked
from rules.procedures.adnd.orders.spell import Completion
from rules.procedures.adnd.orders.weapons import get_weapon_length
from rules.procedures.adnd.precedence import (
    SIDE,
    UNORDERED,
    Decision,
    Pair,
    PrecedenceTable,
    Rule,
    after,
    before,
    greater_first,
    lower_first,
    together,
)
from rules.procedures.adnd.several import TaskBefore, count_busy_segments, earlier_step_first, has_steps_before

# Types of deeds that only these rules use.


def is_act(deed: Deed) -> bool:
    """Return whether a deed has a place of its own: all but waiting and the contact of a charge."""
    return is_arrival_at_place(deed) or not (is_wait(deed) or is_contact(deed))


def is_attack_on_casters(deed: Deed) -> bool:
    """Return whether a deed is compared with a spell's time: blows, missiles and turning."""
    return is_attack(deed) or is_turning(deed)


def is_struck(deed: Deed) -> bool:
    """Return whether a deed may be struck or shot with an item that strikes first."""
    return is_attack(deed) or is_charge_end(deed)


def is_hand_to_hand(deed: Deed) -> bool:
    """Return whether a deed is a blow of any sort: a routine, a weapon set, or that of a charge."""
    return is_blow(deed) or is_weapon_set(deed) or is_charge_end(deed)


def is_timed_blow(deed: Deed) -> bool:
    """Return whether a deed is a blow that waits for the segment of a contact."""
    return deed.timed and is_hand_to_hand(deed)


# I.C.5: surprise that lasts into the first round.


def still_surprised(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put the deeds of a surprised combatant after all in the segments that it loses."""
    mine, theirs = count_late_segments(state, a.who), count_late_segments(state, b.who)
    if mine == theirs or a.number is None or b.number is None:
        return None
    if mine > theirs:
        return after(numbers=f"{b.number} <= {mine}") if b.number <= mine else None
    return before(numbers=f"{a.number} <= {theirs}") if a.number <= theirs else None


# VI.C: items that strike first.


def item_strikes_first(state: State, item: Deed, other: Deed) -> Decision | None:
    """Put the blow of an item that strikes first before every enemy attack.

    It also goes before the spell or device of its target, unless the option ``strike_first_beats_spell`` is off. Two
    such items go by the dice.
    """
    if not item.first:
        return None
    if other.first:
        return by_dice(item, other)
    if is_attack(other) or is_charge(other) or is_set_weapon_blow(other):
        return before()
    if is_magic(other) and is_aimed_at(item, other) and get_settings(state).strike_first_beats_spell:
        return before("VII.C.2.a")
    return None


# VII: the side with initiative first.


def winner_first(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put the deeds of the side with initiative first."""
    return by_dice(a, b, *cite_considered(a, b)) if a.initiative != b.initiative else None


def tied_together(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put deeds of tied sides together.

    A deed without a slot ties with the first routine of an opponent, and so with no other (A.1).
    """
    if a.initiative != b.initiative or is_following_own(a, b) or is_following_own(b, a):
        return None
    return by_dice(a, b, *cite_considered(a, b), *cite_uncompared_speeds(state, a, b))


def by_dice(a: Deed, b: Deed, *also: str) -> Decision:
    """Put the deed with the greater die first, and equal ones together."""
    return greater_first(a.initiative, b.initiative, *also)


def is_following_own(deed: Deed, other: Deed) -> bool:
    """Return whether a deed follows an earlier one of its doer that the other can tie with."""
    if deed.routine > 1:
        return deed.slot is None or other.slot is None
    if isinstance(deed, Completion):
        return deed.cantrip > 1
    return deed.bonus > 0 and not deed.first


# VII.A: several attack routines.


def earlier_slot_first(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put the routine with the earlier place in the round first."""
    # Slots are cached, so equal ones are mostly the same object: that spares a slow comparison of fractions.
    if a.slot is b.slot or a.slot is None or b.slot is None or a.slot == b.slot:
        return None
    numbers = f"{a.routine}/{a.routines} | {b.routine}/{b.routines}"
    decide = before if a.slot < b.slot else after
    return decide(*cite_slots(a, b), *cite_ignored_parity(state, a, b), numbers=numbers)


def charge_before_later_routine(state: State, charge: Deed, blow: Deed) -> Decision | None:
    """Put a charge before all but the first routine of its target."""
    return before() if blow.routine > 1 and is_aimed_at(charge, blow) else None


def midpoint_dice(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put first the greater die for the mid-point of the round (by option).

    These dice count where one attacker has three routines or more and the other fewer. Equal dice leave a
    deed that follows another of its doer without an order.
    """
    if not is_diced_for_midpoint(state, a, b):
        return None
    dice = state.own(MidPoint).dice
    mine, theirs = (dice.get(state.combatants[each.who].side, 0) for each in (a, b))
    if mine == theirs and (is_following_own(a, b) or is_following_own(b, a)):
        return UNORDERED
    return lower_first(theirs, mine)


def is_diced_for_midpoint(state: State, a: Deed, b: Deed) -> bool:
    """Return whether the dice for the mid-point order two deeds (by ``midpoint_reroll``).

    One of the attackers has three routines or more, and the other fewer.
    """
    return (a.routines >= 3) != (b.routines >= 3) and get_settings(state).midpoint_reroll


def own_deeds_in_order(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put a combatant's own deeds in their order: a contact, routines with their extra blows.

    A move and a blow that a charge grants have no order.
    """
    one, other = get_own_place(a), get_own_place(b)
    if one == other or (is_either(is_move, a, b) and is_either(is_at_contact, a, b)):
        return None
    return before() if one < other else after()


def later_shot_after_charge(state: State, shot: Deed, charge: Deed) -> Decision | None:
    """Put all but the first shot of a round after the blow of a charge."""
    return after() if shot.routine > 1 else None


# VII.B: charges.


def chargers_meet(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put the contacts of two combatants who charge each other together."""
    return together() if is_aimed_at(a, b) and is_aimed_at(b, a) else None


def earlier_contact_first(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put the earlier of two contacts first."""
    return lower_first(a.number or 0, b.number or 0) if a.number != b.number else None


def blow_awaits_contact(state: State, contact: Deed, blow: Deed) -> Decision | None:
    """Put a contact before the blows at the charger, which are struck once it is there."""
    meets = is_aimed_at(blow, contact) and (not is_charge(blow) or is_aimed_at(contact, blow))
    return before() if meets else None


def earlier_charge_first(state: State, charge: Deed, other: Deed) -> Decision | None:
    """Put the earlier of two deeds first, where only one is aimed at the other's doer."""
    if not is_exchange(charge, other) or not is_one_sided(charge, other):
        return None
    return lower_first(charge.number or 0, other.number or 0)


def contact_and_charge(state: State, contact: Deed, charge: Deed) -> Decision | None:
    """Put the earlier of a contact and another charge first.

    It decides only where exactly one of the two is aimed at the other's doer.
    """
    return lower_first(contact.number or 0, charge.number or 0) if is_one_sided(contact, charge) else None


def is_exchange(charge: Deed, other: Deed) -> bool:
    """Return whether a charge ends in an exchange of blows with this deed."""
    if is_blow(other) and other.routine > 1:
        return False
    return is_aimed_at(charge, other) or (is_charge(other) and is_aimed_at(other, charge))


def is_one_sided(charge: Deed, other: Deed) -> bool:
    """Return whether only one of two deeds is aimed at the other's doer, in another segment."""
    return other.timed and is_aimed_at(charge, other) != is_aimed_at(other, charge) and charge.number != other.number


def longer_weapon_first(state: State, charge: Armed, other: Armed) -> Decision | None:
    """Put the longer weapon first at the end of a charge: the dice are ignored."""
    if not is_exchange(charge, other) or is_one_sided(charge, other):
        return None
    mine, theirs = (get_weapon_length(state.combatants[each.who], each.weapon) for each in (charge, other))
    return lower_first(theirs, mine)


def shot_out_reaches_charge(state: State, shot: Deed, charge: Deed) -> Decision | None:
    """Put the first shot of a round before a charge and its contact.

    It out-reaches any hand weapon.
    """
    return before(numbers="a missile out-reaches") if shot.routine == 1 else None


def arrival_against_casting(state: State, charge: Deed, magic: Deed) -> Decision | None:
    """Compare the segment of contact with the time of the target's spell or device."""
    if not is_aimed_at(charge, magic):
        return None
    return lower_first(charge.number or 0, magic.number or 0, *cite_hit_on_caster(magic))


# VII.C: spells and timed devices.


def shorter_casting_first(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put the shorter time first; equal times go by initiative, and equal dice together."""
    devices = ("VII.C.7",) if is_either(is_device, a, b) else ()
    if a.number != b.number:
        return lower_first(a.number or 0, b.number or 0, *devices)
    return by_dice(a, b, "VII.C.1.tie", *devices)


def first_attack_on_caster(state: State, attack: Deed, magic: Deed) -> Decision | None:
    """Compare the first attack on a caster with the time of the spell or device.

    An attack that has won goes first (C.2.a). Any other falls on the die of the caster's side (C.2.b), but after a
    task never before the task is over.
    """
    if not is_aimed_at(attack, magic):
        return None
    cited = (*cite_hit_on_caster(magic), *cite_adjusted(attack))
    if attack.initiative > magic.initiative:
        return before(*cited, "VII.C.2.a", numbers=f"{attack.initiative} > {magic.initiative}")
    die = max(get_initiative_die(state, magic.who), count_busy_segments(state, attack) + 1)
    same = ("VII.C.2.b.sim",) if die == magic.number else ()
    return lower_first(die, magic.number or 0, *cited, "VII.C.2.b", *same)


def weapon_with_speed_on_caster(state: State, blow: Deed, magic: Deed) -> Decision | None:
    """Compare the speed factor of a weapon that has one with the time of a spell.

    It applies by the option ``melee_sf_vs_spell``: not for caster-die, and by the dice alone for side-order.
    """
    factor, mode = get_speed_factor(state, blow), get_settings(state).melee_sf_vs_spell
    if factor is None or mode == "caster-die" or not is_aimed_at(blow, magic):
        return None
    cited = cite_hit_on_caster(magic)
    if mode == "side-order":
        return by_dice(blow, magic, *cited)
    if blow.initiative > magic.initiative:
        return before(*cited, numbers=f"{blow.initiative} > {magic.initiative}")
    # After a tie the factor counts; after a loss, its difference from the attacker's own losing die.
    raw = mode == "sf-raw" or blow.initiative == magic.initiative
    falls = max(factor if raw else abs(factor - blow.initiative), count_busy_segments(state, blow) + 1)
    return lower_first(falls, magic.number or 0, *cited)


def later_attack_after_spell(state: State, attack: Deed, magic: Deed) -> Decision | None:
    """Put all but the first attack on a caster after the spell."""
    return after() if is_aimed_at(attack, magic) and is_later_attack(attack) else None


def later_attack_before_full_round(state: State, attack: Deed, magic: Deed) -> Decision | None:
    """Put every attack on a caster before a spell or device that requires a full round."""
    if not is_aimed_at(attack, magic) or not is_later_attack(attack):
        return None
    return before() if is_full_round_magic(state, magic) else None


def is_later_attack(attack: Deed) -> bool:
    """Return whether an attack is not its doer's first, but a later routine or an extra blow."""
    return attack.routine > 1 or (attack.bonus > 0 and not attack.first)


def own_cantrips_in_order(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put the second of two cantrips after the first."""
    return own_deeds_in_order(state, a, b) if isinstance(a, Completion) and a.cantrip else None


# VII.D: weapon speed factors.


def lower_speed_factor_first(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put the lower speed factor first between tied opponents, and its extra blows with it."""
    if not is_decided_by_speed(state, a, b) or is_diced_for_midpoint(state, a, b):
        return None
    mine, theirs = get_speed_factor(state, a) or 0, get_speed_factor(state, b) or 0
    if (a.bonus == 2 and mine < theirs) or (b.bonus == 2 and theirs < mine):
        return together("VII.D.2", "VII.D.2.a", "VII.D.2.c")
    if a.bonus == 1 or b.bonus == 1:
        ten = "VII.D.2.c" if abs(mine - theirs) >= 10 else "VII.D.2.b"
        return lower_first(mine, theirs, "VII.D.2", "VII.D.2.a", ten)
    return lower_first(mine, theirs)


# Cases that the text does not treat.


def waits_for_event(state: State, waiting: Deed, awaited: Deed) -> Decision | None:
    """Put the deed of a waiting combatant after the event awaited.

    By the option ``wait_mode`` (interrupt) a combatant who has won or tied acts before the effect of the event.
    """
    if awaited.routine > 1 or (is_contact(awaited) and not is_arrival_at_place(awaited)):
        return None
    if get_settings(state).wait_mode == "interrupt" and waiting.initiative >= awaited.initiative:
        return before()
    return after("VII")


def shot_and_charge_by_dice(state: State, charge: Deed, shot: Deed) -> Decision | None:
    """Put shots and charges in the order of the dice (by option).

    Equal dice put the shot together with the blow, and so leave it without an order to the contact.
    """
    if get_settings(state).missile_vs_charge != "side-order":
        return None
    is_on_the_way = is_contact(charge) and not is_arrival_at_place(charge)
    return UNORDERED if is_on_the_way and charge.initiative == shot.initiative else by_dice(charge, shot)


# Clauses that were considered without deciding, cited beside the rule that decides.


def cite_considered(a: Deed, b: Deed) -> tuple[str, ...]:
    """Return the clauses that side order cites for two deeds of these kinds."""
    if is_attack(a) and is_attack(b):
        return ("VII.A", *cite_slots(a, b), *(("VI.A.dex", "VII.A.5") if is_either(is_shot, a, b) else ()))
    if is_either(is_charge, a, b):
        return ("VII.B.charge", "VII.OTHER")
    if is_either(is_move, a, b) and is_either(is_blow, a, b):
        return ("VII.B.close",)
    if is_move(a) and is_move(b):
        return ()
    if is_either(is_shot, a, b):
        return ("VI.A.dex",) if is_either(is_move, a, b) else ("VII.OTHER", "VI.A.dex")
    return ("VII.OTHER",)


def cite_slots(a: Deed, b: Deed) -> tuple[str, ...]:
    """Return the parts of VII.A that put two attacks in their slots, by numbers of routines."""
    most, fewest = max(a.routines, b.routines), min(a.routines, b.routines)
    if most <= 1:
        return ()
    shots = ("VII.A.5",) if is_either(is_shot, a, b) else ()
    if most == 2:
        return ("VII.A.1.a", *shots) if fewest == 2 else ("VII.A.1", "VII.A.1.b", *shots)
    return ("VII.A.2" if (most, fewest) == (3, 1) else "VII.A.3", *shots)


def cite_hit_on_caster(magic: Deed) -> tuple[str, ...]:
    """Return the clauses on a hit against a combatant who casts or uses a device."""
    return ("VII.C.7", "VII.C.7.nodisrupt") if is_device(magic) else ("VII.C.6",)


def cite_adjusted(attack: Deed) -> tuple[str, ...]:
    """Return the clauses on an attack's own number, where it is not that of blows."""
    return ("VI.A.dex",) if is_shot(attack) else ("VII.OTHER",) if is_turning(attack) else ()


def cite_ignored_parity(state: State, a: Deed, b: Deed) -> tuple[str, ...]:
    """Return D.1.c where it alone keeps speed factors from deciding a tie."""
    tied = a.initiative == b.initiative and (a.routines - b.routines) % 2 != 0
    factors = get_speed_factor(state, a) is not None and get_speed_factor(state, b) is not None
    return ("VII.D.1.c",) if tied and factors else ()


def cite_uncompared_speeds(state: State, a: Deed, b: Deed) -> tuple[str, ...]:
    """Return the part of VII.D that keeps speed factors from deciding between tied blows."""
    if not (is_blow(a) and is_blow(b)):
        return ()
    if (get_speed_factor(state, a) is None) != (get_speed_factor(state, b) is None):
        return ("VII.D.1.b",)
    return ("VII.D.3",) if is_closing(state, a.who) or is_closing(state, b.who) else ()


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
