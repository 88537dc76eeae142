"""Breakage: the multiplier of an attack, the checks, and the DM's part in limits over 100."""

from collections.abc import Sequence

from rules.kernel import events as e
from rules.kernel.effects import Roll, Rolled
from rules.kernel.forms import Choice, Number
from rules.kernel.frozen import frozen
from rules.kernel.procedure import Play, Table
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import CombatantId
from rules.procedures.dew import events as dew
from rules.procedures.dew.answers import build_yes_field, is_yes
from rules.procedures.dew.beats import Beat
from rules.procedures.dew.blows import Paid
from rules.procedures.dew.consultation import Reason, build_rule_choice, consult
from rules.procedures.dew.damage import apply_dm_answer
from rules.procedures.dew.declared_attack import DeclaredAttack
from rules.procedures.dew.events import ParryMade
from rules.procedures.dew.state import SHIELD
from rules.procedures.dew.terms import ACTIVE, REACTIVE, get_attributes, get_dew, get_equipment, ids
from rules.procedures.dew.weapons import get_weapon

MOST = 100
"""The sides of a breakage die, and the limit beyond which the DM is consulted."""


NEAR_MISS = Reason(
    "near_miss", "What comes of the near miss?", "The blow of {by} was only just parried.", "a blow just parried"
)


def _list_over_100_choices(state: State, question: OpenQuestion) -> Sequence[Choice]:
    return (
        Choice("proceed", "Go on", then=lambda: (Number("limit", "Limit of the check", 0, 1000, optional=True),)),
        build_rule_choice(state),
        Choice(
            "cancel",
            "The attack does not take place",
            then=lambda: (build_yes_field("refund", "Give back the blows?"),),
        ),
    )


OVER_100 = Reason(
    "over_100",
    "Does the blow go on?",
    "The weapon of {by} is past what it can bear.",
    "what may break",
    {"command": "proceed"},
    _list_over_100_choices,
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
    """Check the attacking weapon, then consult the DM with a D100 of each who parried."""
    yield from check_breakage(table, attack, get_attacking_weapon(table.state, attack, "1.2.5.1.3r"), beat, limit)
    if not parries:
        return
    rolls: list[Rolled] = yield [Roll("near.parry", each.who, 1, MOST) for each in sorted(parries, key=_get_owner)]
    limits = {
        each.owner: compute_limit(table.state, attack, each) for each in list_parrying_weapons(table.state, parries)
    }
    answer = yield from consult(
        table, NEAR_MISS, ("1.2.5.1.3s",), who=attack.who, target=attack.target, rolls=rolls, facts={"limits": limits}
    )
    yield from apply_dm_answer(table, beat, NEAR_MISS, answer, "1.2.5.1.3s", by=attack.who)


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
    shield = get_equipment(state, who).shield
    if shield is None or not get_dew(state, who).gear.shield_held or SHIELD in get_dew(state, who).gear.broken:
        return []
    return [Breakable(SHIELD, who, shield.breakage, "break.shield", clause)]


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
    yield dew.BreakageWorked(
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
    yield dew.Broke(item=thing.item, owner=thing.owner, clauses=ids("1.2.5.1.3z", "1.2.5.1.3ac"))


def consult_over_100(table: Table, attack: DeclaredAttack, parries: Sequence[ParryMade], beat: Beat) -> Play:
    """Ask the DM if the limit of an item would exceed 100.

    Returns the limit that then holds for these items (100, or the DM's number). Returns None if each keeps its own.
    Returns "cancel" or "refund" if the DM cancels the attack, "refund" if the blows are given back.
    """
    state = table.state
    things = [
        get_attacking_weapon(state, attack, ""),
        *list_parrying_weapons(state, parries),
        *list_shields(state, attack.target),
    ]
    over = [each for each in things if compute_limit(state, attack, each) > MOST]
    if not over:
        return None
    limits = {f"{each.owner} {each.item}": compute_limit(state, attack, each) for each in over}
    cited = ("1.2.5.1.3aa", *(("1.2.5.1.3ab",) if any(each.owner != attack.who for each in over) else ()))
    answer = yield from consult(table, OVER_100, cited, who=attack.who, target=attack.target, facts={"limits": limits})
    if answer["command"] == "rule":
        yield from apply_dm_answer(table, beat, OVER_100, answer, *cited, by=attack.who)
        return None
    if answer["command"] == "cancel":
        return "refund" if is_yes(answer, "refund") or "refund" not in answer else "cancel"
    return answer.get("limit", MOST)


def give_back(table: Table, paid: Sequence[Paid], before: State) -> Play:
    """Give back what was paid, by the DM's decision, and the preparations that were lost.

    ``before`` is the state at the beginning of the attack.
    """
    clauses = ids("1.2.5.1.3aa")
    for each in reversed(paid):
        blows = [int(each.blow == ACTIVE), int(each.blow == REACTIVE), each.en]
        blows += [int(each.borrowed), int(each.this_round), int(each.fought)]
        yield e.Ruled(who=each.who, what="refunded", new=blows, note="cancelled", clauses=clauses)
    for who in dict.fromkeys(each.who for each in paid):
        for lost in get_dew(before, who).ledger.preparations:
            if get_dew(table.state, who).ledger.count_prepared(lost.weapon, lost.mode) != lost.count:
                again = [lost.weapon, lost.mode, lost.count]
                yield e.Ruled(who=who, what="prepared", new=again, note="cancelled", clauses=clauses)
