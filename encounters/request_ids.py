"""The id of the request in which something happens.

Every line of the log carries it, and the input that came of it. It is told to the person who reports an error, and to
nobody else at the table.
"""

import asyncio
from collections.abc import Coroutine
from contextlib import AbstractContextManager
from contextvars import copy_context
from typing import Any

from structlog.contextvars import bound_contextvars, clear_contextvars, get_contextvars

NAME = "request_id"
"""The name of the id in a line of the log."""

LONGEST_ID = 64
"""The most signs of an id."""


def bind_request_id(id: str) -> AbstractContextManager[None]:
    """Bind the id while a block runs, and in the threads and tasks that begin in it."""
    return bound_contextvars(**{NAME: id})


def find_request_id() -> str:
    """Return the id of the request in which this is asked; the empty text outside of one."""
    return str(get_contextvars().get(NAME, ""))


def write_report() -> str:
    """Return the sentence on the page of an error; the empty text outside of a request."""
    found = find_request_id()
    return f"If you report this, say: {found}" if found else ""


def start_shared_task(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Start a task that belongs to no request, though one was the first to need it."""
    context = copy_context()
    context.run(clear_contextvars)
    return asyncio.create_task(work, context=context)
