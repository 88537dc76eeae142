"""The number of random runs."""

import os

SOAK = "TEN_SEGMENTS_SOAK"


def runs(full: int) -> int:
    """`full` under `make soak`; a tenth of it, and at least one, under `make test`."""
    return full if os.environ.get(SOAK) == "1" else max(1, full // 10)
