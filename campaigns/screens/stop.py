"""The fight that was stopped: the moment, and the party."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from campaigns.screens.fights import get_last_made
from campaigns.screens.presence import AWAY, Presence, find_presence
from encounters.addresses import make_address
from encounters.errors import Unreadable
from encounters.models import Encounter, Seat
from encounters.narration.columns import describe_moment, get_clock, is_apart, name_round, write_column_label
from encounters.narration.names import describe_kind, list_in_words, name_of
from encounters.narration.questions import write_title
from encounters.narration.rolls import write_roll_title
from encounters.narration.supplies import count_of, list_missiles_left
from encounters.screens.combatants import read_standing
from encounters.screens.dm.dm_view import BETWEEN, ORDERS, DmView, read_dm_view
from encounters.screens.strip import number_columns
from encounters.screens.tokens import Token, make_token
from encounters.viewers import build_dm_viewer
from rules.api import DECLARE, DM, NEXT, Combatant, Pool, State

MOST_COLUMNS = 12
"""The most columns of a round that the band has room for."""

NAMED = 3
"""The names of those who are awaited that a sentence has room for."""


@dataclass(frozen=True, slots=True)
class StopColumn:
    """A column of the round in which a fight was stopped."""

    label: str
    state: str
    """done, now, or empty."""


@dataclass(frozen=True, slots=True)
class SpellsLeft:
    """The spells of one level that a character has left."""

    level: str
    pips: tuple[bool, ...]
    """True for each that is left."""
    left: int


@dataclass(frozen=True, slots=True)
class PartyMember:
    """A character of the party, as it is in the fight in play, or between fights."""

    name: str
    token: Token
    line: str
    vigour: Pool | None
    """The pool that harm reduces; None before the first fight."""
    facts: tuple[tuple[str, str], ...] = ()
    """The heads of the columns of the party, and its values there."""
    spells: tuple[SpellsLeft, ...] = ()
    missiles: tuple[str, ...] = ()
    """The missiles left, in words."""
    player: str = ""
    """The name of the seat that plays it; "" for the DM."""
    seat: int = 0
    """The number of that seat."""
    presence: Presence = AWAY
    """That of the seat that plays it."""
    is_dead: bool = False
    experience: str = ""
    """Experience points, and those of the next level: "1,500 of 2,251"; "" where no sheet has them."""
    number: int = 0
    """The number of the character in the campaign; 0 for one without a sheet."""
    words: str = ""
    """What the sheet says besides: "absent", "henchman"; "" for nothing."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A fight in play, where it was stopped."""

    title: str
    campaign: str
    """The name of its campaign; "" for a fight of one evening."""
    home: str
    """The address of the campaign's page; "" for a fight of one evening."""
    href: str
    """The address of the fight."""
    moment: str
    """The moment in words."""
    waits: str
    """The one or the thing that it waits for, in a sentence."""
    day: date | None
    """The day of the last input."""
    columns: Sequence[StopColumn]
    party: Sequence[PartyMember]
    present: str = ""
    """Who is at the table, in a sentence; "" for nobody."""


def read_stopped(encounter: Encounter) -> DmView | None:
    """Return the DM's view of a fight; None where this version cannot read it."""
    try:
        return read_dm_view(build_dm_viewer(encounter))
    except Unreadable:
        return None


def build_stop(encounter: Encounter, view: DmView | None) -> Stop:
    """Return where a fight in play was stopped. Without a view little is told of it."""
    campaign = encounter.campaign
    home = make_address("campaign", campaign_id=campaign.pk) if campaign.name else ""
    href = make_address("run", encounter_id=encounter.pk)
    if view is None:
        return Stop(
            encounter.title,
            campaign.name,
            home,
            href,
            "It waits where you left it",
            "",
            timezone.localtime(get_last_made(encounter)).date(),
            (),
            (),
        )
    made_at = view.log[-1].made_at or encounter.opened_at
    return Stop(
        title=encounter.title,
        campaign=campaign.name,
        home=home,
        href=href,
        moment=describe_moment(view.state, view.layout == ORDERS),
        waits=describe_waiting(view),
        day=timezone.localtime(made_at).date() if made_at is not None else None,
        columns=_list_columns(view),
        party=list_party(view),
        present=_describe_present(view),
    )


def describe_waiting(view: DmView) -> str:
    """Return the one or the thing that a fight waits for, in a sentence."""
    state = view.state
    asked = next((each for each in view.awaited if each.question not in (DECLARE, NEXT)), None)
    if asked is not None:
        return f"Open: {write_title(state, asked)}"
    if view.rolls:
        return f"Dice to roll: {write_roll_title(state, view.rolls[0])}"
    if state.round < 0:
        return "Round 1 begins when everybody is seated."
    if view.layout == BETWEEN:
        return f"{name_round(state.round + 1)} can begin."
    who = list(dict.fromkeys(name_of(state, each.who) for each in view.awaited if each.who != DM))
    if who:
        names = [*who[:NAMED], f"{len(who) - NAMED} more"] if len(who) > NAMED + 1 else who
        return f"It waits for {'the orders of ' if view.layout == ORDERS else ''}{list_in_words(names)}."
    if view.layout == ORDERS:
        return "All orders are in."
    return f"The next {get_clock(state).unit} can be played."


def _list_columns(view: DmView) -> list[StopColumn]:
    state = view.state
    if state.round < 1 or is_apart(state):
        return []
    first, last = get_clock(state).span(state)
    labels = [each.label for each in number_columns(first, last)]
    if not 1 < len(labels) <= MOST_COLUMNS:
        return []
    now = write_column_label(state, state.clock)
    is_over = state.between_rounds
    at = len(labels) if is_over else labels.index(now) if now in labels else -1
    return [StopColumn(each, "done" if n < at else "now" if n == at else "") for n, each in enumerate(labels)]


def _describe_present(view: DmView) -> str:
    here = [each.name for each in view.seats if each.kind == "player" and each.is_here(timezone.now())]
    return f"{list_in_words(here)} {'is' if len(here) == 1 else 'are'} at the table." if here else ""


def list_party(view: DmView) -> list[PartyMember]:
    """Return the characters of a fight that players play, or may play, in its order."""
    terms = list_terms(view.state)
    return [make_member(view.state, each, view.players.get(each.id), terms) for each in list_played(view.state)]


def list_terms(state: State) -> list[str]:
    """Return the terms of the few facts that the DM needs of each character at a glance."""
    facts = (read_standing(state, each.id).facts for each in list_played(state))
    return list(dict.fromkeys(term for each in facts for term, _ in each))


def list_played(state: State) -> list[Combatant]:
    """Return the combatants that players play, or may play."""
    return [each for each in state.combatants.values() if each.stat_block.played]


def make_member(state: State, each: Combatant, seat: Seat | None, terms: Sequence[str]) -> PartyMember:
    """Return a character as it is in this state, with the seat that plays it."""
    standing = read_standing(state, each.id)
    facts = dict(standing.facts)
    return PartyMember(
        name=each.name,
        token=make_token(each),
        line=describe_kind(each.stat_block),
        vigour=standing.vigour,
        facts=tuple((term, facts.get(term, "")) for term in terms),
        spells=tuple(_list_spells(each)),
        missiles=tuple(count_of(left, name) for _, name, left in list_missiles_left(each)),
        player=seat.name if seat is not None else "",
        seat=seat.pk if seat is not None else 0,
        presence=find_presence(seat, timezone.now()) if seat is not None else AWAY,
        is_dead=each.has("dead"),
    )


def _list_spells(each: Combatant) -> list[SpellsLeft]:
    known = each.stat_block.powers.spells
    level_of = {spell.id: spell.level for spell in known}
    left = [level_of.get(id, 1) for id in each.spells]
    found = []
    for level in sorted({spell.level for spell in known}):
        most, rest = sum(spell.level == level for spell in known), left.count(level)
        pips = tuple(n < rest for n in range(max(most, rest)))
        found.append(SpellsLeft(write_level(level), pips, rest))
    return found


def write_level(level: int) -> str:
    """Return a level as it is counted: "1st"."""
    return f"{level}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(level, 'th') }"
