"""Stat blocks as people paste them: as text, as a table, or as the JSON of a combat tracker.

A text becomes entries, an entry clauses of a label and a value, and each value has a reader. A figure that is read is
right; one that may mean two things, or is missing, is a question. Answers are read by the same readers. Pasted text is
never run and has at most ``LONGEST_PASTED_TEXT`` characters.
"""

import re
from collections.abc import Mapping

from rules.kernel.typed_text import drop_refused_characters
from rules.statblocks.pasted_builder import (
    ASKED,
    Answers,
    EntryBuilder,
    PastedStatBlock,
)
from rules.statblocks.pasted_entries import (
    MOST_ENTRIES,
    SIGNS,
    PastedEntry,
    make_error,
    split_entries,
)
from rules.statblocks.pasted_objects import read_objects
from rules.statblocks.pasted_tables import join_cells, read_table

LONGEST_PASTED_TEXT = 200_000
MOST_BLOCKS = MOST_ENTRIES
_JSON = re.compile(r"\s*(?:\{|\[\s*(?:[\"{\[\]\d-]|$))")


def read_pasted_text(text: str, answers: Mapping[int, Answers] | None = None) -> list[PastedStatBlock]:
    """Return the stat blocks of a text, in order; ``answers`` by their number, counted from 0.

    Raises BadEntry, naming the line, for a text with none or too many.
    """
    if len(text) > LONGEST_PASTED_TEXT:
        raise make_error(1, f"a paste has at most {LONGEST_PASTED_TEXT} characters, this one {len(text)}")
    text = drop_refused_characters(re.sub("\u00ad\r?\n?", "", text))
    if not text.strip():
        raise make_error(1, "nothing stands there")
    given = answers or {}
    return [EntryBuilder(entry, given.get(number, {})).build() for number, entry in enumerate(_list_entries(text))]


def read_with_assumed(text: str, number: int, answers: Mapping[int, Answers]) -> PastedStatBlock:
    """Return one stat block with the assumed values for all that is not answered."""
    given = dict(answers.get(number, {}))
    block = read_pasted_text(text, {number: given})[number]
    for _ in ASKED:
        if not block.assumable:
            break
        given |= {each.key: each.offered for each in block.open_values}
        block = read_pasted_text(text, {number: given})[number]
    return block


def _list_entries(text: str) -> list[PastedEntry]:
    if _JSON.match(text):
        entries = read_objects(text)
    else:
        text = re.sub(r"\r\n|\r", "\n", text.translate(SIGNS))
        entries = read_table(text) or split_entries(join_cells(text).replace("\t", " "))
    if not entries:
        raise make_error(1, "no statblock begins there: a name, then figures such as AC 6, HD 1, hp 5")
    return entries
