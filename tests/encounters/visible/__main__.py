"""The command `python -m tests.encounters.visible`, which stores the texts again."""

import os
import sys

import pytest

from tests.encounters.visible.stored import WRITE

if __name__ == "__main__":
    os.environ[WRITE] = "1"
    sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "tests/encounters/visible"]))
