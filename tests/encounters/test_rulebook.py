"""The rule book: contents, search, procedures, clauses, and fights played on request."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.test import Client

from encounters.screens.rulebook.playing import play_fight
from encounters.screens.rulebook.words import DEEDS
from encounters.templatetags.look import shorten_clause
from encounters.throttle import FIGHTS, WRONG_CODES, Caller
from rules.catalogue import index_clauses, list_catalogues, load_catalogue, lookup_catalogue_of
from rules.catalogue.related import find_mentions
from rules.procedures import get_ruleset
from rules.scenarios.library import index_library, list_files_showing
from tests.any_procedure import ANY, PREFIX, find_clause, find_fight
from tests.caching import forget_cached
from tests.encounters.compact import compact
from tests.soak import is_soak

NOTE = {"hx-request": "true"}
CLAUSE, FIGHT = find_clause(), find_fight()
SHOWN = index_library()[FIGHT].clauses[0]


@pytest.fixture
def rex() -> Iterator[Client]:
    """Yield the browser of Rex, who has no seat and no account, and asks no database."""
    forget_cached()
    yield Client()
    forget_cached()


def text_of(response: Any) -> str:
    assert response.status_code == 200
    return unescape(compact(response.content.decode()))


# Clauses.


@pytest.mark.parametrize("id", index_clauses())
def test_every_clause_has_a_page_with_its_words_reading_example_and_fights(rex: Client, id: str) -> None:
    clause, page = index_clauses()[id], rex.get(f"/rule/{id}")
    words = re.sub(r"<a class=\"clause\"[^>]*>([^<]*)</a>", r"\1", text_of(page))  # ids within a text are links
    for text in (clause.says, clause.reading, clause.given, clause.when, clause.then):
        assert text in words
    for each in list_files_showing(id):
        assert each.title in words
        assert f"/rules/fight/{each.file}" in words
    option = lookup_catalogue_of(id).options.get(clause.option)
    assert (option is None) == ("<h2>Option:" not in words)
    assert option is None or option.key in words


@pytest.mark.parametrize("id", list_catalogues())
def test_a_procedures_page_links_the_clauses_that_its_texts_name(rex: Client, id: str) -> None:
    page = text_of(rex.get(f"/rules/{id}/"))
    for clause in load_catalogue(id).clauses.values():
        for text in (clause.says, clause.reading):
            for each in find_mentions(text, clause.id.partition(".")[0]):
                assert f'<a class="clause" href="/rule/{each.clause}">{text[each.start : each.end]}</a>' in page


NOT_THERE = (
    *(
        f"/rule/{PREFIX}.NOWHERE",
        "/rule/nothing",
        "/rules/nowhere/",
        "/rules/nowhere/order/",
        "/rules/?q=x&in=nowhere",
    ),
    *("/rules/fight/nothing.toml", "/rules/fight/../clauses", "/rules/fight//etc/hostname"),
    f"/rules/fight/{find_fight()}?clause={PREFIX}.NOWHERE",
)


@pytest.mark.parametrize("address", NOT_THERE)
def test_what_no_catalogue_has_is_404(rex: Client, address: str) -> None:
    assert rex.get(address).status_code == 404


def test_a_clause_without_a_fight_says_whether_one_is_owed(rex: Client) -> None:
    for id, clause in index_clauses().items():
        if not list_files_showing(id):
            words = "asks nothing of the table" if clause.mode == "advisory" else "No fight shows this clause yet."
            assert words in text_of(rex.get(f"/rule/{id}"))


def test_a_clause_leads_to_the_one_before_and_the_one_after(rex: Client) -> None:
    ids = list(load_catalogue(ANY).clauses)
    first, second = text_of(rex.get(f"/rule/{ids[0]}")), text_of(rex.get(f"/rule/{ids[1]}"))
    assert f'href="/rule/{ids[1]}" rel="next"' in first
    assert 'rel="prev"' not in first
    assert f'href="/rule/{ids[0]}" rel="prev"' in second
    assert 'rel="next"' not in text_of(rex.get(f"/rule/{ids[-1]}"))


def test_a_note_is_a_fragment_that_leads_into_the_book_and_back(rex: Client) -> None:
    where = {**NOTE, "hx-current-url": "http://testserver/t/ABCDEF/me/?who=otis"}
    note = text_of(rex.get(f"/rule/{CLAUSE}", headers=where))
    assert "<html" not in note
    assert f'href="/rule/{CLAUSE}?from=%2Ft%2FABCDEF%2Fme%2F%3Fwho%3Dotis"' in note
    page = text_of(rex.get(f"/rule/{CLAUSE}?from=%2Ft%2FABCDEF%2Fme%2F%3Fwho%3Dotis"))
    assert '<a class="b small" href="/t/ABCDEF/me/?who=otis">' in page
    links = re.findall(r'href="(/rules?/[^"]*)"', page)
    assert links
    assert [each for each in links if "from=%2Ft%2FABCDEF" not in each] == []


def test_without_script_the_page_before_is_the_way_back(rex: Client) -> None:
    from_table = rex.get(f"/rule/{CLAUSE}", headers={"referer": "http://testserver/e/1/"})
    assert 'href="/e/1/"' in text_of(from_table)
    within = rex.get(f"/rule/{CLAUSE}", headers={"referer": f"http://testserver/rule/{CLAUSE}?from=%2Fe%2F1%2F"})
    assert 'href="/e/1/"' in text_of(within)


@pytest.mark.parametrize("before", ["http://elsewhere/e/1/", "http://testserver/rules/", "", "nonsense"])
def test_who_comes_from_elsewhere_has_no_way_back(rex: Client, before: str) -> None:
    assert "Back to where you were" not in text_of(rex.get(f"/rule/{CLAUSE}", headers={"referer": before}))


@pytest.mark.parametrize(
    "given", ["https://elsewhere/", "//elsewhere/", "javascript:alert(1)", "/\\elsewhere", "/rules/"]
)
def test_a_way_back_leads_nowhere_else(rex: Client, given: str) -> None:
    page = text_of(rex.get(f"/rule/{CLAUSE}", {"from": given}))
    assert "Back to where you were" not in page
    assert "elsewhere" not in page


def test_what_differs_by_script_is_kept_apart_by_caches(rex: Client) -> None:
    assert "HX-Request" in rex.get(f"/rule/{CLAUSE}")["Vary"]


# Procedures.


@pytest.mark.parametrize("id", list_catalogues())
def test_a_procedure_has_every_clause_in_the_order_of_its_text(rex: Client, id: str) -> None:
    book, page = load_catalogue(id), text_of(rex.get(f"/rules/{id}/"))
    assert re.findall(r'<li id="([^"]+)">\s*<a class="entry-id"', page) == list(book.clauses)
    words = re.sub(r"<a class=\"clause\"[^>]*>([^<]*)</a>", r"\1", page)
    assert all(text in words for text in book.interpretation.values())
    anchors = re.findall(r'href="#([^"]+)"', page)
    assert set(anchors) <= set(re.findall(r'id="([^"]+)"', page))


@pytest.mark.parametrize("id", list_catalogues())
def test_the_order_of_a_procedure_is_a_table_of_every_pair_and_state(rex: Client, id: str) -> None:
    book, page = load_catalogue(id), text_of(rex.get(f"/rules/{id}/order/"))
    pairs = {(row.a, row.b) for row in book.matrix}
    assert page.count('<tr><th scope="row">') == len(pairs) + len(book.differences)
    assert all(row.example in page for row in book.matrix)
    assert {kind for pair in pairs for kind in pair} <= set(DEEDS)


@pytest.mark.parametrize("id", list_catalogues())
def test_tables_of_figures_are_there_where_a_procedure_has_them(rex: Client, id: str) -> None:
    tables = get_ruleset(id).list_reference_tables()
    answer = rex.get(f"/rules/{id}/tables/")
    assert answer.status_code == (200 if tables else 404)
    assert [f'id="{table.id}"' in text_of(answer) for table in tables] == [True] * len(tables)
    assert (f'href="/rules/{id}/tables/"' in text_of(rex.get(f"/rules/{id}/"))) == bool(tables)


def test_tables_show_the_rows_that_match_a_search(rex: Client) -> None:
    page = text_of(rex.get(f"/rules/{ANY}/tables/", {"q": "axe"}))
    assert re.findall(r'<th scope="row">([^<]+)</th>', page) == [
        "Axe, battle",
        "Axe, hand or throwing",
        "Axe, hand or throwing",
    ]
    assert "Nothing matches “no such thing”." in text_of(rex.get(f"/rules/{ANY}/tables/", {"q": "no such thing"}))


def test_the_contents_name_every_procedure(rex: Client) -> None:
    page = text_of(rex.get("/rules/"))
    for id in list_catalogues():
        assert f'href="/rules/{id}/"' in page
        assert f"{len(load_catalogue(id).clauses)} clauses" in page


# Search.


def test_a_search_finds_a_clause_by_its_words(rex: Client) -> None:
    words = re.findall(r"\w{4,}", index_clauses()[CLAUSE].says)[:4]
    page = text_of(rex.get("/rules/", {"q": " ".join(words), "in": ANY}))
    part = text_of(rex.get("/rules/", {"q": " ".join(words), "in": ANY}, headers=NOTE))
    assert ("<html" in page, "<html" in part) == (True, False)
    for shown in (page, part):
        assert f'href="/rule/{CLAUSE}"' in shown
        assert f"<mark>{words[0]}</mark>" in shown


@pytest.mark.parametrize(
    "query", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7|add:7 }}", "&lt;"]
)
def test_what_is_looked_for_is_shown_as_it_was_typed_and_never_run(rex: Client, query: str) -> None:
    raw = rex.get("/rules/", {"q": query}).content.decode()
    assert query not in raw or query.startswith("{{")
    assert query in unescape(raw)
    assert "<mark>" not in raw


def test_a_sign_in_a_clause_is_marked_whole(rex: Client) -> None:
    part = rex.get("/rules/", {"q": "+2"}, headers=NOTE).content.decode()
    assert "<mark>+2</mark>" in part


def test_a_query_of_any_length_and_any_signs_is_answered(rex: Client) -> None:
    for query in ("a" * 5000, "( [ \\ * + ?", "é ß İ", " ".join("abcdefghijklmnop")):
        assert rex.get("/rules/", {"q": query}).status_code == 200


# Fights.


OF_EACH_CLAUSE = sorted({each.file for id in index_clauses() for each in list_files_showing(id)[:1]})
PLAYED = list(index_library()) if is_soak() else OF_EACH_CLAUSE
"""Every fight of the library; under `make test` one for each clause."""


@pytest.mark.soak
@pytest.mark.parametrize("file", PLAYED)
def test_every_fight_is_played_as_its_file_expects_and_marks_what_rests_on_each_clause(file: str) -> None:
    assert play_fight(file).as_expected
    for clause in index_library()[file].clauses:
        lines = [line for each in play_fight(file, clause).rounds for group in each.groups for line in group.lines]
        marked = [line for line in lines if line.cites]
        assert marked, f"{file} marks nothing of {clause}"
        shown = {clause, index_clauses()[clause].example_of}
        assert all(shown & {*line.clauses} for line in marked)


def test_a_fight_is_a_page_and_with_script_a_part_of_the_clauses_page(rex: Client) -> None:
    address = f"/rules/fight/{FIGHT}?clause={SHOWN}"
    page, part = text_of(rex.get(address)), text_of(rex.get(address, headers=NOTE))
    assert "<html" in page
    assert "<html" not in part
    for shown in (page, part):
        assert "comes out as its file expects" in shown
        assert 'class="e party  cites"' in shown or "cites" in shown
        assert f'<a class="clause" href="/rule/{SHOWN}">{shorten_clause(SHOWN)}</a>' in shown


def test_a_fight_shows_neither_a_seed_nor_a_promise(rex: Client) -> None:
    page = text_of(rex.get(f"/rules/fight/{FIGHT}"))
    assert not re.search(r"seed|promise|[0-9a-f]{32}", page)


@pytest.mark.live
def test_an_address_plays_so_many_fights_in_a_minute_and_no_more(rex: Client) -> None:
    address = f"/rules/fight/{FIGHT}"
    assert all(rex.get(address).status_code == 200 for _ in range(FIGHTS.most))
    refused = rex.get(address)
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    part = rex.get(address, headers=NOTE)
    assert part.status_code == 429
    assert "<html" not in part.content.decode()
    assert rex.get(address, REMOTE_ADDR="10.0.0.7").status_code == 200
    assert rex.get(f"/rule/{CLAUSE}").status_code == 200
    WRONG_CODES.refuse_if_spent(Caller("127.0.0.1"))  # it is counted by itself


@pytest.mark.parametrize("address", ["/rules/", f"/rule/{CLAUSE}", f"/rules/fight/{FIGHT}"])
def test_the_book_is_only_read(rex: Client, address: str) -> None:
    assert rex.post(address).status_code == 405
