"""From one ``[[combatant]]`` table of a scenario, or of the DM's form, to the figures that take the field."""

from collections.abc import Mapping

from rules.dew_figure import DewFigure
from rules.figure import Figure, Psionic
from rules.muster.arms import arm
from rules.muster.gear import SIZES, read_charges, read_devices, read_spells, read_weapons, with_powers
from rules.muster.reading import BadEntry, Fields
from rules.muster.sequence import read_dew
from rules.muster.stock import caster_level, from_monster, with_class, with_hit_dice, with_odds, with_race
from rules.reference import (
    MonsterEntry,
    UnknownId,
    all_undead,
    attack_modes,
    defense_modes,
    lookup_allowance,
    lookup_load_movement,
    lookup_strength,
    monster,
)
from rules.state import evolve
from rules.terms import Load, Setting

__all__ = ["COMBATANT_KEYS", "LAST_WAVE", "LONGEST_SPECIAL", "BadEntry", "muster"]

COMBATANT_KEYS = (
    *("id", "name", "side", "class", "level", "hd", "monster", "natural", "race", "played", "count"),
    *("hp", "ac", "ac_dexterity", "movement", "size", "legs", "load", "carries_lb", "position"),
    *("reaction", "attacking", "strength", "morale", "hasted", "turns_undead", "undead"),
    *("initiative_die", "surprised", "surprises", "routines", "weapons", "spells", "devices", "psionic"),
    *("untrained", "components", "on_point", "charges", "hidden", "wave", "left", "special", "dew"),
)
"""Every key of a combatant. Only ``id`` and ``side`` are required."""

_BY_DEW = ("id", "name", "side", "played", "count", "position", "weapons", "spells", "hidden", "wave", "dew")
_EVERYBODYS = ("name", "side", "position")
_PSIONIC_KEYS = ("attack", "defense", "attack_modes", "defense_modes")
_MOST = 100
MOST_NOTES = 20
LONGEST_SPECIAL = 200
LAST_WAVE = 1000
"""The last round in which a combatant may arrive."""
_LEAST_LEFT = -10
"""Hit points at which a figure that is down is dead."""


def muster(entry: Mapping[str, object], *, where: str = "", setting: Setting = Setting.INDOORS) -> tuple[Figure, ...]:
    """The figures of one combatant table: one, or ``count`` of them with ids "orc-1", "orc-2", ... of one mob.

    What is left out comes from the monster table, the hit dice, or the class (level 1 where none is given);
    with none of these the figure fights and saves as a fighter of its ``level``. A monster with a class as well is a
    character of that race. All of a count stand at the same ``position``; their ``hp`` may be a list, one for each.
    Inches of ``range_ft`` are those of the setting. Raises BadEntry for whatever is wrong; ``where`` begins its
    message.
    """
    entry = _lifted(entry)
    fields = Fields(entry, COMBATANT_KEYS, where or f'combatant "{entry.get("id", "?")}"')
    dew = read_dew(fields)
    if dew is not None:
        return _copies(fields, _as_it_comes(fields, _by_dew(fields, dew)))
    listed = _listed(fields)
    figure = _conditions(fields, _pace(fields, _body(fields, _stock(fields, listed))))
    given = read_weapons(fields, figure.size, figure.natural) if "weapons" in fields else None
    spells = read_spells(fields, caster_level(figure), setting)
    weapons = arm(figure, listed if "class" not in fields else None, given)
    devices = with_powers(read_devices(fields, spells), weapons)
    figure = evolve(
        figure,
        weapons=weapons,
        spells=spells,
        devices=devices,
        charges=read_charges(fields, devices),
        psionic=_psionic(fields, figure.psionic),
    )
    return _copies(fields, _as_it_comes(fields, figure))


def _as_it_comes(fields: Fields, figure: Figure) -> Figure:
    """Add whether it is hidden, the round in which it arrives, and what it has left of its hit points.

    Raises BadEntry for ``left`` of several figures, or of more hit
    points than it has.
    """
    wave = fields.whole_or_none("wave", 1, LAST_WAVE) or 0
    left = fields.whole_or_none("left", _LEAST_LEFT, figure.hit_points)
    if left is not None and "count" in fields:
        raise fields.bad("left", "is what one combatant has left, and goes with no count")
    return evolve(figure, hidden=fields.flag("hidden"), wave=wave, left=left)


def _lifted(entry: Mapping[str, object]) -> Mapping[str, object]:
    """What everybody has, where it is written among the attributes of Dew's sequence: it is the combatant's own."""
    dew = entry.get("dew")
    if not isinstance(dew, Mapping) or not any(key in dew for key in _EVERYBODYS):
        return entry
    above = {key: dew[key] for key in _EVERYBODYS if key in dew and key not in entry}
    return {**entry, **above, "dew": {key: value for key, value in dew.items() if key not in above}}


def _by_dew(fields: Fields, dew: DewFigure) -> Figure:
    """One who fights by Dew's sequence: his own attributes, and of the others' tables nothing."""
    for key in fields.table:
        if key not in _BY_DEW:
            raise fields.bad(key, "says nothing of one who has a dew table")
    id = fields.id()
    return Figure(
        id,
        fields.text("name", id.replace("_", " ").capitalize()),
        fields.text("side", None),
        hit_points=max(1, dew.en_max),
        played=fields.flag("played"),
        position=fields.place("position"),
        dew=dew,
    )


def _listed(fields: Fields) -> MonsterEntry | None:
    if "monster" not in fields:
        return None
    with fields.at("monster"):
        return monster(fields.text("monster"))


def _stock(fields: Fields, listed: MonsterEntry | None) -> Figure:
    """Who it is, with what the monster table, hit dice and class bring."""
    if "class" in fields and "hd" in fields:
        raise fields.bad("hd", "either a class or hit dice, not both")
    id = fields.id()
    name = fields.text("name", listed.name if listed else id.replace("_", " ").capitalize())
    figure = Figure(id, name, fields.text("side", None))
    if listed:
        figure = from_monster(figure, listed)
    if "hd" in fields:
        with fields.at("hd"):
            figure = with_hit_dice(figure, fields.text("hd"), listed is not None and listed.mindless)
    elif "class" in fields:
        figure = _character(fields, figure)
    elif listed is None:
        figure = with_class(figure, "fighter", fields.whole("level", 1, 0, 100))
    race = fields.text("race", listed.id if listed and "class" in fields else "")
    if race:
        figure = with_race(figure, race, own_pace=listed is not None or figure.kind == "monk")
    return figure


def _character(fields: Fields, figure: Figure) -> Figure:
    class_ = fields.text("class")
    level = fields.whole("level", 0 if class_ == "level_0" else 1, 0, 100)
    with fields.at("class"):
        figure = with_class(evolve(figure, kind=class_), class_, level)
    return with_odds(figure, class_)


def _body(fields: Fields, figure: Figure) -> Figure:
    return evolve(
        figure,
        level=fields.whole("level", figure.level, 0, 100),
        hit_points=_hit_points(fields)[0] if "hp" in fields else figure.hit_points,
        armor_class=fields.whole("ac", figure.armor_class, -10, 10),
        armor_class_dexterity=fields.whole("ac_dexterity", 0, -10, 10),
        size=fields.choice("size", SIZES, figure.size),
        legs=fields.whole("legs", figure.legs, 0, 1000),
        natural=fields.flag("natural", figure.natural),
        played=fields.flag("played"),
        position=fields.place("position"),
    )


def _hit_points(fields: Fields) -> list[int]:
    """The hit points that are given: one number, or of a count one for each."""
    given = fields.table["hp"]
    if not isinstance(given, (list, tuple)):
        return [fields.whole("hp", 1, 1)]
    if len(given) != fields.whole("count", 1, 1, _MOST):
        raise fields.bad("hp", "has one number for each of the count")
    return [Fields({"hp": hp}, ("hp",), fields.where, fields.path).whole("hp", 1, 1) for hp in given]


def _pace(fields: Fields, figure: Figure) -> Figure:
    """Load and movement. The movement given to a creature of no table is also its pace without a load."""
    load = Load(fields.choice("load", tuple(Load), Load.LIGHT))
    movement = fields.whole("movement", lookup_load_movement(load, figure.unencumbered), 0, 1000)
    unencumbered = max(figure.unencumbered, movement)
    if "movement" in fields and "monster" not in fields and ("hd" in fields or figure.natural):
        unencumbered = movement
    paced = "movement" in fields or ("monster" in fields and "class" not in fields)
    carried = fields.whole_or_none("carries_lb", 0, 10_000)
    return evolve(figure, load=load, movement=movement, unencumbered=unencumbered, paced=paced, carried=carried)


def _conditions(fields: Fields, figure: Figure) -> Figure:
    hit, damage, allowance, strength = _strength(fields, figure.kind)
    return evolve(
        figure,
        reaction=fields.whole("reaction", 0, -10, 10),
        attacking=fields.whole("attacking", 0, -10, 10),
        strength_hit=hit,
        strength_damage=damage,
        allowance=allowance,
        strength=strength,
        untrained=tuple(str(each) for each in fields.entries("untrained")),
        components=fields.whole_or_none("components", -1, 100),
        on_point=fields.flag("on_point") if "on_point" in fields else None,
        morale=fields.whole("morale", figure.morale, -1000, 1000),
        special=_special(fields, figure.special),
        hasted=fields.flag("hasted"),
        turns_undead=fields.whole("turns_undead", figure.turns_undead, 0, 100),
        undead=_undead(fields, figure.undead),
        initiative_die=fields.die("initiative_die", figure.initiative_die),
        surprised=fields.chance("surprised", figure.surprised),
        surprises=fields.chance("surprises", figure.surprises),
        routines=fields.number("routines", figure.routines),
    )


def _strength(fields: Fields, kind: str) -> tuple[int, int, int, int]:
    """Adjustments to hit and to damage, of which a monk has none, pounds that may be carried beside, and the score."""
    if "strength" not in fields:
        return 0, 0, 0, 0
    score = fields.table["strength"]
    if isinstance(score, bool) or not isinstance(score, (int, str)):
        raise fields.bad("strength", 'must be a score such as 16 or "18/63"')
    with fields.at("strength"):
        found = lookup_strength(score, fields.text("class"))
        allowance = lookup_allowance(score, fields.text("class"))
    hit, damage = (0, 0) if kind == "monk" else (found.hit, found.damage)
    return hit, damage, allowance, int(str(score).partition("/")[0])


def _special(fields: Fields, default: tuple[str, ...]) -> tuple[str, ...]:
    """Read notes on what no procedure plays; left out, those of the monster table. Raises BadEntry."""
    if "special" not in fields:
        return default
    notes = fields.entries("special")
    if len(notes) > MOST_NOTES or not all(isinstance(note, str) and 0 < len(note) <= LONGEST_SPECIAL for note in notes):
        raise fields.bad("special", f"has up to {MOST_NOTES} notes of up to {LONGEST_SPECIAL} letters")
    return tuple(str(note) for note in notes)


def _undead(fields: Fields, default: str) -> str:
    kind = fields.text("undead", default)
    if kind and kind not in all_undead():
        raise fields.bad("undead", str(UnknownId("undead", kind, all_undead())))
    return kind


def _psionic(fields: Fields, default: Psionic | None) -> Psionic | None:
    inner = fields.inner("psionic", _PSIONIC_KEYS)
    if inner is None:
        return default
    return Psionic(
        inner.whole("attack", 0),
        inner.whole("defense", 0),
        _modes(inner, "attack_modes", tuple(each.id for each in attack_modes())),
        _modes(inner, "defense_modes", tuple(each.id for each in defense_modes())),
    )


def _modes(inner: Fields, key: str, known: tuple[str, ...]) -> tuple[str, ...]:
    modes = []
    for mode in inner.entries(key):
        if mode not in known:
            raise inner.bad(key, str(UnknownId("psionic mode", str(mode), known)))
        modes.append(str(mode))
    return tuple(modes)


def _copies(fields: Fields, figure: Figure) -> tuple[Figure, ...]:
    count = fields.whole_or_none("count", 1, _MOST)
    if count is None:
        return (figure,)
    given = _hit_points(fields) if "hp" in fields else []
    points = given if len(given) == count else [figure.hit_points] * count
    return tuple(
        evolve(figure, id=f"{figure.id}-{number}", name=f"{figure.name} {number}", mob=figure.id, hit_points=each)
        for number, each in enumerate(points, 1)
    )
