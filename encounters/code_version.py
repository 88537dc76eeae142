"""The versions of the code that makes states, and of all that pages are made of.

States that other code has stored are not trusted. A page of another version is offered to be loaded again.
"""

import hashlib
import json
from functools import cache
from pathlib import Path

from django.conf import settings

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


@cache
def compute_page_version() -> str:
    """Return a digest of all that pages are made of: code, tables, templates and static files.

    A server asks for it as it starts, before another version's files take the place of its own.
    """
    digest = hashlib.sha256(compute_code_version().encode())
    folders = [Path(encounters.__file__).parent, *(Path(str(each)) for each in settings.TEMPLATES[0]["DIRS"])]
    for folder in folders:
        for file in sorted(each for each in folder.rglob("*") if each.suffix in (".py", ".html", ".js")):
            digest.update(f"{file.relative_to(folder)}\0".encode() + file.read_bytes())
    digest.update(_read_static_version().encode())
    return digest.hexdigest()[:8]


def _read_static_version() -> str:
    """Return the digest of the names of the collected files; "" where none are collected."""
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    return str(json.loads(manifest.read_text()).get("hash", "")) if manifest.is_file() else ""


def list_code_files() -> list[Path]:
    """Return the files of the rules, of their tables, and of the modules that show the log.

    Tables are the reference tables and each procedure's own; its clauses give options their defaults.
    """
    folder = Path(rules.__file__).parent
    code = sorted(folder.rglob("*.py"))
    data = sorted(file for file in folder.rglob("*.toml") if file.parent.name != PLAYED)
    return [*code, *data, *(Path(encounters.__file__).parent / name for name in SITE)]
