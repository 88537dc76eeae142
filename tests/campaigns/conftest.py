"""The fixtures of fights, for campaigns."""

from tests.encounters.conftest import *  # noqa: F403
