"""Demon Idol's worked table: casting times against speed factors, each row as a round."""

from collections.abc import Mapping
from typing import Any

import pytest

from rules.catalogue import load_catalogue
from rules.kernel import events as e
from rules.kernel.effects import Answer
from tests.rules.players import claws, hand, prepare_combatant, spell, sword

ROWS = load_catalogue("demon_idol").worked["gvsd"]
MELEE = 500
FIRST = {"spell first": -1, "same time": 0, "blow first": 1}


def dice_of(row: Mapping[str, Any], state: str) -> tuple[int, int]:
    """Return the dice of caster and attacker.

    The caster's is compared with attacks that have no speed factor.
    """
    die = 4 if "SF" in row["weapon"] else row["yardstick"]
    return (die, die) if state == "tied" else (die, die - 1)


CASES = [(row, state) for row in ROWS for state in ("won", "tied") if dice_of(row, state)[1] > 0]


def test_there_are_25_rows() -> None:
    assert len(ROWS) == 25


@pytest.mark.parametrize(("row", "state"), CASES, ids=lambda value: str(value)[:60])
def test_spell_and_blow_come_as_the_table_says(row: Mapping[str, Any], state: str) -> None:
    weapon = sword(row["yardstick"]) if "SF" in row["weapon"] else claws()
    caster = prepare_combatant("mage", "party", spells=(spell(row["casting_time"]),))
    foe = prepare_combatant("orc", "foes", position=(MELEE, 0), weapons=(weapon,))
    mine, theirs = dice_of(row, state)
    orders: dict[str, Answer] = {
        "mage": {"action": "D", "how": "spell", "spell": f"spell_{row['casting_time']}", "target": ["orc"]},
        "orc": {"action": "G", "weapon": weapon.id, "target": "mage"},
    }
    faces = {("initiative", "party"): [mine], ("initiative", "foes"): [theirs], ("saving_throw", "orc"): [20]}
    events = hand([caster, foe], orders, faces, ruleset="demon_idol").play_round()
    cast = next(event.moment or 0 for event in events if isinstance(event, e.SpellCompleted))
    struck = next(event.moment or 0 for event in events if isinstance(event, e.Attacked))
    assert (cast > struck) - (cast < struck) == FIRST[row["result"]]
