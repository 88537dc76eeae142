"""Several processes and a channel layer in memory would split the table."""

import gc
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from combat_site import processes
from combat_site.processes import check_one_process, count_processes, refuse_split_table
from combat_site.storage import POSTGRESQL, make_channel_layer
from tests.server import PATIENCE, ROOT, clean_environ
from tests.services import free_port


@pytest.fixture
def in_memory(settings: Any) -> None:
    settings.CHANNEL_LAYERS = {"default": make_channel_layer("", "keep")}


@pytest.fixture
def two_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes.sys, "argv", ["uvicorn", "--workers", "2"])


@pytest.mark.parametrize(
    ("argv", "environ", "asked"),
    [
        (["uvicorn"], {}, 1),
        (["uvicorn", "--workers", "4"], {}, 4),
        (["uvicorn", "--workers=3"], {}, 3),
        (["uvicorn"], {"WEB_CONCURRENCY": "2"}, 2),
        (["uvicorn", "--workers", "1"], {"WEB_CONCURRENCY": "2"}, 1),
        (["uvicorn", "--workers"], {}, 1),
    ],
)
def test_processes_are_counted_as_uvicorn_counts_them(argv: list[str], environ: dict[str, str], asked: int) -> None:
    assert count_processes(argv, environ) == asked


@pytest.mark.usefixtures("in_memory", "two_workers")
def test_a_split_table_fails_the_check() -> None:
    assert [error.id for error in check_one_process()] == ["combat_site.E001"]


@pytest.mark.usefixtures("in_memory", "two_workers")
def test_a_split_table_does_not_start() -> None:
    with pytest.raises(ImproperlyConfigured, match=r"2 processes were asked for.*REDIS_URL"):
        refuse_split_table()


@pytest.mark.live
def test_a_server_with_two_processes_and_no_redis_ends_by_itself(site_folder: Path) -> None:
    command = [sys.executable, "-m", "uvicorn", "combat_site.asgi:application", "--port", str(free_port())]
    environ = clean_environ(VAR_DIR=str(site_folder))
    done = subprocess.run(
        [*command, "--workers", "2"],
        check=False,
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert "2 processes were asked for" in done.stderr
    assert "Application startup complete" not in done.stderr


@pytest.mark.usefixtures("in_memory")
def test_one_process_is_fine() -> None:
    assert check_one_process() == []


@pytest.mark.usefixtures("two_workers")
def test_processes_that_share_redis_are_fine(settings: Any) -> None:
    settings.CHANNEL_LAYERS = {"default": make_channel_layer("redis://cellar", "keep")}
    assert check_one_process() == []


@pytest.mark.usefixtures("two_workers")
def test_processes_that_share_postgresql_are_fine(settings: Any) -> None:
    settings.CHANNEL_LAYERS = {"default": make_channel_layer("", "keep", POSTGRESQL)}
    assert check_one_process() == []


def test_a_collection_leaves_out_what_was_loaded_at_the_start() -> None:
    import_module("combat_site.asgi")
    assert gc.get_freeze_count() > 0
