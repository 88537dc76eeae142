"""With SENTRY_DSN errors are reported, without anything that names somebody."""

import gzip
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from socket import gethostname
from threading import Thread
from typing import Any

import brotli
import pytest

from combat_site.reporting import MISSING, reduce_report
from tests.combat_site.test_request_ids import ask, break_database
from tests.server import ROOT, Server, clean_environ
from tests.services import free_port

DECODERS: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.decompress, "br": brotli.decompress}

SECRET = "s3cret-of-dora"


@contextmanager
def serve_sink() -> Iterator[tuple[str, "Queue[str]"]]:
    """Yield the address of a service that records what is reported, and the reports."""
    reports: Queue[str] = Queue()

    class Sink(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            reports.put(DECODERS[self.headers["Content-Encoding"]](body).decode())
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Sink) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://key@127.0.0.1:{server.server_port}/1", reports
        server.shutdown()


def test_a_report_has_the_error_and_names_nobody(serve: Callable[..., Server]) -> None:
    with serve_sink() as (dsn, reports):
        server = serve(SENTRY_DSN=dsn)
        break_database(server)
        _, id, _ = ask(f"{server.url}/join/?code=OAK417&name={SECRET}", {"Cookie": f"name={SECRET}", "Referer": SECRET})
        text = reports.get(timeout=30)
    report = json.loads(text.splitlines()[2])
    assert report["tags"] == {"request_id": id}
    assert report["message"] == "%s: %s"
    assert report["exception"]["values"][-1]["type"] == "OperationalError"
    assert "selectors" in str(report["exception"]) or "views" in str(report["exception"])
    kept_here = (SECRET, "OAK417", "/join/?", "no such table", server.environ["DATABASE_URL"], gethostname())
    assert [each for each in kept_here if each in text] == []


def test_only_what_is_known_is_sent() -> None:
    report = {
        "event_id": "1", "request": {"cookies": SECRET}, "user": {"id": SECRET}, "extra": {"note": SECRET},
        "breadcrumbs": [SECRET], "server_name": SECRET, "logentry": {"params": [SECRET]},
        "exception": {"values": [{"type": "KeyError", "value": SECRET, "stacktrace": {"frames": [
            {"function": "answer", "lineno": 3, "vars": {"name": SECRET}, "context_line": SECRET}]}}]},
    }  # fmt: skip
    sent = reduce_report(report, {})
    assert (SECRET in str(sent), sent["event_id"], "'lineno': 3" in str(sent)) == (False, "1", True)


def test_without_the_address_the_package_is_not_loaded(tmp_path: Path) -> None:
    code = "import sys, combat_site.asgi; assert 'sentry_sdk' not in sys.modules"
    assert run(code, VAR_DIR=str(tmp_path)).returncode == 0


@pytest.mark.parametrize(
    ("before", "dsn", "words"),
    [
        ("import sys; sys.modules['sentry_sdk'] = None", f"http://key@127.0.0.1:{free_port()}/1", MISSING),
        ("", "https://nowhere", "SENTRY_DSN is not understood: copy it from the project that takes"),
    ],
    ids=["missing", "wrong"],
)
def test_what_cannot_report_ends_with_one_line(before: str, dsn: str, words: str, tmp_path: Path) -> None:
    done = run(f"{before}\nimport combat_site.asgi", VAR_DIR=str(tmp_path), SENTRY_DSN=dsn, LOG_LEVEL="ERROR")
    assert (done.returncode, done.stderr.splitlines()[-1][: len(words)]) == (1, words)


def run(code: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a program in the checkout."""
    environ = clean_environ(**variables)
    return subprocess.run(
        [sys.executable, "-c", code], check=False, cwd=ROOT, env=environ, capture_output=True, text=True
    )
