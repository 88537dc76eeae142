"""Who is spoken of, and how: names with the colour of their side, or "you", and verbs that agree with them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from encounters.pages.wording import bare, device_word, name_of, side_shape, spell_word, thing, weapon_word
from rules.state import State

MARK = re.compile("\x02(.*?)\x03")
"""A figure's name within a sentence: its id between these signs, "'" before it for the possessive."""


def noted(note: str) -> str:
    """A person's note as a sentence of its own after another, or nothing."""
    text = note.strip().rstrip(".")
    return f" {text[:1].upper()}{text[1:]}." if text else ""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a sentence: words, or a name with the shape of its side (party, foes, other)."""

    text: str
    side: str = ""


@dataclass(frozen=True)
class Voice:
    """One viewer's way of telling. His own character is "you", where he has one; several are told apart by name.

    ``several``: the verb is that of more than one doer. ``knows``: he is shown every number as it is, as the DM is.
    """

    state: State
    own: tuple[str, ...] = ()
    several: bool = False
    knows: bool = False

    def is_you(self, who: str) -> bool:
        """Whether this one is spoken to."""
        return self.own == (who,)

    def name(self, who: str) -> str:
        """The figure, as subject or object."""
        return f"\x02{who}\x03"

    def whose(self, who: str) -> str:
        """The figure's: "Otis’s", "your"."""
        return f"\x02'{who}\x03"

    def names(self, who: Sequence[str]) -> str:
        """Several: "Otis, Serten and Jaroo"."""
        told = [self.name(each) for each in who]
        return " and ".join([", ".join(told[:-1]), told[-1]]) if len(told) > 1 else "".join(told)

    def does(self, who: str, third: str, second: str = "") -> str:
        """Subject and verb: ("otis", "hits") is "Otis hits" or "you hit"."""
        return f"{self.name(who)} {self.verb(who, third, second)}"

    def verb(self, who: str, third: str, second: str = "") -> str:
        """The verb alone, as it agrees with its subject."""
        return (second or third.removesuffix("s")) if self.several or self.is_you(who) else third

    def on(self, targets: Sequence[str], word: str = "on") -> str:
        """ " on Orc 1 and Orc 2", or nothing."""
        return f" {word} {self.names(targets)}" if targets else ""

    def side(self, side: str) -> str:
        """A side: "the party"."""
        return f"the {side.replace('_', ' ')}"

    def weapon(self, who: str, id: str) -> str:
        """A figure's weapon: "long sword"."""
        return weapon_word(self.state, who, id)

    def spell(self, who: str, id: str) -> str:
        """A figure's spell: "web", or "a prayer" where its name was not shown."""
        return spell_word(self.state, who, id)

    def device(self, who: str, id: str) -> str:
        """A figure's device."""
        return device_word(self.state, who, id)

    def magic(self, id: str) -> str:
        """A spell or device of whoever has one of this id, in words."""
        for each in self.state.combatants.values():
            found = each.spell(id) or each.device(id)
            if found is not None:
                return thing(found.name)
        return bare(id)

    def parts(self, text: str) -> tuple[Part, ...]:
        """A sentence in parts: it begins with a capital."""
        found: list[Part] = []
        at = 0
        for mark in MARK.finditer(text):
            found += [Part(text[at : mark.start()])] if mark.start() > at else []
            found.append(self._named(mark[1]))
            at = mark.end()
        found += [Part(text[at:])] if at < len(text) else []
        first = found[0]
        return (Part(first.text[:1].upper() + first.text[1:], first.side), *found[1:])

    def _named(self, marked: str) -> Part:
        who, whose = marked.removeprefix("'"), marked.startswith("'")
        if self.is_you(who):
            return Part("your" if whose else "you", self._side(who))
        name = name_of(self.state, who)
        return Part(f"{name}’s" if whose else name, self._side(who))

    def _side(self, who: str) -> str:
        each = self.state.combatants.get(who)
        return side_shape(each.side) if each is not None else ""
