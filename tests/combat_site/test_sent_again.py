"""Posts that `deploy/nginx.conf` sends again where no answer came: each counts once."""

import re
from collections.abc import Iterator
from typing import Any

from django.urls import URLResolver, get_resolver

from tests.server import ROOT

CARRY_TAPS = {
    *(f"/e/7/{name}/" for name in ("round", "reopen", "next", "skip", "answer", "faces", "round/7/recap", "ruling")),
    *(f"/e/7/{name}/" for name in ("call", "put", "several", "undo", "take-back", "close", "standing", "orders")),
    *(f"/t/x/me/{name}/" for name in ("answer", "dice", "types")),
}
"""Addresses whose posts carry the id of their tap, by which services take them once."""

SAY_HOW_IT_IS = {f"/t/x/me/{name}/" for name in ("draft", "here", "away", "ready")}
"""Addresses whose posts, sent twice, say the same twice."""

SHOW = {"/e/7/answer/step/", "/e/7/round/7/", "/e/7/round/7/compare/"}
"""Addresses that record nothing."""


def list_paths(patterns: list[Any], before: str = "/") -> Iterator[str]:
    """Yield a path for each address of the site."""
    for each in patterns:
        path = before + re.sub(r"<(?:(\w+):)?\w+>", lambda found: "7" if found[1] == "int" else "x", str(each.pattern))
        if isinstance(each, URLResolver):
            yield from list_paths(each.url_patterns, path)
        else:
            yield path


def test_what_is_sent_again_counts_once() -> None:
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    again = re.findall(r"location ~ (\S+) \{[^}]*non_idempotent;", text)
    assert text.count("non_idempotent") == len(again) == 2
    found = {path for path in list_paths(get_resolver().url_patterns) if any(re.search(each, path) for each in again)}
    assert found == CARRY_TAPS | SAY_HOW_IT_IS | SHOW
