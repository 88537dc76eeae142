"""Fights by the sequence in which relations hold."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from rules.kernel.stat_block import StatBlock
from rules.kernel.terms import Setting
from rules.procedures.dew.sheet import DewSheet
from tests.procedures.dew.random_play import random_sequence
from tests.rules.relations.fights import CAST, Fight, Names


def random_fight(rng: Random, seed: int) -> Fight:
    """Return a fight of two to five."""
    opening = random_sequence(rng)
    names = {each.id: name for each, name in zip(opening.stat_blocks, CAST, strict=False)}
    stat_blocks = tuple(
        replace(each, id=names[each.id], sheet=_renamed_ranges(each, names)) for each in opening.stat_blocks
    )
    return Fight(
        ruleset="dew", seed=seed, stat_blocks=stat_blocks, options=opening.options, notes=opening.notes,
        setting=Setting.INDOORS, rounds=1,
    )  # fmt: skip


def _renamed_ranges(stat_block: StatBlock, names: Mapping[str, str]) -> DewSheet:
    assert isinstance(stat_block.sheet, DewSheet)
    return replace(stat_block.sheet, ranges=Names(names).of(stat_block.sheet.ranges))


OFF_THE_AXES = ("dew",)
"""The procedure whose fights go the same off the axes, and reach nobody from farther off."""
