"""Withdrawal: falling back, disengaging, flight, surrender; following and pursuit; morale."""

from typing import Any

from rules import events as e
from rules.adnd.magic import ask_effect
from rules.adnd.moments import EFFECT, HIT, Need, Resolving, Telling
from rules.adnd.movement import away_from_foes
from rules.adnd.opening import check_morale
from rules.battlefield import between, distance, feet, toward
from rules.effects import Ask, Roll, Rolled
from rules.forms import Form, yes_or_no
from rules.ruleset import Play, Table
from rules.rulesets.crucible import opportunity
from rules.rulesets.crucible.acts import leave
from rules.rulesets.crucible.bars import bar_morale
from rules.rulesets.crucible.numbers import SQUARE, in_hand, in_reach, is_played, pace
from rules.rulesets.crucible.options import ids, option
from rules.state import Combatant, Deed, OpenQuestion, Place, State
from rules.terms import DM, CombatantId, SideId

FALLING_BACK = 2 * SQUARE
EVERYTHING = 100
SIZES = ("S", "M", "L")


def resolve_avoid(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """One of the four ways out of a fight."""
    ways = {"flee": _flee, "fall_back": _fall_back, "disengage": _disengage, "surrender": _surrender}
    yield from ways[deed.mode](table, deed, clauses)


def _surrender(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    yield e.Surrendered(who=deed.who, clauses=(*clauses, *ids("WD.SURR.1")), segment=deed.number)


# Flight.


def _flee(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """Turn and run: whoever is near gets his back, and may not pursue if he strikes at it."""
    drawn = opportunity.threatening(opportunity.as_begun(table, deed.who), deed.who)
    yield from opportunity.seize(table, deed.who, drawn, "flight", ids("WD.FLEE.2", "WD.FLEE.5"))
    if not table.state.combatants[deed.who].able:
        return
    dropped, kept = yield from _drop(table, deed)
    far = 2 * pace(table.state, deed.who) + (SQUARE if dropped else 0)
    yield from _go(table, deed, far, (*clauses, *ids("WD.FLEE.1", *(("WD.FLEE.3",) if kept else ()))), kept)


def _drop(table: Table, deed: Deed) -> Any:
    """Others than player characters may drop what they hold as they run: whether this one does, and the dice if not."""
    me = table.state.combatants[deed.who]
    percent = option(table.state, "flee_drop_percent")
    assert isinstance(percent, int)
    held = in_hand(me)
    if is_played(table.state, me.id) or not percent or held is None or held.natural or held.id == "fist":
        return False, ()
    rolls: list[Rolled] = []
    if percent < EVERYTHING:
        rolls = list((yield Need(HIT, [Roll("effect", me.id, 1, EVERYTHING)])))
        if rolls[0].total > percent:
            return False, tuple(rolls)
    yield e.Dropped(who=me.id, weapon=held.id, rolls=tuple(rolls), clauses=ids("WD.FLEE.3"), segment=deed.number)
    return True, ()


def _go(table: Table, deed: Deed, far: int, clauses: tuple[str, ...], rolls: tuple[Rolled, ...] = ()) -> Telling:
    state = opportunity.as_begun(table, deed.who)
    me = state.combatants[deed.who]
    goal = away_from_foes(state, deed, far)
    gone = feet(between(me.place, goal))
    yield e.Fled(who=me.id, to=goal, feet=gone, manner=deed.mode, rolls=rolls, clauses=clauses, segment=deed.number)


# Falling back, fighting.


def _fall_back(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """Step back at most ten feet, the front to the enemy; he chooses at once whether to follow."""
    fought = any(each.who == deed.who and each.kind in ("melee", "missile") for each in table.state.done)
    if not fought:
        yield from _offer_parry(table, deed)
    yield from _back_away(table, deed, (*clauses, *ids("WD.FB.1", "WD.FB.2", "WD.FB.7")))


def _disengage(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """An orderly retreat: no blows, the front to the enemy, no advantage of initiative."""
    cited = ids("WD.DR.1", "WD.DR.3", "WD.DR.4", "WD.DR.6")
    yield from _back_away(table, deed, (*clauses, *cited))


def ground_given(state: State, deed: Deed) -> int:
    """How far a figure gives ground: falling back at most ten feet, else its whole rate."""
    rate = pace(state, deed.who)
    return min(FALLING_BACK, rate) if deed.mode == "fall_back" else rate


def _back_away(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    state = opportunity.as_begun(table, deed.who)
    near = [foe.id for foe in state.foes_of(deed.who) if foe.able and in_reach(state, foe.id, deed.who)]
    far = ground_given(state, deed)
    goal = away_from_foes(state, deed, far)
    drawn = opportunity.drawn_by_moving(state, deed.who, goal)
    yield from opportunity.seize(table, deed.who, drawn, "moving", ids("III.F"))
    if not table.state.combatants[deed.who].able:
        return
    before = table.state.combatants[deed.who].place
    yield from _go(table, deed, far, clauses)
    if near:
        yield from _offer_to_follow(table, deed, near, before)
    yield from leave(table, deed.who, ids("WD.FB.5", "WD.FB.10"))


def _offer_to_follow(table: Table, deed: Deed, near: list[CombatantId], before: Place) -> Resolving:
    """FB.8: they choose at once; to follow is a shift of the line, and gives nobody a blow."""
    facts = {"by": deed.who}
    clauses = ids("WD.FB.8", *(("WD.GAME.3",) if deed.mode == "disengage" else ()))
    answers = yield Need(EFFECT, [Ask("follow", foe, {"choice": "no"}, facts=facts, clauses=clauses) for foe in near])
    for foe, answer in zip(near, answers, strict=True):
        each = table.state.combatants[foe]
        gap = distance(table.state, foe, deed.who)
        if answer["choice"] == "yes" and each.able:
            goal = toward(each.place, table.state.combatants[deed.who].place, min(pace(table.state, foe), gap - SQUARE))
            covered = feet(between(each.place, goal))
            cited = ids("WD.FB.4", "WD.FB.8", "WD.FB.9", *(("WD.DR.5",) if deed.mode == "disengage" else ()))
            yield e.Moved(who=foe, to=goal, feet=covered, closes=deed.who, clauses=cited, segment=deed.number)


def follow_form(state: State, question: OpenQuestion) -> Form | None:
    """Whether to follow one who gives ground; one who cannot move has no choice."""
    me = state.combatants[question.who]
    if not me.able or not pace(state, me.id):
        return None
    return yes_or_no("Follow?", yes="Follow", no="Stay", yes_price="nobody gains a blow by it")


# Parrying.


def _offer_parry(table: Table, deed: Deed) -> Resolving:
    answers = yield Need(
        HIT - 2, [Ask("parry", deed.who, {"choice": "no"}, facts={"by": deed.who}, clauses=ids("WD.FB.3"))]
    )
    if answers[0]["choice"] != "yes":
        return
    state = table.state
    me = state.combatants[deed.who]
    foe = next((each for each in opportunity.threatening(state, me.id)), None)
    how = option(state, "parry_effect")
    bonus = 0
    if how == "subtract-hit-bonus":
        weapon = in_hand(me)
        bonus = max(0, me.figure.strength_hit + (weapon.hit_bonus if weapon is not None else 0))
    elif how == "lakofka" and foe is not None:
        bonus = _by_size(me, foe)
    yield e.Parried(
        who=me.id, against=foe.id if foe is not None else "", bonus=bonus, clauses=ids("WD.FB.3"), segment=deed.number
    )
    if how == "dm":
        yield from ask_effect(table, {"what": "parry", "by": me.id, "targets": [me.id]}, ids("WD.FB.3"))


def _by_size(me: Combatant, foe: Combatant) -> int:
    """A small weapon against a larger one gives 1, of equals 2, a large one against a smaller 3."""
    mine, theirs = in_hand(me), in_hand(foe)
    if mine is None or theirs is None:
        return 0
    one, other = SIZES.index(mine.size), SIZES.index(theirs.size)
    return 2 if one == other else 3 if one > other else 1


def parry_form(state: State, question: OpenQuestion) -> Form | None:
    """Whether to parry instead of attacking."""
    if not state.combatants[question.who].able:
        return None
    return yes_or_no("Parry instead of attacking?", yes="Parry", no="Fight on")


# Holding to a retreat, and morale.


def hold_to_course(table: Table, who: CombatantId) -> Play:
    """GAME.2: a player character who disengaged last round goes on with it, as far as the option or the DM says."""
    state = table.state
    me = state.combatants[who]
    how = option(state, "hold_to_disengage")
    if how == "off" or me.last is None or me.last.avoid != "disengage" or not is_played(state, who):
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
        held = not rolls or rolls[0].total > me.figure.morale
        yield e.HeldToCourse(who=who, held=held, rolls=rolls, clauses=ids("WD.GAME.2"))


def ask_for_morale(table: Table) -> Play:
    """MOR.2: when half of a side is out of the fight the DM may check its morale as he likes."""
    for side in table.state.sides:
        members = [each for each in table.state.combatants.values() if each.side == side]
        standing = [each for each in members if each.able]
        if not standing or 2 * len(standing) > len(members) or not _opposed(table.state, side):
            continue
        answer = yield Ask("morale_due", DM, {"choice": "no"}, facts={"side": side}, clauses=ids("WD.MOR.2"))
        if answer["choice"] == "yes":
            yield from check_morale(table, side)


def _opposed(state: State, side: SideId) -> bool:
    return any(each.able for each in state.combatants.values() if each.side != side)


def morale_due_form(state: State, question: OpenQuestion) -> Form:
    """Whether a side checks its morale; player characters never do."""
    side = question.facts.get("side")
    members = [each.id for each in state.combatants.values() if each.side == side and each.able]
    return yes_or_no("Does this side check its morale?", barred=bar_morale(state, members))
