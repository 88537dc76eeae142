"""Phase 8: who goes before whom, with the clause. The list of letters, then each out-of-sequence case."""

from fractions import Fraction

from rules.adnd.comparing import ATTACKS, aims, flip, greater_first, is_charge, is_magic, own_place
from rules.adnd.movement import weapon_length
from rules.adnd.numbers import casters_attacked, speed_factor
from rules.order import Band, Order, Precedence, Sortable
from rules.rulesets.demon_idol.against_magic import (
    blow_against_magic,
    charge_against_magic,
    discharge_against_magic,
    magic_against_magic,
)
from rules.rulesets.demon_idol.comparing import (
    ALWAYS,
    LENGTH,
    LETTER,
    ROUTINES,
    SEQUENCE,
    SIDE,
    TIME,
    TRIGGER,
    general,
)
from rules.rulesets.demon_idol.letters import FIRST_OF_ALL, LETTERS, delay_of, dice_tied, is_shared
from rules.rulesets.demon_idol.options import ids, option
from rules.state import Deed, State

UNORDERED = ("wait", "ready")


def precede(state: State, a: Deed, b: Deed) -> Precedence | None:
    """What Demon Idol says of two deeds that interact."""
    if a.who == b.who:
        return _own_sequence(a, b)
    if a.held_for == b.who or b.held_for == a.who:
        return _held(state, a, b)
    if a.kind in UNORDERED or b.kind in UNORDERED or "fired" in (a.part, b.part):
        return None
    if state.combatants[a.who].side == state.combatants[b.who].side:
        return None
    if a.part == "contact" or b.part == "contact":
        return _contact(a, b)
    if _answers_a_charge(a, b):
        return special(state, a, b) if is_charge(a) or is_charge(b) else None
    return special(state, a, b) or general(state, a, b)


def _answers_a_charge(a: Deed, b: Deed) -> bool:
    """Whether one is a blow at one who charges: its place is at the contact, whatever its doer's dice and letter."""
    return any(deed.part == "answer" or (deed.part == "set" and deed.timed) for deed in (a, b))


def special(state: State, a: Deed, b: Deed) -> Precedence | None:
    """The out-of-sequence case that two deeds of opposing sides fall under; None where the list decides."""
    if is_charge(a) or is_charge(b):
        return _charging(state, a, b) if is_charge(a) else flip(_charging(state, b, a))
    if is_magic(a) and is_magic(b):
        return magic_against_magic(state, a, b)
    if is_magic(b):
        return _against_magic(state, a, b)
    if is_magic(a):
        return flip(_against_magic(state, b, a))
    if a.kind in ATTACKS and b.kind in ATTACKS:
        return _attacks(state, a, b)
    return None


def _against_magic(state: State, a: Deed, magic: Deed) -> Precedence | None:
    if a.kind == "melee":
        return blow_against_magic(state, a, magic)
    if a.kind in ("missile", "turning"):
        return discharge_against_magic(state, a, magic)
    return None


def _own_sequence(a: Deed, b: Deed) -> Precedence | None:
    """A figure's own deeds keep their order: contact, then blows, then later routines."""
    one, other = own_place(a), own_place(b)
    if one == other or "ready" in (a.kind, b.kind):
        return None
    clause = (
        "8.E.length"
        if "contact" in (a.part, b.part)
        else "TIE.MAR"
        if a.slot is not None or b.slot is not None
        else "8.MAR"
    )
    return Precedence("before" if one < other else "after", SEQUENCE, ids(clause))


# Waiting and preparing.


def _held(state: State, a: Deed, b: Deed) -> Precedence | None:
    """Who awaits acts directly after the event; what was prepared is ready in its own place, and then comes first."""
    if a.held_for != b.who:
        return flip(_held(state, b, a))
    if b.held_for == a.who or b.kind in UNORDERED:
        return None
    if a.part == "fired":
        return Precedence("before", TRIGGER, ids("6.prepare", "8.PREP.ready", "8.PREP.trigger"))
    if a.kind == "ready":
        return _readiness(state, a, b)
    if b.routine > 1 or b.part == "contact":
        return None
    return Precedence("after", SIDE, ids("LIST.C"))


def _readiness(state: State, ready: Deed, b: Deed) -> Precedence | None:
    """8.PREP: prepared in its own letter's place: in time, too late, or on a tie by the letters."""
    if ready.place[0] == FIRST_OF_ALL:
        return Precedence("before", SIDE, ids("8.PREP.ready", "8.PREP.lost"))
    if not dice_tied(state, ready.who, b.who):
        if ready.initiative >= b.initiative:
            return Precedence("before", SIDE, ids("6.prepare", "8.PREP.ready", "8.PREP.trigger", "8.2"))
        return Precedence("after", SIDE, ids("8.PREP.lost", "8.PREP.ready", "8.2"))
    clauses = ids("TIE", "8.PREP.ready", "8.PREP.trigger")
    mine, theirs = ready.place[2], b.place[2] if len(b.place) > 2 else LETTERS.index("G")
    if mine != theirs:
        numbers = f"{LETTERS[mine]} | {LETTERS[theirs]}"
        return Precedence("before" if mine < theirs else "after", SIDE, clauses, numbers)
    act = next((deed for deed in state.pending if deed.who == ready.who and deed.when), None)
    own = None if act is None else special(state, act, b)
    relation = own.relation if own is not None else "together"
    return Precedence(relation, SIDE, clauses)


# Charges.


def _contact(a: Deed, b: Deed) -> Precedence | None:
    """Missiles and turning come before a charge arrives; whoever strikes the charger waits for him to come."""
    if a.part == b.part == "contact":
        mutual = aims(a, b) and aims(b, a)
        return Precedence("together", SEQUENCE, ids("8.E.length")) if mutual else None
    if b.part == "contact":
        return flip(_contact(b, a))
    if not (aims(a, b) or aims(b, a)):
        return None
    if b.kind in ("missile", "turning"):
        return flip(_before_charge(b))
    if b.kind not in ("melee", "set", "charge") or not b.timed or not aims(b, a):
        return None
    if b.kind == "charge" and not aims(a, b):
        return None
    return Precedence("before", SEQUENCE, ids("8.E.retaliate"))


def _before_charge(discharged: Deed) -> Precedence:
    """8.EvsD: always, in won, lost and tied rounds, with the full rate of fire."""
    if discharged.kind == "turning":
        return Precedence("before", ALWAYS, ids("8.EvsD", "TIE.EvsD.turn"), "a turning out-reaches")
    return Precedence("before", ALWAYS, ids("8.EvsD", "TIE.EvsD.missile", "FN.14"), "a missile out-reaches")


def _charging(state: State, a: Deed, b: Deed) -> Precedence | None:
    if not (aims(a, b) or aims(b, a)):
        return None
    if b.kind in ("missile", "turning"):
        return flip(_before_charge(b))
    if is_magic(b):
        return charge_against_magic(state, a, b)
    if (b.part in ("answer", "set") and not aims(b, a)) or (is_charge(b) and not (aims(a, b) and aims(b, a))):
        return None
    if is_charge(b) or b.kind == "set" or b.part == "answer":
        mine = weapon_length(state.combatants[a.who], a.weapon)
        theirs = weapon_length(state.combatants[b.who], b.weapon)
        cited = ("8.E.length", "LIST.F", "LIST.E") if b.kind == "set" else ("8.E.length", "8.E.retaliate", "FN.17")
        return greater_first(mine, theirs, LENGTH, ids(*cited))
    return None


# Blows and missiles.


def _attacks(state: State, a: Deed, b: Deed) -> Precedence | None:
    if a.kind == b.kind == "melee" and dice_tied(state, a.who, b.who):
        return _ladder(state, a, b)
    if not dice_tied(state, a.who, b.who):
        return _several_routines(state, a, b) or flip(_several_routines(state, b, a))
    return None


def _ladder(state: State, a: Deed, b: Deed) -> Precedence | None:
    """TIE.SF: low speed factors first, in one ladder for all; what has none is always carried out."""
    if a.slot is not None and b.slot is not None:
        several = ("TIE.MAR",) if max(a.routines, b.routines) > 1 else ()
        bonus = ("TIE.SF",) if not (a.bonus or b.bonus) else ("TIE.SF", "TIE.SF.unused")
        if a.slot == b.slot:
            return Precedence("together", TIME, ids(*bonus, *several), _factors(state, a, b))
        cited = ids("TIE.SF", "TIE.SF.unused", *several)
        return Precedence("before" if a.slot < b.slot else "after", TIME, cited, _factors(state, a, b))
    if delay_of(a) != delay_of(b):
        return None
    if a.routine == b.routine:
        return Precedence("together", LETTER, ids("FN.16", "TIE", "8.SIM"))
    return Precedence("before" if a.routine < b.routine else "after", LETTER, ids("FN.16", "TIE", "TIE.MAR"))


def _factors(state: State, a: Deed, b: Deed) -> str:
    return f"SF {speed_factor(state, a)} | SF {speed_factor(state, b)}"


def _several_routines(state: State, x: Deed, y: Deed) -> Precedence | None:
    """8.MAR: who lost slots one routine in before his enemy's first attack, if that one has fewer."""
    if x.routines <= y.routines:
        return None
    if x.part == "slot-in" and x.initiative < y.initiative:
        return Precedence("before", ROUTINES, ids("8.MAR", "8.MAR.slot"), f"1/{x.routines} | 1/{y.routines}")
    last = x.routine == x.routines and x.initiative > y.initiative
    if last and option(state, "mar_spread") == "first-last":
        return Precedence("after", ROUTINES, ids("8.MAR", "8.MAR.slot"), f"{x.routine}/{x.routines} | 1/{y.routines}")
    return None


# The general order.


def key(state: State, deed: Deed) -> Sortable:
    """Where the dice and the letter put a deed; worked out when deeds are built."""
    return deed.place


def shared(state: State, deed: Deed) -> bool:
    """Whether deeds of one side under one letter resolve together: on a tie, and by option always."""
    if deed.place and deed.place[0] == FIRST_OF_ALL:
        return False
    return is_shared(state, deed.who)


def _ladder_value(deed: Deed) -> Fraction | None:
    return deed.slot if deed.kind == "melee" and deed.part not in ("answer", "fired") else None


def _casting_value(deed: Deed) -> Fraction | None:
    return deed.slot if is_magic(deed) else None


ORDER = Order(
    precede=precede,
    bands=(
        Band("casting time", TIME, ids("TIE.DvsD.spells"), _casting_value, across=True),
        Band("speed factor", TIME, ids("TIE.SF"), _ladder_value),
    ),
    key=key,
    shared=shared,
    brought_forward_by=casters_attacked,
)
