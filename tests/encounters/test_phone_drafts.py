"""A draft is an order before it is asked; only the phone keeps it."""

import re
from typing import Any

import pytest
from django.test import Client

from encounters import services
from encounters.models import Declaration, Event, Input
from rules.kernel.inputs import Change
from tests.encounters.seated import HTMX, At, markup, prepared_fight, words

pytestmark = pytest.mark.django_db

BLOW = {"answer.action": "G", "answer.weapon": "dagger", "answer.target": "orc-1"}


@pytest.fixture
def at() -> At:
    """Return the fight at its opening: nobody is asked."""
    table = prepared_fight()
    table.sit()
    services.open_encounter(table.dora)
    return table


def draft(at: At, client: Client, given: dict[str, str]) -> Any:
    """Return what the choices of a draft come to now."""
    return client.get(at.url("me/draft/"), given)


def count_rows() -> tuple[int, int, int]:
    return Input.objects.count(), Event.objects.count(), Declaration.objects.count()


def test_an_order_is_drafted_before_the_round_and_nothing_is_recorded(at: At) -> None:
    assert "Draft your order" in words(at.quill.get(at.url("me/")))
    before = count_rows()
    page = markup(at.quill.get(at.url("me/"), {"draft": "1", **BLOW}))
    assert "Draft, only on this phone" in page
    assert "Keep this draft" in page
    assert "data-drafts" in page
    made = at.quill.post(at.url("me/draft/"), {"done": "1", "token": "draft~0", **BLOW}, headers=HTMX)
    assert (made.status_code, made.headers["X-Draft"]) == (200, "complete")
    assert count_rows() == before
    assert "dagger" not in words(at.pip.get(at.url("me/"))).lower()


def test_a_draft_without_its_target_is_not_complete(at: At) -> None:
    made = at.quill.post(
        at.url("me/draft/"),
        {"done": "1", "answer.action": "D", "answer.how": "spell", "answer.spell": "magic_user_web"},
        headers=HTMX,
    )
    assert made.status_code == 400
    assert "X-Draft" not in made.headers


def test_a_kept_draft_says_what_it_comes_to_and_cannot_be_sealed_before_orders_open(at: At) -> None:
    page = words(draft(at, at.quill, BLOW))
    assert re.search(r"Draft, only on this phone Dagger on Orc 1 \d+ ft away: ", page)
    assert "Seal the draft" not in page


def test_when_orders_open_the_draft_is_offered_and_sealed_by_one_tap(at: At) -> None:
    at.begin()
    page = markup(draft(at, at.quill, BLOW))
    assert "Seal the draft" in page
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page))
    answered = at.quill.post(at.url("me/answer/"), {**hidden, "tap": "t1", "done": "1"}, headers=HTMX)
    assert answered.status_code == 200
    assert at.state.declared["tenser"].targets == ("orc-1",)
    assert "data-sealed" in markup(at.quill.get(at.url("me/")))


def test_a_draft_whose_target_has_fallen_says_so_and_offers_another(at: At) -> None:
    services.rule(at.dora, at.tap(), [Change("orc-1", "dead", None)])
    at.begin()
    page = draft(at, at.quill, BLOW)
    assert "Orc 1 is down. Choose another target." in words(page)
    assert "Seal the draft" not in words(page)
    assert "answer.action=G" in markup(page)


def test_who_is_asked_or_sealed_drafts_nothing(at: At) -> None:
    at.begin()
    assert "Draft your order" not in words(at.quill.get(at.url("me/")))
    at.answer(at.quill, action="C")
    assert "Draft your order" not in words(at.quill.get(at.url("me/")))
    assert draft(at, at.quill, BLOW).status_code == 204


def test_a_draft_offers_nobody_unseen(at: At) -> None:
    page = markup(at.quill.get(at.url("me/"), {"draft": "1", "answer.action": "G", "answer.weapon": "dagger"}))
    assert 'value="orc-1"' in page
    assert "anary" not in page
