"""Breakage: the multiplier of an attack, the checks it brings, and the DM's word where one would pass 100."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules import events as e
from rules.dew.beats import Beat
from rules.dew.consulting import consult, is_yes
from rules.dew.harm import settle
from rules.dew.swing import Swing
from rules.dew.terms import attributes, ids, now
from rules.dew.weapons import weapon_of
from rules.dew_state import SHIELD
from rules.effects import Roll, Rolled
from rules.events import ParryMade
from rules.ruleset import Play, Table
from rules.state import State
from rules.terms import CombatantId

MOST = 100


@dataclass(frozen=True)
class Breakable:
    """Something that an attack may break: whose it is, its breakage number, and the purpose of its roll."""

    item: str
    owner: CombatantId
    number: int
    purpose: str
    clause: str


def strength_adds(st: int) -> tuple[int, tuple[str, ...]]:
    """What the attacker's strength adds to the multiplier, and by which clause."""
    if st >= 17:
        return 2, ("1.2.5.1.3w",)
    if st >= 15:
        return 1, ("1.2.5.1.3v",)
    return (-1, ("1.2.5.1.3x",)) if st <= 3 else (0, ())


def multiplier(state: State, swing: Swing) -> tuple[int, tuple[str, ...]]:
    """1 + preparations + strength, never below 0, and the clauses (1.2.5.1.3u to x)."""
    adds, clauses = strength_adds(attributes(state, swing.who).st)
    prepared = swing.preparations * swing.great_blow[3]
    return max(0, 1 + prepared + adds), ("1.2.5.1.3u", *clauses)


def own_weapon(state: State, swing: Swing, clause: str) -> Breakable:
    """The attacking weapon."""
    number = weapon_of(state, swing.who, swing.weapon).breakage
    return Breakable(swing.weapon, swing.who, number, "break.attack", clause)


def parrying(state: State, parries: Sequence[ParryMade]) -> list[Breakable]:
    """The parrying weapons, in order of their owners' ids."""
    return [
        Breakable(each.weapon, each.who, weapon_of(state, each.who, each.weapon).breakage, "break.parry", "1.2.5.1.3n")
        for each in sorted(parries, key=lambda each: each.who)
    ]


def shield_of(state: State, who: CombatantId, clause: str = "1.2.5.1.3o") -> list[Breakable]:
    """The whole shield that a target holds, if it has one."""
    shield = attributes(state, who).shield
    if shield is None or not now(state, who).shield_held or SHIELD in now(state, who).broken:
        return []
    return [Breakable(SHIELD, who, shield.breakage, "break.shield", clause)]


def limit_of(state: State, swing: Swing, thing: Breakable) -> int:
    """The limit that a D100 must exceed for the item to hold."""
    return multiplier(state, swing)[0] * thing.number


def over_100(table: Table, swing: Swing, parries: Sequence[ParryMade], beat: Beat) -> Play:
    """Ask the DM where a limit would exceed 100.

    Returns the limit that holds for these items (100, or what he sets), None where each keeps its own, or "cancel".
    """
    state = table.state
    things = [own_weapon(state, swing, ""), *parrying(state, parries), *shield_of(state, swing.target)]
    over = [each for each in things if limit_of(state, swing, each) > MOST]
    if not over:
        return None
    limits = {f"{each.owner} {each.item}": limit_of(state, swing, each) for each in over}
    cited = ("1.2.5.1.3aa", *(("1.2.5.1.3ab",) if any(each.owner != swing.who for each in over) else ()))
    answer = yield from consult(table, "over_100", cited, who=swing.who, target=swing.target, facts={"limits": limits})
    if answer["command"] == "rule":
        yield from settle(table, beat, "over_100", answer, *cited)
        return None
    if answer["command"] == "cancel":
        return "refund" if is_yes(answer, "refund") or "refund" not in answer else "cancel"
    return answer.get("limit", MOST)


def check(table: Table, swing: Swing, thing: Breakable, beat: Beat, limit: int | None) -> Play:
    """One breakage check, rolled by the owner. Returns whether the item broke."""
    rolled: Rolled = yield Roll(thing.purpose, thing.owner, 1, MOST)
    times, cited = multiplier(table.state, swing)
    full = times * thing.number
    bound = full if limit is None or full <= MOST else limit
    broke = rolled.total <= bound
    others = ("1.2.5.1.3ab",) if thing.owner != swing.who or thing.item == SHIELD else ()
    yield e.BreakageWorked(
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
            *swing.cites("1.2.4f"),
        ),
    )
    if broke:
        yield from beat.happen(lambda: _break(thing))
    return broke


def _break(thing: Breakable) -> Play:
    yield e.Broke(item=thing.item, owner=thing.owner, clauses=ids("1.2.5.1.3z", "1.2.5.1.3ac"))


def on_equality(table: Table, swing: Swing, parries: Sequence[ParryMade], beat: Beat, limit: int | None) -> Play:
    """The attacking weapon, each parrying weapon, then the shield if nothing parried or all that did broke."""
    yield from check(table, swing, own_weapon(table.state, swing, "1.2.5.1.3m"), beat, limit)
    held = 0
    for thing in parrying(table.state, parries):
        broke = yield from check(table, swing, thing, beat, limit)
        held += not broke
    if held:
        return
    for thing in shield_of(table.state, swing.target, "1.2.5.1.3p" if parries else "1.2.5.1.3o"):
        yield from check(table, swing, thing, beat, limit)


def on_near_miss(table: Table, swing: Swing, parries: Sequence[ParryMade], beat: Beat, limit: int | None) -> Play:
    """The attacking weapon; then each who parried rolls a D100 and the DM is consulted with all of them."""
    yield from check(table, swing, own_weapon(table.state, swing, "1.2.5.1.3r"), beat, limit)
    if not parries:
        return
    rolls: list[Rolled] = yield [Roll("near.parry", each.who, 1, MOST) for each in sorted(parries, key=_owner)]
    limits = {each.owner: limit_of(table.state, swing, each) for each in parrying(table.state, parries)}
    answer = yield from consult(
        table, "near_miss", ("1.2.5.1.3s",), who=swing.who, target=swing.target, rolls=rolls, facts={"limits": limits}
    )
    yield from settle(table, beat, "near_miss", answer, "1.2.5.1.3s")


def _owner(parry: ParryMade) -> str:
    return parry.who
