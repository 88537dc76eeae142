"""The project without a part: `python -m tests.without PROCEDURE [pytest arguments]`.

The checkout is copied to a temporary folder. There the procedure's folder, its tests, its lines in the registry and its
names in the import contracts are deleted, and the reference of events is made again. Then pytest runs with the
arguments, or with the tests of the rules. Tests outside a procedure's own folder name none, so all of them pass.

`campaigns` in place of a procedure is the app of that name: its folder and tests are deleted, and some tests of
fights run.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from tests.conventions.sources import sources
from tests.server import ROOT

RULES = ("tests/rules", "tests/scenarios", "tests/conventions", "tests/measure", "tests/procedures", "-q")

CAMPAIGNS = "campaigns"
FIGHTS = (
    *("tests/encounters/alone.py", "tests/encounters/test_dm_list.py", "tests/encounters/test_join.py"),
    *("tests/encounters/test_two_fights.py", "tests/encounters/test_dm_run.py", "-q"),
)
"""The tests that run without the app ``campaigns``."""


def main(argv: Sequence[str]) -> int:
    """Run the tests without the part; return pytest's exit code."""
    name, *arguments = argv
    with tempfile.TemporaryDirectory(prefix=f"without_{name}_") as made:
        copy = Path(made)
        copy_checkout(copy)
        if name == CAMPAIGNS:
            delete_campaigns(copy)
        else:
            delete_procedure(copy, name)
            write_reference(copy)
        # What is ours is what git tracks.
        _run(["git", "init", "-q"], copy)
        _run(["git", "add", "--all"], copy)
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "no:cacheprovider",
            *(arguments or (FIGHTS if name == CAMPAIGNS else RULES)),
        ]
        # Where the current folder is searched first, the copy's modules are found and not this checkout's.
        return subprocess.run(command, cwd=copy, check=False, env={**os.environ, "PYTHONPATH": str(copy)}).returncode


def _run(command: Sequence[str], folder: Path, output: IO[str] | None = None) -> None:
    subprocess.run(command, cwd=folder, check=True, env={**os.environ, "PYTHONPATH": str(folder)}, stdout=output)


def copy_checkout(folder: Path) -> None:
    """Copy every file of the checkout that is ours."""
    for path in [*sources(), *(ROOT / "static").rglob("*.png"), *(ROOT / "tests").rglob("*.xz")]:
        target = folder / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)


def write_reference(folder: Path) -> None:
    """Make the reference of events again, which is made from the code."""
    with (folder / "docs" / "events.md").open("w", encoding="utf-8") as page:
        _run([sys.executable, "-m", "rules.events_page"], folder, page)


def delete_campaigns(folder: Path) -> None:
    """Delete the app ``campaigns`` and its tests; settings look for its folder."""
    shutil.rmtree(folder / "campaigns")
    for tests in (folder / "tests").rglob("campaigns"):
        shutil.rmtree(tests)


def delete_procedure(folder: Path, name: str) -> None:
    """Delete a procedure's folder and tests, and the lines that name it elsewhere."""
    shutil.rmtree(folder / "rules" / "procedures" / name)
    shutil.rmtree(folder / "tests" / "procedures" / name, ignore_errors=True)
    registry = folder / "rules" / "procedures" / "__init__.py"
    registry.write_text(without_procedure(registry.read_text(encoding="utf-8"), name), encoding="utf-8")
    contracts = folder / "pyproject.toml"
    contracts.write_text(without_names(contracts.read_text(encoding="utf-8"), name), encoding="utf-8")


def without_procedure(registry: str, name: str) -> str:
    """Return the registry without the lines of a procedure and of the layers over it."""
    lines = registry.splitlines(keepends=True)
    gone = re.compile(rf'^register\(.*("rules\.procedures\.{name}:|over="{name}")')
    return "".join(line for line in lines if not gone.search(line))


def without_names(contracts: str, name: str) -> str:
    """Return the import contracts without a procedure: in the list of layers, and as a module."""
    text = re.sub(rf'\b{name} \| | \| {name}\b(?=[ "])', "", contracts)
    return re.sub(rf'"(encounters\.\*\* -> )?rules\.procedures\.{name}(\.\w+)?"(, )?', "", text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
