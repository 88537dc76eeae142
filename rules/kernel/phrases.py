"""The English of sentences: names in few words, plurals, past tense, texts that were typed."""

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


# Signs in sentences, and the tense of their verbs.

SEVERAL = "\x04"
"""Stands between the ids of a crowd that is named at once."""

TYPED, TYPED_END = "\x05", "\x06"
"""Stand around a text that a person typed."""

SIGNS = re.compile("[\x02-\x06]")
"""The signs by which a sentence says what is a name, and what was typed."""

PAST = {
    "has fled": "fled", "has surrendered": "surrendered",
    "is": "was", "are": "were", "has": "had", "does": "did", "cannot": "could not", "must": "had to",
    "begins": "began", "bleeds": "bled", "breaks": "broke", "casts": "cast", "comes": "came", "draws": "drew",
    "falls": "fell", "fights": "fought", "flees": "fled", "gets": "got", "gives": "gave", "goes": "went",
    "hits": "hit", "holds": "held", "keeps": "kept", "lets": "let", "loses": "lost", "makes": "made",
    "means": "meant", "puts": "put", "runs": "ran", "says": "said", "sends": "sent", "sets": "set",
    "shoots": "shot", "sleeps": "slept", "speaks": "spoke", "spends": "spent", "stands": "stood",
    "strikes": "struck", "takes": "took", "throws": "threw",
}  # fmt: skip
"""The past of the verbs that no rule makes, by the third person."""

DOUBLED = ("drop", "grab", "step", "stop")
"""Verbs whose last letter is doubled in the past."""

FURTHER_VERB = re.compile(r"(?<=\b(?:and|but) )\w+s\b")
"""A verb that follows another one in the same phrase: "is warned, and changes course"."""


def to_past(third: str, *, several: bool = False) -> str:
    """Return the past of a phrase that begins with a verb in the third person: "hits" is "hit"."""
    verb, blank, rest = third.partition(" ")
    if blank and third in PAST:
        return PAST[third]
    past = "were" if several and verb == "is" else _make_past(verb)
    return past + blank + FURTHER_VERB.sub(lambda found: _make_past(found[0]), rest)


def _make_past(verb: str) -> str:
    if verb in PAST:
        return PAST[verb]
    if not verb.endswith("s"):
        return verb
    if verb.endswith("ies"):
        return f"{verb[:-3]}ied"
    root = verb[:-1]
    if root in DOUBLED:
        return f"{root}{root[-1]}ed"
    return f"{root}d" if root.endswith("e") else f"{root}ed"


def mark_typed(text: str) -> str:
    """Return a text between the signs of one that a person typed; signs in it are left out."""
    return f"{TYPED}{SIGNS.sub('', text)}{TYPED_END}" if text else ""


def format_listed_name(name: str) -> str:
    """Return the name of a list as a sentence has it: "Sword, long" is "long sword"."""
    return " ".join(reversed(name.split(", "))).lower()


def format_note(note: str) -> str:
    """Return a person's note as a separate sentence after another, or ""."""
    text = note.strip().rstrip(".")
    return f" {mark_typed(text[:1].upper() + text[1:])}." if text else ""
