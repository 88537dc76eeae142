"""The forms of preparation: a new encounter, and a scenario file to import."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from crispy_forms.layout import Field, Layout, LayoutObject
from django import forms
from django.template.loader import render_to_string

from encounters.screens.forms import PageForm
from rules.api import MOST_BYTES, DocumentError, check_size, get_ruleset, list_rulesets

LARGE = f"A scenario file has at most {MOST_BYTES:,} bytes. Import its parts one by one."


class FormPart(LayoutObject):
    """A part of a form that is rendered by a template of its own."""

    def __init__(self, template: str, **given: Any) -> None:
        self.template, self.given = template, given

    def render(self, form: Any, context: Any, template_pack: Any = None, **kwargs: Any) -> str:
        """Render the template."""
        return render_to_string(self.template, self.given)


@dataclass(frozen=True, slots=True)
class RulesetChoice:
    """A ruleset that an encounter may have."""

    value: str
    label: str
    on: bool
    """It is chosen."""


def build_ruleset_part(chosen: str, summary: str = "", errors: Sequence[str] = ()) -> FormPart:
    """Return the choice of a ruleset by one press, with a line about the chosen one."""
    choices = [RulesetChoice(id, get_ruleset(id).title, id == chosen) for id in list_rulesets()]
    return FormPart("screens/prepare/ruleset.html", choices=choices, summary=summary, errors=errors)


class NewForm(PageForm):
    """Title and ruleset of a new encounter.

    An empty title stands for the one that is proposed. The ruleset is the one of the last encounter, until another is
    chosen.
    """

    title = forms.CharField(max_length=120, required=False, widget=forms.TextInput(attrs={"autofocus": True}))
    ruleset = forms.ChoiceField()

    def __init__(self, data: Any = None, *, title: str, ruleset: str = "") -> None:
        super().__init__(data, initial={"ruleset": ruleset})
        self.proposed = title
        self.fields["title"].widget.attrs["placeholder"] = title
        self.fields["title"].help_text = f"Leave it empty for “{title}”; you can change it later."
        self.fields["ruleset"].choices = [(id, get_ruleset(id).title) for id in list_rulesets()]  # type: ignore[attr-defined]
        chosen = self.data.get("ruleset", "") if self.is_bound else ruleset or list_rulesets()[0]
        errors = [str(each) for each in self.errors.get("ruleset", ())] if self.is_bound else ()
        self.helper.layout = Layout(Field("title"), build_ruleset_part(chosen, errors=errors))

    def clean(self) -> dict[str, Any]:
        """Return the values; an empty title is the proposed one."""
        given: dict[str, Any] = super().clean() or {}
        return {**given, "title": given.get("title") or self.proposed}


class ImportForm(PageForm):
    """A scenario file, chosen or pasted."""

    file = forms.FileField(required=False, label="File", help_text="A scenario file, in TOML.")
    paste = forms.CharField(required=False, label="Or paste it", widget=forms.Textarea(attrs={"rows": 10}), strip=False)

    def clean(self) -> dict[str, Any]:
        """Return the values, with the file's text under ``text`` and its name under ``name``.

        Messages use the name. Adds an error unless exactly one of file and pasted text was given.
        """
        given: dict[str, Any] = super().clean() or {}
        file, paste = given.get("file"), given.get("paste")
        if bool(file) == bool(paste) and not self.errors:
            self.add_error("file", "Choose a file, or paste one.")
        elif file:
            given["name"] = file.name
            given["text"] = self._read(file)
        else:
            given["name"], given["text"] = "the file", self._require_small("paste", paste or "")
        return given

    def _read(self, file: Any) -> str:
        if file.size > MOST_BYTES:
            self.add_error("file", LARGE)
            return ""
        try:
            return self._require_small("file", str(file.read().decode()))
        except UnicodeDecodeError:
            self.add_error("file", "This is not a text in UTF-8.")
            return ""

    def _require_small(self, field: str, text: str) -> str:
        """Return the text if it is small enough to parse; otherwise "", with an error at the field."""
        try:
            check_size(text)
        except DocumentError:
            self.add_error(field, LARGE)
            return ""
        return text
