"""The comparison of a round by other procedures, from what was given and shown of it.

Nothing of it is stored. It may be asked for during a round, when dice to come must stay unknown. So faces that were not
shown come from other seeds, never from the round's own.
"""

from collections.abc import Callable, Sequence

from django.db import connection

from encounters.access import require_dm
from encounters.errors import NotFound
from encounters.log import list_records
from encounters.stored import read_opening
from encounters.viewers import Viewer
from rules.api import (
    Comparison,
    Dice,
    KeyedDice,
    NoSuchRound,
    Procedure,
    compare_procedures,
    get_ruleset,
    list_rulesets,
    make_fight_of_round,
)


def compare_round(viewer: Viewer, number: int, others: Sequence[str] | None = None, throw: int = 1) -> Comparison:
    """Return a round that stands, played by its own procedure and then by the others.

    ``others`` None means every other procedure. Another ``throw`` gives other faces where none were shown. Raises
    Forbidden for viewers other than the DM, and NotFound where there is no such round.
    """
    require_dm(viewer, "Only the DM compares.")
    if connection.in_atomic_block:
        raise RuntimeError("a comparison takes longer than an input, and must not hold the database meanwhile")
    opening = read_opening(viewer.encounter_id)
    try:
        fight = make_fight_of_round(opening, list_records(viewer.encounter_id), number, _make_other_dice(viewer, throw))
    except NoSuchRound as problem:
        raise NotFound("There is no such round.") from problem
    return compare_procedures(fight, [fight.ruleset, *_list_others(fight.ruleset, others)])


def _list_others(own: Procedure, asked: Sequence[str] | None) -> list[Procedure]:
    wanted = list_rulesets() if asked is None else asked
    return [get_ruleset(id) for id in list_rulesets() if id in wanted and id != own.id]


def _make_other_dice(viewer: Viewer, throw: int) -> Callable[[int], Dice]:
    """Return dice that come from no round's seeds, and are the same each time they are read."""

    def make_dice(round: int) -> Dice:
        stem = f"compare|{viewer.encounter_id}|{throw}|{round}"
        return KeyedDice(f"{stem}|open", f"{stem}|dm")

    return make_dice
