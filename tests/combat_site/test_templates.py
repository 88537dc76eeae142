"""Templates are rendered without the indentation of their files."""

from pathlib import Path
from typing import Any

import pytest
from django.template import TemplateSyntaxError
from django.template.loader import get_template


def folder(settings: Any, path: Path) -> None:
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [path]}]


def test_a_page_has_no_indentation(settings: Any, tmp_path: Path) -> None:
    (tmp_path / "two.html").write_text("<p>\n    <b>Otis  strikes</b>\n</p>\n")
    folder(settings, tmp_path)
    assert get_template("two.html").render({}) == "<p>\n<b>Otis  strikes</b>\n</p>\n"


def test_an_error_names_the_line_of_the_file(settings: Any, tmp_path: Path) -> None:
    (tmp_path / "bad.html").write_text("<p>\n\n    {% nothing %}\n</p>\n")
    folder(settings, tmp_path)
    with pytest.raises(TemplateSyntaxError, match="Invalid block tag on line 3"):
        get_template("bad.html")
