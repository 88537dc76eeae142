"""Attacks and damage of a pasted stat block: a natural routine, or blows with a weapon."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from rules.reference import list_weapons

MOST_BLOWS = 12
"""The highest number of blows of one routine."""
USUAL_DICE = (4, 6, 8, 10, 12, 20, 3, 2)
"""Sides of the dice that a range such as 2-5 is read as, the first that fits."""

_RANGE = r"(?P<low>\d{1,3})\s?-\s?(?P<high>\d{1,3})"
_DICE = r"(?P<count>\d{0,2})d(?P<sides>\d{1,3})\s?(?P<plus>[+-]\s?\d{1,3})?"
_DAMAGE = re.compile(rf"(?:{_DICE}|{_RANGE}|(?P<flat>\d{{1,3}}))(?:\s?(?:hp|points?))?", re.ASCII | re.IGNORECASE)
_TIMES = re.compile(r"\s*\(?\s?[x×]\s?(\d{1,2})\s?\)?", re.ASCII | re.IGNORECASE)
_COUNT_AND_NAME = re.compile(r"(?:(\d{1,2})\s*[x×]?\s*)?([A-Za-z' -]*)", re.ASCII | re.IGNORECASE)
_RATE = re.compile(r"(\d)/(\d)(?:\s+rounds?)?", re.ASCII)
_BY_WEAPON = re.compile(
    r"\b(?:by|per|as|or)\s+(?:(?:by|per|as)\s+)?weapons?(?: type)?\b"
    r"|^(?:(?P<often>\d{1,2})\s*[x×]?\s*)?weapons?(?: type)?(?=\s*(?:\(|$|\d))",
    re.ASCII | re.IGNORECASE,
)
_COUNTED = re.compile(r"(\d{1,2})\s*\(([^()\d]*(?:\d\s[^()\d]*)*)\)", re.ASCII)
_BY_WEAPON_DICE = "1d8"
"""The damage of a weapon that is not named."""
_NOTHING = ("", "-", "nil", "none", "0")


@dataclass
class PastedBlow:
    """One blow."""

    name: str
    """The weapon or limb."""
    dice: str
    """Empty where none were written."""
    by_weapon: bool = False


@dataclass
class PastedAttacks:
    """The attacks that were read."""

    table: dict[str, object] = field(default_factory=dict)
    """Keys of the combatant's table."""
    words: str = ""
    """The attacks in words."""
    unread: list[tuple[str, str]] = field(default_factory=list)
    """Parts that were not read, each with the reason."""


def read_blows(attacks: str, damage: str, weapons: Sequence[str] = (), *, armed: bool = False) -> PastedAttacks:
    """Read attacks (``3``, ``2 claws (1d4)``) and damage (``1-4/1-8``, ``by weapon``).

    ``weapons`` are ids that the text names. With ``armed`` it fights with a weapon even if none is named.
    """
    found = PastedAttacks()
    if counted := _COUNTED.fullmatch(attacks.strip()):
        attacks = counted[2]
    rate = _RATE.fullmatch(attacks.strip())
    if rate is not None and rate[2] != "0" and damage:
        found.table["routines"] = int(rate[1]) / int(rate[2])
        attacks = ""
    named = list(_read_blows(attacks, found)) if attacks.strip().lower() not in _NOTHING else []
    named = [each for each in named if each.name or each.by_weapon or not each.dice.isdecimal()]
    count = int(attacks) if attacks.strip().isdecimal() and len(attacks) < 3 else len(named)
    dealt = list(_read_damages(damage, found)) if damage.strip().lower() not in _NOTHING else []
    if len(dealt) == 1 and count > 1:
        dealt = dealt * min(count, MOST_BLOWS)
    elif dealt and count > 1 and count != len(dealt):
        found.unread.append((f"{attacks} attacks", f"the damage is that of {len(dealt)}: these are taken"))
    for blow, attack in zip(dealt, named, strict=False):
        blow.name = blow.name or attack.name
    blows = (dealt or [each for each in named if each.dice or each.by_weapon])[:MOST_BLOWS]
    if named and not blows and not weapons:
        found.unread.append((attacks, "no damage is said"))
    if weapons:
        found.table["weapons"] = list(weapons)
        found.words = ", ".join(each.replace("_", " ") for each in weapons) + ", as the table has them"
    elif armed:
        _apply_unnamed_weapon(found, blows)
    else:
        _apply_blows(found, blows)
    return found


def _read_damages(damage: str, found: PastedAttacks) -> Iterator[PastedBlow]:
    """Yield the blows of a damage text, and note the parts that are none."""
    for blow in _read_blows(damage, found):
        if blow.dice or blow.by_weapon:
            yield blow
        elif not find_weapon_names(blow.name):
            found.unread.append((blow.name, "beside the damage: rule what it does"))


def _apply_blows(found: PastedAttacks, blows: list[PastedBlow]) -> None:
    """Add a natural routine, or a weapon that is known only by its damage."""
    natural = [each for each in blows if not each.by_weapon and each.dice]
    armed = [each for each in blows if each.by_weapon]
    if natural:
        names = list(dict.fromkeys(each.name for each in natural if each.name))
        id = re.sub(r"[^a-z]+", "_", "_".join(names).lower()).strip("_")[:30] or "natural_attacks"
        dice = [each.dice for each in natural]
        found.table["natural"] = True
        found.table["weapons"] = [{"id": id, "natural": True, "blows": dice}]
        found.words = f"{', '.join(dice)} as one natural routine"
        if armed:
            found.unread.append(("by weapon", "beside a natural routine: add the weapon by hand"))
        return
    if armed:
        _apply_unnamed_weapon(found, armed)


def _apply_unnamed_weapon(found: PastedAttacks, blows: list[PastedBlow]) -> None:
    """Add a weapon known only by its damage, as long as a sword."""
    if len(blows) > 1:
        found.table["routines"] = len(blows)
    dice = next((each.dice for each in blows if each.dice), _BY_WEAPON_DICE)
    found.words = f"by weapon, {dice} until one is chosen"
    if blows and dice != _BY_WEAPON_DICE:
        found.table["weapons"] = [{"id": "weapon", "natural": False, "length_ft": 3.5, "damage": dice}]


def find_weapon_names(text: str) -> list[str]:
    """Return the ids of the table's weapons that a text names in full: "spears, long bow".

    A "sword" alone is ambiguous, so it names none.
    """
    found: list[tuple[int, str]] = []
    words = f" {' '.join(re.sub('[^a-z]+', ' ', text.lower()).split())} "
    for name, id in sorted(_index_weapon_names().items(), key=lambda pair: -len(pair[0])):
        at = re.search(rf" {name}(?:e?s)? ", words)
        if at is not None:
            found.append((at.start(), id))
            words = f"{words[: at.start()]} {'#' * (at.end() - at.start() - 2)} {words[at.end() :]}"
    return [id for _, id in sorted(found)]


@cache
def _index_weapon_names() -> dict[str, str]:
    """Return the ids of the table's weapons by their spoken names, without ambiguous ones.

    "sword, long" is also spoken as "long sword".
    """
    names: dict[str, set[str]] = {}
    for weapon in list_weapons():
        head, _, rest = weapon.name.lower().replace("'", "").partition(",")
        for words in (f"{rest} {head}", f"{head} {rest}"):
            names.setdefault(" ".join(re.sub("[^a-z]+", " ", words).split()), set()).add(weapon.id)
    return {name: min(ids) for name, ids in names.items() if len(ids) == 1}


def _read_blows(text: str, found: PastedAttacks) -> Iterator[PastedBlow]:
    """Yield the blows of a text, each as often as it says, and note the parts that are none."""
    for piece in _split_pieces(text):
        yield from _read_piece(piece, found)


def _read_piece(piece: str, found: PastedAttacks) -> Iterator[PastedBlow]:
    weapon = _BY_WEAPON.search(piece)
    by_weapon = weapon is not None
    rest = re.sub(r"\s*\bor\b\s*", " ", _BY_WEAPON.sub(" ", piece)).strip(" ()")
    amount = _DAMAGE.match(rest)
    after = rest[amount.end() :] if amount is not None else ""
    if weapon is not None and weapon["often"]:
        rest = f"{weapon['often']} weapon {rest}"
    elif amount is not None and (_TIMES.match(after) or not re.match(r"\s*[x×]?\s*[A-Za-z]", after)):
        yield from _repeat(rest, amount, "", by_weapon, found)
        return
    head = _COUNT_AND_NAME.match(rest)
    assert head is not None
    inside = rest[head.end() :].lstrip(" (:")
    amount = _DAMAGE.match(inside)
    often = int(head[1] or 1)
    name = head[2].strip(" -'")
    if amount is None:
        if inside.strip(" ()"):
            found.unread.append((piece, "that is not the damage of a blow"))
        for _ in range(min(often, MOST_BLOWS)):
            yield PastedBlow(name, "", by_weapon)
        return
    for blow in _repeat(inside, amount, name, by_weapon, found):
        for _ in range(min(often, MOST_BLOWS)):
            yield PastedBlow(blow.name, blow.dice, blow.by_weapon)


def _repeat(text: str, amount: re.Match[str], name: str, by_weapon: bool, found: PastedAttacks) -> Iterator[PastedBlow]:
    dice, rest, often = _to_dice(amount), text[amount.end() :], 1
    if times := _TIMES.match(rest):
        often, rest = min(int(times[1]), MOST_BLOWS), rest[times.end() :]
    if rest.strip(" ()"):
        found.unread.append((rest.strip(" ()"), "beside the damage: rule what it does"))
    if not dice:
        found.unread.append((amount[0], "no dice give that"))
        return
    for _ in range(often):
        yield PastedBlow(name, dice, by_weapon)


def _to_dice(amount: re.Match[str]) -> str:
    """Return the dice for "1d8+1", "2-5" (1d4+1) or a plain number; empty if none fit."""
    if amount["sides"]:
        count, sides = int(amount["count"] or 1), int(amount["sides"])
        return f"{count}d{sides}{(amount['plus'] or '').replace(' ', '')}" if count and sides else ""
    if amount["flat"]:
        return str(int(amount["flat"]))
    low, high = int(amount["low"]), int(amount["high"])
    if low and high % low == 0 and high // low in USUAL_DICE:
        return f"{low}d{high // low}"
    for count in range(1, low + 1):
        sides, odd = divmod(high - low + count, count)
        if not odd and sides in USUAL_DICE:
            return f"{count}d{sides}{low - count:+d}" if low != count else f"{count}d{sides}"
    return ""


def _split_pieces(text: str) -> list[str]:
    """Return the parts between commas, slashes, semicolons and "and", outside of brackets."""
    pieces, depth, last = [], 0, 0
    for sign in re.finditer(r"[()]|[,/;&]|\s\+\s|\band\b", text):
        if sign[0] in "()":
            depth = max(0, depth + (1 if sign[0] == "(" else -1))
        elif not depth:
            pieces.append(text[last : sign.start()])
            last = sign.end()
    pieces.append(text[last:])
    return [piece.strip() for piece in pieces if piece.strip(" .()")]
