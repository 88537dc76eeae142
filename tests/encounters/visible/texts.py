"""The words of a page as they are read.

Markup, styles and scripts are left out, and every blank is alike.
"""

import json
import re
from html.parser import HTMLParser

SILENT = ("script", "style", "template")
"""Elements of which nothing is read."""

VOID = ("area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr")
"""Elements without an end tag."""

READ = ("alt", "aria-label", "placeholder", "title", "label")
"""Attributes that are read out or shown."""

BUTTONS = ("submit", "button", "reset")
"""Types of inputs that show their value."""


class Words(HTMLParser):
    """Collects the words of a page, and of each outermost element by itself."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[list[str]] = []
        self._depth = 0
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._depth == 0:
            self.parts.append([])
        if tag not in VOID:
            self._depth += 1
            self._silent += tag in SILENT
        given = dict(attrs)
        for name in READ:
            self._add(given.get(name))
        if tag == "input" and given.get("type") in BUTTONS:
            self._add(given.get("value"))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and self._depth:
            self._depth -= 1
            self._silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        self._add(data)

    def _add(self, text: str | None) -> None:
        if text and text.strip() and not self._silent:
            if not self.parts:
                self.parts.append([])
            self.parts[-1].extend(text.split())


def words_of(html: str) -> str:
    """Return the words of a page or fragment, in order."""
    return " ".join(" ".join(part) for part in _parts_of(html) if part)


def _parts_of(html: str) -> list[list[str]]:
    reader = Words()
    reader.feed(re.sub("</?bdi>", "", html))  # what is in it is part of the text around it
    reader.close()
    return reader.parts


def frame_words(frame: str) -> str:
    """Return the words of a frame: of each fragment one line, in the order of the alphabet.

    In which order the fragments of a frame are sent is nothing that anybody sees.
    """
    html = "".join(value for value in json.loads(frame).values() if isinstance(value, str))
    return "\n".join(sorted(" ".join(part) for part in _parts_of(html) if part))
