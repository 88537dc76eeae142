"""Stores what every viewer is shown of the scenario files, among each procedure's tests."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.rules.projection import door
from tests.rules.projection.projecting import project
from tests.server import ROOT
from tests.stored_texts import read_texts, write_texts


def text_file(folder: str) -> Path:
    """Return the file of the texts of a procedure's scenario files."""
    return ROOT / "tests" / "procedures" / folder / "shown.json.xz"


def run_lines(run: door.ScenarioRun) -> Iterator[str]:
    """Yield the projection of a scenario that was played, for its viewers."""
    return project([(event, 0) for event in run.events], door.run_viewers(run))


def run_text(run: door.ScenarioRun) -> str:
    """Return the projection of a scenario that was played, a line each."""
    return "".join(f"{line}\n" for line in run_lines(run))


def play_file(name: str) -> door.ScenarioRun:
    """Play a file of the library, by its name there."""
    return door.play_scenario(door.parse_scenario(door.library_files()[name].read_text(encoding="utf-8"), name))


@cache
def read_shown(folder: str) -> dict[str, str]:
    """Return what is stored of the files of a procedure, by their names in the library."""
    return read_texts(text_file(folder))


def store_shown(folder: str) -> None:
    """Play every file of a procedure and store what is shown of it."""
    files = [name for name in door.library_files() if folder_of(name) == folder]
    write_texts(text_file(folder), {name: run_text(play_file(name)) for name in files})


def folder_of(name: str) -> str:
    """Return the folder of the procedure that a file of the library is of."""
    return name.partition("/")[0]
