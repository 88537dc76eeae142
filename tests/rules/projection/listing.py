"""The form in which the fields of an event kind are listed."""

from dataclasses import dataclass

COMMON = ("round", "segment", "clock", "moment", "clauses", "rolls", "perceived_by")
"""What every event carries."""

ROLLED = ("purpose", "by", "dice", "faces", "source")
"""What the contract lists of a roll."""


@dataclass(frozen=True)
class Listed:
    """The fields of one event kind, by name."""

    contract: tuple[str, ...]
    """Always projected, empty or not."""
    further: tuple[str, ...] = ()
    """Projected where they hold something: a procedure need not have them."""
    deeds: tuple[str, ...] = ()
    """Ids of deeds, projected as the combatants whose deeds they are."""
    inside: tuple[str, ...] = ()
    """Not projected: their shape is the code's own."""


def listed(contract: str = "", further: str = "", deeds: str = "", inside: str = "") -> Listed:
    """Return the fields of a kind; each text has names with blanks between."""
    return Listed(*(tuple(names.split()) for names in (contract, further, deeds, inside)))
