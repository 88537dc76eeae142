"""With LOG_FORMAT=json whatever a process writes is one JSON object a line."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings

from tests.combat_site.test_request_ids import ask, break_database
from tests.server import ROOT, Server, clean_environ
from tests.services import LOCAL_REDIS

NAMES = {"event", "level", "logger", "timestamp"}

CONFIG = ("--log-config", "combat_site/uvicorn.json")


def read_lines(text: str) -> list[dict[str, Any]]:
    """Return every line as its object."""
    lines = [json.loads(line) for line in text.splitlines()]
    assert [line for line in lines if not set(line) >= NAMES] == []
    return lines


def test_every_line_of_a_server_is_an_object(serve: Callable[..., Server]) -> None:
    server = serve(options=CONFIG, LOG_FORMAT="json")
    ask(f"{server.url}/nowhere/")
    break_database(server)
    _, id, _ = ask(f"{server.url}/join/?code=OAK417")
    server.stop()
    lines = read_lines(server.log.read_text())
    assert {"uvicorn.access", "uvicorn.error", "django.request", "combat_site.loading"} <= {
        each["logger"] for each in lines
    }
    told = [each for each in lines if each.get("request_id") == id]
    assert ["no such table" in each.get("exception", "") for each in told if each["logger"] == "django.request"] == [
        True
    ]
    assert [each["event"].endswith('"GET /join/?code=OAK417 HTTP/1.1" 500') for each in told[-1:]] == [True]


def test_every_line_of_several_processes_is_an_object(serve: Callable[..., Server]) -> None:
    server = serve(
        options=(*CONFIG, "--workers", "2"), LOG_FORMAT="json", REDIS_URL=settings.REDIS_URL or LOCAL_REDIS,
        REDIS_PREFIX="ten-segments-json",
    )  # fmt: skip
    ask(f"{server.url}/livez")
    server.process.send_signal(signal.SIGTERM)
    server.process.wait(30)
    lines = read_lines(server.log.read_text())
    assert any("parent process" in each["event"] for each in lines)


def test_the_access_log_can_be_off(serve: Callable[..., Server]) -> None:
    server = serve(options=("--no-access-log",), LOG_FORMAT="json")
    ask(f"{server.url}/livez")
    assert "uvicorn.access" not in {each["logger"] for each in read_lines(server.log.read_text())}


WARNS = "import warnings; warnings.warn('grown old')"
FAILS_IN_THREAD = "import threading as t; each = t.Thread(target=int, args=('x',)); each.start(); each.join()"


@pytest.mark.parametrize(
    ("code", "words"),
    [(WARNS, "grown old"), (FAILS_IN_THREAD, "ValueError"), ("1 / 0", "ZeroDivisionError")],
    ids=["warning", "thread", "process"],
)
def test_warnings_and_tracebacks_are_objects(code: str, words: str, tmp_path: Any) -> None:
    done = run(f"import django; django.setup()\n{code}", VAR_DIR=str(tmp_path))
    assert words in str(read_lines(done.stderr)[-1])


def test_a_refusal_to_start_is_an_object(tmp_path: Any) -> None:
    (tmp_path / "secret-key").touch()
    done = run("import combat_site.settings", VAR_DIR=str(tmp_path))
    assert (done.returncode, "secret-key" in read_lines(done.stderr)[-1]["event"]) == (1, True)


def run(code: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a program that reads the settings, with lines in JSON."""
    environ = clean_environ(LOG_FORMAT="json", DJANGO_SETTINGS_MODULE="combat_site.settings", **variables)
    return subprocess.run(
        [sys.executable, "-c", code], check=False, cwd=ROOT, env=environ, capture_output=True, text=True
    )
