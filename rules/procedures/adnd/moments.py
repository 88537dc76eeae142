"""A moment: deeds that resolve together, in lock step.

Each deed's resolution is a generator of its own. It yields events, and ``Need`` where it wants dice or a decision.
All of a moment's dice of one phase are asked together: blows first, then saves, then damage, then what no table
describes. A combatant who falls in a moment still acts in it.
"""

from collections.abc import Callable, Generator, Sequence
from typing import Any

from rules.kernel.effects import Answer, Ask, Roll
from rules.kernel.events import Event
from rules.kernel.frozen import frozen
from rules.kernel.procedure import Play, Table
from rules.kernel.state import State

HIT, SAVE, DAMAGE, EFFECT = 1, 2, 3, 4


Split = Callable[[Answer], Sequence[Answer]]
"""Return the answers of several questions by the answer of one that was asked for all of them."""

Join = Callable[[Sequence[Ask]], tuple[Ask, Split]]
"""Return one question for several of the same combatant, and how its answer is split."""


@frozen(slots=True)
class Need:
    """The dice or decisions that a deed wants next."""

    phase: int
    """HIT, SAVE, DAMAGE or EFFECT; a lower phase is asked earlier."""
    effects: Sequence[Roll | Ask]
    """The results come back as a list in the same order."""
    at_once: bool = False
    """The other deeds of the moment do not wait for it: for questions to those who are hidden."""
    join: Join | None = None
    """The way in which its questions are asked as one with those of other deeds; None: each is asked by itself."""


Resolving = Generator[Event | Need, Any, None]
Telling = Generator[Event, Any, None]
"""A part that only narrates what happened: it asks for nothing, so any procedure may run it."""


def as_begun(table: Table) -> State:
    """Return the state as it was when the moment in play began, from which all its deeds decide.

    Nobody in it has moved yet, no spell of it is complete. Outside a moment it is the state as it is now.
    """
    return table.began if table.in_moment else table.state


def resolve_alone(resolving: Generator[Event | Need, Any, object]) -> Play:
    """Run one resolution as a moment of its own. Returns what it returns."""
    given: object = None
    while True:
        try:
            yielded = resolving.send(given)
        except StopIteration as end:
            return end.value
        given = list((yield list(yielded.effects))) if isinstance(yielded, Need) else (yield yielded)


def resolve_together(resolvings: Sequence[Resolving]) -> Play:
    """Run these resolutions as one moment, in the order given within each phase."""
    if len(resolvings) == 1:
        yield from resolve_alone(resolvings[0])
        return
    waiting: dict[int, tuple[Resolving, Need]] = {}
    for at, resolving in enumerate(resolvings):
        yield from _advance(waiting, at, resolving, None)
    while waiting:
        phase = min(need.phase for _, need in waiting.values())
        due = [(at, *waiting.pop(at)) for at in sorted(waiting) if waiting[at][1].phase == phase]
        back = yield from _ask_together([need for _, _, need in due])
        start = 0
        for at, resolving, need in due:
            given = list(back[start : start + len(need.effects)])
            start += len(need.effects)
            yield from _advance(waiting, at, resolving, given)


def _ask_together(needs: Sequence[Need]) -> Play:
    """Return the results of what these deeds need, in the same order.

    A question that is asked for several stands where the first of them would.
    """
    effects = [(effect, need.join) for need in needs for effect in need.effects]
    groups: dict[object, list[int]] = {}
    for at, (effect, join) in enumerate(effects):
        alike = (effect.question, effect.who) if join is not None and isinstance(effect, Ask) else at
        groups.setdefault(alike, []).append(at)
    asked = [_ask_as_one([effects[at] for at in places]) for places in groups.values()]
    results: dict[int, object] = {}
    for places, (_, split), back in zip(groups.values(), asked, (yield [effect for effect, _ in asked]), strict=True):
        results |= zip(places, [back] if split is None else split(back), strict=True)
    return [results[at] for at in range(len(effects))]


def _ask_as_one(group: Sequence[tuple[Roll | Ask, Join | None]]) -> tuple[Roll | Ask, Split | None]:
    effect, join = group[0]
    if len(group) == 1 or join is None:
        return effect, None
    return join([each for each, _ in group if isinstance(each, Ask)])


def _advance(waiting: dict[int, tuple[Resolving, Need]], at: int, resolving: Resolving, given: object) -> Play:
    """Let one resolution go on until it needs something again or is done."""
    while True:
        try:
            yielded = resolving.send(given)
        except StopIteration:
            return
        if not isinstance(yielded, Need):
            yield yielded
            given = None
        elif yielded.at_once:
            given = list((yield list(yielded.effects)))
        else:
            waiting[at] = (resolving, yielded)
            return
