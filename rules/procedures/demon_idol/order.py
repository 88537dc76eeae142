"""Phase 8: the precedence of deeds, rule by rule as in the text, and the general order."""

from fractions import Fraction

from rules.kernel.deeds import Deed, become
from rules.kernel.order import Band, Order, Precedence, Relation, Sortable
from rules.kernel.state import State
from rules.procedures.adnd.comparing import (
    get_own_place,
    is_aimed_at,
    is_any,
    is_arrival_at_place,
    is_attack,
    is_blow,
    is_charge,
    is_charge_end,
    is_contact,
    is_device,
    is_either,
    is_flight,
    is_magic,
    is_set_weapon_blow,
    is_shot,
    is_spell,
    is_turning,
    is_wait,
    is_weapon_set,
)
from rules.procedures.adnd.deed_types import Armed, Attack, Blow, ChargeBlow, Turning
from rules.procedures.adnd.numbers import get_initiative_die, get_speed_factor, list_casters_attacked
from rules.procedures.adnd.orders.weapons import get_weapon_length
from rules.procedures.adnd.precedence import (
    SIDE,
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
from rules.procedures.adnd.several import earlier_step_first
from rules.procedures.demon_idol.deed_types import Fired, Ready, Retaliation, SlottedIn
from rules.procedures.demon_idol.letters import (
    DISCHARGED,
    FIRST_OF_ALL,
    LETTERS,
    are_dice_tied,
    get_delay,
    get_letter,
    is_shared,
)
from rules.procedures.demon_idol.options import get_settings, ids

# Types of deeds that only these rules speak of.


def is_ready(deed: Deed) -> bool:
    """Return whether a deed is the moment at which a prepared act is ready."""
    return isinstance(deed, Ready)


def is_fired(deed: Deed) -> bool:
    """Return whether a deed is a prepared act that has been set off."""
    return deed.status is Fired


def is_slotted_in(deed: Deed) -> bool:
    """Return whether a deed is the first of several routines, put before an enemy's attack."""
    return deed.status is SlottedIn


def is_ordered(deed: Deed) -> bool:
    """Return whether a deed goes before or after those of foes."""
    return is_event(deed) and not is_fired(deed)


def is_event(deed: Deed) -> bool:
    """Return whether a deed can be awaited: all but waiting and being ready."""
    return not is_wait(deed) and not is_ready(deed)


def is_struck_back(deed: Deed) -> bool:
    """Return whether a deed is a blow struck at a charger, with no weapon set."""
    return deed.status is Retaliation


def is_answer(deed: Deed) -> bool:
    """Return whether a deed is a blow at a charger, from where the contact puts it."""
    return is_struck_back(deed) or (is_set_weapon_blow(deed) and deed.timed)


def is_act(deed: Deed) -> bool:
    """Return whether the dice and its letter place a deed: all but contacts and their answers."""
    return is_arrival_at_place(deed) or not (is_contact(deed) or is_answer(deed))


def is_held_act(deed: Deed) -> bool:
    """Return whether a deed waits for an event and is neither being prepared nor set off."""
    return not is_ready(deed) and not is_fired(deed)


def is_routine(deed: Deed) -> bool:
    """Return whether a deed is a routine of blows or missiles that answers no charge."""
    return is_attack(deed) and not is_answer(deed)


def is_routine_of_blows(deed: Deed) -> bool:
    """Return whether a deed is a routine of blows that answers no charge."""
    return is_blow(deed) and not is_answer(deed)


def is_discharge(deed: Deed) -> bool:
    """Return whether a deed is a missile or a turning."""
    return is_shot(deed) or is_turning(deed)


def is_under_d(deed: Deed) -> bool:
    """Return whether a deed stands under D in the list."""
    return isinstance(deed, DISCHARGED)


def is_completion(deed: Deed) -> bool:
    """Return whether a deed completes a spell."""
    return is_spell(deed) and is_magic(deed)


def is_timed_device(deed: Deed) -> bool:
    """Return whether a deed is the use of a device that takes a stated time."""
    return is_device(deed) and is_magic(deed)


def is_timed_blow(deed: Deed) -> bool:
    """Return whether a deed is a blow that waits for the segment of a contact."""
    return deed.timed and (is_blow(deed) or is_weapon_set(deed) or is_charge_end(deed))


def is_retaliation(deed: Deed) -> bool:
    """Return whether a deed is a blow that is exchanged with a charge."""
    return is_charge_end(deed) or is_weapon_set(deed) or is_struck_back(deed)


# The list and 6: waiting and preparing.


def waits_for_event(state: State, waiting: Deed, awaited: Deed) -> Decision | None:
    """Put a combatant that waits directly after the event awaited."""
    done = is_arrival_at_place(awaited) or not is_contact(awaited)
    return after() if awaited.routine == 1 and done else None


def set_off_first(state: State, fired: Deed, event: Deed) -> Decision | None:
    """Put a prepared act before the event that set it off."""
    return before()


def ready_in_time(state: State, ready: Deed, event: Deed) -> Decision | None:
    """Put a winner's prepared act before the event for which it was prepared."""
    if is_ready_at_once(ready) or are_dice_tied(state, ready.who, event.who):
        return None
    return before() if ready.initiative >= event.initiative else None


def is_ready_at_once(ready: Deed) -> bool:
    """Return whether an act was prepared in the round before."""
    return ready.place[0] == FIRST_OF_ALL


# 8.2: the winner first.


def winner_first(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put the winner before the loser, each in the order of letters."""
    if are_dice_tied(state, a.who, b.who) or is_reaction(state, a, b):
        return None
    return by_dice(state, a, b)


def reaction_counted(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put the greater number first where a reaction has changed either number."""
    if are_dice_tied(state, a.who, b.who) or not is_reaction(state, a, b) or is_out_of_sequence(state, a, b):
        return None
    return by_dice(state, a, b)


def winner_before_casting(state: State, blow: Deed, magic: Deed) -> Decision | None:
    """Put a blow that has won before the spell at whose caster it is aimed."""
    if not is_aimed_at(blow, magic) or is_device(magic) or are_dice_tied(state, blow.who, magic.who):
        return None
    if blow.initiative <= magic.initiative or get_settings(state).gvsd_scope == "always":
        return None
    return before(numbers=f"{blow.initiative} > {magic.initiative}")


def by_dice(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put the greater number first, then the deed with less hesitation; the rest are together."""
    if a.initiative != b.initiative:
        return greater_first(a.initiative, b.initiative, *cite_considered(state, a, b))
    if get_delay(a) != get_delay(b):
        return lower_first(get_delay(a), get_delay(b), *cite_considered(state, a, b))
    return greater_first(a.initiative, b.initiative, *cite_considered(state, a, b)) if may_tie(a, b) else None


def may_tie(a: Deed, b: Deed) -> bool:
    """Return whether two deeds can be together: a first routine with a first or a single act.

    A single act ties with no other routine. Against magic, any routine can be together.
    """
    return a.routine == b.routine or is_either(is_magic, a, b)


def is_reaction(state: State, a: Deed, b: Deed) -> bool:
    """Return whether a reaction has changed the number that one of two deeds goes by."""
    return is_adjusted(state, a) or is_adjusted(state, b)


def is_adjusted(state: State, deed: Deed) -> bool:
    """Return whether a deed goes by a number of its doer's own because of a reaction."""
    if not is_under_d(deed) or (not is_shot(deed) and get_settings(state).reaction_applies == "missiles"):
        return False
    return deed.initiative + get_delay(deed) != get_initiative_die(state, deed.who)


def is_out_of_sequence(state: State, a: Deed, b: Deed) -> bool:
    """Return whether a weaker rule decides in spite of a reaction."""
    if is_magic(b) and is_routine_of_blows(a):
        return winner_before_casting(state, a, b) is not None
    if is_magic(a) and is_routine_of_blows(b):
        return winner_before_casting(state, b, a) is not None
    if not is_routine(a) or not is_routine(b):
        return False
    slotted = slotted_in_first(state, a, b) or slotted_in_first(state, b, a)
    return (slotted or last_routine_after(state, a, b)) is not None


# 8.PREP: prepared acts.


def ready_at_once(state: State, ready: Deed, event: Deed) -> Decision | None:
    """Put what was prepared in the round before first."""
    return before() if is_ready_at_once(ready) else None


def ready_too_late(state: State, ready: Deed, event: Deed) -> Decision | None:
    """Put a loser's prepared act after the event for which it was prepared."""
    if is_ready_at_once(ready) or are_dice_tied(state, ready.who, event.who):
        return None
    return after() if ready.initiative < event.initiative else None


# 8.MAR: several routines.


def own_deeds_in_order(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put a combatant's own deeds in their order: a contact, then routines."""
    one, other = get_own_place(a), get_own_place(b)
    if one == other or is_either(is_ready, a, b):
        return None
    return before() if one < other else after()


def slotted_in_first(state: State, routine: Deed, other: Deed) -> Decision | None:
    """Put the first of several routines of a loser before the attack of an enemy with fewer."""
    if not is_slotted_in(routine) or routine.routines <= other.routines or routine.initiative >= other.initiative:
        return None
    if are_dice_tied(state, routine.who, other.who):
        return None
    return before(numbers=f"1/{routine.routines} | 1/{other.routines}")


def last_routine_after(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put the last of several routines of a winner after an enemy with fewer (by option)."""
    more, fewer = (a, b) if a.routines > b.routines else (b, a)
    if more.routines == fewer.routines or more.routine < more.routines or more.initiative <= fewer.initiative:
        return None
    if are_dice_tied(state, a.who, b.who) or get_settings(state).mar_spread != "first-last":
        return None
    decide = after if more is a else before
    return decide(numbers=f"{more.routine}/{more.routines} | 1/{fewer.routines}")


# 8.DvsD, 8.EvsD and 8.GvsD.


def shorter_casting_first(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put the shorter of two spells first, where both casters aim at each other or on a tie."""
    tied = are_dice_tied(state, a.who, b.who)
    if not tied and not (is_aimed_at(a, b) and is_aimed_at(b, a)):
        return None
    cited = ("TIE.DvsD.spells",) if tied else ()
    if a.number != b.number:
        return lower_first(a.number or 0, b.number or 0, *cited)
    return greater_first(a.initiative, b.initiative, *cited, "8.DvsD.equal")


def shot_out_reaches_charge(state: State, shot: Deed, charge: Deed) -> Decision | None:
    """Put missiles before a charge: in won, lost and tied rounds, with the full rate of fire."""
    return before(numbers="a missile out-reaches") if is_aimed_at(shot, charge) or is_aimed_at(charge, shot) else None


def turning_out_reaches_charge(state: State, turning: Deed, charge: Deed) -> Decision | None:
    """Put a turning before a charge: in won, lost and tied rounds."""
    return (
        before(numbers="a turning out-reaches")
        if is_aimed_at(turning, charge) or is_aimed_at(charge, turning)
        else None
    )


def blow_against_casting(state: State, blow: Blow, spell: Deed) -> Decision | None:
    """Compare a blow at a caster with the casting time, unless the blow has won."""
    if not is_aimed_at(blow, spell) or winner_before_casting(state, blow, spell) is not None:
        return None
    number, measure = compute_measure(state, blow, spell)
    compared = "8.GvsD.sf" if measure == "sf" else "8.GvsD.die"
    cited = (compared, "8.GvsD.result", *cite_tie_with_caster(state, blow, spell, measure))
    several = ("8.MAR.spell",) if blow.routines > 1 else ()
    return set_against(blow, number, spell, *cited, *several)


def compute_measure(state: State, attack: Attack, magic: Deed) -> tuple[int, str]:
    """Return the number that an attack is measured by, and which measure it is.

    It is the speed factor of the weapon; without one, the die of the caster's side. Hesitation is added.
    """
    weapon = state.combatants[attack.who].weapon(attack.weapon)
    if weapon is not None and weapon.speed_factor is not None:
        return weapon.speed_factor + get_delay(attack), "sf"
    return get_initiative_die(state, magic.who) + get_delay(attack), "die"


def set_against(attack: Deed, number: int, magic: Deed, *also: str) -> Decision:
    """Put the lower number first, equal ones together, and a later routine of that number after."""
    if attack.routine > 1 and number == magic.number:
        return after(*also, numbers=f"{magic.number} = {number}")
    return lower_first(number, magic.number or 0, *also)


# 8.E: the exchange at the end of a charge.


def blow_awaits_contact(state: State, contact: Deed, blow: Deed) -> Decision | None:
    """Put a contact before the blows at the charger: they are struck when it is there."""
    meets = is_aimed_at(blow, contact) and (not is_charge(blow) or is_aimed_at(contact, blow))
    return before() if meets else None


def chargers_meet(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put the contacts of two combatants that charge each other together."""
    return together() if is_aimed_at(a, b) and is_aimed_at(b, a) else None


def longer_weapon_first(state: State, charge: Armed, other: Armed) -> Decision | None:
    """Put the longer weapon first at the end of a charge."""
    meant, met = is_aimed_at(charge, other), is_aimed_at(other, charge)
    both = is_charge(other) or is_struck_back(other) or is_set_weapon_blow(other)
    if not (meant or met) or (both and not met) or (is_charge(other) and not meant):
        return None
    mine, theirs = (get_weapon_length(state.combatants[each.who], each.weapon) for each in (charge, other))
    cited = ("LIST.F", "LIST.E") if is_weapon_set(other) else ("8.E.retaliate", "FN.17")
    return greater_first(mine, theirs, *cited)


# FN.19: charges on a tie.


def earlier_contact_first(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put the charge that makes contact in the earlier segment first on a tie, contact and blow.

    Two who charge each other make contact together.
    """
    meet = is_aimed_at(a, b) and is_aimed_at(b, a)
    if meet or a.number == b.number or not are_dice_tied(state, a.who, b.who):
        return None
    return lower_first(a.number or 0, b.number or 0)


# TIE: tied dice.


def tied_by_letter(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put the earlier letter first on a tie, and equal ones together."""
    if not is_tied(state, a, b) or get_delay(a) != get_delay(b):
        return None
    first, second = sort_as_cited(a, b)
    letters = get_letter(state, first), get_letter(state, second)
    if letters[0] == letters[1]:
        return together("8.SIM", *cite_shots(a, b)) if may_tie(a, b) else None
    cited = (f"LIST.{letters[0]}", f"LIST.{letters[1]}")
    one, other = LETTERS.index(get_letter(state, a)), LETTERS.index(get_letter(state, b))
    return Decision(Relation.BEFORE if one < other else Relation.AFTER, cited, f"{letters[0]} | {letters[1]}")


def tied_and_delayed(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put the deed with less hesitation first on a tie."""
    if not is_tied(state, a, b) or get_delay(a) == get_delay(b):
        return None
    return by_dice(state, a, b)


def tied_but_for_reaction(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put the greater number first where a reaction has broken a tie."""
    if not are_dice_tied(state, a.who, b.who) or not is_reaction(state, a, b):
        return None
    return by_dice(state, a, b)


def is_tied(state: State, a: Deed, b: Deed) -> bool:
    """Return whether the dice of two deeds are tied, and no reaction has changed either."""
    return are_dice_tied(state, a.who, b.who) and not is_reaction(state, a, b)


def lower_speed_factor_first(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put low speed factors first, in one ladder for all; those without are always carried out."""
    if a.slot is None or b.slot is None or not are_dice_tied(state, a.who, b.who):
        return None
    several = ("TIE.MAR",) if max(a.routines, b.routines) > 1 else ()
    numbers = f"SF {get_speed_factor(state, a)} | SF {get_speed_factor(state, b)}"
    if a.slot == b.slot:
        bonus = ("TIE.SF.unused",) if a.bonus or b.bonus else ()
        return together(*bonus, *several, numbers=numbers)
    decide = before if a.slot < b.slot else after
    return decide("TIE.SF.unused", *several, numbers=numbers)


def no_speed_factor(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put routine with routine on a tie, where a weapon has no speed factor."""
    if (a.slot is not None and b.slot is not None) or get_delay(a) != get_delay(b):
        return None
    if not are_dice_tied(state, a.who, b.who):
        return None
    if a.routine == b.routine:
        return together("TIE", "8.SIM")
    return before("TIE", "TIE.MAR") if a.routine < b.routine else after("TIE", "TIE.MAR")


def discharge_on_caster(state: State, attack: Attack | Turning, magic: Deed) -> Decision | None:
    """Put missiles and turning on the die of the caster's side, thrown weapons on their speed."""
    if not is_tied(state, attack, magic) or not is_aimed_at(attack, magic):
        return None
    if isinstance(attack, Attack) and attack.mode == "thrown" and get_settings(state).thrown_sf:
        number, measure = compute_measure(state, attack, magic)
    else:
        number, measure = get_initiative_die(state, magic.who) + get_delay(attack), "die"
    return set_against(attack, number, magic, *(("FN.21",) if measure == "sf" else ()))


def shorter_device_first(state: State, device: Deed, magic: Deed) -> Decision | None:
    """Put the shorter time first on a tie of a device with other magic (by option)."""
    if not are_dice_tied(state, device.who, magic.who) or not get_settings(state).device_time_compare:
        return None
    return lower_first(device.number or 0, magic.number or 0)


def arrival_against_casting(state: State, charge: Deed, magic: Deed) -> Decision | None:
    """Compare the arrival of a charge with the casting time on a tie (by option always)."""
    compared = are_dice_tied(state, charge.who, magic.who) or get_settings(state).charge_vs_spell == "always"
    if not is_aimed_at(charge, magic) or not compared:
        return None
    return lower_first(charge.number or 0, magic.number or 0, *(("FN.20",) if is_device(magic) else ()))


def blow_against_device(state: State, blow: Blow, device: Deed) -> Decision | None:
    """Compare a blow with the time of the device that its target uses on a tie."""
    if not is_aimed_at(blow, device) or not are_dice_tied(state, blow.who, device.who):
        return None
    number, measure = compute_measure(state, blow, device)
    return set_against(blow, number, device, *cite_tie_with_caster(state, blow, device, measure))


def own_deeds_on_ladder(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put a combatant's own routines in their order on a tie."""
    if (a.slot is None and b.slot is None) or is_either(is_contact, a, b):
        return None
    return own_deeds_in_order(state, a, b)


# Clauses that were considered without deciding, cited beside the rule that decides.


def cite_considered(state: State, a: Deed, b: Deed) -> tuple[str, ...]:
    """Return the clauses that side order cites: the letters, and what did not change the order."""
    cited = [f"LIST.{get_letter(state, each)}" for each in sort_as_cited(a, b)]
    for deed in sort_as_cited(a, b):
        if is_adjusted(state, deed):
            better = deed.initiative + get_delay(deed) > get_initiative_die(state, deed.who)
            cited.append("8.REACT.plus" if better else "8.REACT.minus")
    if is_either(is_device, a, b) and is_either(is_blow, a, b):
        cited.append("FN.20")
    several = any(is_attack(deed) and deed.routines > 1 for deed in (a, b))
    if several and is_either(is_flight, a, b):
        cited.append("8.MAR.notwin")
    elif several and is_attack(a) and is_attack(b):
        lead = (a.initiative - b.initiative) * (a.routines - b.routines)
        cited.append("8.MAR.slot" if lead > 0 else "8.MAR.notwin")
    return tuple(cited)


def sort_as_cited(a: Deed, b: Deed) -> tuple[Deed, Deed]:
    """Return two deeds in the order in which they are cited: an attack on a caster first."""
    return (b, a) if is_magic(a) and not is_magic(b) and is_on_caster(b, a) else (a, b)


def is_on_caster(attack: Deed, magic: Deed) -> bool:
    """Return whether a deed is an attack that may be set against a spell."""
    if is_charge(attack):
        return is_aimed_at(attack, magic) or is_aimed_at(magic, attack)
    return is_attack(attack) or is_turning(attack)


def is_against_magic(deed: Deed, magic: Deed) -> bool:
    """Return whether a deed is magic or an attack that may be set against this magic."""
    return is_magic(magic) and (is_magic(deed) or is_on_caster(deed, magic))


def cite_shots(a: Deed, b: Deed) -> tuple[str, ...]:
    """Return the clauses for two missiles that are together: no reaction has changed either."""
    return ("8.REACT.plus", "8.REACT.minus") if is_shot(a) and is_shot(b) else ()


def cite_tie_with_caster(state: State, blow: Deed, magic: Deed, measure: str) -> tuple[str, ...]:
    """Return the clauses for a blow at a caster on a tie."""
    if not are_dice_tied(state, blow.who, magic.who):
        return ()
    return ("TIE.GvsD", "TIE.GvsD.sf" if measure == "sf" else "TIE.GvsD.nosf")


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
