"""The forms of a campaign: its name, and the day of an encounter."""

from django import forms

from encounters.screens.forms import PageForm
from encounters.services.campaigns import LONGEST_NAME


def explain_limits(least: int, most: int) -> dict[str, str]:
    """Return the errors of a field for a whole number, in words."""
    words = f"Write a whole number from {least} to {most}."
    return dict.fromkeys(("required", "invalid", "min_value", "max_value"), words)


class NameForm(PageForm):
    """The name of a campaign."""

    name = forms.CharField(
        label="Name of the campaign",
        max_length=LONGEST_NAME,
        error_messages={"required": "Give the campaign a name."},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class OptionsForm(PageForm):
    """The choices of a campaign for rest, missiles and wanderers."""

    title = "Rest, missiles and wanderers"

    night_heals = forms.BooleanField(label="A night of rest gives a hit point back", required=False)
    found_again = forms.IntegerField(
        label="Missiles that missed: one is found again of every",
        min_value=0,
        max_value=100,
        help_text="2: half of them; 0: none",
        error_messages=explain_limits(0, 100),
    )
    checks = forms.IntegerField(
        label="Checks for wanderers in a night", min_value=0, max_value=24, error_messages=explain_limits(0, 24)
    )
    sides = forms.IntegerField(
        label="Sides of the die: wanderers come on a 1",
        min_value=1,
        max_value=1000,
        error_messages=explain_limits(1, 1000),
    )
    wanderers = forms.CharField(
        label="Who may come", required=False, max_length=4000, widget=forms.Textarea(attrs={"rows": 4}),
        help_text="one on each line; one of them is drawn",
    )  # fmt: skip


class PlayerEditsForm(PageForm):
    """The choices of what players change on their own sheets."""

    title = "What players may change"

    edits_notes = forms.BooleanField(label="Notes", required=False)
    edits_carried = forms.BooleanField(label="Gear and coins", required=False)
    edits_hit_points = forms.BooleanField(label="Hit points", required=False)
    edits_supplies = forms.BooleanField(
        label="Ammunition, charges and spells cast", required=False,
        help_text="Players change these on their phones between fights, for their own characters. You change the rest.",
    )  # fmt: skip


class PlanForm(PageForm):
    """The day for which an encounter is planned; empty for none."""

    planned = forms.DateField(required=False)
