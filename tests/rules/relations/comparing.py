"""The comparison of two plays of a fight: the place where they part."""

from collections import Counter
from collections.abc import Sequence

from tests.rules.relations.playing import Column, Outcome, Played, column

Line = tuple[tuple[object, ...], tuple[Outcome, ...], tuple[Outcome, ...]]
"""A moment as plain data: its round and clock, its deeds (none: between two moments), and what came of them."""

IDLE = ("wait", "ready", "stay")
"""Kinds of deeds that are no acts: who waits, or has an act prepared, does nothing yet; who stays has not moved."""


def parted(
    one: Played,
    other: Played,
    *,
    without: Sequence[str] = (),
    clocks: bool = True,
    ordered: bool = True,
    but: Sequence[str] = (),
    open_ended: bool = False,
    moments: bool = True,
    results: bool = True,
    until: Column | None = None,
    contained: bool = False,
) -> str:
    """Return in words where the moments or results of two plays differ; "" where equal.

    ``without``: combatants that are left out. Without ``clocks`` only who acts together and in which order counts,
    if not ``ordered`` only who acts together and at which clock. ``open_ended``: when the fight is over does not count.
    Without ``moments`` or ``results`` only the other of the two is compared; ``until`` a column, only the moments
    of earlier ones. ``contained``: what happens where the fight is over has to happen, in any order, where it goes on.
    """
    if open_ended:
        but = (*but, "EncounterEnded")
    first, second = (lines(each, without=without, clocks=clocks, but=but, until=until) for each in (one, other))
    if not moments:
        first, second = [], []
    if open_ended:
        rounds = [place[0] for place, _, _ in first]
        second = [line for line in second if line[0][0] in rounds]
    if contained:
        ended, longer = (first, second) if one.is_over else (second, first)
        missing = Counter(unordered(ended)) - Counter(unordered(longer))
        return "".join(f"{line} is missing\n" for line in missing)
    if not ordered:
        first, second = unordered(first), unordered(second)
    for mine, theirs in zip(first, second, strict=False):
        if mine != theirs:
            return f"{mine}\n   now {theirs}"
    if len(first) != len(second):
        return f"{len(first)} moments are {len(second)}"
    if not results or until is not None:
        return ""
    ends = [{who: came for who, came in each.result.items() if who not in without} for each in (one, other)]
    if ends[0] != ends[1]:
        return "\n".join(
            f"{who} {came}\n   now {ends[1].get(who)}" for who, came in ends[0].items() if ends[1].get(who) != came
        )
    return ""


def unordered(found: Sequence[Line]) -> list[Line]:
    """Return the moments sorted, and what came about between two of them one by one."""
    alone: list[Line] = []
    for place, deeds, outcomes in found:
        alone += [(place, deeds, outcomes)] if deeds else [(place, (), (each,)) for each in outcomes]
    return sorted(alone, key=repr)


def lines(
    play: Played,
    *,
    without: Sequence[str] = (),
    clocks: bool = True,
    but: Sequence[str] = (),
    until: Column | None = None,
) -> list[Line]:
    """Return the moments as plain data.

    What comes about before and after a moment that is left out, in the same column, is one line.
    """
    found: list[Line] = []
    last: tuple[object, ...] = ()
    for moment in play.moments:
        if until is not None and column(moment) >= until:
            break
        deeds, outcomes = _others(moment.deeds, without, 0), _others(moment.outcomes, without, 1)
        deeds = tuple(deed for deed in deeds if deed[1] not in IDLE)
        outcomes = tuple(outcome for outcome in outcomes if outcome[0] not in but)
        if not deeds and not outcomes:
            continue
        if found and not deeds and not found[-1][1] and last == moment.place:
            place, _, earlier = found.pop()
            found.append((place, (), tuple(sorted((*earlier, *outcomes), key=repr))))
        else:
            found.append((moment.place if clocks else (moment.round,), deeds, outcomes))
        last = moment.place
    return found


def _others(things: Sequence[Outcome], without: Sequence[str], at: int) -> tuple[Outcome, ...]:
    return tuple(each for each in things if each[at] not in without)
