"""One log stream for Django and our own code, as lines for people or JSON for machines."""

from typing import Any

import structlog

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
            *([structlog.processors.format_exc_info] if log_format == "json" else []),
            RENDERERS[log_format](),
        ],
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        # Django's own handlers would print every line twice.
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            # It tells of every sign-in at length.
            "axes": {"level": "WARNING"},
        },
    }
