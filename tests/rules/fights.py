"""The fight of the scenario tests: the ranger Otis and the magic-user Tenser against orcs."""

import pytest

from rules.kernel import events as e
from rules.scenarios import ScenarioError, ScenarioRun, Script, parse_scenario, play_scenario
from tests.any_procedure import ANY

FIELD = f"""\
ruleset = "{ANY}"
title = "At the ford"
unscripted = "low"
[encounter]
start = "melee"
distance_ft = 5
[[combatant]]
id = "otis"
side = "party"
class = "ranger"
level = 3
hp = 20
weapons = ["sword_long", "bow_long", "dagger"]
devices = ["ring_invisibility"]
[[combatant]]
id = "tenser"
side = "party"
class = "magic_user"
level = 5
hp = 12
weapons = ["dagger"]
spells = ["magic_user_sleep"]
position = [-30, 0]
[[combatant]]
id = "orc"
side = "foes"
monster = "orc"
hp = 5
weapons = ["axe_battle"]
count = 2
"""

FILE = "ford.toml"


def field_of(ruleset: str) -> str:
    """Return the text of the fight by one procedure."""
    return FIELD.replace(f'ruleset = "{ANY}"', f'ruleset = "{ruleset}"')


def fight(*more: str, field: str = FIELD) -> Script:
    """Return the fight as it is read, with more tables written after it."""
    return parse_scenario(field + "".join(f"{each.strip()}\n" for each in more), FILE)


def run(*more: str, field: str = FIELD) -> ScenarioRun:
    """Return the fight as it is played."""
    return play_scenario(fight(*more, field=field))


def make_run(script: Script, *events: e.Event) -> ScenarioRun:
    """Return a run with just these events after the opening, to try expectations on."""
    played = play_scenario(script)
    return ScenarioRun(script, (played.events[0], *events), played.state, played.ruleset)


def error_of(*more: str, field: str = FIELD, playing: bool = False) -> str:
    """Return the error of a fight that cannot be read, or played."""
    with pytest.raises(ScenarioError) as refused:
        (run if playing else fight)(*more, field=field)
    return str(refused.value)


def line_of(text: str, *more: str, field: str = FIELD, nth: int = 1) -> int:
    """Return the line, from 1, on which this text stands for the n-th time."""
    lines = (field + "".join(f"{each.strip()}\n" for each in more)).splitlines()
    return [at for at, line in enumerate(lines, 1) if text in line][nth - 1]


def declare(who: str, action: str, target: str = "", *more: str, round: int = 1) -> str:
    """Return a [[declare]]; ``more`` are further lines."""
    keys = [f"round = {round}", f'who = "{who}"', f'action = "{action}"']
    return "\n".join(["[[declare]]", *keys, *([f'target = "{target}"'] if target else []), *more])


def roll(purpose: str, by: str, *faces: int, round: int = 1) -> str:
    """Return a [[roll]]."""
    return f'[[roll]]\nround = {round}\npurpose = "{purpose}"\nby = "{by}"\nfaces = {list(faces)}'


def ruling(who: str, what: str, *more: str, round: int = 1) -> str:
    """Return a [[ruling]]."""
    return "\n".join(["[[ruling]]", f"round = {round}", f'who = "{who}"', f'what = "{what}"', *more])


def expect(*lines: str) -> str:
    """Return the [expect] table."""
    return "\n".join(["[expect]", *lines])
