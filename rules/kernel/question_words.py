"""The texts of a question: its words, and the information for the person asked."""

from collections.abc import Mapping
from dataclasses import field

from rules.kernel.effects import Answer, Facts
from rules.kernel.frozen import frozen
from rules.kernel.terms import ClauseId


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
    leads: Mapping[str | tuple[str, ...], str] = field(default_factory=dict)
    """The event that led to it, by the question's fact ``what``, or by the name of a fact ("" for any other).

    Several names: the question has all of these facts.
    """
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
        named = (names for names in self.leads if names and _are_given(facts, names))
        known = self.leads.get(next(named, ""), "")
        return self.leads.get(str(facts.get("what")), known)

    def get_silence(self, facts: Facts) -> str:
        """Return the answer that silence amounts to."""
        return next((words for fact, words in self.silent_with.items() if facts.get(fact)), self.silent)


def _are_given(facts: Facts, names: str | tuple[str, ...]) -> bool:
    """Return whether the facts with these names have content."""
    return all(_is_given(facts.get(each)) for each in ((names,) if isinstance(names, str) else names))


def _is_given(value: object) -> bool:
    """Return whether a fact has content; the number 0 does."""
    return value is not None and value is not False and value not in ("", [])


@frozen(slots=True)
class QuestionAct:
    """A single tap that answers the whole question."""

    name: str
    """The name that distinguishes it from the question's other acts."""
    label: str
    answer: Answer
    title: str = ""
    """The heading of ``text``."""
    text: str = ""
    """The result of the answer, in words."""
    along: tuple[str, ...] = ()
    """Fields of the form whose values, where filled in, go along with it."""
    begins: bool = False
    """It only fills the form in, so that the person sees the result before sending it."""


@frozen(slots=True)
class Note:
    """A sentence that holds for every answer, with its clauses."""

    text: str
    clauses: tuple[ClauseId, ...] = ()


@frozen(slots=True)
class QuestionInfo:
    """The information shown with a question."""

    title: str
    """The situation."""
    detail: str = ""
    """Details of the situation."""
    acts: tuple[QuestionAct, ...] = ()
    """The answers that take a single tap."""
    whole: bool = False
    """The acts are all possible answers: nothing else is asked."""
    notes: tuple[Note, ...] = ()
    begun: Mapping[str, str] = field(default_factory=dict)
    """Choices that are already made when the question is first shown."""
    commit: str = ""
    """The label of the send button; {choice} is the choice made."""
    magic: str = ""
    """The id of the spell or device whose effect is proposed, which a ruling may change; "" for none."""
