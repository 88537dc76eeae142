"""Showing where two projections part."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

AROUND = 4
"""Lines shown before the first difference, and from it on."""

END = "(nothing more)"


def first_difference(one: Sequence[str], other: Sequence[str]) -> int | None:
    """Return the number of the first line that differs, from 0; None where all are equal."""
    pairs = enumerate(zip_longest(one, other))
    return next((at for at, (here, there) in pairs if here != there), None)


def leave_out(lines: Iterable[str], text: str) -> list[str]:
    """Return the lines without those that contain a text; all of them where it is ""."""
    return [line for line in lines if not text or text not in line]


def show_difference(one: Sequence[str], other: Sequence[str], one_name: str, other_name: str) -> str:
    """Return the first line that differs, with the lines around it; "" where all are equal."""
    at = first_difference(one, other)
    if at is None:
        return ""
    before = [f"  {line}" for line in one[max(0, at - AROUND) : at]]
    here = [f"- {line}" for line in [*one[at : at + AROUND], END][:AROUND]]
    there = [f"+ {line}" for line in [*other[at : at + AROUND], END][:AROUND]]
    fields = differing_fields(here[0][2:], there[0][2:])
    return "\n".join([f"line {at + 1}: - {one_name}, + {other_name}", *before, *here, *there, *fields])


def differing_fields(one: str, other: str) -> Iterator[str]:
    """Yield each field in which two lines of one viewer differ; nothing for other lines."""
    (viewer, _, here), (other_viewer, _, there) = one.partition(": "), other.partition(": ")
    if viewer != other_viewer or not (here.startswith("{") and there.startswith("{")):
        return
    mine, theirs = json.loads(here), json.loads(there)
    for name in sorted(mine | theirs):
        if mine.get(name) != theirs.get(name):
            yield f"{name}: {json.dumps(mine.get(name))} -> {json.dumps(theirs.get(name))}"
