"""One log stream for Django and our own code, as lines for people or JSON for machines."""

import logging
import re
from typing import Any

import structlog

ONE_TIME = re.compile(r"(/sign-in/|/seat/)[^/\s?\"']{16,}")
"""The secret part of a link that works once: whoever reads a log must not be able to use it first."""


def without_links(value: Any) -> Any:
    """Return a text with the secrets of one-time links left out, and any other value as it is."""
    return ONE_TIME.sub(r"\1...", value) if isinstance(value, str) else value


def hide_links(_logger: Any, _method: str, line: dict[str, Any]) -> dict[str, Any]:
    """Leave the secrets of one-time links out of every text of a line, as a processor of structlog."""
    return {name: without_links(value) for name, value in line.items()}


class HideLinks(logging.Filter):
    """Leaves the secrets of one-time links out of the lines of a logger that has its own handlers: uvicorn's."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every line pass, without secrets."""
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

# A traceback with the values of every variable takes seconds to draw, and would write secrets into the log.
RENDERERS: dict[str, Any] = {
    "console": lambda: structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
    "json": structlog.processors.JSONRenderer,
}


def configure(log_format: str, level: str) -> dict[str, Any]:
    """Set structlog up and return Django's LOGGING. `log_format`: `console` or `json`."""
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
            # Of a missing variable it writes the whole context, secrets included.
            "django.template": {"level": "INFO"},
            # It tells of every sign-in at length.
            "axes": {"level": "WARNING"},
        },
    }
