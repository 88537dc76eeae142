"""One log stream for uvicorn, Django and this project, in lines for people or in JSON.

uvicorn writes some lines before the settings are read, and its supervisor reads none: ``uvicorn.json`` beside this file
has their format.
"""

import logging
import os
import re
import sys
import threading
from collections.abc import Mapping, MutableMapping
from types import TracebackType
from typing import Any

import structlog

ONE_TIME = re.compile(r"(/sign-in/|/seat/|/password/new/[^/\s]+/)[^/\s?\"']{16,}")
"""The secret part of a one-time link: a reader of the log must not be able to use it first."""


def without_links(value: Any) -> Any:
    """Return a text without the secrets of one-time links, and any other value as it is."""
    return ONE_TIME.sub(r"\1...", value) if isinstance(value, str) else value


def hide_links(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> Mapping[str, Any]:
    """Remove the secrets of one-time links from a line's texts, as a processor of structlog."""
    return {name: without_links(value) for name, value in line.items()}


class HideLinks(logging.Filter):
    """A filter that removes secrets of one-time links, for loggers with handlers of their own."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every line pass, without its secrets."""
        record.msg = without_links(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(map(without_links, record.args))
        return True


SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]

# A traceback with the values of every variable takes seconds to render, and would write secrets into the log.
RENDERERS: dict[str, Any] = {
    "console": lambda: structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
    "json": structlog.processors.JSONRenderer,
}


def make_formatter(log_format: str = "") -> logging.Formatter:
    """Return the formatter of a line; without a format that of the variable LOG_FORMAT."""
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=SHARED,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            hide_links,
            RENDERERS.get(log_format or os.environ.get("LOG_FORMAT", ""), RENDERERS["console"])(),
        ],
    )


def write_as_line(words: str) -> str:
    """Return the words with which a process ends, as the one line that it writes by itself."""
    if os.environ.get("LOG_FORMAT") != "json":
        return words
    return make_formatter().format(logging.LogRecord("combat_site", logging.CRITICAL, "", 0, words, None, None))


def write_uncaught(kind: type[BaseException], problem: BaseException, trace: TracebackType | None) -> None:
    """Write an error that nobody caught as one line, for Python's hook."""
    record = logging.LogRecord("combat_site", logging.CRITICAL, "", 0, "uncaught", None, (kind, problem, trace))
    sys.stderr.write(f"{make_formatter('json').format(record)}\n")


def write_uncaught_of_thread(args: threading.ExceptHookArgs) -> None:
    """Write an error that ended a thread as one line, for Python's hook."""
    if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
        write_uncaught(args.exc_type, args.exc_value, args.exc_traceback)


def configure(log_format: str, level: str) -> dict[str, Any]:
    """Configure structlog and return Django's LOGGING; the format is ``console`` or ``json``."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.processors.StackInfoRenderer(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    access = logging.getLogger("uvicorn.access")
    if not any(isinstance(each, HideLinks) for each in access.filters):
        access.addFilter(HideLinks())
    is_silenced = not access.handlers and not access.propagate  # by --no-access-log
    if log_format == "json":
        logging.captureWarnings(True)
        sys.excepthook, threading.excepthook = write_uncaught, write_uncaught_of_thread
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": make_formatter, "log_format": log_format}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "line"},
            "counted": {"class": "combat_site.metrics.CountedErrors", "level": "ERROR"},
        },
        "root": {"handlers": ["stderr", "counted"], "level": level},
        # Handlers of their own would print every line twice, or in another form.
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "uvicorn": {"handlers": [], "propagate": True},
            "uvicorn.access": {"handlers": [], "propagate": not is_silenced},
            # For a missing variable it writes the whole context, secrets included.
            "django.template": {"level": "INFO"},
            # A database that does not answer has a line of its own (encounters/failures.py).
            "psycopg.pool": {"level": "ERROR"},
        },
    }
