"""Checks that several server processes share a channel layer.

Without one, viewers at one process miss what happens at another.
"""

import multiprocessing
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.core.exceptions import ImproperlyConfigured

from combat_site.logs import write_as_line

IN_MEMORY = "channels.layers.InMemoryChannelLayer"

ADVICE = "Start one process, or give all of them PostgreSQL by DATABASE_URL, or a Redis by REDIS_URL."


def count_processes(argv: Sequence[str], environ: Mapping[str, str]) -> int:
    """Return how many server processes the command line or WEB_CONCURRENCY asks for; else 1."""
    asked = environ.get("WEB_CONCURRENCY", "")
    for flag, value in zip(argv, [*argv[1:], ""], strict=True):
        if flag == "--workers":
            asked = value
        elif flag.startswith("--workers="):
            asked = flag.removeprefix("--workers=")
    return int(asked) if asked.isdigit() else 1


def explain_split(argv: Sequence[str], environ: Mapping[str, str]) -> str:
    """Return why these processes could not reach each other; the empty text when they can."""
    asked = count_processes(argv, environ)
    if asked <= 1 or settings.CHANNEL_LAYERS["default"]["BACKEND"] != IN_MEMORY:
        return ""
    return f"{asked} processes were asked for, and the in-memory channel layer cannot reach from one to another."


def check_one_process(**_: Any) -> list[CheckMessage]:
    """Return the errors of Django's system check ``combat_site.E001``."""
    problem = explain_split(sys.argv, os.environ)
    return [Error(problem, hint=ADVICE, id="combat_site.E001")] if problem else []


def refuse_split_table() -> None:
    """Raise ImproperlyConfigured when these processes share no channel layer.

    Servers that run no system checks call it.
    """
    problem = explain_split(sys.argv, os.environ)
    if problem:
        stop_supervisor()
        raise ImproperlyConfigured(f"{problem} {ADVICE}")


def stop_supervisor() -> None:
    """End the supervisor of this worker, which would else restart it for ever."""
    if multiprocessing.parent_process():
        os.kill(os.getppid(), signal.SIGTERM)


def refuse_to_start(words: str) -> NoReturn:
    """End this process, and its supervisor, with one line."""
    stop_supervisor()
    raise SystemExit(write_as_line(words))
