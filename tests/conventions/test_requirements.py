"""Every package that pyproject.toml asks for is pinned in requirements.txt, with its hashes."""

import re
import tomllib

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conventions.sources import ROOT

PINNED = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>\S+)", re.MULTILINE)
TEXT = (ROOT / "requirements.txt").read_text()
PINS = {canonicalize_name(found["name"]): found["version"] for found in PINNED.finditer(TEXT)}


def list_asked() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return [Requirement(each) for each in project["dependencies"]]


def test_every_version_is_one_that_the_product_asks_for() -> None:
    wrong = [str(each) for each in list_asked() if PINS.get(canonicalize_name(each.name), "") not in each.specifier]
    assert wrong == [], "run `make lock`"


def test_every_package_comes_with_its_hashes() -> None:
    entries = re.split(r"\n(?=[a-z])", TEXT.partition("make lock\n")[2])
    assert len(entries) == len(PINS) > 20
    assert [each.split()[0] for each in entries if "--hash=sha256:" not in each] == [], "run `make lock`"
