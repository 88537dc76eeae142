"""Words for the choices of Dew's combatants, and for the reasons of what happens."""

from collections.abc import Mapping
from typing import ClassVar

from rules.kernel.voice import Voice

LOST = {
    "blow": "a blow went to something else",
    "dropped": "it was let go",
    "round_end": "the round is over",
    "not_followed": "it was not followed up",
    "other_mode": "the grip was changed",
}
"""The reasons for which a great blow came to nothing, in words."""

PLANS = {
    "keep": "as planned",
    "to_the_end": "to the end of the trace",
    "end_at": "after a part of the way",
    "end_when": "on coming near somebody",
    "decline": "no parry",
    "parry": "a parry",
}
"""Answers that are shown to all, in words."""

MOVES = {"simple": "Everybody may move.", "trace": "Everybody draws a trace in secret.", "skip": "Nobody moves."}

FATES = {"stable": "stable", "dying": "dying", "dead": "dies"}


class ChoiceWords:
    """A choice as sentences name it. Its subclasses say the rest of it."""

    id: ClassVar[str]
    verb: ClassVar[tuple[str, str]]
    """What a combatant does who chooses it, and what you do: ("passes", "pass")."""
    passes: ClassVar[bool] = False
    """It is Pass, or nothing at all."""
    is_retold: ClassVar[bool] = False
    """The recap of a round names the choice: no event of its own says what came of it."""

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


REASONS: dict[str, str] = {}
"""What the DM is consulted about, in words, by the id of the reason. The table of reasons enters it."""


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
