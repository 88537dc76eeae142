"""Folding what happens in Dew's detailed sequence."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from rules import events as e
from rules.dew_figure import DewFigure
from rules.dew_state import SHIELD, DewCombatant, Preparation, at_first, pair_of
from rules.state import Combatant, Condition, State, evolve, with_combatant

COMBAT = "combat"


def dew_of(each: Combatant) -> DewCombatant:
    """A combatant as it is; one without attributes of its own has the catalogue's defaults."""
    return each.dew if each.dew is not None else at_first(each.figure.dew or DewFigure())


def with_dew(state: State, who: str, **changes: Any) -> State:
    """The state with something of one combatant changed."""
    each = state.combatants[who]
    changed = evolve(dew_of(each), **changes)
    return with_combatant(state, who, dew=changed, hp=changed.en)


def with_range(state: State, a: str, b: str, to: int) -> State:
    """The state with the range of a pair changed."""
    return evolve(state, dew=evolve(state.dew, ranges={**state.dew.ranges, pair_of(a, b): to}))


def of(state: State, who: str) -> DewCombatant:
    """One combatant as it is."""
    return dew_of(state.combatants[who])


def _unchanged(state: State, event: e.Event) -> State:
    return state


def _alert(state: State, event: e.AlertChanged) -> State:
    return with_dew(state, event.who, alert=event.alert)


def _round_started(state: State, event: e.RoundStarted) -> State:
    for each in event.complements if event.anew else ():
        state = with_dew(
            state,
            each.who,
            active=each.active,
            reactive=each.reactive,
            blows=each.blows,
            en_previous=each.en_previous,
            fought=each.fought,
            en_phase=0,
            en_round=0,
            passed=False,
            borrowed_active=0,
            borrowed_reactive=0,
            acted="",
            trace=(),
            chase="",
            plan=None,
            ended_at=None,
            allowance=0,
        )
    return evolve(state, dew=evolve(state.dew, movement="", time=Fraction(0)))


def _phase_started(state: State, event: e.PhaseStarted) -> State:
    if event.phase != COMBAT:
        for who in state.combatants:
            state = with_dew(state, who, en_phase=0)
    return evolve(state, dew=evolve(state.dew, phase=event.phase))


def _blow(state: State, event: e.BlowSpent) -> State:
    each, kind = of(state, event.who), "reactive" if event.blow == "reactive" else "active"
    changes: dict[str, Any] = {"blows": each.blows + (event.booked == "this")}
    if event.borrowed:
        name = f"borrowed_{kind}"
        changes[name] = getattr(each, name) + 1
    else:
        changes[kind] = max(0, getattr(each, kind) - 1)
    if state.dew.phase == COMBAT:
        changes["fought"] = True
    return with_dew(state, event.who, **changes)


def _en(state: State, event: e.EnChanged) -> State:
    each = of(state, event.who)
    if event.why == "rest":
        return with_dew(state, event.who, en=event.new)
    spent = event.old - event.new
    return with_dew(
        state,
        event.who,
        en=event.new,
        en_phase=each.en_phase + spent,
        en_round=each.en_round + spent,
        fought=each.fought or state.dew.phase == COMBAT,
    )


def lose(state: State, event: e.Damaged) -> State:
    """Points of a pool lost to a blow: they are not expended."""
    return with_dew(state, event.who, **{"bd" if event.pool == "BD" else "en": event.left})


def _passed(state: State, event: e.Passed) -> State:
    return with_dew(state, event.who, passed=True) if event.counts else state


def _passes_cleared(state: State, event: e.PassesCleared) -> State:
    for who, each in state.combatants.items():
        if dew_of(each).passed:
            state = with_dew(state, who, passed=False)
    return state


def _carried(state: State, who: str, where: Mapping[str, str]) -> State:
    return with_dew(state, who, carried={**of(state, who).carried, **where})


def _drawn(state: State, event: e.WeaponDrawn) -> State:
    return _carried(state, event.who, {event.weapon: "hand"})


def drop(state: State, event: e.Dropped) -> State:
    """Weapons lie on the ground, a shield is no longer held, other things are gone from the hands."""
    each = of(state, event.who)
    weapons = {item: "ground" for item in event.items if item in each.carried}
    held = each.shield_held and SHIELD not in event.items
    objects = tuple(item for item in each.objects if item not in event.items)
    state = with_dew(state, event.who, shield_held=held, objects=objects)
    return _carried(state, event.who, weapons) if weapons else state


def _grabbed(state: State, event: e.Grabbed) -> State:
    if not event.ok:
        return state
    each = of(state, event.who)
    if each.carried.get(event.object, "hand") != "hand":
        return _carried(state, event.who, {event.object: "hand"})
    figure = state.combatants[event.who].figure.dew
    if event.object == SHIELD and not each.shield_held and figure is not None and figure.shield is not None:
        return with_dew(state, event.who, shield_held=True)
    return with_dew(state, event.who, objects=(*each.objects, _another(each, event.object)))


def _another(each: DewCombatant, name: str) -> str:
    """The name of a thing grabbed: numbered, where one of that name is in hand already."""
    taken = (*each.carried, *each.objects, SHIELD)
    names = (name if number == 1 else f"{name} {number}" for number in range(1, len(taken) + 2))
    return next(each_name for each_name in names if each_name not in taken)


def prepare(state: State, event: e.Prepared) -> State:
    """A great blow has so many preparations now."""
    return _preparations(state, event.who, event.weapon, event.mode, event.count or 0)


def _preparations(state: State, who: str, weapon: str, mode: str, count: int) -> State:
    each = of(state, who)
    rest = tuple(p for p in each.preparations if (p.weapon, p.mode) != (weapon, mode))
    return with_dew(state, who, preparations=(*rest, Preparation(weapon, mode, count)) if count else rest)


def _preparations_gone(state: State, event: e.PreparationLost | e.PreparationUsed) -> State:
    return _preparations(state, event.who, event.weapon, event.mode, 0)


def _range(state: State, event: e.RangeChanged) -> State:
    return with_range(state, event.a, event.b, event.new)


def _checked(state: State, event: e.DxChecked) -> State:
    return with_dew(state, event.who, fall_die=0) if event.check == "fall" else state


def _fell(state: State, event: e.FellDown) -> State:
    return with_dew(state, event.who, fallen=True)


def _rose(state: State, event: e.Rose) -> State:
    return with_dew(state, event.who, fallen=False)


def struck(state: State, event: e.Attacked) -> State:
    """The DM's numbers for one attack have served."""
    return with_dew(state, event.who, great_blow=())


def _broke(state: State, event: e.Broke) -> State:
    return with_dew(state, event.owner, broken=(*of(state, event.owner).broken, event.item))


def under(each: Combatant, name: str, on: bool = True) -> tuple[Condition, ...]:
    """The conditions of a combatant, with or without this one."""
    rest = tuple(condition for condition in each.conditions if condition.name != name)
    return (*rest, Condition(name)) if on else rest


def _unconscious(state: State, event: e.Unconscious) -> State:
    conditions = under(state.combatants[event.who], "helpless")
    return with_combatant(with_dew(state, event.who, conscious=False), event.who, conditions=conditions)


def _out(state: State, event: e.Out) -> State:
    state = with_dew(state, event.who, fate=event.fate)
    if event.fate != "dead":
        return state
    return with_combatant(state, event.who, conditions=under(state.combatants[event.who], "dead"))


def _acted(state: State, event: e.NoncombatRevealed) -> State:
    for each in event.options:
        if each.option != "none":
            state = with_dew(state, each.who, acted=each.option)
    return state


def _armor(state: State, event: e.ArmorAdjusted) -> State:
    figure = state.combatants[event.who].figure.dew
    state = with_dew(state, event.who, enc=event.enc_to, armor_worn=True)
    return with_dew(state, event.who, ac=figure.ac) if event.donned and figure is not None else state


def _mode(state: State, event: e.MovementMode) -> State:
    return evolve(state, dew=evolve(state.dew, movement=event.mode, time=Fraction(0)))


def _allowance(state: State, event: e.Allowance) -> State:
    return with_dew(state, event.who, allowance=event.result)


def _traces(state: State, event: e.TracesRevealed) -> State:
    for each in event.traces:
        state = with_dew(state, each.who, trace=each.vertices, chase=each.chase, plan=None)
    return state


def _planned(state: State, event: e.TracePlanned) -> State:
    return with_dew(state, event.who, plan=event.time)


def _step(state: State, event: e.TraceStep) -> State:
    exact = dict(event.exact)
    for who, place in event.positions:
        stands = place == state.combatants[who].place
        point = exact.get(who, of(state, who).exact if stands else None)
        state = with_combatant(with_dew(state, who, exact=point), who, place=place)
    return evolve(state, dew=evolve(state.dew, time=event.time))


def _movement_ended(state: State, event: e.MovementEnded) -> State:
    return with_combatant(with_dew(state, event.who, ended_at=event.time), event.who, place=event.position)


HANDLERS: dict[type[e.Event], Callable[[State, Any], State]] = {
    e.AlertChanged: _alert,
    e.RoundStarted: _round_started,
    e.PhaseStarted: _phase_started,
    e.PhaseEnded: _unchanged,
    e.Initiative: _unchanged,
    e.OptionsRevealed: _unchanged,
    e.OptionChosen: _unchanged,
    e.Spoke: _unchanged,
    e.BlowSpent: _blow,
    e.EnChanged: _en,
    e.Passed: _passed,
    e.PassesCleared: _passes_cleared,
    e.WeaponDrawn: _drawn,
    e.Grabbed: _grabbed,
    e.PreparationLost: _preparations_gone,
    e.PreparationUsed: _preparations_gone,
    e.ChainOpened: _unchanged,
    e.RangeChanged: _range,
    e.DxChecked: _checked,
    e.FellDown: _fell,
    e.Rose: _rose,
    e.AttackDeclared: _unchanged,
    e.ParriesClosed: _unchanged,
    e.BreakageWorked: _unchanged,
    e.Broke: _broke,
    e.CriticalStruck: _unchanged,
    e.DamageRolled: _unchanged,
    e.ConsultOpened: _unchanged,
    e.Unconscious: _unconscious,
    e.Out: _out,
    e.NoncombatRevealed: _acted,
    e.Rested: _unchanged,
    e.Cast: _unchanged,
    e.ArmorAdjusted: _armor,
    e.MovementMode: _mode,
    e.Allowance: _allowance,
    e.TracesRevealed: _traces,
    e.TracePlanned: _planned,
    e.PlanShown: _unchanged,
    e.TraceStep: _step,
    e.MovementEnded: _movement_ended,
    e.Borrowed: _unchanged,
}
