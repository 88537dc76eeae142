"""Templates are indented by djangofmt, and no line of them is too long to read."""

from tests.conventions.sources import shown, sources

LONGEST = 140


def test_no_line_of_a_template_is_longer_than_140_characters() -> None:
    lines = [
        (f"{shown(path)}:{number}", line)
        for path in sources(".html")
        for number, line in enumerate(path.read_text().splitlines(), 1)
    ]
    assert [place for place, line in lines if len(line) > LONGEST] == []
