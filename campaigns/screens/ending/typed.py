"""The values that the DM typed on the page of an end, and what is wrong with them."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict

from encounters.numbers import read_whole

MOST_TYPED = 10_000_000
"""The greatest figure of a field; all of them together are less than what a sheet holds."""

WAS = "was."
"""Before the name of a figure: what was proposed where the DM was shown it."""


@dataclass(frozen=True, slots=True)
class FigureBox:
    """A field for a number."""

    name: str
    label: str
    """The words for screen readers."""
    value: str
    """What stands in it."""
    proposed: str
    """What is proposed; the figure follows the proposals until the DM types another."""
    error: str

    @property
    def id(self) -> str:
        """Return the id of the field."""
        return f"f-{self.name.replace('.', '-').replace(' ', '-')}"


class Typed:
    """The values of a page: those posted, else those proposed."""

    def __init__(self, data: QueryDict | None, errors: Mapping[str, str] | None = None) -> None:
        self.data = data
        self.errors = dict(errors or {})
        """What was wrong with the values that were read, and with those that a service refused."""
        self.shown: set[str] = set()
        """The names of the fields that show their errors."""

    def read_number(
        self, name: str, label: str, proposed: int, least: int = 0, most: int = MOST_TYPED
    ) -> tuple[int, FigureBox]:
        """Return a number with its field. What cannot be read is an error, and counts as proposed."""
        text = self.read_text(name, str(proposed)).strip()
        was = self.data.get(WAS + name) if self.data is not None else None
        if was is not None and text == was:
            text = str(proposed)
        number = read_whole(text, least=least, most=most)
        if number is None:
            is_too_large = read_whole(text, least=least) is not None
            limits = f"at most {most:,}" if is_too_large else f"{least} or more"
            limits = f"from {least} to {most}" if most < MOST_TYPED else limits
            self.errors.setdefault(name, f"Type a whole number, {limits}.")
        self.shown.add(name)
        value = proposed if number is None else number
        return value, FigureBox(name, label, text, str(proposed), self.errors.get(name, ""))

    def find_other_error(self) -> str:
        """Return an error that no field shows; "" for none."""
        return next((words for name, words in self.errors.items() if name not in self.shown), "")

    def read_text(self, name: str, proposed: str = "") -> str:
        """Return a text as it was posted."""
        return proposed if self.data is None else self.data.get(name, proposed)

    def read_choice(self, name: str, choices: Mapping[str, str], proposed: str = "") -> str:
        """Return one of the choices; the proposed one for anything else."""
        found = self.read_text(name, proposed)
        return found if found in choices else proposed

    def is_on(self, name: str, value: str = "on", *, proposed: bool = True) -> bool:
        """Return whether a box is ticked. One that the page did not show is as proposed."""
        if self.data is None or WAS + name not in self.data:
            return proposed
        return value in self.data.getlist(name)
