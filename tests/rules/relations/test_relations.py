"""Relations that hold in random fights: what no clause counts changes nothing; every exemption names its clause."""

import pytest

from rules.ruleset import RULESETS
from tests.rules.relations.fights import random_fight
from tests.rules.relations.playing import played, settled
from tests.rules.relations.relations import PARTS, RELATIONS, RENAMED, Relation
from tests.rules.relations.shrinking import described, shrunk
from tests.soak import runs

FIGHTS = range(runs(1000))
ENOUGH = 40
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


EXEMPTED = (
    ("addict", "strangers", "ADDICT.VII.A", 2),
    ("addict", "strangers", "ADDICT.VII", 3),
    ("addict", "order of the roster", "ADDICT ordering.step_2", 8),
    ("addict", "sides swapped", "ADDICT.II-IV", 27),
    ("addict", "order of the roster", "ADDICT interpretation.cycles", 33),
    ("addict", "strangers", "ADDICT.V", 635),
    ("crucible", "order of the roster", "CRUCIBLE.II.F", 129),
    ("crucible", "order of the roster", "CRUCIBLE.III.F.once", 12),
    ("crucible", "strangers", "CRUCIBLE.WD.MOR.3", 13),
    ("crucible", "order of the roster", "CRUCIBLE.II.A", 33),
    ("crucible", "strangers", "CRUCIBLE.II.A", 179),
    ("crucible", "strangers", "CRUCIBLE.WD.DR.4", 215),
    ("demon_idol", "strangers", "DEMON.8.2", 0),
    ("demon_idol", "sides swapped", "DEMON.4.2", 4),
    ("demon_idol", "strangers", "DEMON.TIE.DvsD.spells", 6),
    ("demon_idol", "strangers", "DEMON.8.1", 7),
    ("demon_idol", "order of the roster", "DEMON.8.OOS", 120),
    ("demon_idol", "order of the roster", "DEMON.8.SIM", 122),
    ("demon_idol", "strangers", "DEMON.11.2", 159),
    ("dew", "order of the roster", "DEW.3k", 63),
)
"""For every exemption a fight in which it applies: by its procedure and its number."""


@pytest.mark.parametrize(("ruleset", "name", "clause", "seed"), EXEMPTED)
def test_an_exemption_occurs(ruleset: str, name: str, clause: str, seed: int) -> None:
    relation = next(each for each in RELATIONS if each.name == name)
    verdict = relation.holds(settled(random_fight(seed, ruleset)))
    assert verdict.excepted is not None
    assert verdict.excepted.clause == clause


def test_every_exemption_is_shown_to_occur() -> None:
    known = {each.clause for relation in RELATIONS for each in relation.exemptions}
    assert known - {clause for _, _, clause, _ in EXEMPTED} == set()
