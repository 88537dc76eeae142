"""A procedure says how the DM types the rulings that only it knows."""

import pytest

from rules.procedures import get_ruleset, list_rulesets


@pytest.mark.parametrize("id", list_rulesets())
def test_a_value_of_several_parts_has_an_example(id: str) -> None:
    forms = {what: each.form for what, each in get_ruleset(id).rulings.own.items()}
    assert [what for what, form in forms.items() if len(form.parts) > 1 and not form.hint] == []


@pytest.mark.parametrize("id", list_rulesets())
def test_what_is_ruled_most_often_is_a_ruling_of_the_procedure(id: str) -> None:
    assert set(get_ruleset(id).rulings.frequent) <= set(get_ruleset(id).rulings.of_combatants)


@pytest.mark.parametrize("id", list_rulesets())
def test_a_fact_is_changed_by_one_ruling_of_its_own(id: str) -> None:
    facts = [fact for each in get_ruleset(id).rulings.own.values() for fact in each.form.facts]
    assert sorted(facts) == sorted(set(facts))
