"""From a pasted text to entries: one for each stat block, with its head and its clauses."""

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile

from rules.kernel.frozen import frozen
from rules.statblocks.fields import BadEntry
from rules.statblocks.pasted_labels import find_labels

MOST_ENTRIES = 40
LONGEST_NAME = 60
_MOST_WORDS = 8
"""The most words of a line that is a name."""

_BEGINS_ENTRY = ("armor class", "hit dice")
"""Labels that a stat block has once: a second begins another one."""
_DASH_BESIDE = re.compile(r"^(?:- )+|(?: -)+$")
_MAY_BEGIN_ENTRY = re.compile(r"a\.?c|armou?r|h\.?d|hit", re.IGNORECASE)
"""A quick test for those labels."""
_GOES_ON = re.compile(r"(?:[,/&+(-]|\b(?:and|or|by|plus|with|of|the|a))\s*$", re.IGNORECASE)
_UNKNOWN_LABEL = re.compile(r"^[ *_]*[A-Z][A-Za-z /'()-]{1,40}[*_]*:", re.MULTILINE)
_DICE = r"\d{0,2}d\d{1,3}(?: ?[+-] ?\d{1,3})?"
_MODERN_ATTACK = re.compile(
    r"(?:^|(?<=\n))[*_ ]{0,4}(?P<name>[A-Z][A-Za-z' -]{1,40})[.*_ :]{1,5}(?:\([^()\n]{0,40}\)\.? ?)?[*_]{0,3}"
    r"(?:Melee|Ranged|Melee or Ranged) (?:Weapon |Spell )?Attack(?: Roll)?:[^\n]{0,160}?Hit:[*_]{0,3} {0,3}"
    rf"(?:\d{{1,3}} ?\( ?(?P<dice>{_DICE}) ?\)|(?P<flat>\d{{1,3}}))",
)


_DASHES = dict.fromkeys(map(ord, "–—−‑‐"), "-")
_QUOTES = {**dict.fromkeys(map(ord, "’′‘"), "'"), **dict.fromkeys(map(ord, "”“″"), '"')}
_SPACES = dict.fromkeys(map(ord, "\u00a0\u2009\u202f"), " ")
SIGNS = {
    **_DASHES,
    **_QUOTES,
    **_SPACES,
    **str.maketrans({"…": ".", "\u2044": "/", "\u2215": "/", "：": ":", "ﬁ": "fi", "ﬂ": "fl"}),
}
"""Signs of word processors, with the plain ones."""


@frozen
class PastedClause:
    """A label with its value."""

    label: str
    """The kind of value; "" if the label is not known."""
    sign: str
    """The label as written."""
    value: str


@frozen
class PastedEntry:
    """The text of one stat block, in its clauses."""

    line: int
    """The line where it begins, counted from 1."""
    head: str
    """The text of the name's line before the first label."""
    clauses: tuple[PastedClause, ...]
    unread: tuple[str, ...] = ()
    """Lines and parts that belong to no label."""


def make_error(line: int, words: str) -> BadEntry:
    """Return the error of a paste, which names the line."""
    return BadEntry(f"line {line}: {words}", "text", words)


def split_entries(text: str) -> list[PastedEntry]:
    """Return the entries of a text in lines. Raises BadEntry for too many."""
    text = _MODERN_ATTACK.sub(_write_attack, text)
    return [_read_entry(first, lines) for first, lines in _split_lines(text.split("\n"))]


def _write_attack(match: re.Match[str]) -> str:
    """Return a modern sentence of an attack as a label with a value."""
    return f"Attack: {match['name'].strip()} ({match['dice'] or match['flat']})\n"


def trim(text: str) -> str:
    """Return a value without the punctuation around it, keeping its brackets whole."""
    text = _DASH_BESIDE.sub("", " ".join(text.split()).strip(" ,;:|*_"))
    while text.endswith((".", ",", ";", "(", "[")) or _has_stray_bracket(text):
        text = text[:-1].rstrip(" ,;:|*_")
    while text.startswith((")", "]", ",", "=")) or re.match(r"\.(?!\d)", text):
        text = text[1:].lstrip(" ,;:|*_")
    return text


def _has_stray_bracket(text: str) -> bool:
    return (text.endswith(")") and text.count(")") > text.count("(")) or (
        text.endswith("]") and text.count("]") > text.count("[")
    )


def _split_lines(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield each entry's first line number, counted from 1, and its lines.

    A repeated label, such as a second armor class, begins another entry.
    """
    held: list[str] = []
    begun, seen, blank, count = 0, set[str](), True, 0
    for number, line in enumerate(lines, 1):
        labels = _find_unique_labels(line)
        fresh = blank and bool(seen) and bool(line.strip()) and _is_start_of_entry(lines, number - 1, seen)
        if held and (fresh or labels & seen):
            moved = [held.pop()] if not blank and len(held) > 1 and _is_name(held[-1]) else []
            yield begun, held
            count += 1
            if count >= MOST_ENTRIES:
                raise make_error(number, f"a paste has at most {MOST_ENTRIES} statblocks")
            begun, held, seen = number - len(moved), moved, set()
        blank = not line.strip()
        if blank and not held:
            continue
        begun = begun if held else number
        held.append(line)
        seen |= labels
    if any(each.strip() for each in held):
        yield begun, held


def _is_start_of_entry(lines: list[str], at: int, seen: set[str]) -> bool:
    """Return whether a paragraph begins another entry, by a name or a repeated label."""
    paragraph = list(takewhile(str.strip, (lines[n] for n in range(at, len(lines)))))
    alone = len(paragraph) == 1 and _is_name(paragraph[0])
    return alone or bool(_find_unique_labels("\n".join(paragraph)) & seen)


def _find_unique_labels(text: str) -> set[str]:
    """Return the labels in a text that a stat block has only once."""
    if _MAY_BEGIN_ENTRY.search(text) is None:
        return set()
    return {each.name for each in find_labels(text) if each.name in _BEGINS_ENTRY}


def _is_name(line: str) -> bool:
    """Return whether a line may be a name above its numbers."""
    line = line.strip()
    return 0 < len(line) <= LONGEST_NAME and not line.endswith(".") and ":" not in line and not find_labels(line)


def _read_entry(first: int, lines: list[str]) -> PastedEntry:
    text = "\n".join(lines)
    found = find_labels(text)
    clauses, unread = [], list[str]()
    for at, each in enumerate(found):
        stop = found[at + 1].start if at + 1 < len(found) else len(text)
        value, beside = _cut_value(text[each.value : stop])
        sign = text[each.start : each.value].strip(" \n,;.:(|[*_-•")
        clauses.append(PastedClause(each.name, sign, trim(value)))
        unread += beside
    head, above = _find_head(text[: found[0].start] if found else text, text[found[0].start :] if found else "")
    return PastedEntry(first, head, tuple(clauses), (*above, *unread))


def _cut_value(text: str) -> tuple[str, list[str]]:
    """Return the value of a label, and the lines behind it that do not belong to it.

    A value goes on in the next line only where its own line is visibly not at its end.
    """
    lines = text.strip("\n ").split("\n")
    value, taken = lines[0], 1
    while taken < len(lines) and lines[taken].strip() and _is_open(value) and not _UNKNOWN_LABEL.match(lines[taken]):
        value, taken = f"{value} {lines[taken]}", taken + 1
        if len(value) > 500:
            break
    return value, [trim(line) for line in lines[taken:] if trim(line)]


def _is_open(value: str) -> bool:
    return value.count("(") > value.count(")") or _GOES_ON.search(value[-12:]) is not None


def _find_head(above: str, after: str) -> tuple[str, list[str]]:
    """Return the line of the name, and the other lines above the first label.

    The name is before the first label in its own line ("Orcs (3): AC 6"), else the first line of the last paragraph
    that may be a name.
    """
    lines = above.split("\n")
    full = [number for number, line in enumerate(lines) if line.strip()]
    if not full:
        return "", []
    last = lines[-1].strip()
    named = last.endswith((":", "(", "[")) or re.match(r"[\s*_]*[(\[:]", after) is not None
    at = len(lines) - 1 if last and named else _find_name(lines, full)
    return lines[at], [trim(lines[number]) for number in full if number != at and trim(lines[number])]


def _find_name(lines: list[str], full: list[int]) -> int:
    """Return the number of the line that is most likely the name."""
    begins = [number for number in full if number == 0 or not lines[number - 1].strip()]
    return next((number for number in reversed(begins) if _may_be_name(lines[number])), full[0])


def _may_be_name(line: str) -> bool:
    line = line.strip()
    return len(line) <= LONGEST_NAME and len(line.split()) <= _MOST_WORDS and not line.endswith((".", "!", "?"))


def count_entries(entries: Iterable[object]) -> int:
    """Return how many there are. Raises BadEntry for too many."""
    count = sum(1 for _ in entries)
    if count > MOST_ENTRIES:
        raise make_error(1, f"a paste has at most {MOST_ENTRIES} statblocks")
    return count
