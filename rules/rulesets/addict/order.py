"""VI and VII: who goes before whom, with the clause. The general order, then each special case."""

from fractions import Fraction

from rules.adnd.comparing import AT_CONTACT, ATTACKS, aims, flip, is_charge, is_magic, lower_first, own_place
from rules.adnd.deeds import is_closing
from rules.adnd.movement import weapon_length
from rules.adnd.numbers import casters_attacked, is_tied, speed_factor
from rules.order import Band, Order, Precedence, Sortable
from rules.rulesets.addict.against_magic import against_magic, magic_against_magic
from rules.rulesets.addict.bars import late_by
from rules.rulesets.addict.comparing import (
    LENGTH,
    SEQUENCE,
    SIDE,
    SLOT,
    SPEED,
    STRIKE_FIRST,
    SURPRISE,
    TIME,
    side_clauses,
    side_order,
    slot_clauses,
)
from rules.rulesets.addict.numbers import speeds_decide
from rules.rulesets.addict.options import ids, option
from rules.state import Deed, State
from rules.terms import SEGMENTS


def precede(state: State, a: Deed, b: Deed) -> Precedence | None:
    """What ADDICT says of two deeds that interact."""
    if a.who == b.who:
        return _own_sequence(a, b)
    if a.held_for == b.who or b.held_for == a.who:
        return _waiting(state, a, b)
    if state.combatants[a.who].side == state.combatants[b.who].side or "wait" in (a.kind, b.kind):
        return None
    if a.part == "contact" or b.part == "contact":
        return _contact(a, b)
    if state.round == 1 and state.lost_segments and (answer := _late(state, a, b)) is not None:
        return answer
    return _special(state, a, b) or _general(state, a, b)


def _special(state: State, a: Deed, b: Deed) -> Precedence | None:
    if a.first or b.first:
        answer = _strike_first(state, a, b)
        if answer is not None:
            return answer
    if is_magic(a) and is_magic(b):
        return magic_against_magic(a, b)
    if is_magic(b):
        return against_magic(state, a, b)
    if is_magic(a):
        return flip(against_magic(state, b, a))
    if is_charge(a) or is_charge(b):
        return _charging(state, a, b)
    if a.kind in ATTACKS and b.kind in ATTACKS:
        return _attacks(state, a, b)
    return None


def _late(state: State, a: Deed, b: Deed) -> Precedence | None:
    """I.C.5.tail: who is still surprised when the round begins comes after what falls in the segments he loses."""
    if a.number is None or b.number is None:
        return None
    one, other = late_by(state, a.who), late_by(state, b.who)
    if other < one and b.number <= one:
        return Precedence("after", SURPRISE, ids("I.C.5.tail"), f"{b.number} <= {one}")
    if one < other and a.number <= other:
        return Precedence("before", SURPRISE, ids("I.C.5.tail"), f"{a.number} <= {other}")
    return None


def _own_sequence(a: Deed, b: Deed) -> Precedence | None:
    """A figure's own deeds keep their order: contact, then blows, bonus blows with the first, then later routines."""
    one, other = own_place(a), own_place(b)
    if one == other or ("move" in (a.kind, b.kind) and (a.part in AT_CONTACT or b.part in AT_CONTACT)):
        return None
    clause = "VII.C.4.second" if a.cantrip else "VII.B.charge" if "contact" in (a.part, b.part) else "VII.A.4"
    return Precedence("before" if one < other else "after", SEQUENCE, ids(clause))


def _general(state: State, a: Deed, b: Deed) -> Precedence | None:
    if a.slot is not None and b.slot is not None and a.slot != b.slot:
        return None
    return side_order(a, b, SIDE)


# VI.C


def _strike_first(state: State, a: Deed, b: Deed) -> Precedence | None:
    """Items that strike first come before every enemy attack, and before the spell of one they are aimed at."""
    if a.first and b.first:
        return side_order(a, b, STRIKE_FIRST, ids("VI.C"))
    if b.first:
        return flip(_strike_first(state, b, a))
    if b.kind in ATTACKS or is_charge(b) or b.part == "set":
        return Precedence("before", STRIKE_FIRST, ids("VI.C"))
    if is_magic(b) and aims(a, b) and option(state, "strike_first_beats_spell"):
        return Precedence("before", STRIKE_FIRST, ids("VI.C", "VII.C.2.a"))
    return None


# VII.A


def _attacks(state: State, a: Deed, b: Deed) -> Precedence | None:
    """Blows and missiles: the earlier slot first; in one slot the dice; on a tie speed factors, if D.1 allows."""
    if a.slot != b.slot and a.slot is not None and b.slot is not None:
        relation = "before" if a.slot < b.slot else "after"
        cited = ids("VII.A", *slot_clauses(a, b), *_parity(state, a, b))
        return Precedence(relation, SLOT, cited, _routine_numbers(a, b))
    if _midpoint(state, a, b):
        return _by_midpoint(state, a, b)
    if a.initiative != b.initiative:
        return side_order(a, b, SIDE)
    return _speed(state, a, b) or side_order(a, b, SIDE, _tie_clauses(state, a, b))


def _parity(state: State, a: Deed, b: Deed) -> tuple[str, ...]:
    """D.1.c, where it alone keeps speed factors from deciding a tie: the one has an odd, the other an even number."""
    tied = a.initiative == b.initiative and (a.routines - b.routines) % 2 != 0
    factors = speed_factor(state, a) is not None and speed_factor(state, b) is not None
    return ("VII.D.1.c",) if tied and factors else ()


def _routine_numbers(a: Deed, b: Deed) -> str:
    """Two routines as they are written: "1/2 | 1/1"."""
    return f"{a.routine}/{a.routines} | {b.routine}/{b.routines}"


def _midpoint(state: State, a: Deed, b: Deed) -> bool:
    return bool(option(state, "midpoint_reroll")) and (a.routines >= 3) != (b.routines >= 3)


def _by_midpoint(state: State, a: Deed, b: Deed) -> Precedence:
    mine = state.initiative.get(f"mid:{state.combatants[a.who].side}", 0)
    theirs = state.initiative.get(f"mid:{state.combatants[b.who].side}", 0)
    return flip(lower_first(mine, theirs, SIDE, ids("VII.A.2"))) or side_order(a, b, SIDE)


def _tie_clauses(state: State, a: Deed, b: Deed) -> tuple[str, ...]:
    cited = list(side_clauses(a, b))
    if a.kind == b.kind == "melee" and (speed_factor(state, a) is None) != (speed_factor(state, b) is None):
        cited += ids("VII.D.1.b")
    elif a.kind == b.kind == "melee" and (is_closing(state, a.who) or is_closing(state, b.who)):
        cited += ids("VII.D.3")
    return tuple(cited)


# VII.B


def _contact(a: Deed, b: Deed) -> Precedence | None:
    """Nothing happens at a contact before it; whoever strikes the charger hand to hand waits for him to come."""
    if a.part == b.part == "contact":
        if aims(a, b) and aims(b, a):
            return Precedence("together", SEQUENCE, ids("VII.B.charge"))
        return lower_first(a.number or 0, b.number or 0, TIME, ids("VII.B.charge")) if a.number != b.number else None
    if b.part == "contact":
        return flip(_contact(b, a))
    if b.kind not in ("melee", "set", "charge") or not b.timed:
        return None
    if b.kind == "charge" and aims(a, b) != aims(b, a) and a.number != b.number:
        return lower_first(a.number or 0, b.number or 0, TIME, ids("VII.B.charge"))
    meets = aims(b, a) and (b.kind != "charge" or aims(a, b))
    return Precedence("before", SEQUENCE, ids("VII.B.charge")) if meets else None


def _charging(state: State, a: Deed, b: Deed) -> Precedence | None:
    """B.3: at contact the longer weapon strikes first, the dice are ignored; of two contacts the earlier."""
    if not is_charge(a):
        return flip(_charging(state, b, a))
    if b.kind == "missile":
        return _missile_and_charge(state, a, b)
    if is_charge(b) or b.kind == "set" or b.kind == "melee":
        if not aims(a, b) and not (is_charge(b) and aims(b, a)):
            return side_order(a, b, SIDE)
        if b.kind == "melee" and b.routine > 1:
            return Precedence("before", SLOT, ids("VII.A.1", "VII.B.3.b"))
        if b.timed and aims(a, b) != aims(b, a) and a.number != b.number:
            return lower_first(a.number or 0, b.number or 0, LENGTH, ids("VII.B.charge"))
        mine = weapon_length(state.combatants[a.who], a.weapon)
        theirs = weapon_length(state.combatants[b.who], b.weapon)
        clauses = ids("VII.B.3.a", "VII.B.3.b", "VII.B.3.c", "VII.D.3")
        return flip(lower_first(mine, theirs, LENGTH, clauses))
    return None


def _missile_and_charge(state: State, charge: Deed, shot: Deed) -> Precedence:
    """A missile out-reaches any hand weapon; only the first shot comes before contact."""
    if option(state, "missile_vs_charge") == "side-order":
        return side_order(charge, shot, LENGTH, ids("OPT.missile-charge", "VII"))
    if shot.routine > 1:
        return Precedence("before", LENGTH, ids("VII.A.5", "OPT.missile-charge"))
    return Precedence("after", LENGTH, ids("VII.B.3.a", "VII.B.3.b", "OPT.missile-charge"), "a missile out-reaches")


def _speed(state: State, a: Deed, b: Deed) -> Precedence | None:
    if not speeds_decide(state, a, b):
        return None
    mine, theirs = speed_factor(state, a) or 0, speed_factor(state, b) or 0
    cited: tuple[str, ...] = ("VII.D", "VII.D.1", "VII.D.1.a", "VII.D.1.b", "VII.D.1.c", "VII.D.3.after")
    if (a.bonus == 2 and mine < theirs) or (b.bonus == 2 and theirs < mine):
        return Precedence("together", SPEED, ids(*cited, "VII.D.2", "VII.D.2.a", "VII.D.2.c"))
    if a.bonus == 1 or b.bonus == 1:
        ten = "VII.D.2.c" if abs(mine - theirs) >= 10 else "VII.D.2.b"
        cited = (*cited, "VII.D.2", "VII.D.2.a", ten)
    return lower_first(mine, theirs, SPEED, ids(*cited))


# Waiting.


def _waiting(state: State, a: Deed, b: Deed) -> Precedence | None:
    """OTHER: who waits acts after the event awaited; with the option, before its effect if he won or tied."""
    if a.held_for == b.who and b.held_for == a.who:
        return None
    if b.held_for == a.who:
        return flip(_waiting(state, b, a))
    if b.routine > 1 or b.part == "contact":
        return None
    if option(state, "wait_mode") == "interrupt" and a.initiative >= b.initiative:
        return Precedence("before", SIDE, ids("VII.OTHER"))
    return Precedence("after", SIDE, ids("VII.OTHER", "VII"))


# The general order.


def key(state: State, deed: Deed) -> Sortable:
    """Winner's side before loser's, inside a side by own time; spells of a whole round at the very end (C.3.full).

    One who waited and did not lose acts directly after the event awaited. A charge arrives just before what else
    falls in its place, so that its blow is struck together with that. Who only awaits is done when the others are.
    """
    arriving = 0 if deed.part == "contact" else 1
    if deed.kind == "wait":
        return (2, -deed.initiative, deed.number or 0, arriving)
    late = 1 if deed.kind == "spell" and deed.timed and (deed.number or 0) >= SEGMENTS else 0
    if deed.held_for:
        theirs = [each.initiative for each in (*state.pending, *state.done) if each.who == deed.held_for]
        if theirs and deed.initiative >= theirs[0]:
            return (late, -99, deed.number or 0, arriving)
    return (late, -deed.initiative, deed.number or 0, arriving)


def _strike_band(deed: Deed) -> int | None:
    """Put items that strike first before all others."""
    if deed.kind not in ATTACKS and deed.part != "blow":
        return None
    if not deed.first:
        return 1
    return None if _comes_in_time(deed) else 0


def _slot_band(deed: Deed) -> Fraction | None:
    """Put the routines of all attackers in their slots."""
    return None if _comes_in_time(deed) else deed.slot


def _comes_in_time(deed: Deed) -> bool:
    """Return whether a first routine waits for its segment: for a contact, or for the end of surprise.

    Only those whom it meets wait for it.
    """
    return deed.timed and deed.routine == 1


ORDER = Order(
    precede=precede,
    bands=(
        Band("strike first", STRIKE_FIRST, ids("VI.C"), _strike_band, across=True),
        Band("routine slot", SLOT, ids("VII.A", "VII.A.1", "VII.A.1.a", "VII.A.1.b", "VII.A.3"), _slot_band),
    ),
    key=key,
    shared=is_tied,
    brought_forward_by=casters_attacked,
)
