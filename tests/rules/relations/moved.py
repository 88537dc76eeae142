"""Fights mirrored, and turned off the axes: they go the same, at other places."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from rules.kernel import events as e
from rules.procedures import list_rulesets
from rules.procedures.adnd.orders.avoid import Flight
from rules.scenarios.script import Script
from tests.any_procedure import FAMILY
from tests.registered import gather
from tests.rules.relations.alike import EXACT, LOOSE, TURNED_ASIDE, Tolerance, find_difference
from tests.rules.relations.answering import choose_to_run
from tests.rules.relations.exemptions import (
    FOLLOWS_FROM_THERE,
    NEAR_A_LIMIT,
    WAY_TURNED_ASIDE,
    Case,
    Exemption,
    Relation,
    Verdict,
    earliest,
)
from tests.rules.relations.fights import SIDES, Fight, random_fight
from tests.rules.relations.files import PlayedFile, place_everybody
from tests.rules.relations.motions import Motion, Place, move_fight, move_script, stretch_by, turn_by, turn_by_degrees
from tests.rules.relations.playing import Column, Played, column, played, settled
from tests.soak import is_soak

MOVED = "mirrored and turned"
"""The name of the relation."""

OFF_THE_AXES = tuple(id for ids in gather("relations", "OFF_THE_AXES") for id in ids)
"""The procedures of which random fights are moved."""

STRETCHES = tuple(
    stretch_by(Fraction(sign * share, 1000)) for share in (1, 3, 10, 30) for sign in (1, -1)
)  # fmt: skip
"""They change a distance of 3 to 100 feet by a tenth of a foot."""

OFFSET: Place = (61_230, -38_770)

EXACT_MOTIONS = (
    turn_by(1, 0, mirrored=True, offset=OFFSET),
    turn_by(0, 1, offset=OFFSET),
    turn_by(3, 4, mirrored=True, offset=OFFSET),
    turn_by(-24, 7, offset=OFFSET),
)
"""Motions that lead whole feet to whole hundredths of a foot."""

AT_REST = turn_by(1, 0)
"""The motion that leads nowhere."""

ON_THE_LINE = turn_by(1, 0, mirrored=True)
"""The motion for a fight in which not everybody has a place: it leaves everybody on the line where they are."""


@dataclass(frozen=True)
class Moving(Relation):
    """The relation of a fight and the same fight moved: every event is compared."""

    motion: Motion = ON_THE_LINE

    def compare(self, case: Case, *, until: Column | None = None, tolerance: Tolerance = EXACT, **how: Any) -> str:
        return find_difference(case.one.events, case.other.events, self.motion, tolerance, until)


def straight_away(case: Case) -> Column | None:
    """Return where somebody first goes straight away from a foe."""
    kinds = ("flee",)
    away = (column(each) for each in case.one.moments if any(deed[1] in kinds for deed in each.deeds))
    return earliest(case.first(e.Fled), *away)


AWAY = Exemption(
    "", list_rulesets(), WAY_TURNED_ASIDE,
    straight_away, {"tolerance": TURNED_ASIDE},
)  # fmt: skip
"""The exemption for every procedure: the text leads straight away from a foe, however near."""


def planned_from_there(case: Case) -> Column | None:
    """Return the same column, or that in which a deed after a flight in one order is timed."""
    return earliest(straight_away(case), case.find_first(_times_deed_after_flight))


def _times_deed_after_flight(event: e.Event) -> bool:
    deeds = event.deeds if isinstance(event, e.AgendaChanged) else ()
    away = {deed.who: deed.step for deed in deeds if isinstance(deed, Flight)}
    return any(deed.step > away.get(deed.who, deed.step) for deed in deeds)


FROM_THERE = Exemption("", list_rulesets(), FOLLOWS_FROM_THERE, planned_from_there)
"""The exemption of what comes after it, where the few feet change the course."""


def by_motion(motion: Motion) -> Moving:
    """Return the relation by a motion."""
    exemptions = (
        AWAY,
        FROM_THERE,
        *(each for table in gather("relations", "EXEMPTIONS") for each in table.get(MOVED, ())),
    )
    return Moving(MOVED, lambda fight, rng: move_fight(fight, motion), exemptions=exemptions, motion=motion)


def choose_motion(fight: Fight) -> Motion:
    """Return a motion for a random fight: a mirror, a quarter turn or any angle."""
    if any(each.start.position is None for each in fight.stat_blocks):
        return ON_THE_LINE
    rng = Random(f"{fight.seed}|motion")
    if rng.random() < 0.3:
        return rng.choice(EXACT_MOTIONS[:2])
    return turn_by_degrees(rng.randrange(3600) / 10, (rng.randrange(-99_999, 99_999), rng.randrange(-99_999, 99_999)))


def scattered(fight: Fight) -> Fight:
    """Return the fight with everybody moved by up to two feet, off the lines of feet."""
    rng = Random(f"{fight.seed}|scattered")
    stat_blocks = []
    for each in fight.stat_blocks:
        if (place := each.start.position) is not None:
            place = (place[0] + rng.randint(-200, 200), place[1] + rng.randint(-200, 200))
        stat_blocks.append(replace(each, start=replace(each.start, position=place)))
    return replace(fight, stat_blocks=tuple(stat_blocks))


def far_apart(fight: Fight) -> Fight:
    """Return the fight with the sides up to 240 feet apart, so that they run to meet."""
    if fight.ruleset not in FAMILY:
        return scattered(fight)
    rng = Random(f"{fight.seed}|far")
    stat_blocks = []
    for each in fight.stat_blocks:
        across = rng.randint(2000, 12_000) * (-1 if each.side == SIDES[0] else 1)
        place = (across, rng.randint(-4000, 4000))
        stat_blocks.append(replace(each, start=replace(each.start, position=place)))
    return replace(fight, stat_blocks=tuple(stat_blocks), rounds=2)


@lru_cache(maxsize=500)
def settle_off_the_axes(seed: int, ruleset: str) -> Played:
    """Return a random fight off the lines of feet; every other one is of many who run."""
    fight = random_fight(seed, ruleset)
    return settled(far_apart(fight), choose_to_run) if seed % 2 else settled(scattered(fight))


def judge_moved_file(script: Script) -> Iterator[Verdict]:
    """Yield whether a scenario goes the same by each motion that keeps whole hundredths.

    Where somebody's place follows from a distance that is rolled or asked, it is mirrored along the line alone.
    """
    base = PlayedFile(script)
    motions: tuple[Motion, ...]
    placed = place_everybody(base.script) if script.ruleset in FAMILY else base.script
    stands = all(each.start.position is not None for each in (*placed.stat_blocks, *placed.later))
    one = base.play_again(placed)
    if not stands or find_difference(base.played.events, one.events, AT_REST):
        placed, one, motions = base.script, base.played, (ON_THE_LINE,)
    else:
        motions = EXACT_MOTIONS if is_soak() else EXACT_MOTIONS[2:3]
    for motion in motions:
        yield by_motion(motion).judge(Case(one, base.play_again(move_script(placed, motion))))


def judge_moved(base: Played) -> Verdict:
    """Return whether a random fight goes the same where it is moved."""
    motion = choose_motion(base.fight)
    verdict = by_motion(motion).holds(base)
    if verdict.problem and is_near_a_limit(base):
        return Verdict(MOVED, excepted=Exemption("", (base.fight.ruleset,), NEAR_A_LIMIT, lambda case: None))
    return verdict


def is_near_a_limit(base: Played) -> bool:
    """Return whether the fight goes otherwise with distances a little longer or shorter."""
    for stretch in STRETCHES:
        stretched = played(move_fight(replace(base.fight, trusted=True), stretch))
        if find_difference(base.events, stretched.events, stretch, LOOSE):
            return True
    return False
