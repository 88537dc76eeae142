"""The forms of a fight in play: ruling, morale, taking back, ending, dice, seats and clocks."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, cast

from crispy_forms.bootstrap import InlineCheckboxes, InlineRadios
from crispy_forms.layout import Column, Layout, Row
from django import forms

from encounters import countdown
from encounters.errors import Rejected
from encounters.models import Seat
from encounters.narration.names import list_group, name_ruling
from encounters.screens.answering.typed import read_until
from encounters.screens.dm.calls import BOUNDS, list_saves, read_call
from encounters.screens.dm.ruling_values import find_hint, list_rulings, read_ruling
from encounters.screens.forms import PageForm
from rules.api import (
    DM,
    LONGEST_WORDS,
    SEGMENTS,
    BadAnswer,
    Call,
    State,
    get_ruleset,
    list_morale_occasions,
)

LONGEST_NOTE = 500
"""The greatest length of a ruling's note, in characters."""


class RulingForm(PageForm):
    """A ruling: the combatant, the fact, its new value, its end, a note, and its secrecy."""

    who = forms.ChoiceField(label="Combatant")
    what = forms.ChoiceField(label="What")
    value = forms.CharField(label="New value", required=False, max_length=400)
    until = forms.CharField(
        label="Until", required=False, max_length=40, help_text="4 rounds, or round 3 segment 4; empty: no end"
    )
    note = forms.CharField(
        label="Note", required=False, max_length=LONGEST_NOTE, help_text="optional, shown in the log"
    )
    secret = forms.BooleanField(label="Only I see it", required=False)

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper.layout = Layout(
            Row(Column("who"), Column("what")), Row(Column("value"), Column("until")), "note", "secret"
        )
        people = [(each.id, each.name) for each in state.combatants.values()]
        who = cast("forms.ChoiceField", self.fields["who"])
        who.choices = [*people, (DM, "the encounter itself")]
        self.state = state
        cast("forms.ChoiceField", self.fields["what"]).choices = [
            (each, name_ruling(get_ruleset(state.ruleset), each)) for each in list_rulings(state)
        ]
        what = str(self.data.get("what") or self.initial.get("what") or "")
        self.fields["value"].help_text = find_hint(state, what) if what else ""

    def clean(self) -> dict[str, Any]:
        """Return the values, with the ruling under ``change``."""
        given: dict[str, Any] = super().clean() or {}
        if self.errors:
            return given
        try:
            until = read_until("until", given["until"]) if given["until"] else None
            change = read_ruling(self.state, given["who"], given["what"], given["value"])
        except BadAnswer as problem:
            self.add_error(problem.field if problem.field in self.fields else None, str(problem))
            return given
        given["change"] = replace(change, until=(until[0], until[1]) if until else None)
        return given


MORALE, DICE, SAVE = "morale", "dice", "save."
"""What may be called for; after SAVE stands the category of a saving throw."""


class CallForm(PageForm):
    """A call: who rolls, and for what: a morale check, a saving throw, or dice."""

    what = forms.ChoiceField(label="Call for", widget=forms.RadioSelect)
    who = forms.MultipleChoiceField(label="Who", widget=forms.CheckboxSelectMultiple)
    modifier = forms.IntegerField(
        label="Modifier", required=False, min_value=-1000, max_value=1000,
        help_text="added to the roll; of morale, + is worse",
    )  # fmt: skip
    dice = forms.CharField(label="Dice", required=False, max_length=12, help_text="d20 or 3d6+1")
    bound = forms.IntegerField(label="Number to reach", required=False, help_text="optional")
    than = forms.ChoiceField(label="Made by", choices=BOUNDS, required=False)
    occasion = forms.ChoiceField(label="Occasion of morale", required=False)
    why = forms.CharField(label="Purpose", required=False, max_length=LONGEST_WORDS, help_text="as the log shows it")
    follows = forms.CharField(
        label="On a failure", required=False, max_length=LONGEST_WORDS, help_text="words for the log; changes nothing"
    )
    secret = forms.BooleanField(label="Only I see it", required=False, help_text="I roll for all; morale is always so")

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        morale = get_ruleset(state.ruleset).morale is not None
        self.helper.layout = Layout(
            InlineRadios("what"),
            InlineCheckboxes("who"),
            Row(Column("modifier"), Column("why"), Column("follows")),
            Row(Column("dice"), Column("bound"), Column("than")),
            *(["occasion"] if morale else []),
            "secret",
        )
        saves = [(f"{SAVE}{save}", f"Save against {words.lower()}") for save, words in list_saves(state)]
        checks = [(MORALE, "Morale check")] if morale else []
        cast("forms.ChoiceField", self.fields["what"]).choices = [*saves, (DICE, "Dice"), *checks]
        cast("forms.ChoiceField", self.fields["who"]).choices = list_may_roll(state)
        occasions = [(each.id, f"{each.when} ({each.modifier:+d})") for each in list_morale_occasions()]
        cast("forms.ChoiceField", self.fields["occasion"]).choices = [("", "none"), *occasions]

    def read_call(self, state: State) -> Call:
        """Return the call for a saving throw or dice. Raises Invalid."""
        given = self.cleaned_data
        named = [member for name in given["who"] for member in list_named(state, name)]
        text = {name: "" if given[name] is None else str(given[name]) for name in given if name not in ("who", "what")}
        save = given["what"].removeprefix(SAVE) if given["what"] != DICE else ""
        text |= {"save": save, "secret": "1" if given["secret"] else ""}
        return read_call(state, list(dict.fromkeys(named)), text)


def list_may_roll(state: State) -> list[tuple[str, str]]:
    """Return the sides, groups and combatants that are still in the fight, each with its name."""
    here = [each for each in state.combatants.values() if each.present]
    sides = [(side, f"All of the {side}") for side in state.sides if any(each.side == side for each in here)]
    mobs = dict.fromkeys(each.stat_block.mob for each in here if each.stat_block.mob)
    groups = [(mob, list_group(state, list_named(state, mob))) for mob in mobs]
    return [*sides, *groups, *((each.id, each.name) for each in here)]


def list_named(state: State, name: str) -> list[str]:
    """Return the combatants in the fight that a name means: one, a group, or a side."""
    here = [each for each in state.combatants.values() if each.present]
    if any(each.id == name for each in here):
        return [name]
    return [each.id for each in here if each.stat_block.mob == name] or [each.id for each in here if each.side == name]


class TakeBackForm(PageForm):
    """The input to go back to, and a note."""

    to = forms.TypedChoiceField(label="Take back", coerce=int, widget=forms.RadioSelect)
    note = forms.CharField(label="Why", required=False, max_length=500)

    def __init__(self, *args: Any, choices: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast("forms.TypedChoiceField", self.fields["to"]).choices = choices


class EndForm(PageForm):
    """A note for the log on why the fight ends."""

    note = forms.CharField(label="Why", required=False, max_length=200, help_text="as the log shows it")


class FaultForm(PageForm):
    """The DM's words on a fault, and the way in which the fight is saved."""

    expected = forms.CharField(
        label="What did you expect?",
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="optional; it stands at the top of the file",
    )
    without_secrets = forms.BooleanField(
        label="Without secrets",
        required=False,
        help_text="Leaves out names, notes, everything people typed, and combatants the party never met. "
        "A hidden combatant who changed the fight stays in it, under a neutral name.",
    )
    anyway = forms.BooleanField(
        label="Save it all the same",
        required=False,
        widget=forms.HiddenInput,
        help_text="The file says what it plays otherwise.",
    )

    def add_rejection(self, problem: Rejected) -> None:
        """Add the error of a service; where the fight can be saved all the same, offer that."""
        if problem.field == "anyway":
            self.fields["anyway"].widget = forms.CheckboxInput()
        super().add_rejection(problem)


class FaceForm(PageForm):
    """The face that a die shows instead, and a note."""

    face = forms.IntegerField(label="It shows", min_value=1)
    note = forms.CharField(label="Note", max_length=LONGEST_NOTE, help_text="optional, shown in the log")

    def __init__(self, *args: Any, sides: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["face"] = forms.IntegerField(label="It shows", min_value=1, max_value=sides)


class PlaysForm(PageForm):
    """The seat that plays a combatant."""

    seat = forms.TypedChoiceField(label="Played by", coerce=int, required=False, empty_value=None)

    def __init__(self, *args: Any, seats: Iterable[Seat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        players = [(str(seat.pk), seat.name) for seat in seats if seat.kind == Seat.Kind.PLAYER]
        cast("forms.TypedChoiceField", self.fields["seat"]).choices = [("", "you, the DM"), *players]


class CountdownForm(PageForm):
    """The number of seconds that are counted down while a blow waits for somebody's answer."""

    seconds = forms.ChoiceField(label="Seconds", widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = [(each, each if each == countdown.NONE else f"{each} seconds") for each in countdown.list_choices()]
        cast("forms.ChoiceField", self.fields["seconds"]).choices = words


class ClockForm(PageForm):
    """The DM's ruling on a player's clock.

    It sets the segments lost, or leaves them as counted, and says whether the phone's time away counts.
    """

    segments = forms.IntegerField(
        label="Segments late", required=False, min_value=0, max_value=SEGMENTS, help_text="empty: as counted"
    )
    counts_away = forms.BooleanField(label="Count the time the phone was away", required=False)
