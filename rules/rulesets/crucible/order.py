"""Who goes before whom: lower counts first, what entering and arms do to that, and the options for ties."""

from rules.adnd.comparing import ATTACKS, aims, flip, lower_first
from rules.adnd.numbers import speed_factor
from rules.order import Order, Precedence, Sortable
from rules.rulesets.crucible.numbers import die_of, is_armed, length
from rules.rulesets.crucible.options import ids, option
from rules.state import Deed, State
from rules.terms import SEGMENTS

SEQUENCE, WAITING, LENGTH, ARMED, COUNT, TIES = 90, 80, 70, 60, 50, 40
"""From strong to weak: one's own sequence, waiting, length at entry, arms against none, counts, options for ties."""

UNTREATED = ("device", "turning", "parley", "psionic", "wait")
"""Kinds of deeds of which the text does not speak (GAP.1)."""

ENTERING = ("entry", "braced")
"""Parts of a blow at the moment of entering: of who enters, or of who meets him with a weapon set."""

COMING = ("move", "charge")


def precede(state: State, a: Deed, b: Deed) -> Precedence | None:
    """What Crucible says of two deeds that interact."""
    if a.who == b.who:
        return _own_sequence(a, b)
    if a.held_for == b.who or b.held_for == a.who:
        return _waiting(a, b)
    if state.combatants[a.who].side == state.combatants[b.who].side:
        return None
    if (coming := _coming(state, a, b)) is not None:
        return coming
    if a.part in ENTERING or b.part in ENTERING:
        answer = _entering(state, a, b)
        if answer is not None:
            return answer
    if a.kind == b.kind == "melee":
        answer = _armed(state, a, b)
        if answer is not None:
            return answer
    return _by_count(state, a, b)


def _own_sequence(a: Deed, b: Deed) -> Precedence | None:
    """A figure's own deeds keep the order of its turn."""
    one, other = a.slot or 0, b.slot or 0
    if one == other:
        return None
    return Precedence("before" if one < other else "after", SEQUENCE, ids("TURN.1"))


def _waiting(a: Deed, b: Deed) -> Precedence | None:
    """GAP.1: who waits acts directly after what he waited for."""
    if a.held_for == b.who and b.held_for == a.who:
        return None
    if b.held_for == a.who:
        return flip(_waiting(b, a))
    return Precedence("after", WAITING, ids("GAP.1"))


# II.E


def _coming(state: State, a: Deed, b: Deed) -> Precedence | None:
    """A blow at one who is coming waits until he is there."""
    if _comes_upon(state, a, b):
        return Precedence("before", SEQUENCE, ids("II.E"))
    if _comes_upon(state, b, a):
        return Precedence("after", SEQUENCE, ids("II.E"))
    return None


def _comes_upon(state: State, move: Deed, blow: Deed) -> bool:
    """Whether a move leads to the one who strikes at its doer as he enters: at him, or to a place to strike from."""
    if move.kind not in COMING or blow.kind != "melee" or blow.part not in ENTERING or not aims(blow, move):
        return False
    return aims(move, blow) or (not move.targets and not _strikes_before(state, move))


def _strikes_before(state: State, move: Deed) -> bool:
    own = [deed for deed in (*state.pending, *state.done) if deed.who == move.who and deed.kind == "melee"]
    return any((deed.slot or 0) < (move.slot or 0) for deed in own)


def _entering(state: State, a: Deed, b: Deed) -> Precedence | None:
    """II.E: between who enters and whom he enters upon the longer weapon strikes first; equal lengths by count."""
    if not (a.kind == b.kind == "melee" and aims(a, b) and aims(b, a)):
        return None
    mine, theirs = (length(state, each.who, state.combatants[each.who].weapon(each.weapon)) for each in (a, b))
    if mine == theirs:
        return lower_first(a.initiative, b.initiative, LENGTH, ids("II.E"))
    return lower_first(theirs, mine, LENGTH, ids("II.E"))


def _armed(state: State, a: Deed, b: Deed) -> Precedence | None:
    """II.E: in their exchange the armed come before the unarmed."""
    if not (aims(a, b) and aims(b, a)):
        return None
    mine, theirs = (is_armed(state, each.who, state.combatants[each.who].weapon(each.weapon)) for each in (a, b))
    if mine == theirs:
        return None
    return Precedence("before" if mine else "after", ARMED, ids("II.E.unarmed"))


# II.A, II.F, II.G


def _by_count(state: State, a: Deed, b: Deed) -> Precedence | None:
    if a.number is None or b.number is None:
        return Precedence("together", COUNT, ids("III.A", "II.A.sim"))
    if is_last(a) != is_last(b):
        clauses = ids("II.C.full") if "spell" in (a.kind, b.kind) else ids("WD.DR.4")
        return Precedence("after" if is_last(a) else "before", COUNT, clauses)
    if a.number == b.number and (answer := _tied(state, a, b)) is not None:
        return answer
    if a.number == b.number and (_comes_later(state, a) or _comes_later(state, b)):
        return None
    return lower_first(a.number, b.number, COUNT, _clauses(state, a, b, a.number == b.number))


def _comes_later(state: State, deed: Deed) -> bool:
    """Whether something of the same turn comes before this on the same count."""
    return any(
        other.who == deed.who and other.number == deed.number and (other.slot or 0) < (deed.slot or 0)
        for other in (*state.pending, *state.done)
    )


def _clauses(state: State, a: Deed, b: Deed, tied: bool) -> tuple[str, ...]:
    """What the order by counts cites for two deeds of these kinds."""
    kinds = (a.kind, b.kind)
    if "spell" in kinds:
        cited = ["II.C.casting", "II.D"]
        cited += ["II.F"] if tied else []
    elif "set" in kinds and any(each.part in ENTERING or each.kind in COMING for each in (a, b)):
        cited = ["II.E"]
    else:
        cited = ["II.F", "II.A.sim"] if tied else ["II.A.order"]
        cited += _adjusted(state, a, b)
    if a.kind in ATTACKS and b.kind in ATTACKS:
        cited.append("III.B")
        cited += ["TURN.2"] if a.routines != b.routines else []
    if any(kind in UNTREATED for kind in kinds):
        cited.append("GAP.1")
    if "flee" in kinds and "spell" not in kinds:
        cited.append("WD.FLEE.1")
    return ids(*cited)


def _adjusted(state: State, a: Deed, b: Deed) -> list[str]:
    """II.B: one whom his own adjustment puts elsewhere than his side's die."""
    own = [each.initiative != state.initiative.get(state.combatants[each.who].side) for each in (a, b)]
    return ["II.B.effect"] if any(own) and state.round > 0 else []


def _tied(state: State, a: Deed, b: Deed) -> Precedence | None:
    """II.G: the options for ties; more attacks before speed factors."""
    if a.kind in ATTACKS and b.kind in ATTACKS:
        if option(state, "tie_more_attacks") and a.routines != b.routines:
            return lower_first(-a.routines, -b.routines, TIES, ids("II.G.attacks", "TURN.3"))
        mine, theirs = speed_factor(state, a), speed_factor(state, b)
        if option(state, "tie_wsf") and mine is not None and theirs is not None:
            return lower_first(mine, theirs, TIES, ids("II.G.wsf"))
        return None
    if b.kind == "spell" and a.kind in ATTACKS:
        return _against_completion(state, a, b)
    if a.kind == "spell" and b.kind in ATTACKS:
        return flip(_against_completion(state, b, a))
    return None


def _against_completion(state: State, attack: Deed, spell: Deed) -> Precedence | None:
    """A blow or shot that falls together with the completion of a spell."""
    known = state.combatants[spell.who].spell(spell.spell)
    casting = known.casting if known is not None else SEGMENTS
    factor = speed_factor(state, attack)
    if attack.kind == "melee" and option(state, "tie_spell_strike") and factor is not None:
        return lower_first(factor, casting, TIES, ids("II.G.strike", "II.D"))
    if attack.kind == "missile" and option(state, "tie_spell_missile") and casting > die_of(state, spell.who):
        numbers = f"{casting} > {die_of(state, spell.who)}"
        return Precedence("before", TIES, ids("II.G.missile", "II.D"), numbers)
    return None


# The general order.


def is_last(deed: Deed) -> bool:
    """Whether a deed waits for everybody's turn: a spell of a full round, or what one who disengages still does."""
    return deed.part in ("full", "last")


def key(state: State, deed: Deed) -> Sortable:
    """Counts, then what is done last in the round."""
    late = 2 if deed.part == "full" else 1 if deed.part == "last" else 0
    return (late, 0 if deed.number is None else deed.number)


ORDER = Order(precede=precede, bands=(), key=key)
