"""The same fight, declarations and faces under several procedures, side by side.

``fight_of_run`` and ``fight_of_round`` make a ``Fight`` of a scenario or of a round in play, ``compare`` has it played,
``telling`` puts what differs into words. Nothing is stored, and nothing of a round's own seeds is asked for.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.compare.deeds import ABSENT, Key, Outcome
from rules.compare.dice import is_own
from rules.compare.differing import Cell, Row, rows_of_deeds, rows_of_order
from rules.compare.fight import Fight, NoSuchRound, fight_of_round, fight_of_run
from rules.compare.playing import Note, Played, play, shares_family
from rules.compare.reading import deeds_of
from rules.ruleset import RULESETS, Ruleset, get_ruleset
from rules.terms import CombatantId


@dataclass(frozen=True)
class Place:
    """Where a deed of a difference stands in one procedure's round: whose, its kind, in which column and moment."""

    round: int
    who: CombatantId
    what: str
    clock: int | None
    moment: int | None


@dataclass(frozen=True)
class Comparison:
    """A fight by several procedures: how each played it, the rows that differ, and those that come out alike.

    ``unfit`` are the procedures that were asked for and cannot play such a fight.
    """

    played: tuple[Played, ...]
    differences: tuple[Row, ...]
    alike: tuple[Row, ...]
    unfit: tuple[Ruleset, ...] = ()

    def places(self, nth: int) -> dict[Place, list[int]]:
        """Where the differences, counted from 1, are to be seen in what the nth procedure played."""
        found: dict[Place, list[int]] = {}
        for number, row in enumerate(self.differences, 1):
            for key, outcome in zip(row.keys, row.cells[nth].outcomes, strict=True):
                if outcome.result != ABSENT.result:
                    place = Place(key.round, key.who, key.what, outcome.clock, outcome.moment)
                    found.setdefault(place, []).append(number)
        return found


def compare(fight: Fight, rulesets: Sequence[Ruleset]) -> Comparison:
    """Play the fight by each of these procedures and find what differs."""
    fit = [each for each in rulesets if shares_family(fight.ruleset, each)]
    played = tuple(play(fight, each) for each in fit)
    read = [deeds_of(each.start, each.events) for each in played]
    rows = rows_of_deeds(played, read) if played else []
    differing = [row for row in rows if row.differs]
    order = list(rows_of_order(played, read))
    return Comparison(
        played=played,
        differences=tuple(sorted([*differing, *order], key=lambda row: row.keys[0].round)),
        alike=tuple(row for row in rows if not row.differs),
        unfit=tuple(each for each in rulesets if each not in fit),
    )


def comparable(own: Ruleset) -> list[Ruleset]:
    """The procedures that can be set beside this one: itself, then those that can play its fights."""
    others = [get_ruleset(id) for id in RULESETS if id != own.id]
    return [own, *(each for each in others if shares_family(own, each))]


__all__ = [
    "ABSENT",
    "Cell",
    "Comparison",
    "Fight",
    "Key",
    "NoSuchRound",
    "Note",
    "Outcome",
    "Place",
    "Played",
    "Row",
    "comparable",
    "compare",
    "fight_of_round",
    "fight_of_run",
    "is_own",
    "play",
    "shares_family",
]
