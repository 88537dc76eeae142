"""Psionic combat: one exchange of all psionicists at once, at the top of each segment."""

from collections.abc import Sequence
from typing import Any

from rules.kernel import events as e
from rules.kernel.deeds import Deed
from rules.kernel.effects import Answer, Ask, Roll, Rolled
from rules.kernel.forms import Choice, Form, OneOf, Refusal
from rules.kernel.frozen import evolve, frozen
from rules.kernel.procedure import Play, Table
from rules.kernel.registry import get_ruleset
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import SEGMENTS, CombatantId
from rules.procedures.adnd.accepting import read_steps
from rules.procedures.adnd.citations import Clauses
from rules.procedures.adnd.effects import ask_effect
from rules.procedures.adnd.moments import SAVE, Need, Resolving, resolve_alone
from rules.procedures.adnd.orders.use_psionics import Psionics, UsePsionics, build_mode_choice
from rules.procedures.adnd.procedure import as_adnd, get_citations
from rules.reference import lookup_least_strength_of_blast, lookup_mode, lookup_mode_cost, lookup_psionic_result

KEEP: Answer = {"choice": "keep"}


@frozen
class PsionicResult:
    """The result of an attack mode against a defense mode."""

    words: str
    lost: int | None = None
    """The points of defense that the target loses; None where the table has another result."""
    kills: bool = False


def play_exchange(table: Table, segment: int) -> Play:
    """Play one exchange of all psionicists.

    The modes are matched by the strengths at its beginning; then the points are lost.
    """
    if not any(isinstance(deed, Psionics) for deed in table.state.pending):
        return
    yield from _end_psionics(table, segment, over=False)
    state = table.state
    fighting = [deed for deed in state.pending if isinstance(deed, Psionics) and deed.begins <= segment]
    if not fighting:
        return
    attack, defense = _compute_strengths(state, fighting)
    results: list[tuple[Psionics, PsionicResult]] = []
    for deed in fighting:
        matched = _match_attack(table, state, deed, _find_defense_mode(state, deed.targets[0]))
        result: PsionicResult = yield from resolve_alone(matched)
        results.append((deed, result))
        if result.lost is not None:
            target = deed.targets[0]
            defense[target] = defense.get(target, state.combatants[target].psionic_defense) - result.lost
    for deed, result in results:
        yield e.PsionicExchanged(
            who=deed.who,
            target=deed.targets[0],
            attack_mode=deed.order.attack_mode,
            defense_mode=deed.order.defense_mode,
            attack_left=max(0, attack[deed.who]),
            defense_left=max(0, defense[deed.who]),
            result=result.words,
            clauses=get_citations(table).psionic_exchange,
            segment=segment,
        )
    for deed, result in results:
        if result.kills:
            yield e.Slain(who=deed.targets[0], by=deed.who)
    yield from _end_psionics(table, segment, over=segment >= SEGMENTS)


def list_mode_offers(state: State) -> list[Ask]:
    """Return the questions to psionicists who may change their modes before the next exchange.

    Without an answer the last choice repeats.
    """
    return [
        Ask(
            "modes",
            deed.who,
            KEEP,
            facts={"attack_mode": deed.order.attack_mode, "defense_mode": deed.order.defense_mode},
            awaited=False,
        )
        for deed in state.pending
        if isinstance(deed, Psionics) and state.clock and _has_other_modes(state, deed)
    ]


def _has_other_modes(state: State, deed: Psionics) -> bool:
    psionic = state.combatants[deed.who].stat_block.powers.psionic
    return psionic is not None and (len(psionic.attack_modes) > 1 or len(psionic.defense_modes) > 1)


def build_mode_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form to keep the modes or choose others; None once out of psionic combat."""
    psionic = state.combatants[question.who].stat_block.powers.psionic
    mine = (deed for deed in state.pending if isinstance(deed, Psionics) and deed.who == question.who)
    deed = next(mine, None)
    if psionic is None or deed is None:
        return None
    target, cited = deed.targets[0], as_adnd(get_ruleset(state.ruleset)).cites.psionic_target

    def check(answer: Answer) -> Refusal | None:
        chosen = answer.get("attack_mode")
        reason = find_out_of_reach(state, question.who, str(chosen), target) if chosen else ""
        return Refusal(cited[0], reason) if reason else None

    attack = [build_mode_choice(mode) for mode in psionic.attack_modes]
    defense = [build_mode_choice(mode) for mode in psionic.defense_modes]
    fields = [
        OneOf("attack_mode", "Attack mode", attack, optional=True),
        OneOf("defense_mode", "Defense mode", defense, optional=True),
    ]
    choices = (Choice("keep", "Keep the modes"), Choice("modes", "Change them", then=lambda: fields))
    return Form((OneOf("choice", "Change the modes for the next exchange?", choices),), check=check)


def take_modes(table: Table, offers: Sequence[Ask], answers: Sequence[Answer]) -> Play:
    """Change the modes as answered."""
    chosen = {ask.who: given for ask, given in zip(offers, answers, strict=False) if given["choice"] == "modes"}
    if chosen:
        deeds = tuple(
            _with_modes(deed, chosen[deed.who]) if isinstance(deed, Psionics) and deed.who in chosen else deed
            for deed in table.state.pending
        )
        yield e.AgendaChanged(deeds=deeds, why="modes", clauses=get_citations(table).psionic_exchange)


def _with_modes(deed: Psionics, given: Answer) -> Deed:
    chosen = {mode: str(given[mode]) for mode in ("attack_mode", "defense_mode") if given.get(mode)}
    return evolve(deed, order=evolve(deed.order, **chosen))


def _compute_strengths(state: State, fighting: Sequence[Psionics]) -> tuple[dict[str, int], dict[str, int]]:
    """Return the attack and defense points of those who fight, after this segment's costs."""
    attack = {deed.who: state.combatants[deed.who].psionic_attack for deed in fighting}
    defense = {deed.who: state.combatants[deed.who].psionic_defense for deed in fighting}
    for deed in fighting:
        if can_attack(state, deed):
            attack[deed.who] -= lookup_mode_cost(deed.order.attack_mode)
        if can_defend(state, deed):
            defense[deed.who] -= lookup_mode_cost(deed.order.defense_mode)
    return attack, defense


def can_attack(state: State, deed: Psionics) -> bool:
    """Return whether a psionicist has an attack mode for its target, and the points for it."""
    if not deed.order.attack_mode or find_out_of_reach(state, deed.who, deed.order.attack_mode, deed.targets[0]):
        return False
    return state.combatants[deed.who].psionic_attack >= lookup_mode_cost(deed.order.attack_mode)


def _is_only_attack(state: State, deed: Psionics) -> bool:
    """Return whether a psionicist can only attack: its target has no psionic powers."""
    return bool(deed.order.attack_mode) and state.combatants[deed.targets[0]].stat_block.powers.psionic is None


def find_out_of_reach(state: State, who: CombatantId, mode: str, target: CombatantId) -> str:
    """Return why an attack mode does not reach its target; "" where it does.

    Every mode reaches a mind with psionic powers. Any other only a psionic blast does, with enough attack and defense
    points together.
    """
    if state.combatants[target].stat_block.powers.psionic is not None:
        return ""
    if not lookup_mode(mode).affects_non_psionic:
        return "reaches only minds with psionic powers"
    least, me = lookup_least_strength_of_blast(), state.combatants[who]
    if me.psionic_attack + me.psionic_defense < least:
        return f"needs {least} points against a mind without psionic powers"
    return ""


def forbid_out_of_reach(state: State, who: CombatantId, answer: Answer, cited: Clauses) -> Refusal | None:
    """Return the refusal of psionics at a mind that the attack mode does not reach, or None."""
    for step in (answer, *read_steps(answer)):
        if step.get("action") == UsePsionics.action and (mode := step.get("attack_mode")):
            reason = find_out_of_reach(state, who, str(mode), str(step.get("target")))
            if reason:
                return Refusal(cited[0], reason)
    return None


def can_defend(state: State, deed: Psionics) -> bool:
    """Return whether a psionicist has a defense mode, and the defense points that it costs."""
    return bool(deed.order.defense_mode) and state.combatants[deed.who].psionic_defense >= lookup_mode_cost(
        deed.order.defense_mode
    )


def _find_defense_mode(state: State, who: CombatantId) -> str | None:
    """Return the defense mode of a psionicist who fights and has the points for it, or None."""
    own = next((each for each in state.pending if isinstance(each, Psionics) and each.who == who), None)
    return own.order.defense_mode if own is not None and can_defend(state, own) else None


def _match_attack(table: Table, state: State, deed: Psionics, mode: str | None) -> Any:
    """Match an attack mode against the target's defense mode. Returns the result.

    The strengths are those of ``state``. ``mode`` is None where the target has no defense mode, or not the points for
    it: no table describes that, and the DM is asked.
    """
    if not can_attack(state, deed):
        return PsionicResult("no attack")
    me, target = state.combatants[deed.who], deed.targets[0]
    found = lookup_psionic_result(me.psionic_attack + me.psionic_defense, deed.order.attack_mode, mode)
    if found is None:
        facts: dict[str, object] = {
            "what": deed.order.attack_mode.replace("_", " "),
            "by": deed.who,
            "targets": list(deed.targets),
        }
        yield from ask_effect(table, facts)
        return PsionicResult("as the DM says")
    kind, value = found
    if kind == "points_lost":
        return PsionicResult(f"{value} points lost", lost=value)
    if not value:
        return PsionicResult("no effect")
    rolled: list[Rolled] = yield Need(SAVE, [Roll("psionic", deed.who, 1, 100)])
    face = rolled[0].faces[0]
    yield e.SavedOrNot(
        who=target,
        against=deed.order.attack_mode,
        needed=value + 1,
        face=face,
        saved=face > value,
        rolls=tuple(rolled),
    )
    return PsionicResult("death", kills=True) if face <= value else PsionicResult("no effect")


def _end_psionics(table: Table, segment: int, over: bool) -> Play:
    """End psionic combat when someone can go on no longer.

    With ``over`` it ends because ten segments have been played.
    """
    for deed in [each for each in table.state.pending if isinstance(each, Psionics)]:
        state = table.state
        if deed not in state.pending:
            continue
        me, target = state.combatants[deed.who], state.combatants[deed.targets[0]]
        cause = ""
        if over:
            cause = "ten segments"
        elif not me.able or not target.present:
            cause = "the combat is over"
        elif not can_attack(state, deed) and (not can_defend(state, deed) or _is_only_attack(state, deed)):
            cause = "no strength left"
        if cause:
            yield e.PsionicsEnded(who=deed.who, cause=cause, clauses=get_citations(table).psionics_end, segment=segment)


def play_exchange_once(table: Table, deed: Psionics, clauses: tuple[str, ...]) -> Resolving:
    """Resolve one psionicist's part in an exchange at a time of its own.

    Its mode meets the mode that the opponent has chosen.
    """
    state = table.state
    me, target = state.combatants[deed.who], deed.targets[0]
    attack, defense = _compute_strengths(state, [deed])
    opposing = state.declared.get(target)
    mode = opposing.defense_mode if isinstance(opposing, UsePsionics) else ""
    result: PsionicResult = yield from _match_attack(table, state, deed, mode or None)
    yield e.PsionicExchanged(
        who=me.id,
        target=target,
        attack_mode=deed.order.attack_mode,
        defense_mode=deed.order.defense_mode,
        attack_left=max(0, attack[me.id]),
        defense_left=max(0, defense[me.id]),
        result=result.words,
        clauses=clauses,
        segment=deed.number,
    )
    if result.kills:
        yield e.Slain(who=target, by=me.id)
    elif result.lost is not None:
        other = table.state.combatants[target]
        yield e.PsionicExchanged(
            who=target,
            target=me.id,
            attack_mode="",
            defense_mode=mode,
            attack_left=other.psionic_attack,
            defense_left=max(0, other.psionic_defense - result.lost),
            result=result.words,
            clauses=clauses,
            segment=deed.number,
        )
