"""The deeds of declarations: one for each routine, completion, contact, move, turning.

A procedure hands in its own ``Numbering``: the initiative that a deed goes by, its nominal segment, and more.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import assert_never

from rules.kernel.battlefield import (
    compute_charging_stride,
    compute_contact_segment,
    find_place_toward,
    is_in_melee_distance,
    measure_between,
    measure_distance,
)
from rules.kernel.frozen import frozen
from rules.kernel.stat_block import Weapon
from rules.kernel.state import Combatant, Declaration, Deed, DeedT, Place, State, become, evolve
from rules.kernel.terms import SEGMENTS, CombatantId
from rules.procedures.adnd.accepting import list_steps
from rules.procedures.adnd.declaration_types import (
    ApproachTarget,
    Avoid,
    Await,
    Cast,
    ChargeAt,
    ChargeTo,
    ClosesInstead,
    CloseWith,
    DoTask,
    MoveTo,
    OfferParley,
    PutOn,
    SetWeapon,
    Shoot,
    Strike,
    TakeOff,
    TurnUndead,
    UseDevice,
    UsePsionics,
    as_adnd_declaration,
)
from rules.procedures.adnd.deed_types import (
    Arrival,
    ArrivalAtPlace,
    Attack,
    Blow,
    Charge,
    ChargeBlow,
    Completion,
    DeviceUse,
    Flight,
    Move,
    Parley,
    Psionics,
    SetWeaponBlow,
    ShortCharge,
    Shot,
    Task,
    Turning,
    Wait,
    WeaponSet,
)
from rules.procedures.adnd.movement import get_weapon_length
from rules.procedures.adnd.procedure import compute_slot
from rules.procedures.adnd.several import build_around, halve_shots, has_several

Pace = Callable[[State, CombatantId], Fraction]
"""The hundredths of a foot that a charge covers in a segment."""


@frozen
class Numbering:
    """The numbers that a procedure gives deeds."""

    nominal: Callable[[State, CombatantId, CombatantId], int]
    """The segment for an ordinary deed of a combatant against a target ("" for nobody)."""
    initiative: Callable[[State, CombatantId, bool], int]
    """The number for side order of a combatant, for missiles (True) or anything else."""
    routines: Callable[[State, Combatant, Fraction, int], int]
    """The attack routines with a weapon in a round, from a rate a round and the round."""
    spread: Callable[[State, int, int], Fraction] = lambda state, routine, routines: compute_slot(routine, routines)
    """The slot of routine k of n in the round."""
    pace: Pace = compute_charging_stride
    """The hundredths of a foot that a charge covers in a segment."""


def list_charges_at(state: State, who: CombatantId) -> list[ChargeAt]:
    """Return the declared charges of able combatants that aim at this one."""
    return [
        declared
        for declared in state.declared.values()
        if isinstance(declared, ChargeAt) and who in declared.targets and state.combatants[declared.who].able
    ]


def list_chargers_at(state: State, who: CombatantId) -> list[CombatantId]:
    """Return those able combatants in sight whose declared charge aims at this one."""
    return [charge.who for charge in list_charges_at(state, who) if not state.combatants[charge.who].hidden]


def is_closing(state: State, who: CombatantId) -> bool:
    """Return whether a combatant closes or charges this round."""
    declared = state.declared.get(who)
    return declared is not None and (isinstance(declared, ApproachTarget) or declared.has(ClosesInstead))


def compute_charge_arrival(
    state: State, who: CombatantId, target: CombatantId, weapon: str, pace_of: Pace = compute_charging_stride
) -> int:
    """Return the segment of contact of a charge; it may lie after the tenth.

    Two who charge each other meet by their combined speed and the longer weapon.
    """
    me, other = state.combatants[who], state.combatants[target]
    gap, length, pace = measure_distance(state, who, target), get_weapon_length(me, weapon), pace_of(state, who)
    against = state.declared.get(target)
    if isinstance(against, ChargeAt) and who in against.targets:
        pace += pace_of(state, target)
        length = max(length, get_weapon_length(other, against.weapon))
    return compute_contact_segment(gap, length, pace)


def find_charge_arrival(
    state: State, charge: ChargeAt, who: CombatantId, pace_of: Pace = compute_charging_stride
) -> int:
    """Return the segment of contact of a charge at a combatant, of one under way by its deed."""
    for deed in state.pending:
        if isinstance(deed, Arrival) and deed.who == charge.who and who in deed.targets and deed.number is not None:
            return deed.number
    return compute_charge_arrival(state, charge.who, who, charge.weapon, pace_of)


def compute_run_end(state: State, who: CombatantId, to: Place, pace_of: Pace = compute_charging_stride) -> int:
    """Return the segment in which a charge comes to a place; it may lie after the tenth."""
    return compute_contact_segment(measure_between(state.combatants[who].place, to), 0, pace_of(state, who))


def find_arrival_by_charge(
    state: State, who: CombatantId, near: CombatantId, pace_of: Pace = compute_charging_stride
) -> int | None:
    """Return the segment in which a charge brings its doer to another combatant, or None.

    That combatant is its target, or stands within an inch of where the charge ends.
    """
    me, declared = state.combatants[who], state.declared.get(who)
    if isinstance(declared, ChargeTo) and declared.to is not None and me.able:
        segment = compute_run_end(state, who, declared.to, pace_of)
        beside = measure_between(declared.to, state.combatants[near].place) <= state.setting.inch
        return segment if beside and segment <= SEGMENTS else None
    if not isinstance(declared, ChargeAt) or not me.able:
        return None
    target = declared.targets[0]
    segment = find_charge_arrival(state, declared, target, pace_of)
    if segment > SEGMENTS:
        return None
    if target == near:
        return segment
    run = measure_distance(state, who, target) - get_weapon_length(me, declared.weapon)
    end = find_place_toward(me.place, state.combatants[target].place, max(0, run))
    return segment if measure_between(end, state.combatants[near].place) <= state.setting.inch else None


def share_routine(
    targets: Sequence[CombatantId], routine: int, routines: int, blows: int
) -> list[tuple[CombatantId, tuple[int, ...]]]:
    """Return the targets of one routine in the order of its blows, with the places of the blows.

    The blows of the round go at the targets in turn, then from the first again; the places are empty where one target
    takes all. Where every target has a routine of its own (a sweep), a routine is not split.
    """
    if len(targets) == 1:
        return [(targets[0], ())]
    if len(targets) == routines:
        return [(targets[routine - 1], ())]
    aimed = [targets[((routine - 1) * blows + place) % len(targets)] for place in range(blows)]
    if len(dict.fromkeys(aimed)) < 2:
        return [(target, ()) for target in aimed[:1]]
    return [(target, (place,)) for place, target in enumerate(aimed)]


def find_first_in_reach(state: State, declared: Strike) -> CombatantId:
    """Return the first target within reach of a blow, or the first of all."""
    if len(declared.targets) == 1:
        return declared.targets[0]
    near = (each for each in declared.targets if is_in_melee_distance(state, declared.who, each))
    return next(near, declared.targets[0])


def find_next_target(state: State, deed: Deed) -> CombatantId | None:
    """Return the next named target of a blow or shot, if it cannot be made at its own.

    A target that is down or gone, or out of reach of a blow, gives way to the next that is not. None where it can be
    made, only one was named, or none is left.
    """
    declared = state.declared.get(deed.who)
    if declared is None or not isinstance(deed, Attack) or not (declared.then or len(declared.targets) > 1):
        return None
    named = _list_named(declared, deed)

    def may_be_struck(who: CombatantId) -> bool:
        near = deed.mode != "melee" or is_in_melee_distance(state, deed.who, who)
        return near and state.combatants[who].able and not state.combatants[who].hidden

    if len(named) < 2 or may_be_struck(deed.targets[0]):
        return None
    start = named.index(deed.targets[0]) + 1
    return next((who for who in (*named[start:], *named[:start]) if may_be_struck(who)), None)


def has_several_targets(state: State, deed: Deed) -> bool:
    """Return whether a blow or shot is one of an order that names several targets."""
    declared = state.declared.get(deed.who)
    if declared is None or not isinstance(deed, Attack) or not (declared.then or len(declared.targets) > 1):
        return False
    return len(_list_named(declared, deed)) > 1


def _list_named(declared: Declaration, deed: Attack) -> tuple[CombatantId, ...]:
    """Return the targets of the step that a blow or shot carries out, or nothing."""
    for step in list_steps(declared):
        if isinstance(step, Strike | Shoot) and step.weapon == deed.weapon and deed.targets[0] in step.targets:
            return step.targets
    return ()


def count_segments_done(me: Combatant, what: str) -> int:
    """Return the segments of a spell or task done in earlier segments or rounds."""
    return me.casting.done if me.casting is not None and me.casting.what == what else 0


def choose_hand_weapon(me: Combatant) -> str:
    """Return the weapon that a combatant strikes with where none is named.

    It is the weapon in hand, else the first for hand to hand. One of which the last was thrown is left out.
    """
    fit = [weapon.id for weapon in me.list_weapons_left() if weapon.melee]
    return me.in_hand if me.in_hand in fit or not fit else fit[0]


def limit_shots(me: Combatant, weapon: Weapon, shots: int) -> int:
    """Return how many of these shots a combatant has missiles for.

    Each shot takes one for every blow of the weapon.
    """
    left = me.count_missiles(weapon)
    return shots if left is None else min(shots, -(-left // max(1, len(weapon.blows))))


def compute_melee_rate(me: Combatant, weapon: str) -> Fraction:
    """Return the attack routines a round with a weapon in hand.

    Some weapons step the rate up (1, 3/2, 2, 5/2, 3).
    """
    chosen = me.weapon(weapon)
    if chosen is None or not chosen.rate_step:
        return me.stat_block.attack.routines
    return me.stat_block.attack.routines + Fraction(chosen.rate_step, 2)


class DeedBuilder:
    """A builder of deeds from declarations, under one numbering."""

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering

    def build_all(self, state: State) -> tuple[Deed, ...]:
        """Return the deeds of everyone able, in roster order.

        Those who have declared nothing wait.
        """
        deeds: list[Deed] = []
        for who, each in state.combatants.items():
            declared = state.declared.get(who)
            if declared is None:
                if each.able:
                    deeds += self._build_waits(state, Await(who))
            elif each.able:
                deeds += self._build_order(state, declared)
        return tuple(deeds)

    def _build_order(self, state: State, declared: Declaration) -> Iterator[Deed]:
        """Yield the deeds of a declaration, with what is done before and after its act."""
        if not has_several(declared):
            yield from self.build(state, declared)
            return
        act = tuple(self.build(state, declared))
        yield from build_around(state, declared, act, self._numbering.nominal(state, declared.who, ""))

    def build(self, state: State, declared: Declaration) -> Iterator[Deed]:
        """Yield the deeds of one declaration."""
        own = as_adnd_declaration(declared)
        match own:
            case UsePsionics():
                yield self._build_psionics(state, own)
            case Avoid():
                yield evolve(self.build_plain(state, own, Flight), mode=own.avoid or "flee", to=own.to)
            case OfferParley():
                yield self.build_plain(state, own, Parley)
            case Await():
                yield from self._build_waits(state, own)
            case Shoot():
                yield from self._build_shots(state, own)
            case Cast():
                yield self._build_spell(state, own)
            case UseDevice():
                yield self._build_device(state, own)
            case TurnUndead():
                yield self.build_plain(state, own, Turning)
            case PutOn() | TakeOff():
                yield evolve(self.build_plain(state, own, Task), task=f"{own.how} {own.device}")
            case ChargeAt():
                yield from self._build_charge(state, own)
            case ChargeTo():
                yield self._build_charge_to_place(state, own)
            case CloseWith():
                yield self.build_plain(state, own, Move)
            case MoveTo():
                yield evolve(self.build_plain(state, own, Move), to=own.to)
            case DoTask():
                yield self._build_task(state, own)
            case SetWeapon():
                yield self._build_weapon_set(state, own)
            case Strike():
                yield from self._build_strikes(state, own)
            case _:
                assert_never(own)

    def build_plain(self, state: State, declared: Declaration, kind: type[DeedT]) -> DeedT:
        """Return a deed of a class with its target and numbers, and nothing else."""
        who = declared.who
        target = declared.targets[0] if declared.targets else ""
        return kind(
            id=f"{who}:{kind.kind}",
            who=who,
            targets=declared.targets,
            number=self._numbering.nominal(state, who, target),
            initiative=self._numbering.initiative(state, who, issubclass(kind, Shot)),
        )

    def _build_psionics(self, state: State, declared: UsePsionics) -> Deed:
        plain = self.build_plain(state, declared, Psionics)
        return evolve(plain, standing=True, attack_mode=declared.attack_mode, defense_mode=declared.defense_mode)

    def _build_waits(self, state: State, declared: Await) -> Iterator[Deed]:
        if not declared.then or not declared.targets:
            yield self.build_plain(state, evolve(declared, targets=declared.targets[:1]), Wait)
            return
        for held in declared.then:
            for deed in self.build(state, held):
                yield evolve(deed, held_for=declared.targets[0], slot=None)

    def _build_shots(self, state: State, declared: Shoot) -> Iterator[Deed]:
        me = state.combatants[declared.who]
        weapon = me.weapon(declared.weapon)
        assert weapon is not None
        assert weapon.missile is not None
        rate = halve_shots(declared, self._numbering.routines(state, me, weapon.missile.rate, state.round))
        shots = limit_shots(me, weapon, min(rate, declared.shots or rate))
        mode = "thrown" if weapon.missile.thrown else "missile"
        yield from self._build_routines(state, declared, weapon, Shot, shots, mode)

    def _build_routines(
        self, state: State, declared: Shoot | Strike, weapon: Weapon, kind: type[Attack], routines: int, mode: str
    ) -> Iterator[Attack]:
        plain = self.build_plain(state, declared, kind)
        off_hand = declared.off_hand if isinstance(declared, Strike) else ""
        plain = evolve(
            plain, targets=declared.targets[:1], weapon=weapon.id, off_hand=off_hand, mode=mode, routines=routines
        )
        for extra in range(1, weapon.extra + 1 if weapon.strikes_first else 1):
            yield evolve(plain, id=f"{declared.who}:extra{extra}", slot=Fraction(0), first=True, bonus=extra)
        first_target, nominal = declared.targets[0], self._numbering.nominal
        for routine in range(1, routines + 1):
            first = weapon.strikes_first and not weapon.extra and routine == 1
            for target, chosen in share_routine(declared.targets, routine, routines, len(weapon.blows)):
                yield evolve(
                    plain,
                    id=f"{declared.who}:{routine}" + (f".{chosen[0] + 1}" if chosen and chosen[0] else ""),
                    routine=routine,
                    targets=(target,),
                    number=plain.number if target == first_target else nominal(state, declared.who, target),
                    slot=self._numbering.spread(state, routine, routines),
                    first=first,
                    chosen=chosen,
                )

    def _build_spell(self, state: State, declared: Cast) -> Deed:
        me = state.combatants[declared.who]
        spell = me.spell(declared.spell)
        assert spell is not None
        left = max(1, spell.casting - count_segments_done(me, spell.id))
        plain = self.build_plain(state, declared, Completion)
        if left <= SEGMENTS:
            pair = 1 if declared.then else 0
            return evolve(plain, spell=spell.id, number=left, timed=True, to=declared.to, cantrip=pair)
        return evolve(plain, id=f"{declared.who}:casting", spell=spell.id, number=None, standing=True)

    def _build_device(self, state: State, declared: UseDevice) -> Deed:
        me = state.combatants[declared.who]
        device = me.device(declared.device)
        assert device is not None
        plain = evolve(self.build_plain(state, declared, DeviceUse), device=device.id, to=declared.to)
        if device.activation is None:
            return plain
        left = max(1, device.activation - count_segments_done(me, device.id))
        if left > SEGMENTS:
            return evolve(plain, id=f"{declared.who}:using", number=None, standing=True)
        return evolve(plain, number=left, timed=True)

    def _build_task(self, state: State, declared: DoTask) -> Deed:
        left = max(1, declared.segments - count_segments_done(state.combatants[declared.who], declared.task))
        plain = evolve(self.build_plain(state, declared, Task), task=declared.task, draw=declared.drawn)
        if left <= SEGMENTS:
            return evolve(plain, number=left, timed=True)
        return evolve(plain, id=f"{declared.who}:working", number=None, standing=True)

    def _build_charge(self, state: State, declared: ChargeAt) -> Iterator[Deed]:
        me, target = state.combatants[declared.who], declared.targets[0]
        weapon = declared.weapon or choose_hand_weapon(me)
        segment = compute_charge_arrival(state, declared.who, target, weapon, self._numbering.pace)
        plain = evolve(
            self.build_plain(state, declared, Charge),
            targets=declared.targets[:1],
            weapon=weapon,
            number=segment,
            timed=True,
            mode="melee",
        )
        if segment > SEGMENTS:
            yield become(plain, ShortCharge, id=f"{declared.who}:short", number=SEGMENTS)
            return
        yield become(plain, Arrival, id=f"{declared.who}:contact")
        routines = self._numbering.routines(state, me, compute_melee_rate(me, weapon), state.round)
        yield become(plain, ChargeBlow, id=f"{declared.who}:charge", routines=routines)
        for routine in range(2, routines + 1):
            number = self._numbering.nominal(state, declared.who, target)
            spread = self._numbering.spread(state, routine, routines)
            yield become(
                plain,
                Blow,
                id=f"{declared.who}:{routine}",
                number=max(number, segment),
                routine=routine,
                routines=routines,
                slot=spread,
            )

    def _build_charge_to_place(self, state: State, declared: ChargeTo) -> Deed:
        to = declared.to or state.combatants[declared.who].place
        ends = min(SEGMENTS, compute_run_end(state, declared.who, to, self._numbering.pace))
        return evolve(self.build_plain(state, declared, ArrivalAtPlace), number=ends, timed=True, to=to)

    def _build_weapon_set(self, state: State, declared: SetWeapon) -> Deed:
        plain = evolve(self.build_plain(state, declared, WeaponSet), weapon=declared.weapon, mode="melee")
        arrivals = [
            (find_charge_arrival(state, charge, declared.who, self._numbering.pace), charge.who)
            for charge in list_charges_at(state, declared.who)
            if not declared.targets or charge.who in declared.targets
        ]
        segment, charger = min(arrivals, key=lambda each: each[0], default=(SEGMENTS + 1, ""))
        if segment <= SEGMENTS:
            return become(plain, SetWeaponBlow, targets=(charger,), number=segment, timed=True)
        return plain

    def _build_strikes(self, state: State, declared: Strike) -> Iterator[Deed]:
        me, target = state.combatants[declared.who], find_first_in_reach(state, declared)
        weapon = me.weapon(declared.weapon)
        assert weapon is not None
        routines = self._numbering.routines(state, me, compute_melee_rate(me, weapon.id), state.round)
        if len(declared.targets) > routines * len(weapon.blows):  # a sweep: a routine for each
            routines = len(declared.targets)
        if is_in_melee_distance(state, declared.who, target):
            yield from self._build_routines(state, declared, weapon, Blow, routines, "melee")
            return
        comes = find_arrival_by_charge(state, target, declared.who, self._numbering.pace)
        if comes is None:
            # The target is too far off for blows: the striker closes.
            yield evolve(self.build_plain(state, declared, Move), targets=declared.targets[:1])
        else:
            for deed in self._build_routines(state, declared, weapon, Blow, routines, "melee"):
                yield evolve(deed, number=max(comes, deed.number or 0) if deed.routine > 1 else comes, timed=True)
