"""The sheets for preparing combatants: one for those of class and level, one for Dew's.

A ruleset's record names its sheet; the pages for preparing ask only that sheet.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from encounters.demo import DUEL, PARTY
from encounters.narration.names import describe_kind
from encounters.screens.forms import COMMON
from encounters.screens.sheets.combatant import CombatantForm
from encounters.screens.sheets.dew_combatant import DewCombatantForm, template_words
from encounters.screens.sheets.dew_fields import list_ready_made
from encounters.screens.sheets.dew_weapons import dew_of
from rules.api import (
    PastedStatBlock,
    StatBlock,
    UnknownId,
    format_listed_name,
    get_ruleset,
    list_monsters,
    lookup_monster,
    read_pasted_text,
    search,
)

MOST_FOUND = 6

Definition = dict[str, Any]


@dataclass(frozen=True)
class Offer:
    """A combatant that one press adds, with a line about it."""

    id: str
    name: str
    line: str
    fills: str = ""
    """The template that fills in the form, by id; "" for none."""


@dataclass(frozen=True)
class Sheet:
    """The attributes of one kind of combatant, and the ways to prepare them."""

    form: Callable[..., Any]
    note: str
    searches: str
    """The label of the search; "" where all offers are shown."""
    find: Callable[[str], Sequence[Offer]]
    """The offers for a searched text."""
    pick: Callable[[str], Definition]
    """The definition of the offer with this id."""
    line: Callable[[StatBlock, str], str]
    """The description of a combatant in a line, with these words for its hit points."""
    paste: Callable[[str, Mapping[int, Mapping[str, str]]], list[PastedStatBlock]] | None
    """The reader of pasted stat blocks and of answers about them; None where they cannot be pasted."""
    party: tuple[Mapping[str, object], ...]
    """The combatants that one press adds together."""
    party_words: str
    blank: Callable[[str, str], Definition]
    """The definition of a new combatant, on a side and like a template."""
    templates: tuple[tuple[str, str], ...] = ()
    """The templates for combatants of another sheet: their ids and labels."""
    like: Callable[[Mapping[str, Any], str], Definition] = lambda definition, template: dict(definition)
    """The definition of a combatant with a template's attributes in place of its own."""

    @property
    def pastes(self) -> bool:
        """Return whether stat blocks can be pasted."""
        return self.paste is not None


def sheet_of(ruleset: str) -> Sheet:
    """Return the sheet for a ruleset's combatants."""
    return _MADE[get_ruleset(ruleset).sheet]()


# Class and level.


def _beasts(text: str) -> list[Offer]:
    """Return offers of the first monsters that a search finds."""
    found: Sequence[Any] = search(list_monsters(), text) if text.strip() else ()
    return [
        Offer(
            each.id,
            each.name,
            f'HD {each.hit_dice}, AC {each.defence.armor_class}, move {each.pace.movement}", {_morale(each.morale)}',
            each.id,
        )
        for each in found[:MOST_FOUND]
    ]


def _morale(percent: int) -> str:
    return "never checks morale" if percent > 200 else f"morale {percent}%"


def _beast(id: str) -> Definition:
    """Return the definition of a monster. Raises UnknownId."""
    found = lookup_monster(id)
    return {"id": found.id, "name": found.plain_name, "side": "foes", "monster": found.id}


def _blank_beast(side: str, template: str) -> Definition:
    """Return a new combatant, one of the monster table where ``template`` names one."""
    if template not in {each.id for each in list_monsters()}:
        return {"side": side}
    return {"name": lookup_monster(template).plain_name, "monster": template, "side": side}


def _levels_line(figure: StatBlock, points: str) -> str:
    weapons = ", ".join(format_listed_name(weapon.name) for weapon in figure.gear.weapons)
    known = figure.powers.spells
    spells = f"{len(known)} spell{'s' if len(known) != 1 else ''}" if known else ""
    return ", ".join(
        part for part in (describe_kind(figure), f"{points or figure.defence.hit_points} hp", weapons, spells) if part
    )


# Dew.


def _fighters(text: str) -> list[Offer]:
    return [
        Offer(id, id.capitalize(), f"{words}; {dew_of({'like': id}).describe_numbers()}", id)
        for id, words in list_ready_made().items()
    ]


def _check_ready_made(id: str) -> None:
    """Raise UnknownId unless there is a template of this id."""
    if id not in list_ready_made():
        raise UnknownId("character", id, tuple(list_ready_made()))


def _fighter(id: str) -> Definition:
    """Return the definition of a combatant like a template. Raises UnknownId."""
    _check_ready_made(id)
    return {"id": id, "name": id.capitalize(), "side": "foes", "dew": {"like": id}}


def _sequence_line(figure: StatBlock, points: str) -> str:
    return "none of the attributes yet" if figure.sheet is None else figure.sheet.describe()


def _like(definition: Mapping[str, Any], template: str) -> Definition:
    """Return the combatant with a template's attributes in place of its own. Raises UnknownId."""
    _check_ready_made(template)
    return {**{key: definition[key] for key in COMMON if key in definition}, "dew": {"like": template}}


def _blank(side: str, template: str) -> Definition:
    return {"side": side, "dew": {"like": template} if template in list_ready_made() else {}}


@cache
def _make_levels() -> Sheet:
    return Sheet(
        form=CombatantForm,
        note="empty fields come from the tables, the class or the hit dice",
        searches="Search the bestiary",
        find=_beasts,
        pick=_beast,
        line=_levels_line,
        paste=read_pasted_text,
        party=PARTY,
        party_words="Default party",
        blank=_blank_beast,
    )


@cache
def _make_sequence() -> Sheet:
    return Sheet(
        form=DewCombatantForm,
        note="a template fills in what you do not change",
        searches="",
        find=_fighters,
        pick=_fighter,
        line=_sequence_line,
        paste=None,
        party=DUEL,
        party_words="The three ready ones",
        blank=_blank,
        templates=tuple((id, template_words(id)) for id in list_ready_made()),
        like=_like,
    )


_MADE = {"levels": _make_levels, "sequence": _make_sequence}
"""The functions that build the sheets at first use: the procedure of a sheet may be missing."""
