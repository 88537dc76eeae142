"""Time between fights: healing by rest, memorising, light, wandering monsters, travel.

Lengths are hundredths of a foot, as in the other tables; a turn has 10 minutes.
"""

from collections.abc import Iterable
from functools import cache

from rules.kernel.frozen import frozen
from rules.reference.tables import Edition, Row, find, find_band, index_rows, list_rows, load_table, to_hundredths

_WEEK = 7


@frozen
class Memorising:
    """The time that it takes to have spells again."""

    rest_hours: int
    study_minutes: int
    """Study or prayer after the rest."""


@frozen
class LightSource:
    """A thing or spell that gives light."""

    id: str
    name: str
    radius: int
    """Hundredths of a foot; 0 for a beam."""
    beam: int
    """The length of a beam, in hundredths of a foot; 0 where the light goes all around."""
    turns: int | None
    """The turns it burns; None where it has no end, or `days_dice`."""
    turns_per_level: int
    """More turns for each level of its caster."""
    days_dice: str
    """The dice of the days that it gives light; "" where it is not days."""
    spell: str
    """The id of the spell; "" for a thing."""

    def count_turns(self, caster_level: int = 0) -> int | None:
        """Return the turns that it gives light; None where they are not a number of turns."""
        return None if self.turns is None else self.turns + self.turns_per_level * caster_level


@frozen
class BelowZero:
    """The consequences of having no hit points left."""

    loss_a_round: int
    dead_at: int
    coma_dice: str
    """The dice of the turns before one awakes."""
    rest_days: int
    """The days of rest afterwards in which one can do nothing else."""


@frozen
class WanderingCheck:
    """The times at which wandering monsters may come, and the chance."""

    id: str
    name: str
    every_turns: int | None
    """The turns between two checks; None where the terrain has checks a day."""
    chance: str
    """The chance, such as "1 in 6"."""


@frozen
class Terrain:
    """A kind of terrain, for travel."""

    id: str
    movement_class: str
    """The class of movement: "normal", "rugged" or "very_rugged"."""
    checks_a_day: int
    """The checks for wandering monsters."""
    lost_in_10: int
    """The chance to lose the way, in tenths."""


def count_rounds(unit: str) -> int:
    """Return the rounds in a "turn", an "hour", a "day" or a "week". Raises UnknownId."""
    time = load_table("rest")["time"]
    day = int(time["rounds_per_day"])
    known = {
        "turn": int(time["rounds_per_turn"]),
        "hour": int(time["rounds_per_hour"]),
        "day": day,
        "week": day * int(time["days_per_week"]),
    }
    return find("unit of time", unit, known)


def heal_by_rest(points: int, most: int, days: int, constitution: int = 0, edition: Edition = Edition.FIRST) -> int:
    """Return the hit points after days of unbroken rest.

    Each day heals one, four weeks heal all. ``constitution`` is the adjustment of hit points a die
    (Constitution.hit_points). A penalty takes that many days off each week, in OSRIC off the first alone. A bonus is
    added at the end of each whole week from the second.
    """
    healing = load_table("rest")["natural_healing"]
    if days >= healing["weeks_to_full"] * _WEEK:
        return max(points, most)
    weeks, rest = divmod(days, _WEEK)
    stretches = [days] if edition is Edition.OSRIC else [*[_WEEK] * weeks, rest]
    healing_days = sum(max(0, each + min(0, constitution)) for each in stretches)
    bonus = max(0, weeks - 1) * max(0, constitution)
    return max(points, min(most, points + healing_days * int(healing["hp_per_day"]) + bonus))


def list_night_healing() -> tuple[int, ...]:
    """Return the hit points that a night without a day of rest may give.

    The DM chooses; the first is the book's.
    """
    return tuple(load_table("rest")["natural_healing"]["hp_per_night"])


@cache
def lookup_below_zero() -> BelowZero:
    """Return what follows when no hit points are left."""
    row = load_table("rest")["below_zero"]
    return BelowZero(
        loss_a_round=int(row["loss_per_round"]),
        dead_at=int(row["dead_at"]),
        coma_dice=str(row["coma_turns_dice"]),
        rest_days=int(row["rest_days_after"]),
    )


def lookup_rest_hours(spell_level: int) -> int:
    """Return the hours of rest before spells up to this level, 1 to 9, can be had again."""
    return int(find_band(list_rows("rest", "spell_rest"), "spell_level", spell_level)["hours"])


def compute_memorising(spell_levels: Iterable[int]) -> Memorising:
    """Return the time to have again the spells of these levels.

    It is rest by the highest level, then study of each spell.
    """
    wanted = list(spell_levels)
    minutes = int(load_table("rest")["spell_study"]["minutes_per_spell_level"])
    return Memorising(lookup_rest_hours(max(wanted)) if wanted else 0, minutes * sum(wanted))


@cache
def list_light_sources(edition: Edition = Edition.FIRST) -> tuple[LightSource, ...]:
    """Return what gives light, things first, then spells."""
    return tuple(_read_light(row, edition) for row in list_rows("rest", "light_source"))


def lookup_light_source(id: str, edition: Edition = Edition.FIRST) -> LightSource:
    """Return what gives light, such as "torch". Raises UnknownId."""
    return find("light", id, {each.id: each for each in list_light_sources(edition)})


def list_wandering_checks() -> tuple[WanderingCheck, ...]:
    """Return the usual checks for wandering monsters; a place may have another."""
    return tuple(
        WanderingCheck(str(row["id"]), str(row["name"]), row.get("every_turns"), str(row["chance"]))
        for row in list_rows("rest", "wandering_check")
    )


@cache
def list_terrains() -> tuple[Terrain, ...]:
    """Return the kinds of terrain."""
    return tuple(
        Terrain(str(row["id"]), str(row["movement_class"]), int(row["checks_per_day"]), int(row["lost_in_10"]))
        for row in list_rows("rest", "terrain")
    )


def lookup_miles(by: str, terrain: str) -> int:
    """Return the miles a day in a terrain, afoot or by a mount or cart. Raises UnknownId.

    ``by`` is the load afoot, "light", "average" or "heavy", else "light_horse", "cart" and the like.
    """
    afoot = index_rows(list_rows("rest", "miles_afoot"), "load")
    row = find("way of travel", by, {**afoot, **index_rows(list_rows("rest", "miles_mounted"))})
    return int(row[find("terrain", terrain, {each.id: each for each in list_terrains()}).movement_class])


def _read_light(row: Row, edition: Edition) -> LightSource:
    found = {**row, **row.get("osric", {})} if edition is Edition.OSRIC else row
    return LightSource(
        id=str(found["id"]),
        name=str(found["name"]),
        radius=to_hundredths(found.get("radius_ft", 0)),
        beam=to_hundredths(found.get("range_ft", 0)),
        turns=found.get("turns"),
        turns_per_level=int(found.get("turns_per_level", 0)),
        days_dice=str(found.get("days_dice", "")),
        spell=str(found.get("spell", "")),
    )
