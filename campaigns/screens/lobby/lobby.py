"""The lobby as view models: who somebody is, who else is here, what happened last.

Nothing of a fight in preparation is read for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from campaigns.models import Character
from campaigns.screens.campaign.party import build_sheets
from campaigns.screens.guests.guests import find_refusal
from campaigns.screens.spell_words import count_spells
from campaigns.screens.stop import PartyMember
from campaigns.spell_choice import describe_counts, read_choice
from encounters.addresses import make_address, make_full_address, make_join_address, write_code
from encounters.encounter_view import EncounterView
from encounters.evenings import list_evenings, name_evenings
from encounters.models import Campaign, Encounter, Round, Seat
from encounters.narration import split_paragraphs
from encounters.narration.names import list_in_words
from encounters.screens.pickable import PickableCharacter, list_characters
from encounters.screens.tokens import Token
from encounters.selectors import find_last_fight, list_seats_of_campaign, read_view
from encounters.viewers import build_seat_viewer
from rules.api import Pool


@dataclass(frozen=True, slots=True)
class SpellsLink:
    """The way to the choice of a character's spells."""

    words: str
    href: str
    waits: bool
    """Nothing is chosen, and something is spent or a slot is free."""


@dataclass(frozen=True, slots=True)
class OwnCharacter:
    """A character of the player, as its sheet is; without sheets, as the last fight left it."""

    name: str
    line: str
    token: Token
    vigour: Pool | None
    """The pool that harm reduces; None where it is not known."""
    href: str = ""
    """The address of its sheet; "" without one."""
    spells: SpellsLink | None = None
    """None for a character that memorises none, or has no sheet."""


@dataclass(frozen=True, slots=True)
class Companion:
    """Another player of the campaign."""

    name: str
    plays: str
    """The names of the characters that the player played last."""
    tokens: Sequence[Token]
    is_here: bool


@dataclass(frozen=True, slots=True)
class LastFight:
    """The last fight, as its DM told it."""

    title: str
    days: str
    """The days on which it was played, in words: "26 November and 3 December"."""
    paragraphs: Sequence[str]
    """The last recap that the DM posted."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """The lobby of one seat."""

    name: str
    """The campaign."""
    welcome: str
    """The player's name; "" for a table screen."""
    is_new: bool
    """The campaign has had no fight yet."""
    characters: Sequence[OwnCharacter]
    companions: Sequence[Companion]
    last: LastFight | None
    address: str
    """The address of the page, which is read again when somebody comes or goes."""
    link: str
    """The address of the player's personal link."""
    others: str
    """The address at which somebody else sits down on this phone."""
    guest: str
    """The address at which a player without a character takes a ready-made one; "" where none is to be taken."""

    @property
    def act(self) -> SpellsLink | None:
        """Return the one thing to do before the next rest; None for nothing."""
        return next((each.spells for each in self.characters if each.spells and each.spells.waits), None)


@dataclass(frozen=True, slots=True)
class ScreenLobby:
    """The lobby of a table screen."""

    name: str
    code: str
    url: str
    """The address in the QR code."""
    site: str
    """The address of the site, as it is typed."""
    players: Sequence[Companion]
    waiting: str
    """The names of those who are not here yet; "" where all are."""
    address: str


def build_lobby(campaign: Campaign, seat: Seat) -> Lobby:
    """Return the lobby of a player."""
    last, now = find_last_fight(campaign), timezone.now()
    viewer = build_seat_viewer(seat, last) if last is not None else None
    known = list_characters(last, viewer) if last is not None else []
    view = read_view(viewer) if viewer is not None else None
    others = [each for each in _list_players(campaign) if each.pk != seat.pk]
    characters = _list_characters(campaign)
    sheets, by_number = _read_sheets(characters, last), {each.number: each for each in characters}
    mine = [each for each in sheets if each.seat == seat.pk]
    own = [_make_own(by_number[each.number], number, each) for number, each in enumerate(mine, 1)]
    plays = own if sheets else any(each.mine for each in known)
    return Lobby(
        name=campaign.name,
        welcome=seat.name,
        is_new=last is None,
        characters=own if sheets else _list_own(view, known) if view is not None else (),
        companions=[_make_companion(each, sheets or known, now) for each in others],
        last=_tell(view) if view is not None else None,
        address=make_address("me", code=campaign.code),
        link=make_address("my-link", code=campaign.code),
        others=make_address("table", {"other": "1"}, code=campaign.code),
        guest=make_address("my-guest", code=campaign.code) if not plays and not find_refusal(campaign) else "",
    )


def build_screen_lobby(campaign: Campaign) -> ScreenLobby:
    """Return the lobby of a table screen."""
    last, now = find_last_fight(campaign), timezone.now()
    known = _read_sheets(_list_characters(campaign), last) or (list_characters(last) if last is not None else [])
    players = [_make_companion(each, known, now) for each in _list_players(campaign)]
    waiting = [each.name for each in players if not each.is_here]
    return ScreenLobby(
        name=campaign.name,
        code=write_code(campaign.code),
        url=make_join_address(campaign.code),
        site=make_full_address("start").partition("://")[2].rstrip("/"),
        players=players,
        waiting=list_in_words(waiting) if waiting else "",
        address=make_address("watch", code=campaign.code),
    )


def _list_players(campaign: Campaign) -> list[Seat]:
    return [each for each in list_seats_of_campaign(campaign) if each.kind == Seat.Kind.PLAYER]


def _list_characters(campaign: Campaign) -> list[Character]:
    return list(campaign.characters.select_related("seat", "henchman_of", "died_in"))


def _read_sheets(characters: Sequence[Character], last: Encounter | None) -> Sequence[PartyMember]:
    """Return the characters who still play, as their sheets are; none before there are any."""
    return build_sheets(characters, last.ruleset if last is not None else "").members


def _make_own(character: Character, number: int, each: PartyMember) -> OwnCharacter:
    """Return a character with its kind, its spells and its missiles in a line.

    Its number is counted among those of its player: it tells of no others.
    """
    ready, known = sum(level.left for level in each.spells), bool(each.spells)
    spells = f"{ready or 'no'} spell{'' if ready == 1 else 's'} ready" if known else ""
    line = ", ".join(word for word in (each.line, each.words, spells, *each.missiles) if word)
    href = make_address("player-sheet", code=character.campaign.code, number=number)
    return OwnCharacter(each.name, line, each.token, each.vigour, href, _link_spells(character, number))


def _link_spells(character: Character, number: int) -> SpellsLink | None:
    """Return the way to the choice of spells, which may be what is to be done now."""
    choice = read_choice(character)
    if choice is None:
        return None
    href = make_address("memorise", code=character.campaign.code, number=number)
    if choice.chosen is not None:
        words, free = describe_counts(choice.chosen, choice.names) or "nothing", choice.count_free(choice.chosen)
        words += f"; {free} more {'is' if free == 1 else 'are'} free" if free else ""
        return SpellsLink(f"After the rest: {words}", href, waits=False)
    free = choice.count_free(choice.last)
    if free or character.cast:
        words = f"Choose {character.name}’s {count_spells(choice, choice.slots)}"
        return SpellsLink(words, href, waits=True)
    return SpellsLink("Choose for the next rest", href, waits=False)


def _make_companion(seat: Seat, known: Sequence[PickableCharacter] | Sequence[PartyMember], now: datetime) -> Companion:
    played = [each for each in known if each.seat == seat.pk]
    names = list_in_words([each.name for each in played]) if played else ""
    return Companion(seat.name, names, [each.token for each in played], seat.is_here(now))


def _list_own(view: EncounterView, known: Sequence[PickableCharacter]) -> list[OwnCharacter]:
    found = []
    for each in known:
        if each.mine:
            alias = view.viewer_log.find_alias(each.id) or ""
            is_known = alias in view.state.combatants
            vigour = view.ruleset.describe_standing(view.state, alias).vigour if is_known else None
            found.append(OwnCharacter(each.name, each.line, each.token, vigour))
    return found


def _tell(view: EncounterView) -> LastFight:
    """Return the last fight with the last recap of a round that was not taken back."""
    last = view.encounter
    recaps = Round.objects.filter(encounter=last).exclude(recap="").order_by("-number", "-attempt")
    told = next((each.recap for each in recaps if each.attempt == view.find_attempt(each.number)), "")
    return LastFight(last.title, name_evenings(list_evenings(last.pk)), split_paragraphs(told))
