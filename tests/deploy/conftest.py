"""A site as `deploy/` sets it up, for each module, and Chromium that finds it here."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import QUIET, listening_pages, pytest_runtest_call, pytest_runtest_setup
from tests.deploy.deployment import Deployment
from tests.deploy.proxies import NAME
from tests.packages import find_chromium
from tests.services import private_postgres, private_redis

__all__ = ["listening_pages", "pytest_runtest_call", "pytest_runtest_setup"]

FIRST = "1.0.0"
"""The version that is installed first."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Name the system's own Chromium, which finds the site here and trusts our certificate."""
    found = [f"--host-resolver-rules=MAP {NAME} 127.0.0.1", "--ignore-certificate-errors"]
    return {**browser_type_launch_args, "executable_path": find_chromium(), "args": [*QUIET, *found]}


@pytest.fixture(scope="module")
def deployment() -> Iterator[Deployment]:
    """Yield a site that was installed by `deploy/upgrade.sh` and serves."""
    # nginx serves the static files as another user, who may enter no folder of pytest.
    folder = Path(tempfile.mkdtemp(prefix="ten-segments-site-"))
    folder.chmod(0o755)
    with private_postgres() as postgres, private_redis() as redis:
        deployment = Deployment(folder, postgres, redis)
        try:
            deployment.add_version(FIRST)
            deployment.upgrade(FIRST)
            deployment.start()
            yield deployment
        finally:
            deployment.stop()
            shutil.rmtree(folder, ignore_errors=True)
