"""The command `python -m tests.encounters.visible [FOLDER]`, which makes the digests again.

With a folder it writes the texts behind them there, one file for each, and leaves the digests as they are.
"""

import os
import sys
from pathlib import Path

import pytest

from tests.encounters.visible.digests import TEXTS, WRITE

if __name__ == "__main__":
    os.environ.update({TEXTS: str(Path(sys.argv[1]).resolve())} if sys.argv[1:] else {WRITE: "1"})
    sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "tests/encounters/visible"]))
