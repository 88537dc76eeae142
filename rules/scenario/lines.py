"""Where in a scenario file something stands, so that every error can name its key and line."""

import re
from dataclasses import dataclass
from functools import cached_property

from rules.excerpt import excerpt

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")


class ScenarioError(ValueError):
    """A scenario file that cannot be run as it is written. ``key`` and ``line`` say where (line 1 is the first)."""

    def __init__(self, file: str, line: int, key: str, message: str) -> None:
        super().__init__(f"{file}:{line}: {excerpt(message)}")
        self.file = file
        self.line = line
        self.key = key


@dataclass(frozen=True)
class Region:
    """The lines of one table: its name, which of that name it is (from 0), first and last line (from 0)."""

    table: str
    nth: int
    first: int
    last: int


@dataclass(frozen=True)
class Lines:
    """A scenario file's text, in which tables and keys are found again after they were read."""

    file: str
    text: str

    def find(self, table: str, nth: int, key: str) -> int:
        """The line, from 1, of a key (dotted within an inline table) in the n-th table of this name, from 0.

        A number among the parts is the place in a list, which no file writes. The table's own header where the key is
        not written there; line 1 where there is no such table.
        """
        region = self._region(table, nth)
        if region is None:
            return 1
        line = region.first
        for part in (each for each in key.split(".") if each and not each.isdigit()):
            line = self._key(part, line, region.last) or line
        return line + 1

    def _region(self, table: str, nth: int) -> Region | None:
        return next((each for each in self._regions if (each.table, each.nth) == (table, nth)), None)

    @cached_property
    def _regions(self) -> list[Region]:
        """Every table with its sub-tables: [combatant.psionic] belongs to the [[combatant]] above it."""
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

    def _key(self, key: str, first: int, last: int) -> int | None:
        written = re.compile(rf"""(?:^|[\s,{{.\[])["']?{re.escape(key)}["']?\s*[=.\]]""")
        for at, line in enumerate(self.text.splitlines()[first : last + 1], first):
            if written.search(line):
                return at
        return None


@dataclass(frozen=True)
class Spot:
    """One table of a scenario file: ``nth`` counts from 0, None for a table that stands once."""

    lines: Lines
    table: str
    nth: int | None = None

    @property
    def name(self) -> str:
        """The table as an error names it: "[encounter]", "[[declare]] 2"; the file's head has no name."""
        if not self.table:
            return "the file"
        return f"[{self.table}]" if self.nth is None else f"[[{self.table}]] {self.nth + 1}"

    def line(self, key: str = "") -> int:
        """The line of a key of this table."""
        return self.lines.find(self.table, self.nth or 0, key)

    def error(self, key: str, message: str) -> ScenarioError:
        """The error to raise for this key. The message is whole but for the file and line."""
        return ScenarioError(self.lines.file, self.line(key), key, message)

    def about(self, key: str, message: str) -> ScenarioError:
        """The error to raise for this key, with a message that does not name table and key yet."""
        return self.error(key, f'{self.name}: "{key}": {message}')
