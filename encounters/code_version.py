"""The version of the code that makes states: what other code has stored is not trusted."""

import hashlib
from functools import cache
from pathlib import Path

import encounters
import rules

SITE = ("code_version.py", "viewer_log.py", "viewers.py")
"""Modules outside the rules that decide what a view holds."""

PLAYED = "scenarios"
"""The name of the folders whose tables are fights to play, which decide no other fight."""


@cache
def compute_code_version() -> str:
    """Return a digest of the code and the tables from which states and views are made."""
    digest, top = hashlib.sha256(), Path(rules.__file__).parents[1]
    for file in list_code_files():
        digest.update(f"{file.relative_to(top)}\0".encode() + file.read_bytes())
    return digest.hexdigest()


def list_code_files() -> list[Path]:
    """Return the files of the rules, of their tables, and of the modules that show the log.

    Tables are the reference tables and each procedure's own; its clauses give options their defaults.
    """
    folder = Path(rules.__file__).parent
    code = sorted(folder.rglob("*.py"))
    data = sorted(file for file in folder.rglob("*.toml") if file.parent.name != PLAYED)
    return [*code, *data, *(Path(encounters.__file__).parent / name for name in SITE)]
