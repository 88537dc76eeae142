"""Withdrawal: falling back, disengaging, flight, surrender; following and pursuit; morale."""

from typing import Any

from rules.kernel import events as e
from rules.kernel.battlefield import find_place_toward, measure_between, measure_distance, to_feet
from rules.kernel.effects import Ask, Roll, Rolled
from rules.kernel.forms import Form, build_yes_or_no
from rules.kernel.frozen import evolve
from rules.kernel.perception import keep_counted
from rules.kernel.procedure import Play, Table
from rules.kernel.state import Combatant, OpenQuestion, State
from rules.kernel.terms import DM, CombatantId, Place, SideId
from rules.procedures.adnd.deed_types import Blow, Shot
from rules.procedures.adnd.effects import ask_effect
from rules.procedures.adnd.moments import EFFECT, HIT, Need, Resolving, Telling
from rules.procedures.adnd.movement import describe_pace, find_place_away_from_foes
from rules.procedures.adnd.opening import check_morale
from rules.procedures.adnd.orders.avoid import Flight
from rules.procedures.crucible import opportunity
from rules.procedures.crucible.acts import leave
from rules.procedures.crucible.deeds import is_disengaging
from rules.procedures.crucible.events import HeldToCourse
from rules.procedures.crucible.numbers import (
    SQUARE,
    compute_ground_left,
    compute_pace,
    find_weapon_in_hand,
    is_in_reach,
    is_played,
)
from rules.procedures.crucible.options import get_settings, ids
from rules.procedures.crucible.restrictions import forbid_morale

FALLING_BACK = 2 * SQUARE
EVERYTHING = 100
SIZES = ("S", "M", "L")


def resolve_avoid(table: Table, deed: Flight, clauses: tuple[str, ...]) -> Resolving:
    """Resolve one of the four ways out of a fight."""
    ways = {"flee": _flee, "fall_back": _fall_back, "disengage": _disengage, "surrender": _surrender}
    yield from ways[deed.order.way](table, deed, clauses)


def _go(table: Table, deed: Flight, far: int, clauses: tuple[str, ...], rolls: tuple[Rolled, ...] = ()) -> Telling:
    state = opportunity.as_begun(table, deed.who)
    me = state.combatants[deed.who]
    goal = find_place_away_from_foes(state, deed, far)
    gone = to_feet(measure_between(me.place, goal))
    yield e.Fled(
        who=me.id,
        to=goal,
        feet=gone,
        manner=deed.order.way,
        working=describe_pace(me),
        rolls=rolls,
        clauses=clauses,
        segment=deed.number,
    )


# Falling back, fighting (FB).


def _fall_back(table: Table, deed: Flight, clauses: tuple[str, ...]) -> Resolving:
    """Step back at most ten feet, front to the enemy; the enemy chooses at once about following.

    A combatant that has not fought may parry first.
    """
    fought = any(each.who == deed.who and isinstance(each, (Blow, Shot)) for each in table.state.done)
    if not fought:
        yield from _offer_parry(table, deed)
    yield from _give_ground(table, deed, (*clauses, *ids("WD.FB.1", "WD.FB.2", "WD.FB.7")))


def _offer_parry(table: Table, deed: Flight) -> Resolving:
    answers = yield Need(
        HIT - 2, [Ask("parry", deed.who, {"choice": "no"}, facts={"by": deed.who}, clauses=ids("WD.FB.3"))]
    )
    if answers[0]["choice"] != "yes":
        return
    state = table.state
    me = state.combatants[deed.who]
    foe = next((each for each in opportunity.list_threatening(state, me.id) if not each.hidden), None)
    how = get_settings(state).parry_effect
    bonus = 0
    if how == "subtract-hit-bonus":
        weapon = find_weapon_in_hand(me)
        bonus = max(0, me.stat_block.attack.strength_hit + (weapon.hit_bonus if weapon is not None else 0))
    elif how == "lakofka" and foe is not None:
        bonus = _compute_parry_bonus(me, foe)
    yield e.Parried(
        who=me.id, against=foe.id if foe is not None else "", bonus=bonus, clauses=ids("WD.FB.3"), segment=deed.number
    )
    if how == "dm":
        yield from ask_effect(table, {"what": "parry", "by": me.id, "targets": [me.id]}, ids("WD.FB.3"))


def _compute_parry_bonus(me: Combatant, foe: Combatant) -> int:
    """Return the parry bonus by weapon size: 1 against a larger, 2 equal, 3 against a smaller."""
    mine, theirs = find_weapon_in_hand(me), find_weapon_in_hand(foe)
    if mine is None or theirs is None:
        return 0
    one, other = SIZES.index(mine.size), SIZES.index(theirs.size)
    return 2 if one == other else 3 if one > other else 1


def build_parry_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form: parry instead of attacking, or fight on. None if it cannot act."""
    if not state.combatants[question.who].able:
        return None
    return build_yes_or_no("Parry instead of attacking?", yes="Parry", no="Fight on")


def _give_ground(table: Table, deed: Flight, clauses: tuple[str, ...]) -> Resolving:
    state = opportunity.as_begun(table, deed.who)
    near = _list_followers(state, deed.who)
    far = compute_ground_given(state, deed)
    goal = find_place_away_from_foes(state, deed, far)
    drawn = opportunity.list_drawn_by_moving(state, deed.who, goal)
    yield from opportunity.offer_attacks(table, deed.who, drawn, "moving", ids("III.F"))
    if not table.state.combatants[deed.who].able:
        return
    before = table.state.combatants[deed.who].place
    yield from _go(table, deed, far, clauses)
    if near:
        yield from _offer_to_follow(table, deed, near, before)
    yield from leave(table, deed.who, ids("WD.FB.5", "WD.FB.10"))


def _list_followers(state: State, who: CombatantId) -> list[CombatantId]:
    """Return the foes that may follow a combatant: those that have it within reach.

    Nobody follows a combatant that is hidden.
    """
    if state.combatants[who].hidden:
        return []
    return [foe.id for foe in state.list_foes(who) if foe.able and is_in_reach(state, foe.id, who)]


def compute_ground_given(state: State, deed: Flight) -> int:
    """Return how far a combatant gives ground, in hundredths of a foot.

    Falling back it is at most ten feet, otherwise the whole rate; never more than what is left of twice the rate.
    """
    rate = min(compute_pace(state, deed.who), compute_ground_left(state, deed.who))
    return min(FALLING_BACK, rate) if deed.order.way == "fall_back" else rate


def _offer_to_follow(table: Table, deed: Flight, near: list[CombatantId], before: Place) -> Resolving:
    """Ask near foes to follow; they choose at once, and following gives nobody a blow (FB.8).

    Following is movement: what the rate of the round leaves allows it (FB.4). It leads to where the combatant gave way
    to, even if that combatant has followed somebody else by then.
    """
    gave_way = table.state
    facts = {"by": deed.who}
    clauses = ids("WD.FB.8", *(("WD.GAME.3",) if deed.order.way == "disengage" else ()))
    asks = [Ask("follow", foe, {"choice": "no"}, facts=facts, clauses=clauses) for foe in near]
    answers = yield from opportunity.ask_hidden_apart(table, EFFECT, asks)
    for foe in near:
        each = table.state.combatants[foe]
        state = evolve(gave_way, combatants={**gave_way.combatants, foe: each})
        gap = measure_distance(state, foe, deed.who)
        if answers[foe]["choice"] == "yes" and each.able:
            far = min(compute_ground_left(state, foe, fighting=True), max(0, gap - SQUARE))
            goal = find_place_toward(each.place, state.combatants[deed.who].place, far)
            covered = to_feet(measure_between(each.place, goal))
            cited = ids("WD.FB.4", "WD.FB.8", "WD.FB.9", *(("WD.DR.5",) if deed.order.way == "disengage" else ()))
            working = describe_pace(state.combatants[foe])
            yield e.Moved(
                who=foe,
                to=goal,
                feet=covered,
                closes=deed.who,
                working=working,
                clauses=cited,
                segment=deed.number,
            )


def build_follow_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form: follow a combatant that gives ground, or stay. None if it cannot move."""
    me = state.combatants[question.who]
    if not me.able or not compute_ground_left(state, me.id, fighting=True):
        return None
    price = "it counts as movement; nobody gains a blow by it"
    return build_yes_or_no("Follow?", yes="Follow", no="Stay", yes_price=price)


# Disengaging (DR).


def _disengage(table: Table, deed: Flight, clauses: tuple[str, ...]) -> Resolving:
    """Retreat in good order: no blows, front to the enemy, no advantage of initiative."""
    cited = ids("WD.DR.1", "WD.DR.3", "WD.DR.4")
    yield from _give_ground(table, deed, (*clauses, *cited))


# Morale, and holding to a retreat (MOR, GAME).


def ask_for_morale(table: Table) -> Play:
    """Ask the DM about the morale of each side that is half out of the fight (MOR.2).

    The DM may check it as they like. Those count who have been met.
    """
    for side in table.state.sides:
        members = keep_counted(each for each in table.state.combatants.values() if each.side == side)
        standing = [each for each in members if each.able]
        if not standing or 2 * len(standing) > len(members) or not _is_opposed(table.state, side):
            continue
        answer = yield Ask("morale_due", DM, {"choice": "no"}, facts={"side": side}, clauses=ids("WD.MOR.2"))
        if answer["choice"] == "yes":
            yield from check_morale(table, side)


def _is_opposed(state: State, side: SideId) -> bool:
    return any(each.able for each in keep_counted(each for each in state.combatants.values() if each.side != side))


def build_morale_due_form(state: State, question: OpenQuestion) -> Form:
    """Return the form: does a side check its morale. It is forbidden for player characters."""
    side = question.facts.get("side")
    members = [each.id for each in state.combatants.values() if each.side == side and each.able]
    return build_yes_or_no("Does this side check its morale?", refusal=forbid_morale(state, members))


def hold_to_course(table: Table, who: CombatantId) -> Play:
    """Settle if a player character who disengaged last round must go on with it (GAME.2).

    The option ``hold_to_disengage`` or the DM decides.
    """
    state = table.state
    me = state.combatants[who]
    how: str = get_settings(state).hold_to_disengage
    if how == "off" or me.last is None or not is_disengaging(me.last) or not is_played(state, who):
        return
    if how == "ask":
        answer = yield Ask("rally", DM, {"choice": "allow"}, facts={"who": who}, clauses=ids("WD.GAME.2"))
        how = str(answer["choice"])
    if how == "allow":
        return
    if how in ("hold", "check", "rally-check"):
        rolls: tuple[Rolled, ...] = ()
        if how != "hold":
            rolls = ((yield Roll("morale", who, 1, EVERYTHING)),)
        held = not rolls or rolls[0].total > me.stat_block.creature.morale
        yield HeldToCourse(who=who, held=held, rolls=rolls, clauses=ids("WD.GAME.2"))


# Flight and surrender (FLEE, SURR).


def _flee(table: Table, deed: Flight, clauses: tuple[str, ...]) -> Resolving:
    """Resolve flight: foes in reach may strike at the back, and do not pursue if they do."""
    drawn = opportunity.list_threatening(opportunity.as_begun(table, deed.who), deed.who)
    yield from opportunity.offer_attacks(table, deed.who, drawn, "flight", ids("WD.FLEE.2", "WD.FLEE.5"))
    if not table.state.combatants[deed.who].able:
        return
    dropped, kept = yield from _drop_weapon(table, deed)
    far = compute_ground_left(table.state, deed.who) + (SQUARE if dropped else 0)
    yield from _go(table, deed, far, (*clauses, *ids("WD.FLEE.1", *(("WD.FLEE.3",) if kept else ()))), kept)


def _drop_weapon(table: Table, deed: Flight) -> Any:
    """Return whether a fleeing combatant drops what it holds, and the dice if it does not.

    Player characters do not drop anything. The chance is the option ``flee_drop_percent``.
    """
    me = table.state.combatants[deed.who]
    percent = get_settings(table.state).flee_drop_percent
    held = find_weapon_in_hand(me)
    if is_played(table.state, me.id) or not percent or held is None or held.natural or held.id == "fist":
        return False, ()
    rolls: list[Rolled] = []
    if percent < EVERYTHING:
        rolls = list((yield Need(HIT, [Roll("effect", me.id, 1, EVERYTHING)])))
        if rolls[0].total > percent:
            return False, tuple(rolls)
    yield e.Dropped(who=me.id, weapon=held.id, rolls=tuple(rolls), clauses=ids("WD.FLEE.3"), segment=deed.number)
    return True, ()


def _surrender(table: Table, deed: Flight, clauses: tuple[str, ...]) -> Resolving:
    yield e.Surrendered(who=deed.who, clauses=(*clauses, *ids("WD.SURR.1")), segment=deed.number)
