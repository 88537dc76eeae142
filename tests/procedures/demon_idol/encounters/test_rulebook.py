"""The rule book: a search finds clauses of Demon Idol."""

from django.test import Client

from tests.encounters.test_rulebook import NOTE, rex, text_of

__all__ = ["rex"]


def test_a_search_is_a_page_and_with_script_a_part_of_it(rex: Client) -> None:
    page = text_of(rex.get("/rules/?q=retaliate"))
    part = text_of(rex.get("/rules/?q=retaliate", headers=NOTE))
    assert "<html" in page
    assert "<html" not in part
    for shown in (page, part):
        assert 'href="/rule/DEMON.8.E.retaliate"' in shown
        assert "<mark>retaliate</mark>" in shown
    assert "No clause has all of these words" in text_of(rex.get("/rules/?q=zebra"))
