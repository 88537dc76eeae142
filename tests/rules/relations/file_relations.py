"""Relations that hold for scenario files: the roster reversed, and one more who awaits."""

from rules.scenarios.script import Script
from tests.any_procedure import FAMILY
from tests.registered import merge
from tests.rules.relations.changes import STRANGERS, stranger
from tests.rules.relations.exemptions import Case, Verdict
from tests.rules.relations.files import PlayedFile, add_stranger, reverse_roster
from tests.rules.relations.relations import AWAITED, REORDERED

OTHERWISE: dict[tuple[str, str], str] = merge("relations", "OTHERWISE")
"""By relation and file, why it goes otherwise: tests/procedures/<name>/relations.py."""


def judge_reversed(script: Script) -> Verdict:
    """Return whether a scenario goes the same with its last combatant first."""
    base = PlayedFile(script)
    return REORDERED.judge(Case(base.played, base.play_again(reverse_roster(base.script))))


def judge_awaited(script: Script) -> Verdict:
    """Return whether a scenario goes the same with one more of its first side, far away."""
    base = PlayedFile(script)
    fight = base.played.fight
    if script.ruleset not in FAMILY or not fight.stat_blocks:
        return Verdict(AWAITED.name, speaks=False)
    more = stranger(fight, STRANGERS[0], fight.sides()[0], 0)
    return AWAITED.judge(Case(base.played, base.play_again(add_stranger(base.script, more))))
