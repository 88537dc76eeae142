"""The first page as view models: the fight that was stopped, and all others."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.conf import settings
from django.utils import timezone

from campaigns.screens.fights import (
    FightRow,
    build_fight,
    count_sides,
    get_last_made,
    link_waiting,
    read_combatants,
    read_fights,
)
from campaigns.screens.stop import Stop, build_stop, read_stopped
from encounters.addresses import make_address
from encounters.demo import TITLE as DEMO_TITLE
from encounters.models import Campaign, Encounter, Member
from encounters.narration.names import list_in_words
from encounters.phone_address import describe_moved_address
from encounters.screens.actions import Link

MOST_FIGHTS = 5
"""The fights of one evening that the first page lists."""

MOST_AT_A_GLANCE = 8
"""The campaigns that are found without a search."""

MOST_BANDS = 3
"""The fights in play that lead the first page; the others stand in the lists."""

NAMED = 6
"""The names of a party that a row has room for."""


@dataclass(frozen=True, slots=True)
class NextFight:
    """The fight in preparation that leads the first page while none is in play."""

    title: str
    """The newest encounter in preparation; "" where nothing is prepared."""
    campaign: str
    home: str
    """The address of the campaign's page; "" without one."""
    line: str
    day: date | None
    prepare: str
    """The address where it is prepared, or where a new one is made."""
    open: str
    """The address that opens its table; "" where it lacks a side."""


@dataclass(frozen=True, slots=True)
class CampaignRow:
    """A campaign of the list."""

    name: str
    line: str
    """Its party, and whose it is."""
    running: str
    """The title of the fight in play; "" for none."""
    waiting: Link | None
    """The last fight, where it is not carried over yet."""
    played: date | None
    """The day on which it was last played."""
    words: str
    """How many fights were fought, and how many are prepared."""
    href: str


@dataclass(frozen=True, slots=True)
class Home:
    """The first page."""

    user: str
    stops: Sequence[Stop]
    next: NextFight | None
    campaigns: Sequence[CampaignRow]
    can_search: bool
    """There are so many campaigns that they are searched."""
    query: str
    """The words by which the campaigns are searched."""
    fights: Sequence[FightRow]
    more_fights: int
    """The number of fights of one evening, where there are more than are listed; else 0."""
    is_first: bool
    """There is neither a campaign nor a fight."""
    shows_ways: bool
    """The ways to begin are shown: on the first visit, and beside the demo alone."""
    site: str
    """The address to which players go, as it is typed."""
    moved: str
    """That this address has changed since last time, and what to do; "" where it has not."""


def build_home(user: Any, query: str = "") -> Home:
    """Return the first page of a DM. At most one fight is read as a whole.

    Many campaigns are searched by their names and parties.
    """
    members = list(Member.objects.filter(user=user).exclude(campaign__name="").select_related("campaign"))
    fights = list(read_fights(user))
    playing = [each for each in fights if each.state == Encounter.State.PLAYING]
    playing.sort(key=get_last_made, reverse=True)
    next_fight = _find_next(fights) if not playing else None
    single = [each for each in fights if not each.campaign.name]
    single.sort(key=lambda each: (each.state != Encounter.State.PLAYING, -get_last_made(each).timestamp()))
    by_campaign = _group(fights)
    last = {number: _find_party_fight(each) for number, each in by_campaign.items()}
    wanted = {*single[:MOST_FIGHTS], *(each for each in last.values() if each is not None)}
    read_combatants(wanted | ({next_fight} if next_fight is not None else set()))
    rows = [
        _build_campaign(each, by_campaign.get(each.campaign_id, []), last.get(each.campaign_id)) for each in members
    ]
    can_search = len(members) > MOST_AT_A_GLANCE
    query = query.strip() if can_search else ""
    found = [each for each in rows if query.casefold() in f"{each[1].name} {each[1].line}".casefold()]
    is_first = not members and not fights
    only_demo = not members and len(fights) == 1 and fights[0].title == DEMO_TITLE
    return Home(
        user=user.get_username(),
        stops=[build_stop(each, read_stopped(each) if n == 0 else None) for n, each in enumerate(playing[:MOST_BANDS])],
        next=_build_next(next_fight, members) if not playing and not is_first else None,
        campaigns=[row for _, row in sorted(found, key=lambda each: each[0], reverse=True)],
        can_search=can_search,
        query=query,
        fights=[build_fight(each) for each in single[:MOST_FIGHTS]],
        more_fights=len(single) if len(single) > MOST_FIGHTS else 0,
        is_first=is_first,
        shows_ways=is_first or only_demo,
        site=settings.ADDRESSES.urls[0].partition("://")[2],
        moved=describe_moved_address(),
    )


def _group(fights: Iterable[Encounter]) -> dict[int, list[Encounter]]:
    found: dict[int, list[Encounter]] = {}
    for each in fights:
        if each.campaign.name:
            found.setdefault(each.campaign_id, []).append(each)
    return found


def _find_party_fight(fights: Sequence[Encounter]) -> Encounter | None:
    """Return the fight that tells a campaign's party: the last one opened, else the newest."""
    opened = [each for each in fights if each.opened]
    return max(opened or fights, key=get_last_made, default=None)


def _find_next(fights: Sequence[Encounter]) -> Encounter | None:
    """Return what is prepared next: the first planned from today on, else the newest."""
    prepared = [each for each in fights if not each.opened]
    today = timezone.localdate()
    planned = [each for each in prepared if each.planned is not None and each.planned >= today]
    if planned:
        return min(planned, key=lambda each: each.planned or today)
    return max(prepared, key=lambda each: each.created, default=None)


def _build_next(encounter: Encounter | None, members: Sequence[Member]) -> NextFight:
    if encounter is None:
        last: Campaign | None = members[0].campaign if members else None
        if last is None:
            return NextFight("", "", "", "", None, make_address("new-encounter"), "")
        home = make_address("campaign", campaign_id=last.pk)
        new = make_address("new-encounter", {"campaign": last.pk})
        return NextFight("", last.name, home, "", None, new, "")
    campaign = encounter.campaign
    home = make_address("campaign", campaign_id=campaign.pk) if campaign.name else ""
    row = build_fight(encounter)
    prepare = make_address("prepare", encounter_id=encounter.pk)
    may_open = count_sides(encounter) > 1
    table = make_address("open", encounter_id=encounter.pk) if may_open else ""
    return NextFight(encounter.title, campaign.name, home, row.line, encounter.planned, prepare, table)


def _build_campaign(
    member: Member, fights: Sequence[Encounter], told: Encounter | None
) -> tuple[tuple[bool, float], CampaignRow]:
    """Return the row of a campaign, after what it is sorted by."""
    campaign = member.campaign
    opened = [each for each in fights if each.opened]
    running = next((each for each in fights if each.state == Encounter.State.PLAYING), None)
    played = max((get_last_made(each) for each in opened), default=None)
    party = [str(row) for row in told.combatants.all() if row.definition.get("played")] if told is not None else []
    shown = [*party[:NAMED], "others"] if len(party) > NAMED + 1 else party
    names = list_in_words(shown) if shown else ""
    helper = "" if member.role == Member.Role.OWNER else f"{'you' if names else 'You'} help as a DM"
    row = CampaignRow(
        name=campaign.name,
        line="; ".join(filter(None, (names, helper))) or "Nobody yet",
        running=running.title if running is not None else "",
        waiting=link_waiting(told) if told is not None else None,
        played=timezone.localtime(played).date() if played is not None else None,
        words=_count(len(opened), len(fights) - len(opened), is_running=running is not None),
        href=make_address("campaign", campaign_id=campaign.pk),
    )
    return (running is not None, (played or campaign.created).timestamp()), row


def _count(opened: int, prepared: int, *, is_running: bool) -> str:
    fought = opened - is_running
    parts = [f"{fought} fight{'s' if fought != 1 else ''} fought"] if fought else []
    parts += ["not played yet"] if not opened else []
    return "; ".join([*parts, f"{prepared or 'nothing'} prepared"])
