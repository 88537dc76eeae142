"""The number of random runs."""

import os

SOAK = "TEN_SEGMENTS_SOAK"


def is_soak() -> bool:
    """Return True under `make soak`."""
    return os.environ.get(SOAK) == "1"


def runs(full: int) -> int:
    """`full` under `make soak`; a fortieth of it, and at least one, under `make test`."""
    return full if is_soak() else max(1, full // 40)
