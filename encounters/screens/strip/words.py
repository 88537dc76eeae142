"""The strip in sentences, for people who do not see the drawing, made from the same marks."""

from collections.abc import Iterator
from dataclasses import dataclass

from encounters.screens.strip.marks import ASIDE, Lane, Mark, MarkKind, MarkState

ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth")

ENDINGS = {
    MarkKind.SPELL: "complete",
    MarkKind.CHARGE: "arrives",
    MarkKind.MOVE: "arrives",
    MarkKind.PREPARED: "triggered",
    MarkKind.OPPORTUNITY: "out of turn",
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """A column in words."""

    label: str
    state: str
    """"done", "now" or "to come"."""
    text: str
    heading: str = ""
    """The label as it is said."""


def tell(lanes: tuple[Lane, ...], label: str, *, first: bool) -> str:
    """Return a column in words: first deeds that have an order, in that order, then the others.

    Returns "" where nothing happens. ``first``: this is the strip's first column, where deeds that began before it are
    said to go on.
    """
    ordered: dict[int, list[str]] = {}
    rest: list[str] = []
    for lane in lanes:
        for mark in lane.marks:
            for phrase, ends in phrases(lane, mark, label, first=first):
                if ends and mark.order is not None:
                    ordered.setdefault(mark.order, []).append(phrase)
                else:
                    rest.append(phrase)
    told = [f"{_ordinal(n)}, {'; '.join(ordered[n])}." for n in sorted(ordered)]
    return " ".join(told + [f"{phrase}." for phrase in rest])


def phrases(lane: Lane, mark: Mark, label: str, *, first: bool) -> Iterator[tuple[str, bool]]:
    """Yield the phrases for a mark in a column, each with whether it is the mark's end.

    Only the end of a mark has an order.
    """
    about = f"{lane.name}: {mark.told}"
    if mark.kind in ASIDE:
        if label == mark.begin:
            yield _aside(lane, mark), True
        return
    if first and mark.begin is None:
        yield f"{about} goes on", False
    if label == mark.begin and label not in (mark.end, mark.cut):
        yield f"{about} begins", False
    if mark.state is MarkState.SPOILED:
        if label == mark.cut:
            yield f"{about}, {mark.word or 'spoiled'}", True
    elif label == mark.end:
        yield f"{about}{_ending(mark)}", True


def _ordinal(n: int) -> str:
    return ORDINALS[n - 1] if 0 < n <= len(ORDINALS) else f"Moment {n}"


def _aside(lane: Lane, mark: Mark) -> str:
    if mark.kind is MarkKind.ASKED:
        return f"{lane.name} is asked: {mark.text}".rstrip("?")
    if mark.kind is MarkKind.SHIELD:
        return f"{lane.name} may not be targeted"
    if mark.kind is MarkKind.TURN:
        return f"{lane.name}’s turn" + (" to come" if mark.state is MarkState.PENDING else "")
    return f"{lane.name}: {mark.text}"


def _ending(mark: Mark) -> str:
    words = {
        MarkState.DONE: f", {ENDINGS.get(mark.kind, 'done')}",
        MarkState.SUPERSEDED: f", {mark.word or 'lost'}",
        MarkState.FRAYED: " goes on",
    }
    return words.get(mark.state, ", to come")
