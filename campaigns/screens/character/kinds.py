"""The kinds of values on a character's sheet: each reads typed text, and writes text."""

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from campaigns.definitions import find_entry_id
from campaigns.models import Character
from encounters.models import Seat
from encounters.numbers import read_whole
from encounters.screens.sheets.combatant import CLASS_FIELDS, CLASSES
from encounters.screens.sheets.typed_names import list_levels, list_names, name_entry, read_lines, write_lines
from rules.api import MOST_ROUNDS, find_condition_name

LONGEST_NOTES = 4000
MOST_LINES = 60
HEAVIEST = 10_000


@dataclass(frozen=True)
class Subject:
    """A character, with those of its campaign to which its values may refer."""

    character: Character
    full: int
    """The hit points that it has unhurt."""
    seats: Sequence[Seat]
    """The players of the campaign, those who left too."""
    others: Sequence[Character]
    """The other characters of the campaign."""

    @property
    def levels(self) -> Mapping[str, int]:
        """Return the classes, whose spells come first where several have one of the same name."""
        return list_levels(self.character.definition)


Choices = Sequence[tuple[str, str]]


class Kind(ABC):
    """A kind of values, with the field in which one is typed."""

    field: ClassVar[str] = "line"

    def read_typed(self, posted: Mapping[str, str]) -> str:
        """Return the typed text of a form that was posted."""
        return posted.get("value", "")

    @abstractmethod
    def read(self, text: str, subject: Subject) -> Any:
        """Return the value of a text; None for one that is left out.

        Raises ValueError, in words for the person who typed it.
        """

    @abstractmethod
    def write(self, value: Any, subject: Subject) -> str:
        """Return a value as the field shows it."""

    def describe(self, value: Any, subject: Subject) -> str:
        """Return a value in the words of a sentence."""
        return self.write(value, subject)

    def list_choices(self, subject: Subject) -> Choices:
        """Return what may be chosen, or what a search finds, each with its words."""
        return ()


@dataclass(frozen=True)
class WholeNumber(Kind):
    """Whole numbers."""

    least: int = 0
    most: int = 10_000
    may_be_blank: bool = True
    blank: str = ""
    """The words for a value that is left out."""

    field: ClassVar[str] = "number"

    def read(self, text: str, subject: Subject) -> int | None:
        """Return the number, which may be typed with commas: "6,439"."""
        if not text.strip() and self.may_be_blank:
            return None
        number = read_whole(re.sub(r"[\s,]", "", text), least=self.least, most=self.most)
        if number is None:
            raise ValueError(f"Write a whole number from {self.least:,} to {self.most:,}.")
        return number

    def write(self, value: Any, subject: Subject) -> str:
        """Return the number."""
        return "" if value is None else str(value)

    def describe(self, value: Any, subject: Subject) -> str:
        """Return the number with commas, or the words for none."""
        return f"{value:,}" if isinstance(value, int) else self.blank or "none"


@dataclass(frozen=True)
class PointsLeft(WholeNumber):
    """Hit points that are left; all of them is written as None."""

    least: int = -10

    def read(self, text: str, subject: Subject) -> int | None:
        """Return the points; None for all."""
        points = WholeNumber(self.least, subject.full).read(text, subject)
        return None if points == subject.full else points

    def write(self, value: Any, subject: Subject) -> str:
        """Return the points."""
        return str(subject.full if value is None else value)

    def describe(self, value: Any, subject: Subject) -> str:
        """Return the points."""
        return "all" if value is None else str(value)


@dataclass(frozen=True)
class Strength(Kind):
    """A strength, of which 18 may have a percentage."""

    def read(self, text: str, subject: Subject) -> int | str | None:
        """Return 16, or "18/63"."""
        score = text.replace(" ", "")
        if not score:
            return None
        if re.fullmatch(r"18/\d\d", score, re.ASCII):
            return score
        number = read_whole(score, least=3, most=18)
        if number is None:
            raise ValueError("Write a strength from 3 to 18, or one like 18/63.")
        return number

    def write(self, value: Any, subject: Subject) -> str:
        """Return the score."""
        return "" if value is None else str(value)


@dataclass(frozen=True)
class Line(Kind):
    """A short text."""

    longest: int = 60

    def read(self, text: str, subject: Subject) -> str | None:
        """Return the text in one line; None for an empty one."""
        words = " ".join(text.split())
        if len(words) > self.longest:
            raise ValueError(f"Write at most {self.longest} letters.")
        return words or None

    def write(self, value: Any, subject: Subject) -> str:
        """Return the text."""
        return str(value or "")


@dataclass(frozen=True)
class Paragraphs(Kind):
    """A long text."""

    field: ClassVar[str] = "text"

    def read(self, text: str, subject: Subject) -> str | None:
        """Return the text; None for an empty one."""
        words = text.replace("\r\n", "\n").strip()
        if len(words) > LONGEST_NOTES:
            raise ValueError(f"Write at most {LONGEST_NOTES} letters; these are {len(words)}.")
        return words or None

    def write(self, value: Any, subject: Subject) -> str:
        """Return the text."""
        return str(value or "")

    def describe(self, value: Any, subject: Subject) -> str:
        """Return "": a text is too long for a sentence."""
        return ""


@dataclass(frozen=True)
class Lines(Kind):
    """Several short texts, one on each line."""

    field: ClassVar[str] = "text"

    def read(self, text: str, subject: Subject) -> list[Any] | None:
        """Return what the lines hold; None for none."""
        lines = [" ".join(each.split()) for each in text.splitlines() if each.strip()]
        if len(lines) > MOST_LINES:
            raise ValueError(f"Write at most {MOST_LINES} lines.")
        return [self.read_line(each) for each in lines] or None

    def write(self, value: Any, subject: Subject) -> str:
        """Return the lines."""
        return "\n".join(self.write_line(each) for each in value or ())

    def read_line(self, line: str) -> Any:
        """Return what one line holds."""
        return line

    def write_line(self, each: Any) -> str:
        """Return one thing as its line."""
        return str(each)


_ROUNDS = re.compile(r"(?P<name>.*\S)[\s,;]+(?P<rounds>\d{1,6}) rounds?(?: left)?", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True)
class BroughtConditions(Lines):
    """Conditions that come into the next fight.

    Each has the rounds that it lasts yet, if it ends by itself.
    """

    def read(self, text: str, subject: Subject) -> list[Any] | None:
        """Return the entries; one that the character had keeps its numbers."""
        had = {find_entry_id(each): each for each in subject.character.definition.get("conditions", ())}
        read = super().read(text, subject) or []
        return [self._keep_numbers(each, had.get(each["id"])) for each in read] or None

    def _keep_numbers(self, each: dict[str, Any], before: Any) -> dict[str, Any]:
        kept = {"changes": before["changes"]} if isinstance(before, Mapping) and "changes" in before else {}
        return {**each, **kept}

    def read_line(self, line: str) -> dict[str, Any]:
        """Return the entry of a line such as "blessed, 4 rounds"."""
        match = _ROUNDS.fullmatch(line)
        name = (match["name"].rstrip(" ,;") if match is not None else line).lower()
        id = find_condition_name(name) or find_condition_name(name.replace(" ", "_")) or name
        rounds = int(match["rounds"]) if match is not None else None
        if rounds is not None and not 0 < rounds <= MOST_ROUNDS:
            raise ValueError(f"“{name}” lasts from 1 to {MOST_ROUNDS:,} rounds.")
        return {"id": id} | ({} if rounds is None else {"rounds": rounds})

    def write_line(self, each: Any) -> str:
        """Return a condition in words: "blessed, 4 rounds"."""
        rounds = each.get("rounds") if isinstance(each, Mapping) else None
        lasting = "" if rounds is None else f", {rounds} round{'s' if rounds != 1 else ''}"
        return f"{find_entry_id(each).replace('_', ' ')}{lasting}"


_WEIGHT = re.compile(r"(?P<what>.*\S)[\s,;]+(?P<lb>\d{1,5}(?:\.\d)?)\s*(?:lbs?|pounds?)\.?", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True)
class GearLines(Lines):
    """Gear, each thing with its weight in pounds where that is known."""

    def read_line(self, line: str) -> dict[str, Any]:
        """Return a thing of a line such as "Rope, 50 ft, 7.5 lb"."""
        match = _WEIGHT.fullmatch(line)
        if match is None:
            return {"what": line}
        pounds = float(match["lb"])
        if pounds > HEAVIEST:
            raise ValueError(f"“{match['what']}” weighs more than {HEAVIEST:,} lb.")
        return {"what": match["what"].rstrip(" ,;"), "lb": int(pounds) if pounds.is_integer() else pounds}

    def write_line(self, each: Any) -> str:
        """Return a thing with its weight."""
        return write_thing(each)


def write_thing(thing: Any) -> str:
    """Return a thing of the gear in words: "Rope, 50 ft, 7.5 lb"."""
    if not isinstance(thing, Mapping):
        return str(thing)
    weight = f", {thing['lb']:g} lb" if thing.get("lb") is not None else ""
    return f"{thing.get('what', '')}{weight}"


@dataclass(frozen=True)
class TableNames(Kind):
    """Weapons, spells or devices by their names."""

    table: str
    """The table that has the names: weapons, spells or devices."""

    field: ClassVar[str] = "names"

    def read(self, text: str, subject: Subject) -> list[Any] | None:
        """Return the entries; None for none."""
        return read_lines(self.table, text, subject.levels) or None

    def write(self, value: Any, subject: Subject) -> str:
        """Return the names, one on each line."""
        return write_lines(self.table, value or (), subject.levels)

    def describe(self, value: Any, subject: Subject) -> str:
        """Return the names in a line."""
        return ", ".join(name_entry(self.table, find_entry_id(each)) for each in value or ())

    def list_choices(self, subject: Subject) -> Choices:
        """Return the names of the table, each with its class."""
        return list_names(self.table)


@dataclass(frozen=True)
class ClassLevels(Kind):
    """The classes of a character with their levels: "fighter 3, magic_user 4"."""

    field: ClassVar[str] = "classes"

    def read_typed(self, posted: Mapping[str, str]) -> str:
        """Return the classes and levels of the rows; "?" stands for no class."""
        rows = [(posted.get(class_, "").strip(), posted.get(level, "").strip()) for class_, level in CLASS_FIELDS]
        return posted.get("value", ", ".join(f"{class_ or '?'} {level}" for class_, level in rows if class_ or level))

    def read(self, text: str, subject: Subject) -> list[Any] | None:
        """Return a table for each class; None for no class."""
        return [self._read_one(*row) for row in self.split(text)] or None

    def split(self, text: str) -> list[tuple[str, str]]:
        """Return each class and its level as they were typed."""
        parts = [each.strip().partition(" ") for each in text.split(",") if each.strip()]
        return [(class_.removeprefix("?"), level.strip()) for class_, _, level in parts]

    def _read_one(self, class_: str, level: str) -> dict[str, Any]:
        if not class_:
            raise ValueError(f"Choose the class of level {level}.")
        if class_ not in dict(CLASSES):
            raise ValueError("Choose a class of the list.")
        number = read_whole(level, least=0, most=100) if level else None
        if level and number is None:
            raise ValueError("A level is a whole number from 0 to 100.")
        return {"class": class_} | ({} if number is None else {"level": number})

    def write(self, value: Any, subject: Subject) -> str:
        """Return the classes as the rows have them, also a single one."""
        definition = subject.character.definition
        listed = value or ([definition] if definition.get("class") else [])
        return ", ".join(f"{each['class']} {each.get('level', '')}" for each in listed)

    def describe(self, value: Any, subject: Subject) -> str:
        """Return the classes in words: "fighter 3, magic-user 4"."""
        return self.write(value, subject).replace("_", "-")

    def list_choices(self, subject: Subject) -> Choices:
        """Return the classes."""
        return CLASSES


@dataclass(frozen=True)
class CastSpells(Kind):
    """The memorised spells that are gone: their ids with commas, once for each time."""

    def read(self, text: str, subject: Subject) -> list[str]:
        """Return the ids."""
        ids = [each.strip() for each in text.split(",") if each.strip()]
        memorised = Counter(find_entry_id(each) for each in subject.character.definition.get("spells", ()))
        if missing := next(iter(Counter(ids) - memorised), ""):
            raise ValueError(f"{name_entry('spells', missing).capitalize()} is not memorised that often.")
        return ids

    def write(self, value: Any, subject: Subject) -> str:
        """Return the ids."""
        return ",".join(value or ())

    def describe(self, value: Any, subject: Subject) -> str:
        """Return the names."""
        return ", ".join(name_entry("spells", each) for each in value or ()) or "none"


@dataclass(frozen=True)
class OneChoice(Kind):
    """One of a few values."""

    choices: Callable[[Subject], Choices]
    is_number: bool = False
    """The values are numbers of rows."""

    field: ClassVar[str] = "choice"

    def read(self, text: str, subject: Subject) -> Any:
        """Return what was chosen; None for the choice of none."""
        if text not in {value for value, _ in self.choices(subject)}:
            raise ValueError("Choose one of the list.")
        return (int(text) if self.is_number else text) if text else None

    def write(self, value: Any, subject: Subject) -> str:
        """Return the value as the list has it."""
        return "" if value is None else str(value)

    def describe(self, value: Any, subject: Subject) -> str:
        """Return the words of the choice; those of one that is gone are the value itself."""
        return dict(self.choices(subject)).get(self.write(value, subject), self.write(value, subject) or "none")

    def list_choices(self, subject: Subject) -> Choices:
        """Return the choices."""
        return self.choices(subject)
