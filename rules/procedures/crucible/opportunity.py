"""Attacks of opportunity (III.C, III.F and their section): what draws them, and the blow."""

from collections.abc import Generator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import isqrt
from typing import Any

from rules.kernel.battlefield import measure_between, measure_distance, move_combatant, relocate_combatant
from rules.kernel.effects import Answer, Ask, Facts
from rules.kernel.events import Event
from rules.kernel.forms import Choice, Field, Form, OneOf, SomeOf, build_yes_or_no
from rules.kernel.frozen import evolve
from rules.kernel.hiding import is_unseen_by
from rules.kernel.procedure import Table
from rules.kernel.stat_block import Weapon
from rules.kernel.state import Combatant, OpenQuestion, State
from rules.kernel.terms import CombatantId, Place
from rules.procedures.adnd.accepting import read_targets
from rules.procedures.adnd.blows import strike
from rules.procedures.adnd.deed_types import BlowAtBack, OpportunityBlow
from rules.procedures.adnd.moments import HIT, Join, Need, Resolving, Split
from rules.procedures.adnd.orders.avoid import Avoid
from rules.procedures.adnd.orders.base import ApproachTarget, list_steps
from rules.procedures.adnd.orders.strike import Strike
from rules.procedures.adnd.orders.wait import Await
from rules.procedures.adnd.state import are_engaged, separate
from rules.procedures.crucible.numbers import (
    SQUARE,
    STANDING,
    compute_reach,
    get_count,
    is_beyond,
    is_in_reach,
    is_surprised,
)
from rules.procedures.crucible.options import get_settings, ids
from rules.procedures.crucible.state import get_turn, note_place_left, with_turn

EARLIER = 10
"""The number of phases by which an interruption is resolved ahead of the rest of a moment."""

ACTS = {"casting": "casts", "shooting": "shoots", "flight": "runs away", "moving": "moves"}
"""What draws an attack, in words; without a choice those who do an earlier one are struck first."""

SEVERAL = "several"
"""What leads to a question about several who draw attacks."""

LEAVING = ("flee", "disengage", "surrender")
"""Ways of avoiding by which a combatant no longer threatens anybody."""


def may_strike_now(state: State, foe: Combatant) -> bool:
    """Return whether a combatant could make an attack of opportunity at all.

    It is able, armed with something, not surprised, not casting, and not leaving the fight.
    """
    declared = state.declared.get(foe.id)
    return (
        foe.able
        and find_best_weapon(foe) is not None
        and not is_surprised(state, foe.id)
        and foe.casting is None
        and not (isinstance(declared, Avoid) and declared.avoid in LEAVING)
    )


def count_left(state: State, foe: Combatant) -> int:
    """Return the attacks of opportunity that a combatant has left this round (III.F.once)."""
    return get_settings(state).aoo_per_round - len(get_turn(foe).opportunity_targets)


def find_best_weapon(foe: Combatant) -> Weapon | None:
    """Return the weapon with the best bonus to hit; of equals the weapon in hand (III.F)."""
    weapons = [
        each for each in foe.list_weapons_left() if each.melee and (foe.in_hand or each.natural or each.id == "fist")
    ]
    return max(weapons, key=lambda each: (each.hit_bonus, each.id == foe.in_hand), default=None)


def list_threatening(state: State, who: CombatantId) -> list[Combatant]:
    """Return the foes that could strike at a combatant, and that have it within reach."""
    return [foe for foe in state.list_foes(who) if may_strike_now(state, foe) and is_in_reach(state, foe.id, who)]


def list_seen_threatening(state: State, who: CombatantId) -> list[Combatant]:
    """Return the foes that threaten a combatant as far as it sees them."""
    return [foe for foe in list_threatening(state, who) if not is_unseen_by(state, foe.id, who)]


# Places of the others: on a count all act at once (II.F).


def as_begun(table: Table, who: CombatantId) -> State:
    """Return the state as the moment began, with one combatant as it is by now."""
    now = table.state.combatants[who]
    if table.began.combatants[who] is now:
        return table.began
    return evolve(table.began, combatants={**table.began.combatants, who: now})


def as_count_began(state: State, who: CombatantId) -> State:
    """Return the state with others whose turn is on this count where that turn began."""
    back = {
        each.id: evolve(each, place=get_turn(each).places_left[0])
        for each in state.combatants.values()
        if each.id != who
        and get_turn(each).taken
        and get_turn(each).places_left
        and get_count(state, each.id) == state.clock
    }
    return evolve(state, combatants={**state.combatants, **back}) if back else state


def list_threatening_act(state: State, who: CombatantId) -> list[Combatant]:
    """Return the foes that threaten a combatant as it acts.

    Foes that have only come on the same count are left out.
    """
    before = [foe.id for foe in list_threatening(as_count_began(state, who), who)]
    return [foe for foe in list_threatening(state, who) if foe.id in before]


# Acts that draw an attack of opportunity.


def list_drawn_by_shooting(
    state: State, who: CombatantId, target: CombatantId, *, foreseen: bool = False
) -> list[Combatant]:
    """Return the foes that a shot gives an attack of opportunity (III.C).

    The shot is at an adjacent opponent that attacks the shooter in melee; by option also past such an opponent at
    another. An opponent that has not declared yet counts. If ``foreseen``, so does one whose turn is on this count:
    what it has declared is secret.
    """
    past = get_settings(state).aoo_shooting_other
    return [
        foe
        for foe in list_threatening_act(state, who)
        if (past or foe.id == target)
        and ((foreseen and get_count(state, foe.id) == state.clock) or is_attacking(state, foe.id, who))
    ]


def is_attacking(state: State, foe: CombatantId, who: CombatantId) -> bool:
    """Return whether a foe's own attack of the round goes at a combatant.

    It may go there yet where the foe has declared nothing, or waits.
    """
    declared = state.declared.get(foe)
    if declared is None or isinstance(declared, Await):
        return True
    return any(isinstance(step, Strike | ApproachTarget) and who in step.targets for step in list_steps(declared))


def list_drawn_by_moving(state: State, who: CombatantId, goal: Place, *, limited: bool = False) -> list[Combatant]:
    """Return the foes that a move gives an attack of opportunity (III.F, STEP.2).

    The move leads more than five feet while remaining in their reach. All moves of a turn are judged together.

    ``limited`` is for a combatant that can move no more than five feet. Its five feet count, too, unless the option
    ``limited_move_aoo`` is off.
    """
    near = list_threatening(state, who) if limited and get_settings(state).limited_move_aoo else []
    return [
        foe
        for foe in state.list_foes(who)
        if may_strike_now(state, foe) and (foe in near or _is_moving_within_reach(state, who, goal, foe))
    ]


def _is_moving_within_reach(state: State, who: CombatantId, goal: Place, foe: Combatant) -> bool:
    me, covered = state.combatants[who], _compute_reach_toward(state, foe, who)
    now = compute_length_inside(me.place, goal, foe.place, covered)
    if not now:
        return False
    way = (*get_turn(me).places_left, me.place)
    before = [compute_length_inside(start, end, foe.place, covered) for start, end in pairwise(way)]
    return is_beyond(sum(before) + now, SQUARE)


def with_combatant_moved(state: State, who: CombatantId, goal: Place) -> State:
    """Return the state with a combatant at a place, and out of the fights it leaves by that."""
    return _leave_fights(note_place_left(state, move_combatant(state, who, goal), who), who)


def with_combatant_relocated(state: State, who: CombatantId, goal: Place) -> State:
    """Return the state with a combatant where magic puts it, out of the fights that it leaves."""
    return _leave_fights(with_turn(relocate_combatant(state, who, goal), who, places_left=()), who)


def _leave_fights(state: State, who: CombatantId) -> State:
    return separate(state, who, [foe.id for foe in list_parted(state, who)])


def list_parted(state: State, who: CombatantId) -> list[Combatant]:
    """Return the foes engaged with a combatant that are out of each other's reach by now."""
    mine = compute_reach(state.combatants[who])
    return [
        foe
        for foe in state.list_foes(who)
        if are_engaged(state, who, foe.id) and measure_distance(state, who, foe.id) > max(mine, compute_reach(foe))
    ]


def _compute_reach_toward(state: State, foe: Combatant, who: CombatantId) -> int:
    gap = measure_distance(state, foe.id, who)
    near = gap <= STANDING and are_engaged(state, foe.id, who)
    return max(compute_reach(foe), gap) if near else compute_reach(foe)


def compute_length_inside(start: Place, goal: Place, centre: Place, radius: int) -> int:
    """Return the length of the way from start to goal that lies within a radius of a place.

    All lengths are in hundredths of a foot.
    """
    way = (goal[0] - start[0], goal[1] - start[1])
    off = (start[0] - centre[0], start[1] - centre[1])
    a = way[0] ** 2 + way[1] ** 2
    b = 2 * (off[0] * way[0] + off[1] * way[1])
    c = off[0] ** 2 + off[1] ** 2 - radius**2
    under = b * b - 4 * a * c
    if a == 0 or under <= 0:
        return 0
    root = isqrt(under)
    first = max(Fraction(0), Fraction(-b - root, 2 * a))
    last = min(Fraction(1), Fraction(-b + root, 2 * a))
    return int(max(Fraction(0), last - first) * measure_between(start, goal))


# The blow.


def build_opportunity_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form: strike out of turn, or not.

    None where nothing is left to decide: the combatant cannot strike any more.
    """
    me = state.combatants[question.who]
    if not may_strike_now(state, me) or count_left(state, me) < 1:
        return None
    price = _describe_price(state, me, question)
    targets = [each for each in list_provoking(question.facts) if state.combatants[each].able]
    if len(targets) < 2:
        return build_yes_or_no("Make an attack of opportunity?", yes="Strike now", no="Let it pass", yes_price=price)
    at_whom = _build_target_field(state, me, targets, question.facts["acts"])
    choices = (Choice("yes", "Strike now", price, then=lambda: [at_whom]), Choice("no", "Let it pass"))
    return Form((OneOf("choice", "Make an attack of opportunity?", choices),))


def _build_target_field(state: State, me: Combatant, targets: Sequence[CombatantId], acts: object) -> Field:
    """Return the field for those that are struck, of several who draw an attack in one moment."""
    assert isinstance(acts, Mapping)
    choices = [Choice(each, state.combatants[each].name, ACTS[acts[each]]) for each in targets]
    most = min(count_left(state, me), len(targets))
    if most > 1:
        return SomeOf("target", "At whom?", choices, most=most)
    return OneOf("target", "At whom?", choices, optional=True, unsaid=targets[0])


def list_provoking(facts: Facts) -> Sequence[CombatantId]:
    """Return those who provoke an attack in one moment, by the facts of a question."""
    targets = facts.get("targets")
    return [str(each) for each in targets] if isinstance(targets, list | tuple) else []


def _describe_price(state: State, me: Combatant, question: OpenQuestion) -> str:
    """Return the words for the weapon of the blow, and for what is given up by it."""
    weapon = find_best_weapon(me)
    words = [f"one blow, {weapon.name.lower()}"] if weapon is not None else []
    words += ["your last out of turn this round"] if count_left(state, me) <= 1 else []
    words += ["you cannot pursue"] if question.facts.get("what") == "flight" else []
    return "; ".join(words)


def offer_attacks(
    table: Table, who: CombatantId, foes: Sequence[Combatant], what: str, clauses: tuple[str, ...]
) -> Resolving:
    """Ask each of these foes to strike at once; those that agree strike one blow.

    Each finds the combatant as it was before the blows of all. Nobody is asked because of a combatant that is hidden.
    """
    state = table.state
    ready = [foe.id for foe in foes if _count_left_in_moment(table, foe.id) > 0]
    if not ready or state.combatants[who].hidden:
        return
    asks = [
        Ask("opportunity", foe, {"choice": "yes"}, facts={"by": who, "what": what}, clauses=clauses) for foe in ready
    ]
    answers = yield from ask_hidden_apart(table, HIT - 2, asks, partial(_join_questions, table))
    seen = table.state
    for foe in ready:
        if answers[foe]["choice"] == "yes":
            yield from _resolve_at_once(_strike_out_of_turn(table, seen, foe, who, what, clauses))


def _join_questions(table: Table, asks: Sequence[Ask]) -> tuple[Ask, Split]:
    """Return one question for those of one combatant about all who provoke it in one moment.

    Which of them it strikes at is its choice (III.F.once). Without one it is at casters before others, and at the
    nearest.
    """
    state, who = table.state, asks[0].who
    acts = {str(each.facts["by"]): str(each.facts["what"]) for each in asks}
    targets = sorted(acts, key=lambda each: (list(ACTS).index(acts[each]), measure_distance(state, who, each)))
    facts = {"what": SEVERAL, "targets": targets, "acts": acts}
    clauses = (*(clause for each in asks for clause in each.clauses), *ids("III.F.once"))

    def split(answer: Answer) -> Sequence[Answer]:
        able = [each for each in targets if table.state.combatants[each].able]
        struck = read_targets(answer) or able[: _count_left_in_moment(table, who)]
        chosen = struck if answer["choice"] == "yes" else ()
        return [{"choice": "yes" if each.facts["by"] in chosen else "no"} for each in asks]

    return Ask(asks[0].question, who, asks[0].default, facts, tuple(dict.fromkeys(clauses))), split


def ask_hidden_apart(
    table: Table, phase: int, asks: Sequence[Ask], join: Join | None = None
) -> Generator[Event | Need, Any, dict[str, Answer]]:
    """Ask these questions, each of another combatant; return the answers by combatant.

    Those who are hidden are asked apart and at once, so that the moment goes on as if they were not there.
    """
    hidden = [ask for ask in asks if table.state.combatants[ask.who].hidden]
    answers: dict[str, Answer] = {}
    for group, at_once in ((hidden, True), ([ask for ask in asks if ask not in hidden], False)):
        given = (yield Need(phase, group, at_once, join)) if group else []
        answers |= {ask.who: answer for ask, answer in zip(group, given, strict=True)}
    return answers


def _count_left_in_moment(table: Table, who: CombatantId) -> int:
    """Return the attacks of opportunity left, less those of the moment in play."""
    return count_left(table.began, table.began.combatants[who]) - table.claimed.count(who)


def _resolve_at_once(resolving: Resolving) -> Resolving:
    """Resolve something wholly before any other deed of the moment rolls."""
    given: object = None
    while True:
        try:
            yielded = resolving.send(given)
        except StopIteration:
            return
        given = (yield Need(yielded.phase - EARLIER, yielded.effects)) if isinstance(yielded, Need) else (yield yielded)


def _strike_out_of_turn(
    table: Table, seen: State, foe: CombatantId, who: CombatantId, what: str, clauses: tuple[str, ...]
) -> Resolving:
    me = table.state.combatants[foe]
    weapon = find_best_weapon(me)
    if weapon is None or not me.able or _count_left_in_moment(table, foe) < 1:
        return
    table.claimed.append(foe)
    kind = BlowAtBack if what == "flight" else OpportunityBlow
    deed = kind(
        id=f"{foe}:opportunity",
        who=foe,
        targets=(who,),
        number=table.state.clock,
        weapon=weapon.id,
        mode="melee",
        what=what,
    )
    cited = ids("AoO.2", "AoO.4", "III.F.bonus", "III.F.once")
    yield from strike(table, deed, (*clauses, *cited), seen=seen)
