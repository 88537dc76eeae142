"""Pasted statblocks on the screen, with fields for the figures that are still asked."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from encounters.errors import Invalid
from encounters.screens.adding.adding import PASTED_COUNTS
from rules.api import OpenValue, PastedStatBlock, read_with_assumed

ALL = "all"
ASSUMED = "assumed"
_ANSWER = re.compile(r"answer\.(\d{1,2})\.([a-z ]{1,20})", re.ASCII)
_WHICH = re.compile(rf"(\d{{1,4}})(?:\.(\d{{1,3}}))?(\.{ASSUMED})?", re.ASCII)

Answers = dict[int, dict[str, str]]


@dataclass(frozen=True, slots=True)
class AnswerField:
    """The field of one question."""

    name: str
    label: str
    value: str
    """The answer so far."""
    reason: str
    """The reason of the question; "" once it is answered."""
    example: str


@dataclass(frozen=True, slots=True)
class PastedRow:
    """One pasted statblock with its fields."""

    block: PastedStatBlock
    number: int
    fields: Sequence[AnswerField]

    @property
    def assumed(self) -> Sequence[OpenValue]:
        """Return the questions whose values one press would assume; empty unless all have one."""
        return self.block.open_values if self.block.assumable else ()


@dataclass(frozen=True, slots=True)
class Pasted:
    """All statblocks of a paste."""

    rows: Sequence[PastedRow] = ()

    @property
    def ready(self) -> list[PastedRow]:
        """Return the statblocks that can be added as they are."""
        return [row for row in self.rows if row.block.ready]

    @property
    def assumable(self) -> list[PastedRow]:
        """Return the statblocks that can be added with assumed figures."""
        return [row for row in self.rows if row.block.assumable]

    @property
    def addable(self) -> list[PastedRow]:
        """Return the statblocks that can be added as they are, or with assumed figures."""
        return [row for row in self.rows if row.block.ready or row.block.assumable]


def read_answers(given: Mapping[str, Any]) -> Answers:
    """Return the answers of a request, by statblock and question."""
    found: Answers = {}
    for key, value in given.items():
        if (match := _ANSWER.fullmatch(key)) and isinstance(value, str) and value.strip():
            found.setdefault(int(match[1]), {})[match[2]] = value
    return found


def build_pasted(blocks: Sequence[PastedStatBlock], answers: Answers) -> Pasted:
    """Return the statblocks with a field for each question, also for those that are answered."""
    return Pasted(
        [
            PastedRow(block, number, tuple(_list_fields(block, number, answers.get(number, {}))))
            for number, block in enumerate(blocks)
        ]
    )


def _list_fields(block: PastedStatBlock, number: int, answers: Mapping[str, str]) -> Iterator[AnswerField]:
    asked = {each.key for each in block.open_values}
    for key, value in answers.items():
        if key not in asked:
            yield AnswerField(f"answer.{number}.{key}", key, value, "", "")
    for each in block.open_values:
        value = answers.get(each.key, "")
        yield AnswerField(f"answer.{number}.{each.key}", each.label, value, each.reason, each.example)


def choose_definitions(text: str, pasted: Pasted, answers: Answers, which: str) -> list[dict[str, Any]]:
    """Return the definitions to add.

    ``which`` is the number of a statblock, counted from 0, and how many: "2.4"; "all" is every statblock that is ready.
    With ".assumed" behind it, assumed figures stand for what is not answered. Raises Invalid for a statblock that is
    unknown, has problems, or has open questions.
    """
    if which in (ALL, f"{ALL}.{ASSUMED}"):
        rows = pasted.ready if which == ALL else pasted.addable
        return [_define(text, row, answers, assumed=which != ALL) for row in rows]
    match = _WHICH.fullmatch(which)
    if match is None or int(match[1]) >= len(pasted.rows) or match[2] not in (None, *map(str, PASTED_COUNTS)):
        raise Invalid("Choose which to add, and one, two or four.", "add")
    row = pasted.rows[int(match[1])]
    definition = _define(text, row, answers, assumed=bool(match[3]))
    count = int(match[2] or 1)
    return [definition if "count" in definition or count == 1 else {**definition, "count": count}]


def _define(text: str, row: PastedRow, answers: Answers, *, assumed: bool) -> dict[str, Any]:
    """Return the definition of a statblock. Raises Invalid if it cannot be added."""
    block = read_with_assumed(text, row.number, answers) if assumed and row.block.assumable else row.block
    if block.problems:
        raise Invalid(block.problems[0], "add")
    if block.open_values:
        asked = ", ".join(each.label for each in block.open_values)
        raise Invalid(f"{block.name or 'This statblock'} is not added yet. Fill in: {asked}.", "add")
    return block.definition
