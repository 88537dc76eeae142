"""Tables of meeting: reaction, surprise, distance, morale, and what a load does to movement."""

from dataclasses import dataclass
from functools import cache

from rules.reference.tables import Row, by_id, find, hundredths, in_band, load, rows
from rules.terms import Load, Setting

_SMALL_RACES = ("dwarf", "gnome", "halfling")
_LOADS = {
    "normal_gear": Load.LIGHT,
    "heavy_gear": Load.HEAVY,
    "very_heavy_gear": Load.VERY_HEAVY,
    "encumbered": Load.ENCUMBERED,
}


@dataclass(frozen=True)
class ReactionBand:
    """A band of the reaction table; where ``checks_morale``, those who would flee check morale instead."""

    id: str
    label: str
    checks_morale: bool


@dataclass(frozen=True)
class SurpriseOdds:
    """Chances such as "3 in 6"; None where no figure is known."""

    surprises: str | None
    surprised: str | None


@dataclass(frozen=True)
class EncounterDistance:
    """Dice of inches between the sides: as a rule, when a side is surprised, when a noisy side is avoided.

    ``reduction`` is taken off for each segment of surprise, down to ``least``: both hundredths of an inch.
    """

    dice: str
    surprised_dice: str | None
    noise_dice: str | None
    reduction: int
    least: int


@dataclass(frozen=True)
class MoraleFactor:
    """What bears on a morale check: a positive modifier is added to the roll and makes it worse."""

    id: str
    when: str
    modifier: int


@dataclass(frozen=True)
class ArmorEntry:
    """Armor: weight in gold pieces, base movement in inches, bulk (non, fairly, bulky)."""

    id: str
    name: str
    weight: int
    movement: int
    bulk: str


def lookup_reaction(face: int, adjustment: int = 0) -> str:
    """The id of the reaction band for a d100 and the speaker's adjustment in percent."""
    return str(in_band(rows("encounter_tables", "reaction_band"), "roll", face + adjustment)["id"])


def reaction_bands() -> tuple[ReactionBand, ...]:
    """The bands from violently hostile to enthusiastic."""
    return tuple(
        ReactionBand(str(row["id"]), str(row["label"]), bool(row.get("morale_check_instead", False)))
        for row in rows("encounter_tables", "reaction_band")
    )


def lookup_surprise(id: str) -> SurpriseOdds | None:
    """The odds of a class, race or monster that differ from the standard; None for one that the table leaves out."""
    row = by_id(rows("encounter_tables", "surprise_odds")).get(id)
    return SurpriseOdds(_odds(row, "surprises"), _odds(row, "surprised")) if row else None


def lookup_monk_surprised(level: int) -> str:
    """The chance that a monk of this level is surprised: the standard 1 in 3, then less with every level."""
    notes = load("attack_tables")["monk_notes"]
    if level < 2:
        return "2 in 6"
    percent = notes["surprise_chance_pct_level_2"] + notes["surprise_chance_pct_per_level"] * (level - 2)
    return f"{max(int(percent), 0)} in 100"


def lookup_distance(setting: Setting) -> EncounterDistance:
    """The dice of the distance at which sides meet."""
    row = load("encounter_tables")["distance_indoor" if setting is Setting.INDOORS else "distance_outdoor"]
    return EncounterDistance(
        dice=str(row["dice"]),
        surprised_dice=row.get("surprised_dice"),
        noise_dice=row.get("noise_avoid_dice"),
        reduction=hundredths(row.get("surprise_reduction_in_per_segment", 0)),
        least=hundredths(row.get("minimum_in", 0)),
    )


@cache
def morale_occasions() -> tuple[MoraleFactor, ...]:
    """What calls for a check of morale, each with its own modifier."""
    return _factors("morale_check_when")


@cache
def morale_modifiers() -> tuple[MoraleFactor, ...]:
    """What else adds to the roll; where ``when`` says each, once for each of them."""
    return _factors("morale_modifier")


def lookup_morale_modifier(id: str) -> int:
    """The modifier of an occasion or of another factor. Raises UnknownId."""
    return find("morale modifier", id, {each.id: each for each in (*morale_occasions(), *morale_modifiers())}).modifier


def lookup_morale_failure(margin: int) -> str | None:
    """What those do whose adjusted roll exceeds their morale by this margin; None where they hold (0 or less)."""
    if margin < 1:
        return None
    return str(in_band(rows("encounter_tables", "morale_failure"), "margin", margin)["result"])


def lookup_load(weight: int, allowance: int = 0) -> Load:
    """The load that a weight in gold pieces makes, above the allowance that strength gives."""
    for row in rows("encounter_tables", "encumbrance"):
        if weight <= row["max_gp"] + allowance:
            return _LOADS[row["id"]]
    return Load.ENCUMBERED


def lookup_base_movement(race: str = "") -> int:
    """Inches a round of one lightly laden: 12, of dwarves, gnomes and halflings 9."""
    if race in _SMALL_RACES:
        return int(load("encounter_tables")["encumbrance_meta"]["small_race_base_move_in"])
    return int(_encumbrance(Load.LIGHT)["move_in"])


def lookup_load_movement(load_: Load, unencumbered: int = 12) -> int:
    """Inches a round under a load: 12, 9, 6 and 3 of 12, and in proportion (rounded down) of another base.

    Of the encumbered the table gives a range; the lower end counts.
    """
    row = _encumbrance(load_)
    return int(row.get("move_min_in", row["move_in"])) * unencumbered // lookup_base_movement()


@cache
def all_armor() -> tuple[ArmorEntry, ...]:
    """Every kind of armor with the movement it allows."""
    return tuple(
        ArmorEntry(str(r["id"]), str(r["name"]), int(r["weight_gp"]), int(r["base_move_in"]), str(r["bulk"]))
        for r in rows("encounter_tables", "armour_movement")
    )


def lookup_armor(id: str) -> ArmorEntry:
    """One kind of armor. Raises UnknownId."""
    return find("armor", id, {each.id: each for each in all_armor()})


def lookup_armor_class(id: str) -> int:
    """The armor class of "chain", "chain_shield" and the like, before magic and dexterity. Raises UnknownId."""
    return int(find("armor", id, by_id(rows("encounter_tables", "armour_class")))["armour_type"])


def _odds(row: Row, name: str) -> str | None:
    return f"{row[f'{name}_n']} in {row[f'{name}_of']}" if f"{name}_n" in row else None


def _factors(kind: str) -> tuple[MoraleFactor, ...]:
    return tuple(
        MoraleFactor(str(row["id"]), str(row["when"]), int(row["modifier"])) for row in rows("encounter_tables", kind)
    )


def _encumbrance(load_: Load) -> Row:
    return next(row for row in rows("encounter_tables", "encumbrance") if _LOADS[row["id"]] is load_)
