"""Who goes before whom: lower counts first, what entering and arms do to that, and the options for ties."""

from collections.abc import Sequence

from rules.adnd.comparing import ATTACKS, aims, flip, lower_first
from rules.adnd.numbers import speed_factor
from rules.order import Order, Precedence, Sortable
from rules.rulesets.crucible.deeds import NOT_DONE
from rules.rulesets.crucible.numbers import count, die_of, is_armed, length
from rules.rulesets.crucible.options import ids, option
from rules.state import Deed, State
from rules.terms import SEGMENTS

SEQUENCE, WAITING, LENGTH, ARMED, COUNT, TIES, MOVES = 90, 80, 70, 60, 50, 40, 30
"""From strong to weak: one's own sequence, waiting, length at entry, arms against none, counts, options for ties, and
who only moves on the count on which another acts."""

UNTREATED = ("device", "turning", "parley", "psionic", "wait")
"""Kinds of deeds of which the text does not speak (GAP.1)."""

ENTERING = ("entry", "braced")
"""Parts of a blow at the moment of entering: of who enters, or of who meets him with a weapon set."""

COMING = ("move", "charge")
MOVING = (*COMING, "flee", "set")
"""Kinds of deeds that are no act in themselves: movement, and setting a weapon."""

LEADING = (*COMING, "task")
"""Kinds of deeds after which a figure can still act in the same moment."""

FIGHTING = (*ATTACKS, "begin", "spell")


def precede(state: State, a: Deed, b: Deed) -> Precedence | None:
    """What Crucible says of two deeds that interact."""
    if a.who == b.who:
        return _own_sequence(state, a, b)
    if a.held_for == b.who or b.held_for == a.who:
        return _waiting(a, b)
    if state.combatants[a.who].side == state.combatants[b.who].side:
        return None
    if a.part in NOT_DONE or b.part in NOT_DONE:
        return None
    return _by_arms(state, a, b) or _by_count(state, a, b)


def _by_arms(state: State, a: Deed, b: Deed) -> Precedence | None:
    """What length and arms say of two deeds, whatever the counts."""
    if (coming := _coming(state, a, b)) is not None:
        return coming
    if a.part in ENTERING or b.part in ENTERING:
        answer = _entering(state, a, b)
        if answer is not None:
            return answer
    return _armed(state, a, b) if a.kind == b.kind == "melee" else None


def _own_sequence(state: State, a: Deed, b: Deed) -> Precedence | None:
    """A figure's own deeds keep the order of its turn; within one moment, where a tie makes them one."""
    one, other = a.slot or 0, b.slot or 0
    if one == other:
        return None
    turn = turn_on_count(state, a)
    later = after_act(turn)
    if b in turn and a not in later and b not in later and is_one_moment(state, turn):
        return Precedence("together", COUNT, ids("TURN.1", "II.F"))
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
    if a.number == b.number:
        return _on_one_count(state, a, b)
    return lower_first(a.number, b.number, COUNT, _clauses(state, a, b, tied=False))


def _clauses(state: State, a: Deed, b: Deed, *, tied: bool) -> tuple[str, ...]:
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


# II.F: all that is done on one count is done together, and a turn with all its parts.


def turn_on_count(state: State, deed: Deed) -> list[Deed]:
    """Return what the doer of a deed does on the same count, in the order of its turn."""
    known = (deed, *state.pending, *state.done)
    mine = {each.id: each for each in known if each.who == deed.who and _when(each) == _when(deed)}
    return sorted(mine.values(), key=lambda each: each.slot or 0)


def _when(deed: Deed) -> tuple[int | None, str]:
    return deed.number, deed.part if is_last(deed) else ""


def act_of(turn: Sequence[Deed]) -> Deed | None:
    """Return the deed of a turn that ties go by: its attack or casting, else the last that is no movement."""
    fights = [each for each in turn if each.kind in FIGHTING]
    acts = [each for each in turn if each.kind not in MOVING]
    found = fights[:1] or acts[-1:]
    return found[0] if found else None


def before_act(turn: Sequence[Deed]) -> Sequence[Deed]:
    """Return the deeds of a turn that lead up to its act."""
    act = act_of(turn)
    return turn[: turn.index(act)] if act is not None else []


def after_act(turn: Sequence[Deed]) -> Sequence[Deed]:
    """Return the deeds of a turn that come after its act."""
    act = act_of(turn)
    return turn[turn.index(act) + 1 :] if act is not None else turn[1:]


def is_one_moment(state: State, turn: Sequence[Deed]) -> bool:
    """Return whether a tied figure moves and acts in one moment with those it ties with.

    It does not where length of weapon can come between its move and its blow.
    """
    act, leading = act_of(turn), before_act(turn)
    if act is None or not leading or any(each.kind not in LEADING for each in leading):
        return False
    if _can_be_forestalled(state, act):
        return False
    tied = [each for each in (*state.pending, *state.done) if _ties(state, act, each)]
    if any(_coming(state, lead, each) is not None for lead in leading for each in tied):
        return False
    return any(_is_together(state, act, each) for each in tied)


def _can_be_forestalled(state: State, act: Deed) -> bool:
    """Return whether the one struck at could strike first (II.E): one with a deed of its own on the count cannot."""
    if act.kind != "melee":
        return False
    armed = is_armed(state, act.who, state.combatants[act.who].weapon(act.weapon))
    if act.part not in ENTERING and armed:
        return False
    known = (*state.pending, *state.done)
    theirs = [each for each in known if each.who == act.targets[0] and _when(each) == _when(act)]
    own = act_of(sorted(theirs, key=lambda each: each.slot or 0))
    return own is None or own.kind in ("melee", "set")


def _ties(state: State, one: Deed, other: Deed) -> bool:
    """Return whether two deeds of different sides come on one count and one is aimed at the doer of the other."""
    apart = state.combatants[one.who].side != state.combatants[other.who].side
    return apart and _when(one) == _when(other) and (aims(one, other) or aims(other, one))


def _is_together(state: State, act: Deed, other: Deed) -> bool:
    """Return whether an act and the act of another turn on the same count are a tie that nothing decides."""
    if act_of(turn_on_count(state, other)) != other:
        return False
    answer = _by_arms(state, act, other) or _tied(state, act, other)
    return answer is None or answer.relation == "together"


def _on_one_count(state: State, a: Deed, b: Deed) -> Precedence | None:
    """II.F: act with act, movement with movement; a move that leads up to an act goes with what the act goes with."""
    mine, theirs = turn_on_count(state, a), turn_on_count(state, b)
    if a in after_act(mine) or b in after_act(theirs):
        return None
    act, other = act_of(mine), act_of(theirs)
    rank = MOVES if act is None and b == other else COUNT
    together = Precedence("together", rank, _clauses(state, a, b, tied=True), f"{a.number} = {b.number}")
    if a == act and b == other:
        return _tied(state, a, b) or together
    if a == act:
        return flip(_on_one_count(state, b, a))
    one = is_one_moment(state, mine)
    if b == other:
        if act is None:
            alone = mine[0] == a and (theirs[0] == b or is_one_moment(state, theirs))
            return together if alone else None
        return together if one and _is_together(state, act, b) else None
    first = mine[0] == a and theirs[0] == b
    return together if first and not one and not is_one_moment(state, theirs) else None


# The general order.


def is_last(deed: Deed) -> bool:
    """Whether a deed waits for everybody's turn: a spell of a full round, or what one who disengages still does."""
    return deed.part in ("full", "last")


def key(state: State, deed: Deed) -> Sortable:
    """Counts, then what is done last in the round."""
    late = 2 if deed.part == "full" else 1 if deed.part == "last" else 0
    return (late, 0 if deed.number is None else deed.number)


def shared(state: State, deed: Deed) -> bool:
    """II.F: a tie is simultaneous: all who act on a count that is also a foe's, and missiles ready before any count."""
    if deed.number is None:
        return True
    tied = any(count(state, foe.id) == deed.number for foe in state.foes_of(deed.who))
    return tied and deed.number == count(state, deed.who)


ORDER = Order(precede=precede, bands=(), key=key, shared=shared)
