"""Sentences as a screen shows them: names with their side's shape, or "you".

Things have short words.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from encounters.narration.names import drop_class, get_side_shape, name_device, name_of, name_spell, name_weapon
from rules.api import (
    SEVERAL,
    TYPED,
    TYPED_END,
    Declaration,
    State,
    Voice,
    format_listed_name,
    mark_typed,
    shorten_names,
)

MARK = re.compile(f"\x02(.*?)\x03|{TYPED}(.*?){TYPED_END}", re.DOTALL)
"""A combatant's name in a sentence, its id between these signs, of a crowd all their ids; or what a person typed.

A "'" before the id marks the possessive.
"""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a sentence: words, or a name."""

    text: str
    side: str = ""
    """The shape of the name's side: party, foes or other; "" for words."""
    typed: str = ""
    """Its beginning, where a person typed that: a name or a text, which is shown in its own direction."""

    def __html__(self) -> SafeString:
        """Return the piece for a page."""
        rest = self.text.removeprefix(self.typed)
        return format_html("<bdi>{}</bdi>{}", self.typed, rest) if self.typed else format_html("{}", rest)


class Sentence(str):
    """A sentence as plain text; in a page each of its parts has its own direction."""

    parts: tuple[Part, ...]

    @classmethod
    def join_parts(cls, parts: Iterable[Part]) -> "Sentence":
        """Return the sentence of these parts."""
        known = tuple(parts)
        made = cls("".join(part.text for part in known))
        made.parts = known
        return made

    def put_after(self, words: str) -> "Sentence":
        """Return the sentence with words before it."""
        return Sentence.join_parts((Part(words), *self.parts))

    def __html__(self) -> SafeString:
        """Return the sentence for a page."""
        return format_html_join("", "{}", ((part,) for part in self.parts))


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
        return "".join(part.text for part in self.read_parts(text))

    def split_parts(self, text: str) -> tuple[Part, ...]:
        """Return a sentence in parts, with a capital at its beginning."""
        first, *more = self.read_parts(text)
        begun = {name: _write_with_capital(getattr(first, name)) for name in ("text", "typed")}
        return (replace(first, **begun), *more)

    def read_parts(self, text: str) -> Iterator[Part]:
        """Yield the parts of a sentence as it is, without a capital at its beginning."""
        at = 0
        for mark in MARK.finditer(text):
            if mark.start() > at:
                yield Part(text[at : mark.start()])
            yield from self._name_marked(mark[1]) if mark[1] is not None else (Part(mark[2], typed=mark[2]),)
            at = mark.end()
        if at < len(text):
            yield Part(text[at:])

    def _name_marked(self, marked: str) -> Iterator[Part]:
        who, whose = marked.removeprefix("'"), marked.startswith("'")
        if self.is_you(who):
            yield Part("your" if whose else "you", self._get_side_shape(who))
            return
        crowd = who.split(SEVERAL)
        name = shorten_names([name_of(self.state, each) for each in crowd], last=" and ")[0]
        yield Part(f"{name}’s" if whose else name, self._get_side_shape(crowd[0]), name)

    def _get_side_shape(self, who: str) -> str:
        each = self.state.combatants.get(who)
        return get_side_shape(each.side) if each is not None else ""


def _write_with_capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def name_order(state: State, order: Declaration) -> str:
    """Return a declaration in a few words: "long sword on Orc 4"."""
    voice = ScreenVoice(state)
    return voice.write_plain(order.describe(voice))


def describe_order(state: State, order: Declaration) -> str:
    """Return a declaration in a few words, with the signs of names and typed words in it."""
    voice = ScreenVoice(state)
    return "".join(
        mark_typed(part.typed) + part.text.removeprefix(part.typed) for part in voice.read_parts(order.describe(voice))
    )


def write_order(state: State, order: Declaration) -> str:
    """Return a declaration as a sentence: "Web on Orc 3."; typed words stay as they are."""
    voice = ScreenVoice(state)
    said = order.describe(voice)
    parts = voice.read_parts(said) if said.startswith(TYPED) else voice.split_parts(said)
    return Sentence.join_parts((*parts, Part(".")))
