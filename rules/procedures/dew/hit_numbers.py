"""The numbers of a hit roll, beside those that an attack has in every procedure (1.2.5.1)."""

from dataclasses import fields
from typing import Annotated, ClassVar

from rules.kernel.frozen import frozen
from rules.kernel.own import OwnDetails
from rules.kernel.stored_forms import Data
from rules.kernel.visibility import Open, show_to_needed

GREAT_BLOW = "great blow"


@frozen
class HitNumbers(OwnDetails):
    """The numbers that are added up to the result of a hit roll, and its outcome.

    The attack itself has the hit number in ``needed``.
    """

    of: ClassVar[str] = "Attacked"

    natural: Open[int] = 0
    """The sum of the dice as rolled."""
    multiplier: Open[int] = 1
    """The multiplier of the natural roll, by the target's surprise (1.2.5.1.3a to e)."""
    ac_base: Annotated[int | None, show_to_needed(None)] = None
    """The target's armor class."""
    ac_mod1: Annotated[int | None, show_to_needed(None)] = None
    """The first modifier of the armor class."""
    parries: Open[int] = 0
    """The number by which all parries lower the result."""
    shield: Annotated[int | None, show_to_needed(None)] = None
    """The number that the target's shield adds."""
    shot: Open[int] = 0
    """The number that the range of a shot adds."""
    preparations: Open[int] = 0
    """The number of preparations of a great blow."""
    result: Annotated[int | None, show_to_needed(None)] = None
    outcome: Open[str] = ""
    """The outcome: hit, hit_equal, near_miss, miss, double_one or double_max."""

    def get_label(self) -> str:
        return GREAT_BLOW if self.preparations else ""


def read_hit_numbers(data: Data) -> Data:
    """Return the fields of Attacked with the numbers of the hit roll in its details.

    Up to version 6 they were fields of the event.
    """
    names = [each.name for each in fields(HitNumbers) if each.name in data]
    if not names:
        return data
    kept = {name: value for name, value in data.items() if name not in names}
    return {**kept, "details": [HitNumbers.__name__, {name: data[name] for name in names}]}
