"""What somebody can know of a question before he answers: what has come about, what each answer costs and keeps.

It is made from one viewer's state, so that it says nothing which that viewer was not shown.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.effects import Answer
from rules.terms import ClauseId


@dataclass(frozen=True, slots=True)
class Act:
    """One tap that answers the whole question. ``text`` is what it comes to, under ``title``; ``name`` tells it apart.

    ``along`` are fields of the form whose values, where something was filled in, go along with it. ``begins``: it is
    only filled in, for whoever is asked to look at what it comes to before he sends it.
    """

    name: str
    label: str
    answer: Answer
    title: str = ""
    text: str = ""
    along: tuple[str, ...] = ()
    begins: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence that holds for every answer, with the clauses that say so."""

    text: str
    clauses: tuple[ClauseId, ...] = ()


@dataclass(frozen=True, slots=True)
class Stakes:
    """``title`` says what has come about, ``detail`` what is to be known of it.

    ``acts`` answer in one tap; with ``whole`` there is nothing else to answer. ``begun`` are choices that are made
    already when the question is first shown. ``commit`` stands on what sends the answer: {choice} is what was chosen.
    """

    title: str
    detail: str = ""
    acts: tuple[Act, ...] = ()
    whole: bool = False
    notes: tuple[Note, ...] = ()
    begun: Mapping[str, str] = field(default_factory=dict)
    commit: str = ""
