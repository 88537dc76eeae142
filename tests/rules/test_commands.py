"""`manage.py resolve` and `manage.py rules coverage`: output, exit, and no database."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rules.catalogue import load_catalogue
from rules.scenarios import parse_scenario, play_scenario
from rules.scenarios.coverage import find_evidence, make_report
from rules.scenarios.library import find_scenario_files
from tests.any_procedure import ANY, find_fight
from tests.registered import FOLDERS
from tests.rules.fights import FIELD, declare, expect, roll
from tests.server import ROOT, clean_environ, manage

FOUGHT = (FIELD, declare("otis", "G", "orc-1"), declare("tenser", "C"))
HOLDS = expect('order = ["otis strikes orc-1", "RoundEnded"]')
FAILS = expect('order = ["RoundEnded", "otis strikes orc-1"]')


@pytest.fixture
def good(tmp_path: Path) -> Path:
    return written(tmp_path / "good.toml", *FOUGHT, HOLDS)


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    return written(tmp_path / "bad.toml", *FOUGHT, FAILS)


def written(file: Path, *parts: str) -> Path:
    file.write_text("\n".join(parts) + "\n")
    return file


def called(*words: object) -> tuple[str, str, str]:
    """Return the output of a command, its complaints, and its failure (empty if none)."""
    out, err, failure = io.StringIO(), io.StringIO(), ""
    try:
        call_command(*(str(word) for word in words), stdout=out, stderr=err)
    except CommandError as error:
        failure = str(error)
    return out.getvalue(), err.getvalue(), failure


# resolve


def test_resolve_prints_one_line_an_event(good: Path) -> None:
    out, err, failure = called("resolve", good)
    lines = out.splitlines()
    assert lines[0].startswith("0.- EncounterOpened")
    assert next(line.split()[1:4] for line in lines if " strikes " in line) == ["otis", "strikes", "orc-1"]
    assert (err, failure) == ("", "")


def test_resolve_prints_json_lines(good: Path) -> None:
    out, _, _ = called("resolve", good, "--format", "jsonl")
    kinds = [json.loads(line)["kind"] for line in out.splitlines()]
    assert (kinds[0], kinds[-1]) == ("EncounterOpened", "RoundEnded")
    assert "Attacked" in kinds


def test_resolve_prints_what_one_viewer_sees(good: Path) -> None:
    out, _, _ = called("resolve", good, "--viewer", "public")
    assert "Sealed otis" in out
    assert "Declared" not in out


def test_several_files_have_headings(good: Path, bad: Path) -> None:
    out, _, _ = called("resolve", good, bad)
    assert f"# {good}: At the ford" in out
    assert f"# {bad}: At the ford" in out


def test_check_says_that_all_is_as_expected(good: Path) -> None:
    assert called("resolve", good, "--check") == (f"{good}: as expected\n", "", "")


def test_check_says_what_differs_and_fails(good: Path, bad: Path) -> None:
    out, _, failure = called("resolve", good, bad, "--check")
    assert out.splitlines()[1] == (f'{bad}: order: "otis strikes orc-1" does not come after "RoundEnded", only before')
    assert failure == f"1 of 2 failed: {bad}"


def test_a_file_that_cannot_be_run_does_not_stop_the_others(good: Path, tmp_path: Path) -> None:
    broken = written(tmp_path / "broken.toml", *FOUGHT, roll("to_hit", "tenser", 3))
    out, err, failure = called("resolve", broken, good, "--check")
    assert out == f"{good}: as expected\n"
    line = len(broken.read_text().splitlines())
    assert err.startswith(f'{broken}:{line}: [[roll]] 1: "faces": 1 face is left over')
    assert failure == f"1 of 2 failed: {broken}"


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    _, err, failure = called("resolve", tmp_path / "none.toml")
    assert err == f"{tmp_path / 'none.toml'}: No such file or directory\n"
    assert failure.startswith("1 of 1 failed")


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "picture.toml").write_bytes(b"\x89PNG\xff")
    assert called("resolve", tmp_path / "picture.toml")[1].endswith("picture.toml: this is not UTF-8 text\n")


@pytest.mark.parametrize("nobody", ["rex", ""])
def test_a_viewer_who_is_nobody_is_refused(good: Path, nobody: str) -> None:
    _, err, failure = called("resolve", good, "--viewer", nobody)
    assert err == f'{good}: no viewer "{nobody}"\n'
    assert failure != ""


def test_a_ruleset_that_is_not_there_is_refused(good: Path) -> None:
    assert "no ruleset is called 'chess'" in called("resolve", good, "--ruleset", "chess")[1]


def test_who_has_read_enough_of_it_may_go(good: Path) -> None:
    command = [sys.executable, "manage.py", "resolve", str(good)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 0


def test_what_is_printed_does_not_depend_on_the_terminal(tmp_path: Path) -> None:
    named = written(tmp_path / "named.toml", FIELD.replace("At the ford", "Bei der Fürt ☃"), declare("otis", "C"))
    words = ("resolve", "--format", "jsonl", str(named))
    plain = manage(*words, environ=clean_environ(PYTHONIOENCODING="ascii", PYTHONHASHSEED="1", PYTHONUTF8="1"))
    assert "Fürt ☃" in plain
    assert plain == manage(*words, environ=clean_environ(PYTHONIOENCODING="latin-1", PYTHONHASHSEED="2"))


# rules coverage


def test_coverage_prints_every_clause_with_what_shows_it(bad: Path) -> None:
    text = find_scenario_files()[find_fight()].read_text(encoding="utf-8")
    written(bad.parent / "shows.toml", text)
    evidence = find_evidence(play_scenario(parse_scenario(text, "shows.toml")))
    report = make_report(load_catalogue(ANY), evidence)

    out, err, failure = called("rules", "coverage", ANY, "--path", bad.parent)
    lines = out.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == list(report.shown)
    assert [line.split()[0] for line in lines if "UNCOVERED" in line] == list(report.uncovered)
    assert [line.split()[2:] for line in lines if "shows.toml" in line] == [
        ["shows.toml:", *each.how.split()] for each in evidence
    ]
    assert lines[-1] == report.build_summary()
    assert err.startswith("not counted: bad.toml: order: ")
    assert failure == f"{ANY}: {len(report.uncovered)} uncovered"


def test_coverage_of_everything_is_that_of_each_catalogue(good: Path) -> None:
    lines = called("rules", "coverage", "--path", good.parent)[0].splitlines()
    totals = [line for line in lines if line.endswith("%)")]
    summaries = [make_report(load_catalogue(folder), ()).build_summary() for folder in FOLDERS]
    assert [line.split(",")[0] for line in totals] == [summary.split(",")[0] for summary in summaries]


def test_a_file_that_cannot_be_run_shows_nothing(tmp_path: Path) -> None:
    written(tmp_path / "broken.toml", "ruleset = 3")
    assert 'not counted: broken.toml:1: the file: "ruleset"' in called("rules", "coverage", "--path", tmp_path)[1]


def test_coverage_needs_a_folder(tmp_path: Path) -> None:
    assert called("rules", "coverage", "--path", tmp_path / "none")[2] == f"there is no folder {tmp_path / 'none'}"


def test_an_unknown_catalogue_is_refused() -> None:
    assert "invalid choice: 'chess'" in called("rules", "coverage", "chess")[2]


# Without a database.


def test_neither_needs_a_database(good: Path) -> None:
    nowhere = clean_environ(DATABASE_URL="postgres://nobody@127.0.0.1:1/none")
    assert "as expected" in manage("resolve", str(good), "--check", environ=nowhere)
