"""Encounter tables: reaction, surprise, distance, morale, and how a load reduces movement."""

from functools import cache

from rules.kernel.frozen import frozen
from rules.kernel.stat_block import USUAL_ODDS, Odds
from rules.kernel.terms import Load, Setting
from rules.reference.tables import Row, find, find_band, index_rows, list_rows, load_table, to_hundredths

_SMALL_RACES = ("dwarf", "gnome", "halfling")
_LOADS = {
    "normal_gear": Load.LIGHT,
    "heavy_gear": Load.HEAVY,
    "very_heavy_gear": Load.VERY_HEAVY,
    "encumbered": Load.ENCUMBERED,
}


@frozen
class ReactionBand:
    """A band of the reaction table."""

    id: str
    label: str
    checks_morale: bool
    """Combatants who would flee check morale instead."""


@frozen
class SurpriseOdds:
    """Chances of a class, race or monster; None where the table prints none."""

    surprises: Odds | None
    """The chance that it surprises others."""
    surprised: Odds | None
    """The chance that it is surprised."""


@frozen
class EncounterDistance:
    """The distance at which sides meet."""

    dice: str
    """Dice of inches."""
    surprised_dice: str | None
    """Dice of inches where a side is surprised."""
    noise_dice: str | None
    """Dice of inches where a noisy side is avoided."""
    reduction: int
    """Taken off for each segment of surprise, in hundredths of an inch."""
    least: int
    """The reduction stops here, in hundredths of an inch."""


@frozen
class MoraleFactor:
    """An occasion for a morale check, or a circumstance that modifies one."""

    id: str
    when: str
    modifier: int
    """Added to the roll, in percent; a positive number makes failure likelier."""


@frozen
class ArmorEntry:
    """One kind of armor."""

    id: str
    name: str
    weight: int
    """In gold pieces, ten to the pound."""
    movement: int
    """Base movement in inches."""
    bulk: str
    """non, fairly or bulky."""


def lookup_reaction(face: int, adjustment: int = 0) -> str:
    """Return the id of the reaction band for a d100 and the speaker's adjustment in percent."""
    return str(find_band(list_rows("encounter_tables", "reaction_band"), "roll", face + adjustment)["id"])


def list_reaction_bands() -> tuple[ReactionBand, ...]:
    """Return the bands from violently hostile to enthusiastic."""
    return tuple(
        ReactionBand(str(row["id"]), str(row["label"]), bool(row.get("morale_check_instead", False)))
        for row in list_rows("encounter_tables", "reaction_band")
    )


def lookup_surprise(id: str) -> SurpriseOdds | None:
    """Return the odds that a class, race or monster has; None where it has the standard odds."""
    row = index_rows(list_rows("encounter_tables", "surprise_odds")).get(id)
    return SurpriseOdds(_read_odds(row, "surprises"), _read_odds(row, "surprised")) if row else None


def lookup_monk_surprised(level: int) -> Odds:
    """Return the chance that a monk of this level is surprised.

    It begins with the standard 1 in 3 and falls with every level.
    """
    notes = load_table("attack_tables")["monk_notes"]
    if level < 2:
        return USUAL_ODDS
    percent = notes["surprise_chance_pct_level_2"] + notes["surprise_chance_pct_per_level"] * (level - 2)
    return Odds(max(int(percent), 0), 100)


def lookup_distance(setting: Setting) -> EncounterDistance:
    """Return the dice of the distance at which sides meet."""
    row = load_table("encounter_tables")["distance_indoor" if setting is Setting.INDOORS else "distance_outdoor"]
    return EncounterDistance(
        dice=str(row["dice"]),
        surprised_dice=row.get("surprised_dice"),
        noise_dice=row.get("noise_avoid_dice"),
        reduction=to_hundredths(row.get("surprise_reduction_in_per_segment", 0)),
        least=to_hundredths(row.get("minimum_in", 0)),
    )


@cache
def list_morale_occasions() -> tuple[MoraleFactor, ...]:
    """Return the occasions that call for a morale check, each with its own modifier."""
    return _read_factors("morale_check_when")


@cache
def list_morale_modifiers() -> tuple[MoraleFactor, ...]:
    """Return the other modifiers of a morale check.

    If ``when`` says "each", the modifier counts once for each.
    """
    return _read_factors("morale_modifier")


def lookup_morale_modifier(id: str) -> int:
    """Return the modifier of an occasion or of another factor. Raises UnknownId."""
    return find(
        "morale modifier", id, {each.id: each for each in (*list_morale_occasions(), *list_morale_modifiers())}
    ).modifier


def lookup_morale_failure(margin: int) -> str | None:
    """Return the result for a roll that exceeds morale by this margin; None for 0 or less."""
    if margin < 1:
        return None
    return str(find_band(list_rows("encounter_tables", "morale_failure"), "margin", margin)["result"])


def lookup_load(weight: int, allowance: int = 0) -> Load:
    """Return the load that a weight in gold pieces makes, above the allowance for strength."""
    for row in list_rows("encounter_tables", "encumbrance"):
        if weight <= row["max_gp"] + allowance:
            return _LOADS[row["id"]]
    return Load.ENCUMBERED


def lookup_base_movement(race: str = "") -> int:
    """Return the inches a round of a lightly laden character.

    Dwarves, gnomes and halflings move 9, all others 12.
    """
    if race in _SMALL_RACES:
        return int(load_table("encounter_tables")["encumbrance_meta"]["small_race_base_move_in"])
    return int(_find_encumbrance(Load.LIGHT)["move_in"])


def lookup_load_movement(load_: Load, unencumbered: int = 12) -> int:
    """Return the inches a round under a load, rounded down.

    A base of 12 becomes 12, 9, 6 or 3; another base changes in proportion. Where the table gives a range, the lower
    end counts.
    """
    row = _find_encumbrance(load_)
    return int(row.get("move_min_in", row["move_in"])) * unencumbered // lookup_base_movement()


@cache
def list_armor() -> tuple[ArmorEntry, ...]:
    """Return every kind of armor with the movement it allows."""
    return tuple(
        ArmorEntry(str(r["id"]), str(r["name"]), int(r["weight_gp"]), int(r["base_move_in"]), str(r["bulk"]))
        for r in list_rows("encounter_tables", "armour_movement")
    )


def lookup_armor(id: str) -> ArmorEntry:
    """Return one kind of armor. Raises UnknownId."""
    return find("armor", id, {each.id: each for each in list_armor()})


def lookup_armor_class(id: str) -> int:
    """Return the armor class of "chain", "chain_shield" and the like. Raises UnknownId.

    Magic and dexterity are not included.
    """
    return int(find("armor", id, index_rows(list_rows("encounter_tables", "armour_class")))["armour_type"])


def _read_odds(row: Row, name: str) -> Odds | None:
    return Odds(row[f"{name}_n"], row[f"{name}_of"]) if f"{name}_n" in row else None


def _read_factors(kind: str) -> tuple[MoraleFactor, ...]:
    return tuple(
        MoraleFactor(str(row["id"]), str(row["when"]), int(row["modifier"]))
        for row in list_rows("encounter_tables", kind)
    )


def _find_encumbrance(load_: Load) -> Row:
    return next(row for row in list_rows("encounter_tables", "encumbrance") if _LOADS[row["id"]] is load_)
