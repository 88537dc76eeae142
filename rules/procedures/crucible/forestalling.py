"""II.E: blows out of turn, at one who comes upon a longer weapon or strikes unarmed."""

from collections.abc import Sequence

from rules.kernel import events as e
from rules.kernel.deeds import Declaration, Deed
from rules.kernel.effects import Answer, Ask
from rules.kernel.frozen import evolve
from rules.kernel.order import Moment
from rules.kernel.procedure import Play, Table
from rules.kernel.stat_block import Weapon
from rules.kernel.state import Combatant, State
from rules.kernel.terms import CombatantId, Place
from rules.procedures.adnd.deed_types import Blow
from rules.procedures.adnd.orders.base import ApproachTarget, WithWeapon, list_steps
from rules.procedures.adnd.orders.charge import SetWeapon
from rules.procedures.adnd.orders.strike import Strike
from rules.procedures.adnd.procedure import as_adnd
from rules.procedures.adnd.segments import find_loss
from rules.procedures.crucible.deed_types import ENTERING, AtEnd, Entry, TooFast
from rules.procedures.crucible.deeds import NOT_DONE, build_blow_brought_forward, find_first_step, is_disengaging
from rules.procedures.crucible.numbers import (
    find_weapon_in_hand,
    get_length_at_entry,
    is_armed,
    is_in_reach,
    is_surprised,
)
from rules.procedures.crucible.options import get_settings, ids
from rules.procedures.crucible.state import get_start_of_turn, get_turn


def bring_forward(table: Table, moment: Moment | None) -> Play:
    """Let combatants strike before one that attacks, with their attacks of the round (II.E).

    They are those whose longer weapons it has entered upon, and an armed target that it attacks unarmed. The deeds that
    are due are chosen again after that.
    """
    for deed in moment.deeds if moment is not None else ():
        if not isinstance(deed, Blow) or deed.bonus or deed.status in (*NOT_DONE, AtEnd):
            continue
        weapon = table.state.combatants[deed.who].weapon(deed.weapon)
        if not _list_ready(table.state, deed) or not is_in_reach(table.state, deed.who, deed.targets[0], weapon):
            continue
        before = table.state.pending
        yield from _forestall(table, deed)
        if table.state.pending is not before:
            return


def _forestall(table: Table, deed: Blow) -> Play:
    """Bring forward the blows of those with the longest weapon that strike at an attacker.

    Those with shorter ones are asked after that, and keep their attacks if it has fallen by then.
    """
    asked: list[CombatantId] = []
    while ready := [each for each in _list_ready(table.state, deed) if each.id not in asked]:
        longest = min(_rank(table.state, each) for each in ready)
        group = [each.id for each in ready if _rank(table.state, each) == longest]
        asked += group
        yield from _ask_for_declarations(table, deed, group)
        ready = [each for each in _list_ready(table.state, deed) if each.id in group]
        if blows := [blow for each in ready if (blow := _find_blow(table, each, deed)) is not None]:
            yield e.AgendaChanged(deeds=(*table.state.pending, *blows), why="brought forward")
            return


def _rank(state: State, each: Combatant) -> tuple[bool, int]:
    """Return the sort key of those that strike first: the hidden apart, then the longest."""
    return not each.hidden, -_get_length(state, each)


def _ask_for_declarations(table: Table, deed: Blow, group: Sequence[CombatantId]) -> Play:
    """Ask those of a group for their turns that have declared nothing yet.

    They declare a blow at once, or anything else for when their count comes. An extra blow needs no declaration.
    """
    state = table.state
    asks: list[Ask] = []
    for who in group:
        other = state.combatants[who]
        if who in state.declared or _has_extra_blow(state, other, deed):
            continue
        weapon = find_weapon_in_hand(other)
        default: Answer = {"action": "G", "weapon": weapon.id if weapon is not None else "", "target": deed.who}
        clauses = ids("II.E" if _is_entered_upon(deed, other) else "II.E.unarmed")
        facts = {"by": deed.who, "clock": state.clock, **({"segment": 1} if state.round == 0 else {})}
        asks.append(Ask("declare", who, default, facts=facts, clauses=clauses))
    if asks:
        yield asks


def _find_blow(table: Table, other: Combatant, deed: Blow) -> Deed | None:
    """Return the blow of a combatant that strikes first.

    None if it has declared nothing, or the weapon of its declaration is no longer in its hand.
    """
    state, step = table.state, _find_first_step(table.state, other.id)
    if _has_extra_blow(state, other, deed):
        plain = Strike(other.id, targets=(deed.who,))
        blow = build_blow_brought_forward(state, plain, deed.who, entered=True, bonus=True)
    elif step is not None:
        blow = build_blow_brought_forward(state, step, deed.who, entered=_is_entered_upon(deed, other))
    else:
        return None
    return blow if find_loss(as_adnd(table.ruleset), state, other, blow) is None else None


# Those who may strike first.


def _list_ready(state: State, deed: Blow) -> list[Combatant]:
    """Return the target of an attack and the bearers of longer weapons that may strike first."""
    target = state.combatants[deed.targets[0]]
    found = list_bearers(state, deed, state.combatants[deed.who].place)
    return [*found, target] if _is_target_first(state, target, deed) and _could_strike(state, target, deed) else found


def list_bearers(state: State, deed: Blow, place: Place) -> list[Combatant]:
    """Return the foes, but the target, whose longer weapons an attacker comes upon at a place.

    They can still strike at it (II.E "any opponent").
    """
    start = get_start_of_turn(state.combatants[deed.who])
    if start == place:
        return []
    before, there = (_with_place(state, deed.who, each) for each in (start, place))
    return [
        foe
        for foe in state.list_foes(deed.who)
        if foe.id != deed.targets[0]
        and not is_in_reach(before, foe.id, deed.who)
        and _could_strike(there, foe, deed)
        and _get_length(state, foe) > _get_length_of_attack(state, deed)
    ]


def _with_place(state: State, who: CombatantId, place: Place) -> State:
    me = state.combatants[who]
    return state if me.place == place else evolve(state, combatants={**state.combatants, who: evolve(me, place=place)})


def _is_entered_upon(deed: Blow, other: Combatant) -> bool:
    """Return whether an attacker has entered upon a combatant that strikes first."""
    return deed.status is Entry or other.id != deed.targets[0]


def _could_strike(state: State, other: Combatant, deed: Blow) -> bool:
    """Return whether a foe of an attacker still has an attack to strike first with.

    The attacker is not hidden. The foe is able, has nothing pending on its own account, and has not already met the
    attacker. It has not moved faster than it can and fight (III.D), and has declared nothing else.
    """
    if (
        state.combatants[deed.who].hidden
        or not other.able
        or get_turn(other).attacked
        or other.casting is not None
        or is_surprised(state, other.id)
    ):
        return False
    if get_turn(other).missile_held or find_weapon_in_hand(other) is None or not is_in_reach(state, other.id, deed.who):
        return False
    mine = [each for each in state.done if each.who == other.id]
    if any(each.status is TooFast or (each.status in ENTERING and deed.who in each.targets) for each in mine):
        return False
    if any(each.who == other.id and not each.held_for for each in state.pending):
        return False
    if _has_extra_blow(state, other, deed):
        return not any(each.bonus for each in mine)
    return _may_strike_at(state, other.id, deed.who)


def _has_extra_blow(state: State, other: Combatant, deed: Blow) -> bool:
    """Return whether a combatant strikes first with an extra blow, by option."""
    extra = get_settings(state).length_attack == "bonus"
    return extra and _is_entered_upon(deed, other) and not get_turn(other).taken


def _may_strike_at(state: State, who: CombatantId, attacker: CombatantId) -> bool:
    """Return whether what a combatant has declared, if anything, lets it strike first.

    At the attacker, that is; the first step counts. WD.DR.4: it does not where the combatant disengages.
    """
    declared, step = state.declared.get(who), _find_first_step(state, who)
    if declared is None:
        return True
    if any(is_disengaging(each) for each in list_steps(declared)):
        return False
    if isinstance(step, SetWeapon):
        return not step.targets or attacker in step.targets
    return isinstance(step, Strike | ApproachTarget) and attacker in step.targets


def _find_first_step(state: State, who: CombatantId) -> Declaration | None:
    """Return the first step that a combatant declared, after moves to where its turn begins.

    None where it has declared nothing.
    """
    declared = state.declared.get(who)
    if declared is None:
        return None
    return evolve(find_first_step(declared, get_start_of_turn(state.combatants[who])), who=who)


def _is_target_first(state: State, other: Combatant, deed: Blow) -> bool:
    """Return whether the target's blow would come before the attack.

    On entering, a target whose turn went by without a blow strikes in any case.
    """
    if deed.status is Entry:
        return get_turn(other).taken or _get_length(state, other) > _get_length_of_attack(state, deed)
    me = state.combatants[deed.who]
    return not is_armed(state, me.id, me.weapon(deed.weapon)) and is_armed(state, other.id, _find_weapon(state, other))


def _find_weapon(state: State, each: Combatant) -> Weapon | None:
    """Return the weapon of a first strike: the one declared, or the one in hand."""
    step = _find_first_step(state, each.id)
    named = step.weapon if isinstance(step, WithWeapon) else ""
    return each.weapon(named) if named else find_weapon_in_hand(each)


def _get_length(state: State, each: Combatant) -> int:
    return get_length_at_entry(state, each.id, _find_weapon(state, each))


def _get_length_of_attack(state: State, deed: Blow) -> int:
    return get_length_at_entry(state, deed.who, state.combatants[deed.who].weapon(deed.weapon))
