"""The kinds of secrets: what is otherwise in the second world, and who may not know it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from rules.kernel.inputs import Change, Rule
from rules.kernel.stat_block import Device, Spell, StatBlock
from rules.kernel.state import evolve
from rules.kernel.terms import DM
from rules.procedures.dew.sheet import DewSheet, DewSpell
from tests.rules.relations.fights import Names
from tests.rules.two_worlds.worlds import CASTER_KINDS, LURKER, OWN, World

EVERYBODY = tuple(OWN)


@dataclass(frozen=True)
class Pair:
    """Two worlds that differ in one secret.

    ``about`` is whose secret it is, ``unknowing`` are the viewers who may not know it. ``sealed``: it is kept only
    until all answers are in.
    """

    secret: str
    one: World
    other: World
    about: str = ""
    unknowing: tuple[str, ...] = EVERYBODY
    sealed: bool = False
    what: str = ""


Make = Callable[[World, Random], Pair]


def hidden_or_absent(world: World, rng: Random) -> Pair:
    """Somebody is hidden, or comes later; or is not there at all."""
    if rng.random() < 0.25:
        world = world.changed(LURKER, hidden=False, wave=9)
    others = (each for each in world.opening.stat_blocks if each.id != LURKER)
    return Pair("absent", world, world.with_figures(*(_without(each) for each in others)), LURKER)


def _without(figure: StatBlock) -> StatBlock:
    sheet = figure.sheet
    if not isinstance(sheet, DewSheet) or LURKER not in sheet.ranges:
        return figure
    ranges = {who: far for who, far in sheet.ranges.items() if who != LURKER}
    return evolve(figure, sheet=replace(sheet, ranges=ranges))


def elsewhere(world: World, rng: Random) -> Pair:
    """Somebody is hidden here, or there."""
    place = world.figures[LURKER].position
    x, y = place if place is not None else (0, 0)
    return Pair("elsewhere", world, world.changed(LURKER, position=(x + rng.choice([-700, 900]), y + 1100)), LURKER)


def true_name(world: World, rng: Random) -> Pair:
    """A foe whom everybody knows by a name has another id, and another number behind that name.

    Dew's text resolves things in order of the ids: there the other id is as far on in the alphabet.
    """
    about = _foe(world, rng)
    name, figure = world.figures[about].name, world.figures[about]
    names = Names({about: "alhoon" if figure.sheet is None else f"{about[0]}alhoon"})
    renamed = world.changed(about, id=names.of(about), name=name.replace("3", "7").replace("8", "9"))
    figures = tuple(_with_ranges(each, names) for each in renamed.opening.stat_blocks)
    return Pair("true name", world, replace(renamed.with_figures(*figures), names=names), about)


def _with_ranges(figure: StatBlock, names: Names) -> StatBlock:
    if not isinstance(figure.sheet, DewSheet):
        return figure
    return evolve(figure, sheet=replace(figure.sheet, ranges=names.of(figure.sheet.ranges)))


def numbers(world: World, rng: Random) -> Pair:
    """A foe, or another's character, has other numbers than it has here: hit points, armor class, spells, ..."""
    foe = rng.random() < 0.75
    about = _foe(world, rng) if foe else "tenser"
    figure = world.figures[about]
    public = world.opening.options["table.foe_hp" if foe else "table.party_hp"] == "numbers"
    shown = world.opening.options["table.show_needed"] == "owner"
    ways = [
        name for name in (DEW_NUMBERS if figure.sheet else NUMBERS) if not (public and name in ("hit points", "EN"))
    ]
    listed = DEW_NUMBERS if figure.sheet else NUMBERS
    ways = [name for name in listed if not (public and name in ("hit points", "EN"))]
    ways = [name for name in ways if not (shown and name in COUNTED_BY_OTHERS) and (foe or name != "kind")]
    what = rng.choice(ways)
    if isinstance(figure.sheet, DewSheet):
        sheet = replace(figure.sheet, **DEW_NUMBERS[what](figure.sheet))
        changes: dict[str, Any] = {"sheet": sheet, "hit_points": sheet.hit_points}
    else:
        changes = NUMBERS[what](figure)
    unknowing = EVERYBODY if foe else tuple(name for name in EVERYBODY if about not in OWN[name])
    return Pair("numbers", world, world.changed(about, **changes), about, unknowing, what=what)


COUNTED_BY_OTHERS = ("armor class",)
"""What a player can tell from the number their own die needed, where the table shows it."""

NUMBERS: dict[str, Callable[[StatBlock], dict[str, Any]]] = {
    "hit points": lambda each: {"hit_points": each.hit_points + 1},
    "armor class": lambda each: {"armor_class": each.armor_class - 1},
    "attack row": lambda each: {"to_hit": tuple(number - 1 for number in each.to_hit)},
    "saves": lambda each: {"saves": tuple((save, number - 1) for save, number in each.saves)},
    "morale": lambda each: {"morale": each.morale + 5},
    "magic resistance": lambda each: {"magic_resistance": each.magic_resistance + 5},
    "level": lambda each: {"level": each.level + 1},
    "hit dice": lambda each: {"hit_dice": "4+3"},
    "kind": lambda each: {} if each.kind in CASTER_KINDS else {"kind": "doppelganger"},
    "special": lambda each: {"special": ("regenerates 3 hit points a round",)},
    "spells": lambda each: {"spells": (*each.spells, Spell("gate", "Gate", 9))},
    "devices": lambda each: {"devices": (*each.devices, Device("orb", "Orb", 5))},
    "load": lambda each: {"carried": 77, "allowance": each.allowance + 10},
}  # fmt: skip

DEW_NUMBERS: dict[str, Callable[[DewSheet], dict[str, Any]]] = {
    "hit points": lambda each: {"bd_max": each.bd_max + 1, "bd": each.bd + 1},
    "EN": lambda each: {"en_max": each.en_max + 1, "en": each.en + 1},
    "armor class": lambda each: {"ac": (each.ac[0], each.ac[1] - 1, each.ac[2])},
    "dexterity": lambda each: {"dx": each.dx + 1},
    "strength": lambda each: {"st": each.st + 1},
    "recovery": lambda each: {"recovery_rate": each.recovery_rate + 1},
    "spells": lambda each: {"spells": (*each.spells, DewSpell("gate", 3))},
    "breakage": lambda each: {
        "weapons": tuple(replace(weapon, breakage=max(0, weapon.breakage - 3)) for weapon in each.weapons)
    },
    "hit numbers": lambda each: {
        "weapons": tuple(
            replace(weapon, modes=tuple(replace(mode, hit_number=mode.hit_number - 1) for mode in weapon.modes))
            for weapon in each.weapons
        )
    },
}


def sealed_order(world: World, rng: Random) -> Pair:
    """Quill, or the DM for a foe in sight, answers otherwise; what it was is nobody's until all answers are in."""
    about = rng.choice(["tenser", "tenser", _foe(world, rng)])
    one = replace(world, sealed=about)
    unknowing = tuple(name for name in EVERYBODY if about not in OWN[name])
    return Pair("sealed order", one, replace(one, other_answer=True), about, unknowing, sealed=True)


def secret_ruling(world: World, rng: Random) -> Pair:
    """The DM notes or rules something in secret."""
    about, at = _foe(world, rng), rng.randint(2, 9)
    changes = {
        "note": Change(DM, "note", "the bridge will fall"),
        "types dice": Change(about, "types_dice", "no"),
        "of the hidden": Change(LURKER, "moved", [31, 17]),
    }
    if world.figures[about].sheet is None:
        changes |= {"armor class": Change(about, "ac", world.figures[about].armor_class - 1)}
        changes |= {"hit points of the hidden": Change(LURKER, "hp", 4)}
        changes |= {"spells": Change(about, "spells", [])} if not world.figures[about].spells else {}
    else:
        changes |= {"armor class": Change(about, "ac_mod1", -1), "dexterity": Change(about, "dx", 11)}
        changes |= {"EN of the hidden": Change(LURKER, "en", 4)}
    if world.opening.options["table.show_needed"] == "owner":
        changes.pop("armor class")
    what = rng.choice(list(changes))
    rule = Rule((changes[what],), "what the DM thinks", secret=True)
    whom = LURKER if "of the hidden" in what else about
    return Pair("secret ruling", world, replace(world, rulings={at: rule}), whom, what=what)


def note_on_the_fight(world: World, rng: Random) -> Pair:
    """The DM has noted something of the whole fight beforehand."""
    notes = {**world.opening.notes, "remark": "the guards are bribed"}
    return Pair("note", world, replace(world, opening=replace(world.opening, notes=notes)))


def hidden_dice(world: World, rng: Random) -> Pair:
    """The dice that only the DM sees fall otherwise."""
    return Pair("hidden dice", world, replace(world, hidden_seed="dm otherwise"))


def _foe(world: World, rng: Random) -> str:
    return rng.choice([each.id for each in world.opening.stat_blocks if each.side == "foes" and each.id != LURKER])


SECRETS: tuple[Make, ...] = (
    hidden_or_absent, elsewhere, true_name, numbers, numbers, sealed_order, secret_ruling, hidden_or_absent,
    hidden_dice, note_on_the_fight,
)  # fmt: skip
