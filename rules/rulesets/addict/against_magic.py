"""VII.B.4 and VII.C: spells and timed devices, against each other and against attacks on those who use them."""

from rules.adnd.comparing import ATTACKS, aims, is_charge, lower_first
from rules.adnd.numbers import die_of, speed_factor
from rules.order import Precedence
from rules.rulesets.addict.comparing import SIDE, TIME, side_order
from rules.rulesets.addict.options import ids, option
from rules.state import Deed, State
from rules.terms import SEGMENTS


def magic_against_magic(a: Deed, b: Deed) -> Precedence:
    """C.1: the shorter time first; equal times by initiative; equal dice together."""
    devices = ("VII.C.7",) if "device" in (a.kind, b.kind) else ()
    if a.number != b.number:
        return lower_first(a.number or 0, b.number or 0, TIME, ids("VII.C.1", *devices))
    return side_order(a, b, TIME, ids("VII.C.1", "VII.C.1.tie", *devices))


def against_magic(state: State, attack: Deed, magic: Deed) -> Precedence | None:
    """B.4 and C.2: an attack on one who casts or uses a timed device is set against the time that takes."""
    if not aims(attack, magic):
        return side_order(attack, magic, SIDE)
    device = ("VII.C.7", "VII.C.7.nodisrupt") if magic.kind == "device" else ()
    if is_charge(attack):
        spoils = device or ("VII.C.6",)
        return lower_first(attack.number or 0, magic.number or 0, TIME, ids("VII.B.4", *spoils))
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
        return lower_first(number, magic.number or 0, TIME, ids(rule, *common))
    die = die_of(state, magic.who)
    same = ("VII.C.2.b.sim",) if die == magic.number else ()
    return lower_first(die, magic.number or 0, TIME, ids(rule, *common, *extra, "VII.C.2.b", *same))


def _gap_number(state: State, attack: Deed, magic: Deed, factor: int) -> int:
    """GAP-SF: tied, the speed factor; lost, the difference between it and the attacker's own losing die."""
    raw = option(state, "melee_sf_vs_spell") == "sf-raw"
    if raw or attack.initiative == magic.initiative:
        return factor
    return abs(factor - attack.initiative)
