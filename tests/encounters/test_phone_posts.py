"""The costs of a posted declaration: database statements, and forms built."""

from collections import Counter
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from encounters.encounter_view import EncounterView
from rules.kernel.reveal.viewer_log import ViewerLog
from rules.kernel.state import OpenQuestion
from tests.encounters.seated import HTMX, At, prepared_fight, text

MOST_STATEMENTS = 17
"""The statements of one declaration on SQLite, from the check of the seat to the commit.

One asks for pictures, one for the position up to which a game is built before anything is claimed, and one marks the
declaration that this one replaces.
"""


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


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[ViewerLog, str]]:
    """Count the forms that views build, by what was shown and the question's token."""
    built: Counter[tuple[ViewerLog, str]] = Counter()
    build_form = EncounterView.build_form

    def count(view: EncounterView, question: OpenQuestion) -> Any:
        if question.token not in view._forms:
            built[view.viewer_log, question.token] += 1
        return build_form(view, question)

    monkeypatch.setattr(EncounterView, "build_form", count)
    return built


def test_a_form_is_built_once_for_what_was_shown_before_and_once_for_what_is_shown_after(
    at: At, built: Counter[tuple[ViewerLog, str]]
) -> None:
    token = at.token(at.pip, "otis")
    built.clear()
    declare(at, token)
    assert sum(built.values()) > 0
    assert max(built.values()) == 1


@pytest.mark.parametrize("address", ["answer/", "answer/step/"])
def test_the_dms_answer_builds_a_form_once_and_passes_one_check(
    at: At, built: Counter[tuple[ViewerLog, str]], address: str
) -> None:
    dora = Client()
    dora.force_login(at.encounter.campaign.find_owner())
    posted = {
        "token": next(each.token for each in at.state.open if each.who == "otis"),
        "tap": "one-tap",
        "answer.action": "C",
    }
    with CaptureQueriesContext(connection) as asked:
        answered = dora.post(f"/e/{at.encounter.pk}/{address}", posted, headers=HTMX)
    assert answered.status_code == 200
    assert max(built.values()) == 1
    assert sum("django_session" in query["sql"] for query in asked) == 1
