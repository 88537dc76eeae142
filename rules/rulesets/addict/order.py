"""VI and VII: who goes before whom, with the clause. The general order, then each special case.

Ranks, from strong to weak: a figure's own sequence, items that strike first, time against casting, length at the
contact of a charge, routine slots, speed factors, side order.
"""

from rules.adnd.deeds import is_closing
from rules.adnd.movement import weapon_length
from rules.figure import Weapon
from rules.order import Band, Order, Precedence, Sortable
from rules.rulesets.addict.bars import late_by
from rules.rulesets.addict.options import ids, option
from rules.state import Deed, State
from rules.terms import SEGMENTS, CombatantId

SEQUENCE, STRIKE_FIRST, PSIONIC, TIME, LENGTH, SLOT, SPEED, SIDE = 90, 80, 70, 60, 50, 40, 30, 20

ATTACKS = ("melee", "missile")


def die_of(state: State, who: CombatantId) -> int:
    """The initiative die a figure's side (or a spectator himself) rolled, unadjusted."""
    each = state.combatants[who]
    if each.figure.initiative_die != 6 and who in state.initiative:
        return state.initiative[who]
    return state.initiative.get(each.side, 0)


def initiative(state: State, who: CombatantId, missile: bool) -> int:
    """The number side order goes by: missile users have their own adjusted one (VI.A.dex)."""
    return state.initiative.get(who, die_of(state, who)) if missile else die_of(state, who)


def nominal(state: State, who: CombatantId, target: CombatantId) -> int:
    """The segment an ordinary deed is said to fall in: the die of its target's side, else the highest opposing one."""
    side = state.combatants[who].side
    if target and state.combatants[target].side != side:
        return die_of(state, target)
    opposing = [state.initiative.get(other, 0) for other in state.sides if other != side]
    return max(opposing, default=1) or 1


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
    if _is_magic(a) and _is_magic(b):
        return _magic_against_magic(a, b)
    if _is_magic(b):
        return _against_magic(state, a, b)
    if _is_magic(a):
        return flip(_against_magic(state, b, a))
    if _is_charge(a) or _is_charge(b):
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
        return Precedence("after", TIME, ids("I.C.5.tail"), f"{b.number} <= {one}")
    if one < other and a.number <= other:
        return Precedence("before", TIME, ids("I.C.5.tail"), f"{a.number} <= {other}")
    return None


def flip(answer: Precedence | None) -> Precedence | None:
    """The same answer, seen from the other deed."""
    if answer is None or answer.relation == "together":
        return answer
    other = "after" if answer.relation == "before" else "before"
    return Precedence(other, answer.rank, answer.clauses, answer.numbers)


def _is_magic(deed: Deed) -> bool:
    return deed.timed and deed.kind in ("spell", "device")


def _is_charge(deed: Deed) -> bool:
    return deed.kind == "charge"


def _aims(one: Deed, other: Deed) -> bool:
    return other.who in one.targets


def _own_sequence(a: Deed, b: Deed) -> Precedence | None:
    """A figure's own deeds keep their order: contact, then blows, bonus blows with the first, then later routines."""
    return (
        Precedence("before" if _place(a) < _place(b) else "after", SEQUENCE, ids("VII.A.4"))
        if (_place(a) != _place(b))
        else None
    )


def _place(deed: Deed) -> tuple[int, int, int]:
    if deed.part == "contact":
        return (0, 0, 0)
    if deed.part == "free":
        return (1, 0, 0)
    return (1, deed.routine + (1 if deed.cantrip == 2 else 0), deed.bonus if not deed.first else -1)


# Comparisons.


def _lower(a: int, b: int, rank: int, clauses: tuple[str, ...]) -> Precedence:
    """The lower number first; equal numbers together."""
    if a == b:
        return Precedence("together", rank, clauses, f"{a} = {b}")
    return (
        Precedence("before", rank, clauses, f"{a} < {b}") if a < b else Precedence("after", rank, clauses, f"{b} < {a}")
    )


def side_order(a: Deed, b: Deed, rank: int, clauses: tuple[str, ...] | None = None) -> Precedence:
    """VII: the side with initiative first; tied dice together."""
    cited = _side_clauses(a, b) if clauses is None else clauses
    if a.initiative == b.initiative:
        return Precedence("together", rank, cited, f"{a.initiative} = {b.initiative}")
    if a.initiative > b.initiative:
        return Precedence("before", rank, cited, f"{a.initiative} > {b.initiative}")
    return Precedence("after", rank, cited, f"{b.initiative} > {a.initiative}")


def _side_clauses(a: Deed, b: Deed) -> tuple[str, ...]:
    cited = ["VII.tie" if a.initiative == b.initiative else "VII"]
    kinds = (a.kind, b.kind)
    if a.kind in ATTACKS and b.kind in ATTACKS:
        cited += ["VII.A", *_slot_clauses(a, b)]
        cited += ["VI.A.dex", "VII.A.5"] if "missile" in kinds else []
    elif "charge" in kinds:
        cited += ["VII.B.charge", "VII.OTHER"]
    elif "move" in kinds and "melee" in kinds:
        cited.append("VII.B.close")
    elif kinds == ("move", "move"):
        pass
    elif "missile" in kinds and "move" in kinds:
        cited.append("VI.A.dex")
    else:
        cited += ["VII.OTHER", "VI.A.dex"] if "missile" in kinds else ["VII.OTHER"]
    return ids(*dict.fromkeys(cited))


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
    if b.kind in ATTACKS or _is_charge(b):
        return Precedence("before", STRIKE_FIRST, ids("VI.C"))
    if _is_magic(b) and _aims(a, b) and option(state, "strike_first_beats_spell"):
        return Precedence("before", STRIKE_FIRST, ids("VI.C", "VII.C.2.a"))
    return None


# VII.A


def _attacks(state: State, a: Deed, b: Deed) -> Precedence | None:
    """Blows and missiles: the earlier slot first; in one slot the dice; on a tie speed factors, if D.1 allows."""
    if a.slot != b.slot and a.slot is not None and b.slot is not None:
        relation = "before" if a.slot < b.slot else "after"
        cited = ids("VII.A", *_slot_clauses(a, b), *_parity(state, a, b))
        return Precedence(relation, SLOT, cited, _routine_numbers(a, b))
    if _midpoint(state, a, b):
        return _by_midpoint(state, a, b)
    if a.initiative != b.initiative:
        return side_order(a, b, SIDE)
    return _speed(state, a, b) or side_order(a, b, SIDE, _tie_clauses(state, a, b))


def _slot_clauses(a: Deed, b: Deed) -> tuple[str, ...]:
    """Which part of VII.A puts two attacks in their slots, by the numbers of routines."""
    most, fewest = max(a.routines, b.routines), min(a.routines, b.routines)
    shots = ("VII.A.5", "VII.A.5.ex") if "missile" in (a.kind, b.kind) else ()
    if most <= 1:
        return ()
    if most == 2:
        return ("VII.A.1.a", *shots) if fewest == 2 else ("VII.A.1", "VII.A.1.b", *shots)
    return ("VII.A.2" if (most, fewest) == (3, 1) else "VII.A.3", *shots)


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
    return flip(_lower(mine, theirs, SIDE, ids("VII.A.2"))) or side_order(a, b, SIDE)


def _tie_clauses(state: State, a: Deed, b: Deed) -> tuple[str, ...]:
    cited = list(_side_clauses(a, b))
    if a.kind == b.kind == "melee" and (speed_factor(state, a) is None) != (speed_factor(state, b) is None):
        cited += ids("VII.D.1.b")
    elif a.kind == b.kind == "melee" and (is_closing(state, a.who) or is_closing(state, b.who)):
        cited += ids("VII.D.3")
    return tuple(cited)


# VII.B


def _contact(a: Deed, b: Deed) -> Precedence | None:
    """Nothing happens at a contact before it; whoever strikes the charger hand to hand waits for him to come."""
    if a.part == b.part == "contact":
        return Precedence("together", SEQUENCE, ids("VII.B.charge"))
    if b.part == "contact":
        return flip(_contact(b, a))
    if b.kind not in ("melee", "set", "charge") or not (_aims(b, a) or _aims(a, b)):
        return None
    return Precedence("before", SEQUENCE, ids("VII.B.charge")) if b.timed else None


def _charging(state: State, a: Deed, b: Deed) -> Precedence | None:
    """B.3: at contact the longer weapon strikes first, the dice are ignored."""
    if not _is_charge(a):
        return flip(_charging(state, b, a))
    if b.kind == "missile":
        return _missile_and_charge(state, a, b)
    if _is_charge(b) or b.kind == "set" or b.kind == "melee":
        if not _aims(a, b) and not (_is_charge(b) and _aims(b, a)):
            return side_order(a, b, SIDE)
        if b.kind == "melee" and b.routine > 1:
            return Precedence("before", SLOT, ids("VII.A.1", "VII.B.3.b"))
        mine = weapon_length(state.combatants[a.who], a.weapon)
        theirs = weapon_length(state.combatants[b.who], b.weapon)
        clauses = ids("VII.B.3.a", "VII.B.3.b", "VII.B.3.c", "VII.D.3")
        return flip(_lower(mine, theirs, LENGTH, clauses))
    return None


def _missile_and_charge(state: State, charge: Deed, shot: Deed) -> Precedence:
    """A missile out-reaches any hand weapon; only the first shot comes before contact."""
    if option(state, "missile_vs_charge") == "side-order":
        return side_order(charge, shot, LENGTH, ids("OPT.missile-charge", "VII"))
    if shot.routine > 1:
        return Precedence("before", LENGTH, ids("VII.A.5", "OPT.missile-charge"))
    return Precedence("after", LENGTH, ids("VII.B.3.a", "VII.B.3.b", "OPT.missile-charge"), "a missile out-reaches")


# VII.C


def _magic_against_magic(a: Deed, b: Deed) -> Precedence:
    """C.1: the shorter time first; equal times by initiative; equal dice together."""
    devices = ("VII.C.7",) if "device" in (a.kind, b.kind) else ()
    clauses = ids("VII.C.1", "VII.C.1.tie", *devices)
    if a.number != b.number:
        return _lower(a.number or 0, b.number or 0, TIME, clauses)
    return side_order(a, b, TIME, clauses)


def _against_magic(state: State, attack: Deed, magic: Deed) -> Precedence | None:
    """B.4 and C.2: an attack on one who casts or uses a timed device is set against the time that takes."""
    if not _aims(attack, magic):
        return side_order(attack, magic, SIDE)
    device = ("VII.C.7", "VII.C.7.nodisrupt") if magic.kind == "device" else ()
    if _is_charge(attack):
        spoils = device or ("VII.C.6",)
        return _lower(attack.number or 0, magic.number or 0, TIME, ids("VII.B.4", *spoils))
    if attack.kind not in (*ATTACKS, "turning"):
        return side_order(attack, magic, SIDE)
    if attack.routine > 1 or (attack.bonus > 0 and not attack.first):
        if (magic.number or 0) < SEGMENTS or magic.kind == "device":
            return Precedence("after", TIME, ids("VII.C.3"))
        return Precedence("before", TIME, ids("VII.C.3.full"))
    return _first_attack(state, attack, magic, device)


def _first_attack(state: State, attack: Deed, magic: Deed, device: tuple[str, ...]) -> Precedence:
    factor = speed_factor(state, attack)
    gap = factor is not None and attack.kind == "melee" and option(state, "melee_sf_vs_spell") != "caster-die"
    common = ("VII.C", "VII.C.3", *(device or ("VII.C.6",)))
    extra = ("VI.A.dex",) if attack.kind == "missile" else ("VII.OTHER",) if attack.kind == "turning" else ()
    if gap and option(state, "melee_sf_vs_spell") == "side-order":
        return side_order(attack, magic, TIME, ids("VII.C.GAP-SF", *common))
    rule = "VII.C.GAP-SF" if gap else "VII.C.2"
    if attack.initiative > magic.initiative:
        won = () if gap else ("VII.C.2.a",)
        return Precedence("before", TIME, ids(rule, *common, *extra, *won), f"{attack.initiative} > {magic.initiative}")
    if gap and factor is not None:
        number = _gap_number(state, attack, magic, factor)
        return _lower(number, magic.number or 0, TIME, ids(rule, *common))
    die = die_of(state, magic.who)
    return _lower(die, magic.number or 0, TIME, ids(rule, *common, *extra, "VII.C.2.b", "VII.C.2.b.sim"))


def _gap_number(state: State, attack: Deed, magic: Deed, factor: int) -> int:
    """GAP-SF: tied, the speed factor; lost, the difference between it and the attacker's own losing die."""
    raw = option(state, "melee_sf_vs_spell") == "sf-raw"
    if raw or attack.initiative == magic.initiative:
        return factor
    return abs(factor - attack.initiative)


# VII.D


def speed_factor(state: State, deed: Deed) -> int | None:
    """The speed factor of the weapon a blow is struck with, if it has one."""
    weapon: Weapon | None = state.combatants[deed.who].weapon(deed.weapon)
    return weapon.speed_factor if weapon is not None and deed.kind == "melee" else None


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
    return _lower(mine, theirs, SPEED, ids(*cited))


def bonus_blows(lower: int, higher: int) -> tuple[int, int]:
    """D.2: how often the faster strikes before the slower, and how often more together with him."""
    difference = higher - lower
    if difference >= 10:
        return 2, 1
    if difference > 0 and (difference >= 2 * lower or difference >= 5):
        return 2, 0
    return 1, 0


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
    falls in its place, so that its blow is struck together with that.
    """
    arriving = 0 if deed.part == "contact" else 1
    late = 1 if deed.kind == "spell" and deed.timed and (deed.number or 0) >= SEGMENTS else 0
    if deed.held_for:
        theirs = [each.initiative for each in (*state.pending, *state.done) if each.who == deed.held_for]
        if theirs and deed.initiative >= theirs[0]:
            return (late, -99, deed.number or 0, arriving)
    return (late, -deed.initiative, deed.number or 0, arriving)


ORDER = Order(
    precede=precede,
    bands=(
        Band("strike first", STRIKE_FIRST, ids("VI.C"), lambda d: _strike_band(d), across=True),
        Band("routine slot", SLOT, ids("VII.A", "VII.A.1", "VII.A.1.a", "VII.A.1.b", "VII.A.3"), lambda d: d.slot),
    ),
    key=key,
)


def _strike_band(deed: Deed) -> int | None:
    if deed.kind in ATTACKS or deed.part == "blow":
        return 0 if deed.first else 1
    return None
