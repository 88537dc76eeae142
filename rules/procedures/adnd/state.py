"""The state that every procedure of the AD&D family keeps, and its changes by events.

Some of it is of each combatant, some of the encounter.
"""

from collections.abc import Collection
from fractions import Fraction

from rules.kernel import events as e
from rules.kernel.battlefield import Way
from rules.kernel.frozen import frozen
from rules.kernel.own import Own
from rules.kernel.procedure import OwnChanges
from rules.kernel.rulings import OwnRuling, RulingForm, TypedPart
from rules.kernel.state import State, drop_own, keep, remove_conditions, with_combatant, with_own
from rules.kernel.terms import CombatantId
from rules.procedures.adnd.deed_types import Arrival, count_segments_run
from rules.procedures.adnd.orders.avoid import Avoid

ACTIONS = "actions"
"""The ruling on how many actions beyond the rules a combatant has this round."""
MOST_GRANTED = 20
EFFECT_ENDS = "effect_ends"
"""The ruling that ends an effect on a combatant; its value is the effect's name."""

WAYS = {
    "fall_back_fighting": "fall_back",
    "disengage_retreat": "disengage",
    "flee_in_panic": "flee",
    "surrender": "surrender",
}
"""The way of avoiding that each result of a failed morale check calls for."""


@frozen
class Granted(Own):
    """The DM's grants to a combatant this round."""

    actions: int = 0
    """Actions beyond the number that the rules give."""


@frozen
class Closing(Own):
    """The opponent that a combatant has closed with this round."""

    target: CombatantId = ""


@frozen
class OnFoot(Own):
    """The run of a combatant that charges, or walks before a spell."""

    way: Way | None = None
    """The way that it has run; None where it has not run since it last stopped."""


@frozen
class UnfinishedCharge(Own):
    """A charge of a combatant that has not arrived."""

    round: int = 0
    """The round that ended before it arrived; 0 where there is none."""


@frozen
class OddBlow(Own):
    """The rounds in which the odd blow of a fractional routine comes."""

    rounds: str = ""
    """The value "odd" or "even"; "" where that is not settled."""


@frozen
class MoraleDuty(Own):
    """The demand of a failed morale check on a combatant."""

    avoid: str = ""
    """The way of avoiding, until it has been declared."""


@frozen
class Wounds(Own):
    """The wounds of a combatant that regenerates."""

    since: int | None = None
    """The round of the first wound; None while it is whole."""
    lasting: int = 0
    """The points of harm that do not come back by themselves."""


@frozen
class Engagements(Own):
    """The combatants in each other's melee range."""

    pairs: tuple[tuple[CombatantId, CombatantId], ...] = ()
    """The ids of each pair, in alphabetical order."""


KEPT_IN_COMMON = (Granted, Closing, UnfinishedCharge, OddBlow, MoraleDuty, Engagements, Wounds)
"""State of a fight that another procedure of the family takes over."""


def engage(state: State, who: CombatantId, target: CombatantId) -> State:
    """Return the state with two combatants in each other's melee range."""
    pair, pairs = (who, target) if who < target else (target, who), state.own(Engagements).pairs
    return state if pair in pairs else keep(state, Engagements((*pairs, pair)))


def are_engaged(state: State, one: CombatantId, other: CombatantId) -> bool:
    """Return whether two combatants stand in each other's melee range."""
    return ((one, other) if one < other else (other, one)) in state.own(Engagements).pairs


def separate(state: State, who: CombatantId, others: Collection[CombatantId]) -> State:
    """Return the state with a combatant out of the melee range of some others."""
    left = [{who, other} for other in others]
    return keep(state, Engagements(tuple(pair for pair in state.own(Engagements).pairs if set(pair) not in left)))


def _apply_round_began(event: e.RoundBegan, before: State, after: State) -> State:
    after = drop_own(after, Granted, Closing, OnFoot)
    for who, declared in before.declared.items():
        duty = after.combatants[who].own(MoraleDuty).avoid
        if duty and isinstance(declared, Avoid) and declared.avoid == duty:
            after = with_own(after, who, MoraleDuty())
    return after


def _apply_ran(event: e.Ran, before: State, after: State) -> State:
    return with_own(after, event.who, OnFoot(event.way))


def _apply_fled(event: e.Fled, before: State, after: State) -> State:
    return _stop_running(after, event.who)


def _stop_running(state: State, who: CombatantId) -> State:
    return with_own(state, who, OnFoot()) if OnFoot in state.combatants[who].owned else state


def _apply_moved(event: e.Moved, before: State, after: State) -> State:
    if event.relocated:
        return after
    after = _stop_running(after, event.who)
    if not event.closes:
        return after
    return with_own(engage(after, event.who, event.closes), event.who, Closing(event.closes))


def _apply_charge_continues(event: e.ChargeContinues, before: State, after: State) -> State:
    return with_own(after, event.who, UnfinishedCharge(after.round))


def _apply_charge_met(event: e.ChargeMet, before: State, after: State) -> State:
    return engage(_note_segments_run(after, event.who), event.who, event.target)


def _note_segments_run(state: State, who: CombatantId) -> State:
    """Return the state with the segments that a charge has taken to its contact.

    Its charger follows the target until its blow.
    """
    place = state.combatants[who].place
    for deed in state.acting:
        if deed.who == who and isinstance(deed, Arrival):
            run = count_segments_run(deed, state.clock or 1)
            return with_own(state, who, OnFoot(Way(deed.begins, place, place, place, Fraction(0), ran=run)))
    return state


def _apply_attacked(event: e.Attacked, before: State, after: State) -> State:
    return engage(after, event.who, event.target) if event.mode == "melee" else after


def _apply_rates_settled(event: e.RatesSettled, before: State, after: State) -> State:
    return with_own(after, event.who, OddBlow(event.rates))


def _apply_morale_checked(event: e.MoraleChecked, before: State, after: State) -> State:
    for who in event.affected:
        after = with_own(after, who, MoraleDuty(WAYS.get(event.result, "")))
    return after


def _apply_damaged(event: e.Damaged, before: State, after: State) -> State:
    regeneration = after.combatants[event.who].stat_block.powers.regeneration
    if regeneration is None or not event.amount:
        return after
    lasts = _find_element(before, event.by, event.source) in regeneration.spares
    return _count_wounds(after, event.who, event.amount if lasts else 0)


def _find_element(state: State, by: CombatantId, source: str) -> str:
    """Return the kind of harm that a combatant's spell or device does; "" for a blow."""
    me = state.combatants.get(by)
    magic = (me.spell(source) or me.device(source)) if me is not None and source else None
    return magic.element if magic is not None else ""


def _count_wounds(state: State, who: CombatantId, lasting: int = 0) -> State:
    """Return the state with the wounds of a combatant counted after its hit points have changed.

    ``lasting`` is added to the harm that does not come back by itself.
    """
    each = state.combatants[who]
    if each.stat_block.powers.regeneration is None:
        return state
    missing, wounds = each.stat_block.defence.hit_points - each.hp, each.own(Wounds)
    if missing <= 0:
        return with_own(state, who, Wounds())
    since = state.round if wounds.since is None else wounds.since
    return with_own(state, who, Wounds(since, min(wounds.lasting + lasting, missing)))


def _apply_healed(event: e.Healed, before: State, after: State) -> State:
    return _count_wounds(after, event.who)


def _apply_ruled(event: e.Ruled, before: State, after: State) -> State:
    if event.what == "hp":
        return _count_wounds(after, event.who)
    if event.what == EFFECT_ENDS and after.combatants[event.who].has(str(event.new)):
        return _end_effect(after, event.who, event.new)
    return _grant(after, event.who, event.new) if event.what == ACTIONS else after


def _end_effect(state: State, who: str, name: object) -> State:
    """Return the state without an effect on a combatant. Raises ValueError for another."""
    each = state.combatants[who]
    if not isinstance(name, str) or not each.has(name):
        raise ValueError(f"{each.name} is under no effect '{name}'")
    return with_combatant(state, who, conditions=remove_conditions(each, name))


def _grant(state: State, who: str, value: object) -> State:
    """Return the state with actions granted.

    Raises ValueError for more than MOST_GRANTED, TypeError for a value that is no number.
    """
    if not isinstance(value, int | float | str):
        raise TypeError(f"{value!r} is no number")
    granted = int(value)
    if not 0 <= granted <= MOST_GRANTED:
        raise ValueError(f"from 0 to {MOST_GRANTED} actions more")
    return with_own(state, who, Granted(granted))


CHANGES: OwnChanges = {
    e.RoundBegan: _apply_round_began,
    e.Moved: _apply_moved,
    e.Ran: _apply_ran,
    e.Fled: _apply_fled,
    e.ChargeContinues: _apply_charge_continues,
    e.ChargeMet: _apply_charge_met,
    e.Attacked: _apply_attacked,
    e.Damaged: _apply_damaged,
    e.Healed: _apply_healed,
    e.RatesSettled: _apply_rates_settled,
    e.MoraleChecked: _apply_morale_checked,
    e.Ruled: _apply_ruled,
}
"""The changes of this state by events."""

RULINGS = {
    ACTIONS: OwnRuling(
        _grant,
        lambda state, who, value: state.combatants[who].own(Granted).actions,
        form=RulingForm(parts=(TypedPart.WHOLE,)),
    ),
    EFFECT_ENDS: OwnRuling(
        _end_effect,
        lambda state, who, value: value if state.combatants[who].has(str(value)) else "",
        things=lambda each: tuple(condition.name for condition in each.conditions),
        form=RulingForm("effect ends", (TypedPart.WORDS,), "blessed"),
    ),
}
"""The rulings on this state."""
