"""Counts and times of a running server, for those who watch over it.

No label names a person, a table or a code: each has a few values that the program itself has.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import Counter, Gauge, Histogram

from encounters.errors import Rejected

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

PREFIX = "ten_segments"

TABLES = Gauge("open_tables", "Fights that have sockets at this process.", namespace=PREFIX)
SOCKETS = Gauge("sockets", "Open sockets.", ["kind"], namespace=PREFIX)
UNSENT = Gauge("unsent_frames", "Frames that wait for a socket to take them.", namespace=PREFIX)
PUSHES = Histogram(
    "push_seconds", "From the commit to the sent frame, for each socket.", namespace=PREFIX, buckets=SECONDS
)
INPUTS = Counter("inputs", "Inputs that were stored.", ["kind"], namespace=PREFIX)
REFUSALS = Counter("refusals", "Inputs that a clause or the site refused.", ["by"], namespace=PREFIX)
ERRORS = Counter("errors", "Lines of the log at the level ERROR or above.", ["logger"], namespace=PREFIX)
REQUESTS = Counter("requests", "Requests that were answered.", ["route", "status"], namespace=PREFIX)
REQUEST_TIMES = Histogram("request_seconds", "Until the answer began.", ["route"], namespace=PREFIX, buckets=SECONDS)

BY_CLAUSE = "clause"
"""The label of what the rules refuse; what the site refuses has the name of its class of errors."""


@contextmanager
def count_rejected() -> Iterator[None]:
    """Count what is refused while the block runs."""
    try:
        yield
    except Rejected as problem:
        REFUSALS.labels(type(problem).__name__).inc()
        raise
