"""Static files as they are served: minified, hashed, compressed, one sheet a screen.

Pages of an earlier version ask for their files by their own names, so files are kept and served beside those of the
version in use (docs/decisions/0023).
"""

import contextlib
import os
import posixpath
import re
import time
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import rcssmin
import rjsmin
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from django.http import HttpRequest, HttpResponseBase
from servestatic.middleware import ServeStaticMiddleware
from servestatic.storage import CompressedManifestStaticFilesStorage
from servestatic.utils import run_async_in_thread

SHEETS = "css/"
"""The folder of our own sheets."""

SCRIPTS = "js/"
"""The folder of our own scripts. Those of packages are served as they come."""

TYPEFACES = "vendor/fonts.css"
"""The sheet of the typefaces. Set-up makes it; without it the fallbacks in tokens.css serve."""

IMPORT = re.compile(r'@import "([^"]+)";\n')
COMMENT = re.compile(r"/\*.*?\*/\n?", re.DOTALL)
ADDRESS = re.compile(r'url\("?(?!data:|/|#)([^")]+)"?\)')
"""The address of a file, relative to the sheet that names it."""

HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")
"""The end of a name with the hash of the contents, by which a file never changes."""

COMPRESSED = (".gz", ".br")
"""The endings of the compressed forms of a file."""

KEPT_DAYS = 30
"""The days for which a file is kept after the last version that had it."""

Collected = Mapping[str, tuple[Storage, str]]
"""The collected files: the storage and the path of each, by its name."""

_, IMPORTS = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Storage that also writes hashed names into the imports of our scripts.

    Without this a module would import its neighbours by names that are not collected. Modules must not import each
    other in a circle: each hash depends on the hashes of the imported files.

    Sheets hold what they import: a browser would ask for an imported sheet only after the one that imports it. Sheets
    and scripts are minified before they are hashed, so that a name stands for what is sent.
    """

    support_js_module_import_aggregation = True
    # Only ours. Those of packages are not modules here, and some import what they are not installed with.
    _js_module_import_aggregation_patterns = ("js/*.js", IMPORTS)

    def post_process(self, paths: dict[str, tuple[Storage, str]], *args: Any, **options: Any) -> Iterator[Any]:
        if not options.get("dry_run"):
            texts = {name: rcssmin.cssmin(join_imports(name, paths)) for name in paths if name.startswith(SHEETS)}
            texts |= {name: rjsmin.jsmin(read_text(name, paths)) for name in paths if name.startswith(SCRIPTS)}
            for name, text in texts.items():
                self.delete(name)
                self._save(name, ContentFile(text.encode()))
            paths = {**paths, **{name: (self, name) for name in texts}}
        before = set(self.hashed_files.values())
        yield from super().post_process(paths, *args, **options)
        if not options.get("dry_run"):
            remove_old_files(Path(self.location), set(self.hashed_files.values()), before)


class ServedStaticFiles(ServeStaticMiddleware):
    """Middleware that serves the files of every version that is still there.

    The base knows the files that were there as the process started. A page of the version before needs older ones; one
    of the next version, which another process has rendered, needs newer ones. These are looked for when asked for.
    """

    async def __call__(self, request: HttpRequest) -> HttpResponseBase:
        path = request.path_info
        if path not in self.files and self.immutable_file_test("", path):
            found = await run_async_in_thread(self.find_file, path)
            if found is not None:
                self.files[path] = found
        return await super().__call__(request)

    def immutable_file_test(self, path: str, url: str) -> bool:
        """Return whether the address names a file by its contents."""
        return url.startswith(self.static_prefix) and HASHED.search(url) is not None


def remove_old_files(folder: Path, current: Collection[str], before: Collection[str]) -> None:
    """Remove the hashed files that no version has had for KEPT_DAYS.

    ``before`` are the files of the version until now. The time of a file says when a version last had it.
    """
    now = time.time()
    for name in {*current, *before}:
        for file in (folder / f"{name}{ending}" for ending in ("", *COMPRESSED)):
            with contextlib.suppress(FileNotFoundError):
                os.utime(file, (now, now))
    for file in [each for each in folder.rglob("*") if each.is_file()]:
        plain = file.with_suffix("") if file.suffix in COMPRESSED else file
        is_old = file.stat().st_mtime < now - KEPT_DAYS * 24 * 3600
        if is_old and HASHED.search(plain.name) and plain.relative_to(folder).as_posix() not in current:
            file.unlink()


def read_text(name: str, files: Collected) -> str:
    """Return the text of a collected file."""
    storage, path = files[name]
    with storage.open(path) as file:
        return str(file.read(), "utf-8")


def join_imports(name: str, files: Collected) -> str:
    """Return the text of a sheet, with the sheets that it imports in their places.

    Comments are left out. Addresses in it no longer depend on the folder of the sheet that names them.
    """
    if name == TYPEFACES and name not in files:
        return ""
    text = COMMENT.sub("", read_text(name, files))

    def resolve(found: re.Match[str]) -> str:
        return posixpath.normpath(posixpath.join(posixpath.dirname(name), found[1]))

    text = ADDRESS.sub(lambda found: f"url({settings.STATIC_URL}{resolve(found)})", text)
    return IMPORT.sub(lambda found: join_imports(resolve(found), files), text)
