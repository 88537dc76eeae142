"""The files that a request passes, in a made project."""

import importlib.util
import threading
from pathlib import Path
from types import ModuleType

import pytest

from tests.measure.passing import Passed, passing


def made(path: Path, text: str) -> ModuleType:
    """Return a module of this text."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_file_is_passed_where_a_function_of_it_is_entered(tmp_path: Path) -> None:
    entered = made(tmp_path / "rules" / "entered.py", "def go(): return helper()\ndef helper(): return 1\n")
    made(tmp_path / "rules" / "idle.py", "def go(): pass\n")
    elsewhere = made(tmp_path / "other" / "elsewhere.py", "def go(): pass\n")
    with passing(root=tmp_path) as passed:
        entered.go()
        elsewhere.go()
        made(tmp_path / "rules" / "imported.py", "x = 1\n")
    assert list(passed.files) == ["rules/entered.py"]


def test_other_threads_count(tmp_path: Path) -> None:
    entered = made(tmp_path / "encounters" / "entered.py", "def go(): pass\n")
    with passing(root=tmp_path) as passed:
        thread = threading.Thread(target=entered.go)
        thread.start()
        thread.join()
    assert list(passed.files) == ["encounters/entered.py"]


@pytest.mark.parametrize(("statement", "noted"), [('INSERT INTO "encounters_event" (x)', 1), ("SELECT 1", 0)])
def test_what_was_passed_is_noted_when_an_event_is_stored(statement: str, noted: int) -> None:
    passed = Passed()
    passed.files["rules/a.py"] = None
    assert passed.execute(lambda *given: "done", statement, (), False, {}) == "done"
    assert len(passed.until_stored) == noted
