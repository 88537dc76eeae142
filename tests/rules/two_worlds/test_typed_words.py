"""Words that players type about somebody hidden are shown as if there were nobody."""

from collections.abc import Sequence
from random import Random

import pytest

from rules.kernel.effects import Answer
from rules.kernel.forms import Form
from rules.kernel.reveal.knowledge import Knowledge
from rules.procedures import get_ruleset, list_rulesets
from tests.rules.two_worlds import playing
from tests.rules.two_worlds.counting import verdict_of
from tests.rules.two_worlds.secrets import words_about_the_hidden
from tests.soak import runs

SEEDS = (0, 2, 9, *range(10, runs(100)))
"""Fights in which somebody types; others are played under make soak."""


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", list_rulesets())
def test_typed_words_that_name_a_hidden_combatant_are_shown_as_typed(ruleset: str) -> None:
    verdicts = [verdict_of(words_about_the_hidden, seed, ruleset) for seed in SEEDS]
    assert [each.problem for each in verdicts if each.problem] == []
    assert any(not each.out and each.same > 50 for each in verdicts), "no fight was compared to its end"


@pytest.mark.parametrize("ruleset", list_rulesets())
def test_typed_words_in_the_viewers_names_are_found(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Knowledge, "show_typed", lambda known, who, text: known.show_words(text))
    assert any(verdict_of(words_about_the_hidden, seed, ruleset).problem for seed in range(20))


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", list_rulesets())
def test_a_procedure_names_the_fields_in_which_players_type(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found: set[str] = set()

    def type_texts(form: Form, rng: Random, texts: Sequence[str]) -> Answer | None:
        typed = type_before(form, rng, texts)
        found.update(each.name for each in playing.list_text_fields(form.fields, typed or {}))
        return typed

    type_before = playing.type_texts
    monkeypatch.setattr(playing, "type_texts", type_texts)
    for seed in SEEDS:
        verdict_of(words_about_the_hidden, seed, ruleset)
    assert found
    assert found <= get_ruleset(ruleset).secrecy.typed_fields
