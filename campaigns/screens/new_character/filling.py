"""The filling in of a new character's form, by a line or by dice for the abilities."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict

from campaigns.rolled_abilities import WAYS, RolledAbilities, read_rolled, roll_abilities
from encounters.screens.adding.written import read_written
from encounters.screens.sheets.combatant import build_initial

EXAMPLE = "Melf, F3/MU4, AC 5, hp 22"
NOT_A_LINE = f"Write a name, a class with its level, and more if you like: “{EXAMPLE}”."


@dataclass(frozen=True, slots=True)
class Filling:
    """The things that fill in the form of a new character."""

    line: str = ""
    """The line that could not be read; "" where none is typed."""
    error: str = ""
    read: str = ""
    """The line that filled in the form."""
    rolled: RolledAbilities | None = None
    """The dice of the abilities; None where none were rolled."""
    is_done: bool = False
    """This request filled in the form, or said why not; it makes nothing."""

    @property
    def example(self) -> str:
        """Return a line as it may be typed."""
        return EXAMPLE

    @property
    def ways(self) -> Mapping[str, str]:
        """Return the words for each way to roll abilities."""
        return {way: words for way, (_, words) in WAYS.items()}

    @property
    def status(self) -> int:
        """Return the status of the answer."""
        return 400 if self.error else 200


def fill_in(posted: QueryDict | None) -> tuple[QueryDict | None, Filling]:
    """Return the posted values with those that a line or dice give, and what was filled in.

    A line that is typed is read whichever button was pressed, so that nothing of it is lost.
    """
    if posted is None:
        return None, Filling()
    filling = Filling(rolled=read_rolled(posted.get("rolled", "")))
    if posted.get("line", "").strip() and "look" not in posted:
        return _read_line(posted, filling)
    if (way := str(posted.get("roll", ""))) in WAYS:
        rolled = roll_abilities(way)
        scores = {f"sheet.abilities.{each.key}": str(each.score) for each in rolled.abilities}
        return _write(posted, scores), replace(filling, rolled=rolled, is_done=True)
    return posted, filling


def _read_line(posted: QueryDict, filling: Filling) -> tuple[QueryDict, Filling]:
    line = str(posted["line"]).strip()
    written = read_written(line)
    if written is None or not written.is_character:
        problem = written.problem if written is not None and written.problem else NOT_A_LINE
        return posted, replace(filling, line=line, error=problem, is_done=True)
    initial = build_initial(written.definition)
    given = {name: _write_field(value) for name, value in initial.items() if name != "id"}
    return _write(posted, {**given, "line": ""}), replace(filling, read=line, is_done=True)


def _write_field(value: Any) -> str:
    return "on" if value is True else "" if value is None or value is False else str(value)


def _write(posted: QueryDict, values: Mapping[str, str]) -> QueryDict:
    """Return posted values with these in their place; an empty one empties the line alone."""
    data = posted.copy()
    for name, value in values.items():
        if value or name == "line":
            data[name] = value
    return data
