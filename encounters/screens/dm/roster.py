"""The roster: the combatants by side, with what they have left and their conditions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from encounters.models import Encounter
from encounters.narration.columns import get_clock, is_ending
from encounters.narration.names import list_group
from encounters.screens.actions import Act, Post
from encounters.screens.combatants import describe_condition, describe_in_line, find_mobs, read_standing
from encounters.screens.dm.board import count_orders
from encounters.screens.dm.dm_view import ORDERS, DmView
from encounters.screens.dm.ruling_values import find_ruling
from encounters.screens.health import Health, count_health, find_health
from encounters.screens.tokens import Token, build_token, make_token
from rules.api import (
    DECLARE,
    Combatant,
    Condition,
    OpenQuestion,
    OpenRoll,
    Pool,
    Procedure,
    Standing,
    StatBlock,
    State,
    is_number_ruling,
)

BAD = ("dead", "helpless", "held", "stunned", "asleep", "paralysed", "webbed", "blinded", "prone", "charmed")
"""Conditions that are shown as harm."""


@dataclass(frozen=True)
class ConditionMark:
    """A condition in words, or a mark such as "asked"."""

    words: str
    tone: str = ""
    """bad, mag or warn, or empty."""
    icon: str = ""
    until: str = ""


@dataclass(frozen=True)
class Meter:
    """A pool of a combatant, which a click opens to change it."""

    pool: Pool
    what: str
    """The ruling that changes it; "" where none does."""
    action: str
    """The address to which the change is posted."""


@dataclass(frozen=True)
class RosterRow:
    """A combatant in the roster."""

    id: str
    name: str
    token: Token
    line: str
    """Its kind, weapon and facts."""
    standing: Standing
    meters: tuple[Meter, ...]
    conds: tuple[ConditionMark, ...]
    href: str
    """The address of its page."""
    card: str
    """The address of its card."""
    noted: bool = False
    """The DM has a note on it, which is read on its page."""


@dataclass(frozen=True)
class RosterMob:
    """A mob in the roster: one row, which opens to its members."""

    id: str
    name: str
    token: Token
    note: str
    """How many are unhurt, hurt, asleep and down: "12 unhurt, 5 asleep, 3 down"."""
    pips: tuple[Health, ...]
    """The health of each member."""
    members: tuple[RosterRow, ...]
    href: str
    """The address of its page."""


@dataclass(frozen=True)
class RosterSide:
    """A side in the roster."""

    label: str
    note: str
    """How many stand, and the side's initiative."""
    rows: tuple[RosterRow | RosterMob, ...]


@dataclass(frozen=True)
class Newcomer:
    """A combatant whose wave is still to come."""

    name: str
    token: Token
    line: str
    act: Act
    """The button that brings it in before."""


@dataclass(frozen=True)
class Roster:
    """The roster."""

    orders: str
    """How many orders are in: "Orders 7 of 8"; empty where none are asked."""
    sides: tuple[RosterSide, ...]
    coming: tuple[Newcomer, ...]


def build_roster(view: DmView) -> Roster:
    """Return the roster."""
    word = "Orders" if view.ruleset.orders else "Turns"
    asked = any(each.question == DECLARE for each in view.state.open)
    sealed, of = count_orders(view)
    return Roster(
        f"{word} {sealed} of {of}" if asked else "",
        tuple(_make_side(view, side) for side in view.state.sides),
        tuple(_make_newcomer(view, stat_block) for stat_block in view.state.coming),
    )


def _make_side(view: DmView, side: str) -> RosterSide:
    members = [each for each in view.state.combatants.values() if each.side == side]
    standing = sum(each.able for each in members)
    dice = view.state.initiative.get(side)
    note = f"{standing} standing" + (f", dice {dice}" if dice else "")
    mobs = find_mobs(view.state)
    mob_of = {who: mob for mob, members in mobs.items() for who in members}
    rows: list[RosterRow | RosterMob] = []
    for each in members:
        mob = mob_of.get(each.id, "")
        if not mob:
            rows.append(_make_row(view, each))
        elif each.id == mobs[mob][0]:
            rows.append(_make_mob(view, mob, [view.state.combatants[who] for who in mobs[mob]]))
    return RosterSide(side.capitalize(), note, tuple(rows))


def _make_mob(view: DmView, id: str, members: Sequence[Combatant]) -> RosterMob:
    pips = [find_health(view.state, each) for each in members]
    note = count_health(view.state, members)
    name = list_group(view.state, [each.id for each in members])
    sign = build_token(members[0].side, members[0].stat_block.mob, members[0].id)
    rows = [_make_row(view, each) for each in members]
    return RosterMob(id, name, sign, note, tuple(pips), tuple(rows), view.make_url("mob", mob=id))


def _make_newcomer(view: DmView, stat_block: StatBlock) -> Newcomer:
    name = f"Bring in {stat_block.name} now"
    act = Post("Bring in", view.make_url("bring-in"), hidden=(("who", stat_block.id),), small=True, name=name)
    line = f"{stat_block.side}, arrives in round {stat_block.start.wave}"
    return Newcomer(stat_block.name, build_token(stat_block.side, stat_block.name, stat_block.id), line, act)


def _make_row(view: DmView, each: Combatant) -> RosterRow:
    standing = read_standing(view.state, each.id)
    return RosterRow(
        each.id,
        each.name,
        make_token(each),
        describe_in_line(view.state, each),
        standing,
        tuple(_make_meter(view, each, pool) for pool in standing.pools),
        tuple(list_conditions(view, each)),
        view.make_url("combatant", who=each.id),
        view.make_url("combatant-card", who=each.id),
        bool(view.find_note(each.id)),
    )


def _make_meter(view: DmView, each: Combatant, pool: Pool) -> Meter:
    what = find_ruling(view.state, pool.name)
    may = what and is_number_ruling(view.state, what) and not view.state.ended
    return Meter(pool, what if may else "", view.make_url("change-number", who=each.id))


def list_conditions(view: DmView, each: Combatant) -> list[ConditionMark]:
    """Return the conditions of a combatant in words, with their ends, and marks such as "asked".

    Of somebody dead the others are left out.
    """
    dead = [condition for condition in each.conditions if condition.name == "dead"]
    return [*(_make_mark(view, condition) for condition in dead or each.conditions), *list_other_marks(view, each)]


class FightFacts(Protocol):
    """The facts of combatants that the DM has of a fight, in play or in preparation."""

    @property
    def encounter(self) -> Encounter: ...
    @property
    def state(self) -> State: ...
    @property
    def ruleset(self) -> Procedure: ...
    @property
    def layout(self) -> str: ...
    @property
    def awaited(self) -> Sequence[OpenQuestion]: ...
    @property
    def rolls(self) -> Sequence[OpenRoll]: ...
    def make_url(self, name: str, query: Mapping[str, object] | None = None, **parts: object) -> str: ...


def list_other_marks(view: FightFacts, each: Combatant) -> list[ConditionMark]:
    """Return the marks of a combatant that are no conditions, such as "asked"."""
    found = [ConditionMark(words) for words in read_standing(view.state, each.id).under]
    if each.hidden:
        found.append(ConditionMark("hidden", icon="eye"))
    if each.casting is not None:
        found.append(ConditionMark("casting", "mag", "spark"))
    # Where orders are given, the board says who is asked for one.
    if any(asked.who == each.id and (view.layout != ORDERS or asked.question != DECLARE) for asked in view.awaited):
        found.append(ConditionMark("asked", icon="hand"))
    if any(roll.by == each.id for roll in view.rolls):
        found.append(ConditionMark("rolling", icon="die"))
    return found


def _make_mark(view: DmView, condition: Condition) -> ConditionMark:
    until = condition.until
    ends = f"round {until[0]}, {get_clock(view.state).unit} {until[1]}" if until is not None else ""
    tone = "warn" if is_ending(view.state, until) else "bad" if condition.name in BAD else ""
    return ConditionMark(describe_condition(view.state, condition), tone, until=ends)
