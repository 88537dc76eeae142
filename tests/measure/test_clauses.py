"""The clauses that a file names, and the share of them in the order of the text."""

from pathlib import Path

from tests.measure.clauses import catalogue_ids, named_clauses, order_share, reading_order, strings

KNOWN = {"TEXT.I", "TEXT.VII", "TEXT.VII.B", "OTHER.1.2c"}


def named(source: str, prefix: str = "") -> list[str]:
    return list(named_clauses(strings(source), KNOWN, prefix))


def test_a_string_in_code_names_a_clause_a_docstring_does_not() -> None:
    assert named('"""See "TEXT.VII"."""\n# TEXT.I\nx = cite("TEXT.VII.B")') == ["TEXT.VII.B"]


def test_only_a_whole_id_names_a_clause() -> None:
    assert named('x = "TEXT.VII.C", "TEXT.VII.B and OTHER.1.2c", "VII"') == ["TEXT.VII.B", "OTHER.1.2c"]


def test_in_its_own_procedure_an_id_needs_no_prefix() -> None:
    assert named('x = ids("VII.B", "I", "II")', "TEXT") == ["TEXT.VII.B", "TEXT.I"]


def test_the_catalogue_gives_the_order_of_the_text() -> None:
    text = '[[scenario]]\nid = "S.1"\n[[clause]]\nid = "A.2"\n[[clause]]\nid = "A.1"\n'
    assert catalogue_ids(text) == ["A.2", "A.1"]


def test_pairs_are_right_where_the_first_of_the_text_is_named_first() -> None:
    assert order_share(["a", "c", "b", "a"], ["a", "b", "c", "d"]) == (2, 3)
    assert order_share([], ["a"]) == (0, 0)


def test_files_are_read_as_the_docstring_names_them_then_as_they_are_imported(tmp_path: Path) -> None:
    files = {
        "__init__.py": '"""A fight: ``rounds``, then ``ending``."""\nfrom rules.fight import words, rounds\n',
        "alone.py": "",
        "ending.py": "from rules.fight.terms import X\n",
        "rounds.py": "from rules.fight import deep\nfrom other.terms import Y\n",
        "terms.py": "",
        "words.py": "",
        "deep/__init__.py": "",
    }
    package = tmp_path / "fight"
    for name, text in files.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    read = [path.relative_to(package).as_posix() for path in reading_order(package)]
    assert read == ["__init__.py", "rounds.py", "ending.py", "words.py", "deep/__init__.py", "terms.py", "alone.py"]
