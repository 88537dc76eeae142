"""The forms for joining a table: its code, then the name and characters of the player."""

from collections.abc import Sequence
from typing import Any

from django import forms

from encounters.screens.forms import PageForm


class CodeForm(PageForm):
    """The six-character code of a table."""

    code = forms.CharField(
        label="Code of the table",
        max_length=12,
        error_messages={"required": "Type the six-character code from the DM’s screen."},
        widget=forms.TextInput(
            attrs={"class": "joinbox", "autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )


class SitForm(PageForm):
    """The name of the person who joins, and the characters that they play, or none to watch."""

    name = forms.CharField(
        label="Your name at this table", max_length=40, widget=forms.TextInput(attrs={"autocomplete": "nickname"})
    )
    characters = forms.MultipleChoiceField(required=False)
    watch = forms.BooleanField(required=False)

    def __init__(self, free: Sequence[str], *args: Any, named: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen: Any = self.fields["characters"]
        chosen.choices = [(id, id) for id in free]
        chosen.error_messages["invalid_choice"] = "That character is taken, or is not here to play."
        if not named:
            del self.fields["name"]

    def clean(self) -> dict[str, Any]:
        """Return the values; add an error unless either characters or watching were chosen."""
        given: dict[str, Any] = super().clean() or {}
        if not self.errors and bool(given.get("characters")) == bool(given.get("watch")):
            self.add_error("characters", "Pick a character, or choose to watch; not both.")
        return given
