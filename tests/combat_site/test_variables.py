"""Variables: one list, read by settings and documents; what is misspelt or wrong is told."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from combat_site.variables import NAMED, OF_TESTS, VARIABLES, Environment, find_unknown
from tests.conventions.sources import ROOT
from tests.server import Server, clean_environ

ROW = re.compile(r"^\| `([A-Z_]+)` \| (.*?) \| ", re.MULTILINE)


def test_the_documents_have_every_variable_with_its_default() -> None:
    rows = ROW.findall((ROOT / "docs" / "operations.md").read_text())
    assert rows == [(each.name, each.said or (f"`{each.default}`" if each.default else "none")) for each in VARIABLES]


def test_defaults_are_values_that_may_be_given() -> None:
    assert [each.name for each in VARIABLES if each.default and each.find_fault(each.default)] == []


def test_settings_read_every_variable_by_the_list() -> None:
    text = (ROOT / "combat_site" / "settings.py").read_text()
    named = set(re.findall(r'env\.read_\w+\("([A-Z_]+)"\)', text))
    limits = {name for name in NAMED if name.startswith("LIMIT_")}
    assert named | limits | {"WEB_CONCURRENCY"} == set(NAMED)
    assert set(Environment({}).read_limits()) == {each[6:].lower().replace("_", "-") for each in limits}


def test_the_variables_of_the_tests_are_known() -> None:
    texts = [path.read_text() for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__)]
    found = {name for text in texts for name in re.findall(r'"(TEN_SEGMENTS_[A-Z_]+)"', text)}
    assert found - set(NAMED) == set(OF_TESTS)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("DATABSE_URL", "DATABSE_URL is not known; did you mean DATABASE_URL?"),
        ("LIMIT_WRONG_CODE", "LIMIT_WRONG_CODE is not known; did you mean LIMIT_WRONG_CODES?"),
        ("TEN_SEGMENT_DEMO", "TEN_SEGMENT_DEMO is not known; did you mean TEN_SEGMENTS_DEMO?"),
        ("Public_Url", "Public_Url is not known; did you mean PUBLIC_URL?"),
        ("TEN_SEGMENTS_TABLES", "TEN_SEGMENTS_TABLES is not known."),
    ],
)
def test_a_misspelt_name_is_told(name: str, words: str) -> None:
    assert find_unknown({name: "1"}) == [words]


FOREIGN = (
    *("HOSTNAME", "HOSTS", "PORTS", "LOGNAME", "PATH", "LANG", "EDITOR", "EMAIL", "DEBUGGER", "REDIS_HOST", "LIMIT"),
    *("DJANGO_DEBUG", "AWS_SECRET_KEY", "MY_SECRET_KEY", "TEST_DATABASE_URL", "PGHOST", "CI_REGISTRY", "http_proxy"),
)


def test_the_names_of_others_are_let_be() -> None:
    assert find_unknown(dict.fromkeys(FOREIGN, "1")) == []
    assert find_unknown({"DATABASE_URI": "1", "DATABASE_URL": "postgres://db/table"}) == []


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("PORT", "abc", "PORT is 'abc': it must be a whole number from 1 to 65535."),
        ("PORT", "70000", "PORT is '70000': it must be a whole number from 1 to 65535."),
        ("LOG_FORMAT", "xml", "LOG_FORMAT is 'xml': it must be one of console, json."),
        ("DEBUG", "perhaps", "DEBUG is 'perhaps': it must be one of 1, true, on, yes, y, ok, 0, false, off, no, n."),
        ("REDIS_URL", "me:secret@x", "REDIS_URL is not understood: it must begin with redis:// or rediss:// or unix://."),
        ("PROCEDURES", "x", "PROCEDURES is not understood: it must be pairs like id=package.module:Class."),
        ("PUBLIC_URL", "http://", "PUBLIC_URL must look like https://table.example or http://192.168.1.5:8000, not 'http://'."),
    ],
)  # fmt: skip
def test_a_wrong_value_ends_the_start_with_one_line(name: str, value: str, words: str, tmp_path: Path) -> None:
    environ = clean_environ(VAR_DIR=str(tmp_path), **{name: value})
    command = [sys.executable, "manage.py", "check"]
    done = subprocess.run(command, check=False, cwd=ROOT, env=environ, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, f"{words}\n")


def test_values_are_read() -> None:
    given = Environment(
        {"PORT": "9000", "HOST": "", "DEBUG": "TRUE", "LOG_LEVEL": "debug", "PROCEDURES": "a=b:C, d=e:F"}
    )
    assert (given.read_number("PORT"), given.read_text("HOST"), given.read_flag("DEBUG")) == (9000, "0.0.0.0", True)
    assert (given.read_text("LOG_LEVEL"), given.read_pairs("PROCEDURES")) == ("DEBUG", {"a": "b:C", "d": "e:F"})


def test_a_server_tells_of_a_misspelt_name_at_its_start(serve: Callable[..., Server]) -> None:
    server = serve(LIMIT_SEAT="8")
    assert "LIMIT_SEAT is not known; did you mean LIMIT_SEATS?" in server.log.read_text()
