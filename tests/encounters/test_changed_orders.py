"""Orders that players change until the DM closes them, and when nobody may."""

import pytest

from encounters import services
from rules.kernel.inputs import Change
from tests.encounters.compact import compact
from tests.encounters.seated import At, prepared_fight


@pytest.fixture
def at(transactional_db: None) -> At:
    """Return a fight in which Quill's Tenser is asked for his order."""
    at = prepared_fight()
    at.sit()
    at.begin()
    return at


def page(at: At, query: str = "") -> str:
    return compact(at.quill.get(at.url(f"me/{query}")).content.decode())


def token(at: At) -> str:
    """Return the token of Tenser's question, as Quill is shown it."""
    return page(at).partition('name="token" value="')[2].partition('"')[0]


def seal(at: At, token: str, tap: str, **answer: str) -> int:
    given = {"token": token, "tap": tap, "done": "1", **{f"answer.{name}": each for name, each in answer.items()}}
    return at.quill.post(at.url("me/answer/"), given).status_code


def test_orders_that_the_dm_has_closed_are_not_changed(at: At) -> None:
    asked = token(at)
    assert seal(at, asked, "one", action="C") == 303
    services.close(at.dora, at.tap())
    assert seal(at, asked, "two", action="B") == 409
    assert at.state.declared["tenser"].action == "C"


def test_an_order_that_closes_by_itself_cannot_be_changed(at: At) -> None:
    services.rule(at.dora, at.tap(), [Change("dm", "option", ["table.close_orders", "itself"])])
    asked = token(at)
    seal(at, asked, "one", action="C")
    assert seal(at, asked, "two", action="B") == 409


def test_nobody_else_changes_it(at: At) -> None:
    asked = token(at)
    seal(at, asked, "one", action="C")
    for client in (at.pip, at.sam):
        client.post(at.url("me/answer/"), {"token": asked, "tap": "x", "done": "1", "answer.action": "B"})
    assert at.state.declared["tenser"].action == "C"


def test_nobody_else_learns_what_it_was_changed_to(at: At) -> None:
    asked = token(at)
    seal(at, asked, "one", action="C")
    seal(at, asked, "two", action="B")
    for client, address in ((at.sam, "watch/"), (at.pip, "me/"), (at.pip, "me/saw/")):
        shown = compact(client.get(at.url(address)).content.decode())
        assert "Tenser parleys" not in shown
        assert "Tenser awaits" not in shown
