"""A moment: deeds that resolve together, in lock step.

Each deed's resolution is a generator of its own. It yields events, and ``Need`` where it wants dice or a decision.
All of a moment's dice of one phase are asked together: blows first, then saves, then damage, then what no table
describes. Whoever falls in a moment still acts in it.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

from rules.effects import Ask, Roll
from rules.events import Event
from rules.ruleset import Play
from rules.state import Deed

HIT, SAVE, DAMAGE, EFFECT = 1, 2, 3, 4


@dataclass(frozen=True, slots=True)
class Need:
    """What a deed wants next: effects of one phase; they come back as a list in the same order."""

    phase: int
    effects: Sequence[Roll | Ask]


LEAVING = ("move", "flee", "charge")
"""Kinds of deeds by which a figure leaves its place."""

Resolving = Generator[Event | Need, Any, None]
Telling = Generator[Event, Any, None]
"""A part that only tells what happened: it asks for nothing, so any procedure may go through it."""


def leaving_last(deeds: Sequence[Deed]) -> list[Deed]:
    """Return the deeds of a moment, first those of figures that stay: they find the others where they stood."""
    return sorted(deeds, key=lambda deed: deed.kind in LEAVING)


def together(resolvings: Sequence[Resolving]) -> Play:
    """Run these resolutions as one moment, in the order given within each phase."""
    waiting: dict[int, tuple[Resolving, Need]] = {}
    for at, resolving in enumerate(resolvings):
        yield from _advance(waiting, at, resolving, None)
    while waiting:
        phase = min(need.phase for _, need in waiting.values())
        due = [(at, *waiting.pop(at)) for at in sorted(waiting) if waiting[at][1].phase == phase]
        back: Sequence[object] = yield [effect for _, _, need in due for effect in need.effects]
        start = 0
        for at, resolving, need in due:
            given = list(back[start : start + len(need.effects)])
            start += len(need.effects)
            yield from _advance(waiting, at, resolving, given)


def _advance(waiting: dict[int, tuple[Resolving, Need]], at: int, resolving: Resolving, given: object) -> Play:
    """Let one resolution go on until it needs something again or is done."""
    while True:
        try:
            yielded = resolving.send(given)
        except StopIteration:
            return
        if isinstance(yielded, Need):
            waiting[at] = (resolving, yielded)
            return
        yield yielded
        given = None
