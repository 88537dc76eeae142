"""`manage.py compare`: its output, its exit, and no need for a database."""

import json
from pathlib import Path

import pytest

from tests.any_procedure import ANY, FAMILY
from tests.rules.fights import FIELD, declare
from tests.rules.test_commands import FOUGHT, called, good, written
from tests.server import clean_environ, manage

__all__ = ["good"]


def test_without_a_choice_every_procedure_that_can_plays(good: Path) -> None:
    out = called("compare", good)[0]
    assert [id for id in FAMILY if f"\n{id} " not in out] == []


def test_its_own_procedure_alone_differs_in_nothing(good: Path) -> None:
    out = called("compare", good, "--rulesets", ANY)[0]
    assert [line for line in out.splitlines() if line[:1].isdigit()] == []


def test_it_prints_json_lines(tmp_path: Path) -> None:
    sleep = declare("tenser", "D", "orc-2", 'spell = "magic_user_sleep"')
    file = written(tmp_path / "differs.toml", FIELD, declare("otis", "G", "orc-1"), declare("orc", "G", "otis"), sleep)
    out = called("compare", file, "--rulesets", ",".join(FAMILY), "--format", "jsonl")[0]
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["ruleset"] for line in lines if line["kind"] == "played"] == [*FAMILY]
    differing = [line for line in lines if line["kind"] == "difference"]
    assert differing
    assert all(set(line["cells"]) == set(FAMILY) for line in differing)
    assert all(cell["clauses"] for line in differing for cell in line["cells"].values() if cell["clock"])


def test_a_procedure_that_is_not_there_is_refused(good: Path) -> None:
    assert called("compare", good, "--rulesets", f"{ANY},chess")[2].startswith("no ruleset is called 'chess'")


def test_a_file_that_cannot_be_played_says_where(tmp_path: Path) -> None:
    broken = written(tmp_path / "broken.toml", FIELD, "[[declare]]", 'who = "rex"', 'action = "G"')
    assert called("compare", broken)[2].startswith(f"{broken}:")


@pytest.mark.parametrize(("name", "words"), [("none.toml", "No such file"), ("picture.toml", "this is not UTF-8 text")])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / "picture.toml").write_bytes(b"\x89PNG\xff")
    assert words in called("compare", tmp_path / name)[2]


def test_it_needs_no_database(tmp_path: Path) -> None:
    file = written(tmp_path / "fought.toml", *FOUGHT)
    nowhere = clean_environ(DATABASE_URL="postgres://nobody@127.0.0.1:1/none")
    assert "fought.toml: At the ford" in manage("compare", str(file), environ=nowhere)
