"""The stored texts of what is read: one file for the procedures that share screens."""

import os
from collections.abc import Mapping
from pathlib import Path

from rules.procedures import get_ruleset
from tests.server import ROOT
from tests.stored_texts import read_texts, write_texts

WRITE = "TEN_SEGMENTS_WRITE_TEXTS"
"""Set: the texts are stored again, and nothing is compared."""


def text_file(ruleset: str) -> Path:
    """Return the file of a procedure's texts: among the tests of its family, else among its own."""
    found = get_ruleset(ruleset)
    return (
        ROOT
        / "tests"
        / "procedures"
        / (found.family.name if found.family is not None else found.catalogues[0])
        / "read.json.xz"
    )


def read_stored(ruleset: str) -> dict[str, str]:
    """Return the texts of a procedure as they were stored, by fight, viewer and page."""
    return {what: text for what, text in read_texts(text_file(ruleset)).items() if _is_of(ruleset, what)}


def store(ruleset: str, texts: Mapping[str, str]) -> None:
    """Store the texts of a procedure beside those of its family."""
    others = {what: text for what, text in read_texts(text_file(ruleset)).items() if not _is_of(ruleset, what)}
    write_texts(text_file(ruleset), others | dict(texts))


def _is_of(ruleset: str, what: str) -> bool:
    return what.startswith(f"{ruleset} ")


def is_writing() -> bool:
    """Return whether the texts are to be stored again."""
    return bool(os.environ.get(WRITE))
