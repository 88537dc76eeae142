"""The digests of what is read, by procedure: a line for each viewer and page of a fight."""

import hashlib
import os
import re
from collections.abc import Mapping
from pathlib import Path

from rules.procedures import get_ruleset
from tests.server import ROOT

WRITE = "TEN_SEGMENTS_WRITE_DIGESTS"
"""Set: the digests are made again, and nothing is compared."""

TEXTS = "TEN_SEGMENTS_WRITE_TEXTS"
"""A folder: the texts behind the digests are written there, and nothing is compared."""


def digest_file(ruleset: str) -> Path:
    """Return the file of a procedure's digests: in the folder of its tests."""
    return ROOT / "tests" / "procedures" / get_ruleset(ruleset).catalogues[0] / f"read_{_file_name(ruleset)}.txt"


def _file_name(words: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", words.lower()).strip("_")


def digest(text: str) -> str:
    """Return a text in sixteen letters."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_digests(ruleset: str) -> dict[str, str]:
    """Return the digests as they were made, by what was read."""
    lines = digest_file(ruleset).read_text(encoding="utf-8").splitlines()
    return {what: found for what, _, found in (line.rpartition("  ") for line in lines)}


def write_digests(ruleset: str, digests: Mapping[str, str]) -> None:
    """Write the digests of a procedure."""
    text = "".join(f"{what}  {found}\n" for what, found in sorted(digests.items()))
    digest_file(ruleset).write_text(text, encoding="utf-8")


def write_texts(folder: Path, ruleset: str, texts: Mapping[str, str]) -> None:
    """Write the texts themselves, one file for each."""
    for what, text in texts.items():
        path = folder / _file_name(ruleset) / f"{_file_name(what)}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def asked(name: str) -> str:
    """Return what the environment says under a name; "" for nothing."""
    return os.environ.get(name, "")
