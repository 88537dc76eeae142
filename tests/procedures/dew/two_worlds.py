"""The secrets of fights by Dew: two worlds that differ in one, and the numbers of a sheet."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from rules.kernel import events as e
from rules.kernel.frozen import evolve
from rules.kernel.inputs import Change
from rules.kernel.stat_block import StatBlock
from rules.procedures import get_ruleset
from rules.procedures.dew.initiative import Initiative
from rules.procedures.dew.maneuvers import DxChecked
from rules.procedures.dew.parries import ParriesClosed
from rules.procedures.dew.sheet import DewSheet, DewSpell, DewWeapon
from rules.statblocks import build_stat_blocks
from tests.procedures.dew.random_play import random_stat_block
from tests.rules.relations.fights import Names
from tests.rules.two_worlds.playing import Played
from tests.rules.two_worlds.secrecy import Numbers, Secrecy
from tests.rules.two_worlds.unnoticed import Found
from tests.rules.two_worlds.worlds import FOES, LURKER, PUBLIC_NAMES, SEATS, World, table_options


def random_exchange(rng: Random, seed: int, ruleset: str) -> World:
    """Return a fight blow by blow, on the map or with ranges."""
    placed = rng.random() < 0.7
    names = [("otis", "Otis"), ("tenser", "Tenser"), *rng.sample(FOES, rng.choice([1, 2]))]
    names.append((LURKER, rng.choice(PUBLIC_NAMES)))
    entries = []
    for id, name in names:
        side = "party" if id in ("otis", "tenser") else "foes"
        entry = random_stat_block(rng, side, id, placed=placed)
        entries.append({**entry, "name": name, "played": side == "party", "hidden": id == LURKER})
    for at, entry in enumerate(entries if not placed else ()):
        entry["dew"]["ranges"] = {other["id"]: rng.randint(1, 7) for other in entries[:at]}
    specs = get_ruleset(ruleset).options
    options = {key: rng.choice(spec.choices) for key, spec in specs.items() if rng.random() < 0.2}
    opening = e.EncounterOpened(
        ruleset=ruleset, version="test", options={**options, **table_options(rng)},
        notes={"start": rng.choice(["combat", "combat", "noncombat", "movement"])},
        stat_blocks=tuple(stat_block for entry in entries for stat_block in build_stat_blocks(entry)),
    )  # fmt: skip
    return World(seed, opening, 1, quiet=rng.random() < 0.6, seats=rng.choice(SEATS))


def forget(stat_block: StatBlock, who: str) -> StatBlock:
    """Take somebody out of the ranges of a sheet."""
    sheet = stat_block.sheet
    if not isinstance(sheet, DewSheet) or who not in sheet.ranges:
        return stat_block
    return evolve(stat_block, sheet=replace(sheet, ranges={id: far for id, far in sheet.ranges.items() if id != who}))


def rename(stat_block: StatBlock, names: Names) -> StatBlock:
    """Rename others in the ranges of a sheet."""
    if not isinstance(stat_block.sheet, DewSheet):
        return stat_block
    return evolve(stat_block, sheet=replace(stat_block.sheet, ranges=names.of(stat_block.sheet.ranges)))


SHEET_NUMBERS: dict[str, Callable[[DewSheet], DewSheet]] = {
    "hit points": lambda each: _with_pool(each, "bd"),
    "EN": lambda each: _with_pool(each, "en"),
    "armor class": lambda each: _with_equipment(
        each, ac=(each.equipment.ac[0], each.equipment.ac[1] - 1, each.equipment.ac[2])
    ),
    "dexterity": lambda each: _with_attribute(each, "dx"),
    "strength": lambda each: _with_attribute(each, "st"),
    "recovery": lambda each: _with_attribute(each, "recovery_rate"),
    "spells": lambda each: _with_equipment(each, spells=(*each.equipment.spells, DewSpell("gate", 3))),
    "breakage": lambda each: _with_weapons(each, lambda weapon: replace(weapon, breakage=max(0, weapon.breakage - 3))),
    "hit numbers": lambda each: _with_weapons(
        each,
        lambda weapon: replace(
            weapon, modes=tuple(replace(mode, hit_number=mode.hit_number - 1) for mode in weapon.modes)
        ),
    ),
}


def _with_attribute(sheet: DewSheet, name: str) -> DewSheet:
    return replace(sheet, attributes=replace(sheet.attributes, **{name: getattr(sheet.attributes, name) + 1}))


def _with_pool(sheet: DewSheet, name: str) -> DewSheet:
    body = replace(sheet.body, **{name: getattr(sheet.body, name) + 1})
    return replace(_with_attribute(sheet, f"{name}_max"), body=body)


def _with_equipment(sheet: DewSheet, **changes: Any) -> DewSheet:
    return replace(sheet, equipment=replace(sheet.equipment, **changes))


def _with_weapons(sheet: DewSheet, change: Callable[[DewWeapon], DewWeapon]) -> DewSheet:
    return _with_equipment(sheet, weapons=tuple(change(weapon) for weapon in sheet.equipment.weapons))


def of_sheet(change: Callable[[DewSheet], DewSheet]) -> Callable[[StatBlock], dict[str, Any]]:
    """Return the change of a sheet as a change of the combatant that has it."""

    def changes(stat_block: StatBlock) -> dict[str, Any]:
        assert isinstance(stat_block.sheet, DewSheet)
        sheet = change(stat_block.sheet)
        return {"sheet": sheet, "hit_points": sheet.hit_points}

    return changes


def rule_on_stat_block(about: StatBlock) -> dict[str, Change]:
    """Return rulings on a combatant that others may not learn of."""
    return {
        "armor class": Change(about.id, "ac_mod1", -1),
        "dexterity": Change(about.id, "dx", 11),
        "EN of the hidden": Change(LURKER, "en", 4),
    }


def is_beat_of(event: e.Event, who: str) -> bool:
    """Return whether one combatant parries: what it parries is harder to hit."""
    return isinstance(event, ParriesClosed) and any(each.who == who for each in event.parries)


def is_parried_from_hiding(found: Found, absent: Played, present: Played) -> bool:
    """Return whether what differs follows from a parry of the hidden one.

    Unless the table reveals it at once, that parry works unseen, as a blow from hiding does.
    """
    theirs = next((each for each in found[1] if isinstance(each, e.Event)), None)
    return theirs is not None and any(
        is_beat_of(event, LURKER) and (event.round, event.clock) == (theirs.round, theirs.clock)
        for event in present.log
    )


NUMBERS: Numbers = {name: of_sheet(change) for name, change in SHEET_NUMBERS.items()}
SECRECY = Secrecy(
    random_exchange,
    NUMBERS,
    rule_on_stat_block,
    forget,
    rename,
    lambda event: isinstance(event, Initiative | DxChecked),
    is_beat_of,
    ("limits", "mismatched"),
    {"a parry from hiding": is_parried_from_hiding},
)
