"""The labels of a pasted stat block: the words before a value, such as "AC" or "Hit Dice"."""

import re
from bisect import bisect_right
from functools import cache

from rules.kernel.frozen import frozen

SPECIAL = ("special attacks", "special defenses", "special")
"""Labels of powers that no procedure plays: kept as notes for the DM."""

NOT_USED = {
    "magic resistance": "only the bestiary gives it: rule it",
    "saves": "they follow from the hit dice or the class",
    "to hit": "it follows from the hit dice or the class",
    "pace": "a pace of other games: write the movement in inches, as MV 9",
    "ascending armor class": "only a descending armor class is used",
    "other game": "a figure of another game",
    "short pace": "a figure of another game",
    "of no use in a fight": "nothing in a fight asks for it",
}
"""Labels that are known and not read, with the reason."""

_NUMBER = r"[-+]?[\[(<]?\.?\d|½"
_ANY = r"\S"
_COLON = r"(?!)"
"""Lookahead that never fits: the label needs a colon."""


@frozen
class Label:
    """A kind of value with the words that stand before it."""

    name: str
    signs: str
    """The words, as a regular expression."""
    bare: str = _NUMBER
    """What the value begins with where no colon follows the label."""


_DEALT = r"\d|d\d|(?:by|per|as) weapon|weapon|nil\b|none\b|special|see\b|poison|paraly[sz]"
LABELS = (
    Label("ascending armor class", r"aac|ascending ac|ascending armou?r class"),
    Label("armor class", r"armou?r class|a\.c\.|ac"),
    Label("hit dice", r"hit dice|hit die|hitdice|h\.d\.|hd", rf"{_NUMBER}|<|less|below|under|[A-Z][\w/-]{{0,6}}\d"),
    Label("hit points", r"hit points|hitpoints|h\.p\.|hps?"),
    Label("movement", r"movement rate|movement|move|mov|mvt?", rf"{_NUMBER}|nil\b|none\b|fly|swim|fl\b|sw\b"),
    Label("attacks", r"(?:no\.?|number) of att?acks?|number attacks|# ?of att?acks?|# ?attacks?|# ?att?|#a"
                     r"|attacks?(?: routine)?|atks?|atts?", r"\d|nil\b|none\b|[\[(]|[A-Za-z]"),
    Label("attacks", r"at", _COLON),
    Label("damage", r"damage ?/ ?att?acks?|damage per attack|damage|dmg|dam|dg", _DEALT),
    Label("damage", r"(?-i:D)", _DEALT),
    Label("size", r"size|sz", r"(?:[SMLTHG]|tiny|small|man|medium|large|huge|gargantuan)(?![a-z])"),
    Label("size", r"(?-i:SZ)", _ANY),
    Label("morale", r"morale|ml"),
    Label("weapons", r"weapons?|arms|equipment|gear|armed with", _COLON),
    Label("weapons", r"armed with", _ANY),
    Label("class", r"class", _COLON),
    Label("level", r"level|lvl|lv", _COLON),
    Label("level", r"lvl|lv"),
    Label("race", r"race", _COLON),
    Label("count", r"count|quantity|qty|number|how many", _COLON),
    Label("special attacks", r"special att?acks?|sp\.? att?|(?-i:SA)", _ANY),
    Label("special defenses", r"special defen[cs]es?|sp\.? def|(?-i:SD)", _ANY),
    Label("special", r"special abilities|special|spells?(?: known| memori[sz]ed)?|psionic ability"
                     r"|attack/defen[cs]e modes|abilities", _COLON),
    Label("special", r"special abilities", _ANY),
    Label("special", r"(?-i:SP)", _ANY),
    Label("magic resistance", r"magic resistance|mr", rf"{_NUMBER}|nil|none|standard|normal"),
    Label("saves", r"saving throws?|saves?(?: as)?|sv", rf"{_NUMBER}|[A-Z]"),
    Label("to hit", r"thac[0o]|thaco|to[ -]hit(?: ac ?0)?|thb|attack bonus|bth"),
    Label("pace", r"speed", _NUMBER),
    Label("other game", r"initiative|init|action dice|act|fort|ref|will|challenge(?: rating)?|cr|proficiency bonus"
                        r"|primes?|crit"),
    Label("short pace", r"dx|fa"),
    Label("other game", r"(?:str|dex|con|int|wis|cha)(?=\W{1,3}\d+ ?\([+-])"),
    Label("of no use in a fight",
          r"intelligence|int|alignment|align|al|level/x\.?p\.?(?: value)?|x\.?p\.?(?: value)?"
          r"|cl/xp|cl|treasure types?|treasure|hoard class|tt|% in lair|in lair|lair probability|frequency|rarity"
          r"|no\.? (?:encountered|appearing)|number (?:encountered|appearing)|# ?app(?:earing)?|appearing|n\.?a\.?"
          r"|environment|terrain|climate(?:/terrain)?|str|dex|con|wis|cha|languages?|activity cycle|organi[sz]ation"
          r"|diet|senses|type", rf"{_NUMBER}|(?-i:[A-Z])|low|high|average|animal|semi|non|very|exceptional|genius|nil"),
)  # fmt: skip

_STRONG = (
    r"D(?=\s*(?:\d*\s?[-d]\s?\d|by weapon|weapon))|Armou?r Class|Hit Dice|Hit Points"
    r"|Movement|Attacks|Damage(?=:? ?\d)|AC|H[Dd]|hp|HP|Hp|MV|Mv|MOV|Mov|Move|#A[Tt]?|THAC[0O]|ML|XP|SA|SD|MR|SZ"
    r"|A[Tt]t|AT(?=:)|Atk|Dmg|DMG|SV|Sv|sv|TT|AL|Lvl|LVL|Lv|Save|Init|Act|DX|FA"
)
"""Labels that need only a space before them."""

_CLAUSE = r"(?:^|(?<=[\n,;:.(\[|*]))[ *_]{0,4}(?:[-•] ?)?[*_]{0,3}"


def _build(label: Label) -> str:
    """Return the expression of a label: with a colon, or before what its value begins with."""
    return (
        rf"(?:{label.signs})(?![A-Za-z])(?:[ *_]{{0,4}}[:=]\.?[*_]{{0,4}}|\.?[ *_]{{0,4}}(?=\s{{0,4}}(?:{label.bare})))"
    )


_BODY = "|".join(f"(?P<l{number}>{_build(each)})" for number, each in enumerate(LABELS))
_LABEL = re.compile(f"{_CLAUSE}(?:{_BODY})", re.IGNORECASE | re.MULTILINE)
_ALONE = re.compile(_BODY, re.IGNORECASE)
_AFTER_SPACE = re.compile(rf"(?<=[\s)\"'%\]*])(?:{_STRONG})(?![A-Za-z])")
_NAMES = "|".join(f"(?P<l{number}>{each.signs})" for number, each in enumerate(LABELS))
_NAME = re.compile(_NAMES, re.IGNORECASE)

_START = r"(?:^|(?<=[\n,;:.(\[|]))[ ]{0,4}"
_END = r"(?=[ ]{0,4}(?:[,;.)\]\n]|each\b|apiece\b|$))"
_BEHIND = (
    ("hit points", re.compile(rf"{_START}\d{{1,4}}(?:, ?\d{{1,4}})*[ ]?(?:hps?|hit points)\b{_END}", re.IGNORECASE)),
    ("hit dice", re.compile(rf"{_START}\d{{1,2}}(?:[+-]\d{{1,2}})?[ ]?(?:HD|hit dice)\b{_END}")),
    ("attacks", re.compile(rf"{_START}\d{{1,2}} attacks?,? (?:for|doing|dealing|of|at)\b(?= ?\d)", re.IGNORECASE)),
)
"""Labels that stand behind their figure: the value is the whole."""


@frozen
class FoundLabel:
    """A label in a text."""

    name: str
    start: int
    value: int
    """Where its value starts."""


def find_labels(text: str) -> list[FoundLabel]:
    """Return the labels of a text, in order."""
    found = {match.start(): FoundLabel(_get_name(match), match.start(), match.end()) for match in _LABEL.finditer(text)}
    ends = {start: each.value for start, each in found.items()}
    starts = sorted(ends)
    for match in _AFTER_SPACE.finditer(text):
        before = bisect_right(starts, match.start())
        if before and ends[starts[before - 1]] > match.start():
            continue
        if (alone := _ALONE.match(text, match.start())) is not None:
            found[match.start()] = FoundLabel(_get_name(alone), match.start(), alone.end())
    for name, pattern in _BEHIND:
        for match in pattern.finditer(text):
            found.setdefault(match.start(), FoundLabel(name, match.start(), match.start()))
    return [found[start] for start in sorted(found)]


@cache
def lookup_label(words: str) -> str:
    """Return the label whose words these are, as a column or a key is named; "" for none."""
    words = " ".join(words.split()).strip(" *_:.")
    match = _NAME.fullmatch(words)
    return _get_name(match) if match is not None else ""


def _get_name(match: re.Match[str]) -> str:
    return next(LABELS[int(key[1:])].name for key, value in match.groupdict().items() if value is not None)
