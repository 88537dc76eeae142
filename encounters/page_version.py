"""The version of all that pages are made of.

A page of another version is offered to be loaded again.
"""

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings

import encounters
import rules

PLAYED = "scenarios"
"""The name of the folders whose tables are fights to play, which decide nothing of a page."""


@cache
def compute_page_version() -> str:
    """Return a digest of all that pages are made of: code, tables, templates and static files.

    A server asks for it as it starts, before another version's files take the place of its own.
    """
    digest = hashlib.sha256()
    for name, file in list_page_files():
        digest.update(f"{name}\0".encode() + file.read_bytes())
    digest.update(_read_static_version().encode())
    return digest.hexdigest()[:8]


def list_page_files() -> Iterator[tuple[str, Path]]:
    """Yield the files of code, of tables and of templates, each with its name below its folder.

    Tables are the reference tables and each procedure's own; its clauses give options their defaults.
    """
    templates = (Path(str(each)) for each in settings.TEMPLATES[0]["DIRS"])
    for folder in (Path(rules.__file__).parent, Path(encounters.__file__).parent, *templates):
        for file in sorted(each for each in folder.rglob("*") if each.suffix in (".py", ".html", ".js", ".toml")):
            name = file.relative_to(folder)
            if file.suffix != ".toml" or PLAYED not in name.parts:
                yield str(name), file


def _read_static_version() -> str:
    """Return the digest of the names of the collected files; "" where none are collected."""
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    return str(json.loads(manifest.read_text()).get("hash", "")) if manifest.is_file() else ""
