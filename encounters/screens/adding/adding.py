"""The ways to add combatants: offers of a search, and the side that they join."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from secrets import token_urlsafe
from typing import Any

from django import forms
from django.http import HttpRequest

from encounters.addresses import make_address
from encounters.between import Reserve, get_between
from encounters.errors import Rejected
from encounters.models import Encounter
from encounters.narration.names import PARTY, describe_kind
from encounters.screens.adding.written import Written, complete, read_written, split_amount
from encounters.screens.forms import PageForm, SideField, make_wave_field
from encounters.screens.sheets.sheet import CombatantOffer, EntrySheet, get_sheet, list_singulars
from encounters.services.preparing import build_roster, read_setting
from rules.api import StatBlock

USUAL = "foes"
"""The side of the first combatants that are added."""

LAST = "added-to"
"""The session's key for the side that the DM last added to, by encounter."""

COUNTS = ("1", "4")
"""The numbers of alike combatants that one press adds, where none is written."""
PASTED_COUNTS = (1, 2, 4)
"""Those for a pasted stat block."""


class ArrivalForm(PageForm):
    """The side that added combatants join, and their arrival."""

    side = SideField()
    hidden = forms.BooleanField(label="Hidden until you reveal them", required=False)
    wave = make_wave_field()

    def __init__(self, data: Any = None, *, sides: Sequence[str], side: str) -> None:
        super().__init__(data, initial={"side": side})
        self.fields["side"].widget.sides, self.fields["side"].widget.usual = sides, side

    def complete(self, definition: Mapping[str, Any]) -> dict[str, Any]:
        """Return a definition with the values of this form, which is valid."""
        given = {key: self.cleaned_data[key] for key in ("side", "hidden", "wave") if self.cleaned_data[key]}
        return {**definition, **given}


@dataclass(frozen=True, slots=True)
class AddableCharacter:
    """A character of the campaign who is not in the fight."""

    id: str
    name: str
    line: str
    """What it is, and who plays it."""
    definition: Mapping[str, Any]


@dataclass(frozen=True)
class Adding:
    """The ways to add combatants to an encounter, in preparation or in play."""

    encounter: Encounter
    known: Sequence[StatBlock]
    """The combatants that the encounter has."""
    side: str = USUAL
    """The side that was added to last."""
    query: str = ""
    """The searched text."""
    tap: str = field(default_factory=lambda: token_urlsafe(16))
    form: ArrivalForm | None = None
    """The posted form, where it was not taken."""

    @classmethod
    def of(cls, request: HttpRequest, encounter: Encounter, known: Sequence[StatBlock]) -> "Adding":
        """Return the ways to add of a request: its search, and the side that its session remembers."""
        side = request.session.get(LAST, {}).get(str(encounter.pk), USUAL)
        return cls(encounter, known, side, request.GET.get("q", ""))

    @property
    def begins(self) -> bool:
        """Return whether a page begins with the search: in play, and while there are no foes."""
        return self.encounter.opened or all(each.side == PARTY for each in self.known)

    @property
    def sheet(self) -> EntrySheet:
        """Return the sheet with which combatants of this ruleset are prepared."""
        return get_sheet(self.encounter.ruleset)

    @cached_property
    def offers(self) -> Sequence[CombatantOffer]:
        """Return the combatants that the search finds."""
        return self.sheet.find(split_amount(self.query)[1])

    @cached_property
    def characters(self) -> Sequence[AddableCharacter]:
        """Return the campaign's characters who are not in the fight in play, guests first."""
        if not self.encounter.opened:
            return ()
        known = [each.id for each in self.known]
        reserves = get_between().list_reserves(self.encounter.campaign, self.encounter.ruleset, known)
        return [each for reserve in reserves if (each := self._describe(reserve)) is not None]

    def _describe(self, reserve: Reserve) -> AddableCharacter | None:
        """Return a character in words; None for one whose sheet cannot be read."""
        try:
            block = build_roster([reserve.definition], read_setting(self.encounter))[0]
        except Rejected:
            return None
        line = "; ".join(part for part in (describe_kind(block), reserve.words) if part)
        return AddableCharacter(block.id, block.name, line, reserve.definition)

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words of the search, each also as one of several: "wolves", "wolf"."""
        return tuple(
            dict.fromkeys(word for name in list_singulars(split_amount(self.query)[1]) for word in name.split())
        )

    @cached_property
    def written(self) -> Written | None:
        """Return the combatant that the search describes in a line; None where it describes none."""
        is_read = self.sheet.pastes and not self.offers
        return read_written(self.query) if is_read else None

    @cached_property
    def written_line(self) -> str:
        """Return the line about the combatant that is written."""
        if self.written is None or not self.written.definition:
            return ""
        stat_block = build_roster([complete(self.written, {"side": self.side})], read_setting(self.encounter))[0]
        defence = stat_block.defence
        return self.sheet.line(stat_block, f"{defence.hit_points} hp, AC {defence.armor_class}")

    @property
    def counts(self) -> Sequence[str]:
        """Return the numbers that one press adds: the one that is written, or the usual ones."""
        amount = split_amount(self.query)[0]
        return (amount,) if amount else COUNTS

    @property
    def pasted_counts(self) -> Sequence[int]:
        """Return the numbers of a pasted stat block that one press adds."""
        return PASTED_COUNTS

    @property
    def sides(self) -> list[str]:
        """Return the sides to choose from."""
        return list(dict.fromkeys([*(each.side for each in self.known), "party", USUAL]))

    @property
    def arrival(self) -> ArrivalForm:
        """Return the form of side and arrival."""
        return self.form or ArrivalForm(sides=self.sides, side=self.side)

    @property
    def back(self) -> str:
        """Return the address of the page that shows the search."""
        return make_address("add-combatants" if self.encounter.opened else "prepare", encounter_id=self.encounter.pk)


def remember_side(request: HttpRequest, encounter: Encounter, side: str) -> None:
    """Store in the session the side that the DM added to."""
    sides = {**request.session.get(LAST, {}), str(encounter.pk): side}
    request.session[LAST] = dict(list(sides.items())[-20:])
