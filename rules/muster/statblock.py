"""Statblocks as people paste them: a line or a paragraph of old-school figures, or a tracker's JSON.

What was understood of each is told with what it came to, what was not with the reason. Nothing is guessed: what is
neither said nor in the bestiary is said to be missing. Nothing is ever run, and a text has at most ``LONGEST`` signs.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from rules.documents import DocumentError, read_json
from rules.muster import LONGEST_SPECIAL, BadEntry, muster
from rules.muster.statblock_blows import named_weapons, read_blows
from rules.muster.statblock_labels import NOT_USED, SPECIAL, find_labels
from rules.muster.statblock_values import READERS, Taken, Unread, read_class
from rules.reference import MonsterEntry, all_monsters

LONGEST = 20_000
MOST_BLOCKS = 40
MOST_ALIKE = 100
LONGEST_NAME = 60
MOST_BESIDE = 20
"""Parts of a heading that are looked at each for itself."""

_SIGNS = str.maketrans({"–": "-", "—": "-", "−": "-", "’": "'", "′": "'", "‘": "'", "”": '"', "“": '"', "″": '"',
                        "\u00a0": " ", "\t": " ", "…": "."})  # fmt: skip
_COUNT = re.compile(r"(\d{1,3})\s*[x×]?\s+(?=[A-Za-z])|.*?[\s(,]\s*[x×]?\s*(\d{1,3})\s*\)?$", re.ASCII | re.DOTALL)
_NUMBERED = re.compile(r"^\s*(?:[-*•#>]+|\d{1,2}[.)]|[A-Z]\d{0,2}\.)\s+")
_NIL = ("", "none", "nil", "no", "-", "standard", "normal", "n/a", "see below", "0")


@dataclass(frozen=True)
class Understood:
    """Something that was taken: what it is, how it was written, and what it came to, in words."""

    what: str
    said: str
    words: str


@dataclass(frozen=True)
class LeftOut:
    """Something that was not taken: how it was written, and why."""

    said: str
    why: str


@dataclass
class Block:
    """One statblock. ``line`` is where it begins, ``definition`` its ``[[combatant]]`` table, without a side.

    ``unsaid`` is what nobody wrote, and what it will then be. ``problems`` say why it cannot be added, each with its
    line; where there are none it can.
    """

    line: int
    name: str = ""
    definition: dict[str, Any] = field(default_factory=dict)
    understood: list[Understood] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    unsaid: list[Understood] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def read_statblocks(text: str) -> list[Block]:
    """The statblocks of a text, in order. Raises BadEntry, naming the line, for a text that holds none or too many."""
    if len(text) > LONGEST:
        raise _bad(1, f"a paste has at most {LONGEST} signs, this one {len(text)}")
    if not text.strip():
        raise _bad(1, "nothing stands there")
    if text.lstrip()[0] in "{[":
        blocks = [_of_object(each) for each in _objects(text)]
    else:
        blocks = [
            _of_lines(first, lines) for first, lines in _paragraphs(re.split(r"\r\n|\r|\n", text.translate(_SIGNS)))
        ]
    if not blocks:
        raise _bad(1, "no statblock begins there: a name, then figures such as AC 6, HD 1, hp 5")
    return blocks


def _bad(line: int, words: str) -> BadEntry:
    return BadEntry(f"line {line}: {words}", "text")


# From a text to blocks.


def _paragraphs(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Each block's first line, counted from 1, and its lines. A figure that is said again begins another block."""
    held: list[str] = []
    begun, seen, blank, count = 0, set[str](), True, 0
    for number, line in enumerate(lines, 1):
        labels = _counted_in(line)
        fresh = blank and bool(seen) and bool(line.strip()) and _begins(lines[number - 1 :], seen)
        if held and (fresh or labels & seen):
            moved = [held.pop()] if not blank and len(held) > 1 and _is_name(held[-1]) else []
            yield begun, held
            count += 1
            if count >= MOST_BLOCKS:
                raise _bad(number, f"a paste has at most {MOST_BLOCKS} statblocks")
            begun, held, seen = number - len(moved), moved, set()
        blank = not line.strip()
        if blank and not held:
            continue
        begun = begun if held else number
        held.append(line)
        seen |= labels
    if any(each.strip() for each in held):
        yield begun, held


def _begins(lines: list[str], seen: set[str]) -> bool:
    """Whether a paragraph that begins here is another's: a name, or figures that have been said already."""
    paragraph = list(takewhile(str.strip, lines))
    return (len(paragraph) == 1 and _is_name(lines[0])) or bool(_counted_in("\n".join(paragraph)) & seen)


def _counted_in(text: str) -> set[str]:
    """Which of the figures stand there that a statblock has once."""
    return {label for label, *_ in find_labels(text) if label in ("armor class", "hit dice")}


def _is_name(line: str) -> bool:
    """Whether a line may be a name above its figures."""
    return 0 < len(line.strip()) <= LONGEST_NAME and not find_labels(line) and not line.strip().endswith(".")


def _of_lines(first: int, lines: list[str]) -> Block:
    text = "\n".join(lines)
    found = find_labels(text)
    block = Block(first)
    pieces = []
    for at, (label, _, end) in enumerate(found):
        stop = found[at + 1][1] if at + 1 < len(found) else len(text)
        pieces.append((label, text[found[at][1] : end].strip(" \n,;.:(|["), _trimmed(text[end:stop])))
    head = _NUMBERED.sub("", text[: found[0][1]] if found else text)
    return _settled(block, _trimmed(head), pieces)


def _trimmed(text: str) -> str:
    """A value without the signs that stood between it and the next, its brackets whole."""
    text = " ".join(text.split()).strip(" ,;:|*")
    while text.endswith((".", ",", ";", "(", "[")) or (text.endswith(")") and text.count(")") > text.count("(")):
        text = text[:-1].rstrip(" ,;:|*")
    while text.startswith((")", "]", ",", ".", "=")):
        text = text[1:].lstrip(" ,;:|*")
    return text


# From a tracker's file.


def _objects(text: str) -> list[Mapping[str, Any]]:
    try:
        found: Any = read_json(text)
    except DocumentError as problem:
        raise _bad(problem.line, str(problem)) from problem
    if isinstance(found, dict) and isinstance(each := found.get("creatures") or found.get("monsters"), list):
        found = each
    objects = found if isinstance(found, list) else [found]
    if len(objects) > MOST_BLOCKS:
        raise _bad(1, f"a paste has at most {MOST_BLOCKS} statblocks")
    for number, each in enumerate(objects, 1):
        if not isinstance(each, dict):
            raise _bad(1, f"creature {number} is no object with a name")
    return objects


def _of_object(given: Mapping[str, Any]) -> Block:
    """A flat object, or one whose figures are under "system" or "data"; {"Value": 6} is as good as 6."""
    name = str(next((value for key, value in given.items() if key.lower() == "name"), ""))
    inner = next((given[key] for key in ("system", "data") if isinstance(given.get(key), dict)), given)
    pieces = []
    for path, value in _leaves(inner):
        labels = [label for label, start, end in find_labels(f"{path} 1") if start == 0 and end >= len(path)]
        if path.lower() != "name":
            pieces.append((labels[0] if labels else "", path, value))
    return _settled(Block(1), _trimmed(name.translate(_SIGNS)), pieces)


def _leaves(given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Labels and values of an object as they would be written; of nested ones only the value that counts."""
    for key, value in given.items():
        inner = value
        if isinstance(value, Mapping):
            inner = next((value[name] for name in ("Value", "value", "max", "base") if name in value), None)
            if (dice := value.get("hd")) is not None:
                yield "HD", str(dice).translate(_SIGNS)
        if isinstance(inner, list) and all(isinstance(each, str | int | float) for each in inner):
            inner = ", ".join(str(each) for each in inner)
        if isinstance(inner, str | int | float) and not isinstance(inner, bool):
            yield str(key)[:LONGEST_NAME], str(inner).translate(_SIGNS)[:LONGEST]
        elif inner is not None or isinstance(value, Mapping):
            yield str(key)[:LONGEST_NAME], "..."


# From labels and values to a combatant.


def _settled(block: Block, head: str, pieces: list[tuple[str, str, str]]) -> Block:
    taken = Taken()
    count = _read_head(block, taken, head)
    for label, said, value in pieces:
        _take(block, taken, label, said, value)
    _read_attacks(block, taken)
    _count(block, taken, count)
    _complete(block, taken)
    id = re.sub(r"[^a-z0-9]+", "_", block.name.lower()).strip("_")[:40].strip("_") or "figure"
    block.definition = {"id": id, "name": block.name, **taken.table}
    if taken.special:
        block.definition["special"] = taken.special
    if not block.problems:
        _muster(block)
    return block


def _muster(block: Block) -> None:
    """Whether it can take the field, and what it has of which nothing was said."""
    try:
        figure = muster({**block.definition, "side": "foes"})[0]
    except BadEntry as problem:
        block.problems.append(f"line {block.line}: {str(problem).partition(': ')[2]}")
        return
    usual = {
        "ac": ("armor class", str(figure.armor_class)),
        "hp": ("hit points", f"{figure.hit_points}, the average"),
        "movement": ("movement", f'{figure.movement}"'),
        "weapons": ("attacks", ", ".join(f"{each.name.lower()} {each.blows[0].damage}" for each in figure.weapons)),
    }
    said = {each.what for each in block.understood}
    for key, (what, words) in usual.items():
        if key not in block.definition and what not in said:
            block.unsaid.append(Understood(what, "not said", words))


def _read_head(block: Block, taken: Taken, head: str) -> int | None:
    """The name, and how many and of what class they are, where that is said beside it."""
    name, *beside = [part.strip() for part in re.split(r"[,;:(|]", head)]
    count, match = None, _COUNT.match(name)
    if match is not None and match[1]:
        count, name = int(match[1]), name[match.end() :].strip()
    elif match is not None:
        count, name = int(match[2]), re.sub(r"[\s(,]*[x×]?\s*\d{1,3}\s*\)?$", "", name)
    if len(beside) > MOST_BESIDE:
        beside = [*beside[:MOST_BESIDE], ", ".join(beside[MOST_BESIDE:])]
    for part in filter(None, (each.strip(" .)]") for each in beside)):
        if count is None and (alone := re.fullmatch(r"[x×]?\s*(\d{1,3})", part)):
            count = int(alone[1])
        else:
            _leave(block, taken, part, "not understood")
    name = name.strip(" *_#.\"'")[:LONGEST_NAME]
    block.name = name[:1].upper() + name[1:]
    if count is not None and not 1 <= count <= MOST_ALIKE:
        block.problems.append(f"line {block.line}: there are 1 to {MOST_ALIKE} alike, not {count}")
        count = None
    return count


def _take(block: Block, taken: Taken, label: str, said: str, value: str) -> None:
    written = f"{said} {value}".strip()
    if label in SPECIAL:
        if value.lower() not in _NIL:
            taken.special.append(written[:LONGEST_SPECIAL])
            block.understood.append(Understood("special", written, "not automated; you decide"))
        return
    if label in NOT_USED:
        if value.lower() not in _NIL:
            block.left_out.append(LeftOut(written, NOT_USED[label]))
        return
    if label not in READERS:
        _leave(block, taken, written, "not understood" if label != "weapons" else "no weapon of the table is named so")
        return
    try:
        words, rest = READERS[label](taken, value)
    except Unread as problem:
        block.left_out.append(LeftOut(written, str(problem)))
        return
    if words:
        block.understood.append(Understood(label, written[: len(written) - len(rest)].strip(" ,;"), words))
    why = "only movement on foot is read" if label == "movement" else f"beside the {label}"
    for part in re.split(r"[,;]", rest, maxsplit=MOST_BESIDE):
        if part := part.strip(" ,;.()/"):
            _leave(block, taken, part, why)


def _leave(block: Block, taken: Taken, said: str, why: str) -> None:
    """What is not understood; unless a class and level, or weapons of the table, are named there."""
    found = read_class(Taken(), said)
    if found is not None and not found[1].strip() and "class" not in taken.table:
        read_class(taken, said)
        block.understood.append(Understood("class", said, found[0]))
    elif weapons := named_weapons(said):
        taken.weapons += [each for each in weapons if each not in taken.weapons]
    else:
        block.left_out.append(LeftOut(said, why))


def _read_attacks(block: Block, taken: Taken) -> None:
    named = named_weapons(f"{taken.attacks} {taken.damage}")
    weapons = list(dict.fromkeys([*taken.weapons, *named]))
    if not taken.attacks and not taken.damage and not weapons:
        return
    like = _listed(block.name)
    armed = "class" in taken.table or (like is not None and not like.natural)
    blows = read_blows(taken.attacks, taken.damage, weapons, armed=armed)
    taken.table |= blows.table
    said = " / ".join(part for part in (taken.attacks, taken.damage) if part) or "named"
    if blows.words:
        block.understood.append(Understood("attacks", said, blows.words))
    block.left_out += [LeftOut(part, why) for part, why in blows.left]


def _count(block: Block, taken: Taken, count: int | None) -> None:
    """How many they are: as said, else as many as hit points were given."""
    given = taken.hit_points
    if count is not None and len(given) > 1 and len(given) != count:
        said = ", ".join(map(str, given))
        block.problems.append(f"line {block.line}: {count} are named, and hit points of {len(given)}: {said}")
        return
    count = len(given) if len(given) > 1 else count
    if len(given) == 1:
        taken.table["hp"] = given[0]
    elif given:
        taken.table["hp"] = given
    if count is not None and count > 1:
        taken.table["count"] = count
        block.understood.append(Understood("how many", str(count), f"{count}, as a mob"))
        block.name = _singular(block.name)


def _singular(name: str) -> str:
    """One of several: "Orcs" are each an Orc, "Wolves" a Wolf."""
    for many, one in (("wolves", "wolf"), ("men", "man"), ("thieves", "thief"), ("ies", "y"), ("s", "")):
        if name.lower().endswith(many) and not name.lower().endswith("ss"):
            alone = name[: len(name) - len(many)] + one
            return alone[:1].upper() + alone[1:]
    return name


def _listed(name: str) -> MonsterEntry | None:
    """The monster of the bestiary that is called so, one or several of it."""
    known = {each.name.lower(): each for each in all_monsters()}
    return known.get(name.lower()) or known.get(_singular(name).lower())


def _complete(block: Block, taken: Taken) -> None:
    """What fights by the bestiary where hit dice are not said; without either it cannot be added."""
    if not block.name:
        block.problems.append(f"line {block.line}: a name is missing: write it before the figures, as Orc: AC 6")
    if "hd" in taken.table and "class" in taken.table:
        del taken.table["hd"]
        block.understood = [each for each in block.understood if each.what != "hit dice"]
        block.left_out.append(LeftOut("hit dice", "a class and level stand for them"))
    if "hd" in taken.table or "class" in taken.table:
        return
    like = _listed(block.name)
    if like is None:
        block.problems.append(f"line {block.line}: hit dice are missing: write HD 1, or a class and level as F3")
        return
    taken.table["monster"] = like.id
    block.understood.append(
        Understood("hit dice", "not said", f"what is not said is that of the bestiary's {like.name}")
    )
