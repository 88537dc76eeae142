"""The rule book: what belongs together with clauses of ADDICT."""

import re

from django.test import Client

from rules.catalogue.related import (
    list_citing_rows,
)
from tests.encounters.test_rulebook import rex, text_of

__all__ = ["rex"]


def test_a_clause_shows_its_option_with_all_values_and_the_default(rex: Client) -> None:
    page = text_of(rex.get("/rule/ADDICT.I.A.3"))
    assert "addict.percent_round" in page
    assert re.findall(r'<li( class="default")?>([\w ]+)', page.partition('"values"')[2].partition("</ul>")[0]) == [
        (' class="default"', "to the nearest"), ("", "down"), ("", "up"),
    ]  # fmt: skip


def test_a_clause_shows_the_rows_that_rest_on_it(rex: Client) -> None:
    rows = list_citing_rows("ADDICT.VII.B.3.b")
    assert rows
    assert all("ADDICT.VII.B.3.b" in row.clauses for row in rows)
    assert "Who goes first by it" in text_of(rex.get("/rule/ADDICT.VII.B.3.b"))


def test_a_fight_tells_its_rounds_segments_and_options(rex: Client) -> None:
    page = text_of(rex.get("/rules/fight/addict/options/wait_mode.toml"))
    assert all(f"Round {number}" in page for number in (1, 2, 3))
    assert 'data-clock="1"' in page
