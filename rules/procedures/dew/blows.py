"""Blows and endurance: what is left, what a blow costs, and paying it (0f to 0l, 1a to 1m)."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from rules.kernel.event import Voice
from rules.kernel.events import Event
from rules.kernel.form_fields import Choice, OneOf, Refusal
from rules.kernel.frozen import evolve, frozen
from rules.kernel.procedure import Play, Table
from rules.kernel.state import Combatant, State
from rules.kernel.terms import CombatantId
from rules.kernel.visibility import (
    OUTSIDE_MOMENTS,
    PRIVATE,
    Audience,
    Doer,
    EventEntry,
    Mask,
    Open,
    Reader,
    SeenCombatants,
    show_as,
)
from rules.procedures.dew.borrowing import (
    BOOKED,
    cite_price,
    count_left_to_borrow,
    forbid_borrowing,
    is_counted_to_next_round,
    make_borrowed,
)
from rules.procedures.dew.refusals import Message, refuse
from rules.procedures.dew.state import Ledger, Movement, get_round
from rules.procedures.dew.terms import (
    ACTIVE,
    COMBAT,
    REACTIVE,
    change_combatant,
    change_part,
    get_attributes,
    get_dew,
    get_dew_of,
    get_name,
    get_settings,
    ids,
    is_object,
    list_conscious,
    list_present,
    list_seen,
    with_dew,
    with_each,
    with_part,
    with_round,
)

NEED_ACTIVE_BLOW = Message("has no active blow left, and this needs one")
NO_BLOW_LEFT = Message("has no {kind} blow left")
HEAVY_NEEDS_TWO = Message("has {a} active and {r} reactive; a heavy weapon takes two blows, one of them active")
NO_EN = Message("has {en} EN, and this costs {cost}")
EN_PHASE_CAP = Message("may expend {left} more EN in this phase, and this costs {cost}")


@frozen(slots=True)
class Complement(EventEntry):
    """A combatant's complement of blows for a round."""

    who: str
    active: int
    """Active blows."""
    reactive: int
    """Reactive blows."""
    blows: int = 0
    """Blows that are already counted to the round."""
    en_previous: int = 0
    """EN expended in the round before."""
    borrowed: int = 0
    """Blows that were taken off, since they had been borrowed."""
    fought: bool = False
    """True if borrowed blows exclude the combatant from the noncombat phase."""

    def show(self, who: str, reader: Reader) -> "Complement":
        return replace(self, who=who)


@dataclass(slots=True, kw_only=True)
class RoundStarted(Event):
    """All combatants have their blows for the round, less those borrowed from it."""

    audience = Audience.ALL
    inherited = OUTSIDE_MOMENTS
    is_narrated = False  # the blows everybody has

    complements: Annotated[tuple[Complement, ...], show_as(Mask.OF_OWN)] = ()
    """The blows of each combatant."""
    anew: Open[bool] = True
    """False if a fight is taken up: then the blows are left as they are."""

    def apply(self, state: State) -> State:
        complements = self.complements if self.anew else ()
        state = with_each(state, {each.who: _begin_round(state.combatants[each.who], each) for each in complements})
        return with_round(state, movement="", time=Fraction(0), shown_time=Fraction(0))


def _begin_round(each: Combatant, complement: Complement) -> Combatant:
    """Return a combatant as it begins a round; it keeps preparations and its exact place."""
    kept = get_dew_of(each)
    ledger = Ledger(
        active=complement.active,
        reactive=complement.reactive,
        blows=complement.blows,
        en_previous=complement.en_previous,
        fought=complement.fought,
        preparations=kept.ledger.preparations,
    )
    return change_combatant(each, ledger=ledger, movement=Movement(exact=kept.movement.exact))


@dataclass(slots=True, kw_only=True)
class PhaseStarted(Event):
    """A phase began (combat, noncombat or movement): who may choose in it, and their EN limits."""

    audience = Audience.ALL
    inherited = OUTSIDE_MOMENTS
    is_retold = False

    phase: Open[str]
    eligible: SeenCombatants = ()
    """Combatants who may choose in it."""
    en_limits: Annotated[tuple[tuple[str, int], ...], show_as(Mask.OF_OWN)] = ()
    """The EN that each may expend in it."""

    def apply(self, state: State) -> State:
        if self.phase != COMBAT:
            state = with_each(
                state, {who: change_part(each, Ledger, en_phase=0) for who, each in state.combatants.items()}
            )
        return with_round(state, phase=self.phase)

    def narrate(self, voice: Voice) -> str:
        return f"The {self.phase} phase begins."


@dataclass(slots=True, kw_only=True)
class PhaseEnded(Event):
    """A phase ended, and why."""

    audience = Audience.ALL
    inherited = OUTSIDE_MOMENTS
    is_narrated = False

    phase: Open[str]
    why: Open[str] = ""
    """The cause: no_eligible, all resolved or all ended."""


@dataclass(slots=True, kw_only=True)
class BlowSpent(Event):
    """A blow was expended: its kind, its number in the round, its cost in EN, and its use."""

    audience = Audience.PERCEIVERS
    is_narrated = False

    who: Doer
    blow: Open[str]
    """The kind: active or reactive."""
    ordinal: Open[int]
    """The number of the blow in its round, from 1."""
    en_cost: Open[int]
    """Its cost in EN."""
    borrowed: Open[bool] = False
    """True if it was taken from the next round."""
    booked: Open[str] = "this"
    """The round to which it counts: this or next."""
    use: Open[str] = ""
    """The option, or parry, that it was expended on."""

    def apply(self, state: State) -> State:
        each, kind = get_dew(state, self.who).ledger, "reactive" if self.blow == "reactive" else "active"
        changes: dict[str, Any] = {"blows": each.blows + (self.booked == "this")}
        if self.borrowed:
            name = f"borrowed_{kind}"
            changes[name] = getattr(each, name) + 1
        else:
            changes[kind] = max(0, getattr(each, kind) - 1)
        if get_round(state).phase == COMBAT:
            changes["fought"] = True
        return with_part(state, self.who, Ledger, **changes)


@dataclass(slots=True, kw_only=True)
class EnChanged(Event):
    """A combatant's EN changed otherwise than by damage: before, after, and why."""

    audience = Audience.OWNER
    inherited = PRIVATE

    who: Doer
    old: Open[int]
    new: Open[int]
    why: Open[str]
    """The cause: blow, spell, rest or dm."""

    def apply(self, state: State) -> State:
        each = get_dew(state, self.who)
        body = evolve(each.body, en=self.new)
        if self.why == "rest":
            return with_dew(state, self.who, body=body)
        spent = self.old - self.new
        ledger = evolve(
            each.ledger,
            en_phase=each.ledger.en_phase + spent,
            en_round=each.ledger.en_round + spent,
            fought=each.ledger.fought or get_round(state).phase == COMBAT,
        )
        return with_dew(state, self.who, body=body, ledger=ledger)

    def narrate(self, voice: Voice) -> str:
        if self.new < self.old:
            return f"{voice.does(self.who, 'spends')} {self.old - self.new} EN, {self.new} left."
        return f"{voice.does(self.who, 'gets')} {self.new - self.old} EN back, {self.new} in all."

    def join(self, later: Event) -> "EnChanged | None":
        """Return both as one change, if the later change goes on from here in the same direction."""
        if not isinstance(later, EnChanged) or (later.who, later.why, later.old) != (self.who, self.why, self.new):
            return None
        if (later.new < later.old) != (self.new < self.old):
            return None
        joined = copy(self)
        joined.new = later.new
        joined.clauses = tuple(dict.fromkeys((*self.clauses, *later.clauses)))
        return joined


def make_phase_started(state: State, phase: str, eligible: tuple[CombatantId, ...], *clauses: str) -> PhaseStarted:
    """Return the beginning of a phase, in which each may expend EN up to its limit."""
    return PhaseStarted(
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


def make_round_started(state: State, first: bool) -> RoundStarted:
    """Return the beginning of a round, with everybody's blows; the first takes them as they are."""
    characters = [who for who in list_present(state) if not is_object(state, who)]
    taken = tuple(_keep_complement(state, who) if first else _compute_complement(state, who) for who in characters)
    cited = ["1a", *(["0a", "0c"] if first else ["0e", "1.1.1f"])]
    seen = list_seen(state, [each.who for each in taken if each.borrowed])
    if seen and not first:
        cited += ["1b", *BOOKED]
    return RoundStarted(complements=taken, anew=not first, clauses=ids(*cited))


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
    yield BlowSpent(
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
        yield EnChanged(who=who, old=each.body.en, new=each.body.en - cost, why="blow", clauses=ids("1i"))
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
            return refuse(NEED_ACTIVE_BLOW, lacking, NONE_LEFT, *also, who=name)
        return refuse(NO_BLOW_LEFT, NONE_LEFT, lacking, *also, who=name, kind=kind)
    if second and active + reactive < 2:
        return refuse(HEAVY_NEEDS_TWO, "1.2.5b", "1l", who=get_name(state, who), a=active, r=reactive)
    cost = compute_price(count_blows_before(state, who, borrowed), 1 + second)
    return forbid_en(state, who, cost, "1l" if second else "1k", "0l" if borrowed else "")


def forbid_en(state: State, who: CombatantId, cost: int, clause: str, cap: str = "") -> Refusal | None:
    """Return the refusal if EN is lacking: the combatant's own, or within the phase's limit."""
    if cost <= 0:
        return None
    each = get_dew(state, who)
    if each.body.en < cost:
        return refuse(NO_EN, clause, "1k", cost=cost, who=get_name(state, who), en=each.body.en)
    left = max(0, compute_en_limit(state, who) - each.ledger.en_phase)
    if cost > left:
        cap = cap or LIMITS[get_attributes(state, who).en_die][1]
        return refuse(EN_PHASE_CAP, cap, "1k", cost=cost, who=get_name(state, who), left=left)
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
