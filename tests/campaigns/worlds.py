"""Worlds of a campaign that differ in one secret, and all that everybody is sent in each.

A campaign of Dora's has a fight that is over, one that comes next, and one in preparation, with the same characters and
other players. Anna has a campaign of her own. ``permissions.py`` has the routes.
"""

import copy
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from http.cookies import SimpleCookie
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import reverse

from campaigns.services import make_character
from encounters import seat_moves, services
from encounters.live.audience import ConnectedAudience
from encounters.log import read_log
from encounters.log_reader import read_seat_states
from encounters.models import Campaign, Encounter, Member
from encounters.viewers import Viewer, build_dm_viewer, build_seat_viewer
from rules.api import Change
from tests.any_procedure import ANY
from tests.campaigns.evenings import Group
from tests.campaigns.permissions import CARD, SITE, forget_all, list_routes
from tests.campaigns.test_ending import post
from tests.encounters.seated import FOES, PARTY
from tests.people import let_sit
from tests.soak import is_soak

Shown = dict[str, str]
"""What somebody is sent, by the address or the name of a frame."""

PLAYING = {"The mill": {"Pip": ["otis", "jaroo"], "Quill": ["tenser"]}, "": {"Pip": ["tenser"], "Quill": ["otis"]}}
"""The characters of each player in the first fight, and in all others."""

TRIED_IDS = ("otis", "orc-1", "shaman", "canary", "ogre")
"""Ids of combatants that somebody may try, met or not."""

FURTHER: dict[str, list[dict[str, Any]]] = {
    "me": [{"who": "otis"}, {"who": "tenser"}],
    "what-i-missed": [{"from": 1}],
    "watch-round": [{"at": 3}],
    "table": [{"other": 1}],
}
"""Queries with which a route is asked for as well."""

MIRTH, HENCHMAN = 1, 2
"""The numbers of Quill's character and of its henchman, which is in no fight."""

STRANGERS = ("Una", "new phone", "asking phone", "anna")
EVERYBODY = ("Pip", "Quill", "Screen", *STRANGERS, "dora")
DMS = ("dora", "anna")

ALWAYS_NEW = (
    (r"(csrfmiddlewaretoken\W+value=.|X-CSRFToken\W+)\w+", r"\1"),
    (r'(name="tap" value=.)[\w-]+', r"\1"),
    (r"(csrftoken=|browser=|sessionid=)[^;]+", r"\1"),
    (r"expires(=|: )[^;\n]+", "expires"),
)
"""What is new in each answer, as an expression and its replacement."""


@dataclass
class World:
    """The campaign at the table or in the lobby, the other campaign, and everybody's browser."""

    group: Group
    other: Group
    fought: Encounter
    coming: Encounter
    """The fight that is on the table, or the next one to come there."""
    later: Encounter
    theirs: Encounter
    """A fight in preparation of the other campaign."""
    further: int
    """The number of the encounter that would be made next."""
    browsers: dict[str, Client]
    cookies: dict[str, SimpleCookie]

    @property
    def dora(self) -> Viewer:
        """Return the DM at the fight that is on the table, or comes next."""
        return build_dm_viewer(self.coming)

    @property
    def owner(self) -> Member:
        """Return Dora's membership."""
        return self.group.campaign.members.get(role=Member.Role.OWNER)

    def find_seat(self, name: str) -> Viewer:
        """Return somebody of the campaign at the fight that is on the table, or comes next."""
        return build_seat_viewer(self.group.joined[name].seat, self.coming)

    def tap(self) -> str:
        """Return the id of a fresh tap."""
        return f"tap-{next(self.group.taps)}"


@dataclass(frozen=True)
class Secret:
    """A thing in which two worlds differ, and those who may not know it."""

    make: Callable[[World], object]
    knowing: tuple[str, ...] = ("dora",)
    """Those who are shown it somewhere."""
    early: bool = False
    """It is made before the fight opens; else it is the last thing that happened."""
    where: tuple[str, ...] = ("lobby", "fight")
    page: str = ""
    """The route on which one of them is shown it; "" where every page is read, which takes longer."""
    is_announced: bool = False
    """Open pages of everybody are told that something happened, not what."""


def make_world() -> World:
    """Return the campaigns after the first fight of Dora's, with everybody's browser."""
    users = {name: User.objects.create_user(name) for name in ("dora", "anna", "emil")}
    group, other = (
        Group(services.make_campaign(users[name], title), Client())
        for name, title in (("dora", "The Ford and the Fen"), ("anna", "The Long Road"))
    )
    for name, kind in (("Pip", "player"), ("Quill", "player"), ("Screen", "spectator")):
        group.sit(name, kind)
    other.sit("Una")
    Campaign.objects.filter(pk=group.campaign.pk).update(code="FENFEN")
    Campaign.objects.filter(pk=other.campaign.pk).update(code="RQADRQ")
    group.campaign.refresh_from_db()
    other.campaign.refresh_from_db()
    fought, coming, later = (prepare(group, title) for title in ("The mill", "The barge", "The tower"))
    theirs = prepare(other, "The coast")
    make_characters(group)
    group.fight(fought, "The wheel took the orcs.")
    group.clear()
    browsers = {
        **{name: group.phones[name] for name in ("Pip", "Quill", "Screen")},
        **{name: Client() for name in (*STRANGERS, "dora")},
    }
    let_sit(browsers["Una"], other.joined["Una"])
    for name in ("anna", "dora"):
        browsers[name].force_login(users[name])
    digest = seat_moves.write_seat_digest(group.joined["Quill"].seat)
    assert browsers["asking phone"].post(f"/t/{group.campaign.code}/ask/", {"seat": digest}).status_code == 303
    cookies = {name: copy.deepcopy(browser.cookies) for name, browser in browsers.items()}
    return World(group, other, fought, coming, later, theirs, theirs.pk + 1, browsers, cookies)


def make_characters(group: Group) -> None:
    """Make Mirth, a character of Quill's, and her henchman, who is in no fight."""
    owner = group.campaign.members.get(role=Member.Role.OWNER)
    table = {"class": "magic_user", "level": 3, "hp": 8, "spells": ["magic_user_sleep", "magic_user_web"]}
    mirth = make_character(owner, "Mirth", table, seat=group.joined["Quill"].seat.pk)
    make_character(owner, "Nodd", {"class": "fighter", "level": 1, "hp": 6}, henchman_of=mirth.pk)


def prepare(group: Group, title: str) -> Encounter:
    """Prepare a fight with the party, its foes and one who is hidden, and its players."""
    notes = {"start": "melee", "distance_ft": 10}
    owner = group.campaign.find_owner()
    made = services.create_encounter(owner, title, ANY, {}, notes, campaign=group.campaign)
    services.add_combatants(build_dm_viewer(made), (*PARTY, *FOES))
    for name, who in PLAYING.get(title, PLAYING[""]).items():
        if name in group.joined:
            group.give(made, name, *who)
    return made


def open_fight(world: World) -> None:
    """Put the fight that comes on the table, in its first round."""
    world.group.open(world.coming)
    services.begin_round(world.dora, world.tap())


def end_fight(world: World, *, carries: bool = True) -> None:
    """End the fight on the table, and carry it over; the orcs who were left count."""
    services.end(world.dora, world.tap(), "they fled")
    world.coming.refresh_from_db()
    if not carries:
        return
    carried = post(world.browsers["dora"], world.coming, "carry", foes__left__orc__counted="full")
    assert carried.status_code == 303


# What everybody is sent.


@dataclass
class Collected:
    """The pages and frames of everybody in a world, and the secrets that nobody is shown."""

    shown: dict[str, Shown]
    unnoticed: list[str]


def collect(
    world: World, where: str, secrets: Mapping[str, Secret] = MappingProxyType({}), plain: Collected | None = None
) -> Collected:
    """Return all that everybody is sent, at the table or in the lobby, with these secrets.

    Nothing of what happens here stays. ``plain`` is what was sent without secrets: then outside of ``make soak`` only
    those addresses are asked for again that show something.
    """
    forget_all()
    unnoticed: list[str] = []
    audiences: dict[str, ConnectedAudience] = {}
    shown: dict[str, Shown] = {name: {} for name in world.browsers}
    with transaction.atomic():
        unnoticed += _make(world, {name: each for name, each in secrets.items() if each.early})
        if where in ("fight", "end"):
            open_fight(world)
            audiences = {name: _listen(world, name) for name in ("Pip", "Quill", "Screen")}
        unnoticed += _make(world, {name: each for name, each in secrets.items() if not each.early})
        _add_frames(audiences, shown, "after the secret")
        if where == "end":
            end_fight(world)
            _add_frames(audiences, shown, "after the end")
        for name in world.browsers:
            for address in list_addresses(world, name):
                if plain is None or is_soak() or plain.shown[name][address][:3] in SHOWING:
                    shown[name][address] = ask(world, name, address)
        if where == "fight":
            services.rule(world.dora, world.tap(), [Change("otis", "hp", 17)], "the fall")
            _add_frames(audiences, shown, "after a ruling")
            for name, each in audiences.items():
                shown[name]["frame of all"] = f"{each.answer(0, '')} {each.render_unlogged()}"
        transaction.set_rollback(True)
    for row in (world.fought, world.coming, world.later, world.theirs, world.group.campaign, world.other.campaign):
        row.refresh_from_db()
    forget_all()
    return Collected(shown, unnoticed)


def _make(world: World, secrets: Mapping[str, Secret]) -> Iterator[str]:
    """Make secrets one after the other, and return those that nobody is shown who may know."""
    known: Shown = {}  # read after the last secret
    for secret_name, secret in secrets.items():
        before = known if known and not secret.page else _read_pages(world, secret)
        secret.make(world)
        after = _read_pages(world, secret)
        known = {} if secret.page else after
        if secret.knowing and after == before:
            yield secret_name


def _read_pages(world: World, secret: Secret) -> Shown:
    routes = (secret.page,) if secret.page else tuple(ROUTES)
    return {
        f"{name} {address}": ask(world, name, address)
        for name in secret.knowing
        for address in list_addresses(world, name, routes)
    }


def _listen(world: World, name: str) -> ConnectedAudience:
    """Return the audience of somebody who is connected before the secret."""
    audience = ConnectedAudience(world.find_seat(name))
    _read(audience)
    return audience


def _read(audience: ConnectedAudience) -> str | None:
    encounter_id, seat_id = audience.viewer.encounter_id, audience.viewer.seat_id or 0
    return audience.read(read_log(encounter_id), read_seat_states(encounter_id).get(seat_id))


def _add_frames(audiences: Mapping[str, ConnectedAudience], shown: Mapping[str, Shown], when: str) -> None:
    for name, each in audiences.items():
        shown[name][f"frame {when}"] = str(_read(each))


def ask(world: World, name: str, address: str) -> str:
    """Return an answer whole, without what is new in each; nothing of it stays."""
    browser = world.browsers[name]
    browser.cookies = copy.deepcopy(world.cookies[name])
    with transaction.atomic():
        answer = browser.get(address)
        transaction.set_rollback(True)
    body = b"".join(answer) if answer.streaming else answer.content
    headers = sorted(answer.headers.items())
    cookies = sorted(answer.cookies.values(), key=lambda each: each.key)
    sent = [f"{answer.status_code}", *(f"{key}: {value}" for key, value in headers), *map(str, cookies)]
    text = "\n".join([*sent, body.decode("utf-8", "replace")])
    for expression, replacement in ALWAYS_NEW:
        text = re.sub(expression, replacement, text, flags=re.I)
    return text


# What is asked for.


def list_addresses(world: World, name: str, routes: Iterable[str] = ()) -> list[str]:
    """Return the addresses that somebody may try, by default of all but the rule book."""
    found = [address for route in routes or ROUTES for address in _fill(world, name, route, ROUTES[route])]
    return list(dict.fromkeys(found))


def _is_asked(route: str, parameters: tuple[str, ...]) -> bool:
    return not route.startswith("rule") and route not in ("card", "sign-in-link") and "uidb64" not in parameters


ROUTES = {name: parameters for name, parameters in list_routes().items() if _is_asked(name, parameters)}
"""The routes that are asked for, and their parameters."""


SHOWING = ("200", "403", "404")
"""The status of answers that show something; others lead elsewhere."""

DM_PAGES = (
    "run", "prepare", "dm-join", "combatant", "round", "export", "campaign", "members", "start", "encounters",
    "character", "players", "ending",
)  # fmt: skip
"""The pages on which a DM is looked at: what others may not know is shown on one of them."""


def _fill(world: World, name: str, route: str, parameters: tuple[str, ...]) -> Iterator[str]:
    """Return the addresses of a route: of the own campaign, and of fights that may be there."""
    if name in DMS and route not in DM_PAGES:
        return
    row = world.coming.combatants.order_by("pk").first()
    assert row is not None
    base: dict[str, Any] = {
        **SITE, "campaign_id": world.group.campaign.pk, "encounter_id": world.coming.pk, "pk": row.pk, "who": "otis",
        "code": world.group.campaign.code, "mob": "orc", "number": 1, "do": "link", "token": "1", "signed": "1",
        "secret": "1", "rest": "otis/", "kind": "spell", "id": CARD if "code" in parameters else "orc",
        "version": "1", "change": 1,
    }  # fmt: skip
    for changed in _list_targets(world, name, route, parameters):
        address = reverse(route, kwargs={each: {**base, **changed}[each] for each in parameters})
        yield address
        for query in FURTHER.get(route, ()):
            yield f"{address}?{urlencode(query)}"


def _list_targets(world: World, name: str, route: str, parameters: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """Return the parameters of a route in which its addresses differ."""
    numbers: tuple[int, ...]
    if "encounter_id" in parameters and "campaign_id" not in parameters:
        known: tuple[int, ...] = (world.coming.pk, world.later.pk, world.theirs.pk, world.further)
        whose = ("otis", "shaman", "canary") if route == "combatant" else ("otis",)
        known += (world.fought.pk,) if route == "ending" else ()
        numbers = known if name in DMS or route in ("run", "prepare", "ending") else ()
        yield from ({"encounter_id": number, "who": who} for number in numbers for who in whose)
    elif "campaign_id" in parameters:
        numbers = (MIRTH, HENCHMAN, HENCHMAN + 1) if route == "character" else (1,)
        groups = (world.group, world.other)
        yield from ({"campaign_id": each.campaign.pk, "number": number} for each in groups for number in numbers)
    elif route == "seen-card":
        yield from ({"who": who} for who in TRIED_IDS)
    elif "code" in parameters and "number" in parameters:
        yield from ({"number": number} for number in (MIRTH, HENCHMAN))
    elif "code" in parameters and name == "Una":
        yield {"code": world.other.campaign.code}
        yield from [{}] if route in ("table", "me", "watch") else ()
    else:
        yield {}
