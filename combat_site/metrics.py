"""The metrics of a process, on a port of its own for those who watch over the server."""

import errno
import hmac
import logging
import socket
from collections.abc import Callable, Iterable
from threading import Thread
from time import perf_counter
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import structlog
from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware
from prometheus_client import make_wsgi_app
from prometheus_client.exposition import ThreadingWSGIServer

from encounters.measures import ERRORS, REQUEST_TIMES, REQUESTS

MOST_PROCESSES = 64
"""The ports that are tried, from METRICS_PORT on: each process on a machine takes the next."""

HERE = "127.0.0.1"

log = structlog.get_logger(__name__)


@sync_and_async_middleware
def measure_requests(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Return middleware that counts and times requests by the names of their routes."""
    if iscoroutinefunction(get_response):

        async def measure_async(request: HttpRequest) -> HttpResponseBase:
            began = perf_counter()
            response: HttpResponseBase = await get_response(request)
            return _note(request, response, perf_counter() - began)

        return measure_async

    def measure(request: HttpRequest) -> HttpResponseBase:
        began = perf_counter()
        response: HttpResponseBase = get_response(request)
        return _note(request, response, perf_counter() - began)

    return measure


def _note(request: HttpRequest, response: HttpResponseBase, seconds: float) -> HttpResponseBase:
    match = request.resolver_match
    if match is not None:
        route = match.view_name or "unnamed"
    else:
        route = "static" if request.path_info.startswith(settings.STATIC_URL) else "none"
    REQUESTS.labels(route, response.status_code).inc()
    REQUEST_TIMES.labels(route).observe(seconds)
    return response


class CountedErrors(logging.Handler):
    """A handler of the log that writes nothing and counts errors."""

    def emit(self, record: logging.LogRecord) -> None:
        """Count a line."""
        ERRORS.labels(record.name).inc()


def serve_metrics() -> None:
    """Answer requests for the metrics in a thread of its own, where METRICS_PORT is set.

    Without METRICS_TOKEN only this machine is answered.
    """
    if not settings.METRICS_PORT:
        return
    host = settings.HOST if settings.METRICS_TOKEN else HERE
    for port in range(settings.METRICS_PORT, settings.METRICS_PORT + MOST_PROCESSES):
        try:
            start_server(host, port)
        except OSError as problem:
            if problem.errno != errno.EADDRINUSE:
                log.error("the metrics cannot be served", host=host, port=port, problem=problem.strerror)
                return
        else:
            log.info("metrics are served", host=host, port=port)
            return
    log.error("the metrics cannot be served: all ports are taken", port=settings.METRICS_PORT)


def start_server(host: str, port: int) -> None:
    """Start to answer on a port. Raises OSError where that is not possible."""

    class Server(ThreadingWSGIServer):
        address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        allow_reuse_port = False  # two processes on one port would answer by turns

    served = make_server(host, port, answer_scrape, Server, handler_class=Unlogged)
    Thread(target=served.serve_forever, name="metrics", daemon=True).start()


class Unlogged(WSGIRequestHandler):
    """The handler of a request for the metrics, which writes no line of the log."""

    def log_message(self, format: str, *args: Any) -> None:
        """Write nothing: such requests come every few seconds."""


def answer_scrape(asked: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Answer with the metrics, as a WSGI application; 401 for another token than METRICS_TOKEN."""
    given = asked.get("HTTP_AUTHORIZATION", "").encode("latin-1")
    if settings.METRICS_TOKEN and not hmac.compare_digest(given, f"Bearer {settings.METRICS_TOKEN}".encode()):
        start_response("401 Unauthorized", [("WWW-Authenticate", "Bearer"), ("Content-Type", "text/plain")])
        return [b"The metrics need the token of METRICS_TOKEN.\n"]
    found: Iterable[bytes] = make_wsgi_app()(asked, start_response)
    return found
