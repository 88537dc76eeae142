"""Two on the squares of a map: off the axes they come to each other as along one."""

from functools import lru_cache

import pytest

from rules.kernel import events as e
from rules.kernel.apply import apply
from rules.kernel.battlefield import measure_between
from rules.kernel.effects import Answer
from rules.kernel.terms import HUNDREDTHS, Setting
from rules.statblocks import build_stat_blocks
from tests.any_procedure import FAMILY
from tests.rules.relations.alike import LOOSE, find_difference
from tests.rules.relations.fights import Fight, Key
from tests.rules.relations.motions import Place
from tests.rules.relations.moved import AT_REST, OFF_THE_AXES
from tests.rules.relations.playing import played
from tests.soak import is_soak

SQUARE = 5
FAR = 60
GRID = tuple(
    (across * SQUARE * HUNDREDTHS, down * SQUARE * HUNDREDTHS)
    for across in range(-FAR // SQUARE, FAR // SQUARE + 1)
    for down in range(-FAR // SQUARE, FAR // SQUARE + 1)
    if across or down
)[:: 1 if is_soak() else 41]
"""Places of the other one, in squares of five feet up to 60 feet off."""

NEAR = 3
"""Hundredths of a foot by which two distances may differ: each of two ways is rounded."""

TURNED_ASIDE = 20
"""The same where somebody goes a long way straight away from one who is near."""

CLOSE: Answer = {"action": "E", "how": "close"}
CHARGE: Answer = {"action": "E", "how": "charge", "weapon": "sword_long"}
STRIKE: Answer = {"action": "G", "weapon": "sword_long", "mode": "strike"}
FALL_BACK: Answer = {"action": "A", "avoid": "fall_back"}
FLEE: Answer = {"action": "A", "avoid": "flee"}

ACTS: dict[str, tuple[Answer | None, Answer | None]] = {
    "close": (CLOSE, None),
    "close with one who strikes": (CLOSE, STRIKE),
    "charge": (CHARGE, None),
    "charge at one who strikes": (CHARGE, STRIKE),
    "follow one who flees": (CHARGE, FLEE),
    "fall back": (FALL_BACK, None),
    "fall back from one who closes": (FALL_BACK, CLOSE),
    "meet closing": (CLOSE, CLOSE),
    "meet charging": (CHARGE, CHARGE),
    "one closes and one charges": (CLOSE, CHARGE),
}
"""The orders of the one in the middle and of the one who is on the grid."""


@pytest.mark.parametrize("ruleset", [id for id in OFF_THE_AXES if id in FAMILY])
@pytest.mark.parametrize("act", ACTS)
def test_off_the_axes_they_come_to_each_other_as_along_one(ruleset: str, act: str) -> None:
    failed = [(place, found) for place in GRID if (found := compare_to_axis(ruleset, act, place))]
    assert failed == []


def compare_to_axis(ruleset: str, act: str, place: Place) -> str:
    """Return where the fight goes otherwise than along the axis; "" where it does not."""
    off = play_two(ruleset, act, place)
    along = play_two(ruleset, act, (measure_between((0, 0), place), 0))
    found = find_difference(along, off, AT_REST, LOOSE)
    apart = zip(list_distances(along), list_distances(off), strict=False)
    near = TURNED_ASIDE if FALL_BACK in ACTS[act] or FLEE in ACTS[act] else NEAR
    return found or next((f"{one} {other} apart" for one, other in apart if abs(one - other) > near), "")


@lru_cache(maxsize=4000)
def play_two(ruleset: str, act: str, place: Place) -> list[e.Event]:
    """Return the log of a round of two, in which the foes win initiative by little."""
    entries = (("otis", "party", (0, 0)), ("orc", "foes", place))
    stat_blocks = tuple(
        stat_block
        for id, side, (x, y) in entries
        for stat_block in build_stat_blocks(
            {
                "id": id, "side": side, "class": "fighter", "level": 3, "hp": 200, "movement": 12,
                "weapons": ["sword_long"], "position": [x / HUNDREDTHS, y / HUNDREDTHS],
            },
            setting=Setting.INDOORS,
        )
    )  # fmt: skip
    orders = zip(("otis", "orc"), ("orc", "otis"), ACTS[act], strict=True)
    answers: dict[Key, Answer | None] = {
        (round, "declare", who, "{}", 1): {**order, **({} if order["action"] == "A" else {"target": target})}
        for round in (1, 2)
        for who, target, order in orders
        if order is not None
    }
    faces = {(round, "initiative", side): face for round in (1, 2) for side, face in (("party", 3), ("foes", 4))}
    fight = Fight(
        ruleset, 1, stat_blocks, {}, {"start": "melee"}, Setting.INDOORS, rounds=2, faces=faces, answers=answers
    )
    return played(fight).events


def list_distances(events: list[e.Event]) -> list[int]:
    """Return how far apart the two are after each moment in which one moved."""
    opening = events[0]
    assert isinstance(opening, e.EncounterOpened)
    state, found, moved = opening.open(), [], False
    for event in events[1:]:
        if moved and event.moment is None:
            found.append(measure_between(*(each.place for each in state.combatants.values())))
            moved = False
        moved = moved or isinstance(event, e.Moved | e.Fled)
        state = apply(event, state)
    return [*found, measure_between(*(each.place for each in state.combatants.values()))]
