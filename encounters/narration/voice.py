"""Sentences as a screen shows them: names with their side's shape, or "you".

Things have short words.
"""

import re
from dataclasses import dataclass

from encounters.narration.names import drop_class, get_side_shape, name_device, name_of, name_spell, name_weapon
from rules.api import SEVERAL, Declaration, State, Voice, format_listed_name, shorten_names

MARK = re.compile("\x02(.*?)\x03")
"""A combatant's name in a sentence: its id between these signs; of a crowd all their ids.

A "'" before the id marks the possessive.
"""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a sentence: words, or a name."""

    text: str
    """The shape of the name's side: party, foes or other; "" for words."""
    side: str = ""


class ScreenVoice(Voice):
    """A voice in the words of the screens, whose sentences are shown in parts."""

    def weapon(self, who: str, id: str) -> str:
        return name_weapon(self.state, who, id)

    def spell(self, who: str, id: str) -> str:
        return name_spell(self.state, who, id)

    def device(self, who: str, id: str) -> str:
        return name_device(self.state, who, id)

    def magic(self, id: str) -> str:
        for each in self.state.combatants.values():
            found = each.spell(id) or each.device(id)
            if found is not None:
                return format_listed_name(found.name)
        return drop_class(id)

    def write_plain(self, text: str) -> str:
        """Return a sentence as plain text, without a capital at its beginning."""
        return "".join(part.text for part in self._split_parts(text))

    def split_parts(self, text: str) -> tuple[Part, ...]:
        """Return a sentence in parts, with a capital at its beginning."""
        first, *more = self._split_parts(text)
        return (Part(first.text[:1].upper() + first.text[1:], first.side), *more)

    def _split_parts(self, text: str) -> list[Part]:
        found: list[Part] = []
        at = 0
        for mark in MARK.finditer(text):
            found += [Part(text[at : mark.start()])] if mark.start() > at else []
            found.append(self._name_marked(mark[1]))
            at = mark.end()
        return found + ([Part(text[at:])] if at < len(text) else [])

    def _name_marked(self, marked: str) -> Part:
        who, whose = marked.removeprefix("'"), marked.startswith("'")
        if self.is_you(who):
            return Part("your" if whose else "you", self._get_side_shape(who))
        crowd = who.split(SEVERAL)
        name = shorten_names([name_of(self.state, each) for each in crowd], last=" and ")[0]
        who = crowd[0]
        return Part(f"{name}’s" if whose else name, self._get_side_shape(who))

    def _get_side_shape(self, who: str) -> str:
        each = self.state.combatants.get(who)
        return get_side_shape(each.side) if each is not None else ""


def order_words(state: State, order: Declaration) -> str:
    """Return a declaration in a few words: "long sword on Orc 4"."""
    voice = ScreenVoice(state)
    return voice.write_plain(order.describe(voice))
