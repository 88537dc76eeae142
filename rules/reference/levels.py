"""Levels by experience, hit dice, prime requisites, and the limits of races.

Experience is in points. A character of several classes has a share of its experience and a level in each class.
"""

from collections.abc import Mapping
from functools import cache

from rules.kernel.frozen import frozen
from rules.reference.tables import Edition, Row, find, index_rows, list_rows, load_table

Scores = Mapping[str, int]
"""Ability scores by name, such as "strength"; exceptional strength is 18."""


@frozen
class ClassEntry:
    """A character class, without its levels."""

    id: str
    name: str
    prime_requisites: tuple[str, ...]
    """The abilities that bring more experience if all are high; empty where none does."""
    minimums: tuple[tuple[str, int], ...]
    """The ability scores that the class needs, adjustments of race included."""
    name_level: int | None
    """The first level of the last printed title; None where no level is."""
    last_level: int | None
    """The last level that the class has; None where it has no end."""


@frozen
class LevelRow:
    """One level of a class."""

    level: int
    experience: int
    """The first point of the level."""
    hit_points: "HitPointDice"


@frozen
class HitPointDice:
    """The dice that all levels of a class so far give, and the points added after the last die."""

    dice: int
    sides: int
    added: int


@frozen
class RaceEntry:
    """A race that characters may have."""

    id: str
    name: str
    adjustments: tuple[tuple[str, int], ...]
    """What is added to the rolled scores."""
    minimums: tuple[tuple[str, int], ...]
    """The least scores after the adjustments, where they are above 3."""
    maximums: tuple[tuple[str, int], ...]
    """The highest scores after the adjustments, where they are not 18."""
    class_combinations: tuple[tuple[str, ...], ...]


@frozen
class RaceLimit:
    """The end of a class for a race to which it is open."""

    level: int | None
    """The last level; None where it has no end."""
    is_for_dm_only: bool
    """Only characters of the DM may have the class."""


def lookup_class(id: str) -> ClassEntry:
    """Return a class. Raises UnknownId, also for people without a class (level_0)."""
    row = _find_class_row(id)
    return ClassEntry(
        id=id,
        name=str(row["name"]),
        prime_requisites=tuple(row["prime_requisites"]),
        minimums=tuple(row["minimums"].items()),
        name_level=row.get("name_level"),
        last_level=row.get("level_max"),
    )


@cache
def list_levels(class_: str, edition: Edition = Edition.FIRST) -> tuple[LevelRow, ...]:
    """Return the printed levels of a class, from level 1. Raises UnknownId."""
    return tuple(
        LevelRow(int(row["level"]), _read_experience(row, edition), compute_hit_point_dice(class_, row["level"]))
        for row in _find_class_row(class_)["levels"]
    )


def find_level(class_: str, experience: int, edition: Edition = Edition.FIRST) -> int:
    """Return the level that so much experience gives. Raises UnknownId.

    The limit of the race is not asked.
    """
    levels = list_levels(class_, edition)
    step = int(_find_class_row(class_).get("experience_after", 0))
    beyond = experience - levels[-1].experience
    if step and beyond >= 0:
        return levels[-1].level + beyond // step
    return max((each.level for each in levels if each.experience <= experience), default=1)


def lookup_level_experience(class_: str, level: int, edition: Edition = Edition.FIRST) -> int | None:
    """Return the first point of a level, 1 or higher. Raises UnknownId.

    None above the last level of the class.
    """
    levels = list_levels(class_, edition)
    if level <= len(levels):
        return levels[level - 1].experience
    step = int(_find_class_row(class_).get("experience_after", 0))
    return levels[-1].experience + (level - len(levels)) * step if step else None


def compute_hit_point_dice(class_: str, level: int) -> HitPointDice:
    """Return the hit dice of a level of a class, 1 or higher. Raises UnknownId.

    A bard also keeps the dice of the earlier classes, which are not included.
    """
    row = _find_class_row(class_)
    wanted = int(row["first_level_dice"]) + level - 1
    dice = min(wanted, int(row["dice_max"]))
    return HitPointDice(dice, int(row["hit_die"]), (wanted - dice) * int(row["hp_per_level_after"]))


def has_experience_bonus(class_: str, scores: Scores) -> bool:
    """Return whether every prime requisite of a class is high enough. Raises UnknownId.

    An ability that is not given counts as too low.
    """
    needed = int(load_table("levels")["bonus"]["prime_minimum"])
    primes = lookup_class(class_).prime_requisites
    return bool(primes) and all(scores.get(each, 0) >= needed for each in primes)


def add_experience_bonus(class_: str, points: int, scores: Scores) -> int:
    """Return earned points with the tenth that prime requisites add. Raises UnknownId.

    The tenth is rounded up.
    """
    percent = int(load_table("levels")["bonus"]["bonus_pct"])
    return points + -(-points * percent // 100) if has_experience_bonus(class_, scores) else points


def split_experience(points: int, classes: int) -> int:
    """Return what each of several classes gets of earned points: equal parts, fractions dropped."""
    return points // classes


def may_train(class_: str, level: int, experience: int, edition: Edition = Edition.FIRST) -> bool:
    """Return whether the experience suffices for the level after this one. Raises UnknownId.

    The limit of the race is not asked.
    """
    needed = lookup_level_experience(class_, level + 1, edition)
    return needed is not None and experience >= needed


def limit_experience(class_: str, level: int, experience: int, edition: Edition = Edition.FIRST) -> int:
    """Return the experience, at most one point short of a second new level. Raises UnknownId.

    A character gains one level at a time: what would give more is lost.
    """
    second = lookup_level_experience(class_, level + 2, edition)
    return experience if second is None else min(experience, second - 1)


@cache
def list_races(edition: Edition = Edition.FIRST) -> tuple[RaceEntry, ...]:
    """Return the races, in the order of the file."""
    return tuple(
        RaceEntry(
            id=str(row["id"]),
            name=str(row["name"]),
            adjustments=tuple(row["adjustments"].items()),
            minimums=_read_race_scores(row, "minimums", edition),
            maximums=_read_race_scores(row, "maximums", edition),
            class_combinations=tuple(map(tuple, row["multi_class"])),
        )
        for row in list_rows("levels", "race")
    )


def lookup_race(id: str, edition: Edition = Edition.FIRST) -> RaceEntry:
    """Return a race. Raises UnknownId."""
    return find("race", id, {each.id: each for each in list_races(edition)})


def find_race_limit(race: str, class_: str, scores: Scores, edition: Edition = Edition.FIRST) -> RaceLimit | None:
    """Return how far a race may rise in a class. Raises UnknownId.

    None where the class is not open to it. An ability that is not given counts as high enough for the last level.
    """
    lookup_race(race)
    last = lookup_class(class_).last_level
    for row in list_rows("levels", "race_limit"):
        if (row["race"], row["class"]) == (race, class_):
            found = {**row, **row.get("osric", {})} if edition is Edition.OSRIC else row
            return _read_race_limit(found, last, scores) if found.get("open", True) else None
    return None


def _read_race_limit(row: Row, last: int | None, scores: Scores) -> RaceLimit:
    lower = [step["level"] for step in row.get("steps", ()) if scores.get(step["ability"], 99) <= step["score_max"]]
    level = last if row.get("unlimited") else min([row["level"], *lower])
    return RaceLimit(level, bool(row.get("npc_only", False)))


def _read_race_scores(row: Row, end: str, edition: Edition) -> tuple[tuple[str, int], ...]:
    other = row.get(f"osric_{end}", {}) if edition is Edition.OSRIC else {}
    return tuple({**row[end], **other}.items())


def _read_experience(row: Row, edition: Edition) -> int:
    """Return the first point of a level: OSRIC's is one less where no other is given."""
    printed = int(row["experience"])
    return printed if edition is Edition.FIRST else int(row.get("osric", max(printed - 1, 0)))


def _find_class_row(id: str) -> Row:
    return find("class", id, _index_classes())


@cache
def _index_classes() -> Mapping[str, Row]:
    return index_rows(list_rows("levels", "class"))
