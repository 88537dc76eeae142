"""The costs of a declaration that a phone posts: database statements, and forms built."""

from collections import Counter
from typing import Any

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from encounters.screens.phone.view import PlayerView
from rules.kernel.reveal import Viewing
from rules.kernel.state import OpenQuestion
from tests.encounters.seated import HTMX, At, prepared_fight, text

MOST_STATEMENTS = 14
"""The statements of one declaration on SQLite, from the check of the seat to the commit."""


@pytest.fixture
def at(transactional_db: None) -> At:
    """Everybody is asked for an order; Quill's is in."""
    at = prepared_fight()
    at.sit()
    at.begin()
    at.answer(at.quill, action="C")
    return at


def declare(at: At, token: str) -> Any:
    posted = {"token": token, "tap": "one-tap", "done": "1", "answer.action": "G", "answer.target": "orc-1"}
    return at.pip.post(at.url("me/answer/") + "?who=otis", {**posted, "answer.weapon": "sword_long"}, headers=HTMX)


def test_a_declaration_asks_the_database_little(at: At, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    token = at.token(at.pip, "otis")
    with django_assert_max_num_queries(MOST_STATEMENTS, connection=connection):
        answered = declare(at, token)
    assert "Your order is sealed" in text(answered)


def test_a_form_is_built_once_for_what_was_shown_before_and_once_for_what_is_shown_after(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: Counter[tuple[Viewing, str]] = Counter()
    build_form = PlayerView.build_form

    def count(view: PlayerView, question: OpenQuestion) -> Any:
        if question.token not in view._forms:
            built[view.viewing, question.token] += 1
        return build_form(view, question)

    monkeypatch.setattr(PlayerView, "build_form", count)
    token = at.token(at.pip, "otis")
    built.clear()
    declare(at, token)
    assert sum(built.values()) > 0
    assert max(built.values()) == 1
