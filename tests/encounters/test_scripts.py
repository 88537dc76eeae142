"""The modules of each screen: an entry, what it imports, and nothing else."""

import posixpath
import re
from pathlib import Path

import pytest

from encounters.templatetags.scripts import list_modules, load_screen_script
from tests.conventions.sources import ROOT, shown, sources

SCRIPTS = ROOT / "static"
HEAD = "js/shared/theme.js"
"""The one script that is not a module."""


def entries() -> list[str]:
    """Return the entry modules that templates name."""
    named = re.compile(r'(?:entry=|entry\|default:)"(js/[^"]+)"')
    return sorted({entry for path in sources(".html") for entry in named.findall(path.read_text())})


def list_later(name: str) -> list[str]:
    """Return the modules that a module loads when they are first needed."""
    folder = posixpath.dirname(name)
    found = re.findall(r'import\("(\.[^"]+)"\)', (SCRIPTS / name).read_text())
    return [posixpath.normpath(posixpath.join(folder, each)) for each in found]


def test_each_group_of_screens_has_an_entry() -> None:
    screens = ("campaigns", "dm", "lobby", "phone", "shared", "spectator")
    mains = [f"js/{each}/{'page' if each == 'shared' else 'main'}.js" for each in screens]
    assert [each for each in mains if each not in entries()] == []
    assert {posixpath.dirname(each) for each in entries()} == {posixpath.dirname(each) for each in mains}


@pytest.mark.parametrize("entry", entries())
def test_a_screen_loads_few_modules(entry: str) -> None:
    assert len(list_modules(entry)) <= (11 if entry.startswith("js/dm/") else 7)


def test_every_script_is_loaded_by_a_screen() -> None:
    ours = {path.relative_to(SCRIPTS).as_posix() for path in sources(".js") if path.is_relative_to(SCRIPTS)}
    loaded = {name for entry in entries() for name in list_modules(entry)}
    later = {found for name in loaded for found in list_later(name)}
    assert ours == loaded | later | {name for each in later for name in list_modules(each)} | {HEAD}


@pytest.mark.parametrize("entry", entries())
def test_a_module_runs_after_what_it_imports(entry: str) -> None:
    names = list_modules(entry)
    assert names[-1] == entry
    for at, name in enumerate(names):
        assert set(list_modules(name)) <= set(names[: at + 1])


def test_everything_but_the_entry_is_preloaded() -> None:
    html = load_screen_script("js/phone/main.js")
    preloaded = re.findall(r'<link rel="modulepreload" href="/static/([^"]+)">', html)
    assert preloaded == list_modules("js/phone/main.js")[:-1]
    assert html.endswith('<script type="module" src="/static/js/phone/main.js"></script>')


def test_a_missing_module_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"js/nobody\.js"):
        list_modules("js/nobody.js")


@pytest.mark.parametrize("path", [path for path in sources(".js") if path.is_relative_to(SCRIPTS)], ids=shown)
def test_nothing_is_kept_on_the_window(path: Path) -> None:
    assert re.findall(r"\b(?:window|globalThis|self)(?:\.\w+|\[.+\])\s*=[^=]", path.read_text()) == []
