"""Crucible on the grid: nobody stops out of reach, and mirrored fights stay mirrored."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import pytest

from rules.kernel import events as e
from rules.kernel.battlefield import ROUNDED, measure_between
from rules.kernel.effects import Answer
from rules.kernel.terms import Place
from rules.procedures.crucible.numbers import SQUARE, STANDING
from tests.rules.players import played, prepare_combatant, sword
from tests.soak import is_soak

RATE = 6 * SQUARE
HERE: Place = (0, 0)
MIRRORS = ((-1, -1), (-1, 1), (1, -1))

CLOSE: Answer = {"action": "E", "how": "close"}
CHARGE: Answer = {"action": "E", "how": "charge", "weapon": "sword"}
STRIKE: Answer = {"action": "G", "weapon": "sword", "mode": "strike"}
WAIT: Answer = {"action": "C"}
FALL_BACK: Answer = {"action": "A", "avoid": "fall_back"}
FLEE: Answer = {"action": "A", "avoid": "flee"}

COMING = {"close": CLOSE, "charge": CHARGE, "strike": STRIKE}


def list_places(far: int) -> list[Place]:
    """Return the places out of reach in an eighth of the grid, up to a distance."""
    squares = range(far // SQUARE + 1)
    places = [(x * SQUARE, y * SQUARE) for x, y in product(squares, squares) if y <= x]
    return [place for place in places if STANDING < measure_between(HERE, place) <= far]


def list_meetings() -> Iterator[tuple[str, str, Place]]:
    """Yield the ways in which two come at each other, and the place of one.

    All are yielded under ``make soak``, else each place with one pair of ways.
    """
    pairs = list(product(COMING, COMING))
    for at, place in enumerate(list_places(2 * RATE + SQUARE)):
        for one, other in pairs if is_soak() else pairs[at % len(pairs) :][:1]:
            yield one, other, place


def play(
    place: Place,
    orders: Mapping[str, Answer],
    *,
    mirror: tuple[int, int] = (1, 1),
    counts: tuple[int, int] = (5, 5),
    length_ft: int = 4,
    answers: Mapping[str, Answer] | None = None,
) -> list[e.Event]:
    """Return the events of a round of Otis, and of an orc at a place."""
    at = (place[0] * mirror[0], place[1] * mirror[1])
    otis = prepare_combatant("otis", "party", weapons=(sword(),))
    orc = prepare_combatant("orc", "foes", weapons=(sword(length_ft=length_ft),), position=at)
    faces = {("initiative", "party"): (counts[0],), ("initiative", "foes"): (counts[1],)}
    aimed: dict[str, Answer] = {
        who: {**order, "target": "orc" if who == "otis" else "otis"} if order in COMING.values() else order
        for who, order in orders.items()
    }
    return played([otis, orc], aimed, faces, ruleset="crucible", answers=answers)


def list_places_reached(events: Sequence[e.Event], mirror: tuple[int, int] = (1, 1)) -> list[tuple[str, Place]]:
    """Return where combatants moved to, in order, mirrored."""
    moved = [each for each in events if isinstance(each, e.Moved | e.Fled) and each.to is not None]
    return [(each.who, (each.to[0] * mirror[0], each.to[1] * mirror[1])) for each in moved if each.to is not None]


def list_strikers(events: Sequence[e.Event]) -> list[str]:
    return sorted(each.who for each in events if isinstance(each, e.Attacked))


def list_lost(events: Sequence[e.Event]) -> list[e.Event]:
    return [each for each in events if isinstance(each, e.DeedLost)]


def assert_mirrored(place: Place, orders: Mapping[str, Answer], answers: Mapping[str, Answer] | None = None) -> None:
    plain = list_places_reached(play(place, orders, answers=answers))
    for mirror in MIRRORS if is_soak() else MIRRORS[:1]:
        events = play(place, orders, mirror=mirror, answers=answers)
        assert list_places_reached(events, mirror) == plain


@pytest.mark.parametrize("place", list_places(RATE + SQUARE), ids=str)
@pytest.mark.parametrize("way", COMING)
def test_who_comes_up_to_a_foe_within_the_rate_strikes_it(way: str, place: Place) -> None:
    events = play(place, {"otis": COMING[way], "orc": WAIT}, counts=(3, 9))
    assert list_lost(events) == []
    assert list_strikers(events) == ["otis"]
    (_, reached), *_ = list_places_reached(events)
    assert measure_between(reached, place) <= SQUARE
    assert measure_between(HERE, reached) <= RATE + ROUNDED


@pytest.mark.parametrize(("one", "other", "place"), list(list_meetings()), ids=str)
def test_two_who_come_at_each_other_on_one_count_meet_and_strike(one: str, other: str, place: Place) -> None:
    for length_ft in (4, 6):
        events = play(place, {"otis": COMING[one], "orc": COMING[other]}, length_ft=length_ft)
        assert list_lost(events) == []
        assert list_strikers(events) == ["orc", "otis"]
        assert len({each.distance_ft for each in events if isinstance(each, e.ChargeMet)}) <= 1


@pytest.mark.parametrize("place", list_places(2 * RATE + SQUARE)[:: 1 if is_soak() else 3], ids=str)
def test_a_mirrored_meeting_is_mirrored(place: Place) -> None:
    assert_mirrored(place, {"otis": CLOSE, "orc": STRIKE})


@pytest.mark.parametrize("place", [(SQUARE, 0), (0, SQUARE), (300, 400), (350, 350), (120, 470)], ids=str)
@pytest.mark.parametrize("way", [FALL_BACK, FLEE], ids=["fall back", "flee"])
def test_who_gives_way_is_as_far_off_in_every_direction(way: Answer, place: Place) -> None:
    answers: Mapping[str, Answer] = {"opportunity": {"choice": "no"}}
    events = play(place, {"otis": way, "orc": WAIT}, counts=(3, 9), answers=answers)
    (_, reached), *_ = list_places_reached(events)
    far = 2 * SQUARE if way is FALL_BACK else 2 * RATE
    assert far <= measure_between(HERE, reached) <= far + ROUNDED
    assert_mirrored(place, {"otis": way, "orc": WAIT}, answers)


@pytest.mark.parametrize("place", [(SQUARE, 0), (0, SQUARE), (300, 400), (350, 350), (120, 470)], ids=str)
def test_who_follows_comes_into_reach(place: Place) -> None:
    answers: Mapping[str, Answer] = {"follow": {"choice": "yes"}}
    events = play(place, {"otis": FALL_BACK, "orc": STRIKE}, counts=(3, 9), answers=answers)
    assert list_strikers(events) == ["orc"]
    (_, back), (_, followed) = list_places_reached(events)
    assert measure_between(back, followed) <= SQUARE
    assert_mirrored(place, {"otis": FALL_BACK, "orc": STRIKE}, answers)
