"""Lines of a scenario file, so that every error can name its key and line."""

import re
from functools import cached_property

from rules.kernel.frozen import frozen

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")


class ScenarioError(ValueError):
    """A scenario file that cannot be run as it is written. Lines count from 1."""

    def __init__(self, file: str, line: int, key: str, message: str) -> None:
        super().__init__(f"{file}:{line}: {shorten_message(message)}")
        self.file = file
        self.line = line
        self.key = key


@frozen
class Region:
    """The lines of one table. All numbers count from 0."""

    table: str
    nth: int
    """Which of the tables of this name."""
    first: int
    last: int


@frozen
class Lines:
    """A scenario file's text, in which tables and keys are found after reading."""

    file: str
    text: str

    def find(self, table: str, nth: int, key: str) -> int:
        """Return the line, from 1, of a key in the n-th table of this name, from 0.

        The key is dotted within an inline table; a number in it is a place in a list, which no file writes. A missing
        key has the line of the table's header, a missing table line 1.
        """
        region = self._find_region(table, nth)
        if region is None:
            return 1
        line = region.first
        for part in (each for each in key.split(".") if each and not each.isdigit()):
            line = self._find_key(part, line, region.last) or line
        return line + 1

    def list_tables(self) -> tuple[tuple[str, int], ...]:
        """Return every table in order: its name, and its number among those of the name, from 0."""
        return tuple((each.table, each.nth) for each in self._regions)

    def _find_region(self, table: str, nth: int) -> Region | None:
        return next((each for each in self._regions if (each.table, each.nth) == (table, nth)), None)

    @cached_property
    def _regions(self) -> list[Region]:
        """Return every table with its sub-tables.

        [combatant.psionic] belongs to the [[combatant]] above it.
        """
        lines = self.text.splitlines()
        starts = [("", 0)]
        for at, line in enumerate(lines):
            header = _HEADER.match(line)
            if header and not header[2].startswith(f"{starts[-1][0]}."):
                starts.append((header[2], at))
        ends = [at - 1 for _, at in starts[1:]] + [len(lines) - 1]
        seen: dict[str, int] = {}
        regions = []
        for (table, first), last in zip(starts, ends, strict=True):
            regions.append(Region(table, seen.get(table, 0), first, last))
            seen[table] = seen.get(table, 0) + 1
        return regions

    def _find_key(self, key: str, first: int, last: int) -> int | None:
        written = re.compile(rf"""(?:^|[\s,{{.\[])["']?{re.escape(key)}["']?\s*[=.\]]""")
        for at, line in enumerate(self.text.splitlines()[first : last + 1], first):
            if written.search(line):
                return at
        return None


@frozen
class Spot:
    """One table of a scenario file."""

    lines: Lines
    table: str
    nth: int | None = None
    """Counts from 0; None for a table that stands once."""

    @property
    def name(self) -> str:
        """Return the table as an error names it: "[encounter]", "[[declare]] 2", "the file"."""
        if not self.table:
            return "the file"
        return f"[{self.table}]" if self.nth is None else f"[[{self.table}]] {self.nth + 1}"

    def find_line(self, key: str = "") -> int:
        """Return the line of a key of this table."""
        return self.lines.find(self.table, self.nth or 0, key)

    def make_error(self, key: str, message: str) -> ScenarioError:
        """Return the error to raise for this key, with a message that names table and key."""
        return ScenarioError(self.lines.file, self.find_line(key), key, message)

    def make_error_about(self, key: str, message: str) -> ScenarioError:
        """Return the error to raise for this key; table and key are added to the message."""
        return self.make_error(key, f'{self.name}: "{key}": {message}')


# The excerpt of a person's text in an error: enough to find it again, and no more.


MOST_QUOTED = 60
MOST = 400

_QUOTED = re.compile(rf"""(["'])([^"'\n]{{{MOST_QUOTED},}})\1""")


def shorten_message(message: str) -> str:
    """Return an error's message with long quotations cut.

    The middle is left out of a message that is long without them.
    """
    message = _QUOTED.sub(lambda found: f"{found[1]}{found[2][: MOST_QUOTED - 1]}…{found[1]}", message)
    if len(message) <= MOST:
        return message
    return f"{message[: MOST // 2]} … {message[-MOST // 2 + 3 :]}"
