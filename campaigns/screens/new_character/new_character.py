"""A new character: the form of what no fight reads, and the sheet as it will be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.forms.boundfield import BoundField

from campaigns.levels import ABILITIES, has_levels
from campaigns.models import Character
from campaigns.screens.character.kinds import Kind, Subject, TableNames
from campaigns.screens.character.values import VALUES
from campaigns.screens.new_character.filling import Filling
from encounters.models import Campaign, Encounter
from encounters.narration.names import PARTY, describe_kind
from encounters.screens.forms import NamesWidget, PageForm
from encounters.screens.phone.sheet import SAVES
from encounters.screens.sheets.sheet import get_sheet
from encounters.screens.sheets.typed_names import ONE, list_names
from encounters.screens.tokens import Token, build_token
from rules.api import (
    BadEntry,
    StatBlock,
    build_stat_blocks,
    format_listed_name,
    get_ruleset,
    list_rulesets,
    lookup_level_experience,
)

OF_EVERYONE = ("experience", "seat", "henchman_of", "sheet.gear", "sheet.notes", "sheet.dm_notes")
SCORES = tuple(f"sheet.abilities.{key}" for key in ABILITIES)
OF_LEVELS = ("sheet.alignment", "sheet.known", *SCORES)


def write_blank(by: str) -> dict[str, Any]:
    """Return a new character's table before anything is typed."""
    own = get_ruleset(by).own_sheet
    return {"side": PARTY, "played": True} | ({own.key: {}} if own is not None else {})


class SheetForm(PageForm):
    """The form of values of the sheet, each read by its kind."""

    def __init__(
        self, data: Any = None, *, subject: Subject, paths: Sequence[str], initial: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data, initial=initial)
        self.subject = subject
        self.fields.update({path: _make_field(VALUES[path].kind, path, subject) for path in paths})

    def clean(self) -> dict[str, Any]:
        """Return the typed values, with those that follow from them under ``values``, by path."""
        given: dict[str, Any] = super().clean() or {}
        values: dict[str, Any] = {}
        for path in [each for each in self.fields if str(given.get(each, "")).strip()]:
            try:
                value = VALUES[path].kind.read(given[path], self.subject)
            except ValueError as problem:
                self.add_error(path, str(problem))
            else:
                values |= VALUES[path].list_written(value, self.subject)
        given["values"] = {path: value for path, value in values.items() if value is not None}
        return given


def _make_field(kind: Kind, path: str, subject: Subject) -> forms.Field:
    label = VALUES[path].label.capitalize()
    if kind.field == "choice":
        return forms.ChoiceField(label=label, choices=list(kind.list_choices(subject)), required=False)
    if isinstance(kind, TableNames):
        names = NamesWidget(path.rpartition(".")[2], ONE[kind.table], partial(list_names, kind.table))
        return forms.CharField(label=label, required=False, help_text=VALUES[path].help, widget=names)
    widget = forms.Textarea(attrs={"rows": 3}) if kind.field == "text" else forms.TextInput()
    widget.attrs["autocomplete"] = "off"
    if kind.field == "number":
        widget.attrs["inputmode"] = "numeric"
    return forms.CharField(label=label, required=False, help_text=VALUES[path].help, widget=widget)


@dataclass(frozen=True, slots=True)
class Preview:
    """A new character as its sheet will be."""

    name: str
    kind: str
    token: Token
    facts: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class NewCharacterPage:
    """The page of a new character."""

    user: str
    id: int
    campaign: str
    by: str
    """The procedure whose attributes it has, or one of class and level."""
    kinds: Sequence[tuple[str, str, bool]]
    """The other kinds of characters: their procedures, words, and whether each is chosen."""
    has_levels: bool
    scores: Sequence[BoundField]
    alignment: BoundField | None
    known: BoundField | None
    others: Sequence[BoundField]
    """Experience, player, henchman of."""
    texts: Sequence[BoundField]
    """Gear and notes."""
    preview: Preview
    filling: Filling


def make_blank(campaign: Campaign, class_: str = "") -> Subject:
    """Return a character that is not made yet."""
    blank = Character(campaign=campaign, definition={"class": class_} if class_ else {})
    seats = list(campaign.seats.filter(kind="player"))
    return Subject(blank, 1, seats, list(campaign.characters.all()))


def make_form(data: Any, by: str) -> Any:
    """Return the form of what a fight reads of a new character."""
    form = get_sheet(by).form(data, before=write_blank(by), sides=[PARTY])
    if get_ruleset(by).own_sheet is None:
        form.fields["name"].help_text = ""
        form.fields["hp"].help_text = "empty: the average of the dice"
    return form


def list_kinds(by: str) -> list[tuple[str, str, bool]]:
    """Return one procedure for each kind of attributes, with its words; none for one kind only."""
    found: dict[Any, tuple[str, str, bool]] = {}
    for id in list_rulesets():
        procedure = get_ruleset(id)
        words = "Class and level" if procedure.own_sheet is None else procedure.title
        found.setdefault(procedure.own_sheet, (id, words, procedure.own_sheet is get_ruleset(by).own_sheet))
    return list(found.values()) if len(found) > 1 else []


def find_usual(campaign: Campaign) -> str:
    """Return the procedure of the newest fight of a campaign, else one of class and level."""
    newest = Encounter.tables.filter(campaign=campaign).order_by("-created").first()
    if newest is not None and newest.ruleset in list_rulesets():
        return newest.ruleset
    return next(id for id in list_rulesets() if get_ruleset(id).own_sheet is None)


def list_paths(by: str) -> tuple[str, ...]:
    """Return the values that the form has besides those of a fight."""
    return OF_EVERYONE if get_ruleset(by).own_sheet is not None else (*OF_EVERYONE, *OF_LEVELS)


def split_values(values: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Return values by path as columns, the keys of a definition, and a sheet."""
    columns: dict[str, Any] = {}
    definition: dict[str, Any] = {}
    sheet: dict[str, Any] = {}
    for path, value in values.items():
        head, *keys = path.split(".")
        table = {"definition": definition, "sheet": sheet}.get(head, columns)
        for key in keys[:-1]:
            table = table.setdefault(key, {})
        table[keys[-1] if keys else head] = value
    return columns, definition, sheet


def add_experience(columns: dict[str, Any], definition: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns with the least experience of the class and level where none was typed."""
    class_ = str(definition.get("class", ""))
    if "experience" in columns or not has_levels(class_):
        return columns
    least = lookup_level_experience(class_, int(definition.get("level", 1)))
    return columns | ({"experience": least} if least else {})


def build_page(
    user: str, campaign: Campaign, by: str, beside: SheetForm, preview: Preview, filling: Filling
) -> NewCharacterPage:
    """Return the page of a new character with the form of what no fight reads."""
    names = [each for each in OF_EVERYONE if VALUES[each].kind.field != "text"]
    levels = get_ruleset(by).own_sheet is None
    return NewCharacterPage(
        user=user,
        id=campaign.pk,
        campaign=campaign.name,
        by=by,
        kinds=list_kinds(by),
        has_levels=levels,
        scores=[beside[each] for each in SCORES] if levels else [],
        alignment=beside["sheet.alignment"] if levels else None,
        known=beside["sheet.known"] if levels else None,
        others=[beside[each] for each in names],
        texts=[beside[each] for each in OF_EVERYONE if each not in names],
        preview=preview,
        filling=filling,
    )


def build_preview(form: Any) -> Preview:
    """Return a character as it will be; little of one whose form has errors."""
    definition = form.cleaned_data.get("definition") if form.is_bound and form.is_valid() else None
    block = _build_block(definition) if definition is not None else None
    name = str((definition or {}).get("name") or "New character")
    kind = describe_kind(block) if block is not None else ""
    return Preview(name, kind, build_token(PARTY, name), _list_facts(block) if block is not None else ())


def _build_block(definition: Mapping[str, Any]) -> StatBlock | None:
    try:
        return build_stat_blocks(definition)[0]
    except BadEntry:
        return None


def _list_facts(block: StatBlock) -> list[tuple[str, str]]:
    if block.sheet is not None:
        return [("Attributes", block.sheet.describe_numbers())]
    saves = [f"{SAVES[save].removeprefix('Save: ')} {needed}" for save, needed in block.defence.saves]
    facts = [
        ("Hit points", str(block.defence.hit_points)),
        ("Armor class", str(block.defence.armor_class)),
        ("Hits AC 4 on", str(block.attack.to_hit[6]) if len(block.attack.to_hit) > 6 else ""),
        ("Moves", f'{block.pace.movement}"'),
        ("Saves", ", ".join(saves)),
        ("Weapons", ", ".join(format_listed_name(each.name) for each in block.gear.weapons if not each.natural)),
        ("Spells", ", ".join(format_listed_name(each.name) for each in block.powers.spells)),
    ]
    return [(term, words) for term, words in facts if words]
