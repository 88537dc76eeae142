"""The fixtures of fights, and copies of them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from combat_site.copies.making import make_copy
from tests.encounters.conftest import *  # noqa: F403


@pytest.fixture
def copied(tmp_path: Path) -> Callable[[], Path]:
    """`copied()`: a copy of the test's database as it is now, in a new file."""

    def copy() -> Path:
        file = tmp_path / f"{len(list(tmp_path.glob('*.zip')))}.zip"
        make_copy(file)
        return file

    return copy
