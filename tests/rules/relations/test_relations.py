"""Relations that hold in random fights; every exemption names its clause."""

import pytest

from rules.procedures import list_rulesets
from tests.rules.relations.counting import EXEMPTED, Row, find_fight, is_exempted
from tests.rules.relations.fights import random_fight
from tests.rules.relations.playing import played, settled
from tests.rules.relations.relations import PARTS, RELATIONS, RENAMED, Relation, is_plain
from tests.rules.relations.shrinking import described, shrunk
from tests.soak import runs

FIGHTS = range(runs(1000))
ENOUGH = 40
"""So many fights show what the relations speak of, and the exemptions that are not rare."""


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", list_rulesets())
@pytest.mark.parametrize("seed", FIGHTS)
def test_what_no_clause_counts_changes_nothing(seed: int, ruleset: str) -> None:
    base = settled(random_fight(seed, ruleset))
    for relation in (each for each in RELATIONS if ruleset in each.rulesets):
        verdict = relation.holds(base)
        assert not verdict.problem, explained(relation, seed, ruleset)


def explained(relation: Relation, seed: int, ruleset: str) -> str:
    """Return the smallest fight in which a relation fails, and the part that fails."""
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
    assert len(spoken) >= ENOUGH // 5
    assert sum(each.excepted is None for each in spoken) > len(spoken) // 2


def test_an_order_with_a_spell_after_the_blow_is_not_plain() -> None:
    blow = {"action": "G", "target": "otis"}
    assert is_plain({**blow, "with": [{"action": "E", "how": "move", "to": [0, 0]}]})
    assert not is_plain({**blow, "with": [{"action": "D", "how": "spell", "spell": "sleep"}]})


def test_an_order_with_a_shot_after_a_move_is_not_plain() -> None:
    shot = {"action": "D", "how": "shoot", "weapon": "bow", "target": "otis"}
    assert is_plain({"action": "E", "how": "move", "to": [0, 0]})
    assert not is_plain({"action": "E", "how": "move", "to": [0, 0], "with": [shot]})


@pytest.mark.parametrize("row", EXEMPTED, ids=lambda row: "-".join(map(str, row)))
def test_an_exemption_occurs(row: Row) -> None:
    finding = "random fights are others now, as after a change of the form: `python -m tests.rules.relations --find`"
    assert is_exempted(row), f"{finding} prints rows for tests/procedures/*/relations.py"


def test_a_fight_is_found_for_an_exemption() -> None:
    row = next(row for row in EXEMPTED if row[4] < ENOUGH)
    found = find_fight(row, row[4] + 1)
    assert found is not None
    assert is_exempted(found)
    assert find_fight(row, 0) is None


@pytest.mark.parametrize("relation", RELATIONS, ids=lambda each: each.name)
def test_every_exemption_is_shown_to_occur(relation: Relation) -> None:
    shown = [(clause, why) for _, name, clause, why, _ in EXEMPTED if name == relation.name]
    # An exemption of layers has no procedure where there is no layer.
    for each in (exemption for exemption in relation.exemptions if exemption.rulesets):
        assert any(clause == each.clause and why in each.why for clause, why in shown), each
