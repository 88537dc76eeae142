"""The combat options offered, their form, and choices of them, alone or together (1.2).

Each option stands in a module of its own. ``OFFERED`` has the order in which a form shows them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated

from rules.kernel import events as e
from rules.kernel.drawing import EventMark, MarkKind
from rules.kernel.effects import Answer, Ask, Facts
from rules.kernel.event import Voice
from rules.kernel.events import Event
from rules.kernel.form_fields import BadAnswer, Choice, Field, MadeOnce, MadeWhenRead, OneOf, Refusal, SomeOf, Text
from rules.kernel.forms import Form
from rules.kernel.frozen import frozen
from rules.kernel.hiding import is_unseen_by
from rules.kernel.procedure import Play, Table
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import PUBLIC, CombatantId
from rules.kernel.visibility import Audience, Doer, Mask, Open, SeenCombatant, Typed, show_as
from rules.procedures.dew.answers import SECRET, read_names
from rules.procedures.dew.attack import AttackOption
from rules.procedures.dew.beats import Beat, Held
from rules.procedures.dew.blows import Paid, spend
from rules.procedures.dew.borrowing import cite_choice, cite_option, cite_together
from rules.procedures.dew.choices import CHOICES, Chosen, OptionsRevealed
from rules.procedures.dew.combat_option import Act, Chooser, CombatOption
from rules.procedures.dew.drawing import Draw
from rules.procedures.dew.grabs import Grab, normalize_object, settle_grabs
from rules.procedures.dew.great_blows import Chain, PreparationLost, lose_to_blow, make_chain_lost, make_chain_opened
from rules.procedures.dew.maneuvers import Maneuver, apply_shifts
from rules.procedures.dew.passing import Abandon, Nothing, Pass
from rules.procedures.dew.preparing import Prepare
from rules.procedures.dew.refusals import NOT_HELD, REFUSED, refuse
from rules.procedures.dew.state import Ledger
from rules.procedures.dew.terms import (
    SYLLABLES,
    change_part,
    get_dew,
    get_dew_of,
    get_settings,
    ids,
    is_conscious,
    list_hidden,
    list_seen,
    with_each,
)
from rules.procedures.dew.weapons import get_weapon, list_items_in_hands


@dataclass(slots=True, kw_only=True)
class PassesCleared(Event):
    """All who had passed may have the initiative again, since a combatant chose another option.

    If not everybody perceives it, only those named in ``perceived_by`` may.
    """

    audience = Audience.PERCEIVERS
    is_narrated = False

    by: SeenCombatant
    """The combatant whose option cleared the passes."""

    def apply(self, state: State) -> State:
        whose = state.combatants if PUBLIC in self.perceived_by else self.perceived_by
        passed = {who: each for who in whose if get_dew_of(each := state.combatants[who]).ledger.passed}
        cleared = {who: change_part(each, Ledger, passed=False) for who, each in passed.items()}
        return with_each(state, cleared) if cleared else state


@dataclass(slots=True, kw_only=True)
class OptionChosen(Event):
    """A combatant's option (pass, draw, grab, prepare, maneuver, attack) and its parameters."""

    audience = Audience.PERCEIVERS
    is_narrated = False  # its results are narrated

    who: Doer
    option: Open[str]
    params: Annotated[Facts, show_as(Mask.PLAIN)] = field(default_factory=dict)

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        label = CHOICES[self.option].find_mark(self.params)
        return (EventMark(self.who, label, MarkKind.MOVE),) if label else ()

    def answer_again(self) -> Answer:
        return {"command": self.option, **self.params}


@dataclass(slots=True, kw_only=True)
class Spoke(Event):
    """A combatant spoke a few syllables."""

    audience = Audience.PERCEIVERS

    who: Doer
    text: Typed

    def narrate(self, voice: Voice) -> str:
        return f"{voice.does(self.who, 'says', 'say')}: “{voice.quote(self.text)}”."


SPEECH = 1000
"""Characters that may be entered as speech; no more than the first `SYLLABLES` of them are spoken."""


OFFERED: tuple[CombatOption, ...] = (AttackOption(), Prepare(), Maneuver(), Draw(), Grab(), Pass())
"""The options, in the order of the form."""
ALL = (*OFFERED, Nothing(), Abandon())
_BY_ID = {each.id: each for each in ALL}
CHOICES.update(_BY_ID)


def get_option(command: object) -> CombatOption:
    """Return the option of this id."""
    return _BY_ID[str(command)]


# The form: all that can be chosen, with prices, and clauses that forbid.


def build_option_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form of an option. None: the combatant is unconscious, or not present."""
    return build_form(state, question.who, question.facts) if is_conscious(state, question.who) else None


def build_form(state: State, who: CombatantId, facts: Mapping[str, object]) -> Form:
    """Return the form of an option, from the facts of its question.

    ``borrowed`` is true if the blows are those of the next round. ``chain`` is the weapon and mode of a great blow that
    must be followed up.
    """
    chooser = Chooser(state, who, bool(facts.get("borrowed")))
    chain = read_names(facts, "chain")
    commands = _list_follow_ups(chooser, *chain) if chain else _list_offered(chooser)
    return Form((OneOf("command", "What do you do?", commands),), lambda answer: _forbid_answer(chooser, answer))


def _forbid_answer(chooser: Chooser, answer: Answer) -> Refusal | None:
    return get_option(answer["command"]).forbid_answer(chooser, answer)


def _list_offered(chooser: Chooser) -> Sequence[Choice]:
    offered = [*(each.id for each in OFFERED), *([Nothing.id] if chooser.borrowed else [])]
    return MadeWhenRead(offered, partial(_build_choice, chooser), partial(_add_price, chooser))


def _build_choice(chooser: Chooser, value: str) -> Choice:
    chosen = get_option(value)
    if not chosen.is_declared:
        return Choice(value, chosen.label)
    refusal = chosen.find_refusal(chooser)
    return Choice(
        value,
        chosen.label,
        refusal=refusal,
        then=MadeOnce(lambda: _add_common_fields(chooser, chosen.list_fields(chooser))),
    )


def _list_follow_ups(chooser: Chooser, weapon: str, mode: str) -> Sequence[Choice]:
    """Return the choices while a great blow must be followed up."""
    chained = get_weapon(chooser.state, chooser.who, weapon)
    found: list[Choice] = []
    for each in ALL:
        made = each.build_follow_up(chooser, chained, mode)
        if made is not None:
            then = partial(_add_common_fields, chooser, made.then()) if each.is_declared else made.then
            found.append(_add_price(chooser, replace(made, then=then)))
    return found


def _add_price(chooser: Chooser, made: Choice) -> Choice:
    """Return a choice with its blows as a sign, and in words what it does and costs."""
    chosen = get_option(made.value)
    return replace(made, price=chosen.describe(chooser), box=chosen.find_sign(chooser))


def _add_common_fields(chooser: Chooser, fields: Sequence[Field]) -> tuple[Field, ...]:
    """Return the fields of an option: drops that precede it, its own fields, a short speech.

    The speech comes last, since few players use it.
    """

    def get_thing_name(item: str) -> str:
        weapon = chooser.equipment.weapon(item)
        return weapon.name if weapon is not None else item

    def forbid_not_held(item: str) -> Refusal:
        return refuse(NOT_HELD, "1.2b", "1.2.1a", REFUSED, who=chooser.name, item=get_thing_name(item))

    items = MadeWhenRead(
        list_items_in_hands(chooser.state, chooser.who), lambda each: Choice(each, get_thing_name(each))
    )
    return (
        SomeOf("drop", "Drop first", items, unlisted=forbid_not_held),
        *fields,
        Text("speech", f"Say a few syllables (the first {SYLLABLES} letters are heard)", SPEECH, aside=True),
    )


def can_only_pass(table: Table, who: CombatantId) -> bool:
    """Return whether Pass is all that a combatant can afford (1.1.1g)."""
    chooser = Chooser(table.state, who)
    return all(each.passes or each.find_refusal(chooser) for each in OFFERED)


def should_pass_by_itself(table: Table, who: CombatantId) -> bool:
    """Return whether Pass is chosen automatically for a combatant who can do nothing else."""
    return get_settings(table.state).auto_pass_when_forced and can_only_pass(table, who)


# Carrying out.


def begin_option(table: Table, who: CombatantId, answer: Answer, beat: Beat) -> Play:
    """Emit what comes before an option (drops, speech), declare the option, pay its price.

    Returns the blows that were paid.
    """
    chosen = get_option(answer["command"])
    if items := read_names(answer, "drop"):
        yield from _drop(table, who, items, chosen)
    speech = str(answer.get("speech", "") or "")[:SYLLABLES]
    if speech:
        yield Spoke(who=who, text=speech, clauses=ids("1.2c"))
    params = {key: value for key, value in answer.items() if key not in ("command", "drop", "speech")}
    cited = ["1.2a", "1f", *chosen.also_cited]
    cited += cite_option(table.state, strikes=chosen.strikes) if beat.borrowed else []
    yield OptionChosen(who=who, option=chosen.id, params=params, clauses=ids(*cited))
    paid: list[Paid] = []
    for blow, clauses in chosen.list_blows(Chooser(table.state, who, beat.borrowed), answer):
        paid.append((yield from spend(table, who, blow, chosen.id, clauses, borrowed=beat.borrowed)))
    if paid and not chosen.keeps_preparations:
        yield from lose_to_blow(table, who)
    return paid


def _drop(table: Table, who: CombatantId, items: tuple[str, ...], chosen: CombatOption) -> Play:
    why, clause = ("pass", "1.2.1a") if chosen.passes else ("option", "1.2b")
    yield e.Dropped(who=who, items=items, why=why, clauses=ids(clause))
    for each in get_dew(table.state, who).ledger.preparations:
        if each.weapon in items:
            yield PreparationLost(
                who=who, weapon=each.weapon, mode=each.mode, count=each.count, why="dropped", clauses=ids("1.2.1f")
            )


def make_refused(who: CombatantId, refusal: Refusal) -> e.Refused:
    """Return the event that shows a combatant, and nobody else, that an option is refused.

    Nothing is spent, and the combatant is asked again.
    """
    return e.Refused(
        who=who,
        clause=refusal.clause,
        reason=refusal.reason,
        question="option",
        clauses=tuple(dict.fromkeys((refusal.clause, *refusal.also, *ids(REFUSED)))),
    )


# Choosing, alone or together.


PASS: Answer = {"command": Pass.id}


@frozen
class ChosenOption:
    """One combatant's choice."""

    who: CombatantId
    answer: Answer
    dm_answer: Answer
    """The DM's answer about it; empty if the DM was not asked."""

    @property
    def option(self) -> CombatOption:
        """Return the option that is chosen."""
        return get_option(self.answer["command"])


def choose(table: Table, who: tuple[CombatantId, ...], *, borrowed: bool = False) -> Play:
    """Let these combatants choose an option each, then carry out all options.

    The hidden choose among themselves before the others: nobody chooses together with one that is not perceived.
    """
    together = sorted(who)
    for group in (list_hidden(table.state, together), list_seen(table.state, together)):
        yield from _choose_together(table, [each for each in group if is_conscious(table.state, each)], borrowed)


def _choose_together(table: Table, who: Sequence[CombatantId], borrowed: bool) -> Play:
    """Let these combatants choose an option each, then carry out all options.

    Great blows that must be followed up at once, and options that the DM cancelled, are chosen again within the same
    beat.
    """
    chains: Mapping[CombatantId, Chain | None] = dict.fromkeys(who)
    while chains:
        choices = yield from _ask(table, chains, borrowed)
        followed = yield from _carry_out(table, choices, chains, borrowed)
        for each, chain in followed.items():
            if chain is not None:
                yield make_chain_opened(table.state, each, chain)
        chains = followed


def _build_facts(
    state: State, who: CombatantId, chain: Chain | None, together: tuple[CombatantId, ...], borrowed: bool
) -> dict[str, object]:
    facts: dict[str, object] = {"borrowed": borrowed}
    seen = [each for each in together if not is_unseen_by(state, each, who)]
    if len(seen) > 1:
        facts["together"] = seen
    if chain is not None:
        facts["chain"] = list(chain)
    return facts


def _build_default(chain: Chain | None, borrowed: bool) -> Answer:
    return {"command": Abandon.id if chain is not None else Nothing.id if borrowed else Pass.id}


def _ask(table: Table, chains: Mapping[CombatantId, Chain | None], borrowed: bool) -> Play:
    """Return the choices of all who choose now.

    A combatant who sees nobody choose as well is asked again if the choice is forbidden.
    """
    together = tuple(chains)
    asks = {
        who: _build_ask(table, who, chain, together, borrowed)
        for who, chain in chains.items()
        if borrowed or chain is not None or not should_pass_by_itself(table, who)
    }
    asked = table.state
    if len(together) > 1:
        answers = (yield list(asks.values())) if asks else []
        given = {**dict.fromkeys(together, PASS), **dict(zip(asks, answers, strict=True))}
        yield _make_revealed(table, together, list(given.values()))
        choices: list[ChosenOption] = []
        for who, chain in chains.items():
            if who in asks and "together" not in asks[who].facts:
                choices.append((yield from _choose_alone(table, asks[who], given[who], asked)))
            else:
                facts = _build_facts(asked, who, chain, together, borrowed)
                choices.append((yield from _choose_once(table, who, given[who], facts, asked)))
        return choices
    (who,) = chains
    if not asks:
        return [ChosenOption(who, PASS, {})]
    asked = table.state
    answer = yield asks[who]
    return [(yield from _choose_alone(table, asks[who], answer, asked))]


def _make_idle_choice(who: CombatantId) -> ChosenOption:
    return ChosenOption(who, {"command": Nothing.id}, {})


def _build_ask(
    table: Table, who: CombatantId, chain: Chain | None, together: tuple[CombatantId, ...], borrowed: bool
) -> Ask:
    cited = ["S.1.2", "1.2a", *(["1.2.1g"] if get_dew(table.state, who).body.alert else [])]
    if not borrowed and chain is None and can_only_pass(table, who):
        cited.append("1.1.1g")
    if borrowed:
        cited += cite_choice(table.state)
    facts = _build_facts(table.state, who, chain, together, borrowed)
    return Ask("option", who, _build_default(chain, borrowed), facts=facts, clauses=ids(*cited))


def _check(table: Table, who: CombatantId, answer: Answer, facts: Mapping[str, object], asked: State) -> Play:
    """Return the DM's answer about a choice, or the refusal.

    The DM may refuse it, or the state may have changed since ``asked`` so that it is forbidden.
    """
    chosen = get_option(answer["command"])
    if not is_conscious(table.state, who) or chosen.passes:
        return {}
    dm_answer = yield from chosen.consult_before(table, who, answer)
    if isinstance(dm_answer, Refusal) or not is_conscious(table.state, who):
        return dm_answer
    if _is_unchanged(asked, table.state):
        return dm_answer  # the form of that state has allowed it
    try:
        refusal = build_form(table.state, who, facts).find_refusal(answer)
    except BadAnswer:
        return Refusal(ids(REFUSED)[0], "That is no longer possible.")
    return refusal or dm_answer


def _is_unchanged(before: State, state: State) -> bool:
    """Return whether nothing has changed meanwhile that a form of an option depends on."""
    kept = (before.combatants, before.owned, before.options)
    return all(one is other for one, other in zip(kept, (state.combatants, state.owned, state.options), strict=True))


def _choose_alone(table: Table, ask: Ask, answer: Answer, asked: State) -> Play:
    """Return the choice of one who sees nobody else choose.

    It is made again as long as it is forbidden.
    """
    who = ask.who
    while isinstance(dm_answer := (yield from _check(table, who, answer, ask.facts, asked)), Refusal):
        yield make_refused(who, dm_answer)
        asked = table.state
        answer = yield ask
    return ChosenOption(who, answer, dm_answer) if is_conscious(table.state, who) else _make_idle_choice(who)


def _choose_once(table: Table, who: CombatantId, answer: Answer, facts: Mapping[str, object], asked: State) -> Play:
    """Return a choice among several who see each other choose.

    A forbidden choice comes to nothing. It cannot be made again, since all choices are revealed already.
    """
    dm_answer = yield from _check(table, who, answer, facts, asked)
    if isinstance(dm_answer, Refusal):
        yield make_refused(who, dm_answer)
        return _make_idle_choice(who)
    return ChosenOption(who, answer, dm_answer) if is_conscious(table.state, who) else _make_idle_choice(who)


def _make_revealed(table: Table, together: tuple[CombatantId, ...], answers: list[Answer]) -> OptionsRevealed:
    chosen = tuple(
        Chosen(who, str(answer["command"]), {key: value for key, value in answer.items() if key != "command"})
        for who, answer in zip(together, answers, strict=True)
    )
    hidden = None if _are_seen_together(table.state, together) else tuple(list_hidden(table.state, together))
    return OptionsRevealed(
        options=chosen, clauses=ids("1.1.3b", "1.1.3g", SECRET, *cite_together(table.state)), seen_by=hidden
    )


def _are_seen_together(state: State, who: Sequence[CombatantId]) -> bool:
    """Return whether several of these are seen to choose together.

    That is so if none of them is hidden, or if at least two are not.
    """
    hidden = list_hidden(state, who)
    return not hidden or len(who) - len(hidden) > 1


# What comes of them.


def _carry_out(
    table: Table, choices: list[ChosenOption], chains: Mapping[CombatantId, Chain | None], borrowed: bool
) -> Play:
    """Pay for every option, resolve all in order of id, then let their effects happen.

    Returns those who choose again before the next beat, with the chain to follow up, if any. They must follow up a
    great blow, or the DM cancelled their choice.
    """
    several = len(choices) > 1
    beat = Beat(
        borrowed=borrowed,
        held=Held() if several else None,
        uses={each.who: str(each.answer["weapon"]) for each in choices if several and each.option.has_weapon},
        strikes=tuple(each.who for each in choices if several and each.option.strikes),
        grabs={each.who: normalize_object(each.answer) for each in choices if isinstance(each.option, Grab)},
        passes_count=not borrowed and all(isinstance(each.option, Pass) for each in choices),
        cites_others=_are_seen_together(table.state, [each.who for each in choices]),
    )
    paid: dict[CombatantId, list[Paid]] = {}
    for each in choices:
        if each.option.is_declared:
            paid[each.who] = yield from begin_option(table, each.who, each.answer, beat)
    cancelled: list[CombatantId] = []
    for each in choices:
        act = Act(table, each.who, each.answer, beat, each.dm_answer, paid.get(each.who, []))
        if (yield from each.option.resolve(act)) is False:
            cancelled.append(each.who)
    if beat.held is not None:
        yield from _let_happen(table, beat.held, beat.cites_others)
    if not borrowed:
        yield from _clear_passes(table, choices, cancelled)
    followed: dict[CombatantId, Chain | None] = {}
    for each in choices:
        again = each.who in cancelled and not several and is_conscious(table.state, each.who)
        chain = yield from _follow_up(table, each, chains.get(each.who), again)
        if chain is not None or again:
            followed[each.who] = chain
    return followed


def _let_happen(table: Table, held: Held, cites_others: bool) -> Play:
    yield from settle_grabs(table, held.grabs)
    yield from apply_shifts(table, held.shifts, ("1.1.3e", "1.1.3g") if cites_others else ())
    while held.later:
        yield from held.later.pop(0)()


def _clear_passes(table: Table, choices: list[ChosenOption], cancelled: Sequence[CombatantId]) -> Play:
    """Clear every pass after any other option, those of the same beat included (1.1.1e, 1.1.3f).

    An option that only the hidden chose clears the passes of the hidden alone: nobody else perceives it. The event is
    public if a combatant who is not hidden has passed.
    """
    state = table.state
    acted = [each.who for each in choices if not each.option.passes and each.who not in cancelled]
    if not acted:
        return
    seen = list_seen(state, acted)
    passing = [each.who for each in choices if each.who not in acted]
    passed = [*passing, *(who for who, each in state.combatants.items() if get_dew_of(each).ledger.passed)]
    hidden = tuple(dict.fromkeys(list_hidden(state, passed)))
    if seen and list_seen(state, passed):
        of_this_beat = list_seen(state, passing)
        cited = ["1.1.1e", *(["1.1.3f"] if of_this_beat else [])]
        yield PassesCleared(by=seen[0], clauses=ids(*cited))
    elif hidden:
        cited = ["1.1.1e", *(["1.1.3f"] if passing else [])]
        yield PassesCleared(by=[*seen, *acted][0], clauses=ids(*cited), seen_by=hidden)


def _follow_up(table: Table, choice: ChosenOption, chain: Chain | None, again: bool) -> Play:
    """Return the great blow that must now be followed up at once, or None.

    A great blow that was not followed up is lost.
    """
    who = choice.who
    opened = choice.option.find_chain(table.state, who, choice.answer)
    if opened is not None and is_conscious(table.state, who):
        return opened if get_dew(table.state, who).ledger.count_prepared(*opened) else None
    if chain is None:
        return None
    left = get_dew(table.state, who).ledger.count_prepared(*chain)
    if left and again:
        return chain
    if left:
        yield make_chain_lost(who, chain, left)
    return None
