"""Choices of combatants as sentences name them, alone or revealed together (1.2)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar

from rules.kernel.effects import Facts
from rules.kernel.event import Voice
from rules.kernel.events import Event
from rules.kernel.frozen import frozen
from rules.kernel.visibility import Audience, EventEntry, Mask, Reader, show_as


class ChoiceWords:
    """A choice as sentences name it. Its subclasses say the rest of it."""

    id: ClassVar[str]
    verb: ClassVar[tuple[str, str]]
    """What a combatant does who chooses it, and what you do: ("passes", "pass")."""
    passes: ClassVar[bool] = False
    """It is Pass, or nothing at all."""
    is_retold: ClassVar[bool] = False
    """The recap of a round names the choice: no event of its own says what came of it."""
    events: ClassVar[tuple[type[Event], ...]] = ()
    """The kinds of events that only it yields."""

    def build_clause(self, voice: Voice, who: str, given: Mapping[str, object]) -> str:
        """Return it as a clause: "Cora attacks Bran with the spear"."""
        return voice.does(who, *self.verb)

    def find_mark(self, given: Mapping[str, object]) -> str:
        """Return the words of its mark in the drawing of the round; "" where its result has one."""
        return ""


CHOICES: dict[str, ChoiceWords] = {}
"""The choices by id. The module that offers a choice enters it."""


def is_pass(option: str) -> bool:
    """Return whether a choice is Pass, or nothing at all."""
    return option in CHOICES and CHOICES[option].passes


def build_answer_clause(voice: Voice, who: str, answer: Mapping[str, object]) -> str:
    """Return the answer to an option question as a clause."""
    clause = CHOICES[str(answer["command"])].build_clause(voice, who, answer)
    return f"{clause} and become alert" if answer.get("become_alert") else clause


def name_weapon(voice: Voice, who: str, given: Mapping[str, object]) -> str:
    """Return the weapon of a choice: "the spear"."""
    return f"the {voice.weapon(who, str(given['weapon']))}" if given.get("weapon") else "a weapon"


def list_named(given: Mapping[str, object], key: str) -> tuple[str, ...]:
    """Return the combatant of this parameter, if the viewer was shown it."""
    return (str(given[key]),) if given.get(key) else ()


@frozen(slots=True)
class Chosen(EventEntry):
    """One combatant's option among several that are revealed together."""

    who: str
    option: str
    params: Facts = field(default_factory=dict)

    def show(self, who: str, reader: Reader) -> "Chosen":
        return replace(self, who=who, params=reader.show_mapping(self.params, self.who))

    def without_words(self) -> "Chosen":
        return replace(self, params={key: value for key, value in self.params.items() if key != "text"})

    def build_clause(self, voice: Voice) -> str:
        """Return the option as a clause of a sentence."""
        return CHOICES[self.option].build_clause(voice, self.who, self.params)


@dataclass(slots=True, kw_only=True)
class OptionsRevealed(Event):
    """Options that were chosen unseen by each other were revealed together."""

    audience = Audience.PERCEIVERS

    options: Annotated[tuple[Chosen, ...], show_as(Mask.CHOICES)] = ()

    def narrate(self, voice: Voice) -> str:
        # A pass is narrated by its own event.
        parts = [each.build_clause(voice) for each in self.options if each.option != "pass"]
        if voice.past:
            # Told afterwards, all but moves and maneuvers are told by what came of them.
            parts = [each.build_clause(voice) for each in self.options if CHOICES[each.option].is_retold]
            return f"{'; '.join(parts)}." if parts else ""
        if not parts:
            return "" if self.options else "Nobody chooses anything."
        return f"{'Together: ' if len(self.options) > 1 else ''}{'; '.join(parts)}."
