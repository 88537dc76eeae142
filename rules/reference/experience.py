"""The experience that monsters are worth."""

from collections.abc import Mapping
from functools import cache

from rules.kernel.frozen import frozen
from rules.reference.tables import list_rows

_PRINTED = "printed"


@frozen(slots=True)
class ExperienceValue:
    """The experience that a monster of one kind is worth."""

    base: int
    per_point: int
    """The addition for each of its full hit points."""
    is_printed: bool
    """The book has this value; otherwise it is made of the table by hit dice and powers."""

    def compute(self, points: int) -> int:
        """Return what one with these full hit points is worth."""
        return self.base + self.per_point * points


def find_experience(id: str) -> ExperienceValue | None:
    """Return what a monster of the table is worth; None where no value is known."""
    return _load_values().get(id)


@cache
def _load_values() -> Mapping[str, ExperienceValue]:
    return {
        str(row["id"]): ExperienceValue(int(row["base"]), int(row["per_hp"]), row["basis"] == _PRINTED)
        for row in list_rows("experience", "monster")
    }
