"""The template tag that loads a screen's scripts."""

import posixpath
import re
from functools import cache
from pathlib import Path

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from encounters.page_version import compute_page_version

register = template.Library()

IMPORT = re.compile(r'^import(?:[\w\s{},*]+from)?\s*"(\.[^"]+)";', re.MULTILINE)
"""An import statement of our scripts, which name modules by relative paths."""


# The page's version, by which it learns that another one is running.
register.simple_tag(compute_page_version, name="page_version")


@register.simple_tag(name="screen_script")
def load_screen_script(entry: str) -> SafeString:
    """Return the tags that load an entry module and preload every module it imports.

    Without the preloads a browser learns of an import only when it has read the module that names it.
    """
    preloads = [(static(name),) for name in list_modules(entry) if name != entry]
    links = format_html_join("", '<link rel="modulepreload" href="{}">\n', preloads)
    return format_html('{}<script type="module" src="{}"></script>', links, static(entry))


@cache
def list_modules(entry: str) -> list[str]:
    """Return the names of all modules that an entry loads, in the order in which they run.

    Raises FileNotFoundError if one of them is missing.
    """
    names: list[str] = []
    for imported in _list_imports(entry):
        names += [name for name in list_modules(imported) if name not in names]
    return [*names, entry]


def _list_imports(name: str) -> list[str]:
    path = finders.find(name)
    if path is None:
        raise FileNotFoundError(f"no static file {name}")
    folder = posixpath.dirname(name)
    return [posixpath.normpath(posixpath.join(folder, each)) for each in IMPORT.findall(Path(path).read_text())]
