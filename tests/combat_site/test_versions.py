"""Files of two versions: a page that has been open since the one before still gets its own."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.core.management import call_command
from django.http import HttpResponse
from django.test import RequestFactory, override_settings

from combat_site.static_files import KEPT_DAYS, ServedStaticFiles, remove_old_files

OLD, NEW, GONE = "js/view.0123456789ab.js", "js/view.ba9876543210.js", "js/view.aaaaaaaaaaaa.js"


def write(folder: Path, name: str, days: float = 0) -> Path:
    """Write a file that a version last had so many days ago."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"// {name}")
    at = time.time() - days * 24 * 3600
    os.utime(file, (at, at))
    return file


@pytest.fixture
def served(tmp_path: Path) -> ServedStaticFiles:
    """Return the middleware of a process that started when only the old file was there."""
    write(tmp_path, OLD)

    async def pass_on(request: object) -> HttpResponse:
        return HttpResponse(status=404)

    own = SimpleNamespace(
        DEBUG=False, STATIC_URL="/static/", STATIC_ROOT=tmp_path, SERVESTATIC_USE_MANIFEST=False,
        SERVESTATIC_ALLOW_ALL_ORIGINS=False,
    )  # fmt: skip
    return ServedStaticFiles(pass_on, own)


async def ask(served: ServedStaticFiles, path: str) -> tuple[int, str]:
    """Return the status of a file, and how long a browser may keep it."""
    answer = await served(RequestFactory().get(path))
    answer.close()
    return answer.status_code, answer.headers.get("Cache-Control", "")


async def test_files_of_both_versions_are_served_and_kept_by_browsers(
    served: ServedStaticFiles, tmp_path: Path
) -> None:
    write(tmp_path, NEW)
    write(tmp_path, f"{NEW}.gz")
    for name in (OLD, NEW, NEW):
        assert await ask(served, f"/static/{name}") == (200, "max-age=315360000, public, immutable")


@pytest.mark.parametrize(
    "path", [f"/static/{GONE}", "/static/js/plain.js", f"/static/../{OLD}", f"/other/{OLD}", f"/{OLD}"]
)
async def test_nothing_else_is_found(served: ServedStaticFiles, tmp_path: Path, path: str) -> None:
    write(tmp_path, "js/plain.js")
    write(tmp_path.parent, OLD)
    assert (await ask(served, path))[0] == 404


def test_a_file_is_kept_for_a_time_after_the_last_version_that_had_it(tmp_path: Path) -> None:
    kept = [
        write(tmp_path, name, days)
        for name, days in (
            (NEW, 0), (OLD, 400), (f"{OLD}.br", 400), (GONE, KEPT_DAYS - 1), ("staticfiles.json", 400), ("a.js", 400)
        )
    ]  # fmt: skip
    gone = [write(tmp_path, f"js/old.cccccccccccc.js{ending}", KEPT_DAYS + 1) for ending in ("", ".gz", ".br")]
    remove_old_files(tmp_path, {NEW}, {OLD})
    assert [each for each in kept if not each.exists()] == []
    assert [each for each in gone if each.exists()] == []


@pytest.fixture
def source(tmp_path: Path) -> Iterator[Path]:
    """Yield a folder of scripts, from which static files are collected."""
    folder = tmp_path / "source"
    write(folder, "js/main.js").write_text('import("./view.js");\n')
    with override_settings(
        STATICFILES_DIRS=[folder], STATIC_ROOT=tmp_path / "static",
        STATICFILES_FINDERS=["django.contrib.staticfiles.finders.FileSystemFinder"],
        STORAGES={**settings.STORAGES, "staticfiles": {"BACKEND": settings.HASHED}},
    ):  # fmt: skip
        yield folder


def test_collecting_another_version_keeps_the_scripts_that_old_pages_import(source: Path, tmp_path: Path) -> None:
    found = []
    for words in ("one", "two"):
        (source / "js" / "view.js").write_text(f"export const words = '{words}';\n")
        call_command("collectstatic", interactive=False, verbosity=0)
        found.append({each.relative_to(tmp_path / "static").as_posix() for each in (tmp_path / "static").rglob("*.js")})
    first, both = found
    assert len(first) == 2
    assert len(both) == 4
    assert first < both
    for main in (tmp_path / "static" / "js").glob("main.*.js"):
        imported = main.read_text().partition('import("./')[2].partition('"')[0]
        assert (main.parent / imported).is_file()
