"""The deeds of a turn: each on its combatant's count, spells also when they are complete."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from rules.kernel.battlefield import find_place_toward, measure_between, measure_distance
from rules.kernel.deeds import Declaration, Deed, DeedStatus
from rules.kernel.frozen import evolve
from rules.kernel.stat_block import Device, Spell, Weapon
from rules.kernel.state import Combatant, State
from rules.kernel.terms import SEGMENTS, CombatantId, Place
from rules.procedures.adnd.deed_types import (
    Blow,
    Charge,
    Move,
    Shot,
)
from rules.procedures.adnd.orders.avoid import Avoid
from rules.procedures.adnd.orders.base import ApproachTarget, Go, WithWeapon, as_order, count_segments_done, list_steps
from rules.procedures.adnd.orders.charge import ChargeAt, ChargeTo, SetWeapon
from rules.procedures.adnd.orders.device import UseDevice
from rules.procedures.adnd.orders.move import CloseWith, MoveTo
from rules.procedures.adnd.orders.shoot import Shoot
from rules.procedures.adnd.orders.spell import Cast
from rules.procedures.adnd.orders.strike import Strike
from rules.procedures.adnd.orders.wait import Await
from rules.procedures.adnd.orders.weapons import compute_melee_rate, limit_shots
from rules.procedures.crucible.deed_types import (
    Approach,
    AtEnd,
    Braced,
    CastingBegun,
    ChargeToPlace,
    Entry,
    FullRound,
    Limited,
    LongCasting,
    SpentTurn,
    Stay,
    TooFast,
)
from rules.procedures.crucible.moves import compute_limit, compute_shares
from rules.procedures.crucible.numbers import (
    SQUARE,
    compute_allowance,
    compute_pace,
    count_attacks,
    find_weapon_in_hand,
    get_count,
    is_beyond,
    is_in_reach,
    is_surprised,
)
from rules.procedures.crucible.opportunity import with_combatant_moved, with_combatant_relocated
from rules.procedures.crucible.options import get_settings
from rules.procedures.crucible.state import RestOfTurn, get_start_of_turn, get_turn

FIGHTING = (Blow, Shot, CastingBegun)
"""Classes of deeds that attack or begin a spell; a turn has one of them."""

LATE: Mapping[type[DeedStatus] | None, int] = {AtEnd: 1, FullRound: 2}
"""How late the deeds are that come after everybody's counts."""

Numbers = dict[str, Any]
"""The fields that the deeds of a step have in common, by their names: those of its count."""

NOT_DONE = (TooFast, SpentTurn)
"""What is noted of deeds that come to nothing."""


def build_deeds(state: State) -> tuple[Deed, ...]:
    """Return the deeds of everyone who has declared and has no deeds yet, in roster order."""
    known = {deed.who for deed in (*state.pending, *state.done)}
    return tuple(
        deed
        for who, declared in state.declared.items()
        if who not in known and state.combatants[who].able and not is_surprised(state, who)
        for deed in build_turn_deeds(state, declared, get_count(state, who))
    )


def build_turn_deeds(state: State, declared: Declaration, at: int) -> tuple[Deed, ...]:
    """Return the deeds of one turn on a count.

    The deeds of a combatant that waits are held until the other has done what it waits for.
    """
    who = declared.who
    steps = list_steps(declared)
    if isinstance(declared, Await) and declared.then and declared.targets:
        held = _Turn(state, who, at).build_deeds(steps[1:])
        return tuple(evolve(deed, held_for=declared.targets[0], standing=True) for deed in held)
    if isinstance(declared, Await):
        return _Turn(state, who, at).build_deeds((declared,))
    return _Turn(state, who, at).build_deeds(steps)


def is_limited(state: State, who: CombatantId, steps: Sequence[Declaration]) -> bool:
    """Return whether a combatant can only move five feet this round.

    It is overburdened, or casts for the whole round.
    """
    me = state.combatants[who]
    cast = [spell for step in steps if isinstance(step, Cast) and (spell := me.spell(step.spell)) is not None]
    return compute_pace(state, who) <= SQUARE or any(spell.casting >= SEGMENTS for spell in cast)


def find_first_step(declared: Declaration, start: Place) -> Declaration:
    """Return the first step of a turn after moves to the place where it begins."""
    steps = (step for step in list_steps(declared) if not (isinstance(step, MoveTo) and step.to == start))
    return next(steps, declared)


def is_fighting(step: Declaration) -> bool:
    """Return whether a step of a turn attacks or casts, which faster movement gives up."""
    return isinstance(step, Strike | Cast | Shoot)


def is_disengaging(step: Declaration) -> bool:
    """Return whether a step of a turn is a fighting withdrawal from melee."""
    return isinstance(step, Avoid) and step.avoid == "disengage"


@dataclass
class _Turn:
    """One turn being worked out, step by step.

    III.B and III.D: a turn has all of its attacks, or one casting; never both, or either twice.
    """

    state: State
    """The state, with the combatant where it stands by now."""
    who: CombatantId
    at: int
    """The count on which its next deed can be."""
    moved: int = field(init=False)
    """Its movement so far, in hundredths of a foot: that of this turn, and what it followed before (WD.FB.4)."""
    acted: bool = False
    """It has already attacked or cast in this turn."""

    before: State = field(init=False)
    """The state as the turn began."""

    def __post_init__(self) -> None:
        self.before = self.state
        self.moved = get_turn(self.me).covered

    @property
    def me(self) -> Combatant:
        return self.state.combatants[self.who]

    def build_deeds(self, steps: Sequence[Declaration]) -> tuple[Deed, ...]:
        limited = is_limited(self.state, self.who, steps)
        steps = [
            step if step.who == self.who else evolve(step, who=self.who) for step in self._sort_steps(steps, limited)
        ]
        found = [deed for step in steps for deed in self._build_step(step, limited)]
        found = [deed for deed in found if not isinstance(deed, Stay)] or found
        if any(is_disengaging(step) for step in steps):
            found = [evolve(deed, status=AtEnd) if isinstance(deed, Blow) else deed for deed in found]
        if self._is_too_fast(steps):
            found = [evolve(deed, status=TooFast) if isinstance(deed, FIGHTING) else deed for deed in found]
        found = list(_carry_lateness(self._mark_spent(found)))
        return tuple(
            [evolve(deed, id=_build_id(deed, found[:place]), slot=_get_slot(place)) for place, deed in enumerate(found)]
        )

    def _mark_spent(self, found: Sequence[Deed]) -> Iterator[Deed]:
        for deed in found:
            if isinstance(deed, FIGHTING):
                deed = evolve(deed, status=SpentTurn) if self.acted else deed
                self.acted = True
            yield deed

    def _sort_steps(self, steps: Sequence[Declaration], limited: bool) -> list[Declaration]:
        """Return the steps of a turn in the order in which they are done.

        STEP.5: a combatant that can move only five feet moves last. One that falls back fights first. Otherwise the
        order is that of the declaration.

        WD.DR.4: a combatant that disengages fights at the end of the order if at all. Its retreat therefore comes
        first, whatever the order declared.
        """
        retreat = next((step for step in steps if is_disengaging(step)), None)
        if retreat is not None:
            others = [step for step in steps if step is not retreat]
            first = next((place for place, step in enumerate(others) if is_fighting(step)), len(others))
            return [*others[:first], retreat, *others[first:]] if first < steps.index(retreat) else list(steps)
        if limited or _is_falling_back(steps):
            return sorted(steps, key=lambda step: isinstance(step, Avoid | Go))
        return list(steps)

    def _is_too_fast(self, steps: Sequence[Declaration]) -> bool:
        """Return whether the turn moves too far for an attack or a spell (III.D)."""
        if not self.moved:
            return False
        allowed = compute_allowance(self.state, self.who, charging=any(isinstance(step, ChargeAt) for step in steps))
        fighting = any(is_fighting(step) or isinstance(step, ApproachTarget) for step in steps)
        return fighting and is_beyond(self.moved, allowed)

    def _build_step(self, step: Declaration, limited: bool) -> Iterator[Deed]:
        numbers = {
            "number": self.at,
            "timed": True,
            "initiative": get_count(self.state, self.who),
            "begins": self.at,
            "order": step,
        }
        build = next((_BUILDERS[kind] for kind in type(step).__mro__ if kind in _BUILDERS), None)
        if build is None:
            return iter((as_order(step).build_deed("", **numbers),))
        return build(self, numbers, step, limited)

    def _build_flight(self, numbers: Numbers, step: Avoid, limited: bool) -> Iterator[Deed]:
        last = is_disengaging(step) and get_settings(self.state).disengage_move_when == "last"
        yield step.build_deed("", **{**numbers, "status": AtEnd if last else None, "targets": ()})

    def _build_device_use(self, numbers: Numbers, step: UseDevice, limited: bool) -> Iterator[Deed]:
        device = self.me.device(step.device)
        time = device.activation if device is not None and get_settings(self.state).device_time else 0
        yield step.build_deed("", **{**numbers, "number": self.at + (time or 0)})
        self._relocate(device, step.to)

    def _build_casting(self, numbers: Numbers, step: Cast, limited: bool) -> Iterator[Deed]:
        """Yield the beginning of a spell on the count, and its completion (II.C).

        It is complete after the casting time; a spell of a round or more, at the end.
        """
        spell = self.me.spell(step.spell)
        assert spell is not None
        yield CastingBegun("", self.who, step.targets, **numbers)
        left = max(1, spell.casting - count_segments_done(self.me, spell.id))
        if left > SEGMENTS:
            outlasting = {**numbers, "number": None, "timed": False}
            yield LongCasting("", self.who, step.targets, standing=True, **outlasting)
            return
        status = FullRound if left == SEGMENTS else None
        yield step.build_deed("", **{**numbers, "number": self.at + left, "status": status})
        self.at += left
        self._relocate(spell, step.to)

    def _relocate(self, magic: Spell | Device | None, to: Place | None) -> None:
        """Move the user to where relocating magic puts it, for the steps that follow."""
        if magic is not None and magic.relocation and to is not None:
            self.state = with_combatant_relocated(self.state, self.who, to)

    def _build_shot(self, numbers: Numbers, step: Shoot, limited: bool) -> Iterator[Deed]:
        weapon = self.me.weapon(step.weapon)
        assert weapon is not None
        assert weapon.missile is not None
        rate = count_attacks(self.state, self.me, weapon.missile.rate, self.state.round)
        shots = limit_shots(self.me, weapon, min(rate, step.shots or rate))
        mode = "thrown" if weapon.missile.thrown else "missile"
        yield step.build_deed("", mode=mode, routines=max(1, shots), **numbers)

    def _build_moves(self, numbers: Numbers, step: MoveTo | ChargeTo, limited: bool) -> Iterator[Deed]:
        if step.to is not None:
            far = SQUARE if limited else max(0, 2 * compute_pace(self.state, self.who) - self.moved)
            kind = ChargeToPlace if isinstance(step, ChargeTo) else Move
            yield self._build_move(numbers, find_place_toward(self.me.place, step.to, far), limited, kind)

    def _build_move(self, numbers: Numbers, goal: Place, limited: bool, kind: type[Move]) -> Deed:
        """Return a move or charge to a place.

        The last move of a turn after a full round's casting is made when the casting is complete.
        """
        status = Limited if limited else None
        if goal == self.me.place:
            return Stay("", self.who, to=goal, status=status, **{**numbers, "number": self.at})
        self.moved += measure_between(self.me.place, goal)
        self.state = with_combatant_moved(self.state, self.who, goal)
        return kind("", self.who, to=goal, status=status, **{**numbers, "number": self.at})

    def _build_closing(self, numbers: Numbers, step: CloseWith | ChargeAt, limited: bool) -> Iterator[Deed]:
        """Yield the approach of closing or charging, and the blow that goes with it.

        A combatant that has fled is only pursued.
        """
        target = step.targets[0]
        named = step.weapon if isinstance(step, ChargeAt) else ""
        weapon = self.me.weapon(named) or find_weapon_in_hand(self.me)
        near = is_in_reach(self.state, self.who, target, weapon)
        fled = not self.state.combatants[target].present
        if not near or fled:
            yield self._build_approach(numbers, step, target, limited)
        if weapon is not None and not fled and not get_turn(self.me).attacked:
            yield self._build_blow(numbers, (target,), weapon, None if near else Entry)

    def _build_approach(self, numbers: Numbers, step: CloseWith | ChargeAt, target: CombatantId, limited: bool) -> Deed:
        kind: type[Deed] = Charge if isinstance(step, ChargeAt) else Move
        status = Limited if limited else None
        return self._add_way(kind("", self.who, (target,), status=status, **numbers))

    def _build_strike(self, numbers: Numbers, step: Strike, limited: bool) -> Iterator[Deed]:
        """Yield a blow, after an approach where the target is out of reach.

        A target that was out of reach when the turn began is entered upon, by any move of it (II.E).
        """
        weapon = self.me.weapon(step.weapon)
        assert weapon is not None
        reached = next((each for each in step.targets if is_in_reach(self.state, self.who, each, weapon)), None)
        target = reached or step.targets[0]
        if reached is None:
            yield self._add_way(Move("", self.who, (target,), status=Approach, **numbers))
        near = reached is not None
        if self.before is not self.state:
            near = is_in_reach(self.before, self.who, target, weapon)
        yield self._build_blow(numbers, step.targets, weapon, None if near else Entry)

    def _add_way(self, deed: Deed) -> Deed:
        """Add the way of an approach to the turn's movement. Return the approach.

        Two who come at each other on one count meet on the way. A charge and closing are taken as far as the target,
        however far that is; an approach before a blow only as far as it can lead.
        """
        target = deed.targets[0]
        gap = measure_distance(self.state, self.who, target)
        if (other := self._find_coming(target)) is not None:
            gap = SQUARE + compute_shares(self.state, deed, other, gap)[0]
        way = max(0, gap - SQUARE)
        self.moved += min(way, compute_limit(self.state, deed)) if deed.status is Approach else way
        return deed

    def _find_coming(self, target: CombatantId) -> Deed | None:
        """Return the move by which the target comes at this combatant on the same count, if any."""
        declared, other = self.state.declared.get(target), self.state.combatants[target]
        theirs = find_first_step(declared, get_start_of_turn(other)) if declared is not None else None
        if (
            declared is None
            or not isinstance(theirs, Strike | ApproachTarget)
            or theirs.targets[0] != self.who
            or get_count(self.state, target) != self.at
            or not other.able
            or (get_turn(other).attacked and not declared.has(RestOfTurn))
            or is_in_reach(self.before, target, self.who)
        ):
            return None
        limited = is_limited(self.state, target, list_steps(declared))
        status = Limited if limited else Approach if isinstance(theirs, Strike) else None
        return (Charge if isinstance(theirs, ChargeAt) else Move)(
            id="", who=target, targets=(self.who,), number=self.at, status=status
        )

    def _build_blow(
        self, numbers: Numbers, targets: tuple[CombatantId, ...], weapon: Weapon, status: type[DeedStatus] | None
    ) -> Blow:
        rate = count_attacks(self.state, self.me, compute_melee_rate(self.me, weapon.id), self.state.round)
        routines = rate + (weapon.extra if weapon.strikes_first else 0)
        return Blow(
            "",
            self.who,
            targets,
            weapon=weapon.id,
            mode="melee",
            routines=max(1, routines),
            status=status,
            **numbers,
        )


_BUILDERS: Mapping[type, Callable[[_Turn, Numbers, Any, bool], Iterator[Deed]]] = {
    Avoid: _Turn._build_flight,
    Cast: _Turn._build_casting,
    Shoot: _Turn._build_shot,
    UseDevice: _Turn._build_device_use,
    ApproachTarget: _Turn._build_closing,
    MoveTo: _Turn._build_moves,
    ChargeTo: _Turn._build_moves,
    Strike: _Turn._build_strike,
}
"""Builders of the deeds that an order does not build as elsewhere in the family, by the nearest class."""


@cache
def _get_slot(place: int) -> Fraction:
    """Return the slot of the deed at a place in its turn: they follow one another."""
    return Fraction(place)


def _is_falling_back(steps: Sequence[Declaration]) -> bool:
    """Return whether a turn begins with falling back."""
    return bool(steps) and isinstance(steps[0], Avoid) and steps[0].avoid == "fall_back"


def _carry_lateness(found: Iterable[Deed]) -> Iterator[Deed]:
    """Yield the deeds of a turn; a deed after a late deed is as late as that (TURN.1)."""
    late = 0
    for deed in found:
        late = max(late, LATE.get(deed.status, 0))
        yield evolve(deed, place=(late,)) if late else deed


def _build_id(deed: Deed, earlier: Sequence[Deed]) -> str:
    """Return the id of a deed: "a:melee", and "a:melee2" for the second of the kind in one turn."""
    nth = sum(each.kind == deed.kind for each in earlier)
    return f"{deed.who}:{deed.kind}{nth + 1 if nth else ''}"


def build_blow_brought_forward(
    state: State, declared: Declaration, target: CombatantId, *, entered: bool, bonus: bool = False
) -> Deed:
    """Return the blow of a combatant that strikes out of turn at its attacker.

    The attacker enters upon it, or attacks it unarmed.
    """
    who = declared.who
    me = state.combatants[who]
    set_before = isinstance(declared, SetWeapon)
    weapon = me.weapon(declared.weapon if isinstance(declared, WithWeapon) else "") or find_weapon_in_hand(me)
    assert weapon is not None
    rate = 1 if bonus else count_attacks(state, me, compute_melee_rate(me, weapon.id), state.round)
    return Blow(
        id=f"{who}:{'first' if bonus else 'melee'}",
        who=who,
        targets=(target,),
        number=state.clock,
        timed=True,
        initiative=get_count(state, who),
        routines=max(1, rate),
        weapon=weapon.id,
        mode="melee",
        status=Braced if set_before else Entry if entered else None,
        bonus=1 if bonus else 0,
    )
