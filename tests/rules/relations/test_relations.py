"""Relations that hold in random fights: what no clause counts changes nothing; every exemption names its clause."""

import pytest

from rules.ruleset import RULESETS
from tests.rules.relations.fights import random_fight
from tests.rules.relations.playing import played, settled
from tests.rules.relations.relations import PARTS, RELATIONS, RENAMED, Relation
from tests.rules.relations.shrinking import described, shrunk
from tests.soak import runs

FIGHTS = range(runs(1000))
ENOUGH = 60
"""So many fights show what the relations speak of, and the exemptions that are not rare."""


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", FIGHTS)
def test_what_no_clause_counts_changes_nothing(seed: int, ruleset: str) -> None:
    base = settled(random_fight(seed, ruleset))
    for relation in (each for each in RELATIONS if ruleset in each.rulesets):
        verdict = relation.holds(base)
        assert not verdict.problem, explained(relation, seed, ruleset)


def explained(relation: Relation, seed: int, ruleset: str) -> str:
    """The smallest fight in which it fails, and which part of the relation it is, where it has parts."""
    fight = settled(random_fight(seed, ruleset)).fight
    for part in PARTS if relation is RENAMED else ():
        relation = part if part.holds(played(fight)).problem else relation
    small = shrunk(fight, lambda each: bool(relation.holds(played(each)).problem))
    return f"{relation.name}\n{described(small)}\n{relation.holds(played(small)).problem}"


@pytest.mark.parametrize("relation", RELATIONS, ids=lambda each: each.name)
def test_every_relation_speaks_of_fights_and_mostly_holds(relation: Relation) -> None:
    ruleset = relation.rulesets[0]
    verdicts = [relation.holds(settled(random_fight(seed, ruleset))) for seed in range(ENOUGH)]
    spoken = [each for each in verdicts if each.speaks]
    assert len(spoken) >= ENOUGH // 4
    assert sum(each.excepted is None for each in spoken) > len(spoken) // 2
