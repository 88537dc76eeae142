"""Information for the person asked: the situation, and the cost and effect of each answer.

It is made from one viewer's state, so that it reveals nothing which that viewer was not shown.
"""

from collections.abc import Mapping
from dataclasses import field

from rules.kernel.effects import Answer
from rules.kernel.frozen import frozen
from rules.kernel.terms import ClauseId


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
