"""The sheets for preparing combatants.

There is one for those of class and level, and one for each procedure whose combatants have other attributes.

The pages for preparing ask only the sheet.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from encounters.demo_cast import PARTY
from encounters.narration.names import PARTY as PARTY_SIDE
from encounters.narration.names import describe_kind
from encounters.screens.forms import COMMON
from encounters.screens.sheets.combatant import CombatantForm
from encounters.screens.sheets.own_combatant import OwnCombatantForm, build_sheet, describe_template
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
from rules.api import Sheet as OwnSheet

MOST_FOUND = 6

ANY_WEAPON = "weapon"
"""The name of a weapon of which no table says more."""

PLURALS = (("ves", "f"), ("men", "man"), ("ies", "y"), ("es", ""), ("s", ""))
"""The endings of several, and of one."""

Definition = dict[str, Any]


@dataclass(frozen=True)
class CombatantOffer:
    """A combatant that one press adds, with a line about it."""

    id: str
    name: str
    line: str
    fills: str = ""
    """The template that fills in the form, by id; "" for none."""
    card: str = ""
    """The monster whose card tells of it, by id; "" for none."""


@dataclass(frozen=True)
class EntrySheet:
    """The attributes of one kind of combatant, and the ways to prepare them."""

    form: Callable[..., Any]
    note: str
    searches: str
    """The label of the search; "" where all offers are shown."""
    find: Callable[[str], Sequence[CombatantOffer]]
    """The offers for a searched text."""
    pick: Callable[[str], Definition]
    """The definition of the offer with this id."""
    line: Callable[[StatBlock, str], str]
    """The description of a combatant in a line, with these words for its hit points; "" leaves them out."""
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


def get_sheet(ruleset: str) -> EntrySheet:
    """Return the sheet for a ruleset's combatants."""
    procedure = get_ruleset(ruleset)
    return _make_levels() if procedure.own_sheet is None else _make_own(procedure.own_sheet, procedure.plane.unit)


# Class and level.


def _find_beasts(text: str) -> list[CombatantOffer]:
    """Return offers of the first monsters that a search finds."""
    found = next((each for name in list_singulars(text.strip()) if (each := search(list_monsters(), name))), ())
    return [
        CombatantOffer(
            each.id,
            each.name,
            f'HD {each.hit_dice}, AC {each.defence.armor_class}, move {each.pace.movement}", '
            f"{_describe_morale(each.morale)}",
            each.id,
            each.id,
        )
        for each in found[:MOST_FOUND]
    ]


def list_singulars(text: str) -> Iterator[str]:
    """Yield a searched text, and what it may be the plural of: "wolves", "goblins"."""
    if text:
        yield text
        yield from (text.removesuffix(many) + one for many, one in PLURALS if text.endswith(many))


def _describe_morale(percent: int) -> str:
    return "never checks morale" if percent > 200 else f"morale {percent}%"


def _make_beast(id: str) -> Definition:
    """Return the definition of a monster. Raises UnknownId."""
    found = lookup_monster(id)
    return {"id": found.id, "name": found.plain_name, "side": "foes", "monster": found.id}


def _make_blank_beast(side: str, template: str) -> Definition:
    """Return a new combatant, one of the monster table where ``template`` names one.

    One without a template on the party's side is a player's character.
    """
    if template not in {each.id for each in list_monsters()}:
        return {"side": side, "played": True} if side == PARTY_SIDE else {"side": side}
    return {"name": lookup_monster(template).plain_name, "monster": template, "side": side}


def _describe_levels(stat_block: StatBlock, points: str) -> str:
    named = [weapon.name for weapon in stat_block.gear.weapons if weapon.name != ANY_WEAPON]
    weapons = ", ".join(map(format_listed_name, named))
    known = stat_block.powers.spells
    spells = f"{len(known)} spell{'s' if len(known) != 1 else ''}" if known else ""
    kind = describe_kind(stat_block)
    is_named = stat_block.name.casefold().startswith(kind.casefold())
    return "; ".join(part for part in ("" if is_named else kind, points, weapons, spells) if part)


@cache
def _make_levels() -> EntrySheet:
    return EntrySheet(
        form=CombatantForm,
        note="empty fields come from the tables, the class or the hit dice",
        searches="Search the bestiary",
        find=_find_beasts,
        pick=_make_beast,
        line=_describe_levels,
        paste=read_pasted_text,
        party=PARTY,
        party_words="Default party",
        blank=_make_blank_beast,
    )


# Attributes of the procedure's own.


class OwnOffers:
    """The ready-made combatants of a procedure's own sheet, as offers and as templates."""

    def __init__(self, own: type[OwnSheet]) -> None:
        self.own = own

    def find(self, text: str) -> list[CombatantOffer]:
        """Return an offer of each ready-made combatant."""
        return [
            CombatantOffer(
                id, id.capitalize(), f"{words}; {build_sheet(self.own, {'like': id}).describe_numbers()}", id
            )
            for id, words in self.own.list_ready_made().items()
        ]

    def pick(self, id: str) -> Definition:
        """Return the definition of a combatant like a template. Raises UnknownId."""
        return {"id": id, "name": id.capitalize(), "side": "foes", **self._make_table(id)}

    def become_like(self, definition: Mapping[str, Any], template: str) -> Definition:
        """Return the combatant with a template's attributes in place of its own. Raises UnknownId."""
        return {**{key: definition[key] for key in COMMON if key in definition}, **self._make_table(template)}

    def make_blank(self, side: str, template: str) -> Definition:
        """Return a new combatant, like a template if there is one of this id."""
        return {
            "side": side,
            **(self._make_table(template) if template in self.own.list_ready_made() else {self.own.key: {}}),
        }

    def _make_table(self, template: str) -> Definition:
        if template not in self.own.list_ready_made():
            raise UnknownId("character", template, tuple(self.own.list_ready_made()))
        return {self.own.key: {"like": template}}


def _describe_own(stat_block: StatBlock, points: str) -> str:
    return "none of the attributes yet" if stat_block.sheet is None else stat_block.sheet.describe()


@cache
def _make_own(own: type[OwnSheet], unit: str) -> EntrySheet:
    offers = OwnOffers(own)
    return EntrySheet(
        form=partial(OwnCombatantForm, own=own, unit=unit),
        note="a template fills in what you do not change" if own.list_ready_made() else "",
        searches="",
        find=offers.find,
        pick=offers.pick,
        line=_describe_own,
        paste=None,
        party=own.list_ready_party(),
        party_words="Add the ready-made ones",
        blank=offers.make_blank,
        templates=tuple((id, describe_template(own, id)) for id in own.list_ready_made()),
        like=offers.become_like,
    )
