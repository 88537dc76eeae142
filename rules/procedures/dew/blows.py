"""Blows and endurance: what is left, what a blow costs, and paying it (0f to 0l, 1a to 1m)."""

from collections.abc import Sequence

from rules.kernel.forms import Choice, OneOf, Refusal
from rules.kernel.frozen import frozen
from rules.kernel.procedure import Play, Table
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.procedures.dew import events as dew
from rules.procedures.dew.borrowing import (
    BOOKED,
    cite_price,
    count_left_to_borrow,
    forbid_borrowing,
    is_counted_to_next_round,
    make_borrowed,
)
from rules.procedures.dew.events.round_start import Complement
from rules.procedures.dew.refusals import refuse
from rules.procedures.dew.terms import (
    ACTIVE,
    REACTIVE,
    get_attributes,
    get_dew,
    get_name,
    get_settings,
    ids,
    is_object,
    list_conscious,
    list_present,
    list_seen,
)


def make_phase_started(state: State, phase: str, eligible: tuple[CombatantId, ...], *clauses: str) -> dew.PhaseStarted:
    """Return the beginning of a phase, in which each may expend EN up to its limit."""
    return dew.PhaseStarted(
        phase=phase, eligible=eligible, en_limits=_list_en_limits(state), clauses=ids("0f", "0j", *clauses)
    )


LIMITS = {"AD6": (2, "0g"), "AD6+2": (4, "0h"), "AD6+4": (6, "0i")}
"""The number added to the level for the EN limit of a phase, and the clause, by the EN die."""


def compute_en_limit(state: State, who: CombatantId) -> int:
    """Return the EN that a combatant may expend in a phase."""
    mine = get_attributes(state, who)
    return mine.el + LIMITS[mine.en_die][0]


def _list_en_limits(state: State) -> tuple[tuple[str, int], ...]:
    """Return the EN limit of every conscious character for a phase."""
    return tuple((who, compute_en_limit(state, who)) for who in list_conscious(state))


def make_round_started(state: State, first: bool) -> dew.RoundStarted:
    """Return the beginning of a round, with everybody's blows; the first takes them as they are."""
    characters = [who for who in list_present(state) if not is_object(state, who)]
    taken = tuple(_keep_complement(state, who) if first else _compute_complement(state, who) for who in characters)
    cited = ["1a", *(["0a", "0c"] if first else ["0e", "1.1.1f"])]
    seen = list_seen(state, [each.who for each in taken if each.borrowed])
    if seen and not first:
        cited += ["1b", *BOOKED]
    return dew.RoundStarted(complements=taken, anew=not first, clauses=ids(*cited))


def _keep_complement(state: State, who: CombatantId) -> Complement:
    """Return the blows and EN with which a combatant comes to the first round."""
    each = get_dew(state, who).ledger
    return Complement(who, each.active, each.reactive, each.blows, each.en_previous, each.borrowed, each.fought)


def _compute_complement(state: State, who: CombatantId) -> Complement:
    """Return a combatant's normal blows, less those borrowed (1b, 3m).

    If the option ``borrow_accounting`` is "next_round", borrowed blows count as blows of this round.
    """
    each, mine = get_dew(state, who).ledger, get_attributes(state, who)
    counted = each.borrowed if is_counted_to_next_round(state) else 0
    return Complement(
        who,
        max(0, mine.active_blows - each.borrowed_active),
        max(0, mine.reactive_blows - each.borrowed_reactive),
        counted,
        each.en_round,
        each.borrowed,
        bool(each.borrowed and get_settings(state).borrow_bars_noncombat),
    )


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


def spend(
    table: Table, who: CombatantId, blow: str, use: str, clauses: Sequence[str], *, borrowed: bool = False
) -> Play:
    """Expend one blow. Returns what was paid."""
    state = table.state
    before, each = count_blows_before(state, who, borrowed), get_dew(state, who)
    cost, to = compute_price(before, 1), "next" if borrowed and is_counted_to_next_round(state) else "this"
    cited = ["1c", "1i" if before else "1h", *clauses, *(cite_price(state, cost) if borrowed else ())]
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
        yield make_borrowed(table.state, who, blow, use)
    return Paid(who, blow, cost, borrowed, to == "this", each.ledger.fought)


def count_blows_left(state: State, who: CombatantId, borrowed: bool) -> tuple[int, int]:
    """Return the active and reactive blows left in this round, or in the next if ``borrowed``."""
    if borrowed:
        return count_left_to_borrow(state, who)
    each = get_dew(state, who).ledger
    return each.active, each.reactive


def count_blows_before(state: State, who: CombatantId, borrowed: bool) -> int:
    """Return the blows that are already counted to the round to which the next blow counts."""
    each = get_dew(state, who).ledger
    return each.borrowed if borrowed and is_counted_to_next_round(state) else each.blows


def compute_price(before: int, blows: int) -> int:
    """Return the EN for so many blows after ``before`` others: the first of a round is free."""
    return max(0, blows - (before == 0))


NONE_LEFT = "1j"
"""The clause by which a blow of the required kind must be left."""


def format_en(en: int) -> str:
    """Return EN in words."""
    return f"{en} EN" if en else "no EN"


def forbid(
    state: State,
    who: CombatantId,
    lacking: str = NONE_LEFT,
    *also: str,
    borrowed: bool,
    blow: str = ACTIVE,
    second: bool = False,
) -> Refusal | None:
    """Return the refusal if a combatant cannot expend a blow of this kind ("": either).

    ``second`` asks for another blow of either kind after it. ``lacking`` is the clause by which the option takes the
    blow, ``also`` are others that say so.
    """
    active, reactive = count_blows_left(state, who, borrowed)
    left = active if blow == ACTIVE else reactive if blow == REACTIVE else active + reactive
    if left < 1:
        name, kind = get_name(state, who), blow or "active or reactive"
        if borrowed:
            return forbid_borrowing(state, who, kind)
        if blow == ACTIVE:
            return refuse("NEED_ACTIVE_BLOW", lacking, NONE_LEFT, *also, who=name)
        return refuse("NO_BLOW_LEFT", NONE_LEFT, lacking, *also, who=name, kind=kind)
    if second and active + reactive < 2:
        return refuse("HEAVY_NEEDS_TWO", "1.2.5b", "1l", who=get_name(state, who), a=active, r=reactive)
    cost = compute_price(count_blows_before(state, who, borrowed), 1 + second)
    return forbid_en(state, who, cost, "1l" if second else "1k", "0l" if borrowed else "")


def forbid_en(state: State, who: CombatantId, cost: int, clause: str, cap: str = "") -> Refusal | None:
    """Return the refusal if EN is lacking: the combatant's own, or within the phase's limit."""
    if cost <= 0:
        return None
    each = get_dew(state, who)
    if each.body.en < cost:
        return refuse("NO_EN", clause, "1k", cost=cost, who=get_name(state, who), en=each.body.en)
    left = max(0, compute_en_limit(state, who) - each.ledger.en_phase)
    if cost > left:
        cap = cap or LIMITS[get_attributes(state, who).en_die][1]
        return refuse("EN_PHASE_CAP", cap, "1k", cost=cost, who=get_name(state, who), left=left)
    return None


def choose_usual_blow(state: State, who: CombatantId, borrowed: bool) -> str:
    """Return the blow that is taken if none is named: a reactive one while there is any."""
    return REACTIVE if count_blows_left(state, who, borrowed)[1] > 0 else ACTIVE


def build_blow_field(state: State, who: CombatantId, *, borrowed: bool) -> OneOf:
    """Return the field for the kind of blow, where the choice is free (1.2d).

    If it is left out, the blow is reactive while there is any.
    """
    choices = [
        Choice(blow, f"{blow} blow", refusal=forbid(state, who, borrowed=borrowed, blow=blow))
        for blow in (REACTIVE, ACTIVE)
    ]
    return OneOf("blow", "Which blow?", choices, optional=True, unsaid=find_first_free(choices))


def find_first_free(choices: Sequence[Choice]) -> str:
    """Return the first of these blows that can be expended: the default if none is named."""
    return next((each.value for each in choices if each.refusal is None), "")
