"""What pairs of deeds are compared by, from strong to weak, and the comparisons that every special case is made of.

Ranks: a figure's own sequence, surprise that lasts into the first round, items that strike first, time against
casting, length at the contact of a charge, routine slots, speed factors, side order.
"""

from rules.adnd.comparing import ATTACKS, greater_first
from rules.order import Precedence
from rules.rulesets.addict.options import ids
from rules.state import Deed

SEQUENCE, SURPRISE, STRIKE_FIRST, TIME, LENGTH, SLOT, SPEED, SIDE = 90, 85, 80, 60, 50, 40, 30, 20


def side_order(a: Deed, b: Deed, rank: int, clauses: tuple[str, ...] | None = None) -> Precedence:
    """VII: the side with initiative first; tied dice together."""
    cited = side_clauses(a, b) if clauses is None else clauses
    return greater_first(a.initiative, b.initiative, rank, cited)


def side_clauses(a: Deed, b: Deed) -> tuple[str, ...]:
    """What side order cites for two deeds of these kinds."""
    cited = ["VII.tie" if a.initiative == b.initiative else "VII"]
    kinds = (a.kind, b.kind)
    if a.kind in ATTACKS and b.kind in ATTACKS:
        cited += ["VII.A", *slot_clauses(a, b)]
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


def slot_clauses(a: Deed, b: Deed) -> tuple[str, ...]:
    """Which part of VII.A puts two attacks in their slots, by the numbers of routines."""
    most, fewest = max(a.routines, b.routines), min(a.routines, b.routines)
    shots = ("VII.A.5", "VII.A.5.ex") if "missile" in (a.kind, b.kind) else ()
    if most <= 1:
        return ()
    if most == 2:
        return ("VII.A.1.a", *shots) if fewest == 2 else ("VII.A.1", "VII.A.1.b", *shots)
    return ("VII.A.2" if (most, fewest) == (3, 1) else "VII.A.3", *shots)
