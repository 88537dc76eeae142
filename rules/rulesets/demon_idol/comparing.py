"""What pairs of deeds are compared by, from strong to weak, and the general order of two: dice, then letters.

Ranks: a figure's own sequence, what a prepared act was waiting for, missiles and turning against a charge, time against
casting and speed factors, length at the contact of a charge, the reaction of a missile user, several routines, side
order, letter order.
"""

from rules.adnd.comparing import ATTACKS, greater_first, lower_first
from rules.adnd.numbers import die_of
from rules.order import Precedence
from rules.rulesets.demon_idol.letters import DISCHARGED, LETTERS, delay_of, dice_tied, letter_of
from rules.rulesets.demon_idol.options import ids, option
from rules.state import Deed, State

SEQUENCE, TRIGGER, ALWAYS, TIME, LENGTH, REACTION, ROUTINES, SIDE, LETTER = 90, 85, 80, 60, 50, 45, 40, 20, 10


def is_adjusted(state: State, deed: Deed) -> bool:
    """Whether a deed goes by a number of its doer's own because of his reaction."""
    sorts = ("missile",) if option(state, "reaction_applies") == "missiles" else DISCHARGED
    return deed.kind in sorts and deed.initiative + delay_of(deed) != die_of(state, deed.who)


def is_tied(state: State, a: Deed, b: Deed) -> bool:
    """Whether the tie rules hold between two deeds: the dice are equal, and nobody's reaction has changed them."""
    return dice_tied(state, a.who, b.who) and not is_adjusted(state, a) and not is_adjusted(state, b)


def general(state: State, a: Deed, b: Deed) -> Precedence:
    """8.2, or on a tie the list: winner before loser, each in the order of letters."""
    if is_tied(state, a, b) and delay_of(a) == delay_of(b):
        return _by_letter(state, a, b)
    rank = REACTION if is_adjusted(state, a) or is_adjusted(state, b) else SIDE
    cited = ids(*side_clauses(state, a, b))
    if a.initiative != b.initiative:
        return greater_first(a.initiative, b.initiative, rank, cited)
    if delay_of(a) != delay_of(b):
        return lower_first(delay_of(a), delay_of(b), rank, cited)
    return Precedence("together", rank, cited, f"{a.initiative} = {b.initiative}")


def _by_letter(state: State, a: Deed, b: Deed) -> Precedence:
    one, other = letter_of(state, a), letter_of(state, b)
    if one == other:
        shots = ("8.REACT.plus", "8.REACT.minus") if a.kind == b.kind == "missile" else ()
        return Precedence("together", LETTER, ids("TIE", "8.SIM", *shots))
    cited = ids("TIE", f"LIST.{one}", f"LIST.{other}")
    relation = "before" if LETTERS.index(one) < LETTERS.index(other) else "after"
    return Precedence(relation, LETTER, cited, f"{one} | {other}")


def side_clauses(state: State, a: Deed, b: Deed) -> list[str]:
    """What side order cites for two deeds: their letters, and what of them was considered without changing it."""
    cited = ["TIE" if dice_tied(state, a.who, b.who) else "8.2"]
    cited += dict.fromkeys((f"LIST.{letter_of(state, a)}", f"LIST.{letter_of(state, b)}"))
    for deed in (a, b):
        if is_adjusted(state, deed):
            better = deed.initiative + delay_of(deed) > die_of(state, deed.who)
            cited.append("8.REACT.plus" if better else "8.REACT.minus")
    kinds = (a.kind, b.kind)
    if "device" in kinds and "melee" in kinds:
        cited.append("FN.20")
    several = any(deed.kind in ATTACKS and deed.routines > 1 for deed in (a, b))
    if several and "flee" in kinds:
        cited.append("8.MAR.flee")
    elif several and a.kind in ATTACKS and b.kind in ATTACKS:
        lead = (a.initiative - b.initiative) * (a.routines - b.routines)
        cited.append("8.MAR.slot" if lead > 0 else "8.MAR.notwin")
    return list(dict.fromkeys(cited))
