"""The labels of a stat block, as old-school books and their readers write them."""

import re
from bisect import bisect_right
from collections.abc import Mapping

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
