"""The forms of a fight in play: rulings, taking back, closing, ending, who plays whom."""

from collections.abc import Iterable
from typing import Any, cast

from crispy_forms.layout import Column, Layout, Row
from django import forms

from encounters.errors import Bad
from encounters.forms.base import DmForm
from encounters.forms.typed import read_until, read_value
from encounters.models import Seat
from rules.fold.rulings import CONDITIONS, ENCOUNTER_RULINGS, FIGURE_RULINGS
from rules.forms import BadAnswer
from rules.inputs import Change
from rules.state import State
from rules.terms import DM, SEGMENTS, Setting

HELP = {
    "hp": "a whole number",
    "moved": "feet across, feet down: 12, 20",
    "range": "to whom, feet: orc-1, 30",
    "ac": "a whole number, or nothing for his own",
    "behind": "behind whom, or nothing",
    "spells": "ids of the spells in memory, with commas",
    "drops": "nothing, or the weapon's id",
    "option": "the option's key, its value",
    "setting": "indoors or outdoors",
}
"""What the value of a ruling looks like; conditions take yes or no."""

SWITCH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
"""How an option that is a switch may be typed."""

OFTEN = ("hp", "moved", "hidden", "appears", "ac")
"""What is ruled most stands first."""

WHATS = tuple(dict.fromkeys((*OFTEN, *FIGURE_RULINGS, *ENCOUNTER_RULINGS)))


LONGEST_NOTE = 500
"""Characters of a ruling's note."""


class RulingForm(DmForm):
    """A ruling: of whom, what, the new value, until when, a note that must be given, and who may see it."""

    who = forms.ChoiceField(label="Of whom")
    what = forms.ChoiceField(label="What", choices=[(what, what.replace("_", " ")) for what in WHATS])
    value = forms.CharField(label="New value", required=False, max_length=400)
    until = forms.CharField(label="Until", required=False, max_length=40, help_text="as round 3 segment 4, if it ends")
    note = forms.CharField(label="Note", max_length=LONGEST_NOTE, help_text="why, for the log")
    secret = forms.BooleanField(label="Only I see it", required=False)

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper.layout = Layout(
            Row(Column("who"), Column("what")), Row(Column("value"), Column("until")), "note", "secret"
        )
        people = [(each.id, each.name) for each in state.combatants.values()]
        who = cast("forms.ChoiceField", self.fields["who"])
        who.choices = [*people, (DM, "the encounter itself")]
        what = str(self.data.get("what") or self.initial.get("what") or "")
        self.fields["value"].help_text = HELP.get(what, "yes or no" if what in CONDITIONS else "")

    def clean(self) -> dict[str, Any]:
        """The change is under ``change``."""
        given: dict[str, Any] = super().clean() or {}
        if self.errors:
            return given
        try:
            until = read_until("until", given["until"]) if given["until"] else None
            value = read_ruling(given["what"], given["value"])
        except BadAnswer as problem:
            self.add_error(problem.field if problem.field in self.fields else None, str(problem))
            return given
        ends = (until[0], until[1]) if until else None
        given["change"] = Change(given["who"], given["what"], value, ends)
        return given


def hints() -> list[tuple[str, str]]:
    """What each kind of ruling takes as its value."""
    return [*((what.replace("_", " "), words) for what, words in HELP.items()), ("everything else", "yes or no")]


def read_ruling(what: str, text: str) -> object:
    """The value of a ruling, as it is typed. Raises BadAnswer, naming the field."""
    text = text.strip()
    match what:
        case "hp" | "ac":
            value = read_value(text) if text else None
            if not isinstance(value, int) and not (what == "ac" and value is None):
                raise BadAnswer("value", f"'{text}' is no whole number")
            return value
        case "moved" | "range" | "option":
            return _pair(what, text)
        case "spells":
            return [each.strip() for each in text.split(",") if each.strip()]
        case "behind" | "drops" | "note":
            return text
        case "setting" if text not in tuple(Setting):
            raise BadAnswer("value", "The setting is indoors or outdoors")
        case "setting":
            return text
    if text.lower() not in ("", "yes", "no"):
        raise BadAnswer("value", f"'{text}' is neither yes nor no")
    return text.lower() != "no"


def _pair(what: str, text: str) -> list[object]:
    parts = [each.strip() for each in text.split(",")]
    if len(parts) != 2 or not all(parts):
        raise BadAnswer("value", f"Two values, with a comma: {HELP[what]}")
    if what == "option":
        return [parts[0], SWITCH.get(parts[1].lower(), parts[1])]
    try:
        last = float(parts[1])
        return [parts[0] if what == "range" else float(parts[0]), last]
    except ValueError as problem:
        raise BadAnswer("value", f"'{text}' is no number of feet") from problem


class TakeBackForm(DmForm):
    """Back to before one of the inputs, and why."""

    to = forms.TypedChoiceField(label="Take back", coerce=int, widget=forms.RadioSelect)
    note = forms.CharField(label="Why", required=False, max_length=500)

    def __init__(self, *args: Any, choices: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast("forms.TypedChoiceField", self.fields["to"]).choices = choices


class EndForm(DmForm):
    """Ending the fight: why, for the log."""

    note = forms.CharField(label="Why", required=False, max_length=200, help_text="as the log will have it")


class FaceForm(DmForm):
    """What a die shows instead, and why."""

    face = forms.IntegerField(label="It shows", min_value=1)
    note = forms.CharField(label="Note", max_length=LONGEST_NOTE, help_text="why, for the log")

    def __init__(self, *args: Any, sides: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["face"] = forms.IntegerField(label="It shows", min_value=1, max_value=sides)


class PlaysForm(DmForm):
    """Who plays whom: one figure, one seat."""

    seat = forms.TypedChoiceField(label="Played by", coerce=int, required=False, empty_value=None)

    def __init__(self, *args: Any, seats: Iterable[Seat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        players = [(str(seat.pk), seat.name) for seat in seats if seat.kind == Seat.Kind.PLAYER]
        cast("forms.TypedChoiceField", self.fields["seat"]).choices = [("", "you, the DM"), *players]


def whole_number(text: str, field: str) -> int:
    """A number of a row. Raises Bad."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Bad("That is no number.", field)
    return int(text)


class ClockForm(DmForm):
    """What the DM rules of somebody's clock: the segments lost, or as counted; whether time away counts."""

    segments = forms.IntegerField(
        label="Segments late", required=False, min_value=0, max_value=SEGMENTS, help_text="nothing: as it was counted"
    )
    counts_away = forms.BooleanField(label="Count the time that the phone was away", required=False)
