"""Blows and endurance: what is left, what a blow costs, and paying it.

Clauses: DEW.0g to 0l, 1a to 1m, 3l, 3m, 3s.
"""

from collections.abc import Sequence

from rules.kernel import events as e
from rules.kernel.forms import Refusal
from rules.kernel.frozen import frozen
from rules.kernel.procedure import Play, Table
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.procedures.dew import events as dew
from rules.procedures.dew.refusals import refuse
from rules.procedures.dew.state import round_of
from rules.procedures.dew.terms import ACTIVE, REACTIVE, attributes, ids, name_of, now, option

LIMITS = {"AD6": (2, "0g"), "AD6+2": (4, "0h"), "AD6+4": (6, "0i")}
"""The number added to the level for the EN limit of a phase, and the clause, by the EN die."""


@frozen
class Paid:
    """The price of one blow, kept so that it can be given back if the DM cancels its use."""

    who: CombatantId
    blow: str
    en: int
    """EN expended."""
    borrowed: bool
    this_round: bool
    """True if the blow was counted to the round in play."""
    fought: bool
    """True if the combatant had expended anything in the combat phase before it."""


def en_limit(state: State, who: CombatantId) -> int:
    """Return the EN that a combatant may expend in a phase."""
    mine = attributes(state, who)
    return mine.el + LIMITS[mine.en_die][0]


def blows_left(state: State, who: CombatantId, borrowed: bool) -> tuple[int, int]:
    """Return the active and reactive blows left in this round, or in the next if ``borrowed``."""
    each = now(state, who).ledger
    if borrowed:
        mine = attributes(state, who)
        return mine.active_blows - each.borrowed_active, mine.reactive_blows - each.borrowed_reactive
    return each.active, each.reactive


def blows_counted(state: State, who: CombatantId, borrowed: bool) -> int:
    """Return the blows that are already counted to the round to which the next blow counts."""
    each = now(state, who).ledger
    return each.borrowed if borrowed and _to_next(state) else each.blows


def _to_next(state: State) -> bool:
    return option(state, "borrow_accounting") == "next_round"


def price(before: int, blows: int) -> int:
    """Return the EN for so many blows after ``before`` others: the first of a round is free."""
    return max(0, blows - (before == 0))


def forbid_en(state: State, who: CombatantId, cost: int, clause: str, cap: str = "") -> Refusal | None:
    """Return the refusal if EN is lacking: the combatant's own, or within the phase's limit."""
    if cost <= 0:
        return None
    each = now(state, who)
    if each.body.en < cost:
        return refuse("NO_EN", clause, "1k", cost=cost, who=name_of(state, who), en=each.body.en)
    left = max(0, en_limit(state, who) - each.ledger.en_phase)
    if cost > left:
        cap = cap or LIMITS[attributes(state, who).en_die][1]
        return refuse("EN_PHASE_CAP", cap, "1k", cost=cost, who=name_of(state, who), left=left)
    return None


def forbid(
    state: State, who: CombatantId, lacking: str, *also: str, borrowed: bool, blow: str = ACTIVE, second: bool = False
) -> Refusal | None:
    """Return the refusal if a combatant cannot expend a blow of this kind ("": either).

    ``second`` asks for another blow of either kind after it. ``lacking`` is the clause by which the option takes the
    blow, ``also`` are others that say so.
    """
    active, reactive = blows_left(state, who, borrowed)
    left = active if blow == ACTIVE else reactive if blow == REACTIVE else active + reactive
    if left < 1:
        name, kind = name_of(state, who), blow or "active or reactive"
        if borrowed:
            return refuse("NOTHING_TO_BORROW", "3s", who=name, kind=kind)
        if blow == ACTIVE:
            return refuse("NEED_ACTIVE_BLOW", lacking, "1j", *also, who=name)
        return refuse("NO_BLOW_LEFT", "1j", lacking, *also, who=name, kind=kind)
    if second and active + reactive < 2:
        return refuse("HEAVY_NEEDS_TWO", "1.2.5b", "1l", who=name_of(state, who), a=active, r=reactive)
    cost = price(blows_counted(state, who, borrowed), 1 + second)
    return forbid_en(state, who, cost, "1l" if second else "1k", "0l" if borrowed else "")


def usual_blow(state: State, who: CombatantId, borrowed: bool) -> str:
    """Return the blow that is taken if none is named: a reactive one while there is any."""
    return REACTIVE if blows_left(state, who, borrowed)[1] > 0 else ACTIVE


def spend(
    table: Table, who: CombatantId, blow: str, use: str, clauses: Sequence[str], *, borrowed: bool = False
) -> Play:
    """Expend one blow. Returns what was paid."""
    state = table.state
    before, each = blows_counted(state, who, borrowed), now(state, who)
    cost, to = price(before, 1), "next" if borrowed and _to_next(state) else "this"
    cited = ["1c", "1i" if before else "1h", *clauses]
    if borrowed:
        cited += ["3l", "3m"] + (["3.2.2c"] if round_of(state).movement == "trace" else []) + (["0l"] if cost else [])
    yield dew.BlowSpent(
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
        yield dew.EnChanged(who=who, old=each.body.en, new=each.body.en - cost, why="blow", clauses=ids("1i"))
    if borrowed:
        active, reactive = blows_left(table.state, who, True)
        traced = ["3.2.2c"] if round_of(state).movement == "trace" else []
        cited = ["3l", *(["3t"] if use == "parry" else []), *traced]
        yield dew.Borrowed(who=who, blow=blow, left_active=active, left_reactive=reactive, clauses=ids(*cited))
    return Paid(who, blow, cost, borrowed, to == "this", each.ledger.fought)


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
        for lost in now(before, who).ledger.preparations:
            if now(table.state, who).ledger.prepared(lost.weapon, lost.mode) != lost.count:
                again = [lost.weapon, lost.mode, lost.count]
                yield e.Ruled(who=who, what="prepared", new=again, note="cancelled", clauses=clauses)


def lose_preparations(table: Table, who: CombatantId, why: str, clause: str, *, but: str = "") -> Play:
    """Lose all preparations of a combatant except those of one weapon (``but``)."""
    for lost in preparations_lost(table.state, who, why, clause):
        if lost.weapon != but:
            yield lost


def preparations_lost(state: State, who: CombatantId, why: str, clause: str) -> list[dew.PreparationLost]:
    """Return an event for each preparation that a combatant loses."""
    return [
        dew.PreparationLost(who=who, weapon=each.weapon, mode=each.mode, count=each.count, why=why, clauses=ids(clause))
        for each in now(state, who).ledger.preparations
    ]
