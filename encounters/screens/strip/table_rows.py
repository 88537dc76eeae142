"""The rows of the table screen's strip: their heights, and those that share one."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from encounters.screens.strip.marks import Lane

UNIT = 24
"""The pixels of a unit, of which a screen is 45 high; spectator.css scales them to the screen."""

ROOM = 422
"""The pixels of all rows together: with the head, the strip takes less than 45 % of the height."""

HIGHEST, IDLE = 2 * UNIT, 27
"""The pixels of a row that has all the room it wants, and of one with nothing to show."""

MOST = ROOM // IDLE - 1
"""The rows up to which each combatant, or mob, keeps its own."""

SMALL = 6
"""The rows of a side up to which each keeps its own: a party's seals are shown one by one."""

LETTERS = 110
"""The letters of the names that a row has room for."""


def share_height(lanes: Sequence[Lane]) -> list[int]:
    """Return the height of each row in pixels: low where idle, else a share of the rest."""
    active = sum(not lane.is_idle for lane in lanes)
    if not active:
        return [min(HIGHEST, ROOM // max(1, len(lanes)))] * len(lanes)
    idle = len(lanes) - active
    high = min(HIGHEST, (ROOM - IDLE * idle) // active)
    return [min(high, IDLE) if lane.is_idle else high for lane in lanes]


def merge_rows(lanes: Sequence[Lane]) -> tuple[Lane, ...]:
    """Return the rows of a strip: of too many lanes, the idle of a side share one.

    If the others are still too many, those whose last mark is the oldest join that row.
    """
    if len(lanes) <= MOST:
        return tuple(lanes)
    sides = list(dict.fromkeys(lane.token.side for lane in lanes))
    counts = Counter(lane.token.side for lane in lanes)
    small = {side for side in sides if counts[side] <= SMALL}
    kept = [n for n, lane in enumerate(lanes) if lane.token.side in small or not lane.is_idle]
    kept.sort(key=lambda n: (lanes[n].token.side in small, lanes[n].acting, _find_last(lanes[n])), reverse=True)
    own = set(kept[: MOST - len(sides)])
    rows: list[Lane] = []
    for side in sides:
        of_side = [n for n, lane in enumerate(lanes) if lane.token.side == side]
        rest = [lanes[n] for n in of_side if n not in own]
        rows += [lanes[n] for n in of_side if n in own]
        rows += rest if len(rest) == 1 else [_join_rows(rest)] if rest else []
    return tuple(rows)


def _find_last(lane: Lane) -> int:
    """Return the number of the last column in which something of a lane is drawn."""
    labels = [mark.end or mark.begin or "" for mark in lane.marks]
    return max((int(label) for label in labels if label.isdecimal()), default=0)


def _join_rows(rest: Sequence[Lane]) -> Lane:
    """Return the row of several lanes, with as many whole names as there is room for."""
    said, left = "", len(rest)
    for lane in rest:
        longer = f"{said}, {lane.name}" if said else lane.name
        if said and len(longer) > LETTERS:
            break
        said, left = longer, left - 1
    others = f"{said} and {left} more" if left else said
    sealed = {lane.sealed for lane in rest}
    who = tuple(each for lane in rest for each in lane.who)
    first = rest[0]
    is_sealed = None if sealed == {None} else False not in sealed
    token = replace(first.token, letter="+")
    return Lane(others, token, sealed=is_sealed, who=who, others=others)
