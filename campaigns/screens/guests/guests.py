"""The guests of a campaign, and those that are ready-made, as view models."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from secrets import token_urlsafe

from campaigns.campaign_state import find_state
from campaigns.definitions import build_character, is_guest
from campaigns.models import PLAYING, Character
from campaigns.services.guests import GIVEN_OUT
from encounters.addresses import make_address
from encounters.models import Campaign, Encounter, Member, Seat
from encounters.narration.names import PARTY, describe_kind, list_in_words
from encounters.screens.phone.regions import PhoneHead
from encounters.screens.tokens import Token, build_token
from encounters.selectors import find_last_fight
from rules.api import StatBlock, format_listed_name, get_ruleset, list_guest_classes, list_guest_levels, make_guest


@dataclass(frozen=True, slots=True)
class ReadyGuest:
    """A ready-made character of a class at one level."""

    value: str
    """Its class and level in a request: "fighter 3"."""
    level: int
    kind: str
    """The name of the class."""
    facts: str
    """Its hit points, armor class, weapons and spells, in words."""


@dataclass(frozen=True, slots=True)
class CampaignGuest:
    """A guest of a campaign."""

    number: int
    name: str
    line: str
    token: Token
    player: str
    """The name of the seat that plays it; "" for the DM."""


@dataclass(frozen=True, slots=True)
class GuestsPage:
    """A DM's page of the guests of a campaign."""

    user: str
    id: int
    name: str
    guests: Sequence[CampaignGuest]
    levels: Sequence[int]
    ready: Sequence[tuple[str, Sequence[ReadyGuest]]]
    """The ready-made characters of each class, by level; none where the last fight has other attributes."""
    level: int
    """The level that phones offer first; 0 where the DM gives out the characters."""
    tap: str
    """The id of the next press, of which a second one makes no second guest."""


@dataclass(frozen=True, slots=True)
class LevelLink:
    """A level whose guests may be looked at."""

    level: int
    href: str
    is_shown: bool


@dataclass(frozen=True, slots=True)
class OwnGuestPage:
    """A phone's page on which a player takes a guest."""

    title: str
    levels: Sequence[LevelLink]
    ready: Sequence[ReadyGuest]
    """The ready-made characters of the level; none where this player may take none."""
    refusal: str
    """The reason why this player may take none; "" for none."""
    plays: str
    """The name of the character that the player has; "" for none."""
    is_fighting: bool
    """A fight is on the table, in which the guest does not stand."""
    problem: str
    """The reason why what was tapped is refused; "" where nothing was."""
    back: str
    """The address of the table."""


def build_guests(member: Member) -> GuestsPage:
    """Return a DM's page of guests."""
    campaign = member.campaign
    return GuestsPage(
        user=member.user.get_username(),
        id=campaign.pk,
        name=campaign.name,
        guests=[_describe(each) for each in campaign.characters.select_related("seat") if _is_here(each)],
        levels=list_guest_levels(),
        ready=[(name, [describe_guest(id, n) for n in list_guest_levels()]) for id, name in _list_classes(campaign)],
        level=find_state(campaign).guest_level,
        tap=token_urlsafe(16),
    )


def build_own_guest(campaign: Campaign, seat: Seat, wanted: str, problem: str) -> OwnGuestPage:
    """Return the page of a player's phone, with the guests of a level.

    It is the one that is wanted, else the one that the DM has chosen.
    """
    level = int(wanted) if wanted in map(str, list_guest_levels()) else find_state(campaign).guest_level
    played = campaign.characters.filter(seat=seat, status__in=PLAYING).first()
    refusal = "" if played is not None else find_refusal(campaign)
    return OwnGuestPage(
        title=campaign.name,
        levels=[
            LevelLink(each, make_address("my-guest", {"level": each}, code=campaign.code), each == level)
            for each in list_guest_levels()
        ],
        ready=[describe_guest(id, level) for id, _ in list_guest_classes()] if played is None and not refusal else (),
        refusal=refusal,
        plays=played.name if played is not None else "",
        is_fighting=campaign.get_table() is not None,
        problem=problem,
        back=make_address("me", code=campaign.code),
    )


def find_refusal(campaign: Campaign) -> str:
    """Return the reason why players take no guests in a campaign; "" where they may."""
    if not campaign.name:
        return "There are no guests at this table."
    if not find_state(campaign).guest_level:
        return GIVEN_OUT
    if not _list_classes(campaign):
        return "No characters are ready-made for this kind of fight. Ask the DM for one."
    return ""


def describe_arrival(guest: Character) -> str:
    """Return in words that a guest is added, with the prepared fights into which it comes."""
    fights = Encounter.tables.filter(campaign=guest.campaign_id, state=Encounter.State.PREPARING)
    titles = [f"“{each.title}”" for each in fights.filter(combatants__definition__id=guest.key)]
    prepared = f" It is added to {list_in_words(titles)}, in preparation." if titles else ""
    return f"{guest.name} joins the party as a guest.{prepared}"


@cache
def describe_guest(class_: str, level: int) -> ReadyGuest:
    """Return a ready-made character in words."""
    block = build_character({"id": "guest", "side": PARTY, **make_guest(class_, level).definition})
    parts = [f"{block.defence.hit_points} hit points", f"AC {block.defence.armor_class}", _list_weapons(block)]
    if block.powers.spells:
        many = len(block.powers.spells)
        parts.append(f"{many} spell{'' if many == 1 else 's'}")
    return ReadyGuest(f"{class_} {level}", level, dict(list_guest_classes())[class_], ", ".join(parts))


def _list_weapons(block: StatBlock) -> str:
    named = [each for each in block.gear.weapons if not each.natural and each.id != "fist"]
    return ", ".join(format_listed_name(each.name) for each in named[:2])


def _list_classes(campaign: Campaign) -> Sequence[tuple[str, str]]:
    """Return the classes of guests.

    There are none where the last opened fight reads attributes of its own.
    """
    last = campaign.get_table() or find_last_fight(campaign)
    if last is not None and last.opened and get_ruleset(last.ruleset).own_sheet is not None:
        return ()
    return list_guest_classes()


def _is_here(character: Character) -> bool:
    return is_guest(character) and character.status in PLAYING


def _describe(each: Character) -> CampaignGuest:
    block = build_character({"id": each.key, "side": PARTY, **each.definition})
    player = each.seat.name if each.seat is not None else ""
    return CampaignGuest(each.number, each.name, describe_kind(block), build_token(PARTY, each.name), player)


def build_head(page: OwnGuestPage) -> PhoneHead:
    """Return the top of the phone's page."""
    return PhoneHead(page.title, plain=True)
