"""Stat blocks as people paste them: old-school text, or the JSON of a combat tracker.

The result lists each value with its meaning, and each ignored part with the reason. Nothing is guessed: a missing
value is named. Pasted text is never run and has at most ``LONGEST_PASTED_TEXT`` characters.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from rules.kernel.documents import DocumentError, read_json
from rules.kernel.frozen import frozen
from rules.kernel.stat_block import Weapon
from rules.kernel.typed_text import drop_refused_characters
from rules.reference import MonsterEntry, list_monsters
from rules.statblocks import LONGEST_SPECIAL, BadEntry, build_stat_blocks
from rules.statblocks.pasted_attacks import find_weapon_names, read_blows
from rules.statblocks.pasted_values import (
    NOT_USED,
    READERS_BY_LABEL,
    SPECIAL,
    PastedValues,
    UnreadableValue,
    find_labels,
    read_class,
)

LONGEST_PASTED_TEXT = 20_000
MOST_BLOCKS = 40
MOST_ALIKE = 100
LONGEST_NAME = 60
MOST_PARTS = 20
"""Parts of a heading that are read one by one."""

_SIGNS = str.maketrans({"–": "-", "—": "-", "−": "-", "’": "'", "′": "'", "‘": "'", "”": '"', "“": '"', "″": '"',
                        "\u00a0": " ", "\t": " ", "…": "."})  # fmt: skip
_COUNT = re.compile(r"(\d{1,3})\s*[x×]?\s+(?=[A-Za-z])|.*?[\s(,]\s*[x×]?\s*(\d{1,3})\s*\)?$", re.ASCII | re.DOTALL)
_NUMBERED = re.compile(r"^\s*(?:[-*•#>]+|\d{1,2}[.)]|[A-Z]\d{0,2}\.)\s+")
_NIL = ("", "none", "nil", "no", "-", "standard", "normal", "n/a", "see below", "0")


@frozen
class ReadValue:
    """A value that was read."""

    label: str
    """The kind of value, such as "hit dice"."""
    written: str
    """The text it was read from."""
    meaning: str
    """The value in words."""


@frozen
class IgnoredText:
    """A part of the text that was not used."""

    written: str
    reason: str


@dataclass
class PastedStatBlock:
    """One stat block. It can be added if there are no ``problems``."""

    line: int
    """The line where it begins, counted from 1."""
    name: str = ""
    definition: dict[str, Any] = field(default_factory=dict)
    """Its ``[[combatant]]`` table, without a side."""
    understood: list[ReadValue] = field(default_factory=list)
    ignored: list[IgnoredText] = field(default_factory=list)
    assumed: list[ReadValue] = field(default_factory=list)
    """Values that nobody wrote, as they will be."""
    problems: list[str] = field(default_factory=list)
    """Reasons why it cannot be added, each with its line."""


def read_pasted_text(text: str) -> list[PastedStatBlock]:
    """Return the stat blocks of a text, in order.

    Raises BadEntry, naming the line, for a text with none or too many.
    """
    if len(text) > LONGEST_PASTED_TEXT:
        raise _make_error(1, f"a paste has at most {LONGEST_PASTED_TEXT} signs, this one {len(text)}")
    text = drop_refused_characters(text)
    if not text.strip():
        raise _make_error(1, "nothing stands there")
    if text.lstrip()[0] in "{[":
        blocks = [_read_object(each) for each in _read_objects(text)]
    else:
        blocks = [
            _read_lines(first, lines) for first, lines in _split_blocks(re.split(r"\r\n|\r|\n", text.translate(_SIGNS)))
        ]
    if not blocks:
        raise _make_error(1, "no statblock begins there: a name, then figures such as AC 6, HD 1, hp 5")
    return blocks


def _make_error(line: int, words: str) -> BadEntry:
    return BadEntry(f"line {line}: {words}", "text")


# From a text to blocks.


def _split_blocks(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield each block's first line number, counted from 1, and its lines.

    A repeated label, such as a second armor class, begins another block.
    """
    held: list[str] = []
    begun, seen, blank, count = 0, set[str](), True, 0
    for number, line in enumerate(lines, 1):
        labels = _find_unique_labels(line)
        fresh = blank and bool(seen) and bool(line.strip()) and _is_beginning_of_block(lines[number - 1 :], seen)
        if held and (fresh or labels & seen):
            moved = [held.pop()] if not blank and len(held) > 1 and _is_name(held[-1]) else []
            yield begun, held
            count += 1
            if count >= MOST_BLOCKS:
                raise _make_error(number, f"a paste has at most {MOST_BLOCKS} statblocks")
            begun, held, seen = number - len(moved), moved, set()
        blank = not line.strip()
        if blank and not held:
            continue
        begun = begun if held else number
        held.append(line)
        seen |= labels
    if any(each.strip() for each in held):
        yield begun, held


def _is_beginning_of_block(lines: list[str], seen: set[str]) -> bool:
    """Return whether a paragraph begins another block, by a name or a repeated label."""
    paragraph = list(takewhile(str.strip, lines))
    return (len(paragraph) == 1 and _is_name(lines[0])) or bool(_find_unique_labels("\n".join(paragraph)) & seen)


def _find_unique_labels(text: str) -> set[str]:
    """Return the labels in a text that a stat block has only once."""
    return {label for label, *_ in find_labels(text) if label in ("armor class", "hit dice")}


def _is_name(line: str) -> bool:
    """Return whether a line may be a name above its numbers."""
    return 0 < len(line.strip()) <= LONGEST_NAME and not find_labels(line) and not line.strip().endswith(".")


def _read_lines(first: int, lines: list[str]) -> PastedStatBlock:
    text = "\n".join(lines)
    found = find_labels(text)
    block = PastedStatBlock(first)
    pieces = []
    for at, (label, _, end) in enumerate(found):
        stop = found[at + 1][1] if at + 1 < len(found) else len(text)
        pieces.append((label, text[found[at][1] : end].strip(" \n,;.:(|["), _trim(text[end:stop])))
    head = _NUMBERED.sub("", text[: found[0][1]] if found else text)
    return _build_block(block, _trim(head), pieces)


def _trim(text: str) -> str:
    """Return a value without the punctuation around it, keeping its brackets whole."""
    text = " ".join(text.split()).strip(" ,;:|*")
    while text.endswith((".", ",", ";", "(", "[")) or (text.endswith(")") and text.count(")") > text.count("(")):
        text = text[:-1].rstrip(" ,;:|*")
    while text.startswith((")", "]", ",", ".", "=")):
        text = text[1:].lstrip(" ,;:|*")
    return text


# From a tracker's file.


def _read_objects(text: str) -> list[Mapping[str, Any]]:
    try:
        found: Any = read_json(text)
    except DocumentError as problem:
        raise _make_error(problem.line, str(problem)) from problem
    if isinstance(found, dict) and isinstance(each := found.get("creatures") or found.get("monsters"), list):
        found = each
    objects = found if isinstance(found, list) else [found]
    if len(objects) > MOST_BLOCKS:
        raise _make_error(1, f"a paste has at most {MOST_BLOCKS} statblocks")
    for number, each in enumerate(objects, 1):
        if not isinstance(each, dict):
            raise _make_error(1, f"creature {number} is not an object with a name")
    return objects


def _read_object(given: Mapping[str, Any]) -> PastedStatBlock:
    """Read a flat object, or one with its values under "system" or "data".

    {"Value": 6} counts as 6.
    """
    name = str(next((value for key, value in given.items() if key.lower() == "name"), ""))
    inner = next((given[key] for key in ("system", "data") if isinstance(given.get(key), dict)), given)
    pieces = []
    for path, value in _list_values(inner):
        labels = [label for label, start, end in find_labels(f"{path} 1") if start == 0 and end >= len(path)]
        if path.lower() != "name":
            pieces.append((labels[0] if labels else "", path, value))
    return _build_block(PastedStatBlock(1), _trim(name.translate(_SIGNS)), pieces)


def _list_values(given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield labels and values of an object as text; from a nested one only the main value."""
    for key, value in given.items():
        inner = value
        if isinstance(value, Mapping):
            inner = next((value[name] for name in ("Value", "value", "max", "base") if name in value), None)
            if (dice := value.get("hd")) is not None:
                yield "HD", str(dice).translate(_SIGNS)
        if isinstance(inner, list) and all(isinstance(each, str | int | float) for each in inner):
            inner = ", ".join(str(each) for each in inner)
        if isinstance(inner, str | int | float) and not isinstance(inner, bool):
            yield str(key)[:LONGEST_NAME], str(inner).translate(_SIGNS)[:LONGEST_PASTED_TEXT]
        elif inner is not None or isinstance(value, Mapping):
            yield str(key)[:LONGEST_NAME], "..."


# From labels and values to a combatant.


def _build_block(block: PastedStatBlock, head: str, pieces: list[tuple[str, str, str]]) -> PastedStatBlock:
    values = PastedValues()
    count = _read_head(block, values, head)
    for label, sign, value in pieces:
        _read_piece(block, values, label, sign, value)
    _read_attacks(block, values)
    _apply_count(block, values, count)
    _apply_monster(block, values)
    id = re.sub(r"[^a-z0-9]+", "_", block.name.lower()).strip("_")[:40].strip("_") or "figure"
    block.definition = {"id": id, "name": block.name, **values.table}
    if values.special:
        block.definition["special"] = values.special
    if not block.problems:
        _check_and_fill(block)
    return block


def _check_and_fill(block: PastedStatBlock) -> None:
    """Check that stat blocks can be built from it, and list the values that were assumed."""
    try:
        stat_block = build_stat_blocks({**block.definition, "side": "foes"})[0]
    except BadEntry as problem:
        block.problems.append(f"line {block.line}: {str(problem).partition(': ')[2]}")
        return
    usual = {
        "ac": ("armor class", str(stat_block.defence.armor_class)),
        "hp": ("hit points", f"{stat_block.defence.hit_points}, the average"),
        "movement": ("movement", f'{stat_block.pace.movement}"'),
        "weapons": (
            "attacks",
            ", ".join(_describe_weapon(each) for each in stat_block.gear.weapons),
        ),
    }
    read = {each.label for each in block.understood}
    for key, (label, meaning) in usual.items():
        if key not in block.definition and label not in read:
            block.assumed.append(ReadValue(label, "not said", meaning))


def _describe_weapon(weapon: Weapon) -> str:
    """Return a weapon with the damage of its blows: "natural attacks 1d6, 1d6 and 1d8"."""
    *first, last = [blow.damage for blow in weapon.blows]
    damage = f"{', '.join(first)} and {last}" if first else last
    return f"{weapon.name.lower()} {damage}"


def _read_head(block: PastedStatBlock, values: PastedValues, head: str) -> int | None:
    """Read the name and class, and return the count where there is one."""
    name, *beside = [part.strip() for part in re.split(r"[,;:(|]", head)]
    count, match = None, _COUNT.match(name)
    if match is not None and match[1]:
        count, name = int(match[1]), name[match.end() :].strip()
    elif match is not None:
        count, name = int(match[2]), re.sub(r"[\s(,]*[x×]?\s*\d{1,3}\s*\)?$", "", name)
    if len(beside) > MOST_PARTS:
        beside = [*beside[:MOST_PARTS], ", ".join(beside[MOST_PARTS:])]
    for part in filter(None, (each.strip(" .)]") for each in beside)):
        if count is None and (alone := re.fullmatch(r"[x×]?\s*(\d{1,3})", part)):
            count = int(alone[1])
        else:
            _read_leftover(block, values, part, "not understood")
    name = name.strip(" *_#.\"'")[:LONGEST_NAME]
    block.name = name[:1].upper() + name[1:]
    if count is not None and not 1 <= count <= MOST_ALIKE:
        block.problems.append(f"line {block.line}: there are 1 to {MOST_ALIKE} alike, not {count}")
        count = None
    return count


def _read_piece(block: PastedStatBlock, values: PastedValues, label: str, sign: str, value: str) -> None:
    written = f"{sign} {value}".strip()
    if label in SPECIAL:
        if value.lower() not in _NIL:
            values.special.append(written[:LONGEST_SPECIAL])
            block.understood.append(ReadValue("special", written, "not automated; you decide"))
        return
    if label in NOT_USED:
        if value.lower() not in _NIL:
            block.ignored.append(IgnoredText(written, NOT_USED[label]))
        return
    if label not in READERS_BY_LABEL:
        _read_leftover(
            block, values, written, "not understood" if label != "weapons" else "no weapon of the table is named so"
        )
        return
    try:
        words, rest = READERS_BY_LABEL[label](values, value)
    except UnreadableValue as problem:
        block.ignored.append(IgnoredText(written, str(problem)))
        return
    if words:
        block.understood.append(ReadValue(label, written[: len(written) - len(rest)].strip(" ,;"), words))
    reason = "only movement on foot is read" if label == "movement" else f"beside the {label}"
    for part in re.split(r"[,;]", rest, maxsplit=MOST_PARTS):
        if part := part.strip(" ,;.()/"):
            _read_leftover(block, values, part, reason)


def _read_leftover(block: PastedStatBlock, values: PastedValues, written: str, reason: str) -> None:
    """Read a class and level, or weapons of the table, from a part without a label.

    List the part as ignored if there are none.
    """
    found = read_class(PastedValues(), written)
    if found is not None and not found[1].strip() and "class" not in values.table:
        read_class(values, written)
        block.understood.append(ReadValue("class", written, found[0]))
    elif weapons := find_weapon_names(written):
        values.weapons += [each for each in weapons if each not in values.weapons]
    else:
        block.ignored.append(IgnoredText(written, reason))


def _read_attacks(block: PastedStatBlock, values: PastedValues) -> None:
    named = find_weapon_names(f"{values.attacks} {values.damage}")
    weapons = list(dict.fromkeys([*values.weapons, *named]))
    if not values.attacks and not values.damage and not weapons:
        return
    like = _find_monster(block.name)
    armed = "class" in values.table or (like is not None and not like.natural)
    blows = read_blows(values.attacks, values.damage, weapons, armed=armed)
    values.table |= blows.table
    written = " / ".join(part for part in (values.attacks, values.damage) if part) or "named"
    if blows.words:
        block.understood.append(ReadValue("attacks", written, blows.words))
    block.ignored += [IgnoredText(part, reason) for part, reason in blows.unread]


def _apply_count(block: PastedStatBlock, values: PastedValues, count: int | None) -> None:
    """Add the count as written, else as many as there are hit points."""
    given = values.hit_points
    if count is not None and len(given) > 1 and len(given) != count:
        listed = ", ".join(map(str, given))
        block.problems.append(f"line {block.line}: {count} are named, and hit points of {len(given)}: {listed}")
        return
    count = len(given) if len(given) > 1 else count
    if len(given) == 1:
        values.table["hp"] = given[0]
    elif given:
        values.table["hp"] = given
    if count is not None and count > 1:
        values.table["count"] = count
        block.understood.append(ReadValue("how many", str(count), f"{count}, as a mob"))
        block.name = _make_singular(block.name)


def _make_singular(name: str) -> str:
    """Return the name of one of several: "Orc" for "Orcs", "Wolf" for "Wolves"."""
    for many, one in (("wolves", "wolf"), ("men", "man"), ("thieves", "thief"), ("ies", "y"), ("s", "")):
        if name.lower().endswith(many) and not name.lower().endswith("ss"):
            alone = name[: len(name) - len(many)] + one
            return alone[:1].upper() + alone[1:]
    return name


def _find_monster(name: str) -> MonsterEntry | None:
    """Return the monster of the table with this name, singular or plural."""
    known = {name.lower(): each for each in list_monsters() for name in (each.name, each.plain_name)}
    return known.get(name.lower()) or known.get(_make_singular(name).lower())


def _apply_monster(block: PastedStatBlock, values: PastedValues) -> None:
    """Add the monster of the table where hit dice are missing, or a problem without one."""
    if not block.name:
        block.problems.append(f"line {block.line}: a name is missing: write it before the figures, as Orc: AC 6")
    if "hd" in values.table and "class" in values.table:
        del values.table["hd"]
        block.understood = [each for each in block.understood if each.label != "hit dice"]
        block.ignored.append(IgnoredText("hit dice", "a class and level stand for them"))
    if "hd" in values.table or "class" in values.table:
        return
    like = _find_monster(block.name)
    if like is None:
        block.problems.append(f"line {block.line}: hit dice are missing: write HD 1, or a class and level as F3")
        return
    values.table["monster"] = like.id
    block.understood.append(
        ReadValue("hit dice", "not said", f"what is not said is that of the bestiary's {like.name}")
    )
