"""Names of several combatants in few words: "Goblins 1-4, 6"."""

import re
from collections.abc import Sequence

CROWD = 3
"""The least combatants of one kind whose numbers are written in a row."""

PLURALS = {
    "wolf": "wolves", "dwarf": "dwarves", "elf": "elves", "thief": "thieves", "man": "men", "woman": "women",
    "mouse": "mice", "louse": "lice", "ox": "oxen", "foot": "feet", "tooth": "teeth", "child": "children",
    "sheep": "sheep", "deer": "deer", "fish": "fish",
}  # fmt: skip
"""Plurals that no rule makes."""

COMPOUND = ("wolf", "woman", "man")
"""Of these, words in which they come last, such as "werewolf" and "lizardman"."""


WITH_TAIL = re.compile(r"(?P<head>.+?)(?P<tail>([ -])(of|in|with|without|from|on|at|under|by)\3.+)")
"""A name that goes on after its noun: "Bugbear of the halls", "Man-at-arms"."""


def shorten_names(names: Sequence[str], least: int = CROWD, last: str = ", ") -> list[str]:
    """Return the names; those of one kind have their numbers in a row.

    An example is ["Otis", "Goblins 1-4, 6"]. ``least`` is how many of a kind make a row; ``last`` stands before its
    last number.
    """
    return [_write_row([names[n] for n in row], last) for row in group_numbered(names, least)]


def group_numbered(names: Sequence[str], least: int = CROWD) -> list[list[int]]:
    """Return the positions of the names in groups.

    Each kind has a group, and each other name its own.
    """
    rows: dict[tuple[str, int], list[int]] = {}
    for n, name in enumerate(names):
        rows.setdefault((find_stem(name), -1) if find_stem(name) else ("", n), []).append(n)
    found: list[list[int]] = []
    for row in rows.values():
        found += [row] if len(row) >= least else [[n] for n in row]
    return found


def find_stem(name: str) -> str:
    """Return a name without its number: "Goblin" for "Goblin 7"; "" for a name without one."""
    stem, _, number = name.rpartition(" ")
    return stem if number.isdigit() else ""


def _write_row(names: Sequence[str], last: str) -> str:
    if len(names) < 2:
        return names[0]
    rows: list[list[int]] = []
    for each in sorted(int(name.rpartition(" ")[2]) for name in names):
        if rows and each == rows[-1][-1] + 1:
            rows[-1].append(each)
        else:
            rows.append([each])
    words = [f"{row[0]}-{row[-1]}" if len(row) > 1 else str(row[0]) for row in rows]
    numbers = last.join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
    return f"{make_plural(find_stem(names[0]))} {numbers}"


def make_plural(name: str) -> str:
    """Return a name in the plural: "Wolves"; one that ends in a letter alone stays: "Goblin E".

    What says where they are from keeps its number: "Bugbears of the halls", "Men-at-arms".
    """
    found = WITH_TAIL.fullmatch(name)
    head, tail = (found["head"], found["tail"]) if found else (name, "")
    before, blank, last = head.rpartition(" ")
    return f"{before}{blank}{_make_plural_word(last)}{tail}"


def _make_plural_word(word: str) -> str:
    low = word.lower()
    if len(word) < 2:
        return word
    last = low.rpartition("-")[2]
    ends = next((each for each in COMPOUND if last.endswith(each) and not last.endswith(("human", "shaman"))), last)
    if (stem := ends) in PLURALS:
        return f"{word[: len(word) - len(stem)]}{_match_case(PLURALS[stem], word[len(word) - len(stem) :])}"
    if low.endswith(("s", "x", "z", "ch", "sh")):
        return f"{word}es"
    if low.endswith("y") and low[-2] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"


def _match_case(word: str, like: str) -> str:
    return word.capitalize() if like[0].isupper() else word
