"""Who chooses, alone or together unseen by each other, and what comes of it (1.1.3, 1.2, 1.2.4k, l)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules import events as e
from rules.dew.acts import PASSING, begin, first_asked, is_chained, refused, resolve
from rules.dew.beats import Beat, Held
from rules.dew.choices import Choosing, only_passes, passes_by_itself
from rules.dew.grabs import settle_grabs, thing_of
from rules.dew.ledger import Paid
from rules.dew.maneuvers import apply_shifts
from rules.dew.terms import MOVEMENT, conscious, ids, now
from rules.effects import Answer, Ask
from rules.events import Chosen
from rules.forms import BadAnswer, Refusal
from rules.ruleset import Play, Table
from rules.terms import CombatantId

PASS: Answer = {"command": "pass"}

Chain = tuple[str, str]
"""The weapon and mode of a great blow that must be followed at once."""


@dataclass(frozen=True)
class Choice:
    """One combatant's choice: its answer, and the DM's word on it."""

    who: CombatantId
    answer: Answer
    word: Answer


def choose(table: Table, who: tuple[CombatantId, ...], *, borrowed: bool = False) -> Play:
    """Let these choose an option each, and carry it out with whatever must follow at once."""
    chains: Mapping[CombatantId, Chain | None] = dict.fromkeys(sorted(who))
    while chains:
        choices = yield from _ask(table, chains, borrowed)
        followed = yield from _carry_out(table, choices, chains, borrowed)
        for each, chain in followed.items():
            if chain is not None:
                count = now(table.state, each).prepared(*chain)
                yield e.ChainOpened(who=each, weapon=chain[0], count=count, clauses=ids("1.2.4k", "1.2.4l"))
        chains = followed


def _facts(
    who: CombatantId, chain: Chain | None, together: tuple[CombatantId, ...], borrowed: bool
) -> dict[str, object]:
    facts: dict[str, object] = {"borrowed": borrowed}
    if len(together) > 1:
        facts["together"] = list(together)
    if chain is not None:
        facts["chain"] = list(chain)
    return facts


def _default(chain: Chain | None, borrowed: bool) -> Answer:
    return {"command": "abandon" if chain is not None else "nothing" if borrowed else "pass"}


def _ask(table: Table, chains: Mapping[CombatantId, Chain | None], borrowed: bool) -> Play:
    """The choices of all who choose now. One who chooses alone is asked again where the DM forbids it."""
    together = tuple(chains)
    asks = {
        who: _question(table, who, chain, together, borrowed)
        for who, chain in chains.items()
        if borrowed or chain is not None or not passes_by_itself(table, who)
    }
    if len(together) > 1:
        answers = (yield list(asks.values())) if asks else []
        given = {**dict.fromkeys(together, PASS), **dict(zip(asks, answers, strict=True))}
        yield _revealed(table, together, list(given.values()))
        choices: list[Choice] = []
        for who, chain in chains.items():
            choices.append((yield from _once(table, who, given[who], _facts(who, chain, together, borrowed))))
        return choices
    who, chain = next(iter(chains.items()))
    if not asks:
        return [Choice(who, PASS, {})]
    while True:
        answer = yield asks[who]
        word = yield from _checked(table, who, answer, _facts(who, chain, together, borrowed))
        if not isinstance(word, Refusal):
            return [Choice(who, answer, word)] if who in conscious(table.state) else [_idle(who)]
        yield refused(who, word)


def _idle(who: CombatantId) -> Choice:
    return Choice(who, {"command": "nothing"}, {})


def _question(
    table: Table, who: CombatantId, chain: Chain | None, together: tuple[CombatantId, ...], borrowed: bool
) -> Ask:
    cited = ["S.1.2", "1.2a", *(["1.2.1g"] if now(table.state, who).alert else [])]
    if not borrowed and chain is None and only_passes(table, who):
        cited.append("1.1.1g")
    if borrowed:
        cited += ["3k", *(["3.2.2a"] if table.state.dew.movement == "trace" else [])]
    facts = _facts(who, chain, together, borrowed)
    return Ask("option", who, _default(chain, borrowed), facts=facts, clauses=ids(*cited))


def _checked(table: Table, who: CombatantId, answer: Answer, facts: Mapping[str, object]) -> Play:
    """The DM's word on an answer; the refusal where he, or what has changed meanwhile, forbids it."""
    if who not in conscious(table.state) or answer["command"] in PASSING:
        return {}
    word = yield from first_asked(table, who, answer)
    if isinstance(word, Refusal) or who not in conscious(table.state):
        return word
    try:
        barred = Choosing(table.state, who, facts).form().refusal(answer)
    except BadAnswer:
        return Refusal(ids("1.2f")[0], "That is no longer possible.")
    return barred or word


def _once(table: Table, who: CombatantId, answer: Answer, facts: Mapping[str, object]) -> Play:
    """One choice among several: what is forbidden comes to nothing, for the others have been told."""
    word = yield from _checked(table, who, answer, facts)
    if isinstance(word, Refusal):
        yield refused(who, word)
        return _idle(who)
    return Choice(who, answer, word) if who in conscious(table.state) else _idle(who)


def _revealed(table: Table, together: tuple[CombatantId, ...], answers: list[Answer]) -> e.OptionsRevealed:
    chosen = tuple(
        Chosen(who, str(answer["command"]), {key: value for key, value in answer.items() if key != "command"})
        for who, answer in zip(together, answers, strict=True)
    )
    moving = ["3.2.2f"] if table.state.dew.phase == MOVEMENT else []
    return e.OptionsRevealed(options=chosen, clauses=ids("1.1.3b", "1.1.3g", "R3a", *moving))


# Carrying out.


def _carry_out(table: Table, choices: list[Choice], chains: Mapping[CombatantId, Chain | None], borrowed: bool) -> Play:
    """Pay for everything, resolve it in order of id, then let it happen.

    Returns who chooses again before the next beat: to follow a great blow, or since the DM cancelled what was chosen.
    """
    several = len(choices) > 1
    beat = Beat(
        borrowed=borrowed,
        held=Held() if several else None,
        uses={each.who: str(each.answer["weapon"]) for each in choices if several and _uses_weapon(each)},
        strikes=tuple(each.who for each in choices if several and each.answer["command"] == "attack"),
        grabs={each.who: thing_of(each.answer) for each in choices if each.answer["command"] == "grab"},
        passes_count=not borrowed and all(each.answer["command"] == "pass" for each in choices),
    )
    paid: dict[CombatantId, list[Paid]] = {}
    for each in choices:
        if each.answer["command"] not in ("nothing", "abandon"):
            paid[each.who] = yield from begin(table, each.who, each.answer, beat)
    cancelled: list[CombatantId] = []
    for each in choices:
        went_on = yield from resolve(table, each.who, each.answer, beat, each.word, paid.get(each.who, []))
        if not went_on:
            cancelled.append(each.who)
    if beat.held is not None:
        yield from _let_happen(table, beat.held)
    if not borrowed:
        yield from _clear_passes(table, choices, cancelled)
    followed: dict[CombatantId, Chain | None] = {}
    for each in choices:
        again = each.who in cancelled and not several and each.who in conscious(table.state)
        chain = yield from _follows(table, each, chains.get(each.who), again)
        if chain is not None or again:
            followed[each.who] = chain
    return followed


def _uses_weapon(choice: Choice) -> bool:
    return choice.answer["command"] in ("attack", "prepare", "draw")


def _let_happen(table: Table, held: Held) -> Play:
    yield from settle_grabs(table, held.grabs)
    yield from apply_shifts(table, held.shifts, ("1.1.3e", "1.1.3g"))
    while held.later:
        yield from held.later.pop(0)()


def _clear_passes(table: Table, choices: list[Choice], cancelled: Sequence[CombatantId]) -> Play:
    """Any option but Pass wipes every pass, those of the same beat included (1.1.1e, 1.1.3f)."""
    acted = [each.who for each in choices if each.answer["command"] not in PASSING and each.who not in cancelled]
    passing = len(acted) < len(choices)
    if acted and (passing or any(now(table.state, who).passed for who in table.state.combatants)):
        cited = ["1.1.1e", *(["1.1.3f"] if passing else [])]
        yield e.PassesCleared(by=acted[0], clauses=ids(*cited))


def _follows(table: Table, choice: Choice, chain: Chain | None, again: bool) -> Play:
    """The great blow that must be followed at once, if there is one now; one that was not followed is lost."""
    who, answer = choice.who, choice.answer
    if is_chained(table, who, answer) and who in conscious(table.state):
        weapon, mode = str(answer["weapon"]), str(answer["mode"])
        return (weapon, mode) if now(table.state, who).prepared(weapon, mode) else None
    if chain is None:
        return None
    left = now(table.state, who).prepared(*chain)
    if left and again:
        return chain
    if left:
        weapon, mode = chain
        yield e.PreparationLost(
            who=who, weapon=weapon, mode=mode, count=left, why="not_followed", clauses=ids("1.2.4k")
        )
    return None
