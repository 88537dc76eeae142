"""Texts that tests compare with what they find, by name, in one compressed file for many."""

import difflib
import json
import lzma
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

PHRASES = re.compile(r"(?<=[.!?:;,]) +| +(?=[A-Z])|\n")
"""Where a text is broken for its difference: a page is one line of words."""

SHOWN = 60
"""The most lines of a difference."""


def read_texts(path: Path) -> dict[str, str]:
    """Return the stored texts by name; none where there is no file."""
    texts: dict[str, str] = json.loads(lzma.decompress(path.read_bytes())) if path.exists() else {}
    return texts


def write_texts(path: Path, texts: Mapping[str, str]) -> None:
    """Store texts under their names, in the place of all that were stored there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    written = json.dumps(texts, ensure_ascii=False, indent=0, sort_keys=True)
    path.write_bytes(lzma.compress(written.encode()))


def show_first_difference(stored: Mapping[str, str], found: Mapping[str, str]) -> str:
    """Return the unified difference of the first text that is not as stored; "" where all are."""
    differing = (name for name in sorted({*stored, *found}) if stored.get(name) != found.get(name))
    for name in differing:
        old, new = (PHRASES.split(each.get(name, "(no such text)")) for each in (stored, found))
        return "\n".join(
            _shorten(difflib.unified_diff(old, new, f"{name}, as stored", f"{name}, now", lineterm="", n=2))
        )
    return ""


def _shorten(lines: Iterable[str]) -> list[str]:
    listed = list(lines)
    left = len(listed) - SHOWN
    return listed if left <= 0 else [*listed[:SHOWN], f"({left} more lines)"]
