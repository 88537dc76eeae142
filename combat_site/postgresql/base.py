"""Django's backend for PostgreSQL, which gives up soon where the server is away.

A request may wait long for a connection of the pool while others have them, and must not where nobody gets any.
"""

from collections.abc import Mapping
from time import monotonic
from typing import Any

from django.db.backends.postgresql import base
from psycopg_pool import PoolTimeout

LONGEST_WAIT = 10.0
"""The seconds that a request waits for a connection while others get theirs."""

SILENCE = 1.0
"""The seconds without a connection for anybody, after which the server counts as away."""

FIRST_SECONDS = 2.0
"""The seconds after the start of the process in which the first connections may still be on their way."""


class Answers:
    """The last time at which anybody in this process got a connection."""

    def __init__(self) -> None:
        self.last = monotonic() + FIRST_SECONDS - SILENCE

    def note(self) -> None:
        """Note that somebody has just got a connection."""
        self.last = max(self.last, monotonic())

    def have_stopped(self) -> bool:
        """Return whether nobody has got a connection for some time."""
        return monotonic() - self.last >= SILENCE


answers = Answers()


class DatabaseWrapper(base.DatabaseWrapper):
    """The connection of one thread, taken from the pool."""

    def get_new_connection(self, conn_params: Mapping[str, Any]) -> Any:
        """Return a connection. Raises OperationalError.

        The pool's own timeout is one second. After each, the server counts as away if nobody else got a connection
        meanwhile; else the request waits on, up to LONGEST_WAIT.
        """
        began = monotonic()
        while True:
            try:
                connection = super().get_new_connection(conn_params)
            except PoolTimeout:
                if answers.have_stopped() or monotonic() - began >= LONGEST_WAIT:
                    raise
            else:
                answers.note()
                return connection
