"""What the DM's forms share: their look, and how an error of a service stands at the field it is about."""

from typing import Any

from crispy_forms.helper import FormHelper
from django import forms

from encounters.errors import NotTaken


class DmForm(forms.Form):
    """A form laid out by crispy-forms within a page's own <form>. ``status`` is that of the page that shows it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)
        self.helper = FormHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True
        self._status = 400

    @property
    def status(self) -> int:
        """The HTTP status of a page that shows this form with its errors."""
        return self._status if self.errors else 200

    def tell(self, problem: NotTaken) -> None:
        """Show what a service could not take, at the field it is about."""
        self._status = problem.status
        name = problem.field.replace(".", "_").partition("_")[0] if problem.field not in self.fields else problem.field
        self.add_error(name if name in self.fields else None, problem.message)
