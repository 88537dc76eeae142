"""Words that players type about somebody hidden are shown as if there were nobody."""

import pytest

from rules.kernel.reveal.knowledge import Knowledge
from rules.procedures import list_rulesets
from tests.rules.two_worlds.counting import verdict_of
from tests.rules.two_worlds.secrets import words_about_the_hidden
from tests.soak import runs

SEEDS = (0, 2, 9, *range(10, runs(100)))
"""Fights in which somebody types; others are played under make soak."""


@pytest.mark.parametrize("ruleset", list_rulesets())
def test_typed_words_that_name_a_hidden_combatant_are_shown_as_typed(ruleset: str) -> None:
    verdicts = [verdict_of(words_about_the_hidden, seed, ruleset) for seed in SEEDS]
    assert [each.problem for each in verdicts if each.problem] == []
    assert any(not each.out and each.same > 50 for each in verdicts), "no fight was compared to its end"


@pytest.mark.parametrize("ruleset", list_rulesets())
def test_typed_words_in_the_viewers_names_are_found(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Knowledge, "show_typed", lambda known, who, text: known.show_words(text))
    assert any(verdict_of(words_about_the_hidden, seed, ruleset).problem for seed in range(20))
