"""What two plays of a fight have in common, and where they part."""

from collections.abc import Sequence

from tests.rules.relations.playing import Outcome, Played

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
) -> str:
    """Where the moments or the results of two plays differ, in words; nothing where they do not.

    ``without``: figures that are left out. Without ``clocks`` only who acts together and in which order counts,
    if not ``ordered`` only who acts together and at which clock. ``open_ended``: when the fight is over does not count.
    Without ``moments`` or ``results`` only the other of the two is compared.
    """
    if open_ended:
        but = (*but, "EncounterEnded")
    first, second = (lines(each, without=without, clocks=clocks, but=but) for each in (one, other))
    if not moments:
        first, second = [], []
    if open_ended:
        rounds = [line[0] for line in first]
        second = [line for line in second if line[0] in rounds]
    if not ordered:
        first, second = sorted(first, key=repr), sorted(second, key=repr)
    for mine, theirs in zip(first, second, strict=False):
        if mine != theirs:
            return f"{mine}\n   now {theirs}"
    if len(first) != len(second):
        return f"{len(first)} moments are {len(second)}"
    if not results:
        return ""
    ends = [{who: came for who, came in each.result.items() if who not in without} for each in (one, other)]
    if ends[0] != ends[1]:
        return "\n".join(
            f"{who} {came}\n   now {ends[1].get(who)}" for who, came in ends[0].items() if ends[1].get(who) != came
        )
    return ""


def lines(
    play: Played, *, without: Sequence[str] = (), clocks: bool = True, but: Sequence[str] = ()
) -> list[tuple[object, ...]]:
    """The moments as plain data."""
    found: list[tuple[object, ...]] = []
    for moment in play.moments:
        deeds, outcomes = _others(moment.deeds, without, 0), _others(moment.outcomes, without, 1)
        deeds = tuple(deed for deed in deeds if deed[1] not in IDLE)
        outcomes = tuple(outcome for outcome in outcomes if outcome[0] not in but)
        if deeds or outcomes:
            found.append((*(moment.place if clocks else (moment.round,)), deeds, outcomes))
    return found


def _others(things: Sequence[Outcome], without: Sequence[str], at: int) -> tuple[Outcome, ...]:
    return tuple(each for each in things if each[at] not in without)
