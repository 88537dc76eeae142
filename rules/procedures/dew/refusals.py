"""Refusals: what forbids a choice, in words for the sender alone.

The messages of one rule stand in its module, those of several here.

Input that is no option of a form is invalid and leaves no trace. That is: another's prompt, an answer already given,
the DM's own prompts, an unconscious combatant.
"""

from functools import cache

from rules.kernel.form_fields import Refusal
from rules.kernel.terms import ClauseId
from rules.procedures.dew.clause_options import TEXT

REFUSED = "1.2f"
"""The clause by which a refused choice changes nothing. Alone it refuses what cannot be."""


class Message(str):
    """The words of a refusal, with a name in braces for each fact.

    Words that begin with a small letter follow the combatant's name; others are whole sentences.
    """

    __slots__ = ()


NOT_ALERT = Message("must be alert for this")
MUST_BE_UNALERT = Message("must not be alert for this")
ALREADY_ALERT = Message("is already alert")
NOT_HELD = Message("does not hold {item}")
SELF_TARGET = Message("cannot do this to oneself")


def refuse(message: Message, clause: str, *also: str, **facts: object) -> Refusal:
    """Return the refusal with this message by this clause, and by others ``also``.

    Like every refusal it changes nothing (1.2f). Raises KeyError for a missing fact.
    """
    reason = message.format(**facts)
    cited, besides = _cite(clause, *also)
    return Refusal(cited, reason if message[0].islower() else f"{reason[:1].upper()}{reason[1:]}", besides)


@cache
def _cite(clause: str, *also: str) -> tuple[ClauseId, tuple[ClauseId, ...]]:
    """Return the clause that forbids, and those cited beside it."""
    return TEXT.ids(clause)[0], TEXT.ids(*(each for each in dict.fromkeys((*also, REFUSED)) if each != clause))
