"""Blows and endurance: what is left, what a blow costs, and its expense (DEW.0g to 0l, 1a to 1m, 3l, 3m, 3s)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules import events as e
from rules.dew.refusals import refuse
from rules.dew.terms import ACTIVE, REACTIVE, attributes, ids, name_of, now, option
from rules.forms import Refusal
from rules.ruleset import Play, Table
from rules.state import State
from rules.terms import CombatantId

LIMITS = {"AD6": (2, "0g"), "AD6+2": (4, "0h"), "AD6+4": (6, "0i")}
"""What is added to the level for the EN limit of a phase, and the clause, by the EN die."""


@dataclass(frozen=True)
class Paid:
    """What one blow took of whom: to be given back where the DM cancels what it was for.

    ``this_round``: it was booked to the round in play. ``fought``: the payer had expended something before it.
    """

    who: CombatantId
    blow: str
    en: int
    borrowed: bool
    this_round: bool
    fought: bool


def en_limit(state: State, who: CombatantId) -> int:
    """The EN that a combatant may expend in a phase."""
    mine = attributes(state, who)
    return mine.el + LIMITS[mine.en_die][0]


def blows_left(state: State, who: CombatantId, borrowed: bool) -> tuple[int, int]:
    """Active and reactive blows left in this round, or in the next one's allowance."""
    each, mine = now(state, who), attributes(state, who)
    if borrowed:
        return mine.active_blows - each.borrowed_active, mine.reactive_blows - each.borrowed_reactive
    return each.active, each.reactive


def booked(state: State, who: CombatantId, borrowed: bool) -> int:
    """Blows already counted to the round to which the next blow counts."""
    each = now(state, who)
    return each.borrowed if borrowed and _to_next(state) else each.blows


def _to_next(state: State) -> bool:
    return option(state, "borrow_accounting") == "next_round"


def price(before: int, blows: int) -> int:
    """The EN of so many blows after so many: the first of a round is free."""
    return max(0, blows - (before == 0))


def bar_en(state: State, who: CombatantId, cost: int, clause: str, cap: str = "") -> Refusal | None:
    """Whether EN is lacking: the combatant's own, or what the limit of the phase leaves."""
    each, name = now(state, who), name_of(state, who)
    if cost > 0 and each.en < cost:
        return refuse("NO_EN", clause, "1k", cost=cost, who=name, en=each.en)
    left = en_limit(state, who) - each.en_phase
    if cost > max(0, left):
        cap = cap or LIMITS[attributes(state, who).en_die][1]
        return refuse("EN_PHASE_CAP", cap, "1k", cost=cost, who=name, left=max(0, left))
    return None


def bar(
    state: State, who: CombatantId, lacking: str, *also: str, borrowed: bool, blow: str = ACTIVE, second: bool = False
) -> Refusal | None:
    """Which clause forbids expending one blow of this kind ("": either), or that and a second of either kind.

    ``lacking`` is the clause by which the option takes the blow, ``also`` others that say so.
    """
    active, reactive = blows_left(state, who, borrowed)
    name = name_of(state, who)
    left = {ACTIVE: active, REACTIVE: reactive, "": active + reactive}[blow]
    if left < 1 and borrowed:
        return refuse("NOTHING_TO_BORROW", "3s", who=name, kind=blow or "active or reactive")
    if left < 1 and blow == ACTIVE:
        return refuse("NEED_ACTIVE_BLOW", lacking, "1j", *also, who=name)
    if left < 1:
        return refuse("NO_BLOW_LEFT", "1j", lacking, *also, who=name, kind=blow or "active or reactive")
    if second and active + reactive < 2:
        return refuse("HEAVY_NEEDS_TWO", "1.2.5b", "1l", who=name, a=active, r=reactive)
    cost = price(booked(state, who, borrowed), 1 + second)
    return bar_en(state, who, cost, "1l" if second else "1k", "0l" if borrowed else "")


def usual_blow(state: State, who: CombatantId, borrowed: bool) -> str:
    """The blow that is taken where nobody names one: a reactive one while there is any."""
    return REACTIVE if blows_left(state, who, borrowed)[1] > 0 else ACTIVE


def spend(
    table: Table, who: CombatantId, blow: str, use: str, clauses: Sequence[str], *, borrowed: bool = False
) -> Play:
    """Expend one blow. Returns what was paid."""
    state = table.state
    before, each = booked(state, who, borrowed), now(state, who)
    cost, to = price(before, 1), "next" if borrowed and _to_next(state) else "this"
    cited = ["1c", "1i" if before else "1h", *clauses]
    if borrowed:
        cited += ["3l", "3m"] + (["3.2.2c"] if state.dew.movement == "trace" else []) + (["0l"] if cost else [])
    yield e.BlowSpent(
        who=who,
        blow=blow,
        ordinal=before + 1,
        en_cost=cost,
        borrowed=borrowed,
        booked=to,
        use=use,
        clauses=ids(*dict.fromkeys(cited)),
    )
    if cost:
        yield e.EnChanged(who=who, old=each.en, new=each.en - cost, why="blow", clauses=ids("1i"))
    if borrowed:
        active, reactive = blows_left(table.state, who, True)
        cited = ["3l", *(["3t"] if use == "parry" else []), *(["3.2.2c"] if state.dew.movement == "trace" else [])]
        yield e.Borrowed(who=who, blow=blow, left_active=active, left_reactive=reactive, clauses=ids(*cited))
    return Paid(who, blow, cost, borrowed, to == "this", each.fought)


def give_back(table: Table, paid: Sequence[Paid], before: State) -> Play:
    """Give back what was paid, by the DM's word, and the great blows that were prepared before it."""
    clauses = ids("1.2.5.1.3aa")
    for each in reversed(paid):
        blows = [int(each.blow == ACTIVE), int(each.blow == REACTIVE), each.en]
        blows += [int(each.borrowed), int(each.this_round), int(each.fought)]
        yield e.Ruled(who=each.who, what="refunded", new=blows, note="cancelled", clauses=clauses)
    for who in dict.fromkeys(each.who for each in paid):
        for lost in now(before, who).preparations:
            if now(table.state, who).prepared(lost.weapon, lost.mode) != lost.count:
                again = [lost.weapon, lost.mode, lost.count]
                yield e.Ruled(who=who, what="prepared", new=again, note="cancelled", clauses=clauses)


def lose_preparations(table: Table, who: CombatantId, why: str, clause: str, *, but: str = "") -> Play:
    """All preparations of a combatant come to nothing, but those of one weapon."""
    for lost in preparations_lost(table.state, who, why, clause):
        if lost.weapon != but:
            yield lost


def preparations_lost(state: State, who: CombatantId, why: str, clause: str) -> list[e.PreparationLost]:
    """How they do: an event for each."""
    return [
        e.PreparationLost(who=who, weapon=each.weapon, mode=each.mode, count=each.count, why=why, clauses=ids(clause))
        for each in now(state, who).preparations
    ]
