"""Texts in the layouts of many books: figures that are read, asked or left out."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rules.statblocks import build_stat_blocks
from rules.statblocks.pasted import read_pasted_text
from rules.statblocks.pasted_builder import PastedStatBlock

TEXTS: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("pasted_texts.toml").read_text())["text"]


def damage(block: PastedStatBlock) -> list[str]:
    """Return the damage of every blow that the text gives, or that its named weapons have."""
    if "weapons" not in block.definition:
        return []
    stat_block = build_stat_blocks({**block.definition, "side": "foes"})[0]
    return [blow.damage for weapon in stat_block.gear.weapons for blow in weapon.blows]


def weapon_ids(block: PastedStatBlock) -> list[str]:
    """Return the ids of the weapons that the text gives."""
    return [each["id"] if isinstance(each, dict) else each for each in block.definition.get("weapons", [])]


def found(block: PastedStatBlock, expected: dict[str, Any]) -> dict[str, Any]:
    """Return what was understood, under the keys that are expected."""
    aside = [each.written for each in block.ignored] + [str(each) for each in block.definition.get("special", [])]
    special = {
        "name": block.name,
        "damage": damage(block),
        "weapons": weapon_ids(block),
        "asks": [each.key for each in block.open_values],
        "left": [part for part in expected.get("left", []) if any(part in each for each in aside)],
    }
    return {key: special[key] if key in special else block.definition.get(key) for key in expected}


@pytest.mark.parametrize("given", TEXTS, ids=lambda given: str(given["layout"]))
def test_a_text_is_understood(given: dict[str, Any]) -> None:
    blocks = read_pasted_text(given["text"])
    assert [block.problems for block in blocks] == [[] for _ in given["blocks"]]
    understood = [found(block, expected) for block, expected in zip(blocks, given["blocks"], strict=True)]
    assert understood == given["blocks"]


FIGURES = ("ac", "hd", "hp", "movement", "class", "level", "classes", "count", "routines", "size", "morale")


@pytest.mark.parametrize("given", TEXTS, ids=lambda given: str(given["layout"]))
def test_no_figure_is_read_that_nobody_expects(given: dict[str, Any]) -> None:
    blocks = zip(read_pasted_text(given["text"]), given["blocks"], strict=True)
    assert [
        [key for key in FIGURES if key in block.definition and key not in expected] for block, expected in blocks
    ] == [[] for _ in given["blocks"]]
