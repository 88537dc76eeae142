"""From several declared steps to deeds one after another; throws in a charge; the segment in which an act starts."""

from collections.abc import Callable, Iterator, Sequence

from rules import events as e
from rules.adnd.deeds import MET
from rules.adnd.numbers import die_of
from rules.order import Moment
from rules.ruleset import Play, Table
from rules.rulesets.lakofka.acts import UNARMED, is_pair, steps
from rules.rulesets.lakofka.options import option
from rules.rulesets.lakofka.places import after_steps, is_leg, within_reach
from rules.state import Declaration, Deed, State, evolve
from rules.terms import DM, SEGMENTS, CombatantId

Build = Callable[[State], tuple[Deed, ...]]
HALF = "half"
"""``part`` of a move for which a segment was named."""

BESIDE = ("free", MET)
"""Parts of blows that the base gives beside what was declared: once, with the first step."""

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
        several = {who: steps(state, each) for who, each in state.declared.items()}
        return tuple(deed for who, deeds in built.items() for deed in _in_sequence(several.get(who, ()), deeds))

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
                if deed.who == who and deed.part not in BESIDE:
                    end = _end(built[who], at - 1)
                    built[who] += _named(step, _at_segment(step, _put_off(deed, end), end), at)

    def of_one(self, state: State, declared: Declaration, start: int, begins: int) -> tuple[Deed, ...]:
        """The deeds of one declaration that starts in a segment of its own, after a change of mind."""
        made: list[Deed] = []
        several = steps(state, declared)
        for at, step in enumerate(several):
            there = evolve(state, declared={**state.declared, declared.who: _alone(state, step)})
            there = after_steps(there, declared.who, several[:at])
            for deed in self._base(within_reach(there, declared.who, several, at)):
                if deed.who != declared.who or deed.part in BESIDE:
                    continue
                end = max(start, _end(made, at - 1))
                first = evolve(_started(deed, start), begins=begins) if not at else None
                made += _named(step, _at_segment(step, first or _put_off(deed, end), end), at)
        return tuple(_in_sequence(several, made))

    def _first(self, state: State, deed: Deed) -> Iterator[Deed]:
        declared = state.declared.get(deed.who)
        if option(state, "start_segment") == "own-die" and deed.kind != "psionic" and not deed.held_for:
            deed = _by_own_die(state, deed)
        if declared is None:
            yield deed
            return
        step = steps(state, declared)[0]
        for named in _named(declared, _at_segment(step, deed, 1), 0):
            yield from _throwing(state, step, named)


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


def _at_segment(step: Declaration, deed: Deed, earliest: int) -> Deed:
    """6.2: a half of a move waits for the segment that was named for it, or goes as soon after as it can."""
    if not step.segment or deed.kind != "move" or deed.when:
        return deed
    return evolve(deed, number=max(step.segment, earliest), timed=False, standing=True, part=HALF)


def _in_sequence(several: Sequence[Declaration], deeds: Sequence[Deed]) -> Iterator[Deed]:
    """Return a figure's deeds with the steps of movement that come first counted.

    Those after a half of a move that waits for its segment wait for that.
    """
    lead = next((at for at, step in enumerate(several) if not is_leg(step)), 0)
    half = min((deed.step for deed in deeds if deed.part == HALF), default=len(several))
    for deed in deeds:
        waits = deed.step > half and deed.number is not None and not deed.timed
        yield evolve(deed, lead=lead, standing=deed.standing or waits) if lead or waits else deed


def release(table: Table, moment: Moment | None) -> Play:
    """Let a half of a move be made whose segment has come, and those act who waited for one of their own."""
    state, clock = table.state, table.state.clock or 0
    free = {deed.id: _freed(deed) for deed in state.pending if _is_free(state, deed, clock)}
    if free:
        deeds = tuple(free.get(deed.id, deed) for deed in state.pending)
        yield e.AgendaChanged(deeds=deeds, why="the segment that was named", perceived_by=(DM,))


def _is_free(state: State, deed: Deed, clock: int) -> bool:
    waits = deed.standing and not deed.timed and not deed.when and deed.number is not None
    if not waits or (not deed.step and deed.part != HALF) or (deed.part == HALF and (deed.number or 0) > clock):
        return False
    return not any(each.who == deed.who and each.step < deed.step for each in state.pending)


def _freed(deed: Deed) -> Deed:
    return evolve(deed, standing=False, timed=deed.part == HALF)


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
