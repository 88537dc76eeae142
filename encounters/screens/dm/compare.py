"""A round by several procedures, for the DM: a strip for each, and their differences."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from encounters.narration.columns import get_column_unit, name_round
from encounters.narration.names import drop_class, name_of
from encounters.screens.actions import NavLink
from encounters.screens.dice import Face
from encounters.screens.dm.dm_view import DmView
from encounters.screens.replay_links import link_rounds
from encounters.screens.strip import Lane, Mark, MarkKind, Size, Strip
from encounters.screens.strip.lanes import draw_strip
from encounters.screens.tokens import Token, make_token
from rules.api import (
    Combatant,
    Comparison,
    ComparisonRow,
    DifferenceDescriber,
    DifferingDeed,
    PlayedFight,
    State,
    format_listed_name,
    get_ruleset,
    has_unshared_face,
    list_rulesets,
)
from rules.api import events as e

ROOMY = Size(lane=36)
"""The size of lanes with room for numbers above their marks; compare.css gives the names the same height."""

KINDS = {
    "blow": (MarkKind.BLOW, MarkKind.CHARGE),
    "shot": (MarkKind.MISSILE,),
    "opportunity": (MarkKind.BLOW,),
    "spell": (MarkKind.SPELL,),
    "device": (MarkKind.DEVICE,),
    "charge": (MarkKind.CHARGE,),
    "turning": (MarkKind.TURNING,),
    "exchange": (MarkKind.PSIONIC,),
    "close": (MarkKind.MOVE,),
    "move": (MarkKind.MOVE,),
    "flight": (MarkKind.MOVE,),
    "task": (MarkKind.TASK,),
    "fall": (MarkKind.DOWN,),
    "death": (MarkKind.DEAD,),
    "effect": (MarkKind.WORD,),
}
"""The marks that a deed of each kind may have."""


@dataclass(frozen=True, slots=True)
class ComparedRoll:
    """A roll of one procedure."""

    words: str
    faces: Sequence[Face]


@dataclass(frozen=True, slots=True)
class ComparedStrip:
    """The round by one procedure."""

    nth: str
    """The end of the ids of its elements: "-0" for the round's own procedure."""
    title: str
    as_played: bool
    """It is the round's own procedure."""
    strip: Strip
    carried: Sequence[ComparedRoll]
    """The rolls whose faces carried over."""
    own: Sequence[ComparedRoll]
    """The rolls with a die of their own."""


@dataclass(frozen=True, slots=True)
class ComparedCell:
    """A deed by one procedure."""

    text: str
    clauses: Sequence[str]
    own: bool
    """It has a die of its own."""
    absent: bool
    """The procedure does not have the deed."""
    other: bool
    """It differs from the round's own procedure."""


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A deed by every procedure."""

    number: int
    """Its number on the strips; 0 where all agree."""
    title: str
    cells: Sequence[ComparedCell]


@dataclass(frozen=True, slots=True)
class EndCell:
    """A combatant at the end, by one procedure."""

    text: str
    other: bool
    """It differs from the round's own procedure."""


@dataclass(frozen=True, slots=True)
class EndRow:
    """A combatant at the end, by every procedure."""

    name: str
    token: Token
    cells: Sequence[EndCell]


@dataclass(frozen=True, slots=True)
class ComparedRound:
    """The page: a round by several procedures, the round's own first."""

    title: str
    titles: Sequence[str]
    """The titles of the procedures."""
    strips: Sequence[ComparedStrip]
    rows: Sequence[ComparedRow]
    """The deeds that differ."""
    alike: Sequence[ComparedRow]
    """The deeds on which all agree."""
    ends: Sequence[EndRow]
    notes: Sequence[tuple[str, str]]
    """What does not carry over: the title of the procedure, and words."""
    unfit: Sequence[str]
    """The titles of the procedures that cannot play this fight."""
    cut: Sequence[str]
    """The titles of the procedures that were stopped because the round went on too long."""
    so_far: Sequence[str]
    """The titles of the procedures that are shown no further than the log of a round in play."""
    choices: Sequence[NavLink]
    """The other procedures; each link puts one in or leaves it out."""
    rounds: Sequence[NavLink]
    again: str
    """The address of the next throw of dice."""
    where: str
    """How far the round has come; "" once it is over."""
    back: str
    """The address of the fight."""


def build_comparison(view: DmView, found: Comparison, number: int, chosen: Sequence[str], throw: int) -> ComparedRound:
    """Return the page of a comparison of this round.

    ``chosen`` are the ids of the other procedures that were asked for.
    """
    describer = DifferenceDescriber(lambda who: name_of(view.state, who), _make_naming(view.state))
    in_play = number == view.state.round and not (view.state.between_rounds or view.state.ended)
    return ComparedRound(
        title=name_round(number),
        titles=[each.ruleset.title for each in found.played],
        strips=[_build_strip(found, nth, number) for nth in range(len(found.played))],
        rows=[_make_row(describer, n, row) for n, row in enumerate(found.differences, 1)],
        alike=[_make_row(describer, 0, row) for row in found.alike],
        ends=_list_ends(found.played),
        notes=[(each.ruleset.title, describer.describe_note(note)) for each in found.played for note in each.notes],
        unfit=[each.title for each in found.unfit],
        cut=[each.ruleset.title for each in found.played if each.cut],
        so_far=[each.ruleset.title for each in found.played if each.so_far],
        choices=_list_choices(view, chosen, throw),
        rounds=link_rounds(view, "compare", number),
        again=f"?{urlencode([*(('with', id) for id in chosen), ('throw', throw + 1)])}",
        where=_describe_where(view) if in_play else "",
        back=view.make_url("run"),
    )


def _make_naming(state: State) -> Callable[[str], str]:
    """Return a function that names the spells and devices of this fight."""
    names = {
        one.id: format_listed_name(one.name)
        for who in state.combatants.values()
        for one in who.stat_block.powers.spells
    }
    names |= {
        one.id: format_listed_name(one.name) for who in state.combatants.values() for one in who.stat_block.gear.devices
    }
    return lambda id: names.get(id) or drop_class(id)


def _describe_where(view: DmView) -> str:
    """Return how far the round itself has come."""
    if view.state.clock is None:
        return "orders"
    return f"{get_column_unit(view.state)} {view.state.clock}"


def _list_choices(view: DmView, chosen: Sequence[str], throw: int) -> list[NavLink]:
    """Return the other procedures, each with the address that puts it in or leaves it out."""
    own = view.ruleset.id
    shown = []
    for id in list_rulesets():
        if id != own:
            wanted = [each for each in list_rulesets() if each != own and (each in chosen) != (each == id)]
            query = urlencode([*(("with", each) for each in wanted or ["none"]), ("throw", throw)])
            shown.append(NavLink(get_ruleset(id).title, f"?{query}", id in chosen))
    return shown


# Strips.


def _build_strip(found: Comparison, nth: int, number: int) -> ComparedStrip:
    each = found.played[nth]
    events = [event for event in each.events if event.round == number]
    strip = draw_strip(each.state, events, size=ROOMY)
    carried, own = _list_dice(each, events)
    numbered = _number(strip, found.find_places(nth), each.state)
    return ComparedStrip(
        nth=f"-{nth}",
        title=each.ruleset.title,
        as_played=nth == 0,
        strip=replace(numbered, title=f"{each.ruleset.title}: {strip.title}"),
        carried=carried,
        own=own,
    )


def _list_dice(each: PlayedFight, events: Sequence[e.Event]) -> tuple[list[ComparedRoll], list[ComparedRoll]]:
    """Return the rolls whose faces carried over, and those with a die of their own."""
    rolls = list(dict.fromkeys(rolled for event in events for rolled in event.rolls))
    shown = [
        ComparedRoll(
            f"{rolled.purpose.replace('_', ' ')}, {name_of(each.state, rolled.by)}, {rolled.dice}",
            [Face(face, rolled.sides, has_unshared_face(rolled)) for face in rolled.faces],
        )
        for rolled in rolls
    ]
    own = [has_unshared_face(rolled) for rolled in rolls]
    return (
        [row for row, mine in zip(shown, own, strict=True) if not mine],
        [row for row, mine in zip(shown, own, strict=True) if mine],
    )


def _number(strip: Strip, places: dict[DifferingDeed, list[int]], state: State) -> Strip:
    """Return the strip with the numbers of the differences on the marks that they concern."""
    lanes = list(strip.lanes)
    rows = {who: at for at, lane in enumerate(lanes) for who in lane.who}
    for place, numbers in places.items():
        at = rows.get(place.who)
        if at is not None:
            lanes[at] = _with_numbers(lanes[at], place, numbers, state)
    return replace(strip, lanes=tuple(lanes))


def _with_numbers(lane: Lane, place: DifferingDeed, numbers: Sequence[int], state: State) -> Lane:
    n = _find_mark(lane.marks, place)
    if n is None:
        return lane
    marks = list(lane.marks)
    known = [*(int(each) for each in marks[n].note.split() if each), *numbers]
    marks[n] = replace(marks[n], note=" ".join(str(each) for each in sorted(dict.fromkeys(known))))
    return replace(lane, marks=tuple(marks))


def _find_mark(marks: Sequence[Mark], place: DifferingDeed) -> int | None:
    """Return the index of the mark of a deed; None where there is none.

    The first mark is taken that fits the deed's kind and moment; else its kind and column; else its moment; else its
    column.
    """
    kinds = KINDS.get(place.what, ())
    column = str(place.clock)

    def is_at_moment(mark: Mark) -> bool:
        return place.moment is not None and mark.moment == str(place.moment)

    def is_in_column(mark: Mark) -> bool:
        return column in (mark.end, mark.cut, mark.begin) or f"S{column}" in (mark.end, mark.begin)

    for fits in (
        lambda mark: mark.kind in kinds and is_at_moment(mark),
        lambda mark: mark.kind in kinds and is_in_column(mark),
        is_at_moment,
        is_in_column,
    ):
        found = next((n for n, mark in enumerate(marks) if fits(mark)), None)
        if found is not None:
            return found
    return None


# Tables.


def _make_row(describer: DifferenceDescriber, number: int, row: ComparisonRow) -> ComparedRow:
    first = row.cells[0].make_comparison_key()
    cells = [
        ComparedCell(
            text=describer.describe_cell(row, cell),
            clauses=cell.clauses,
            own=cell.own_die,
            absent=cell.outcome.result == "absent" and len(row.keys) == 1,
            other=cell.make_comparison_key() != first,
        )
        for cell in row.cells
    ]
    return ComparedRow(number, describer.describe_row(row), cells)


def _list_ends(played: Sequence[PlayedFight]) -> list[EndRow]:
    """Return how every combatant stands at the end, by each procedure."""
    if not played:
        return []
    rows = []
    for who in dict.fromkeys(who for each in played for who in each.state.combatants):
        known = [each.state.combatants.get(who) for each in played]
        words = [_describe_end(each) for each in known]
        token = next(make_token(each) for each in known if each is not None)
        name = next(each.name for each in known if each is not None)
        rows.append(EndRow(name, token, [EndCell(text, text != words[0]) for text in words]))
    return rows


def _describe_end(each: Combatant | None) -> str:
    if each is None:
        return "not there"
    conditions = [condition.name.replace("_", " ") for condition in each.conditions]
    return ", ".join([f"{each.hp} hp", *conditions])
