"""A stranger far away that nobody perceives changes nothing of what the party is shown."""

from dataclasses import replace
from random import Random

import pytest

from rules.kernel.codec import encode_text
from rules.kernel.stat_block import StatBlock
from rules.scenarios import Script, play_scenario
from rules.scenarios.library import find_scenario_files, load_library_script
from rules.statblocks import build_stat_blocks
from tests.rules.hidden import seen
from tests.soak import runs

FILES = [file for file in find_scenario_files() if file.startswith("dew/")]

RULED_AT_FIRST_STOP = ("dew/1.2.3Ge.3.toml", "dew/2.1.1c.2.toml", "dew/2.1b.toml")
"""Files whose rulings are said at the first stop of a beat: a question to the stranger is an earlier one."""


def build_stranger(script: Script) -> StatBlock:
    """Return a hidden combatant with blows as many as others have, on the map if they are."""
    entry = {"id": "zz-stranger", "side": "strangers", "hidden": True, "dew": {"like": "dain"}}
    if any(each.start.position for each in script.stat_blocks):
        entry["position"] = [9000, 9000]
    (stranger,) = build_stat_blocks(entry)
    return stranger


def list_shown(script: Script) -> list[str]:
    """Return all that the party is shown of a fight, as it is sent."""
    party = [each.id for each in script.stat_blocks if each.side == "party"]
    return [encode_text(event) for event in seen(list(play_scenario(script).events), *party).shown]


@pytest.mark.soak
def test_the_party_is_shown_the_same_with_a_stranger_who_waits() -> None:
    files = Random(1).sample(FILES, min(len(FILES), runs(500)))
    assert [file for file in files if file not in RULED_AT_FIRST_STOP and not is_alike(file)] == []


def is_alike(file: str) -> bool:
    """Return whether the party is shown the same with a stranger as without."""
    script = load_library_script(file)
    joined = replace(script, stat_blocks=(*script.stat_blocks, build_stranger(script)))
    return list_shown(joined) == list_shown(script)
