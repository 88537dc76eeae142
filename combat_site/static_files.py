"""Static files as they are served: minified, hashed, compressed, one sheet a screen."""

import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import Any

import rcssmin
import rjsmin
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from servestatic.storage import CompressedManifestStaticFilesStorage

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
        yield from super().post_process(paths, *args, **options)


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
