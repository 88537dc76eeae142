"""Links that stand in a row, of which one may be what the page shows."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NavLink:
    """A link of such a row."""

    label: str
    href: str
    on: bool
    """The page shows it."""
