"""docs/events.md says what the code does."""

from pathlib import Path

import pytest

from rules.events_page import render_page
from rules.kernel.reveal.rows import lookup_row
from rules.procedures import get_all_kinds

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "events.md"


@pytest.fixture(scope="module")
def page() -> str:
    return render_page()


def test_the_reference_of_events_is_what_the_code_makes(page: str) -> None:
    assert DOCUMENT.read_text() == page, "python -m rules.events_page > docs/events.md"


@pytest.mark.parametrize("name", get_all_kinds())
def test_every_kind_has_its_part_with_a_line_of_meaning_and_its_fields(name: str, page: str) -> None:
    part = page.split(f"\n## {name}\n")[1].split("\n## ")[0]
    assert part.strip()[0].isupper()
    fields = set(lookup_row(get_all_kinds()[name]).fields)
    own = fields - {"round", "segment", "clock", "moment", "clauses", "rolls", "perceived_by"}
    assert [field for field in sorted(own) if f"| `{field}` |" not in part] == []
