"""Scripts are written so that the minifier keeps what they say."""

import re

from tests.conventions.sources import shown, sources

NESTED = re.compile(r"\$\{[^{}`]*`")
"""A template literal within another, of which the minifier drops spaces."""


def test_no_template_literal_stands_in_another() -> None:
    scripts = [each for each in sources(".js") if "vendor" not in each.parts]
    assert scripts
    assert [shown(each) for each in scripts if NESTED.search(each.read_text())] == []
