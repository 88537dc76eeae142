"""Attacks and damage of a pasted stat block: a natural routine, or blows with weapons.

Each piece of the text is read whole: a count, a name, a bonus to hit, the damage. What is left of it is listed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from rules.kernel.frozen import frozen
from rules.kernel.stat_block import Weapon
from rules.kernel.terms import HUNDREDTHS
from rules.reference import list_weapons, lookup_weapon
from rules.statblocks.pasted_values import UnreadableValue

MOST_BLOWS = 12
"""The highest number of blows of one routine."""
USUAL_DICE = (4, 6, 8, 10, 12, 20, 3, 2)
"""Sides of the dice that a range such as 2-5 is read as, the first that fits."""
UNNAMED_WEAPON = "1d8"
"""The damage of a weapon that is not named."""

_PLUS = (
    r"(?P<plus>[+-]\d{1,3}(?!\d*\s?d)"
    r"|\s?[+-]\s?\d{1,3}(?!\d*\s?d)(?!\d|\s+(?!slash|pierc|bludg|damage|points?|hp|each|by|with)[A-Za-z]))?"
)
_DAMAGE = re.compile(
    r"(?:(?P<count>\d{0,2})d(?P<sides>\d{1,3})|(?P<low>\d{1,3})\s?-\s?(?P<high>\d{1,3})|(?P<flat>\d{1,3}))"
    rf"(?!\d){_PLUS}",
    re.ASCII | re.IGNORECASE,
)
_TIMES = re.compile(r"\s*\(?\s?[x×]\s?(\d{1,2})\s?\)?", re.ASCII | re.IGNORECASE)
_UNIT = re.compile(
    r"\s*\(?\b(?:each|apiece|hps?|hit points?|points?|(?:of )?damage|slashing|piercing|bludgeoning"
    r"|per (?:attack|blow|hit))\b\)?",
    re.IGNORECASE,
)
_SAME = re.compile(r"\s*\(\s*([^()]*)\)")
_LIMB = re.compile(
    r"\s*(?:\(|(?:by|with|from|per|for|as)\s+)?\s*(?:an?\s+|the\s+|its\s+)?([A-Za-z][A-Za-z' -]*?)\s*\)?\s*$"
)
_EFFECT = re.compile(
    r"\s*\(?\s*(?:plus|and|or|\+|&|save|see|special|poison|paraly|disease|level|energy|drain|vs|against|\*)", re.I
)
_HEAD = re.compile(
    r"(?:(?P<count>\d{1,2})\s*[x×]?\s*(?=[A-Za-z(]))?(?P<name>[A-Za-z][A-Za-z' -]*?)?\s*"
    r"(?P<hit>[+-]\s?\d{1,2}(?:/[+-]?\d{1,2})*)?"
    r"(?:\s*to hit)?\s*(?P<manner>melee|ranged|missile fire|missile)?\s*(?=[(:\d]|for\b|$|doing\b)(?:for|doing)?[\s:]*",
    re.ASCII | re.IGNORECASE,
)
_RATE = re.compile(r"(\d)/(\d)(?:\s+(?:rounds?|r))?", re.ASCII)
_WEAPON_WORD = r"(?:(?:by|per|as)\s+)?weapons?(?: type| attacks?)?"
_BY_WEAPON = re.compile(rf"(?:(?P<often>\d{{1,2}})\s*[x×]?\s*)?{_WEAPON_WORD}", re.ASCII | re.IGNORECASE)
_NATURAL_WORDS = re.compile(r"\b(?:attacks?|hits?|blows?)\b", re.IGNORECASE)
_COUNTED = re.compile(r"(\d{1,2})\s*[(:]\s*([^()]*(?:\([^()]*\)[^()]*)*)\)?", re.ASCII)
_SURE_DAMAGE = re.compile(r"\d*d\d|\d+ ?- ?\d", re.ASCII | re.IGNORECASE)
_LONGEST = 300
"""The longest text of attacks that is read."""
_SENTENCE = re.compile(r"(\d{1,2}) attacks?,? (?:for|doing|dealing|of|at) ?(.*)", re.ASCII | re.IGNORECASE | re.DOTALL)
_HELD = re.compile(
    r"\b(?:sword|knife|knives|axe|spear|bow|club|staff|pick|hammer|mace|flail|lance|scimitar|blade|cleaver"
    r"|crossbow|javelin|sling|whip|fork|pole|polearm|cudgel"
    r"|hatchet|machete|rapier|cutlass|arrow|stone|rock|boulder)s?\b",
    re.IGNORECASE,
)
"""Names of things that are held, though the table has no such weapon."""
_NOTHING = ("-", "nil", "none", "0", "no", "n/a")
_SPECIAL = re.compile(r"(?:special|see (?:below|special|text)|poison(?:ous)?|paraly[sz]\w*)[\w ]*", re.IGNORECASE)


@dataclass
class PastedBlow:
    """One kind of blow."""

    name: str
    """The weapon or limb."""
    dice: str
    """Empty where none were written."""
    by_weapon: bool = False
    often: int = 1
    spare: bool = False
    """Another weapon that it may use instead of the one before."""


@dataclass
class PastedAttacks:
    """The attacks that were read."""

    table: dict[str, object] = field(default_factory=dict)
    """Keys of the combatant's table."""
    words: str = ""
    """The attacks in words; "" if there are none to read."""
    unread: list[tuple[str, str]] = field(default_factory=list)
    """Parts that were not read, each with the reason."""
    special: list[str] = field(default_factory=list)
    """Attacks that have no figures."""
    written: str = ""
    """The text that was read."""
    weapons: list[str] = field(default_factory=list)
    """Weapons of the table that stand beside the damage."""


@frozen
class _Amount:
    """The damage at the begin of a text."""

    dice: str
    often: int
    rest: str


def read_blows(attacks: str, damage: str, weapons: Sequence[str] = (), *, armed: bool = False) -> PastedAttacks:
    """Read attacks (``3``, ``2 claws (1d4)``) and damage (``1-4/1-8``, ``by weapon``).

    ``weapons`` are ids that the text names. With ``armed`` it fights with a weapon even if none is named. Raises
    UnreadableValue for figures that may mean two things, or that do not belong together.
    """
    found = PastedAttacks()
    if len(attacks) + len(damage) > _LONGEST:
        raise UnreadableValue("the text is too long: write the attacks of one round")
    attacks, damage = _split_sentence(attacks.strip(), damage.strip())
    if _is_nothing(attacks, damage) or (not damage and _SPECIAL.fullmatch(attacks)):
        return _read_nothing(found, attacks, damage)
    attacks, named = _read_attacks(found, attacks, damage)
    dealt = _read_list(found, damage, in_damage=True) if damage else []
    blows = _match_blows(attacks, named, dealt)
    if not blows and not weapons and not found.weapons:
        raise UnreadableValue("no damage is said: write it as 2 claws (1d4), or by weapon")
    _apply(found, blows, list(dict.fromkeys([*weapons, *found.weapons])), armed=armed)
    return found


def _split_sentence(attacks: str, damage: str) -> tuple[str, str]:
    """Return "3 attacks for 1-3/1-6" as attacks and damage."""
    if not damage and (sentence := _SENTENCE.fullmatch(attacks)):
        return sentence[1], sentence[2]
    return attacks, damage


def _is_nothing(attacks: str, damage: str) -> bool:
    return (damage or attacks).lower() in _NOTHING or bool(damage and _SPECIAL.fullmatch(damage))


def _read_nothing(found: PastedAttacks, attacks: str, damage: str) -> PastedAttacks:
    """Return no blows, with a note of an attack that has no figures."""
    written = damage or attacks
    if written.lower() not in _NOTHING:
        found.special.append(f"attack: {written}")
    found.table |= {"natural": True, "weapons": []}
    found.words = "no blows"
    return found


def _read_attacks(found: PastedAttacks, attacks: str, damage: str) -> tuple[str, list[PastedBlow]]:
    """Return the attacks without their total, and the blows that they name."""
    if (counted := _COUNTED.fullmatch(attacks)) and not _SURE_DAMAGE.match(counted[2]):
        named = _read_list(found, counted[2], in_damage=False)
        total = sum(each.often for each in named)
        if total != int(counted[1]) and len(named) == 1:
            named[0].often = total = int(counted[1])
        if total != int(counted[1]):
            raise UnreadableValue(f"{counted[1]} attacks are not {counted[2]}")
        return counted[1], named
    rate = _RATE.fullmatch(attacks)
    if rate is not None and rate[2] != "0" and damage:
        found.table["routines"] = (
            int(rate[1]) / int(rate[2]) if int(rate[1]) % int(rate[2]) else int(rate[1]) // int(rate[2])
        )
        return "", []
    if not attacks or attacks.isdecimal():
        return attacks[:4], []
    return "", _read_list(found, attacks, in_damage=False)


def _match_blows(attacks: str, named: list[PastedBlow], dealt: list[PastedBlow]) -> list[PastedBlow]:
    """Return the blows of attacks and damage together.

    Raises UnreadableValue if their numbers differ.
    """
    spare = [each for each in (*named, *dealt) if each.spare]
    if spare:
        plain = _match_blows(attacks, _drop_spare(named), _drop_spare(dealt))
        return [*plain, *(each for each in spare if each.dice or find_weapon_names(each.name))]
    if not dealt:
        return [each for each in named if each.dice or each.by_weapon or find_weapon_names(each.name)]
    if any(each.dice for each in named):
        if _list_dice(named) == _list_dice(dealt):
            return named
        raise UnreadableValue("the attacks and the damage have figures of their own")
    if len(named) == len(dealt) and all(each.often == 1 for each in dealt):
        return [
            replace(blow, name=blow.name or each.name, often=each.often)
            for blow, each in zip(dealt, named, strict=True)
        ]
    return _match_numbers(attacks, named, dealt)


def _match_numbers(attacks: str, named: list[PastedBlow], dealt: list[PastedBlow]) -> list[PastedBlow]:
    """Return the damage for each of the attacks. Raises UnreadableValue if their numbers differ."""
    count = int(attacks) if attacks else sum(each.often for each in named)
    total = sum(each.often for each in dealt)
    if count > MOST_BLOWS:
        raise UnreadableValue(f"a routine has at most {MOST_BLOWS} blows")
    if len(dealt) == 1 and dealt[0].often == 1 and count > 1:
        return [replace(dealt[0], often=count)]
    if count and count != total:
        raise UnreadableValue(f"there are {count} attacks, and damage of {total}")
    if sum(each.often for each in named) == total:
        names = [each.name for each in named for _ in range(each.often)]
        single = [each for each in dealt for _ in range(each.often)]
        return [replace(each, name=each.name or name, often=1) for each, name in zip(single, names, strict=True)]
    return dealt


def _drop_spare(blows: list[PastedBlow]) -> list[PastedBlow]:
    return [each for each in blows if not each.spare]


def _list_dice(blows: list[PastedBlow]) -> list[str]:
    return [each.dice for each in blows for _ in range(each.often)]


def _read_list(found: PastedAttacks, text: str, *, in_damage: bool) -> list[PastedBlow]:
    """Return the blows of a text, and note the parts that are none."""
    blows: list[PastedBlow] = []
    for piece in _split_pieces(text):
        choices = [each.strip() for each in re.split(r"\bor\b(?![^()]*\))", piece, flags=re.IGNORECASE) if each.strip()]
        read = [blow for each in choices if (blow := _read_piece(found, each, in_damage=in_damage)) is not None]
        blows += _choose(read, piece) if len(choices) > 1 else read
        if len(blows) > MOST_BLOWS * 2:
            raise UnreadableValue(f"a routine has at most {MOST_BLOWS} blows")
    if sum(each.often for each in blows) > MOST_BLOWS:
        raise UnreadableValue(f"a routine has at most {MOST_BLOWS} blows")
    return blows


def _choose(read: list[PastedBlow], piece: str) -> list[PastedBlow]:
    """Return one blow for "1-8 or by weapon". Raises UnreadableValue for other choices."""
    dice = [each for each in read if each.dice]
    if len({each.dice for each in dice}) <= 1 and any(each.by_weapon for each in read):
        return [replace((dice or read)[0], by_weapon=True)]
    if len(read) > 1 and all(find_weapon_names(each.name) for each in read):
        return [read[0], *(replace(each, spare=True) for each in read[1:])]
    if len(read) <= 1:
        return read
    raise UnreadableValue(f"{piece} is a choice: write the attacks of this one")


def _read_piece(found: PastedAttacks, piece: str, *, in_damage: bool) -> PastedBlow | None:
    """Return the blow of one piece; None, with a note, for a piece that is none."""
    inner = piece.strip(" .")
    while inner.startswith("(") and inner.endswith(")") and inner.count("(") == 1:
        inner = inner[1:-1].strip()
    amount = _read_amount(inner) if in_damage or _SURE_DAMAGE.match(inner) else None
    if amount is not None:
        if by_weapon := _BY_WEAPON.fullmatch(amount.rest.strip(" ()")):
            return PastedBlow("", amount.dice, by_weapon=by_weapon is not None, often=amount.often)
        return PastedBlow(_read_limb(found, amount.rest), amount.dice, often=amount.often)
    if (armed := _BY_WEAPON.match(inner)) and not inner[armed.end() : armed.end() + 1].isalpha():
        return _read_armed(found, inner, armed)
    return _read_named(found, inner, in_damage=in_damage)


def _read_armed(found: PastedAttacks, piece: str, armed: re.Match[str]) -> PastedBlow:
    """Return the blow of "by weapon", "weapon (1d10+1)" or "2 weapons (1d8)"."""
    rest = re.sub(r"^\s*[+-]\d{1,2}(?=\s*(?:melee)?\s*\()", lambda hit: _note_hit(found, hit[0]), piece[armed.end() :])
    rest = re.sub(r"^\s*melee\b", "", rest).strip(" ():")
    amount = _read_amount(rest) if rest[:1].isdigit() or rest.startswith("d") else None
    left = amount.rest if amount is not None else rest
    if left.strip(" ()") and not _BY_WEAPON.fullmatch(re.sub(r"^\s*or\b", "", left).strip(" ()")):
        found.unread.append((left.strip(" ()"), "beside the damage: rule what it does"))
    often = int(armed["often"] or 1) * (amount.often if amount is not None else 1)
    return PastedBlow("", amount.dice if amount is not None else "", by_weapon=True, often=often)


def _read_named(found: PastedAttacks, piece: str, *, in_damage: bool) -> PastedBlow | None:
    """Return the blow of "2 claws +3 (1d4)" or "bite"."""
    head = _HEAD.match(piece)
    if head is None or not head[0].strip():
        if not _EFFECT.match(piece) and re.search(r"\d", piece):
            raise UnreadableValue(f"{piece} is not the damage of a blow")
        found.unread.append((piece, "no blow: rule what it does"))
        return None
    name = _NATURAL_WORDS.sub("", head["name"] or "").strip(" -'")
    if head["hit"]:
        _note_hit(found, head["hit"])
    inside = piece[head.end() :].strip().removeprefix("(")
    amount = _read_amount(inside) if inside else None
    if amount is None and inside.strip(" ()"):
        if re.search(r"\d", inside):
            raise UnreadableValue(f"{piece} is not the damage of a blow")
        found.unread.append((inside.strip(" ()"), "no damage: rule what it does"))
    if amount is None:
        weapons = find_weapon_names(name) if in_damage else []
        found.weapons += weapons
        if in_damage and not weapons:
            found.unread.append((piece, "no damage: rule what it does"))
        return None if in_damage else PastedBlow(name, "", often=int(head["count"] or 1))
    by_weapon = bool(re.search(r"\bor\s+(?:by\s+)?weapon", amount.rest, re.IGNORECASE))
    if not by_weapon:
        limb = _read_limb(found, amount.rest)
        name = name or limb
    return PastedBlow(name, amount.dice, by_weapon=by_weapon, often=int(head["count"] or 1) * amount.often)


def _note_hit(found: PastedAttacks, written: str) -> str:
    found.unread.append((written.strip(), "to hit: it follows from the hit dice or the class"))
    return ""


def _read_amount(text: str) -> _Amount | None:
    """Return the damage that a text begins with; None for a text that begins otherwise."""
    times = re.match(r"(\d{1,2})\s*[x×]\s*(?=\d*d?\d)", text)
    often = int(times[1]) if times else 1
    text = text[times.end() :] if times else text
    amount = _DAMAGE.match(text)
    if amount is None:
        return None
    rest, dice = text[amount.end() :], _to_dice(amount)
    if amount["flat"] and (inner := _SAME.match(rest)) and (rolled := _DAMAGE.fullmatch(inner[1].replace(" ", ""))):
        if rolled["sides"] or rolled["low"]:
            dice, rest = _to_dice(rolled), rest[inner.end() :]
    elif (inner := _SAME.match(rest)) and (again := _DAMAGE.fullmatch(inner[1].strip())):
        if _to_dice(again) != dice:
            raise UnreadableValue(f"{text} has two figures: write one")
        rest = rest[inner.end() :]
    if not dice:
        raise UnreadableValue(f"no dice give {amount[0]}")
    before = rest
    if repeated := _TIMES.match(rest):
        often, rest = often * int(repeated[1]), rest[repeated.end() :]
    while unit := _UNIT.match(rest):
        rest = rest[unit.end() :]
    if amount["flat"] and not amount["plus"] and re.match(r"\s*[A-Za-z]", before) and rest == before:
        return _refuse_flat(text, rest)
    return _Amount(dice, min(often, MOST_BLOWS + 1), rest)


def _refuse_flat(text: str, rest: str) -> _Amount | None:
    """Return None for a number that counts blows; raise UnreadableValue if that is not certain."""
    if re.search(r"[(:]|\d*d\d|\d-\d|weapon|^\s*[x×]", rest):
        return None
    if (number := re.match(r"\d+", text)) and _EFFECT.match(rest):
        return _Amount(str(int(number[0])), 1, rest)
    raise UnreadableValue(f"{text} may be damage or a count: write 1 (bite), or 2 bites (1d4)")


def _read_limb(found: PastedAttacks, rest: str) -> str:
    """Return the name behind a damage, and note anything else."""
    rest = rest.strip(" .;,")
    if not rest.strip(" ()"):
        return ""
    if (weapons := find_weapon_names(rest)) and not _EFFECT.match(rest):
        if beside := list_words_beside_weapons(rest):
            found.unread.append((beside, "beside the weapon: add it by hand"))
        return weapons[0].replace("_", " ")
    limb = None if _EFFECT.match(rest) else _LIMB.fullmatch(rest)
    if limb is not None and len(limb[1].split()) <= 3:
        return limb[1]
    if re.match(r"[+&/-]?\s*\d", rest) and not re.search(r"[A-Za-z]{3}", rest):
        raise UnreadableValue(f"{rest} stands behind a damage: write the damage whole")
    named = re.match(r"\s*(?:by |with )?([A-Za-z]+)\s*(?=\(|plus\b|\+|and\b)", rest)
    found.unread.append(
        (rest.strip(" ()") if rest.count("(") != rest.count(")") else rest, "beside the damage: rule what it does")
    )
    return named[1] if named and not _EFFECT.match(named[1]) else ""


def _to_dice(amount: re.Match[str]) -> str:
    """Return the dice for "1d8+1", "2-5" (1d4+1) or a plain number; empty if none fit."""
    plus = int((amount["plus"] or "0").replace(" ", ""))
    if amount["sides"]:
        count, sides = int(amount["count"] or 1), int(amount["sides"])
        return _write_dice(count, sides, plus) if count and sides else ""
    if amount["flat"]:
        return str(int(amount["flat"]) + plus)
    low, high = int(amount["low"]), int(amount["high"])
    if low and high % low == 0 and high // low in USUAL_DICE:
        return _write_dice(low, high // low, plus)
    for count in range(1, low + 1):
        sides, odd = divmod(high - low + count, count)
        if not odd and sides in USUAL_DICE:
            return _write_dice(count, sides, low - count + plus)
    return ""


def _write_dice(count: int, sides: int, plus: int) -> str:
    return f"{count}d{sides}{plus:+d}" if plus else f"{count}d{sides}"


def _split_pieces(text: str) -> list[str]:
    """Return the parts between commas, slashes, semicolons and "and", outside of brackets."""
    pieces, depth, last = [], 0, 0
    for sign in re.finditer(r"[()\[\]]|[,;&]|/(?=\s*[\dA-Za-z(])|\band\b", text):
        if sign[0] in "()[]":
            depth = max(0, depth + (1 if sign[0] in "([" else -1))
        elif not depth:
            pieces.append(text[last : sign.start()])
            last = sign.end()
    pieces.append(text[last:])
    return [piece.strip() for piece in pieces if piece.strip(" .()")]


# From blows to weapons.


def _apply(found: PastedAttacks, blows: list[PastedBlow], weapons: Sequence[str], *, armed: bool) -> None:
    """Add the weapons of the blows.

    Raises UnreadableValue if named weapons and damage do not go together.
    """
    with_names = [each for each in blows if find_weapon_names(each.name)]
    plain = [each for each in blows if each not in with_names]
    unnamed = [each for each in plain if each.by_weapon or armed or _HELD.search(each.name)]
    natural = [each for each in plain if each not in unnamed]
    if weapons and len(natural) == len(blows):
        unnamed, natural = natural, []
    entries: list[object] = [_make_natural(natural)] if natural else []
    for each in with_names:
        entries += _make_named(find_weapon_names(each.name)[0], each.dice)
    if weapons:
        entries += _add_named(weapons, unnamed)
    elif unnamed and not entries:
        entries += _make_unnamed(found, unnamed)
    elif unnamed:
        found.unread.append(("by weapon", "beside other attacks: add the weapon by hand"))
    if len(natural) == len(blows) and natural:
        found.table["natural"] = True
    if entries:
        found.table["weapons"] = entries
    often = _apply_routines(found, [*with_names, *(unnamed if not natural else ())])
    found.words = ", ".join(_describe(each) for each in entries) + (f", {often} times a round" if often > 1 else "")


def _apply_routines(found: PastedAttacks, held: list[PastedBlow]) -> int:
    """Add how often a round the only weapon in hand strikes, and return it."""
    used = _drop_spare(held)
    often = used[0].often if len(used) == 1 else 1
    if often > 1 and "routines" not in found.table:
        found.table["routines"] = often
    return often


def _describe(entry: object) -> str:
    """Return a weapon in words: its id, or its damage too."""
    if not isinstance(entry, dict):
        return f"{str(entry).replace('_', ' ')}, as the table has it"
    name = str(entry["id"]).replace("_", " ")
    dice = ", ".join(entry["blows"]) if "blows" in entry else str(entry["damage"])
    return f"{dice} as one natural routine ({name})" if entry["natural"] else f"{name} {dice}"


def _make_natural(blows: list[PastedBlow]) -> dict[str, object]:
    names = list(dict.fromkeys(each.name for each in blows if each.name))
    id = re.sub(r"[^a-z]+", "_", "_".join(names).lower()).strip("_")[:30].strip("_") or "natural_attacks"
    return {"id": id, "natural": True, "blows": _list_dice(blows)}


def _make_unnamed(found: PastedAttacks, blows: list[PastedBlow]) -> list[object]:
    """Return a weapon known only by its damage, as long as a sword."""
    dice = _list_dice(blows)
    if not all(dice):
        raise UnreadableValue("which weapon? write its name, or its damage", f"by weapon ({UNNAMED_WEAPON})")
    if len(dice) > 1 and len(blows) > 1:
        if len(set(dice)) > 1:
            return [{"id": "weapon", "natural": False, "length_ft": 3.5, "blows": dice}]
        found.table["routines"] = len(dice)
    return [{"id": "weapon", "natural": False, "length_ft": 3.5, "damage": dice[0]}]


def _add_named(weapons: Sequence[str], blows: list[PastedBlow]) -> list[object]:
    """Return the named weapons, with the written damage where there is one."""
    dice = {each.dice for each in blows if each.dice}
    if not dice or any(lookup_weapon(each).blows[0].damage in dice for each in weapons):
        return list(weapons)
    if len(weapons) == 1 and len(dice) == 1:
        return _make_named(weapons[0], dice.pop())
    raise UnreadableValue(f"the damage {', '.join(sorted(dice))} is not that of {', '.join(weapons)}: write which")


def _make_named(id: str, dice: str) -> list[object]:
    """Return a weapon of the table, with the written damage where it differs."""
    weapon = lookup_weapon(id)
    if not dice or weapon.blows[0].damage == dice:
        return [id]
    return [_copy_weapon(weapon, dice)]


def _copy_weapon(weapon: Weapon, dice: str) -> dict[str, object]:
    entry: dict[str, object] = {"id": weapon.id, "natural": False, "damage": dice}
    if weapon.melee:
        entry["length_ft"] = weapon.length / HUNDREDTHS
        if weapon.speed_factor is not None:
            entry["speed_factor"] = weapon.speed_factor
    if weapon.missile is not None and not weapon.melee:
        rate = weapon.missile.rate
        entry["missile"] = {"rate": int(rate) if rate.denominator == 1 else float(rate)}
    return entry


def find_weapon_names(text: str) -> list[str]:
    """Return the ids of the table's weapons that a text names in full: "spears, long bow".

    A "sword" alone is ambiguous, so it names none.
    """
    return [id for id, _ in _find_weapons(text)]


def list_words_beside_weapons(text: str) -> str:
    """Return the words of a text that are not part of a weapon's name."""
    rest = text
    for _, pattern in _find_weapons(text):
        rest = re.sub(pattern, " ", rest, count=1, flags=re.IGNORECASE)
    rest = re.sub(
        r"\b(?:and|or|with|armed|a|an|the|carries|wields?|uses?|weapons?|by)\b", " ", rest, flags=re.IGNORECASE
    )
    return " ".join(rest.split()).strip(" ,;:.()/&")


def _find_weapons(text: str) -> list[tuple[str, str]]:
    """Return the id and the expression of each weapon that a text names, in the text's order."""
    found: list[tuple[int, str, str]] = []
    words = f" {' '.join(re.sub('[^a-z]+', ' ', text.lower().replace(chr(39), '')).split())} "[:1000]
    for name, id in _index_weapon_names():
        plain = f" {name}"
        if plain not in words:
            continue
        at = re.search(rf" {name}(?:e?s)? ", words)
        if at is not None:
            found.append((at.start(), id, rf"\b{_build_pattern(name)}(?:e?s)?\b"))
            words = f"{words[: at.start()]} {'#' * (at.end() - at.start() - 2)} {words[at.end() :]}"
    return [(id, pattern) for _, id, pattern in sorted(found)]


def _build_pattern(name: str) -> str:
    """Return the expression of a weapon's name with any signs between its words."""
    return "[^A-Za-z]+".join("'?".join(word) for word in name.split())


@cache
def _index_weapon_names() -> tuple[tuple[str, str], ...]:
    """Return the spoken names of the table's weapons with their ids, longest first.

    Ambiguous names are left out. "sword, long" is also spoken as "long sword" and "longsword".
    """
    names: dict[str, set[str]] = {}
    for weapon in list_weapons():
        head, *rest = re.split("[,(]", weapon.name.lower().replace("'", ""), maxsplit=1)
        for kind in rest[0].split(" or ") if rest else ("",):
            for words in (f"{kind} {head}", f"{head} {kind}"):
                spoken = " ".join(re.sub("[^a-z]+", " ", words).split())
                names.setdefault(spoken, set()).add(weapon.id)
            names.setdefault(re.sub("[^a-z]+", "", f"{kind}{head}"), set()).add(weapon.id)
    sure = [(name, min(ids)) for name, ids in names.items() if len(ids) == 1]
    return tuple(sorted(sure, key=lambda pair: (-len(pair[0]), pair[0])))
