"""The walkthrough names files and things that exist, and files that a declaration passes."""

import re
from collections.abc import Iterator

import pytest

from tests.measure.passing import passed_files
from tests.server import ROOT

PAGE = (ROOT / "docs" / "walkthrough.md").read_text()
NAMED = re.compile(r"`([\w./]+/[\w.]+\.(?:py|toml))(?::(\w+))?`")
NOT_PASSED = ("rules/procedures/addict/questions.py", "rules/kernel/inputs.py")
"""Read when the procedure was loaded, or only data: no function of these is entered by a declaration."""


def named(text: str) -> Iterator[tuple[str, str]]:
    """Yield each file with the name that follows it, if any."""
    yield from ((found[1], found[2] or "") for found in NAMED.finditer(text))


@pytest.mark.parametrize(("file", "name"), list(named(PAGE)))
def test_what_the_walk_names_is_there(file: str, name: str) -> None:
    assert (ROOT / file).is_file()
    if name:
        assert re.search(rf"^(async def|def|class) {name}\b|^{name}\b.* = ", (ROOT / file).read_text(), re.M)


def test_a_declaration_passes_the_files_of_its_walk() -> None:
    walk = PAGE.partition("## One declaration")[2].partition("## One clause")[0]
    files = dict.fromkeys(file for file, _ in named(walk) if file.startswith(("encounters/", "rules/")))
    passed = passed_files("addict")["declared"][1]
    assert len(files) > 12
    assert [file for file in files if file not in passed and file not in NOT_PASSED] == []


def test_the_clause_of_the_walk_is_in_the_catalogue() -> None:
    walk = PAGE.partition("## One clause")[2]
    ids = re.findall(r"`(ADDICT\.[\w.]+)`", walk)
    catalogue = (ROOT / "rules/procedures/addict/clauses.toml").read_text()
    assert ids
    assert all(f'id = "{id}"' in catalogue for id in ids)
