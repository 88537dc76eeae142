"""From several declared steps to deeds one after another; throws in a charge; the segment in which an act starts."""

from collections.abc import Callable, Iterator, Sequence

from rules.adnd.deeds import MET
from rules.adnd.numbers import die_of
from rules.rulesets.lakofka.acts import UNARMED, is_pair, steps
from rules.rulesets.lakofka.options import option
from rules.rulesets.lakofka.places import after_steps, within_reach
from rules.state import Declaration, Deed, State, evolve
from rules.terms import SEGMENTS, CombatantId

Build = Callable[[State], tuple[Deed, ...]]
LAST_OF_THE_BEGINNING = 4
"""8.7: a throw in segments one to four is at the beginning of the charge."""


class Steps:
    """The deeds of everyone, each declared step built by the base ruleset as if it were the whole declaration."""

    def __init__(self, base: Build) -> None:
        self._base = base

    def deeds(self, state: State) -> tuple[Deed, ...]:
        """Everyone's deeds in roster order, those of a later step numbered from the end of the one before."""
        heads = {who: _alone(state, declared) for who, declared in state.declared.items()}
        built: dict[CombatantId, list[Deed]] = {who: [] for who in state.combatants}
        for deed in self._base(evolve(state, declared=heads)):
            if deed.part != MET:  # rule 9: a blow in defence is chosen, and counted
                built[deed.who] += self._first(state, deed)
        most = max((len(steps(state, each)) for each in state.declared.values()), default=1)
        for at in range(1, most):
            self._later(state, heads, built, at)
        return tuple(deed for deeds in built.values() for deed in deeds)

    def _later(
        self, state: State, heads: dict[CombatantId, Declaration], built: dict[CombatantId, list[Deed]], at: int
    ) -> None:
        there = {who: steps(state, each)[at] for who, each in state.declared.items() if len(steps(state, each)) > at}
        after = evolve(state, declared={**heads, **{who: _alone(state, each) for who, each in there.items()}})
        for who in there:
            after = after_steps(after, who, steps(state, state.declared[who])[:at])
        together = self._base(after)
        for who, step in there.items():
            own = within_reach(after, who, steps(state, state.declared[who]), at)
            for deed in together if own is after else self._base(own):
                if deed.who == who and deed.part != "free":
                    built[who] += _named(step, _put_off(deed, _end(built[who], at - 1)), at)

    def of_one(self, state: State, declared: Declaration, start: int, begins: int) -> tuple[Deed, ...]:
        """The deeds of one declaration that starts in a segment of its own, after a change of mind."""
        made: list[Deed] = []
        several = steps(state, declared)
        for at, step in enumerate(several):
            there = evolve(state, declared={**state.declared, declared.who: _alone(state, step)})
            there = after_steps(there, declared.who, several[:at])
            for deed in self._base(within_reach(there, declared.who, several, at)):
                if deed.who != declared.who or deed.part == "free":
                    continue
                first = evolve(_started(deed, start), begins=begins) if not at else None
                made += _named(step, first or _put_off(deed, max(start, _end(made, at - 1))), at)
        return tuple(made)

    def _first(self, state: State, deed: Deed) -> Iterator[Deed]:
        declared = state.declared.get(deed.who)
        if option(state, "start_segment") == "own-die" and deed.kind != "psionic" and not deed.held_for:
            deed = _by_own_die(state, deed)
        if declared is None:
            yield deed
            return
        for named in _named(declared, deed, 0):
            yield from _throwing(state, steps(state, declared)[0], named)


def _alone(state: State, declared: Declaration) -> Declaration:
    """A step as if it were everything that was declared."""
    return declared if declared.action == "C" or is_pair(state, declared) else evolve(declared, then=())


def _end(deeds: Sequence[Deed], at: int) -> int:
    """The segment in which a step is over."""
    return max((deed.number or 0 for deed in deeds if deed.step == at), default=0)


def _put_off(deed: Deed, start: int) -> Deed:
    """The deed after what takes until this segment: what takes a time of its own is counted from there."""
    if deed.number is None:
        return evolve(deed, begins=start + 1)
    if not deed.timed:
        return evolve(deed, number=min(SEGMENTS, max(deed.number, start)))
    number = deed.number + start
    if number > SEGMENTS and deed.kind == "spell":
        return evolve(deed, id=f"{deed.who}:casting", number=None, timed=False, standing=True, begins=start + 1)
    return evolve(deed, number=min(SEGMENTS, number), begins=start + 1)


def _started(deed: Deed, start: int) -> Deed:
    """The deed of one who starts in this segment, whatever the dice say."""
    return _put_off(deed, start) if deed.timed or deed.number is None else evolve(deed, number=start)


def _by_own_die(state: State, deed: Deed) -> Deed:
    """0.8, by option: an act starts on its own side's die."""
    die = die_of(state, deed.who)
    if deed.number is None or not deed.timed:
        return evolve(deed, number=die) if deed.number is not None else evolve(deed, begins=max(1, die))
    return evolve(_put_off(deed, die), begins=max(1, die)) if deed.kind in ("spell", "device") else deed


def _named(step: Declaration, deed: Deed, at: int) -> Iterator[Deed]:
    """The deed with an id of its own, and how an unarmed blow is meant."""
    mode = step.mode if step.mode in UNARMED and deed.kind in ("melee", "charge") else deed.task
    yield evolve(deed, id=deed.id if not at else f"{deed.id}~{at + 1}", step=at, task=mode)


# Throws in a charge.


def _throwing(state: State, step: Declaration, deed: Deed) -> Iterator[Deed]:
    """8.7, 8.8: the throw takes a segment; who stands until then runs from the segment after it."""
    if not step.throw or deed.kind not in ("charge", "melee"):
        yield deed
        return
    thrown = step.throw_segment or 1
    arrival = (deed.number or 0) + (1 if step.running else thrown)
    if deed.kind == "melee":
        yield evolve(deed, number=min(SEGMENTS, arrival))
    elif arrival <= SEGMENTS:
        yield evolve(deed, number=arrival)
    elif deed.part != "blow":
        yield evolve(deed, id=f"{deed.who}:short", part="short", number=SEGMENTS)
    if deed.part != "blow" and deed.kind == "charge":
        yield evolve(
            deed,
            id=f"{deed.who}:throw",
            kind="missile",
            weapon=step.throw,
            mode="thrown",
            task="",
            part="running" if is_running(state, step) else "throw",
            number=thrown,
        )


def is_running(state: State, step: Declaration) -> bool:
    """8.8: whether a throw is at -1: on the run, or (by default) too late to be at the beginning of the charge."""
    late = (step.throw_segment or 1) > LAST_OF_THE_BEGINNING
    return step.running or (late and option(state, "late_standing_throw") == "minus-one")
