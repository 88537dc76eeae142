"""Requests through `deploy/nginx.conf` and `deploy/Caddyfile`, also where they fail first."""

import http.client
import json
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.deploy.proxies import Caddy, Nginx, Proxy
from tests.services import free_port

pytestmark = pytest.mark.soak

BODY = "tap=one&answer.action=G"
FORGED = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http"}


class Answers(BaseHTTPRequestHandler):
    """Answers by the headers and the body of a request, after as many failures as are due."""

    failures: list[int] = []
    """The failures that are due: statuses, and 0 for an answer that never comes."""
    asked: list[str] = []
    """The bodies that came."""

    def answer(self) -> None:
        """Read the request, and fail or answer."""
        self.asked.append(self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())
        failure = self.failures.pop(0) if self.failures else 200
        if not failure:
            self.close_connection = True
            return
        body = json.dumps({name.lower(): own for name, own in self.headers.items()}).encode()
        self.send_response(failure)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = answer

    def log_message(self, format: str, *given: Any) -> None:
        """Write nothing."""


@pytest.fixture
def server() -> Iterator[ThreadingHTTPServer]:
    """Yield a server that the proxy asks."""
    Answers.failures, Answers.asked = [], []
    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture(params=[Nginx, Caddy])
def proxy(request: pytest.FixtureRequest, server: ThreadingHTTPServer) -> Iterator[Proxy]:
    """Yield each proxy."""
    yield from start(request.param, server.server_port)


def start(kind: Callable[[Path, int], Proxy], port: int) -> Iterator[Proxy]:
    """Yield a proxy of this kind before a port."""
    with tempfile.TemporaryDirectory(prefix="ten-segments-proxy-") as folder:
        Path(folder).chmod(0o755)
        proxy = kind(Path(folder), port)
        try:
            proxy.start()
            yield proxy
        finally:
            proxy.stop()


def ask(proxy: Proxy, method: str, path: str = "/", body: str | None = None, **headers: str) -> tuple[int, str]:
    """Return the status and the text of an answer."""
    line = http.client.HTTPConnection("127.0.0.1", proxy.https, timeout=30)
    line.connect()
    line.sock = proxy.trust().wrap_socket(line.sock, server_hostname=proxy.name)
    line.request(method, path, body, {"Host": f"{proxy.name}:{proxy.https}", **headers})
    answer = line.getresponse()
    text = answer.read().decode(errors="replace")
    line.close()
    return answer.status, text


def test_the_address_of_a_client_is_the_one_that_the_proxy_sees(proxy: Proxy) -> None:
    status, text = ask(proxy, "GET", **FORGED)
    headers = json.loads(text)
    assert status == 200
    assert (headers["x-forwarded-for"], headers["x-forwarded-proto"]) == ("127.0.0.1", "https")
    assert headers["host"] == f"{proxy.name}:{proxy.https}"


@pytest.fixture
def nginx(server: ThreadingHTTPServer) -> Iterator[Proxy]:
    """Yield nginx."""
    yield from start(Nginx, server.server_port)


@pytest.mark.parametrize("failures", [[0], [503, 503, 0, 503, 503]])
@pytest.mark.parametrize("body", ["", BODY])
def test_nginx_sends_a_request_again_that_failed_or_was_never_answered(
    nginx: Proxy, failures: list[int], body: str
) -> None:
    Answers.failures = [*failures]
    assert ask(nginx, "POST" if body else "GET", "/t/oak417/me/answer/", body or None)[0] == 200
    assert Answers.asked == [body] * (len(failures) + 1)


@pytest.mark.parametrize(("failure", "status"), [(0, 502), (503, 503)])
def test_nginx_sends_a_post_that_might_count_twice_once(nginx: Proxy, failure: int, status: int) -> None:
    Answers.failures = [failure]
    assert ask(nginx, "POST", "/join/", BODY)[0] == status
    assert Answers.asked == [BODY]


def test_nginx_sends_nothing_again_that_was_refused(nginx: Proxy) -> None:
    Answers.failures = [409]
    assert ask(nginx, "POST", "/t/oak417/me/answer/", BODY)[0] == 409
    assert Answers.asked == [BODY]


def test_with_caddy_a_page_waits_for_a_process() -> None:
    port = free_port()
    Answers.failures, Answers.asked = [], []
    with contextmanager(start)(Caddy, port) as caddy, ThreadPoolExecutor(1) as pool:
        asked = pool.submit(ask, caddy, "GET")
        assert wait([asked], timeout=1).done == set()
        with ThreadingHTTPServer(("127.0.0.1", port), Answers) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            assert asked.result()[0] == 200
            server.shutdown()
