"""TOML and JSON that people send: refused if slow to parse or impossible to store."""

import pytest

from rules.kernel.documents import (
    DEEPEST,
    MOST_BYTES,
    MOST_PARTS,
    DocumentError,
    find_unusable_value,
    is_storable,
    read_json,
    read_toml,
)

DOTS = ".".join(["a"] * 20_000)


@pytest.mark.parametrize(
    "text",
    [
        f"{DOTS} = 1",
        f"[{DOTS}]",
        f"[[{DOTS}]]",
        f"x = {{ {DOTS} = 1 }}",
        f"x = [{{ {DOTS} = 1 }}]",
        " . ".join(['"a"'] * 20_000) + " = 1",
        ".".join(["'a'"] * 20_000) + " = 1",
        f'x = """a"""""\n{DOTS} = 1',
        f"x = '''a'''''\n{DOTS} = 1",
        f'# "\nx = 1 # """\n{DOTS} = 1',
        f'x = "\\""\r\n{DOTS} = 1',
        "x = " + "[" * 20_000,
        "x = " + "{a=" * 20_000,
        "#" * (MOST_BYTES + 1),
        "é" * (MOST_BYTES // 2 + 1),
    ],
)
def test_what_takes_long_to_parse_is_not_parsed(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def parsed(text: str) -> None:
        raise AssertionError("it was parsed")

    monkeypatch.setattr("tomllib.loads", parsed)
    with pytest.raises(DocumentError):
        read_toml(text)


@pytest.mark.parametrize(
    "text",
    [
        f'x = "{DOTS}"',
        f"x = '{DOTS}'",
        f'x = """\n{DOTS}\n"""',
        f"# {DOTS}",
        "x = [" + "1.5, " * 1_000 + "]",
        ".".join(["a"] * MOST_PARTS) + " = 1",
    ],
)
def test_dots_that_divide_no_key_are_not_counted(text: str) -> None:
    assert read_toml(text) is not None


@pytest.mark.parametrize("text", ['x = """' + '\\"""' * 40_000, '"""' * 60_000, "'''a''" * 30_000, '"a\n' * 40_000])
def test_a_string_without_an_end_is_no_toml(text: str) -> None:
    with pytest.raises(DocumentError, match="this is not TOML"):
        read_toml(text)


def test_the_line_at_fault_is_named() -> None:
    with pytest.raises(DocumentError) as refused:
        read_toml(f'x = """\n\n"""\n{DOTS} = 1')
    assert refused.value.line == 4


@pytest.mark.parametrize(
    "text",
    ["[" * 30_000, "1" * 5_000, '{"a": "\\u0000"}', '{"\\u0000": 1}', '["\\ud800"]', "[NaN]", "[1e999]", "nothing"],
)
def test_json_that_cannot_be_used_is_refused(text: str) -> None:
    with pytest.raises(DocumentError):
        read_json(text)


def test_a_fault_is_named_by_its_key() -> None:
    fault = find_unusable_value("combatant", {"name": "Otis", "weapons": [{"id": "a\0"}]})
    assert fault is not None
    assert fault.key == "combatant.weapons.id"


def test_what_is_nested_no_deeper_than_a_file_needs_is_used() -> None:
    value: object = 1
    for _ in range(DEEPEST):
        value = [value]
    assert find_unusable_value("x", value) is None
    assert find_unusable_value("x", [[value]]) is not None


@pytest.mark.parametrize(
    ("text", "kept"), [("Otis", True), ("", True), ("😀é", True), ("\0", False), ("\udc00", False)]
)
def test_what_a_database_stores(text: str, kept: bool) -> None:
    assert is_storable(text) == kept
