"""The image of `deploy/Dockerfile` serves, run without an engine; `compose.yaml` is read."""

import json
import re
import shlex
import signal
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
import yaml

from combat_site.version import VERSION
from tests.deploy.image import copy_context, start, write_script
from tests.deploy.proxies import DEPLOY
from tests.server import OURS, PATIENCE
from tests.services import free_port

pytestmark = pytest.mark.soak

COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]


def read_upgrade() -> str:
    """Return the command by which a version is put into use, as compose would run it."""
    return shlex.join(each.replace("$$", "$") for each in SERVICES["upgrade"]["command"])


def test_the_steps_of_the_image_make_a_site_that_serves(tmp_path: Path) -> None:
    port = free_port()
    context, root, log, script = (tmp_path / name for name in ("context", "root", "log", "script"))
    for each in (context, root):
        each.mkdir()
    copy_context(context)
    script.write_text(write_script(context, port, read_upgrade()))
    server = start(root, script, log)
    try:
        deadline = time.monotonic() + 4 * PATIENCE
        while (said := read_version(port)) is None:
            assert server.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.2)
        assert said == VERSION
        page = fetch(f"http://127.0.0.1:{port}/sign-in/")
        sheet = re.search(r'href="(/static/css/base\.[0-9a-f]+\.css)"', page)
        assert sheet is not None
        assert "--paper:" in fetch(f"http://127.0.0.1:{port}{sheet[1]}")
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(60)
    assert list(root.iterdir()) == []


def test_compose_sets_variables_that_there_are_and_mounts_the_folder_of_the_image() -> None:
    site, proxy = SERVICES["first"], SERVICES["caddy"]
    assert site["environment"].keys() - set(OURS) == {"FORWARDED_ALLOW_IPS"}
    assert site["environment"]["FORWARDED_ALLOW_IPS"] == proxy["networks"]["inside"]["ipv4_address"]
    assert {each.partition(":")[0] for each in proxy["environment"]["SERVERS"].split()} == {"first", "second"}
    assert (SERVICES["second"], SERVICES["upgrade"]["environment"]) == (site, site["environment"])
    names = {each.partition(":")[0] for service in SERVICES.values() for each in service.get("volumes", [])}
    assert {each for each in names if not each.startswith(".")} == set(COMPOSE["volumes"])
    folder = site["volumes"][0].partition(":")[2]
    assert f"VAR_DIR={folder}\n" in (DEPLOY / "Dockerfile").read_text()


def read_version(port: int) -> str | None:
    """Return the version of a site that is ready; None while it is not."""
    try:
        return str(json.loads(fetch(f"http://127.0.0.1:{port}/readyz"))["version"])
    except (urllib.error.URLError, OSError):
        return None


def fetch(address: str) -> str:
    with urllib.request.urlopen(address, timeout=10) as answer:
        return str(answer.read(), "utf-8")
