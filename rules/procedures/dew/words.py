"""Words for the choices of Dew's combatants, and for the reasons of what happens."""

from collections.abc import Mapping
from typing import ClassVar

from rules.kernel.voice import Voice, format_listed_name

REASONS = {
    "double_one": "two ones",
    "double_max": "both dice at their highest",
    "near_miss": "a blow just parried",
    "max_damage": "the heaviest of blows",
    "over_100": "what may break",
    "grab": "whether it is within reach",
    "contested": "who gets what several grab at",
    "maneuver": "how far that leads",
    "reduced_parry": "a parry made in passing",
    "fate": "what becomes of one who is out",
    "adjudicate": "what comes of it",
}
"""The reasons to consult the DM, in words."""

LOST = {
    "blow": "a blow went to something else",
    "dropped": "it was let go",
    "round_end": "the round is over",
    "not_followed": "it was not followed up",
    "other_mode": "the grip was changed",
}
"""The reasons for which a great blow came to nothing, in words."""

OPTIONS = {
    "rest": ("rests", "rest"),
    "cast": ("casts a spell", "cast a spell"),
    "adjust_armor": ("sees to the armor", "see to the armor"),
}
"""Options that need no other words."""

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

TOLD_APART = ("cast", "adjust_armor")
"""Noncombat options whose results are told in the recap by events of their own."""

MARKED_APART = ("none", "rest", "cast", "adjust_armor")
"""Noncombat options that have a mark of their own, or none."""


def speak(id: str) -> str:
    """Return a word of the rules as it is spoken."""
    return format_listed_name(id.replace("_", " "))


class ChoiceWords:
    """A choice as sentences name it. Its subclasses say the rest of it."""

    id: ClassVar[str]
    verb: ClassVar[tuple[str, str]]
    """What a combatant does who chooses it, and what you do: ("passes", "pass")."""
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


def build_option_clause(voice: Voice, who: str, option: str, given: Mapping[str, object]) -> str:
    """Return an option as a clause: "Cora attacks Bran with the spear"."""
    if option in CHOICES:
        return CHOICES[option].build_clause(voice, who, given)
    return voice.does(who, *OPTIONS.get(option, (f"chooses to {speak(option)}", "")))


def is_retold(option: str) -> bool:
    """Return whether the recap of a round names this choice."""
    return option in CHOICES and CHOICES[option].is_retold


def build_answer_clause(voice: Voice, who: str, answer: Mapping[str, object]) -> str:
    """Return the answer to an option question as a clause."""
    clause = build_option_clause(voice, who, str(answer["command"]), answer)
    return f"{clause} and become alert" if answer.get("become_alert") else clause


def build_noncombat_clause(voice: Voice, who: str, option: str, given: Mapping[str, object]) -> str:
    """Return a noncombat option as a clause.

    The player's own words for something else are in the DM's event only.
    """
    if option != "other":
        return build_option_clause(voice, who, option, given)
    text = voice.quote(str(given.get("text", "")))
    return f"{voice.does(who, 'does', 'do')} something else{f' (“{text}”)' if text else ''}"


def name_weapon(voice: Voice, who: str, given: Mapping[str, object]) -> str:
    """Return the weapon of a choice: "the spear"."""
    return f"the {voice.weapon(who, str(given['weapon']))}" if given.get("weapon") else "a weapon"


def list_named(given: Mapping[str, object], key: str) -> tuple[str, ...]:
    """Return the combatant of this parameter, if the viewer was shown it."""
    return (str(given[key]),) if given.get(key) else ()
