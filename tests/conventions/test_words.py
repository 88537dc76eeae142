"""Words that must not be in what we ship, put together so that this file lacks them."""

import re

import pytest

from tests.conventions.sources import ROOT, shown, sources

UNFINISHED = "|".join(["TO" + "DO", "FIX" + "ME", "XX" + "X", "NotImplemented" + "Error"])
MACHINE_PATHS = "|".join(["/wo" + "rk/", "/ro" + "ot/", "/ho" + r"me/\w", "/t" + r"mp\b", "/Us" + r"ers/\w"])
REGISTRIES = "|".join(
    [
        r"py" + r"pi\.org",
        "pythonho" + "sted",
        r"npm" + r"js\.(org|com)",
        r"deb\.debian" + r"\.org",
        "unp" + "kg",
        "jsde" + "livr",
    ]
)
SKIPS = "|".join(
    [r"pytest\.sk" + "ip", r"mark\.sk" + "ip", r"mark\.xf" + "ail", "importor" + "skip", "unittest.sk" + "ip"]
)


@pytest.mark.parametrize(
    ("what", "pattern"),
    [("unfinished work", UNFINISHED), ("a path of one machine", MACHINE_PATHS), ("a registry's host", REGISTRIES)],
)
def test_no_file_holds(what: str, pattern: str) -> None:
    assert places(rf"(?<![\w-])({pattern})") == [], what


def test_no_test_is_skipped() -> None:
    assert [place for place in places(SKIPS) if place.startswith("tests/")] == []


def test_nothing_in_a_page_comes_from_another_host() -> None:
    remote = r"""(src|href)=["'](https?:)?//|@import\s+["']?(url\()?["']?https?:|url\(["']?https?:"""
    pages = [
        place for place in places(remote) if place.startswith(("templates/", "static/", "campaigns/", "encounters/"))
    ]
    assert pages == []


def places(pattern: str) -> list[str]:
    """`file:line` wherever a tracked text file matches."""
    found = re.compile(pattern)
    return [
        f"{shown(path)}:{number}: {line.strip()[:80]}"
        for path in sources()
        if path.is_relative_to(ROOT) and path.suffix not in {".woff2", ".ico"}
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if found.search(line)
    ]
