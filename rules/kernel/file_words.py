"""The words of scenario files that only one procedure knows.

``rules.scenarios`` reads the files. It asks here for what a procedure's text names or writes otherwise.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from rules.kernel.effects import Answer
from rules.kernel.order_keys import OrderKey
from rules.kernel.state import Combatant, OpenQuestion

Raw = Mapping[str, object]
"""A table of a file."""


class FileWords:
    """The words of scenario files that only one procedure knows, with the usual answers.

    The words of a single question stand in its ``Question``, and the verbs of a kind of event in its class.
    """

    order_keys: tuple[str, ...] = ()
    """Keys of a declaration that not every procedure accepts."""
    order_ways: Mapping[tuple[str, str], str] = {}
    """Keys that say a way of acting by being true, by the letter and the way."""
    rulings: Mapping[str, str] = {}
    """Other names of rulings, understood where the procedure does not know the written one."""
    measures: Mapping[str, int] = {}
    """Keys of answers that hold a measure, and the parts of its unit that forms count in."""
    event_measures: Mapping[str, tuple[str, ...]] = {}
    """Fields that hold hundredths, by kind of event; files may write whole units or hundredths."""
    thing_fields: frozenset[str] = frozenset()
    """Those of the fields in which players type whose text names a thing, which other answers then name."""

    def list_order_fields(self) -> Mapping[str, OrderKey]:
        """Return the fields of its orders by their keys, which are those of answers too."""
        return {}

    def complete_order(self, answer: dict[str, object], deed: Raw, me: Combatant) -> None:
        """Add to the answer for a deed of a file what its form wants and files leave out."""

    def name_event(self, entry: Raw) -> Raw:
        """Return an entry of [expect] with the kind and the fields that events have."""
        return entry

    def may_answer_now(self, question: OpenQuestion, earlier: Sequence[str], later: Sequence[str]) -> bool:
        """Return whether an entry stands where its question comes.

        ``earlier`` and ``later`` are the questions of its combatant's entries of the round, before and after it.
        """
        return True

    def read_beforehand(self, question: OpenQuestion, choice: object) -> Answer | None:
        """Return the answer that an entry for a later step gives to this one; None if none.

        The entry is used again in that later step.
        """
        return None


def convert_measure(value: object, parts: int) -> object:
    """Return a measure, or each of a list, in whole parts of its unit; what is no number stays."""
    if isinstance(value, list):
        return [convert_measure(each, parts) for each in value]
    return round(Fraction(str(value)) * parts) if isinstance(value, int | float) else value
