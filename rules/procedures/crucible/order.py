"""II.A to II.G: the precedence of deeds, rule by rule as in the text, and the general order."""

from collections.abc import Sequence

from rules.kernel.deeds import Deed
from rules.kernel.order import Order, Relation, Sortable
from rules.kernel.state import State
from rules.kernel.terms import SEGMENTS, CombatantId
from rules.procedures.adnd.comparing import (
    is_aimed_at,
    is_any,
    is_attack,
    is_blow,
    is_either,
    is_flight,
    is_shot,
    is_spell,
    is_weapon_set,
)
from rules.procedures.adnd.deed_types import Attack, Blow, Charge, Move, Task, WeaponSetting
from rules.procedures.adnd.numbers import get_speed_factor
from rules.procedures.adnd.orders.avoid import Flight
from rules.procedures.adnd.orders.spell import Casting, Completion
from rules.procedures.adnd.precedence import Decision, Pair, PrecedenceTable, Rule, after, before, lower_first, together
from rules.procedures.crucible.deed_types import ENTERING, CastingBegun, FullRound
from rules.procedures.crucible.deeds import LATE, NOT_DONE
from rules.procedures.crucible.forestalling import list_bearers
from rules.procedures.crucible.moves import find_goal
from rules.procedures.crucible.numbers import (
    get_count,
    get_initiative_die,
    get_length_at_entry,
    is_armed,
    may_share_count,
)
from rules.procedures.crucible.options import get_settings, ids

TREATED = (Attack, WeaponSetting, Move, Charge, Casting, Flight, Task)
"""The deeds that the text treats; whatever else is done comes on its doer's own count (GAP.1)."""

# Types of deeds that only these rules speak of.


def is_done(deed: Deed) -> bool:
    """Return whether a deed comes to anything."""
    return deed.status not in NOT_DONE


def is_coming(deed: Deed) -> bool:
    """Return whether a deed may bring its doer to somebody: a move or a charge."""
    return isinstance(deed, (Move, Charge))


def is_movement(deed: Deed) -> bool:
    """Return whether a deed is no act in itself: movement, or setting a weapon."""
    return is_coming(deed) or is_weapon_set(deed) or is_flight(deed)


def is_lead(deed: Deed) -> bool:
    """Return whether the doer of this deed can still act in the same moment."""
    return is_coming(deed) or isinstance(deed, Task)


def is_casting(deed: Deed) -> bool:
    """Return whether a deed begins a spell or completes one."""
    return is_spell(deed) or isinstance(deed, CastingBegun)


def is_fight(deed: Deed) -> bool:
    """Return whether a deed is an attack or a casting."""
    return is_attack(deed) or is_casting(deed)


def is_entering(deed: Deed) -> bool:
    """Return whether a deed is a blow as somebody enters, also with a weapon that was set."""
    return deed.status in ENTERING


def is_comer(deed: Deed) -> bool:
    """Return whether a deed leads to a weapon that is set, or is a blow on entering."""
    return is_coming(deed) or is_entering(deed)


def is_untreated(deed: Deed) -> bool:
    """Return whether the text does not treat deeds of this kind."""
    return not isinstance(deed, TREATED)


def is_braced(a: Deed, b: Deed) -> bool:
    """Return whether one deed sets a weapon, and the other leads to it or is a blow on entering."""
    return is_either(is_weapon_set, a, b) and is_either(is_comer, a, b)


# II.A: counts.


def lower_count_first(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put the lower count first."""
    if a.number == b.number or not is_counted(a, b):
        return None
    return by_count(a, b, *cite_adjusted(state, a, b), *cite_considered(a, b))


def is_counted(a: Deed, b: Deed) -> bool:
    """Return whether two deeds both have a count, and neither comes after everybody's."""
    return a.number is not None and b.number is not None and get_lateness(a) == get_lateness(b)


def by_count(a: Deed, b: Deed, *also: str) -> Decision:
    """Put the lower count first, and equal ones together."""
    return lower_first(a.number or 0, b.number or 0, *also)


def get_lateness(deed: Deed) -> int:
    """Return how far beyond everybody's turn a deed is; 0 for a deed on a count.

    It is 1 for what a combatant that disengages still does, and 2 for a spell of a full round. A deed that follows
    a late deed in its turn is as late as that.
    """
    return deed.place[0] if deed.place else 0


# II.C: spells.


def casting_by_count(state: State, spell: Deed, other: Deed) -> Decision | None:
    """Order the completion of a spell by its count."""
    if not is_counted(spell, other):
        return None
    if spell.number != other.number:
        return by_count(spell, other, *cite_considered(spell, other))
    return by_count(spell, other, "II.F", *cite_considered(spell, other)) if is_tie(state, spell, other) else None


def mover_and_completion(state: State, mover: Deed, spell: Deed) -> Decision | None:
    """Put a move together with the spell that is complete on the same count."""
    found = is_only_moving_beside(state, mover, spell)
    return by_count(mover, spell, *cite_considered(mover, spell)) if found else None


def full_round_last(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put a spell of a full round after all else."""
    last = LATE[FullRound] in (get_lateness(a), get_lateness(b))
    return later_last(a, b) if last else None


def later_last(a: Deed, b: Deed) -> Decision | None:
    """Put what comes after everybody's counts last."""
    if get_lateness(a) == get_lateness(b) or a.number is None or b.number is None:
        return None
    return lower_first(get_lateness(a), get_lateness(b))


# II.E: length of weapon.


def coming_before_blow(state: State, move: Deed, blow: Deed) -> Decision | None:
    """Put a move before the blow on entering that is aimed at its doer.

    The blow waits until the mover is there.
    """
    return before() if get_lateness(move) == get_lateness(blow) and is_coming_upon(state, move, blow) else None


def is_coming_upon(state: State, move: Deed, blow: Deed) -> bool:
    """Return whether a move leads to the combatant that strikes at its doer on entering.

    A move to a place may lead there, too. A move after a blow that was struck from there does not. After any other act
    it does only if nobody comes to the mover.
    """
    if (
        not is_coming(move)
        or not is_entering(blow)
        or not is_aimed_at(blow, move)
        or (move.targets and not is_aimed_at(move, blow))
    ):
        return False
    acts = [each for each in list_earlier_in_turn(state, move) if is_fight(each)]
    met = blow.slot is None or not move.targets
    if any(is_blow(each) and (met or is_aimed_at(each, blow)) for each in acts):
        return False
    return not acts or not any(is_coming(each) for each in list_earlier_in_turn(state, blow))


def list_earlier_in_turn(state: State, deed: Deed) -> list[Deed]:
    """Return the deeds that the doer of a deed does before it in the same turn."""
    own = [each for each in (*state.pending, *state.done) if each.who == deed.who and each.slot is not None]
    return [each for each in own if (each.slot or 0) < (deed.slot or 0)]


def longer_weapon_first(state: State, a: Blow, b: Blow) -> Decision | None:
    """Put the longer weapon first when somebody enters, and equal lengths by count.

    A blow that was brought forward against one who strikes at another comes first, too ("any opponent").
    """
    if get_lateness(a) != get_lateness(b):
        return None
    mine, theirs = (
        get_length_at_entry(state, each.who, state.combatants[each.who].weapon(each.weapon)) for each in (a, b)
    )
    if is_aimed_at(a, b) and is_aimed_at(b, a):
        return lower_first(a.initiative, b.initiative) if mine == theirs else lower_first(theirs, mine)
    if is_brought_forward_at(a, b) or is_brought_forward_at(b, a):
        return lower_first(theirs, mine)
    return None


def is_brought_forward_at(blow: Blow, other: Blow) -> bool:
    """Return whether a blow on entering was brought forward against the doer of another blow."""
    return blow.slot is None and is_entering(blow) and is_aimed_at(blow, other)


def braced_by_count(state: State, weapon_set: Deed, coming: Deed) -> Decision | None:
    """Order the setting of a weapon, and a combatant that comes upon it, by their counts."""
    if not is_counted(weapon_set, coming):
        return None
    if weapon_set.number == coming.number and not is_tie(state, weapon_set, coming):
        return None
    return by_count(weapon_set, coming, *cite_considered(weapon_set, coming))


def setter_and_blow(state: State, weapon_set: Deed, blow: Deed) -> Decision | None:
    """Put the setting of a weapon together with a blow on entering on the same count."""
    found = is_only_moving_beside(state, weapon_set, blow)
    return by_count(weapon_set, blow, *cite_considered(weapon_set, blow)) if found else None


def armed_first(state: State, a: Blow, b: Blow) -> Decision | None:
    """Put the armed before the unarmed in their exchange."""
    if get_lateness(a) != get_lateness(b) or not (is_aimed_at(a, b) and is_aimed_at(b, a)):
        return None
    mine, theirs = (is_armed(state, each.who, state.combatants[each.who].weapon(each.weapon)) for each in (a, b))
    if mine == theirs:
        return None
    return before() if mine else after()


# II.F: ties.


def tied_together(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put deeds on one count together, unless an option for ties decides."""
    if a.number != b.number or not is_counted(a, b) or is_either(is_spell, a, b) or is_braced(a, b):
        return None
    return by_count(a, b, *cite_adjusted(state, a, b), *cite_considered(a, b)) if is_tie(state, a, b) else None


def mover_and_act(state: State, mover: Deed, act: Deed) -> Decision | None:
    """Put a combatant that only moves together with the act on the same count."""
    if is_spell(act) or is_braced(mover, act) or not is_only_moving_beside(state, mover, act):
        return None
    return by_count(mover, act, *cite_adjusted(state, mover, act), *cite_considered(mover, act))


# II.G: options for ties.


def lower_speed_factor_first(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put the lower speed factor first in a tie (by option)."""
    if not get_settings(state).tie_wsf or not is_tie_of_acts(state, a, b):
        return None
    mine, theirs = get_speed_factor(state, a), get_speed_factor(state, b)
    return lower_first(mine, theirs) if mine is not None and theirs is not None else None


def more_attacks_first(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put the deed with more attacks with a weapon first in a tie (by option)."""
    mine, theirs = count_weapon_attacks(state, a), count_weapon_attacks(state, b)
    if mine == theirs or not get_settings(state).tie_more_attacks or not is_tie_of_acts(state, a, b):
        return None
    return lower_first(-mine, -theirs)


def count_weapon_attacks(state: State, attack: Deed) -> int:
    """Return the attacks of a deed that count in a tie: claws and the like are one (II.G)."""
    weapon = state.combatants[attack.who].weapon(attack.weapon) if isinstance(attack, Attack) else None
    return 1 if weapon is not None and weapon.natural else attack.routines


def blow_against_completion(state: State, blow: Deed, spell: Completion) -> Decision | None:
    """Compare the speed factor of a weapon with a casting time in a tie (by option)."""
    factor = get_speed_factor(state, blow)
    if factor is None or not get_settings(state).tie_spell_strike or not is_tie_of_acts(state, blow, spell):
        return None
    return lower_first(factor, get_casting_time(state, spell))


def shot_against_completion(state: State, shot: Deed, spell: Completion) -> Decision | None:
    """Put a missile before a spell that takes longer than its side's die in a tie (by option)."""
    casting, die = get_casting_time(state, spell), get_initiative_die(state, spell.who)
    if casting <= die or not get_settings(state).tie_spell_missile or not is_tie_of_acts(state, shot, spell):
        return None
    return before(numbers=f"{casting} > {die}")


def get_casting_time(state: State, spell: Completion) -> int:
    """Return the casting time of a spell in segments."""
    known = state.combatants[spell.who].spell(spell.order.spell)
    return known.casting if known is not None else SEGMENTS


# III, turns, and what the text does not treat.


def ready_together(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put together what is done before any count."""
    return together() if a.number is None or b.number is None else None


def own_turn_in_order(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put the deeds of one turn in their order."""
    one, other = a.slot or 0, b.slot or 0
    if one == other or are_in_one_moment(state, a, b):
        return None
    return before() if one < other else after()


def own_turn_in_one_moment(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put the deeds of one turn together, where a tie makes them one moment."""
    return together() if a.slot != b.slot and are_in_one_moment(state, a, b) else None


def withdrawn_last(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put what a combatant that disengages still does at the end of the order."""
    last = LATE[FullRound] in (get_lateness(a), get_lateness(b))
    return None if last else later_last(a, b)


def waits_for_event(state: State, waiting: Deed, awaited: Deed) -> Decision | None:
    """Put a combatant that waits directly after the event awaited."""
    return after()


# II.F: all that is done on one count is done together, and a turn with all its parts.


def is_tie(state: State, a: Deed, b: Deed) -> bool:
    """Return whether two deeds on one count are done together.

    Acts tie with acts, and movement with movement. A move that leads up to an act ties with whatever the act ties with.
    """
    mine, theirs = list_turn_on_count(state, a), list_turn_on_count(state, b)
    if a in list_after_act(mine) or b in list_after_act(theirs):
        return False
    act, other = find_act(mine), find_act(theirs)
    if a == act and b == other:
        return decided_by_option(state, a, b) is None
    if b == other:
        return act is not None and is_one_moment(state, mine) and is_together(state, act, b)
    if a == act:
        return other is not None and is_one_moment(state, theirs) and is_together(state, other, a)
    first = mine[0] == a and theirs[0] == b
    return first and not is_one_moment(state, mine) and not is_one_moment(state, theirs)


def is_only_moving_beside(state: State, mover: Deed, act: Deed) -> bool:
    """Return whether the doer of one deed only moves on the count on which another acts."""
    if mover.number != act.number or not is_counted(mover, act):
        return False
    mine, theirs = list_turn_on_count(state, mover), list_turn_on_count(state, act)
    if find_act(mine) is not None or act != find_act(theirs) or mine[0] != mover:
        return False
    return theirs[0] == act or is_one_moment(state, theirs)


def are_in_one_moment(state: State, a: Deed, b: Deed) -> bool:
    """Return whether two deeds of one turn are done in one moment."""
    turn = list_turn_on_count(state, a)
    later = list_after_act(turn)
    return b in turn and a not in later and b not in later and is_one_moment(state, turn)


def list_turn_on_count(state: State, deed: Deed) -> list[Deed]:
    """Return the deeds of the same doer on the same count, in the order of its turn."""
    known = (deed, *state.pending, *state.done)
    mine = {each.id: each for each in known if each.who == deed.who and get_timing(each) == get_timing(deed)}
    return sorted(mine.values(), key=lambda each: each.slot or 0)


def get_timing(deed: Deed) -> tuple[int | None, int]:
    """Return the count of a deed, and how far beyond everybody's turn it is."""
    return deed.number, get_lateness(deed)


def find_act(turn: Sequence[Deed]) -> Deed | None:
    """Return the deed of a turn that ties go by.

    It is the attack or casting, else the last deed that is no movement.
    """
    fights = [each for each in turn if is_fight(each)]
    acts = [each for each in turn if not is_movement(each)]
    found = fights[:1] or acts[-1:]
    return found[0] if found else None


def list_before_act(turn: Sequence[Deed]) -> Sequence[Deed]:
    """Return the deeds of a turn that lead up to its act."""
    act = find_act(turn)
    return turn[: turn.index(act)] if act is not None else []


def list_after_act(turn: Sequence[Deed]) -> Sequence[Deed]:
    """Return the deeds of a turn that come after its act."""
    act = find_act(turn)
    return turn[turn.index(act) + 1 :] if act is not None else turn[1:]


def is_one_moment(state: State, turn: Sequence[Deed]) -> bool:
    """Return whether a tied combatant moves and acts in one moment with those it ties with.

    It does not where length of weapon can come between its move and its blow.
    """
    act, leading = find_act(turn), list_before_act(turn)
    if act is None or not leading or not all(is_lead(each) for each in leading):
        return False
    if can_be_forestalled(state, act, leading):
        return False
    tied = [each for each in (*state.pending, *state.done) if is_aimed_tie(state, act, each)]
    if any(is_coming_between(state, lead, each) for lead in leading for each in tied):
        return False
    return any(is_together(state, act, each) for each in tied)


def can_be_forestalled(state: State, act: Deed, leading: Sequence[Deed]) -> bool:
    """Return whether an opponent that a doer comes upon could strike before its act (II.E).

    A target whose act on the count is neither a blow nor the setting of a weapon cannot.
    """
    if not is_blow(act):
        return False
    armed = is_armed(state, act.who, state.combatants[act.who].weapon(act.weapon))
    if not is_entering(act) and armed:
        return False
    known = (*state.pending, *state.done)
    theirs = [each for each in known if each.who == act.targets[0] and get_timing(each) == get_timing(act)]
    own = find_act(sorted(theirs, key=lambda each: each.slot or 0))
    if own is None or is_blow(own) or is_weapon_set(own):
        return True
    move = next((each for each in reversed(leading) if isinstance(each, Move | Charge)), None)
    return move is not None and bool(list_bearers(state, act, find_goal(state, move).place))


def is_aimed_tie(state: State, one: Deed, other: Deed) -> bool:
    """Return whether deeds of two sides come on one count and one is aimed at the other's doer.

    The other's doer is not hidden.
    """
    mine, theirs = state.combatants[one.who], state.combatants[other.who]
    apart = mine.side != theirs.side and not theirs.hidden
    return apart and get_timing(one) == get_timing(other) and (is_aimed_at(one, other) or is_aimed_at(other, one))


def is_tie_of_acts(state: State, a: Deed, b: Deed) -> bool:
    """Return whether two deeds on one count are each the act of a turn."""
    if get_timing(a) != get_timing(b):
        return False
    return a == find_act(list_turn_on_count(state, a)) and b == find_act(list_turn_on_count(state, b))


def is_together(state: State, act: Deed, other: Deed) -> bool:
    """Return whether the acts of two turns on one count are a tie that nothing decides."""
    if find_act(list_turn_on_count(state, other)) != other:
        return False
    found = decided_by_arms(state, act, other) or decided_by_option(state, act, other)
    return found is None or found.relation is Relation.TOGETHER


def is_coming_between(state: State, a: Deed, b: Deed) -> bool:
    """Return whether one of two deeds is a blow that waits for the other's doer to come (II.E)."""
    return get_lateness(a) == get_lateness(b) and (is_coming_upon(state, a, b) or is_coming_upon(state, b, a))


def decided_by_arms(state: State, a: Deed, b: Deed) -> Decision | None:
    """Return the decision of length and arms on two deeds, either way round (II.E)."""
    if is_coming_between(state, a, b):
        return before()
    if not is_blow(a) or not is_blow(b):
        return None
    found = longer_weapon_first(state, a, b) if is_either(is_entering, a, b) else None
    return found or armed_first(state, a, b)


def decided_by_option(state: State, a: Deed, b: Deed) -> Decision | None:
    """Return the decision of an option for ties on two acts, either way round (II.G)."""
    if is_attack(a) and is_attack(b):
        return more_attacks_first(state, a, b) or lower_speed_factor_first(state, a, b)
    attack, spell = (a, b) if is_spell(b) else (b, a)
    if not is_spell(spell) or not is_attack(attack):
        return None
    if is_blow(attack):
        return blow_against_completion(state, attack, spell)
    return shot_against_completion(state, attack, spell)


# Clauses that were considered without deciding, cited beside the rule that decides.


def cite_considered(a: Deed, b: Deed) -> tuple[str, ...]:
    """Return the clauses that the order by counts cites for deeds of these kinds."""
    if is_attack(a) and is_attack(b):
        return ("III.B", "TURN.2") if a.routines != b.routines else ("III.B",)
    cited: tuple[str, ...] = ()
    if is_either(is_untreated, a, b):
        cited = (*cited, "GAP.1")
    if is_either(is_flight, a, b) and not is_either(is_spell, a, b):
        cited = (*cited, "WD.FLEE.1")
    return cited


def cite_adjusted(state: State, a: Deed, b: Deed) -> tuple[str, ...]:
    """Return II.B where a combatant's own adjustment puts it elsewhere than its side's die."""
    own = (each.initiative != state.initiative.get(state.combatants[each.who].side) for each in (a, b))
    return ("II.B.effect",) if state.round > 0 and any(own) else ()


SEQUENCE, WAITING, LENGTH, ARMED, COUNT, TIES, MOVES = 90, 80, 70, 60, 50, 40, 30
"""Ranks of rules, the highest first. They are: a combatant's own sequence, waiting, length of weapon at entry,
arms against none, counts, and options for ties. The last, ``MOVES``, is for a combatant that only moves on the count
on which another acts."""

RULES = (
    Rule("II.A.order", COUNT, is_any, is_any, lower_count_first),
    Rule("II.C.casting", COUNT, is_spell, is_any, casting_by_count, also=("II.D",)),
    Rule("II.C.casting", MOVES, is_movement, is_spell, mover_and_completion, also=("II.D", "II.F")),
    Rule("II.C.full", COUNT, is_any, is_any, full_round_last),
    Rule("II.E", SEQUENCE, is_coming, is_entering, coming_before_blow),
    Rule("II.E", LENGTH, is_entering, is_blow, longer_weapon_first),
    Rule("II.E", COUNT, is_weapon_set, is_comer, braced_by_count),
    Rule("II.E", MOVES, is_weapon_set, is_entering, setter_and_blow),
    Rule("II.E.unarmed", ARMED, is_blow, is_blow, armed_first),
    Rule("II.F", COUNT, is_any, is_any, tied_together, also=("II.A.sim",)),
    Rule("II.F", MOVES, is_movement, is_any, mover_and_act, also=("II.A.sim",)),
    Rule("II.G.wsf", TIES, is_attack, is_attack, lower_speed_factor_first),
    Rule("II.G.attacks", TIES, is_attack, is_attack, more_attacks_first, also=("TURN.3",)),
    Rule("II.G.strike", TIES, is_blow, is_spell, blow_against_completion, also=("II.D",)),
    Rule("II.G.missile", TIES, is_shot, is_spell, shot_against_completion, also=("II.D",)),
    Rule("III.A", COUNT, is_any, is_any, ready_together, also=("II.A.sim",)),
    Rule("TURN.1", SEQUENCE, is_any, is_any, own_turn_in_order, Pair.OWN),
    Rule("TURN.1", COUNT, is_any, is_any, own_turn_in_one_moment, Pair.OWN, also=("II.F",)),
    Rule("WD.DR.4", COUNT, is_any, is_any, withdrawn_last),
    Rule("GAP.1", WAITING, is_any, is_any, waits_for_event, Pair.WAITING),
)
"""The rules on which deed goes first, in the text's order."""

TABLE = PrecedenceTable(RULES, ids, ordered=is_done)


# The general order.


def build_sort_key(state: State, deed: Deed) -> Sortable:
    """Return the sort key in the general order: how late in the round, then the count.

    On a count of both sides a blow out of turn (II.E) comes before what is done together (II.F).
    """
    number = 0 if deed.number is None else deed.number
    return (get_lateness(deed), number, deed.slot is not None and _is_count_of_both_sides(state, number))


def _is_count_of_both_sides(state: State, number: int) -> bool:
    if state.round > 0 and list(state.initiative.values()).count(number) < 2:
        return False  # each side or combatant on a count has a number of its own
    seen = [each for each in state.combatants.values() if not each.hidden]
    return len({each.side for each in seen if get_count(state, each.id) == number}) > 1


def is_shared(state: State, deed: Deed) -> bool:
    """Return whether a deed ties: on a count on which a foe acts too, or before any count.

    A spell that is complete on a count is an act on it. A deed at the end of the order is tied where its doer and a foe
    have the same count. Hidden foes tie with nobody.
    """
    if deed.number is None:
        return True
    late = get_lateness(deed)
    at = get_count(state, deed.who) if late else deed.number
    acting: list[CombatantId] = []
    if not late:
        acting = [each.who for each in (*state.pending, *state.done) if each.number == at and not get_lateness(each)]
    if may_share_count(state, deed.who, at):
        acting += [who for who in state.combatants if get_count(state, who) == at]
    side = state.combatants[deed.who].side
    return any((each := state.combatants[who]).side != side and not each.hidden for who in acting)


ORDER = Order(precede=TABLE.precede, bands=(), key=build_sort_key, shared=is_shared, pairwise=False)
