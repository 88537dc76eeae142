"""What is stored of states is trusted by the code and the tables that made it, and by no other."""

import pytest

from encounters.code_version import code_files, code_version
from tests.any_procedure import ANY
from tests.server import ROOT

MADE_BY = (
    "rules/kernel/state.py",
    "rules/kernel/events/fight.py",
    f"rules/procedures/{ANY}/state.py",
    "rules/reference/data/weapons.toml",
    "rules/reference/data/monsters.toml",
    "encounters/holds.py",
    "encounters/watching.py",
)


@pytest.mark.parametrize("name", MADE_BY)
def test_code_and_tables_are_part_of_the_version(name: str) -> None:
    assert ROOT / name in code_files()


def test_another_table_makes_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    before = code_version.__wrapped__()
    others = [path for path in code_files() if path.name != "weapons.toml"]
    monkeypatch.setattr("encounters.code_version.code_files", lambda: others)
    assert code_version.__wrapped__() != before
