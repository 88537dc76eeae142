"""The form of pasted statblocks."""

from typing import Any

from crispy_forms.layout import Layout
from django import forms

from encounters.screens.adding.adding import ArrivalForm
from rules.api import LONGEST_PASTED_TEXT


class PasteForm(ArrivalForm):
    """Statblocks, pasted as text or as a tracker's JSON."""

    text = forms.CharField(
        label="Statblocks",
        max_length=LONGEST_PASTED_TEXT,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"}),
        help_text=(
            "one on each line or paragraph: Orc: AC 6, MV 9, HD 1, hp 5, #AT 1, D 1-8; or a table, or a tracker’s JSON"
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper.layout = Layout("text")
