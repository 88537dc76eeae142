"""Guests: ready-made characters, for a player who comes without one.

A guest is a character with ``sheet.guest``, the id of the tap that made it. It comes into every fight until it is kept,
as any other character, or sent home. It comes into fights in preparation, too, that have the party.
"""

from typing import Any

from django.db import transaction

from campaigns.campaign_state import find_state
from campaigns.definitions import find_sheet, is_guest, write_definition
from campaigns.levels import ABILITIES
from campaigns.models import PLAYING, Character, CharacterChange
from campaigns.services.characters import (
    Author,
    delete_character,
    find_character,
    find_fight,
    find_free_key,
    find_next_number,
    save_new,
    write_values,
)
from encounters.errors import Conflict, Forbidden, Invalid, NotFound, Rejected
from encounters.live.doorbell import ring_lobby_after_commit
from encounters.models import Campaign, Combatant, Encounter, Member, Seat
from encounters.services.members import lock_as
from encounters.services.playing import TAP
from encounters.services.preparing import add_combatants, remove_combatant
from encounters.viewers import build_dm_viewer
from rules.api import Guest, UnknownId, get_ruleset, list_guest_levels
from rules.api import make_guest as make_ready

GIVEN_OUT = "The DM gives out the characters here. Ask for one."


def add_guest(member: Member, class_: str, level: int, tap: str) -> Character:
    """Add a guest of a class and level, which the DM plays.

    ``tap`` is the id of one tap: if it comes again, the guest that it made is returned. Raises Invalid and Conflict.
    """
    if not TAP.fullmatch(tap):
        raise Invalid("Load this page again, then choose.", "tap")
    with lock_as(member) as current:
        made = current.campaign.characters.filter(
            sheet__guest=tap, definition__class=class_, definition__level=level
        ).first()
        return made or _make(current.campaign, Author(current), class_, level, tap)


def take_guest(campaign: Campaign, seat: Seat, class_: str, level: int) -> Character:
    """Add a guest of a class and level, which the player of a seat plays.

    Raises NotFound for a seat that was left, Forbidden where the DM gives characters out, Conflict for a player who has
    a character, and Invalid.
    """
    with transaction.atomic():
        locked = Campaign.objects.select_for_update().get(pk=campaign.pk)
        own = locked.seats.filter(pk=seat.pk, left=None, kind=Seat.Kind.PLAYER).first()
        if own is None:
            raise NotFound("You have no seat to play here.")
        if not locked.name or not find_state(locked).guest_level:
            raise Forbidden(GIVEN_OUT)
        if (played := locked.characters.filter(seat=own, status__in=PLAYING).first()) is not None:
            raise Conflict(f"You play {played.name} already.")
        return _make(locked, Author(seat=own), class_, level)


def keep_guest(member: Member, number: int) -> Character:
    """Keep a guest: from now on it is a character as any other. Raises NotFound."""
    with lock_as(member) as current:
        guest = _find_guest(current.campaign, number)
        write_values(guest, {"sheet.guest": None}, Author(current), CharacterChange.Source.EDIT)
        ring_lobby_after_commit(current.campaign_id)
    return guest


def send_guest_home(member: Member, number: int) -> Character:
    """Send a guest home: it goes, or is retired where a fight has known it.

    It goes out of fights in preparation, too.

    Raises NotFound, and Conflict while a fight that it is in is in play.
    """
    with lock_as(member) as current:
        guest = _find_guest(current.campaign, number)
        if (fight := find_fight(guest)) is not None:
            raise Conflict(f"{guest.name} is in “{fight.title}”. Wait until it has ended.")
        for row in Combatant.objects.filter(encounter__in=_lock_prepared(guest), definition__id=guest.key):
            remove_combatant(build_dm_viewer(row.encounter), row.pk)
        if Combatant.objects.filter(encounter__campaign=current.campaign, definition__id=guest.key).exists():
            values = {"status": Character.Status.RETIRED, "seat": None}
            write_values(guest, values, Author(current), CharacterChange.Source.EDIT)
        else:
            delete_character(guest)
        ring_lobby_after_commit(current.campaign_id)
    return guest


def set_guest_level(member: Member, level: int) -> None:
    """Set the level of the guests that phones offer first. Raises Invalid.

    With 0 they offer none.
    """
    if level not in (0, *list_guest_levels()):
        raise Invalid("Choose a level of the list.", "level")
    with lock_as(member) as current:
        state = find_state(current.campaign)
        state.guest_level = level
        state.save()
        ring_lobby_after_commit(current.campaign_id)


def _find_guest(campaign: Campaign, number: int) -> Character:
    found = find_character(campaign, number)
    if not is_guest(found) or found.status not in PLAYING:
        raise NotFound("There is no such guest.")
    return found


def _make(campaign: Campaign, author: Author, class_: str, level: int, tap: str = "phone") -> Character:
    """Make a guest of a locked campaign, played by its author's seat."""
    names = list(campaign.characters.filter(status__in=PLAYING).values_list("name", flat=True))
    try:
        guest = make_ready(class_, level, names)
    except UnknownId as problem:
        raise Invalid("Choose a class and a level of the list.", "guest") from problem
    made = Character(
        campaign=campaign,
        number=find_next_number(campaign),
        key=find_free_key(campaign, guest.name),
        name=guest.name,
        seat=author.seat,
        experience=guest.experience,
        definition=dict(guest.definition),
        sheet=_write_sheet(guest, tap),
    )
    save_new(made, author)
    _join_prepared(made)
    ring_lobby_after_commit(campaign.pk)
    return made


def _lock_prepared(guest: Character) -> list[Encounter]:
    """Return the fights of its campaign in preparation, locked."""
    fights = Encounter.tables.select_for_update().filter(state=Encounter.State.PREPARING)
    return list(fights.filter(campaign=guest.campaign_id))


def _join_prepared(guest: Character) -> None:
    """Add a guest to the fights in preparation in which characters of its campaign are.

    A fight that has no room for it, or somebody else with its id, stays as it is.
    """
    party = list(guest.campaign.characters.exclude(pk=guest.pk).values_list("key", flat=True))
    for fight in _lock_prepared(guest):
        is_alike = get_ruleset(fight.ruleset).own_sheet is find_sheet(guest)
        if not is_alike or not fight.combatants.filter(definition__id__in=party).exists():
            continue
        try:
            with transaction.atomic():
                add_combatants(build_dm_viewer(fight), [write_definition(guest)])
        except Rejected:
            continue


def _write_sheet(guest: Guest, tap: str) -> dict[str, Any]:
    sheet: dict[str, Any] = {
        "guest": tap,
        "abilities": {key: guest.abilities[name.lower()] for key, name in ABILITIES.items()},
        "alignment": guest.alignment,
        "gear": [{"what": what, "lb": float(pounds)} for what, pounds in guest.gear],
        "coins": {"gp": guest.gold},
    }
    return sheet | ({"known": list(guest.known)} if guest.known else {})
