"""A release brings a license, a notice of the rule texts, and checks for public hosting."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

from tests.conventions.sources import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
NOTICE = " ".join((ROOT / "NOTICE").read_text().split())
CATALOGUES = sorted((ROOT / "rules" / "procedures").glob("*/clauses.toml"))
CHECKS = yaml.safe_load((ROOT / ".github" / "workflows" / "checks.yml").read_text())


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.parent.name)
def test_the_notice_names_the_text_of_every_catalogue(catalogue: Path) -> None:
    assert tomllib.loads(catalogue.read_text())["source"] in NOTICE


def test_a_wheel_carries_the_license_and_the_notice() -> None:
    assert PROJECT["license"] == "MIT"
    assert {"LICENSE", "NOTICE"} <= set(PROJECT["license-files"])
    assert "MIT License" in (ROOT / "LICENSE").read_text()


def test_every_version_of_python_that_is_named_is_checked() -> None:
    named = {found[1] for each in PROJECT["classifiers"] if (found := re.search(r"Python :: (3\.\d+)$", each))}
    assert set(CHECKS["jobs"]["test"]["strategy"]["matrix"]["python"]) == named
    assert PROJECT["requires-python"] == f">={min(named, key=lambda each: int(each[2:]))}"


def test_the_checks_run_targets_that_exist() -> None:
    steps = [step.get("run", "") for job in CHECKS["jobs"].values() for step in job["steps"]]
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    run = {found[1] for each in steps if (found := re.match(r"make ([a-z]+)", each))}
    assert {"setup", "check", "test", "audit", "wheel"} <= run
    assert run <= targets
