"""The cast and their table, as in tests/encounters."""

from tests.encounters.conftest import *  # noqa: F403
