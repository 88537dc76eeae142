"""The parts that forms share: layout, and errors of services at their fields."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Column, Field, LayoutObject, Row
from django import forms
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from encounters.errors import Rejected
from rules.api import LAST_WAVE

COMMON = ("id", "name", "side", "played", "hidden", "wave", "count", "first", "position")
"""The keys of a combatant that every ruleset reads alike."""


class Markup(LayoutObject):
    """Markup between the fields of a form; it is not rendered as a template."""

    def __init__(self, markup: SafeString) -> None:
        self.markup = markup
        self.fields: list[Any] = []

    def render(self, form: Any, context: Any, template_pack: Any = None, **kwargs: Any) -> SafeString:
        """Return the markup."""
        return self.markup


class More(LayoutObject):
    """Fields under a heading that opens and closes; it is open where a field has an error.

    With ``opens_filled`` it is open where a field has a value, too.
    """

    def __init__(self, title: str, *fields: Any, opens_filled: bool = False) -> None:
        self.title, self.fields, self.opens_filled = title, list(fields), opens_filled

    def render(self, form: Any, context: Any, template_pack: Any = None, **kwargs: Any) -> SafeString:
        """Render the heading and the fields."""
        names = [each.name for each in self.get_field_names()]
        is_wrong = form.is_bound and any(name in form.errors for name in names)
        is_filled = self.opens_filled and any(form[name].value() for name in names)
        inner = self.get_rendered_fields(form, context, template_pack, **kwargs)
        return format_html(
            '<details class="more-fields"{}><summary class="b small quiet">{}</summary>{}</details>',
            SafeString(" open") if is_wrong or is_filled else "", self.title, inner,
        )  # fmt: skip


class Framed(More):
    """Fields in a frame with a heading of its own."""

    def render(self, form: Any, context: Any, template_pack: Any = None, **kwargs: Any) -> SafeString:
        """Render the frame with its fields."""
        inner = self.get_rendered_fields(form, context, template_pack, **kwargs)
        return format_html('<fieldset class="framed"><legend>{}</legend>{}</fieldset>', self.title, inner)


class SideChips(forms.Widget):
    """The sides of the encounter as chips, and a field for another side."""

    sides: Sequence[str] = ()
    usual = ""
    """The side that counts where none is chosen."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Render a radio button for each side; a side that is none of them stands in the field."""
        chosen = str(value or "")
        other = "" if chosen in self.sides else chosen
        given = {"name": name, "sides": self.sides, "chosen": chosen, "other": other}
        return render_to_string("components/side_chips.html", given)

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> str:
        """Return the typed side, else the chosen one."""
        return str(data.get(f"{name}_other") or "").strip() or str(data.get(name) or self.usual)

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        """Return whether no side was posted."""
        return name not in data and f"{name}_other" not in data

    def id_for_label(self, id_: str | None, index: str | int | None = None) -> str:
        """Return "": the label is that of the group."""
        return ""


class SideField(forms.CharField):
    """The side that a combatant fights on."""

    widget = SideChips

    def __init__(self, **more: Any) -> None:
        super().__init__(label="Side", max_length=40, **more)


class NamesWidget(forms.Textarea):
    """A text of names, beside the names of its table; with script they are chips and a search."""

    unlisted = ""
    """A typed name that no table has."""

    def __init__(self, kind: str, one: str, names: Callable[[], Sequence[tuple[str, str]]], damage: str = "") -> None:
        """``damage`` is what one press gives to an unlisted name; "" where it cannot be used."""
        super().__init__({"rows": 3, "data-names": f"names-{kind}", "data-one": one, "data-make": damage})
        self.names, self.damage = names, damage

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Render the text, the names, and the button for an unlisted name."""
        given = {
            "field": super().render(name, value, attrs, renderer),
            "id": self.attrs["data-names"],
            "names": self.names(),
            "unlisted": self.unlisted if self.damage else "",
            "damage": self.damage,
        }
        return render_to_string("components/names.html", given)


def find_one_place(definition: Mapping[str, Any]) -> Sequence[Any] | None:
    """Return the place of a definition; None without one, or where each of several has its own."""
    place = definition.get("position")
    return place if place and not isinstance(place[0], Sequence) else None


def keep_own_places(before: Mapping[str, Any], table: Mapping[str, Any]) -> dict[str, Any]:
    """Return a changed table with the places that several alike had each for itself.

    They are dropped where one place was typed for all, or their number has changed.
    """
    own = before.get("position") if find_one_place(before) is None else None
    kept = {key: value for key, value in table.items() if key != "position" or value != own}
    if own and "position" not in kept and before.get("count") == table.get("count"):
        kept["position"] = own
    return kept


def make_file_name_field() -> forms.SlugField:
    """Return the field for the id of a combatant, which only files show."""
    return forms.SlugField(
        label="Name in files", max_length=40, required=False, allow_unicode=True,
        help_text="one word; empty: made of the name",
        error_messages={"invalid": "Write one word: letters, digits, hyphens and underscores."},
    )  # fmt: skip


def make_wave_field() -> forms.IntegerField:
    """Return the field for the round in which a combatant arrives; nobody sees it before."""
    return forms.IntegerField(
        label="Comes in round", min_value=1, max_value=LAST_WAVE, required=False, help_text="unseen until it begins"
    )


def make_row(*names: str) -> Row:
    """Return a row of fields; a narrow screen shows three or more of them two by two."""
    css = "col-6 col-md" if len(names) > 2 else ""
    return Row(*(Column(Field(name), css_class=css) for name in names), css_class="g-2 g-md-3")


@dataclass(frozen=True, slots=True)
class OwnNote:
    """The DM's own note on a combatant, and the address that saves it."""

    action: str
    text: str


@dataclass(frozen=True, slots=True)
class OwnPicture:
    """The picture of a combatant, and the address that saves another."""

    action: str
    address: str
    """The address of the picture; "" without one."""
    group: str = ""
    """The id of its group, which may have the picture instead; "" for none."""


class PageForm(forms.Form):
    """A form laid out by crispy-forms within a page's own <form>."""

    folded = False
    """Some fields are under closed headings.

    A browser cannot show its own errors there, so the page switches its checks off.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)
        self.helper = FormHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True
        self._status = 400

    @property
    def remark(self) -> str:
        """Return what to say when the form has been taken; "" for nothing."""
        return ""

    @property
    def status(self) -> int:
        """Return the HTTP status of the page that shows this form: 200 where it has no errors."""
        return self._status if self.errors else 200

    def add_error(self, field: str | None, error: Any) -> None:
        """Add an error; the first field with one has the focus when the form is shown again."""
        super().add_error(field, error)
        wrong = [name for name in self.fields if name in self.errors]
        for name in wrong:
            self.fields[name].widget.attrs.pop("autofocus", None)
        for name in wrong[:1]:
            self.fields[name].widget.attrs["autofocus"] = True

    def add_rejection(self, problem: Rejected) -> None:
        """Add the error of a service to the field that it names, or to the form as a whole."""
        self._status = problem.status
        name = problem.field.replace(".", "_").partition("_")[0] if problem.field not in self.fields else problem.field
        self.add_error(name if name in self.fields else None, problem.message)
