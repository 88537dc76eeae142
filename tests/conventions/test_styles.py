"""Sheets hold only what pages name, one sheet a screen, in lines that can be read."""

import re
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps

from tests.conventions.sources import ROOT, shown, sources

WIDEST = 140
CSS = ROOT / "static" / "css"
CRISPY = Path(apps.get_app_config("crispy_bootstrap5").path) / "templates"
"""The markup of crispy-forms, which names some of the classes."""

PARTS = re.compile(r"/\*.*?\*/|\"[^\"]*\"|url\([^)]*\)", re.DOTALL)
"""Comments, strings and addresses: names in them are no names of the page."""

IMPORT = re.compile(r'^@import "([^"]+)";$', re.MULTILINE)
LINK = re.compile(r'{% static "css/([^"]+)" %}')
VENDOR = "../vendor/fonts.css"


def sheets() -> list[Path]:
    """Return our sheets."""
    return [path for path in sources(".css") if path.is_relative_to(CSS)]


def words() -> set[str]:
    """Return every word of templates, scripts, our Python and the markup of crispy-forms."""
    ours = [path for path in sources(".html", ".js", ".py") if path.parts[len(ROOT.parts)] not in ("tests", "scripts")]
    return {word for path in (*ours, *CRISPY.rglob("*.html")) for word in re.findall(r"[\w-]+", path.read_text())}


def beginnings() -> set[str]:
    """Return the beginnings of names that templates finish: "tab-" of ``id="tab-{{ name }}"``."""
    return {found for path in sources(".html") for found in re.findall(r"([\w-]+)\{\{", path.read_text())}


def names(text: str) -> Iterator[str]:
    """Yield the classes and ids that the rules of a sheet are about."""
    for selector in re.findall(r"([^{};]+)\{", PARTS.sub("", text)):
        yield from re.findall(r"[.#](-?[A-Za-z_][\w-]*)", selector)


def is_built(name: str, begun: set[str]) -> bool:
    """Return whether a template may finish one of these beginnings to this name."""
    return any(name.startswith(each) and (each.endswith("-") or name[len(each) :].isdigit()) for each in begun)


def test_every_name_in_a_sheet_is_named_by_a_page() -> None:
    known, begun = words(), beginnings()
    found = {f"{shown(path)}: {name}" for path in sheets() for name in names(path.read_text()) if name not in known}
    assert sorted(each for each in found if not is_built(each.rpartition(" ")[2], begun)) == []


def test_the_names_of_a_sheet_are_found() -> None:
    sheet = '/* .no */ .a:has(> #b) .c-d { margin: .5em; background: url(x.png) } @media print { .e[title=".f"] { } }'
    assert list(names(sheet)) == ["a", "b", "c-d", "e"]


def test_every_token_is_used() -> None:
    text = "\n".join(path.read_text() for path in sheets())
    rest = "\n".join(path.read_text() for path in sources(".js", ".html"))
    used = set(re.findall(r"var\((--[\w-]+)", text + rest)) | set(re.findall(r'getPropertyValue\("(--[\w-]+)"', rest))
    assert sorted(set(re.findall(r"[\s;{](--[\w-]+):", text)) - used) == []


def test_every_sheet_is_linked_or_imported() -> None:
    linked = {CSS / name for path in sources(".html") for name in LINK.findall(path.read_text())}
    imported = {(path.parent / each).resolve() for path in sheets() for each in IMPORT.findall(path.read_text())}
    assert linked | imported == {*sheets(), (CSS / VENDOR).resolve()}


def test_a_page_links_one_sheet() -> None:
    blocks = {
        shown(path): LINK.findall(found)
        for path in sources(".html")
        for found in re.findall(r"{% block styles %}(.*?){% endblock %}", path.read_text(), re.DOTALL)
        if "block.super" not in found
    }
    assert {name: links for name, links in blocks.items() if len(links) != 1} == {}


def test_no_line_of_a_sheet_is_longer_than_140_characters() -> None:
    found = [
        (shown(path), n)
        for path in sheets()
        for n, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > WIDEST
    ]
    assert found == []
