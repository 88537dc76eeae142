"""The health of combatants at a glance: one by one as small boxes, and counted in words."""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from encounters.screens.combatants import read_standing
from encounters.screens.summary import describe_out, describe_unable
from rules.api import Combatant, State


class Health(StrEnum):
    """The state of one of several combatants, as its box shows it."""

    FULL = "full"
    HURT = "hurt"
    UNABLE = "unable"
    """It is asleep, held or the like, and may come to."""
    DOWN = "down"


def find_health(state: State, each: Combatant) -> Health:
    """Return the health of a combatant."""
    if not each.able:
        return Health.DOWN if describe_out(each) else Health.UNABLE
    pools = read_standing(state, each.id).pools
    return Health.FULL if all(pool.left >= pool.most for pool in pools) else Health.HURT


def count_health(state: State, members: Sequence[Combatant]) -> str:
    """Return how many are unhurt, hurt, asleep and down: "12 unhurt, 5 asleep, 3 down"."""
    words = {Health.FULL: "unhurt", Health.HURT: "hurt", Health.DOWN: "down"}
    told = sorted(((find_health(state, each), each) for each in members), key=lambda pair: list(Health).index(pair[0]))
    counted = Counter(words[box] if box in words else describe_unable(each).partition(",")[0] for box, each in told)
    return ", ".join(f"{number} {word}" for word, number in counted.items())
