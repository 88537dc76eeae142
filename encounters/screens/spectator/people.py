"""The combatants beside the recap: their health, and the seals of the orders that are given."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from encounters.narration.names import list_group, pick_letters
from encounters.screens.combatants import find_mobs
from encounters.screens.graded_health import GradedHealth, describe_health
from encounters.screens.seen_card import link_seen_cards
from encounters.screens.spectator.spectator_view import SpectatorView
from encounters.screens.summary import describe_out, describe_unable, join_crowds
from encounters.screens.tokens import Token, build_token, make_token
from rules.api import Combatant, State, find_stem

MOST_ROWS = 9
"""The rows that there is room for beside the recap."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A combatant, or several who are shown as one."""

    name: str
    token: Token
    health: GradedHealth
    sealed: bool | None = None
    """Its order is sealed; None where no order is asked for."""
    card: str = ""
    """The address of its card; "" for one of the party."""


@dataclass(frozen=True, slots=True)
class People:
    """The combatants that the viewer has met."""

    rows: tuple[PersonRow, ...]

    @property
    def is_long(self) -> bool:
        """Return whether the rows need two columns."""
        return len(self.rows) > MOST_ROWS


def build_people(view: SpectatorView) -> People | None:
    """Return how everybody is while a recap is shown or the first orders are given; else None."""
    snapshot = view.snapshot
    if snapshot is None or not snapshot.is_live or not snapshot.is_between or snapshot.state.ended:
        return None
    if not snapshot.orders.open and view.find_last_recap()[1] == "":
        return None
    state, orders, cards = snapshot.state, snapshot.orders, link_seen_cards(view)
    mobs = {who[0]: who for who in find_mobs(state).values()}
    merged = {each for who in mobs.values() for each in who[1:]}
    seen = [each for each in state.combatants.values() if each.id not in merged and not _is_out_of_sight(each)]
    rows = [
        replace(_build_mob_row(state, mobs[each.id]), card=cards.get(each.id, ""))
        if each.id in mobs
        else PersonRow(
            each.name,
            make_token(each),
            describe_person(state, each, each.id in view.own),
            each.id in orders.sealed if orders.open and each.able and each.side == state.party else None,
            cards.get(each.id, ""),
        )
        for each in seen
    ]
    return People(tuple(_join_alike(rows)))


def _join_alike(rows: Sequence[PersonRow]) -> Iterator[PersonRow]:
    """Yield the rows; those alike in all but a number are one: "Goblins 1-4, unhurt"."""
    alike: dict[tuple[object, ...], list[PersonRow]] = {}
    for row in rows:
        alike.setdefault((row.token.side, row.health, row.sealed), []).append(row)
    for those in alike.values():
        for at, name, is_crowd in join_crowds([row.name for row in those]):
            first = those[at]
            joined = replace(first.token, letter=pick_letters(find_stem(first.name)), who="")
            yield replace(first, name=name, token=joined) if is_crowd else first


def _is_out_of_sight(each: Combatant) -> bool:
    return not each.present and not describe_out(each)


def describe_person(state: State, each: Combatant, is_own: bool) -> GradedHealth:
    """Return a combatant's health, or why it cannot act."""
    unable = describe_out(each) or describe_unable(each)
    return GradedHealth(unable) if unable else describe_health(state, each, is_own=is_own)


def _build_mob_row(state: State, who: Sequence[str]) -> PersonRow:
    """Return the row of a mob: how many of it fight on."""
    first = state.combatants[who[0]]
    left = sum(state.combatants[each].able for each in who)
    token = build_token(first.side, first.stat_block.mob, first.id)
    return PersonRow(list_group(state, who), token, GradedHealth(f"{left} of {len(who)} fight on"))
