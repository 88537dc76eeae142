"""Breakage: the multiplier of an attack, the checks, and the DM's part in near misses."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from rules.kernel.drawing import EventMark
from rules.kernel.effects import Roll, Rolled
from rules.kernel.event import Voice
from rules.kernel.events import Event
from rules.kernel.frozen import frozen
from rules.kernel.procedure import Play, Table
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.kernel.visibility import Audience, Doer, Face, Open, show_to_needed
from rules.procedures.dew.beats import Beat
from rules.procedures.dew.consultation import Reason, consult
from rules.procedures.dew.declared_attack import DeclaredAttack, ParryMade
from rules.procedures.dew.state import SHIELD, DewGear
from rules.procedures.dew.terms import get_attributes, get_dew, ids, with_part
from rules.procedures.dew.weapons import find_shield, get_weapon


@dataclass(slots=True, kw_only=True)
class BreakageWorked(Event):
    """A breakage check: multiplier times breakage number, the roll, and whether the item broke."""

    audience = Audience.PERCEIVERS
    is_retold = False

    item: Open[str]
    owner: Doer
    multiplier: Annotated[int, show_to_needed(0)]
    number: Annotated[int, show_to_needed(0)]
    """The breakage number of the item."""
    limit: Annotated[int, show_to_needed(0)]
    """The multiplier times the breakage number, or the limit for checks over 100."""
    face: Face[int]
    """The roll; the item breaks if it is not above the limit."""
    broke: Open[bool]

    def narrate(self, voice: Voice) -> str:
        return (
            f"{voice.whose(self.owner)} {voice.weapon(self.owner, self.item)} {'gives way' if self.broke else 'holds'}."
        )


@dataclass(slots=True, kw_only=True)
class Broke(Event):
    """An item broke."""

    audience = Audience.PERCEIVERS

    item: Open[str]
    owner: Doer

    def apply(self, state: State) -> State:
        return with_part(state, self.owner, DewGear, broken=(*get_dew(state, self.owner).gear.broken, self.item))

    def narrate(self, voice: Voice) -> str:
        return f"{voice.whose(self.owner)} {voice.weapon(self.owner, self.item)} {voice.tense('breaks', 'broke')}."

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.owner, f"{voice.weapon_short(self.owner, self.item)} breaks"),)


MOST = 100
"""The sides of a breakage die, and the limit beyond which the DM is consulted."""


NEAR_MISS = Reason(
    "near_miss", "What comes of the near miss?", "The blow of {by} was only just parried.", "a blow just parried"
)


@frozen
class Breakable:
    """An item that an attack may break."""

    item: str
    owner: CombatantId
    number: int
    purpose: str
    """The purpose of its roll."""
    clause: str
    """The clause that calls for the check."""


def check_on_equality(
    table: Table, attack: DeclaredAttack, parries: Sequence[ParryMade], beat: Beat, limit: int | None
) -> Play:
    """Check the attacking weapon, each parrying weapon, then perhaps the shield.

    The shield is checked only if nothing parried, or if everything that parried broke.
    """
    yield from check_breakage(table, attack, get_attacking_weapon(table.state, attack, "1.2.5.1.3m"), beat, limit)
    held = 0
    for thing in list_parrying_weapons(table.state, parries):
        broke = yield from check_breakage(table, attack, thing, beat, limit)
        held += not broke
    if held:
        return
    for thing in list_shields(table.state, attack.target, "1.2.5.1.3p" if parries else "1.2.5.1.3o"):
        yield from check_breakage(table, attack, thing, beat, limit)


def check_on_near_miss(
    table: Table, attack: DeclaredAttack, parries: Sequence[ParryMade], beat: Beat, limit: int | None
) -> Play:
    """Check the attacking weapon, then consult the DM with a D100 of each who parried.

    Returns the DM's answer, or None if nobody parried.
    """
    yield from check_breakage(table, attack, get_attacking_weapon(table.state, attack, "1.2.5.1.3r"), beat, limit)
    if not parries:
        return None
    rolls: list[Rolled] = yield [Roll("near.parry", each.who, 1, MOST) for each in sorted(parries, key=_get_owner)]
    limits = {
        each.owner: compute_limit(table.state, attack, each) for each in list_parrying_weapons(table.state, parries)
    }
    facts = {"limits": limits}
    return (
        yield from consult(
            table, NEAR_MISS, ("1.2.5.1.3s",), who=attack.who, target=attack.target, rolls=rolls, facts=facts
        )
    )


def _get_owner(parry: ParryMade) -> str:
    return parry.who


def find_strength_modifier(st: int) -> tuple[int, tuple[str, ...]]:
    """Return what the attacker's strength adds to the multiplier, and the clause."""
    if st >= 17:
        return 2, ("1.2.5.1.3w",)
    if st >= 15:
        return 1, ("1.2.5.1.3v",)
    return (-1, ("1.2.5.1.3x",)) if st <= 3 else (0, ())


def compute_multiplier(state: State, attack: DeclaredAttack) -> tuple[int, tuple[str, ...]]:
    """Return 1 + preparations + strength, never below 0, and the clauses (1.2.5.1.3u to x).

    A preparation counts as much as the DM's numbers for the great blow say; normally 1.
    """
    adds, clauses = find_strength_modifier(get_attributes(state, attack.who).st)
    prepared, _ = attack.great_blow.raise_breakage()
    return max(0, 1 + prepared + adds), ("1.2.5.1.3u", *clauses)


def get_attacking_weapon(state: State, attack: DeclaredAttack, clause: str) -> Breakable:
    """Return the attacking weapon as an item that may break."""
    number = get_weapon(state, attack.who, attack.weapon).breakage
    return Breakable(attack.weapon, attack.who, number, "break.attack", clause)


def list_parrying_weapons(state: State, parries: Sequence[ParryMade]) -> list[Breakable]:
    """Return the parrying weapons as items that may break, in order of their owners' ids."""
    return [
        Breakable(each.weapon, each.who, get_weapon(state, each.who, each.weapon).breakage, "break.parry", "1.2.5.1.3n")
        for each in sorted(parries, key=lambda each: each.who)
    ]


def list_shields(state: State, who: CombatantId, clause: str = "1.2.5.1.3o") -> list[Breakable]:
    """Return the shield that a target holds, as a list; empty without a whole shield."""
    shield = find_shield(state, who)
    return [Breakable(SHIELD, who, shield.breakage, "break.shield", clause)] if shield is not None else []


def compute_limit(state: State, attack: DeclaredAttack, thing: Breakable) -> int:
    """Return the limit that a D100 must exceed for the item to hold."""
    return compute_multiplier(state, attack)[0] * thing.number


def check_breakage(table: Table, attack: DeclaredAttack, thing: Breakable, beat: Beat, limit: int | None) -> Play:
    """Make one breakage check, rolled by the owner. Returns whether the item broke."""
    rolled: Rolled = yield Roll(thing.purpose, thing.owner, 1, MOST)
    times, cited = compute_multiplier(table.state, attack)
    full = times * thing.number
    bound = full if limit is None or full <= MOST else limit
    broke = rolled.total <= bound
    others = ("1.2.5.1.3ab",) if thing.owner != attack.who or thing.item == SHIELD else ()
    yield BreakageWorked(
        item=thing.item,
        owner=thing.owner,
        multiplier=times,
        number=thing.number,
        limit=bound,
        face=rolled.total,
        broke=broke,
        rolls=(rolled,),
        clauses=(
            *ids(thing.clause, *cited, "1.2.5.1.3y", "1.2.5.1.3z", "R4a", *others),
            *attack.great_blow.raise_breakage()[1],
        ),
    )
    if broke:
        yield from beat.happen(lambda: _break(thing))
    return broke


def _break(thing: Breakable) -> Play:
    yield Broke(item=thing.item, owner=thing.owner, clauses=ids("1.2.5.1.3z", "1.2.5.1.3ac"))
