"""The secrets of a procedure: its worlds, its combatants' numbers, signs of one hidden."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from rules.kernel import events as e
from rules.kernel.inputs import Change
from rules.kernel.stat_block import ClassLevel, Device, Spell, StatBlock
from tests.any_procedure import FAMILY
from tests.registered import find_module
from tests.rules.relations.fights import Names
from tests.rules.two_worlds.worlds import CASTER_KINDS, LURKER, World, family_world

Numbers = Mapping[str, Callable[[StatBlock], dict[str, Any]]]
"""Numbers of a combatant that a viewer may not know, each with the changes that make it another."""


def list_uncounted_missiles(stat_block: StatBlock) -> tuple[str, ...]:
    """Return what a combatant shoots or throws of which nobody counts how many it has."""
    counted, weapons = dict(stat_block.gear.charges), stat_block.gear.weapons
    missiles = dict.fromkeys(each.missile.ammunition for each in weapons if each.missile is not None)
    return tuple(each for each in missiles if each and each not in counted)


def add_class(stat_block: StatBlock) -> tuple[ClassLevel, ...]:
    """Return the classes of a combatant that is a thief besides."""
    return (ClassLevel(stat_block.creature.kind or "fighter", stat_block.creature.level), ClassLevel("thief", 2))


NUMBERS_OF_FAMILY: Numbers = {
    "hit points": lambda each: {"hit_points": each.defence.hit_points + 1},
    "armor class": lambda each: {"armor_class": each.defence.armor_class - 1},
    "attack row": lambda each: {"to_hit": tuple(number - 1 for number in each.attack.to_hit)},
    "saves": lambda each: {"saves": tuple((save, number - 1) for save, number in each.defence.saves)},
    "missiles": lambda each: {"charges": (*each.gear.charges, *((item, 40) for item in list_uncounted_missiles(each)))},
    "morale": lambda each: {"morale": each.creature.morale + 5},
    "magic resistance": lambda each: {"magic_resistance": each.defence.magic_resistance + 5},
    "level": lambda each: {"level": each.creature.level + 1},
    "hit dice": lambda each: {"hit_dice": "4+3"},
    "kind": lambda each: {} if each.creature.kind in CASTER_KINDS else {"kind": "doppelganger"},
    "classes": lambda each: {} if each.creature.kind in CASTER_KINDS else {"classes": add_class(each)},
    "special": lambda each: {"special": ("regenerates 3 hit points a round",)},
    "spells": lambda each: {"spells": (*each.powers.spells, Spell("gate", "Gate", 9))},
    "devices": lambda each: {"devices": (*each.gear.devices, Device("orb", "Orb", 5))},
    "load": lambda each: {"carried": 77, "allowance": each.pace.allowance + 10},
}  # fmt: skip


def rule_on_stat_block(about: StatBlock) -> dict[str, Change]:
    """Return rulings on a combatant that others may not learn of."""
    rulings = {
        "armor class": Change(about.id, "ac", about.defence.armor_class - 1),
        "hit points of the hidden": Change(LURKER, "hp", 4),
    }
    if missiles := list_uncounted_missiles(about):
        rulings["missiles"] = Change(about.id, "charges", [missiles[0], 30])
    return rulings | ({"spells": Change(about.id, "spells", [])} if not about.powers.spells else {})


@dataclass(frozen=True)
class Secrecy:
    """The secrets of a procedure.

    One outside the AD&D family has them in tests/procedures/<name>/two_worlds.py.
    """

    world: Callable[[Random, int, str], World] = family_world
    numbers: Numbers = field(default_factory=lambda: NUMBERS_OF_FAMILY)
    rulings: Callable[[StatBlock], dict[str, Change]] = rule_on_stat_block
    forget: Callable[[StatBlock, str], StatBlock] = lambda stat_block, who: stat_block
    """Takes somebody out of what a combatant brings in."""
    rename: Callable[[StatBlock, Names], StatBlock] = lambda stat_block, names: stat_block
    """Gives others other names in what a combatant brings in."""
    is_decided: Callable[[e.Event], bool] = lambda event: False
    """Returns whether numbers of the combatants, as ruled, decided an event, as its clauses tell."""
    is_beat_of: Callable[[e.Event, str], bool] = lambda event, who: False
    """Returns whether an event is of one combatant alone, and others learn by it that there is somebody."""
    told_to_dm: tuple[str, ...] = ()
    """Facts of the DM's questions that are numbers of combatants. The DM's answers do not go by them."""
    exemptions: Mapping[str, Callable[..., bool]] = field(default_factory=dict)
    """What may be shown otherwise because of one hidden, by its name: tests.rules.two_worlds.unnoticed asks for it."""


def secrecy_by(ruleset: str) -> Secrecy:
    """Return what is secret by a procedure."""
    if ruleset in FAMILY:
        return Secrecy()
    found = find_module(ruleset, "two_worlds")
    assert found is not None, f"{ruleset} has no tests/procedures/{ruleset}/two_worlds.py"
    secrecy: Secrecy = found.SECRECY
    return secrecy


def secrecy_of(world: World) -> Secrecy:
    """Return what is secret in a fight."""
    return secrecy_by(world.opening.ruleset)


def random_world(seed: int, ruleset: str) -> World:
    """Return a fight of two against two or three, in melee or near it, with one hidden."""
    return secrecy_by(ruleset).world(Random(f"{seed}|{ruleset}|world"), seed, ruleset)
