"""The words of a question: its title, the events that led to it, and the effect of silence."""

from collections.abc import Mapping
from dataclasses import field

from rules.kernel.effects import Facts
from rules.kernel.frozen import frozen


@frozen
class QuestionWords:
    """The words of a kind of question.

    Words in braces are filled in on the screen: {you}, {your}, {are} and {have} for the person asked, and {by}, {who},
    {targets} and others for the question's facts of these names.
    """

    title: str
    """The part of the title after the name of the person asked: "Otis: retaliate?"."""
    short: str = ""
    """The text in a pennant on the strip."""
    leads: Mapping[str, str] = field(default_factory=dict)
    """The event that led to it, by the question's fact ``what``, or by the names of its facts ("" for any other)."""
    silent: str = "no"
    """The answer that silence amounts to."""
    silent_with: Mapping[str, str] = field(default_factory=dict)
    """The answer that silence amounts to where the question has a fact of this name; the first of several counts."""
    dm_titles: Mapping[str, str] = field(default_factory=dict)
    """Replacements of ``title`` where the question is the DM's own, by its fact ``what``."""
    variants: "Mapping[str, QuestionWords]" = field(default_factory=dict)
    """Words that replace these where the question has a fact of this name."""

    def choose(self, facts: Facts) -> "QuestionWords":
        """Return the words that fit the question's facts: these, or a variant."""
        return next((words for fact, words in self.variants.items() if fact in facts), self)

    def get_lead(self, facts: Facts) -> str:
        """Return the event that led to it, with names in braces; "" where nothing is missing."""
        named = (names for names in self.leads if names and all(_is_given(facts.get(each)) for each in names.split()))
        known = self.leads.get(next(named, ""), "")
        return self.leads.get(str(facts.get("what")), known)

    def get_silence(self, facts: Facts) -> str:
        """Return the answer that silence amounts to."""
        return next((words for fact, words in self.silent_with.items() if facts.get(fact)), self.silent)


def _is_given(value: object) -> bool:
    """Return whether a fact has content; the number 0 does."""
    return value is not None and value is not False and value not in ("", [])
