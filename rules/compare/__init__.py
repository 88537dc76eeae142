"""One fight under several procedures, side by side, with the same declarations and faces.

``make_fight_of_run`` and ``make_fight_of_round`` take a scenario or a round in play, ``compare_procedures`` plays it by
each procedure. ``describing`` puts the differences into words. Nothing is stored, and the round's own seeds are not
used.
"""

from collections.abc import Sequence

from rules.compare.deeds import ABSENT, Key, Outcome, read_deeds
from rules.compare.dice import has_unshared_face
from rules.compare.fight import Fight, NoSuchRound, make_fight_of_round, make_fight_of_run
from rules.compare.playing import LostInput, PlayedFight, has_common_family, play, show_as_played
from rules.compare.rows import Cell, ComparisonRow, compare_deeds, compare_order
from rules.kernel.frozen import frozen
from rules.kernel.procedure import Procedure
from rules.kernel.terms import CombatantId
from rules.procedures import get_ruleset, list_rulesets


@frozen
class DifferingDeed:
    """A deed of a difference in one procedure's round."""

    round: int
    who: CombatantId
    what: str
    """The kind of deed."""
    clock: int | None
    """The column."""
    moment: int | None


@frozen
class Comparison:
    """A fight as several procedures played it."""

    played: tuple[PlayedFight, ...]
    differences: tuple[ComparisonRow, ...]
    """Rows that differ."""
    alike: tuple[ComparisonRow, ...]
    """Rows that do not differ."""
    unfit: tuple[Procedure, ...] = ()
    """Procedures that were asked for and cannot play this fight."""

    def find_places(self, nth: int) -> dict[DifferingDeed, list[int]]:
        """Return the places of the differences, counted from 1, in what the nth procedure played."""
        found: dict[DifferingDeed, list[int]] = {}
        for number, row in enumerate(self.differences, 1):
            for key, outcome in zip(row.keys, row.cells[nth].outcomes, strict=True):
                if outcome.result != ABSENT.result:
                    place = DifferingDeed(key.round, key.who, key.what, outcome.clock, outcome.moment)
                    found.setdefault(place, []).append(number)
        return found


def compare_procedures(fight: Fight, rulesets: Sequence[Procedure]) -> Comparison:
    """Play the fight by each of these procedures and find the differences.

    By its own procedure a fight is its log, whatever a replay would give; what is left of a round in play follows it.
    """
    fit = [each for each in rulesets if has_common_family(fight.ruleset, each)]
    played = tuple(
        show_as_played(fight) if fight.log and each.id == fight.ruleset.id else play(fight, each) for each in fit
    )
    read = [read_deeds(each.start, each.events) for each in played]
    rows = compare_deeds(played, read) if played else []
    differing = [row for row in rows if row.differs]
    order = list(compare_order(played, read))
    return Comparison(
        played=played,
        differences=tuple(sorted([*differing, *order], key=lambda row: row.keys[0].round)),
        alike=tuple(row for row in rows if not row.differs),
        unfit=tuple(each for each in rulesets if each not in fit),
    )


def list_comparable(own: Procedure) -> list[Procedure]:
    """Return the procedures that can play fights of this one, itself first."""
    others = [get_ruleset(id) for id in list_rulesets() if id != own.id]
    return [own, *(each for each in others if has_common_family(own, each))]


__all__ = [
    "ABSENT",
    "Cell",
    "Comparison",
    "Fight",
    "Key",
    "NoSuchRound",
    "LostInput",
    "Outcome",
    "DifferingDeed",
    "PlayedFight",
    "ComparisonRow",
    "list_comparable",
    "compare_procedures",
    "make_fight_of_round",
    "make_fight_of_run",
    "has_unshared_face",
    "play",
    "has_common_family",
]
