"""The words of forms as screens show them, where the rules' own are terse."""

from collections.abc import Mapping

LABELS: Mapping[str, str] = {
    "At whom": "Target",
    "At whom?": "Target",
    "Whom": "Target",
    "To where": "Where?",
    "With": "Weapon",
    "And then": "Add another action",
    "Discharge": "Cast, shoot or use",
    "Close with": "Move into melee with...",
}
"""The words of screens, by the words of the rules' forms."""


def reword(label: str) -> str:
    """Return the label of a field or option in the words of the screens."""
    return LABELS.get(label, label)
