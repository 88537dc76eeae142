"""The words of sentences about events: names that may be "you", and verbs that agree."""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence

from rules.kernel.frozen import frozen
from rules.kernel.naming import group_numbered
from rules.kernel.state import State
from rules.kernel.terms import CombatantId

SEVERAL = "\x04"
"""Stands between the ids of a crowd that is named at once."""

TYPED, TYPED_END = "\x05", "\x06"
"""Stand around a text that a person typed."""

SIGNS = re.compile("[\x02-\x06]")
"""The signs by which a sentence says what is a name, and what was typed."""

PAST = {
    "has fled": "fled", "has surrendered": "surrendered",
    "is": "was", "are": "were", "has": "had", "does": "did", "cannot": "could not", "must": "had to",
    "begins": "began", "bleeds": "bled", "breaks": "broke", "casts": "cast", "comes": "came", "draws": "drew",
    "falls": "fell", "fights": "fought", "flees": "fled", "gets": "got", "gives": "gave", "goes": "went",
    "hits": "hit", "holds": "held", "keeps": "kept", "lets": "let", "loses": "lost", "makes": "made",
    "means": "meant", "puts": "put", "runs": "ran", "says": "said", "sends": "sent", "sets": "set",
    "shoots": "shot", "sleeps": "slept", "speaks": "spoke", "spends": "spent", "stands": "stood",
    "strikes": "struck", "takes": "took", "throws": "threw",
}  # fmt: skip
"""The past of the verbs that no rule makes, by the third person."""

DOUBLED = ("drop", "grab", "step", "stop")
"""Verbs whose last letter is doubled in the past."""

FURTHER_VERB = re.compile(r"(?<=\b(?:and|but) )\w+s\b")
"""A verb that follows another one in the same phrase: "is warned, and changes course"."""


@frozen
class Voice(ABC):
    """One viewer's way of narrating.

    A name is its id between two signs until the screen inserts it: "you" for the viewer's only character.
    """

    state: State
    """The fight as the viewer knows it."""
    own: tuple[CombatantId, ...] = ()
    """The viewer's characters."""
    several: bool = False
    """The verb is that of more than one doer."""
    knows: bool = False
    """The viewer is shown every number as it is, as the DM is."""
    past: bool = False
    """The sentence is told afterwards, in the recap of a round."""

    def is_you(self, who: CombatantId) -> bool:
        """Return whether the narration addresses this combatant as "you"."""
        return self.own == (who,)

    def name(self, who: CombatantId) -> str:
        """Return the combatant's name, as subject or object."""
        return f"\x02{who}\x03"

    def whose(self, who: CombatantId) -> str:
        """Return the combatant's possessive: "Otis’s", "your"."""
        return f"\x02'{who}\x03"

    def names(self, who: Sequence[CombatantId]) -> str:
        """Return several names: "Otis, Serten and Jaroo"; of a crowd the numbers: "Goblins 1-4"."""
        each = self._name_rows(who)
        return " and ".join([", ".join(each[:-1]), each[-1]]) if len(each) > 1 else "".join(each)

    def list_names(self, who: Sequence[CombatantId]) -> str:
        """Return several names without a word between them: "Otis, Serten, Goblins 1-4"."""
        return ", ".join(self._name_rows(who))

    def _name_rows(self, who: Sequence[CombatantId]) -> list[str]:
        """Return the names; members of a crowd are one name, with all their ids."""
        known = self.state.combatants
        rows = group_numbered([known[each].name if each in known else each for each in who])
        return [self.name(SEVERAL.join(who[n] for n in row)) for row in rows]

    def does(self, who: CombatantId, third: str, second: str = "") -> str:
        """Return subject and verb: ("otis", "hits") is "Otis hits" or "you hit"."""
        return f"{self.name(who)} {self.verb(who, third, second)}"

    def verb(self, who: CombatantId, third: str, second: str = "") -> str:
        """Return the verb alone, as it agrees with its subject."""
        if self.past:
            return to_past(third, several=self.several or self.is_you(who))
        return (second or third.removesuffix("s")) if self.several or self.is_you(who) else third

    def tense(self, present: str, past: str) -> str:
        """Return the words in the tense of the sentence."""
        return past if self.past else present

    def on(self, targets: Sequence[CombatantId], word: str = "on") -> str:
        """Return " on Orc 1 and Orc 2", or ""."""
        return f" {word} {self.names(targets)}" if targets else ""

    def side(self, side: str) -> str:
        """Return a side's name: "the party"."""
        return f"the {side.replace('_', ' ')}"

    def quote(self, text: str) -> str:
        """Return a text that a person typed; the screen shows it apart from the words around it."""
        return mark_typed(text)

    @abstractmethod
    def weapon(self, who: CombatantId, id: str) -> str:
        """Return the name of a combatant's weapon: "long sword"."""

    def weapon_short(self, who: CombatantId, id: str) -> str:
        """Return the name of a combatant's weapon in one word: a long sword is a sword."""
        return (self.weapon(who, id).split() or [""])[-1]

    @abstractmethod
    def spell(self, who: CombatantId, id: str) -> str:
        """Return the name of a combatant's spell, or "a prayer" where it was not shown."""

    @abstractmethod
    def device(self, who: CombatantId, id: str) -> str:
        """Return the name of a combatant's device."""

    @abstractmethod
    def magic(self, id: str) -> str:
        """Return a spell or device of any combatant who has one of this id."""


def to_past(third: str, *, several: bool = False) -> str:
    """Return the past of a phrase that begins with a verb in the third person: "hits" is "hit"."""
    verb, blank, rest = third.partition(" ")
    if blank and third in PAST:
        return PAST[third]
    past = "were" if several and verb == "is" else _make_past(verb)
    return past + blank + FURTHER_VERB.sub(lambda found: _make_past(found[0]), rest)


def _make_past(verb: str) -> str:
    if verb in PAST:
        return PAST[verb]
    if not verb.endswith("s"):
        return verb
    if verb.endswith("ies"):
        return f"{verb[:-3]}ied"
    root = verb[:-1]
    if root in DOUBLED:
        return f"{root}{root[-1]}ed"
    return f"{root}d" if root.endswith("e") else f"{root}ed"


def mark_typed(text: str) -> str:
    """Return a text between the signs of one that a person typed; signs in it are left out."""
    return f"{TYPED}{SIGNS.sub('', text)}{TYPED_END}" if text else ""


def format_listed_name(name: str) -> str:
    """Return the name of a list as a sentence has it: "Sword, long" is "long sword"."""
    return " ".join(reversed(name.split(", "))).lower()


def format_note(note: str) -> str:
    """Return a person's note as a separate sentence after another, or ""."""
    text = note.strip().rstrip(".")
    return f" {mark_typed(text[:1].upper() + text[1:])}." if text else ""
