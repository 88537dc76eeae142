"""The form of an encounter's rules: ruleset, options, place, start, notes on the meeting."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from crispy_forms.layout import Div, Field, Layout
from django import forms

from encounters import countdown
from encounters.models import Encounter
from encounters.narration.names import SHORT, name_choice, name_option
from encounters.rulesets import find_ruleset_title
from encounters.screens.forms import PageForm
from encounters.screens.prepare.forms import FormPart, build_ruleset_part
from encounters.selectors import find_house_options
from rules.api import (
    ASK,
    AUTO,
    EFFECTS,
    TABLE_OPTIONS,
    OptionSpec,
    Setting,
    get_ruleset,
    list_reaction_bands,
    list_rulesets,
)

MEETING = ("encounter", "surprise")
"""The steps before melee, in which the sides meet."""
MET = ("reaction", "surprised", "detected_by")
"""The notes that only those steps read; a ruleset without them keeps the notes and does not ask."""
ROLLED = ("", "rolled")


class RulesForm(PageForm):
    """Title, ruleset, options and notes of an encounter.

    A field for an option is named by the option's key. The posted ``options_of`` is the ruleset whose options the page
    showed. Where another ruleset was chosen since, its own options have the DM's house rules, or their defaults.
    """

    title = forms.CharField(max_length=120)
    ruleset = forms.ChoiceField()
    setting = forms.ChoiceField(label="Place", choices=[(each.value, each.value.capitalize()) for each in Setting])
    start = forms.ChoiceField(label="Begins at")
    distance_ft = forms.IntegerField(label="Distance, feet", min_value=0, max_value=100_000, required=False)
    reaction = forms.ChoiceField(
        label="Reaction", required=False,
        choices=[ROLLED, *((band.id, band.id.replace("_", " ")) for band in list_reaction_bands())],
    )  # fmt: skip
    surprised = forms.MultipleChoiceField(
        label="Surprised (you decide)", required=False, widget=forms.CheckboxSelectMultiple
    )
    effects = forms.ChoiceField(
        label="Spells and special attacks", required=False,
        choices=[(ASK, "You apply them"), (AUTO, "They happen by themselves")],
    )  # fmt: skip
    detected_by = forms.MultipleChoiceField(
        label="Noticed the others beforehand", required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, encounter: Encounter, sides: Iterable[str], **kwargs: Any) -> None:
        super().__init__(*args, initial=list_initial(encounter), **kwargs)
        self.encounter = encounter
        self.fields["ruleset"].choices = [(id, get_ruleset(id).title) for id in list_rulesets()]  # type: ignore[attr-defined]
        self.sides = list(sides)
        for name in MET[1:]:
            self.fields[name].choices = [(side, side) for side in self.sides]  # type: ignore[attr-defined]
        chosen = self.data.get("ruleset") or encounter.ruleset
        self.fields["start"].choices = [(each, each.replace("_", " ").capitalize()) for each in list_starts(chosen)]  # type: ignore[attr-defined]
        if not any(each in list_starts(chosen) for each in MEETING):
            for name in MET:
                del self.fields[name]
        if not has_effects(chosen):
            del self.fields[EFFECTS]
        self.fields["distance_ft"].label = f"Distance, {find_unit(chosen)}"
        self.specs = {key: with_own(spec, encounter.options) for key, spec in index_specs(chosen).items()}
        options_of = self.data.get("options_of", encounter.ruleset)
        unseen = self.is_bound and options_of != chosen
        if unseen and self.data.get("start") not in list_starts(chosen):
            given: Any = copy(self.data)
            given["start"] = list_starts(chosen)[-1]
            self.data = given
        house = find_house_options(encounter.campaign.find_owner(), chosen) if unseen else {}
        self.unseen = set(self.specs) - (TABLE_OPTIONS.keys() & index_specs(options_of)) if unseen else set()
        for spec in self.specs.values():
            self.fields[spec.key] = make_option_field(spec)
            self.fields[spec.key].required &= spec.key not in self.unseen
            usual = house if spec.key in self.unseen else encounter.options
            self.initial[spec.key] = usual.get(spec.key, spec.default)
        self.helper.layout = self._build_layout()

    def _build_layout(self) -> Layout:
        now = {name: self._find_present(name) for name in self.fields}
        ruleset = str(now["ruleset"])
        usual = ("setting", "start", "distance_ft", "reaction", EFFECTS)
        met = [name for name in MET[1:] if name in self.fields and self.sides]
        return Layout(
            build_ruleset_part(ruleset, _find_summary(ruleset)),
            Div(*(Field(name) for name in usual if name in self.fields), css_class="few-options"),
            Div(*(Field(name) for name in met), css_class="few-options"),
            FormPart(
                "screens/prepare/options.html",
                groups=group_options(self.specs.values(), now),
                count=len(self.specs),
                of=ruleset,
            ),
        )

    def _find_present(self, name: str) -> Any:
        if not self.is_bound or name in self.unseen:
            return self.initial.get(name)
        if isinstance(self.fields[name], forms.BooleanField):
            return name in self.data
        return self.data.get(name)

    def clean(self) -> dict[str, Any]:
        """Return the values, with ``options`` and ``notes`` in the shape that services take.

        ``options`` holds only values that differ from the default, and ``notes`` only those that were given.
        """
        given: dict[str, Any] = super().clean() or {}
        if self.errors:
            return given
        values = {
            key: self.initial[key] if key in self.unseen else read_option(spec, given[key])
            for key, spec in self.specs.items()
        }
        given["options"] = {key: value for key, value in values.items() if value != self.specs[key].default}
        notes = {"setting": given["setting"], "start": given["start"]}
        met = {key: given[key] if key in self.fields else self.encounter.notes.get(key) for key in MET}
        given["notes"] = notes | {key: value for key, value in met.items() if value}
        given["notes"] |= self._note_effects(given.get(EFFECTS))
        if given["distance_ft"] is not None:
            given["notes"]["distance_ft"] = given["distance_ft"]
        return given

    def _note_effects(self, chosen: str | None) -> dict[str, str]:
        """Return the note on effects; none where it says what counts without one."""
        before = self.encounter.notes.get(EFFECTS)
        said = chosen or before
        return {EFFECTS: said} if said and (said != ASK or before) else {}


def list_initial(encounter: Encounter) -> dict[str, Any]:
    """Return the values that the form shows of an encounter."""
    usual = {"setting": "indoors", "start": list_starts(encounter.ruleset)[-1], EFFECTS: ASK}
    return {"title": encounter.title, "ruleset": encounter.ruleset, **usual, **encounter.notes}


def list_starts(ruleset: str) -> tuple[str, ...]:
    """Return the steps at which an encounter may begin under a ruleset."""
    return get_ruleset(ruleset if ruleset in list_rulesets() else list_rulesets()[0]).starts


def has_effects(ruleset: str) -> bool:
    """Return whether the effects of magic are asked under a ruleset."""
    return "effect" in get_ruleset(ruleset if ruleset in list_rulesets() else list_rulesets()[0]).questions


def find_unit(ruleset: str) -> str:
    """Return the unit of distances under a ruleset: feet or inches."""
    return get_ruleset(ruleset if ruleset in list_rulesets() else list_rulesets()[0]).plane.unit


def index_specs(ruleset: str) -> Mapping[str, OptionSpec]:
    """Return the options of a ruleset, and those of the table that affect it, by key."""
    rules = get_ruleset(ruleset) if ruleset in list_rulesets() else None
    specs = dict(rules.options) if rules is not None else {}
    idle = () if rules is not None and countdown.has_countdown(rules) else (countdown.KEY,)
    tables = {
        each.key: OptionSpec(each.key, each.default, each.choices, "", words=each.words)
        for each in TABLE_OPTIONS.values()
        if each.key not in idle
    }
    return {**specs, **tables}


def with_own(spec: OptionSpec, options: Mapping[str, object]) -> OptionSpec:
    """Return an option that has the encounter's value among its choices.

    A scenario file may give it a value that is not among its own choices.
    """
    own = options.get(spec.key, spec.default)
    return spec if own in spec.choices else replace(spec, choices=(*spec.choices, own))


def make_option_field(spec: OptionSpec) -> forms.Field:
    """Return a checkbox for an option that is on or off; otherwise a choice."""
    if isinstance(spec.default, bool):
        return forms.BooleanField(required=False)
    return forms.ChoiceField(choices=[(str(choice), str(choice)) for choice in spec.choices])


def read_option(spec: OptionSpec, given: Any) -> object:
    """Return the value of an option from the value of its field."""
    if isinstance(spec.default, bool):
        return bool(given)
    return next(choice for choice in spec.choices if str(choice) == str(given))


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """A value of an option."""

    value: str
    label: str
    on: bool
    """It is chosen."""


@dataclass(frozen=True, slots=True)
class OptionInput:
    """The input of an option: a row of choices, or a switch."""

    name: str
    label: str
    clauses: Sequence[str] = ()
    is_switch: bool = False
    on: bool = False
    """The switch is on."""
    choices: Sequence[OptionChoice] = ()
    meaning: str = ""
    """What the option changes, in a sentence or two."""
    default: str = ""
    """Its default in words, where it has another value; else ""."""


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options of one subject."""

    title: str
    options: Sequence[OptionInput]

    @property
    def changed(self) -> int:
        """Return how many have another value than their default."""
        return sum(bool(each.default) for each in self.options)


def group_options(specs: Iterable[OptionSpec], now: Mapping[str, Any]) -> list[OptionGroup]:
    """Return the inputs of options by subject; a subject stands where its first option does."""
    groups: dict[str, list[OptionInput]] = {}
    for spec in specs:
        groups.setdefault(spec.words.group or "Other", []).append(make_option_input(spec, now))
    return [OptionGroup(title, options) for title, options in groups.items()]


def make_option_input(spec: OptionSpec, now: Mapping[str, Any]) -> OptionInput:
    """Return the input of an option, with its meaning in words."""
    value = now.get(spec.key, spec.default)
    default = "" if str(value) == str(spec.default) else name_choice(spec, spec.default)
    row = OptionInput(spec.key, name_option(spec), _list_clauses(spec), meaning=spec.words.meaning, default=default)
    if isinstance(spec.default, bool):
        return replace(row, is_switch=True, on=bool(value))
    choices = [OptionChoice(str(each), name_choice(spec, each), str(each) == str(value)) for each in spec.choices]
    return replace(row, choices=choices)


def _list_clauses(spec: OptionSpec) -> tuple[str, ...]:
    return (spec.clause,) if spec.clause else ()


def _find_summary(ruleset: str) -> str:
    """Return the line about a ruleset; "" for one that is none."""
    return get_ruleset(ruleset).summary if ruleset in list_rulesets() else ""


MOST_NAMED = 2
"""The most options that the line of the rules names."""


@dataclass(frozen=True, slots=True)
class RulesLine:
    """The rules of a fight in one line."""

    ruleset: str
    words: str
    """The place, the beginning, and the options that were changed."""


def describe_rules(encounter: Encounter) -> RulesLine:
    """Return the rules of an encounter in one line."""
    notes, specs = encounter.notes, index_specs(encounter.ruleset)
    start = notes.get("start") or list_starts(encounter.ruleset)[-1]
    parts = [str(notes.get("setting", "indoors")), f"begins at {str(start).replace('_', ' ')}"]
    if "distance_ft" in notes:
        parts.append(f"{notes['distance_ft']} {SHORT[find_unit(encounter.ruleset)]} apart")
    changed = [(specs[key], value) for key, value in encounter.options.items() if key in specs]
    parts += [_describe_option(spec, value) for spec, value in changed[:MOST_NAMED]]
    more = len(changed) - MOST_NAMED
    parts += [f"{more} more option{'s' if more > 1 else ''} changed"] if more > 0 else []
    return RulesLine(find_ruleset_title(encounter.ruleset), ", ".join(parts))


def _describe_option(spec: OptionSpec, value: object) -> str:
    """Return an option with its value in words: "morale on", "foes' hit points: hidden"."""
    label = name_option(spec)
    if isinstance(spec.default, bool):
        return f"{label[:1].lower()}{label[1:]} {'on' if value else 'off'}"
    return f"{label[:1].lower()}{label[1:]}: {name_choice(spec, value)}"
