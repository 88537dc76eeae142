"""The deeds of a round: routines in their slots (VII.A), extra blows (VII.D.2).

Spells that wait, blows at chargers and second cantrips are built here, too.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from rules.kernel.deeds import Declaration, Deed
from rules.kernel.frozen import evolve
from rules.kernel.state import Combatant, State
from rules.kernel.terms import SEGMENTS, CombatantId
from rules.procedures.addict.numbers import get_initiative, is_decided_by_speed
from rules.procedures.addict.options import get_settings
from rules.procedures.addict.surprise import count_late_segments
from rules.procedures.adnd.deed_types import (
    Blow,
    BlowAtContact,
    BlowWhileClosing,
    ChargeBlow,
    FreeBlow,
    Move,
    Numbering,
    compute_slot,
)
from rules.procedures.adnd.deeds import build_all
from rules.procedures.adnd.numbers import (
    compute_nominal_segment,
    count_bonus_blows,
    count_routines_at_rate,
    get_speed_factor,
)
from rules.procedures.adnd.orders.base import as_order
from rules.procedures.adnd.orders.charge import ChargeAt, find_charge_arrival, list_chargers_at
from rules.procedures.adnd.orders.spell import Cast, Completion
from rules.procedures.adnd.orders.strike import Strike
from rules.procedures.adnd.orders.use_psionics import Psionics
from rules.procedures.adnd.orders.wait import Await
from rules.procedures.adnd.orders.weapons import choose_hand_weapon
from rules.procedures.adnd.overrun import LASTING, cut_overrun
from rules.procedures.adnd.several import count_busy_segments
from rules.procedures.adnd.state import OddBlow


def count_routines(state: State, me: Combatant, rate: Fraction, round: int) -> int:
    """Return the attack routines of a combatant this round (VII.A.4).

    Haste doubles the rate. A fraction counts in odd rounds by default; by option in even ones, or as a coin settled.
    """
    if rate.denominator == 1:
        return count_routines_at_rate(me, rate, round)
    phase = me.own(OddBlow).rounds or ("even" if get_settings(state).fractional_phase == "even-rounds" else "odd")
    return count_routines_at_rate(me, rate, round, phase)


def compute_spread_slot(state: State, routine: int, routines: int) -> Fraction:
    """Return the slot of a routine (VII.A.3); by option from end to end of the round."""
    if get_settings(state).routine_spread == "endpoints":
        return Fraction(1, 2) if routines == 1 else Fraction(routine - 1, routines - 1)
    return compute_slot(routine, routines)


NUMBERING = Numbering(
    nominal=compute_nominal_segment,
    initiative=get_initiative,
    routines=count_routines,
    spread=compute_spread_slot,
)


Doers = Mapping[CombatantId, Sequence[Deed]]
"""Everyone's deeds, by who does them."""


def build_deeds(state: State) -> tuple[Deed, ...]:
    """Return everyone's deeds of the round, with the extra blows of faster weapons.

    Those of combatants who are late from surprise are put back. Deeds that would end after the tenth segment are cut
    to what is done of them in this round.
    """
    made = [_mark_first_strike(state, _delay_casting(state, deed)) for deed in build_all(state, NUMBERING)]
    built = (*made, *_build_blows_at_chargers(state, made))
    doers: dict[CombatantId, list[Deed]] = {}
    for deed in built:
        doers.setdefault(deed.who, []).append(deed)
    delayed = (_put_back(state, each) for deed in built for each in (deed, *_build_extra_blows(state, deed, doers)))
    return tuple(cut_overrun(delayed))


def _delay_casting(state: State, deed: Deed) -> Deed:
    """Return a deed; take the time of completion from a spell that waits for another's deed.

    Such a spell is begun when the deed awaited is done (OTHER).
    """
    if not isinstance(deed, Completion) or not deed.held_for or deed.standing or deed.cantrip:
        return deed
    target = deed.targets[0] if deed.targets else ""
    return evolve(deed, number=compute_nominal_segment(state, deed.who, target), timed=False, begins=0)


def _mark_first_strike(state: State, deed: Deed) -> Deed:
    """Return a deed; mark the blow of a charge by an item that strikes first (VI.C)."""
    if not isinstance(deed, ChargeBlow):
        return deed
    weapon = state.combatants[deed.who].weapon(deed.weapon)
    if weapon is None or not weapon.strikes_first or weapon.extra:
        return deed
    return evolve(deed, first=True)


def _build_blows_at_chargers(state: State, made: Sequence[Deed]) -> Iterator[Deed]:
    """Yield blows at chargers that nobody declared (VII.B.3.b).

    They are struck by those who close, and by those whose move includes a blow. By the option
    ``charge_defender_attack`` (free) everyone who is charged at strikes one.
    """
    moves = {deed.who: deed for deed in made if isinstance(deed, Move) and not deed.held_for}
    free = get_settings(state).charge_defender_attack == "free"
    for who, me in state.combatants.items():
        declared = state.declared.get(who)
        if not me.able:
            continue
        if free:
            for charger in list_chargers_at(state, who):
                yield from _build_blow_at_charger(state, who, charger, me.in_hand, FreeBlow)
        elif declared is not None and who in moves and _may_strike_at_charger(declared, moves[who]):
            charger, weapon = _find_charger_to_strike(state, declared)
            held = weapon or choose_hand_weapon(me)
            for blow in _build_blow_at_charger(state, who, charger, held, BlowWhileClosing):
                yield evolve(blow, step=moves[who].step)


def _may_strike_at_charger(declared: Declaration, move: Move) -> bool:
    """Return whether a move leaves its doer a blow at a charger.

    Closing does, and a move whose declaration includes the blow.
    """
    return move.to is None or any(isinstance(each, Strike) for each in declared.then)


def _find_charger_to_strike(state: State, declared: Declaration) -> tuple[CombatantId, str]:
    """Return the charger to strike at and the weapon named, each empty if there is none.

    The charger named in the declaration has precedence, then the charger closed with, then the first to arrive.
    """
    blow = next((each for each in declared.then if isinstance(each, Strike)), None)
    named = blow.targets if blow is not None else ()
    coming = sorted(
        list_chargers_at(state, declared.who), key=lambda charger: _compute_arrival(state, charger, declared.who)
    )
    wanted = [each for each in (*named, *declared.targets, *coming) if each in coming]
    return wanted[0] if wanted else "", blow.weapon if blow is not None else ""


def _compute_arrival(state: State, charger: CombatantId, who: CombatantId) -> int:
    charge = state.declared[charger]
    assert isinstance(charge, ChargeAt)
    return find_charge_arrival(state, charge, who)


def _build_blow_at_charger(
    state: State, who: CombatantId, charger: CombatantId, weapon: str, kind: type[BlowAtContact]
) -> Iterator[Deed]:
    held = state.combatants[who].weapon(weapon)
    if not charger or held is None or not held.melee or state.combatants[who].is_thrown_away(held):
        return
    segment = _compute_arrival(state, charger, who)
    if segment <= SEGMENTS:
        yield NUMBERING.build_plain(
            state, Strike(who, targets=(charger,)), kind,
            id=f"{who}:{kind.role}:{charger}", weapon=held.id, mode="melee", number=segment, timed=True,
            first=held.strikes_first and not held.extra, order=None,
        )  # fmt: skip


def build_second_cantrip(state: State, declared: Declaration, later: int) -> Completion:
    """Return the second cantrip, ``later`` segments after the first (VII.C.4).

    Past the tenth segment it comes as the round ends. It is begun when the first is cast, or in the segment after it
    if the first was spoiled.
    """
    casting = declared.then[0] if isinstance(declared, Await) else declared
    second = evolve(casting.then[0], who=declared.who)
    assert isinstance(second, Cast)
    first = next(as_order(evolve(casting, who=declared.who)).build_deeds(state, NUMBERING))
    number = min(SEGMENTS, (first.number or 1) + later)
    begins = min(SEGMENTS, (first.number or 1) + 1)
    return NUMBERING.build_plain(
        state, second, Completion,
        id=f"{declared.who}:spell2", number=number, timed=True, cantrip=2, begins=begins,
    )  # fmt: skip


def _build_extra_blows(state: State, deed: Deed, doers: Doers) -> Iterator[Deed]:
    """Yield the extra blows of a faster weapon, once a round (D.2).

    A single one comes before the slower weapon's blow. If there are two, the second comes together with it.
    """
    if not isinstance(deed, Blow) or deed.bonus or deed.held_for or not get_settings(state).sf_bonus_attacks:
        return
    meeting = _find_first_meeting(state, deed.who, doers)
    if meeting is None or meeting[0] is not deed:
        return
    mine, theirs = get_speed_factor(state, deed) or 0, get_speed_factor(state, meeting[1]) or 0
    before, together = count_bonus_blows(mine, theirs) if mine < theirs else (1, 0)
    for extra in range(1, before + together):
        yield evolve(deed, id=f"{deed.id}+{extra}", bonus=extra, first=False)


def _find_first_meeting(state: State, who: CombatantId, doers: Doers) -> tuple[Deed, Deed] | None:
    """Return a combatant's first blow in one slot with a blow of its target, and that blow.

    None where there is none, or where an item strikes first (VI.C): speed factors do not determine the order then.
    """
    own = [deed for deed in doers[who] if isinstance(deed, Blow) and not deed.bonus]
    for mine in sorted(own, key=lambda deed: deed.slot or Fraction(0)) if len(own) > 1 else own:
        against = doers.get(mine.targets[0], ())
        if any(deed.first for deed in (*doers[who], *against)):
            return None
        for theirs in against:
            if not theirs.bonus and theirs.slot == mine.slot and is_decided_by_speed(state, mine, theirs):
                return mine, theirs
    return None


def _put_back(state: State, deed: Deed) -> Deed:
    """Return a deed put back by the tasks and the move before it, and by surprise.

    The clauses are II-IV.several and I.C.5.tail. What takes a time of its own is begun that much later. Anything else
    keeps its place, but is not done before.
    """
    busy, surprised = count_busy_segments(state, deed), count_late_segments(state, deed.who)
    late = busy + surprised
    if not late:
        return deed
    begins = deed.begins + late if deed.begins else 0
    if deed.number is None or isinstance(deed, Psionics):
        return evolve(deed, begins=begins)
    if isinstance(deed, LASTING) and deed.timed:
        return evolve(deed, number=deed.number + late, begins=begins)
    timed = deed.timed or (surprised > 0 and begins > 0)
    return evolve(deed, number=min(SEGMENTS, max(deed.number, late + 1)), timed=timed, begins=begins)
