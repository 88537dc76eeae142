"""The values of a pasted stat block, with one reader for each label.

A reader returns the value in words and the rest of the text.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

ASCENDING = (19, 20)
"""Sums of a descending and an ascending armor class, in two families of books."""

FEET_AN_INCH = 10
MOST_ALIKE = 100

_CLASS_LETTERS = {
    "f": "fighter", "c": "cleric", "mu": "magic_user", "m-u": "magic_user", "t": "thief", "r": "ranger",
    "p": "paladin", "d": "druid", "i": "illusionist", "a": "assassin", "m": "monk",
}  # fmt: skip
_CLASS_NAMES = {name.replace("_", sign): name for name in _CLASS_LETTERS.values() for sign in (" ", "-", "_")}
_LETTERED = re.compile(rf"({'|'.join(_CLASS_LETTERS)})\s?(\d{{1,2}})", re.ASCII | re.IGNORECASE)
_NAMED = re.compile(
    r"(?:(?P<before>\d{1,2})(?:st|nd|rd|th)?[ -]level |level (?P<first>\d{1,2}) )?"
    rf"(?P<name>{'|'.join(_CLASS_NAMES)})"
    r"(?:,? (?:level )?(?P<after>\d{1,2}))?",
    re.ASCII | re.IGNORECASE,
)
_AC = re.compile(r"(-?\d{1,2})(?:\s*[\[(/]\s*(-?\d{1,2})\s*[\])]?)?", re.ASCII)
_HD = re.compile(r"(\d{1,2})(?:d8)?\s?([+-]\s?\d{1,3})?\**", re.ASCII | re.IGNORECASE)
_HIT_POINTS = re.compile(r"1\s?[-d]\s?(\d{1,2})\s?(?:hp|hit points)", re.ASCII | re.IGNORECASE)
_BESIDE = re.compile(r"\s*\(\s*(\d{1,4})\s*(?:hp|hit points)\s*\)", re.ASCII | re.IGNORECASE)
_HALF = re.compile(r"½|1/2|\.5|0\.5", re.ASCII)
_HP = re.compile(r"\d{1,4}(?:(?:\s*[,/]\s*|\s+and\s+|,\s*and\s+)\d{1,4})*", re.ASCII)
_EACH = re.compile(r"\s*(?:each|apiece)", re.ASCII | re.IGNORECASE)
_MOVE = re.compile(r"(\d{1,3})\s?(\"|inches|in\b|'|feet\b|ft\b\.?)?", re.ASCII | re.IGNORECASE)
_MORALE = re.compile(r"(-?\d{1,3})\s?%", re.ASCII)
_SIZES = {"s": "S", "small": "S", "tiny": "S", "m": "M", "man": "M", "medium": "M", "l": "L", "large": "L",
          "huge": "L", "h": "L", "t": "S"}  # fmt: skip


class UnreadableValue(ValueError):
    """A value that cannot be read; the message gives the reason."""


@dataclass
class PastedValues:
    """The values of one stat block."""

    table: dict[str, object] = field(default_factory=dict)
    """Keys of the combatant's table so far."""
    hit_points: list[int] = field(default_factory=list)
    attacks: str = ""
    """The text of the attacks, read together with the damage."""
    damage: str = ""
    """The text of the damage, read together with the attacks."""
    weapons: list[str] = field(default_factory=list)
    special: list[str] = field(default_factory=list)


def read_armor_class(values: PastedValues, text: str) -> tuple[str, str]:
    """Read a descending armor class: ``6``, ``6 (13)``, ``6[13]`` or ``13 [6]``.

    Raises UnreadableValue for an ascending one alone.
    """
    match = _AC.match(text)
    if match is None:
        raise UnreadableValue("no number stands there")
    first, second = int(match[1]), int(match[2]) if match[2] else None
    down, end = first, match.end()
    if second is not None and first + second not in ASCENDING:
        if max(first, second) > 10:
            raise UnreadableValue("the two figures do not belong together: write the descending one")
        second, end = None, match.end(1)
    if first > 10 and second is not None and second <= 10:
        down = second
    if not -10 <= down <= 10:
        raise UnreadableValue("that is an ascending figure, and books turn it in two ways: write the descending one")
    values.table["ac"] = down
    return f"{down}, descending", text[end:]


def read_hit_dice_text(values: PastedValues, text: str) -> tuple[str, str]:
    """Read hit dice: ``4+1``, ``3d8+3``, ``½``, ``1-4 hp``, ``3 (13 hp)``, or a class and level."""
    if (found := read_class(values, text)) is not None:
        return found
    if match := _HIT_POINTS.match(text):
        dice = f"1d{match[1]} hp"
    elif match := _HALF.match(text):
        dice = "1d4 hp"
    elif match := _HD.match(text):
        dice = match[1] + (match[2] or "").replace(" ", "")
        if dice == "0":
            raise UnreadableValue("no hit dice: write a class and its level, or 1d6 hp")
    else:
        raise UnreadableValue("no hit dice are known by that")
    values.table["hd"] = dice
    rest = text[match.end() :]
    if beside := _BESIDE.match(rest):
        values.hit_points = [int(beside[1])]
        return f"{dice}, with {beside[1]} hit points", rest[beside.end() :]
    return dice, rest


def read_class(values: PastedValues, text: str) -> tuple[str, str] | None:
    """Read ``F4``, ``MU 5``, ``3rd level cleric`` or ``thief 2``; return None for anything else."""
    lettered, named = _LETTERED.match(text), _NAMED.match(text)
    if lettered is not None and not text[lettered.end() : lettered.end() + 1].isalnum():
        name, level, end = _CLASS_LETTERS[lettered[1].lower()], int(lettered[2]), lettered.end()
    elif named is not None and (named["before"] or named["first"] or named["after"]):
        name, end = _CLASS_NAMES[named["name"].lower()], named.end()
        level = int(named["before"] or named["first"] or named["after"])
    else:
        return None
    values.table |= {"class": name, "level": level}
    return f"{name.replace('_', '-')} of level {level}", text[end:]


def read_hit_points(values: PastedValues, text: str) -> tuple[str, str]:
    """Read ``5``, or a number for each of several: ``6, 5, 5, 7``."""
    match = _HP.match(text)
    if match is None:
        raise UnreadableValue("no number stands there")
    found = [int(each) for each in re.findall(r"\d+", match[0])]
    if len(found) > MOST_ALIKE or not all(found):
        raise UnreadableValue(f"hit points are 1 or more, of at most {MOST_ALIKE}")
    values.hit_points = found
    each = _EACH.match(text, match.end())
    return ", ".join(map(str, found)), text[each.end() if each else match.end() :]


def read_movement(values: PastedValues, text: str) -> tuple[str, str]:
    """Read inches (``9``, ``9"``) or feet (``90 ft``, ``90'``), ten to the inch.

    The first of several is the movement on foot.
    """
    match = _MOVE.match(text)
    if match is None:
        raise UnreadableValue("no movement on foot is said")
    number, unit = int(match[1]), (match[2] or '"').lower()
    if unit in ('"', "inches", "in"):
        if number > 48:
            raise UnreadableValue(f"{number} without a sign: write {number}' for feet, or {number}\" for inches")
        inches = number
    else:
        if number % FEET_AN_INCH:
            raise UnreadableValue(f"{number} feet is not a whole number of inches: 10 feet make one")
        inches = number // FEET_AN_INCH
    values.table["movement"] = inches
    rest = text[match.end() :]
    # In books that write feet, the number in brackets is the same movement in an encounter.
    encounter = (
        re.match(rf"\s*\(\s*{number // 3}\s?(?:'|ft\.?|feet)\s*\)", rest) if unit in ("'", "ft", "feet") else None
    )
    return f'{inches}"', rest[encounter.end() :] if encounter else rest


def read_size(values: PastedValues, text: str) -> tuple[str, str]:
    """Read S, M or L, or the word."""
    match = re.match(r"[A-Za-z]+", text)
    size = _SIZES.get(match[0].lower()) if match else None
    if match is None or size is None:
        raise UnreadableValue("a size is S, M or L")
    values.table["size"] = size
    rest = re.sub(r"^-?\s?sized\b", "", text[match.end() :], flags=re.IGNORECASE)
    rest = re.sub(r"^\s*\([^()]*\)", "", rest)
    return {"S": "small", "M": "man-sized", "L": "large"}[size], rest


def read_morale(values: PastedValues, text: str) -> tuple[str, str]:
    """Read a percentage. Morale on two dice is not supported."""
    match = _MORALE.match(text)
    if match is None:
        raise UnreadableValue("morale is a percentage here: write 50%")
    values.table["morale"] = int(match[1])
    return f"{match[1]}%", text[match.end() :]


def read_attacks(values: PastedValues, text: str) -> tuple[str, str]:
    """Keep the text until the damage is known: they are read together."""
    values.attacks = text
    return "", ""


def read_damage(values: PastedValues, text: str) -> tuple[str, str]:
    """Keep the text until the attacks are known: they are read together."""
    values.damage = text
    return "", ""


READERS_BY_LABEL: dict[str, Callable[[PastedValues, str], tuple[str, str]]] = {
    "armor class": read_armor_class,
    "hit dice": read_hit_dice_text,
    "hit points": read_hit_points,
    "movement": read_movement,
    "size": read_size,
    "morale": read_morale,
    "attacks": read_attacks,
    "damage": read_damage,
}


USED: Mapping[str, str] = {
    "armor class": r"armou?r class|ac",
    "hit dice": r"hit dice|hit die|hd",
    "hit points": r"hit points|h\.p\.|hps?",
    "movement": r"movement rate|movement|move|mv",
    "attacks": r"(?:no\.?|number) of attacks|#\s?attacks?|#\s?att?|attacks?|atks?|atts?",
    "damage": r"damage/attacks?|damage|dmg|dam|dg|d(?=[\s:.]*(?:\d|by\b|weapon|nil|none|special|see|poison|paralys))",
    "size": r"size|sz",
    "morale": r"morale|ml",
    "weapons": r"weapons?(?=\s*:)|arms(?=\s*:)|equipment(?=\s*:)",
}
NOT_USED: Mapping[str, str] = {
    "magic resistance": "only the bestiary gives it: rule it",
    "saves": "they follow from the hit dice or the class",
    "to hit": "it follows from the hit dice or the class",
    "pace": "a pace of other games: write the movement in inches, as MV 9",
    "of no use in a fight": "nothing in a fight asks for it",
}
"""Labels that are known and not read, with the reason."""

SPECIAL = ("special attacks", "special defenses", "special")
"""Labels of powers that no procedure plays: kept as notes for the DM."""

_UNUSED: Mapping[str, str] = {
    "special attacks": r"special attacks?|sp\.? att?|sa",
    "special defenses": r"special defen[cs]es?|sp\.? def|sd",
    "special": r"special abilities|special|spells?(?: known| memori[sz]ed)?(?=\s*:)|psionic ability"
    r"|attack/defen[cs]e modes|abilities(?=\s*:)",
    "magic resistance": r"magic resistance|mr",
    "saves": r"saving throws?|saves?(?: as)?|sv",
    "to hit": r"thac[0o]|to[ -]hit(?: ac ?0)?|thb|attack bonus",
    "pace": r"speed",
    "of no use in a fight": r"intelligence|int|alignment|align|al|level/x\.?p\.?(?: value)?|x\.?p\.?(?: value)?"
    r"|cl/xp|cl|level(?=\s*:)|treasure types?|treasure|hoard class|tt|% in lair|in lair|lair probability"
    r"|frequency|rarity"
    r"|no\.? (?:encountered|appearing)|number (?:encountered|appearing)|# ?app(?:earing)?|n\.?a\.?(?=\s*:?\s*\d)"
    r"|environment|terrain|str|dex|con|wis|cha(?=\s*:?\s*\d)|languages?",
}

_STRONG = (
    r"D(?=\s+(?:\d+\s?[-d]\s?\d|by\b|weapon))|AC|HD|hp|HP|Hp|MV|Mv|#AT|THAC[0O]|ML|XP|SA|SD|MR|SZ|Att|Atk|Dmg|DMG|SV|TT"
)
"""Labels that need only a space before them."""


def _compile_pattern() -> re.Pattern[str]:
    groups = [*USED.items(), *_UNUSED.items()]
    body = "|".join(f"(?P<l{number}>{signs})" for number, (_, signs) in enumerate(groups))
    before, after = r"(?:^|(?<=[\n,;:.(|])|(?<=\*))[ *_]{0,4}", r"[ *_]{0,4}[:=.]?[*_]{0,4}(?=[\s\d(\[+#½\"'-]|$)"
    return re.compile(f"{before}(?:{body})(?![A-Za-z]){after}", re.IGNORECASE | re.MULTILINE)


_NAMES = (*USED, *_UNUSED)
_LABEL = _compile_pattern()
_AFTER_SPACE = re.compile(rf"(?<=[\s)\"'%\]])(?P<sign>{_STRONG})(?![A-Za-z])[:=.]?(?=[\s\d(\[+½-])")


def find_labels(text: str) -> list[tuple[str, int, int]]:
    """Return each label of a text with its start and the start of its value, in order."""
    found = {(match.start(), match.end()): _get_label(match) for match in _LABEL.finditer(text)}
    ends = dict(found.keys())
    starts = sorted(ends)
    for match in _AFTER_SPACE.finditer(text):
        before = bisect_right(starts, match.start())
        if not before or ends[starts[before - 1]] <= match.start():
            again = _LABEL.match(match[0] + " 1")
            if again is not None:
                found[match.start(), match.end()] = _get_label(again)
    return [(label, start, end) for (start, end), label in sorted(found.items())]


def _get_label(match: re.Match[str]) -> str:
    return next(_NAMES[int(key[1:])] for key, value in match.groupdict().items() if value is not None)
