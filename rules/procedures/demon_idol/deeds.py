"""The deeds of declarations: delayed, prepared, slotted in, and placed in the list."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rules.kernel.battlefield import BIPED, compute_stride
from rules.kernel.deeds import Declaration, Deed
from rules.kernel.frozen import evolve
from rules.kernel.state import Combatant, State
from rules.kernel.terms import SEGMENTS, CombatantId, Setting
from rules.procedures.adnd.comparing import is_aimed_at
from rules.procedures.adnd.deed_types import (
    Arrival,
    Attack,
    Blow,
    Charge,
    ChargeBlow,
    Numbering,
    SetWeaponBlow,
    Task,
    Wait,
)
from rules.procedures.adnd.deeds import build_all
from rules.procedures.adnd.numbers import (
    compute_nominal_segment,
    count_bonus_blows,
    count_routines_at_rate,
    get_initiative_die,
    get_speed_factor,
)
from rules.procedures.adnd.orders.base import WithWeapon, find_arrival_by_charge
from rules.procedures.adnd.orders.device import DeviceUse
from rules.procedures.adnd.orders.spell import Completion
from rules.procedures.adnd.overrun import LASTING, cut_overrun
from rules.procedures.adnd.several import count_segments_before, has_several, is_act
from rules.procedures.adnd.state import OddBlow
from rules.procedures.demon_idol.declaration_types import CarriedOver, Hesitation, Preparation
from rules.procedures.demon_idol.deed_types import Ready, Retaliation, SlottedIn, TakesTime
from rules.procedures.demon_idol.letters import (
    FIRST_OF_ALL,
    are_dice_tied,
    compute_place,
    get_delay,
    is_tied_with_anyone,
)
from rules.procedures.demon_idol.options import get_settings
from rules.reference import read_hit_dice

WHOLE_ROUND = 10
"""Segments of hesitation that cost the whole action."""

SWEEPERS = ("fighter", "paladin", "ranger")
TIE_GROUP = 100


def compute_pace(state: State, who: CombatantId) -> Fraction:
    """Return a combatant's charging movement, in hundredths of a foot a segment (FN.9).

    A charge doubles movement indoors; outdoors it adds a third, on however many legs.
    """
    plain = Fraction(compute_stride(state, state.combatants[who]))
    return plain * (2 if state.setting is Setting.INDOORS else BIPED)


def get_initiative(state: State, who: CombatantId, missile: bool) -> int:
    """Return the number that side order goes by.

    It is the side's die, or the combatant's own number after its reaction and hesitation.
    """
    return state.initiative.get(who, get_initiative_die(state, who))


def count_routines(state: State, me: Combatant, rate: Fraction, round: int) -> int:
    """Return the attack routines this round, counted as in ADDICT.VII.A.4 (footnote 12)."""
    if rate.denominator == 1:
        return count_routines_at_rate(me, rate, round)
    return count_routines_at_rate(me, rate, round, me.own(OddBlow).rounds or "odd")


def count_sweeps(state: State, me: Combatant) -> int:
    """Return how many foes of less than one hit die a combatant strikes in a round (NOTE.sweep).

    For fighters, paladins and rangers it is their level as such; for others it is 1. Nobody strikes at those who are
    hidden.
    """
    weak = any(is_weak(each) for each in state.list_foes(me.id) if each.present and not each.hidden)
    return max(1, *(me.stat_block.creature.get_level(each) for each in SWEEPERS)) if weak else 1


def is_weak(each: Combatant) -> bool:
    """Return whether a combatant has less than one hit die."""
    if not each.stat_block.creature.hit_dice:
        return False
    dice = read_hit_dice(each.stat_block.creature.hit_dice)
    return dice.dice == 0 or (dice.dice == 1 and dice.plus < 0)


NUMBERING = Numbering(
    nominal=compute_nominal_segment,
    initiative=get_initiative,
    routines=count_routines,
    pace=compute_pace,
)


def build_deeds(state: State) -> tuple[Deed, ...]:
    """Return everyone's deeds: declared, delayed, prepared, slotted in, and placed in the round."""
    made = list(cut_overrun(each for deed in build_all(state, NUMBERING) for each in _build_declared(state, deed)))
    built = list({deed.id: deed for deed in made}.values())
    built += [each for deed in built for each in _build_extra_blows(state, deed, built)]
    placed = [_place_deed(state, deed) for deed in built]
    placed = [_slot_in(state, deed, placed) for deed in placed]
    return tuple(_place_after_awaited(deed, placed) for deed in placed)


def _build_declared(state: State, deed: Deed) -> Iterator[Deed]:
    declared = state.declared.get(deed.who)
    if declared is None:
        yield deed
        return
    delay = declared.own(Hesitation).delay
    if has_several(declared) and not is_act(state, deed):
        yield _delay_deed(deed, max(0, delay - count_segments_before(state, declared)))
    elif delay < WHOLE_ROUND:
        yield from _prepare_deed(declared.own(Preparation), deed, _delay_deed(deed, delay))


def _delay_deed(deed: Deed, delay: int) -> Deed:
    """Return the deed as delayed by hesitation, in segments (6.3.delay).

    A deed that takes a time of its own is done later; every other deed begins later.
    """
    if not delay:
        return deed
    if deed.number is None:
        return evolve(deed, begins=deed.begins + delay)
    later = deed.number + delay if deed.timed else max(deed.number, delay + 1)
    lasts = deed.timed and isinstance(deed, LASTING)
    return evolve(deed, number=later if lasts else min(SEGMENTS, later), begins=deed.begins + delay)


def _prepare_deed(preparation: Preparation, deed: Deed, delayed: Deed) -> Iterator[Deed]:
    """Yield a prepared act, and the deed of becoming ready with it (8.PREP).

    The act stands by until something sets it off. Hesitation makes it ready later. From then on it takes its own time,
    counted from what sets it off.
    """
    if not preparation.when or deed.standing or isinstance(deed, Wait):
        yield delayed
        return
    if deed.routine == 1 and not isinstance(deed, ChargeBlow):
        number = min(SEGMENTS, delayed.number or 0) or None
        yield Ready(
            id=f"{deed.who}:ready", who=deed.who, held_for=preparation.watch, number=number, begins=delayed.begins,
            initiative=deed.initiative, act=type(deed), task=deed.words.task,
        )  # fmt: skip
    takes_time = TakesTime if deed.timed and isinstance(deed, Completion | DeviceUse | Task) else None
    yield evolve(
        deed, standing=True, when=preparation.when, held_for=preparation.watch, begins=0, timed=False, slot=None,
        status=deed.status or takes_time,
    )  # fmt: skip


def _build_extra_blows(state: State, deed: Deed, built: Sequence[Deed]) -> Iterator[Deed]:
    """Yield extra blows of a much faster weapon, by option, as ADDICT gives them (TIE.SF)."""
    if not get_settings(state).sf_bonus_attacks or not isinstance(deed, Blow) or deed.routine > 1 or deed.standing:
        return
    mine = get_speed_factor(state, deed)
    theirs = next((d for d in built if isinstance(d, Blow) and d.who in deed.targets and is_aimed_at(d, deed)), None)
    slower = get_speed_factor(state, theirs) if theirs is not None else None
    if mine is None or slower is None or not are_dice_tied(state, deed.who, deed.targets[0]) or mine >= slower:
        return
    before, together = count_bonus_blows(mine, slower)
    for extra in range(1, before + together):
        yield evolve(deed, id=f"{deed.id}+{extra}", bonus=extra)


def _place_deed(state: State, deed: Deed) -> Deed:
    """Return the deed with its place in the list, and on a tie its slot in the ladder."""
    sub = 0
    if isinstance(deed, Blow) and deed.timed and not deed.standing:
        deed = evolve(deed, status=Retaliation if deed.routine == 1 else None)
    declared = state.declared.get(deed.who)
    if isinstance(deed, Ready) and declared is not None and declared.has(CarriedOver):
        return evolve(deed, place=(FIRST_OF_ALL, 0, 0, 0), slot=None)
    if isinstance(deed, Ready):
        return evolve(deed, place=compute_place(state, deed, kind=deed.act), slot=None)
    if isinstance(deed, Charge) and not isinstance(deed, Arrival):
        sub = 1
    place = compute_place(state, deed, sub)
    answers = deed.status is Retaliation or isinstance(deed, SetWeaponBlow)
    charge = state.declared.get(deed.targets[0]) if answers and deed.targets else None
    if charge is not None:
        place = compute_contact_place(state, charge)
    return evolve(deed, place=place, slot=_compute_slot(state, deed))


def compute_contact_place(state: State, charge: Declaration) -> tuple[int, ...]:
    """Return the place of blows at a charger: with the charger's own, just after the contact."""
    delay = charge.own(Hesitation).delay
    run = Arrival("", charge.who, initiative=get_initiative(state, charge.who, False), begins=1 + delay)
    return compute_place(state, run, 1)


def _compute_slot(state: State, deed: Deed) -> Fraction | None:
    """Return the slot of a deed in the ladder of a tie; None where it has none.

    It is the speed factor of a blow, or the time of a spell or device. Sides with a higher die come before others.
    """
    if deed.standing or not is_tied_with_anyone(state, deed.who):
        return None
    group = -TIE_GROUP * get_initiative_die(state, deed.who)
    if isinstance(deed, Blow) and deed.status is not Retaliation:
        factor = get_speed_factor(state, deed)
        if factor is None:
            return None
        slower = _find_slower_factor(state, deed) if deed.bonus == 2 else None
        later = Fraction(deed.routine - 1, 100)
        return group + (slower if slower is not None else factor) + get_delay(deed) + later
    spells = isinstance(deed, Completion) or (isinstance(deed, DeviceUse) and get_settings(state).device_time_compare)
    return Fraction(group + (deed.number or 0)) if spells and deed.timed else None


def _find_slower_factor(state: State, deed: Deed) -> int | None:
    """Return the speed factor of the weapon that a second extra blow comes together with."""
    declared = state.declared.get(deed.targets[0])
    named = declared.weapon if isinstance(declared, WithWeapon) else ""
    weapon = state.combatants[deed.targets[0]].weapon(named)
    return weapon.speed_factor if weapon is not None else None


def _slot_in(state: State, deed: Deed, everyone: Sequence[Deed]) -> Deed:
    """Return the deed, slotted in where its doer lost but has more routines (8.MAR).

    The first routine then goes just before the first attack of those that the doer fights. Nothing that a hidden
    combatant does gives another its place.
    """
    if not isinstance(deed, Attack) or deed.routines < 2 or deed.routine > 1 or deed.standing or deed.status:
        return deed
    hidden = state.combatants[deed.who].hidden
    theirs = [
        each
        for each in everyone
        if isinstance(each, Attack)
        and not each.standing
        and (is_aimed_at(deed, each) or is_aimed_at(each, deed))
        and each.initiative > deed.initiative
        and not are_dice_tied(state, each.who, deed.who)
        and state.combatants[each.who].side != state.combatants[deed.who].side
        and (hidden or not state.combatants[each.who].hidden)
    ]
    first = min(theirs, key=lambda each: each.place, default=None)
    if first is None or first.routines >= deed.routines:
        return deed
    return evolve(deed, status=SlottedIn, place=(*first.place[:3], -1))


def _place_after_awaited(deed: Deed, everyone: Sequence[Deed]) -> Deed:
    """Return the deed, placed directly after the combatant that it awaits, if any (LIST.C).

    It keeps its own place if that is later.
    """
    if not deed.held_for or isinstance(deed, Ready) or deed.standing:
        return deed
    awaited = [each.place for each in everyone if each.who == deed.held_for and not each.standing]
    return evolve(deed, place=max((*min(awaited), 1), deed.place)) if awaited else deed


def find_arrival_segment(state: State, charger: CombatantId, near: CombatantId) -> int | None:
    """Return the segment in which a charge brings somebody to (or beside) a combatant.

    None where it does not.
    """
    return find_arrival_by_charge(state, charger, near, compute_pace)
