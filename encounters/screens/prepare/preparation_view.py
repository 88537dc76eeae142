"""An encounter in preparation: its combatants, their places, and their distances."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from django.conf import settings

from encounters.addresses import make_address
from encounters.between import get_between
from encounters.errors import Invalid, Rejected
from encounters.models import Combatant, Encounter, Seat
from encounters.narration.names import get_side_shape, pick_letters, to_units
from encounters.party import Party, find_next_party
from encounters.pictures import PictureBook
from encounters.screens.battle_map import build as battle_map
from encounters.screens.battle_map.distances import Distances
from encounters.screens.battle_map.drawn_plan import DrawnPlan
from encounters.screens.battle_map.shapes import (
    FEET,
    LATER,
    OWN_SIDE,
    BattleMap,
    Charges,
    MapChanges,
    MapCombatant,
    Scale,
    find_scale,
)
from encounters.screens.sheets.sheet import EntrySheet, get_sheet
from encounters.screens.tokens import Token
from encounters.selectors import index_players, list_seats_with_holds
from encounters.services.preparing import build_roster, read_map, read_setting
from encounters.viewers import build_dm_viewer
from rules.api import (
    HUNDREDTHS,
    SEGMENTS,
    OpenQuestion,
    OpenRoll,
    Place,
    Procedure,
    StatBlock,
    State,
    arrange_sides,
    compute_charging_stride,
    compute_contact_segment,
    compute_distance,
    fold,
    gather,
    get_ruleset,
)
from rules.api import Combatant as InPlay
from rules.api import events as e


@dataclass(frozen=True)
class PreparationView:
    """One encounter in preparation. Nobody is asked for anything yet."""

    encounter: Encounter
    layout = ""
    awaited: ClassVar[Sequence[OpenQuestion]] = ()
    rolls: ClassVar[Sequence[OpenRoll]] = ()

    @property
    def ruleset(self) -> Procedure:
        """Return the ruleset under which it is prepared."""
        return get_ruleset(self.encounter.ruleset)

    @property
    def sheet(self) -> EntrySheet:
        """Return the sheet with which combatants of this ruleset are prepared."""
        return get_sheet(self.encounter.ruleset)

    @cached_property
    def rows(self) -> list[Combatant]:
        """Return the combatants as prepared, in roster order."""
        return list(self.encounter.combatants.all())

    @cached_property
    def stat_blocks(self) -> dict[int, tuple[StatBlock, ...]]:
        """Return the stat blocks of each row by its key; none for a row that cannot be built."""
        found: dict[int, tuple[StatBlock, ...]] = {}
        for row in self.rows:
            try:
                found[row.pk] = build_roster([row.definition], read_setting(self.encounter))
            except Rejected:
                found[row.pk] = ()
        return found

    @cached_property
    def everyone(self) -> tuple[StatBlock, ...]:
        """Return all stat blocks, in roster order."""
        return tuple(each for row in self.rows for each in self.stat_blocks[row.pk])

    @cached_property
    def sides(self) -> list[str]:
        """Return the sides, in the order in which the roster names them."""
        return list(dict.fromkeys(each.side for each in self.everyone))

    @cached_property
    def players(self) -> dict[str, Seat]:
        """Return the seats by combatant, without the combatants that no seat plays."""
        return index_players(self.seats)

    @cached_property
    def seats(self) -> list[Seat]:
        """Return the seats that are taken already."""
        return list_seats_with_holds(self.encounter.pk)

    @cached_property
    def party(self) -> Party | None:
        """Return the party that comes into this fight, without those who are here already.

        The result is None where nobody is left of it.
        """
        found = find_next_party(self.encounter.campaign, self.encounter.ruleset)
        taken = {each.id for each in self.everyone}
        come = tuple(each for each in found.definitions if each["id"] not in taken) if found is not None else ()
        return replace(found, definitions=come) if found is not None and come else None

    @cached_property
    def sheet_pages(self) -> Mapping[str, str]:
        """Return the addresses of the sheets of the campaign's characters, by their ids."""
        return get_between().find_sheet_pages(self.encounter.campaign)

    @cached_property
    def state(self) -> State:
        """Return the state that opening the encounter would give."""
        notes = {key: value for key, value in self.encounter.notes.items() if key != "setting"}
        opening = e.EncounterOpened(
            ruleset=self.encounter.ruleset, version="", setting=read_setting(self.encounter).value, notes=notes,
            stat_blocks=self.everyone, options=self.encounter.options, plan=read_map(self.encounter),
        )  # fmt: skip
        return fold([opening])

    @cached_property
    def find_picture(self) -> Callable[..., str]:
        """Return the function that finds the address of a combatant's picture."""
        return PictureBook(build_dm_viewer(self.encounter), self.encounter.code).find_address

    def make_url(self, name: str, query: Mapping[str, object] | None = None, **parts: object) -> str:
        """Return the address of this encounter that has this name (encounters/urls.py)."""
        return make_address(name, query, encounter_id=self.encounter.pk, **parts)


def make_token(stat_block: StatBlock, count: int = 1) -> Token:
    """Return a combatant's token; the number of a mob stands in place of its letters."""
    letter = str(count) if count > 1 else pick_letters(stat_block.name)
    return Token(get_side_shape(stat_block.side), letter, stat_block.id)


NEW = 0
"""The number of a row that is not there yet: its page shows the map, and changes nothing of it."""


def build_prepared_map(prepared: PreparationView, chosen: int | None = None) -> BattleMap:
    """Return the battle map of the prepared places; combatants of the row ``chosen`` are marked.

    Combatants without a place stand where automatic placing would put them.
    """
    state, everybody = prepared.state, prepared.state.combatants
    rows = {each.id: pk for pk, stat_blocks in prepared.stat_blocks.items() for each in stat_blocks}
    unplaced, distances, charges = guess_places(prepared), Distances(state, everybody), measure_charges(state)
    drawn = [
        MapCombatant(
            each.name,
            make_token(each.stat_block),
            unplaced.get(who, each.place),
            asked=chosen is not None and rows.get(who) == chosen,
            unseen=each.hidden,
            rings=battle_map.list_rings(state, who, known=True),
            gaps=distances.list_gaps(who),
            handle=who if chosen is None else "",
            charges=charges.get(who),
        )
        for who, each in everybody.items()
    ]
    put, plan, picture = (
        prepared.make_url(name) if chosen is None else "" for name in ("places", "draw-map", "place-picture")
    )
    return BattleMap(
        tuple(drawn),
        scale_of=find_scale(state),
        inches=battle_map.list_inches(state),
        plan=DrawnPlan(state.plan),
        changes=MapChanges(put, plan, picture, prepares=True),
    )


def measure_charges(state: State) -> dict[str, Charges]:
    """Return when charges at combatants of other sides arrive, by who charges.

    There are none where columns measure no time, or where there is one side.
    """
    rules, everybody = get_ruleset(state.ruleset), state.combatants
    if not rules.clock.seconds or len({each.side for each in everybody.values()}) < 2:
        return {}
    found: dict[str, Charges] = {}
    for who, me in everybody.items():
        gaps = {
            other: rules.plane.find_gap(state, who, other) for other, each in everybody.items() if each.side != me.side
        }
        pace, length = compute_charging_stride(state, who), find_length(me)
        columns = {other: write_arrival(gap, length, pace) for other, gap in gaps.items()}
        nearest = min(gaps, key=lambda other: gaps[other])
        number = list(everybody).index(nearest) + 1
        shown = tuple(columns.get(other, OWN_SIDE) for other in everybody)
        found[who] = Charges(rules.clock.unit, shown, (number, everybody[nearest].name))
    return found


def find_length(each: InPlay) -> int:
    """Return the length of the weapon in hand, in hundredths of a foot; 0 without one."""
    held = each.weapon(each.in_hand)
    return held.length if held is not None else 0


def write_arrival(gap: int, length: int, pace: Fraction) -> str:
    """Return the column in which a charge arrives, or LATER."""
    column = compute_contact_segment(gap, length, pace)
    return str(column) if column <= SEGMENTS else LATER


def guess_places(prepared: PreparationView) -> dict[str, Place]:
    """Return the places that combatants without one would be given in two lines."""
    arrived = [each for each in prepared.everyone if each.id in prepared.state.combatants]
    return arrange(prepared, [each for each in arrived if each.start.position is None])


def find_places_beside(prepared: PreparationView) -> dict[str, Place]:
    """Return places for combatants without one: beside the last of their side, else in lines."""
    space, found = get_ruleset(prepared.encounter.ruleset).plane.space, guess_places(prepared)
    placed = [(each, each.start.position) for each in prepared.everyone if each.start.position is not None]
    for side in prepared.sides:
        here = [place for each, place in placed if each.side == side]
        new = [each for each in prepared.everyone if each.side == side and each.id in found]
        if here and new:
            found |= gather(new, here[-1], placed, space)
    return found


def arrange(prepared: PreparationView, chosen: Sequence[StatBlock], spot: Place | None = None) -> dict[str, Place]:
    """Return places for combatants in lines that face the other sides, or around a spot."""
    space, who = get_ruleset(prepared.encounter.ruleset).plane.space, {each.id for each in chosen}
    standing = [
        (each, each.start.position)
        for each in prepared.everyone
        if each.id not in who and each.start.position is not None
    ]
    if spot is not None:
        return gather(chosen, spot, standing, space)
    return arrange_sides(chosen, standing, compute_distance(prepared.encounter.notes, space), space)


def arrange_newcomers(
    prepared: PreparationView, definition: Mapping[str, Any], others: Sequence[StatBlock]
) -> dict[str, Any]:
    """Return a definition with places for all, where some have one: beside the last of them."""
    places, count = definition.get("position"), definition.get("count", 1)
    if not places or count == 1 or (isinstance(places[0], list) and len(places) >= count):
        return dict(definition)
    known = places if isinstance(places[0], list) else [places]
    rest = {key: value for key, value in definition.items() if key != "position"}
    bare = {key: value for key, value in rest.items() if key != "hp"}  # those of newcomers may be rolled later
    stat_blocks = build_roster([bare], read_setting(prepared.encounter))
    here = [(round(x * HUNDREDTHS), round(y * HUNDREDTHS)) for x, y in known]
    standing = [(each, each.start.position) for each in others if each.start.position is not None]
    standing += zip(stat_blocks, here, strict=False)
    space = get_ruleset(prepared.encounter.ruleset).plane.space
    found = gather(stat_blocks[len(here) :], here[-1], standing, space)
    return {**rest, "position": [*known, *([x / HUNDREDTHS, y / HUNDREDTHS] for x, y in found.values())]}


def choose_side(prepared: PreparationView, side: str) -> list[StatBlock]:
    """Return the combatants of a side, of all sides for "".

    Raises Invalid for a side that is not there.
    """
    if side not in ("", *prepared.sides):
        raise Invalid("Choose one of the sides.", "side")
    return [each for each in prepared.everyone if side in ("", each.side)]


@dataclass(frozen=True, slots=True)
class ReachCell:
    """The distance from one combatant to another."""

    apart: str
    """The distance in words, without its unit."""
    gap: int
    segment: str
    """The column in which a charge would arrive."""
    within: bool
    """It is within reach of a blow."""
    hot: bool = False
    """It is marked."""


@dataclass(frozen=True, slots=True)
class ReachColumn:
    """A combatant that distances lead to."""

    name: str
    token: Token


@dataclass(frozen=True, slots=True)
class ReachRow:
    """A combatant with its distances to others."""

    name: str
    token: Token
    cells: Sequence[ReachCell]


@dataclass(frozen=True, slots=True)
class Reach:
    """The table of distances."""

    columns: Sequence[ReachColumn]
    rows: Sequence[ReachRow]
    unit: str
    """The word for a column of the strip; "" where columns measure no time."""
    scale: Scale


def measure_reach(prepared: PreparationView) -> Reach:
    """Return the table of distances from the party, or from the first side, to the others.

    A cell also has the column in which a charge would arrive. Where columns measure no time, cells within reach of a
    blow are marked instead.
    """
    state, sides = prepared.state, prepared.sides or [""]
    first = "party" if "party" in sides else sides[0]
    mine = [each for each in state.combatants.values() if each.side == first]
    theirs = [each for each in state.combatants.values() if each.side != first][:8]
    clock = get_ruleset(prepared.encounter.ruleset).clock
    rows = []
    for each in mine:
        cells = [_make_cell(state, each.id, other.id) for other in theirs]
        nearest = min((cell.gap for cell in cells), default=None)
        marked = [
            replace(cell, hot=cell.gap == nearest and cell.segment == "1" if clock.seconds else cell.within)
            for cell in cells
        ]
        rows.append(ReachRow(each.name, make_token(each.stat_block), marked))
    columns = [ReachColumn(each.name, make_token(each.stat_block)) for each in theirs]
    return Reach(columns, rows, clock.unit if clock.seconds else "", find_scale(state))


def _make_cell(state: State, one: str, other: str) -> ReachCell:
    rules = get_ruleset(state.ruleset)
    gap = rules.plane.find_gap(state, one, other)
    reach = max((each.far for each in rules.plane.list_reaches(state, one) if each.kind == "reach"), default=-1)
    column = write_arrival(gap, find_length(state.combatants[one]), compute_charging_stride(state, one))
    digits = -2 if find_scale(state) is FEET else -1
    return ReachCell(
        apart=to_units(round(gap, digits)),
        gap=gap,
        segment="a later round" if column == LATER else column,
        within=gap <= reach,
    )


def find_phone_address() -> str:
    """Return the address at which phones reach this server."""
    return str(settings.ADDRESSES.urls[0])
