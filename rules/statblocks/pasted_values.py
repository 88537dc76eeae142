"""Readers of the values of a pasted stat block, one for each label.

A reader reads all of a value, or returns what it left. A value that may mean two things is Unclear.
"""

import re
from collections.abc import Callable, Mapping

from rules.kernel.frozen import frozen

FEET_AN_INCH = 10
MOST_ALIKE = 100
_ASCENDING = (19, 20)
"""Sums of a descending and an ascending armor class, in two families of books."""
_MOST_INCHES = 24
"""The highest movement of a bare figure that is surely inches."""
_FEET_A_TURN = 60
"""The lowest movement of feet that is surely that of a whole turn."""
_FEWEST_BARE_FEET = 50
"""The lowest movement of a bare figure that is surely feet."""

_CLASS_LETTERS = {
    "f": "fighter", "ftr": "fighter", "c": "cleric", "clr": "cleric", "mu": "magic_user", "m-u": "magic_user",
    "t": "thief", "th": "thief", "r": "ranger", "rgr": "ranger", "p": "paladin", "pal": "paladin", "d": "druid",
    "drd": "druid", "i": "illusionist", "ill": "illusionist", "a": "assassin", "m": "monk", "mnk": "monk",
}  # fmt: skip
_CLASS_NAMES = {name.replace("_", sign): name for name in set(_CLASS_LETTERS.values()) for sign in (" ", "-", "_", "")}
_LETTER = "|".join(sorted(_CLASS_LETTERS, key=len, reverse=True))
_NAME = "|".join(sorted(_CLASS_NAMES, key=len, reverse=True))
_ONE = rf"(?:{_LETTER}|{_NAME})"
_LETTERED = re.compile(rf"({_LETTER})[ -]?(\d{{1,2}})", re.ASCII | re.IGNORECASE)
_LEVEL_LETTERS = re.compile(
    rf"(?:level|lvl\.?) ?(\d{{1,2}}),? (?-i:(?=[A-Z]))({_LETTER})(?![A-Za-z\d])", re.ASCII | re.IGNORECASE
)
_NAMED = re.compile(
    rf"(?:(?P<before>\d{{1,2}})(?:st|nd|rd|th)?[ -]level |level (?P<first>\d{{1,2}}),? )?(?P<name>{_NAME})s?"
    r"(?:,? ?\(?(?:of )?(?:level |lvl\.? ?)?(?P<after>\d{1,2})(?:(?:st|nd|rd|th) level)?\)?)?",
    re.ASCII | re.IGNORECASE,
)
_SEVERAL = re.compile(
    rf"({_ONE}(?: ?/ ?{_ONE}){{1,2}})[ ,]{{0,2}}\(?(\d{{1,2}}(?: ?/ ?\d{{1,2}}){{1,2}})\)?", re.IGNORECASE
)
_EACH_LEVEL = re.compile(rf"({_ONE}) ?(\d{{1,2}})((?: ?/ ?{_ONE} ?\d{{1,2}}){{1,2}})", re.IGNORECASE)
_LEVEL_0 = re.compile(
    r"\(?(?:0|zero|0th|normal)[ -]?(?:level|lvl)(?: (?:human|man|men|men-at-arms))?\)?|level 0", re.IGNORECASE
)

_AC = re.compile(r"([\[(])?(-?\d{1,2})[\])]?(?: ?[\[(/] ?(-?\d{1,2}) ?[\])]?)?", re.ASCII)
_UPWARDS = re.compile(r"\s*[\[(]?\s*asc(?:ending|\.)?\s*[\])]?", re.IGNORECASE)
_DOWNWARDS = re.compile(r"\s*[\[(]?\s*desc(?:ending|\.)?\s*[\])]?", re.IGNORECASE)
_HD = re.compile(
    r"(\d{1,2})(?: ?d(?P<sides>\d{1,2}))?(?: ?(?P<plus>[+-] ?\d{1,3}))?(?!\d)\**", re.ASCII | re.IGNORECASE
)
_HIT_POINTS = re.compile(
    r"(?:½|1/2|less than (?:1|one)|below 1|<1)?[ ,(]{0,3}1 ?[-d] ?(\d{1,2}) ?(?:hps?|hit points)\)?",
    re.ASCII | re.IGNORECASE,
)
_HALF = re.compile(r"(?:½|1/2|0?\.5)(?!\d)(?: ?d8)?\**", re.ASCII)
_MORE_FIGURES = re.compile(r"[ ]?(?:to|or|/|-|and|,)[ ]?\d", re.IGNORECASE)
_HP_ONE = r"\d{1,4}"
_HP = re.compile(
    rf"{_HP_ONE}(?:(?:\s*[,/]\s*|\s+and\s+|,\s*and\s+|\s+){_HP_ONE}(?![d\d]))*(?![\dd])(?: ?(?:hps?|hit points)\b)?",
    re.ASCII | re.IGNORECASE,
)
_HP_TIMES = re.compile(
    r"\d{1,4} ?(?:hp )?[x×] ?\d{1,2}(?:(?:, | and |; ?)\d{1,4} ?(?:hp )?[x×] ?\d{1,2})*(?!\d)", re.ASCII
)
_EACH = re.compile(r"\s*\(?(?:each|apiece|ea\b\.?)\)?", re.ASCII | re.IGNORECASE)
_DICE = re.compile(r"(\d{1,2})d(\d{1,2})(?: ?([+-]) ?(\d{1,3}))?", re.ASCII | re.IGNORECASE)
_DICE_BESIDE = re.compile(
    r" ?\((?:\d{1,2}d\d{1,2}(?: ?[+-] ?\d{1,3})?|\d{1,2}(?:[+-]\d{1,2})? ?HD|avg\.?|average)\)", re.IGNORECASE
)
_MOVE = re.compile(r"(\d{1,3})(?: ?-? ?(\"|inches|in\b|'|feet\b|foot\b|ft\b\.?))?", re.ASCII | re.IGNORECASE)
_MORALE = re.compile(r"(-?\d{1,3}) ?%", re.ASCII)
_SIZES = {"s": "S", "small": "S", "tiny": "S", "t": "S", "sm": "S", "m": "M", "man": "M", "medium": "M", "med": "M",
          "l": "L", "large": "L", "lg": "L", "huge": "L", "h": "L", "g": "L", "gargantuan": "L"}  # fmt: skip


class UnreadableValue(ValueError):
    """A value that cannot be read; the message gives the reason."""

    def __init__(self, reason: str, offered: str = "") -> None:
        super().__init__(reason)
        self.offered = offered
        """The value that it probably means, as somebody would type it."""


@frozen
class Reading:
    """A value that was read."""

    table: Mapping[str, object]
    """Keys of the combatant's table."""
    meaning: str
    rest: str = ""
    """The text behind it that was not read."""


def read_armor_class(text: str, *, modern: bool = False) -> Reading:
    """Read a descending armor class: ``6``, ``6 (13)``, ``6[13]`` or ``13 [6]``.

    Raises UnreadableValue for an ascending one alone. In ``modern`` blocks one figure alone is ascending.
    """
    match = _AC.match(text)
    if match is None:
        raise UnreadableValue("no number stands there")
    first, second = int(match[2]), int(match[3]) if match[3] else None
    end = match.end()
    if second is not None and first + second not in _ASCENDING:
        if max(first, second) > 10:
            raise UnreadableValue("the two figures do not belong together: write the descending one")
        second, end = None, match.end(2)
    ascending = _UPWARDS.match(text, end)
    descending = _DOWNWARDS.match(text, end)
    if second is None and not descending and (match[1] == "[" or ascending or first > 10 or modern):
        raise _refuse_ascending(first)
    down = second if first > 10 and second is not None and second <= 10 else first
    if not -10 <= down <= 10:
        raise UnreadableValue("an armor class is 10 to -10")
    rest = text[descending.end() :] if descending else text[end:]
    return Reading({"ac": down}, f"{down}, descending", rest)


def _refuse_ascending(figure: int) -> UnreadableValue:
    down = 20 - figure
    if down > 10:
        return UnreadableValue(f"{figure} probably counts upwards, and is no better than no armor", "10")
    if down < -10:
        return UnreadableValue(f"{figure} is no armor class: write 10 to -10")
    return UnreadableValue(
        f"{figure} counts upwards: that is {down} where no armor is 10, and {down - 1} where no armor is 9", str(down)
    )


def read_hit_dice_text(text: str) -> Reading:
    """Read hit dice: ``4+1``, ``3d8+3``, ``½``, ``1-4 hp``, or a class and level."""
    if (found := read_class(text)) is not None and not found.rest[:1].isalnum():
        return found
    if match := _HIT_POINTS.match(text):
        return Reading({"hd": f"1d{match[1]} hp"}, f"1d{match[1]} hp", text[match.end() :])
    if match := _HALF.match(text):
        if not (beside := _HIT_POINTS.match(text)):
            return Reading({"hd": "1d4 hp"}, "less than one, 1d4 hp", text[match.end() :])
        return Reading({"hd": f"1d{beside[1]} hp"}, f"1d{beside[1]} hp", text[beside.end() :])
    match = _HD.match(text)
    if match is None:
        raise UnreadableValue("these are no hit dice: write HD 1, or a class and level as F3")
    return _read_whole_dice(text, match)


def _read_whole_dice(text: str, match: re.Match[str]) -> Reading:
    if re.match(r" ?(?:hps?|hit points)\b", text[match.end() :], re.IGNORECASE):
        raise UnreadableValue("these are hit points: write the hit dice")
    dice, plus, rest = int(match[1]), (match["plus"] or "").replace(" ", ""), text[match.end() :]
    if not dice:
        raise UnreadableValue("no hit dice: write a class and its level, or 1d6 hp", "1d6 hp")
    if plus.startswith("-") and int(plus[1:]) >= dice and not (dice == 1 and plus == "-1"):
        raise UnreadableValue(f"{match[0].strip()} may be a range: write the hit dice of this one", str(dice))
    if _MORE_FIGURES.match(rest) or rest.startswith(("½", "d", ".")):
        raise UnreadableValue(f"{text[:40]} may mean several: write the hit dice of this one", str(dice))
    words = f"{dice}{plus}"
    if match["sides"] and match["sides"] != "8":
        return Reading({"hd": words}, f"{words}, written as dice of {match['sides']} sides", rest)
    return Reading({"hd": words}, words, rest)


def read_class(text: str) -> Reading | None:
    """Read ``F4``, ``MU 5``, ``3rd level cleric``, ``thief 2`` or ``0-level``.

    Several are read as ``F3/MU3`` or ``F/MU 3/3``. Return None for anything else.
    """
    if level_0 := _LEVEL_0.match(text):
        return Reading({"class": "level_0", "level": 0}, "of level 0, without a class", text[level_0.end() :])
    if several := _read_several(text):
        return several
    lettered, named = _LETTERED.match(text), _NAMED.match(text)
    if leveled := _LEVEL_LETTERS.match(text):
        return _make_class(_CLASS_LETTERS[leveled[2].lower()], int(leveled[1]), text[leveled.end() :])
    if lettered is not None and _is_letters(lettered[1]) and not text[lettered.end() : lettered.end() + 1].isalnum():
        name, level, end = _CLASS_LETTERS[lettered[1].lower()], int(lettered[2]), lettered.end()
    elif named is not None and (number := named["before"] or named["first"] or named["after"]):
        name, level, end = _CLASS_NAMES[named["name"].lower()], int(number), named.end()
    else:
        return None
    return _make_class(name, level, text[end:])


def _make_class(name: str, level: int, rest: str) -> Reading:
    return Reading({"class": name, "level": level}, f"{name.replace('_', '-')} of level {level}", rest)


def _is_letters(sign: str) -> bool:
    """Return whether letters are written as those of a class: one alone must be a capital."""
    return sign[:1].isupper()


def _read_several(text: str) -> Reading | None:
    """Read several classes, each with its level; None where they are not that.

    Raises UnreadableValue for one that stands there twice.
    """
    if match := _SEVERAL.match(text):
        signs, levels = re.split(r" ?/ ?", match[1]), re.split(r" ?/ ?", match[2])
    elif match := _EACH_LEVEL.match(text):
        pairs = re.findall(rf"({_ONE}) ?(\d{{1,2}})", match[0], re.IGNORECASE)
        signs, levels = [sign for sign, _ in pairs], [level for _, level in pairs]
    else:
        return None
    names = [_CLASS_LETTERS.get(each.lower()) or _CLASS_NAMES[each.lower()] for each in signs]
    is_cut_short = text[match.end() : match.end() + 1].isalnum()
    if is_cut_short or len(names) != len(levels) or (signs[0].islower() and len(signs[0]) < 3):
        return None
    written = list(zip(names, map(int, levels), strict=True))
    meaning = " / ".join(f"{name.replace('_', '-')} {level}" for name, level in written)
    if len(set(names)) < len(names) or 0 in dict(written).values():
        raise UnreadableValue(f"{meaning}: write each class once, with its level", f"{names[0]} {levels[0]}")
    classes = [{"class": name, "level": level} for name, level in written]
    return Reading({"classes": classes}, meaning, text[match.end() :])


def read_class_word(text: str) -> str:
    """Return the id of a class that is named without a level; "" for none."""
    word = text.strip().lower()
    return _CLASS_NAMES.get(word) or _CLASS_LETTERS.get(word) or _CLASS_NAMES.get(word.removesuffix("s")) or ""


def read_hit_points(text: str) -> Reading:
    """Read ``5``, or a number for each of several: ``6, 5, 5, 7``."""
    if dice := _DICE.match(text):
        beside = re.match(r"\s*[(=]\s*(\d{1,4})\s*\)?", text[dice.end() :])
        if beside is None:
            raise UnreadableValue("they are rolled: write the number", str(_compute_average(dice)))
        return _check_hit_points([int(beside[1])], text[dice.end() + beside.end() :])
    if repeated := _HP_TIMES.match(text):
        pairs = re.findall(r"(\d+) ?(?:hp )?[x×] ?(\d+)", repeated[0])
        return _check_hit_points(
            [int(points) for points, often in pairs for _ in range(int(often))], text[repeated.end() :]
        )
    match = _HP.match(text)
    if match is None:
        raise UnreadableValue("no number stands there")
    found = [int(each) for each in re.findall(r"\d+", match[0])]
    if "/" in match[0] and len(found) == 2:
        raise UnreadableValue(
            "of two figures with a stroke one may be what is left: write one, or 6, 5", str(max(found))
        )
    rest = text[match.end() :]
    if re.match(r" ?(?:-|to|[x×])? ?\d", rest) or rest.startswith(("d", "+")):
        raise UnreadableValue("a range of hit points: write the number")
    for known in (_DICE_BESIDE, _EACH, _DICE_BESIDE):
        rest = rest[beside.end() :] if (beside := known.match(rest)) else rest
    return _check_hit_points(found, rest)


def _check_hit_points(found: list[int], rest: str) -> Reading:
    if len(found) > MOST_ALIKE or not all(found):
        raise UnreadableValue(f"hit points are 1 or more, of at most {MOST_ALIKE}")
    return Reading({"hp": found[0] if len(found) == 1 else found}, ", ".join(map(str, found)), rest)


def _compute_average(dice: re.Match[str]) -> int:
    plus = int(dice[4] or 0) * (-1 if dice[3] == "-" else 1)
    return max(int(dice[1]) * (int(dice[2]) + 1) // 2 + plus, 1)


def read_movement(text: str, *, modern: bool = False) -> Reading:
    """Read inches (``9``, ``9"``) or feet a turn (``90 ft``, ``90'``), ten to the inch.

    The first of several is the movement on foot. In ``modern`` blocks feet are those of a short round: Unreadable.
    """
    if re.match(r"(?:nil|none)\b", text, re.IGNORECASE):
        return Reading({"movement": 0}, '0"', text[4:])
    match = _MOVE.match(text)
    if match is None:
        raise UnreadableValue("no movement on foot is said")
    number, unit, rest = int(match[1]), (match[2] or "").lower(), text[match.end() :]
    encounter = re.match(rf" ?[(/] ?{number // 3} ?(?:'|ft\.?|feet)? ?\)?(?!\d)", rest)
    bare = not unit and number <= _MOST_INCHES and not encounter
    if unit in ('"', "inches", "in") or (bare and not (modern and number % FEET_AN_INCH == 0)):
        inches = number
    else:
        inches = _read_feet(number, unit, sure=encounter is not None, modern=modern)
        rest = rest[encounter.end() :] if encounter else rest
    return Reading({"movement": inches}, f'{inches}"', rest)


def _read_feet(number: int, unit: str, *, sure: bool, modern: bool) -> int:
    inches = number // FEET_AN_INCH
    if number % FEET_AN_INCH:
        raise UnreadableValue(f"{number} feet is not a whole number of inches: 10 feet make one", str(inches))
    if not unit and number < _FEWEST_BARE_FEET and not sure:
        raise UnreadableValue(f"{number} without a sign: write it in inches of a round, 12 for a human", str(inches))
    if modern or (number < _FEET_A_TURN and not sure and unit):
        raise UnreadableValue(
            f'{number} feet are {inches}" where a human walks 120, and more where 30 or 40: write the inches',
            str(inches),
        )
    return inches


def read_size(text: str) -> Reading:
    """Read S, M or L, or the word."""
    match = re.match(r"[A-Za-z]+", text)
    size = _SIZES.get(match[0].lower()) if match else None
    if match is None or size is None:
        raise UnreadableValue("a size is S, M or L")
    rest = re.sub(r"^-? ?sized?\b", "", text[match.end() :], flags=re.IGNORECASE)
    return Reading(
        {"size": size}, {"S": "small", "M": "man-sized", "L": "large"}[size], re.sub(r"^ ?\([^()]*\)", "", rest)
    )


def read_morale(text: str) -> Reading:
    """Read a percentage. Morale on two dice is not supported."""
    match = _MORALE.match(text)
    if match is None:
        raise UnreadableValue("morale is a percentage here: write 50%")
    return Reading({"morale": int(match[1])}, f"{match[1]}%", text[match.end() :])


READERS: Mapping[str, Callable[[str], Reading]] = {
    "armor class": read_armor_class,
    "hit dice": read_hit_dice_text,
    "hit points": read_hit_points,
    "movement": read_movement,
    "size": read_size,
    "morale": read_morale,
}
"""The reader of each label that is read by itself."""
