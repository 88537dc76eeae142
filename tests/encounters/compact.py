"""Pages without the layout of their templates, for tests that look for one element."""

import re
from html.parser import HTMLParser

ATTRIBUTE = re.compile(r"""\s+([^\s"'<>/=]+(?:=(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)""")
INDENTED = re.compile(r"^\s*\n\s*|\s*\n\s*$")
BREAK = re.compile(r"\s*\n\s*")


class _Compact(HTMLParser):
    """Collects a page: each tag on one line, and no line breaks between tags and text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.parts: list[str] = []
        self.typed = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "bdi":
            return  # the words in it are part of the text around it
        written = self.get_starttag_text() or ""
        name = re.match(r"<[^\s/>]+", written)
        assert name
        end = "/>" if written.endswith("/>") else ">"
        self.parts.append(" ".join([name[0], *ATTRIBUTE.findall(written)]) + end)
        self.typed = tag == "textarea"  # its line breaks are content

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag != "bdi":
            self.parts.append(f"</{tag}>")
        self.typed = False

    def handle_data(self, data: str) -> None:
        self.parts.append(data if self.typed else BREAK.sub(" ", INDENTED.sub("", data)))

    def handle_entityref(self, name: str) -> None:
        self.parts.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.parts.append(f"&#{name};")

    def handle_comment(self, data: str) -> None:
        self.parts.append(f"<!--{data}-->")

    def handle_decl(self, decl: str) -> None:
        self.parts.append(f"<!{decl}>")


def compact(html: str) -> str:
    """Return a page or fragment with each tag on one line and without indentation."""
    reader = _Compact()
    reader.feed(html)
    reader.close()
    return "".join(reader.parts)
