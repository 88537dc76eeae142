"""One log stream for Django and this project's code, in lines for people or in JSON."""

import logging
import re
from typing import Any

import structlog

ONE_TIME = re.compile(r"(/sign-in/|/seat/|/password/new/[^/\s]+/)[^/\s?\"']{16,}")
"""The secret part of a one-time link: a reader of the log must not be able to use it first."""


def without_links(value: Any) -> Any:
    """Return a text without the secrets of one-time links, and any other value as it is."""
    return ONE_TIME.sub(r"\1...", value) if isinstance(value, str) else value


def hide_links(_logger: Any, _method: str, line: dict[str, Any]) -> dict[str, Any]:
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
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": SHARED,
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            hide_links,
            RENDERERS[log_format](),
        ],
    }
    access = logging.getLogger("uvicorn.access")
    if not any(isinstance(each, HideLinks) for each in access.filters):
        access.addFilter(HideLinks())
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        # Django's own handlers would print every line twice.
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            # For a missing variable it writes the whole context, secrets included.
            "django.template": {"level": "INFO"},
            # A database that does not answer has a line of its own (encounters/failures.py).
            "psycopg.pool": {"level": "ERROR"},
        },
    }
