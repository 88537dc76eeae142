"""Requests to every route of the site, as everybody who may ask.

``permissions.txt`` has what they are answered; its head says who asks.
"""

import copy
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http.cookies import SimpleCookie
from io import BytesIO
from typing import Any
from urllib.parse import quote

from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, URLPattern, get_resolver, resolve, reverse
from PIL import Image

from campaigns.models import CharacterPicture
from campaigns.services import change_character, make_character
from campaigns.services.pictures import save_character_picture
from encounters import log, log_reader, services
from encounters.models import Encounter, Member
from encounters.pictures import PictureBook
from encounters.selectors import read_view
from encounters.services import games
from encounters.sign_in import make_token
from encounters.viewers import Viewer, build_dm_viewer, build_seat_viewer
from tests.any_procedure import ANY, find_clause, find_fight
from tests.caching import forget_cached
from tests.campaigns.evenings import Group, make_group
from tests.encounters.conftest import FOES, PARTY
from tests.people import let_sit

ROLES = ("nobody", "rex", "emil", "dora", "pip", "quill", "una", "screen")
"""Those who ask; permissions.txt says who they are."""

NONE = 10**6
"""A number that no encounter and no campaign has."""

NUMBERED = ("campaign_id", "encounter_id")
"""The parameters that count something: nobody learns by an answer which numbers exist."""

CHANGE = 3
"""The number of a change of each campaign's first character, after its making and its picture."""

Table = dict[str, tuple[str, ...]]
"""The classes of the answers of a route by target and method, in the order of ROLES."""


@dataclass
class World:
    """Two campaigns, each with a fight in play and one in preparation, and everybody's browser."""

    browsers: dict[str, Client]
    cookies: dict[str, SimpleCookie]
    targets: dict[str, dict[str, dict[str, Any]]]
    """By the parameter that says where an address leads: the targets by name, with all their parameters."""


def make_world() -> World:
    """Make the campaigns, and everybody's browser."""
    dora, emil, rex, anna = (User.objects.create_user(name) for name in ("dora", "emil", "rex", "anna"))
    services.create_encounter(rex, "The coast", ANY, {}, {})
    group, other = make_group(dora), make_group(anna)
    services.accept(services.invite(group.campaign.members.get())[0], emil)
    for of in (group, other):
        seat = of.joined["Pip"].seat
        owner = of.campaign.members.get(role=Member.Role.OWNER)
        aldo = make_character(owner, "Aldo", {"class": "cleric"}, seat=seat.pk)
        save_character_picture(owner, aldo.number, draw_picture())
        change_character(owner, aldo.number, {"experience": 5})
    fights = {name: _make_fights(each) for name, each in (("own", group), ("other", other))}
    browsers = {name: Client(raise_request_exception=False) for name in ROLES}
    for user in (dora, emil, rex):
        browsers[user.get_username()].force_login(user)
    joined = {"pip": group.joined["Pip"], "quill": group.joined["Quill"], "screen": group.joined["Screen"]}
    for name, each in {**joined, "una": other.joined["Pip"]}.items():
        let_sit(browsers[name], each)
    cookies = {name: copy.deepcopy(browser.cookies) for name, browser in browsers.items()}
    (played, prepared), (theirs, hidden) = fights["own"], fights["other"]
    own = list_parts(group, played)
    campaign = list_campaign_parts(group)
    secret = services.invite(group.campaign.members.get(role=Member.Role.OWNER))[1]
    targets = {
        "encounter_id": {
            "in play": own,
            "prepared": list_parts(group, prepared),
            "another’s": list_parts(other, theirs),
            "another’s prepared": list_parts(other, hidden),
            "none": {**own, "encounter_id": NONE},
        },
        "code": {
            "its table": own,
            "another table": list_parts(other, theirs),
            "no table": {**own, "code": "QQQQQQ"},
        },
        "campaign_id": {
            "its campaign": campaign,
            "another": list_campaign_parts(other),
            "none": {**campaign, "campaign_id": NONE},
        },
        "": {"the site": {"token": make_token(anna), "secret": secret, **SITE}},
    }
    return World(browsers, cookies, targets)


CARD = "magic_user_web"
SITE = {
    "card": CARD,
    "id": ANY,
    "file": find_fight(),
    "clause": find_clause(),
    "kind": "spell",
    "uidb64": "MQ",
    "name": "20260101T000000-night.zip",
}


def _make_fights(group: Group) -> tuple[Encounter, Encounter]:
    """Prepare two fights of a campaign, and open one, which Pip and Quill play."""
    fights = prepare_fight(group, "The mill"), prepare_fight(group, "The barge")
    for fight in fights:
        services.save_picture(build_dm_viewer(fight), "otis", draw_picture())
    group.give(fights[0], "Pip", "otis", "jaroo")
    group.give(fights[0], "Quill", "tenser")
    group.open(fights[0])
    services.begin_round(build_dm_viewer(fights[0]), f"begin-{fights[0].pk}")
    return fights


def prepare_fight(group: Group, title: str) -> Encounter:
    """Prepare a fight of a procedure whose pages are all there."""
    made = services.create_encounter(
        group.campaign.find_owner(), title, ANY, {}, {"distance_ft": 10}, campaign=group.campaign
    )
    services.add_combatants(build_dm_viewer(made), (*PARTY, *FOES))
    return made


def draw_picture() -> bytes:
    """Return a picture as it is uploaded."""
    file = BytesIO()
    Image.new("RGB", (64, 64)).save(file, "PNG")
    return file.getvalue()


def list_parts(group: Group, fight: Encounter) -> dict[str, Any]:
    """Return the parameters of addresses that lead to a fight."""
    pip = build_seat_viewer(group.joined["Pip"].seat, fight)
    foe = (read_view(pip).viewer_log.find_alias("orc-1") if fight.opened else None) or "orc-1"
    return {
        "encounter_id": fight.pk,
        "code": group.campaign.code,
        "pk": fight.combatants.get(definition__id="otis").pk,
        "seat": group.joined["Pip"].seat.pk,
        "who": "otis",
        "mob": "orc",
        "number": 1,
        "do": "link",
        "kind": "spell",
        "id": "orc",
        "card": CARD,
        "foe": foe,
        "rest": "otis/",
        "token": "1",
        "picture": _sign(build_dm_viewer(fight), group),
        "seat-picture": _sign(pip, group),
        "version": _find_version(group),
    }


def _sign(viewer: Viewer, group: Group) -> str:
    """Return the signed part of the address of Otis's picture, as this viewer has it."""
    return PictureBook(viewer, group.campaign.code).find_address("otis").rstrip("/").split("/")[-1]


def _find_version(group: Group) -> str:
    """Return the version of the picture of the campaign's first character."""
    pictures = CharacterPicture.objects.filter(character__campaign=group.campaign).order_by("character__number")
    return next(iter(pictures.values_list("version", flat=True)), "1")


def list_campaign_parts(group: Group) -> dict[str, Any]:
    """Return the parameters of addresses that lead to a campaign."""
    helper = group.campaign.members.order_by("role").first()
    assert helper is not None
    prepared = group.campaign.encounters.get(title="The barge")
    owner = group.campaign.members.get(role=Member.Role.OWNER)
    character = group.campaign.characters.first() or make_character(
        owner, "Otis", {"class": "ranger"}, seat=group.joined["Pip"].seat.pk
    )
    return {
        "campaign_id": group.campaign.pk,
        "number": helper.pk,
        "seat-number": group.joined["Pip"].seat.number,
        "pk": helper.pk,
        "encounter_id": prepared.pk,
        "character": character.number,
        "change": CHANGE,
        "version": _find_version(group),
    }


# Asking.


def list_routes() -> dict[str, tuple[str, ...]]:
    """Return the parameters of every named route of the site but the administration's."""
    return dict(sorted(_walk(get_resolver().url_patterns, ())))


def _walk(patterns: Any, before: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for each in patterns:
        parameters = (*before, *each.pattern.regex.groupindex)
        if isinstance(each, URLPattern):
            yield str(each.name), parameters
        elif getattr(each, "namespace", None) != "admin":
            yield from _walk(each.url_patterns, parameters)


SPECIAL = {
    "picture": {"signed": "picture"},
    "large-picture": {"signed": "picture"},
    "seat-picture": {"signed": "seat-picture"},
    "seat": {"pk": "seat"},
    "forget-player": {"number": "seat-number"},
    "stored-of-player": {"number": "seat-number"},
    "own-card": {"id": "card"},
    "card": {"id": "card"},
    "seen-card": {"who": "foe"},
    "character": {"number": "character"},
    "character-attributes": {"number": "character"},
    "take-back-change": {"number": "character"},
    "save-character-picture": {"number": "character"},
    "character-picture": {"number": "character"},
    "large-character-picture": {"number": "character"},
    "settle-guest": {"number": "character"},
    "character-memorise": {"number": "character"},
    "answer-ask": {"number": "character"},
}
"""Parameters of a route that another name of a target's parts has."""


def ask_all(world: World, name: str, parameters: tuple[str, ...]) -> tuple[Table, list[str]]:
    """Ask a route as everybody, at every target by GET and POST.

    Returns the classes of the answers, and where the answers about others' things differ from those about none.
    """
    leads = next((each for each in ("campaign_id", "encounter_id", "code") if each in parameters), "")
    table: Table = {}
    plain: dict[tuple[str, str, str], str] = {}
    for target, parts in world.targets[leads].items():
        address = make_route_address(name, parameters, parts)
        for method in ("GET", "POST"):
            answers = {}
            for role in ("nobody", "dora", *(each for each in ROLES if each not in ("nobody", "dora"))):
                if role == "quill" and leads in NUMBERED:
                    answers[role] = "."
                    continue
                # Where the method is looked at first, before who asks, nobody else has to ask.
                if set(answers.values()) - {"."} == {"405"} and len(answers) >= 2:
                    answers[role] = "405"
                    continue
                answer = ask(world, role, method, address)
                answers[role] = classify(answer)
                if leads in NUMBERED and target.startswith(("another", "none")):
                    plain[target, method, role] = make_plain(answer, address)
            table[f"{target} {method}"] = tuple(answers[role] for role in ROLES)
    differences = [
        f"{name}: {method} as {role} tells {target} from none"
        for (target, method, role), said in plain.items()
        if target != "none" and said != plain.get(("none", method, role))
    ]
    return table, differences


def make_route_address(name: str, parameters: tuple[str, ...], parts: Mapping[str, Any]) -> str:
    """Return the address of a route by a target's parts."""
    return reverse(name, kwargs={each: parts[SPECIAL.get(name, {}).get(each, each)] for each in parameters})


def ask(world: World, role: str, method: str, address: str) -> Any:
    """Ask an address as somebody; nothing of it stays."""
    browser = world.browsers[role]
    browser.cookies = copy.deepcopy(world.cookies[role])
    with transaction.atomic():
        answer = browser.generic(method, address, content_type="application/x-www-form-urlencoded")
        transaction.set_rollback(True)
    if method == "POST" and answer.status_code < 400:
        forget_all()
    return answer


def forget_all() -> None:
    """Forget what this process holds of fights."""
    games.forget_all()
    log.forget_all()
    log_reader.forget_all()
    forget_cached()


def classify(answer: HttpResponse) -> str:
    """Return the class of an answer.

    ok: let in, though what was posted may be refused. sign: sent to sign in. join: sent to join. watch: sent to the
    table screen. Else the status.
    """
    status = answer.status_code
    if status in (301, 302, 303, 307, 308):
        path = answer["Location"].partition("?")[0]
        try:
            name = resolve(path).view_name
        except Resolver404:
            return path
        return {"sign-in": "sign", "table": "join", "join": "join", "watch": "watch"}.get(name, "ok")
    return "ok" if status in (200, 204, 400, 409, 410, 422) else str(status)


def make_plain(answer: HttpResponse, address: str) -> str:
    """Return an answer without what differs by request, and without its address."""
    body = b"".join(answer) if answer.streaming else answer.content
    words = re.sub(r"(csrfmiddlewaretoken\W+value=.|X-CSRFToken\W+)\w+", r"\1", body.decode("utf-8", "replace"))
    headers = {name: value for name, value in answer.items() if name not in ("Content-Length", "Expires")}
    said = f"{answer.status_code} {sorted(headers.items())} {words}"
    return said.replace(address, "ADDRESS").replace(quote(address, safe=""), "ADDRESS")


# Writing the table.

WIDTH = 7

HEAD = """\
Who reaches what. `RENEW_PERMISSIONS=yes .venv/bin/python -m pytest tests/campaigns/test_permissions.py` writes it; read
each change of it as a change of who may see or do something.

Who asks: nobody, who is not signed in; rex, another DM; emil, a helper of the campaign; dora, its owner; pip and quill,
players of the campaign; una, a player of another one; screen, a table screen of the campaign.
About what: a fight of the campaign in play on its table, one in preparation, which is not on the table, the same of
another campaign, and one that does not exist. The picture is that of Pip’s seat.
Answers: ok, let in, though what was posted may be refused; sign, sent to sign in; join, sent to join; watch, sent to
the table screen; else the status. A dot: not asked, for it has a seat of the campaign as Pip has.
A browser that has one seat is sent to its own table from a code that no table has.
"""


def write(tables: Mapping[str, Table]) -> str:
    """Return the table of all routes: those that answer alike stand together."""
    groups: dict[tuple[tuple[str, tuple[str, ...]], ...], list[str]] = {}
    for name, table in tables.items():
        groups.setdefault(tuple(table.items()), []).append(name)
    return "\n".join((HEAD, *(_write_group(dict(rows), names) for rows, names in groups.items())))


def _write_group(table: Table, names: list[str]) -> str:
    """Return the rows of routes that answer alike; targets that are answered alike share a row."""
    by_method: dict[str, dict[tuple[str, ...], list[str]]] = {}
    for row, answers in table.items():
        target, _, method = row.rpartition(" ")
        by_method.setdefault(method, {}).setdefault(answers, []).append(target)
    get, post = by_method["GET"], by_method["POST"]
    if get == post:
        kinds = {"GET, POST": get}
    else:
        kinds = {
            method: rows for method, rows in by_method.items() if any(set(answers) - {".", "405"} for answers in rows)
        }
    lines = textwrap.wrap(", ".join(names), 118, break_on_hyphens=False)
    for method, rows in kinds.items():
        lines.append(f"  {method:<58}" + "".join(f"{each:<{WIDTH}}" for each in ROLES).rstrip())
        for answers, targets in rows.items():
            lines.append(f"    {'; '.join(targets):<56}" + "".join(f"{each:<{WIDTH}}" for each in answers).rstrip())
    return "\n".join((*lines, ""))
