"""Choices of options, alone or together unseen by each other, and their results.

Clauses: 1.1.3, 1.2, 1.2.4k, l.
"""

from collections.abc import Mapping, Sequence

from rules.kernel.effects import Answer, Ask
from rules.kernel.forms import BadAnswer, Refusal
from rules.kernel.frozen import frozen
from rules.kernel.hiding import is_unseen_by
from rules.kernel.procedure import Play, Table
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.procedures.dew import events as dew
from rules.procedures.dew.answers import SECRET
from rules.procedures.dew.beats import Beat, Held
from rules.procedures.dew.blows import Paid
from rules.procedures.dew.borrowing import cite_choice, cite_together
from rules.procedures.dew.combat_option import Act, Chain, CombatOption
from rules.procedures.dew.events import Chosen
from rules.procedures.dew.grabs import Grab, normalize_object, settle_grabs
from rules.procedures.dew.great_blows import make_chain_lost, make_chain_opened
from rules.procedures.dew.maneuvers import apply_shifts
from rules.procedures.dew.options import (
    Abandon,
    Nothing,
    Pass,
    begin_option,
    build_form,
    can_only_pass,
    get_option,
    make_refused,
    should_pass_by_itself,
)
from rules.procedures.dew.refusals import REFUSED
from rules.procedures.dew.terms import get_dew, get_dew_of, ids, is_conscious, list_hidden, list_seen

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


def _make_revealed(table: Table, together: tuple[CombatantId, ...], answers: list[Answer]) -> dew.OptionsRevealed:
    chosen = tuple(
        Chosen(who, str(answer["command"]), {key: value for key, value in answer.items() if key != "command"})
        for who, answer in zip(together, answers, strict=True)
    )
    hidden = None if _are_seen_together(table.state, together) else tuple(list_hidden(table.state, together))
    return dew.OptionsRevealed(
        options=chosen, clauses=ids("1.1.3b", "1.1.3g", SECRET, *cite_together(table.state)), seen_by=hidden
    )


def _are_seen_together(state: State, who: Sequence[CombatantId]) -> bool:
    """Return whether several of these are seen to choose together.

    That is so if none of them is hidden, or if at least two are not.
    """
    hidden = list_hidden(state, who)
    return not hidden or len(who) - len(hidden) > 1


# Carrying out.


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
        yield dew.PassesCleared(by=seen[0], clauses=ids(*cited))
    elif hidden:
        cited = ["1.1.1e", *(["1.1.3f"] if passing else [])]
        yield dew.PassesCleared(by=[*seen, *acted][0], clauses=ids(*cited), seen_by=hidden)


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
