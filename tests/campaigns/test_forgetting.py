"""A DM forgets a player: the name is nowhere any more, and the log keeps what was done."""

import copy
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from importlib import import_module
from itertools import count

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import IntegrityError, connection, transaction
from django.db.models import Q
from django.test import Client
from django.urls import reverse

from campaigns import services as campaigns
from campaigns.models import Character
from encounters import seat_moves, services
from encounters.errors import NotFound
from encounters.models import Encounter, Event, Input, Seat
from encounters.selectors import find_players, list_open_rolls, read_view
from encounters.viewers import Viewer, build_dm_viewer, build_seat_viewer
from rules.api import Call
from tests.campaigns.evenings import Group, make_group
from tests.campaigns.permissions import (
    draw_picture,
    forget_all,
    list_campaign_parts,
    list_parts,
    list_routes,
    make_route_address,
    prepare_fight,
)
from tests.encounters.conftest import Table
from tests.encounters.pushed import render_whole
from tests.encounters.seated import words
from tests.people import find_owner

NAME = "Xanthippe"
"""The player who is forgotten; nothing else on any page reads like it."""
TITLES = ("The ford", "The mill", "The barge")
"""A fight that has ended, one in its first round, and one in preparation."""


@pytest.fixture
def group(dora: User) -> Group:
    """Return a campaign in its second fight.

    Xanthippe gave orders and dice in both, and asks for her seat by another phone.
    """
    group = make_group(dora)
    group.sit(NAME)
    for title in TITLES:
        fight = prepare_fight(group, title)
        services.save_picture(build_dm_viewer(fight), "otis", draw_picture())
        group.give(fight, NAME, "otis")
        group.give(fight, "Pip", "jaroo")
        group.give(fight, "Quill", "tenser")
        if title != "The barge":
            play(group, fight)
        if title == "The ford":
            services.publish_recap(build_dm_viewer(fight), "recap", 1, "They met at the ford.")
            services.end(build_dm_viewer(fight), "end", "they fled")
    seat_moves.ask_for_seat(group.campaign, seat_moves.write_seat_digest(group.joined[NAME].seat))
    return group


def play(group: Group, fight: Encounter) -> None:
    """Open a fight, and let Xanthippe order Otis and roll for him."""
    group.open(fight)
    table = sit_at(group, fight)
    hers = build_seat_viewer(group.joined[NAME].seat, fight)
    table.begin()
    services.set_types_dice(hers, table.tap(), "otis", on=True)
    services.make_call(table.dora, table.tap(), Call(("otis",), dice="1d20", why="the rope bridge"))
    services.give_faces(hers, table.tap(), list_open_rolls(read_view(hers))[0].token, (7,))
    for foe in ("orc-1", "orc-2"):
        table.wait(table.dora, foe)
    table.wait(hers, "otis")


def sit_at(group: Group, fight: Encounter) -> Table:
    pip, quill, screen = (build_seat_viewer(group.joined[name].seat, fight) for name in ("Pip", "Quill", "Screen"))
    return Table(fight, build_dm_viewer(fight), pip, quill, screen)


def forget(group: Group) -> Seat:
    """Let Dora forget Xanthippe by the pages, and return the seat."""
    seat = Seat.objects.get(name=NAME)
    page = f"/c/{group.campaign.pk}/players/"
    asked = words(group.dora.get(f"{page}{seat.number}/forget/"))
    assert f"Forget “{NAME}”?" in asked
    assert "The log keeps what was done, under “a player”." in asked
    assert "Names typed into notes and recaps are not found." in asked
    assert group.dora.post(f"{page}{seat.number}/forget/")["Location"] == page
    seat.refresh_from_db()
    return seat


def get_fight(title: str) -> Encounter:
    return Encounter.objects.select_related("campaign").get(title=title)


# Where the name could stand.


def list_browsers(group: Group) -> dict[str, Client]:
    """Return the browsers of everybody, an operator and the forgotten player among them."""
    helper, root = User.objects.create_user("emil"), User.objects.create_superuser("root")
    services.accept(services.invite(find_owner(get_fight("The mill")))[0], helper)
    browsers = {"dora": group.dora, **group.phones, "a new phone": Client()}
    for user in (helper, root):
        browsers[user.get_username()] = Client()
        browsers[user.get_username()].force_login(user)
    return browsers


def read_everything(group: Group, browsers: dict[str, Client]) -> Iterator[tuple[str, str]]:
    """Yield the place and text of every answer, for each route of the campaign and fights."""
    targets = [*(list_parts(group, get_fight(title)) for title in TITLES), list_campaign_parts(group)]
    addresses = [
        make_route_address(name, parameters, parts)
        for name, parameters in list_routes().items()
        for parts in targets
        if {*parameters} <= {*parts}
    ]
    for who, browser in browsers.items():
        before = copy.deepcopy(browser.cookies)
        for address in dict.fromkeys((*addresses, *list_admin_pages())):
            answer = browser.get(address)
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]
            yield f"{who} at {address}", f"{dict(answer.headers)} {body.decode(errors='replace')}"
            browser.cookies = copy.deepcopy(before)


def list_admin_pages() -> list[str]:
    """Return the pages of every table and of every seat of the administration."""
    kinds = (kind._meta for kind in admin.site._registry)
    lists = [reverse(f"admin:{each.app_label}_{each.model_name}_changelist") for each in kinds]
    seats = [reverse("admin:encounters_seat_change", args=[seat.pk]) for seat in Seat.objects.all()]
    rows = [reverse("admin:encounters_input_change", args=[row.pk]) for row in Input.objects.all()]
    return [*lists, *seats, *rows]


def read_pushes(group: Group) -> Iterator[tuple[str, str]]:
    """Yield the regions that are pushed to each viewer of the fight in play."""
    table = sit_at(group, get_fight("The mill"))
    viewers: dict[str, Viewer] = {"dora": table.dora, "pip": table.pip, "quill": table.quill, "screen": table.sam}
    for who, viewer in viewers.items():
        yield f"pushed to {who}", render_whole(read_view(viewer))


def read_rows() -> Iterator[tuple[str, str]]:
    """Yield every row of every table, with the table, and what sessions hold."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            for row in cursor.fetchall():
                yield table, repr(row)
    for session in Session.objects.all():
        yield "sessions", repr(session.get_decoded())


def find(told: Iterator[tuple[str, str]]) -> list[str]:
    """Return the places where the name stands, whatever its capitals."""
    return [where for where, text in told if re.search(NAME, text, re.IGNORECASE)]


# Tests.


@pytest.mark.storage
def test_before_it_the_name_stands_in_one_table_only(group: Group) -> None:
    assert find(read_rows()) == ["encounters_seat"]


def test_the_name_stands_on_no_page_after_it(group: Group) -> None:
    browsers = list_browsers(group)
    before = find(read_everything(group, {who: browsers[who] for who in ("dora", "Pip", "root")}))
    assert {each.partition(" at ")[0] for each in before} == {"dora", "Pip", "root"}
    forget(group)
    assert find(read_everything(group, browsers)) == []
    assert find(read_pushes(group)) == []


@pytest.mark.storage
def test_the_name_stands_in_no_row_after_it(group: Group) -> None:
    seat = forget(group)
    assert find(read_rows()) == []
    assert (seat.name, seat.token_hash, seat.link_hash, seat.link_version) == ("a player", None, None, 0)
    assert not seat.requests.exists()


def test_the_phone_and_the_link_lead_nowhere(group: Group) -> None:
    link = seat_moves.make_own_link(group.joined[NAME].seat)
    seat = forget(group)
    table = f"/t/{group.campaign.code}/"
    answered = group.phones[NAME].get(f"{table}me/")
    assert (answered.status_code, answered["Location"]) == (302, table)
    with pytest.raises(NotFound):
        seat_moves.follow_link(link)
    assert seat.left is not None


@pytest.mark.storage
def test_the_name_and_the_characters_are_free(group: Group) -> None:
    character = campaigns.make_character(
        find_owner(get_fight("The mill")), "Otis", {"class": "ranger", "level": 4}, seat=group.joined[NAME].seat.pk
    )
    forget(group)
    for title in TITLES:
        assert "otis" not in find_players(get_fight(title).pk)
    assert Character.objects.get(pk=character.pk).seat is None
    group.phones["new"] = Client()
    joined = group.phones["new"].post(f"/t/{group.campaign.code}/", {"name": NAME, "characters": ["otis"]})
    assert joined.status_code == 303
    assert find_players(get_fight("The mill").pk)["otis"].name == NAME


def test_the_log_names_a_player(group: Group) -> None:
    forget(group)
    mill = get_fight("The mill")
    given = Input.objects.filter(encounter=mill, seat__name="a player").values_list("payload__by", flat=True)
    assert {each for each in given if each} == {"seat-4"}
    assert "a player" in words(group.dora.get(f"/e/{mill.pk}/take-back/"))
    stored = group.dora.get(f"/e/{mill.pk}/stored/").content.decode()
    assert '"by": "a player"' in stored
    saved = group.dora.post(f"/e/{mill.pk}/fault/").content.decode()
    assert 'by = "seat-4"' in saved
    assert NAME not in saved


@pytest.mark.storage
def test_what_was_done_can_still_be_taken_back_and_folded(
    group: Group, proved: Callable[[Encounter], AbstractContextManager[None]]
) -> None:
    events = Event.objects.count()
    forget(group)
    mill = get_fight("The mill")
    table = sit_at(group, mill)
    table.taps = count(100)
    with proved(mill):
        assert Event.objects.count() == events
        services.undo(table.dora, table.tap(), mill.position)
        assert [each.who for each in read_view(table.dora).state.open if not each.sealed].count("otis") == 1
        table.wait(table.dora, "otis")
        services.take_back(table.dora, table.tap(), 1)
        while not read_view(table.dora).state.between_rounds:
            services.close(table.dora, table.tap())


@pytest.mark.storage
def test_a_round_that_an_earlier_version_stored_with_names_goes_on_without_them(
    group: Group, proved: Callable[[Encounter], AbstractContextManager[None]]
) -> None:
    mill, hers = get_fight("The mill"), Q(seat=group.joined[NAME].seat)
    for given in Input.objects.filter(hers, payload__by="seat-4"):
        Input.objects.filter(pk=given.pk).update(payload={**given.payload, "by": NAME})
        for event in Event.objects.filter(input=given, data__by="seat-4"):
            Event.objects.filter(pk=event.pk).update(data={**event.data, "by": NAME})
    assert set(find(read_rows())) == {"encounters_seat", "encounters_input", "encounters_event"}
    import_module("encounters.migrations.0027_seat_numbers").take_names_out(apps, connection.schema_editor())
    assert find(read_rows()) == ["encounters_seat"]
    forget_all()
    with proved(mill):
        table = sit_at(group, mill)
        table.taps = count(100)
        while not read_view(table.dora).state.between_rounds:
            services.close(table.dora, table.tap())


def test_a_seat_that_was_released_is_forgotten_too(group: Group) -> None:
    group.phones[NAME].post(f"/t/{group.campaign.code}/me/leave/")
    Seat.objects.filter(name=NAME).update(left=group.campaign.created)
    left = forget(group).left
    assert left == group.campaign.created


def test_nobody_is_forgotten_twice(group: Group) -> None:
    seat = forget(group)
    page = f"/c/{group.campaign.pk}/players/{seat.number}/forget/"
    assert group.dora.get(page).status_code == 404
    assert group.dora.post(page).status_code == 404


@pytest.mark.storage
def test_a_forgotten_seat_never_gets_a_name_or_a_secret_again(group: Group) -> None:
    seat = forget(group)
    for change in ({"name": NAME}, {"token_hash": "0" * 64}, {"left": None}, {"forgotten": None}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Seat.objects.filter(pk=seat.pk).update(**change)


def test_players_of_a_fight_of_one_evening_are_forgotten_from_its_page(dora: User, hers: Client) -> None:
    fight = services.create_encounter(dora, "The weir", "toy", {}, {})
    phone = Client()
    phone.post(f"/t/{fight.code}/", {"name": NAME, "watch": "1"})
    players = f"/c/{fight.campaign_id}/players/"
    assert f'href="{players}"' in hers.get(f"/e/{fight.pk}/join/").content.decode()
    assert NAME in words(hers.get(players))
    hers.post(f"{players}1/forget/")
    assert find(read_rows()) == []
    assert "or all are forgotten" in words(hers.get(players))


def test_a_dm_hands_over_what_is_stored_of_a_player_without_secrets(group: Group) -> None:
    seat = Seat.objects.get(name=NAME)
    address = f"/c/{group.campaign.pk}/players/{seat.number}/stored/"
    answer = group.dora.get(address)
    told = answer.json()
    assert answer["Content-Disposition"] == f'attachment; filename="player-{seat.number}.json"'
    assert (told["seat"]["name"], len(told["inputs"])) == (NAME, seat.inputs.count())
    assert {each["combatant"] for each in told["combatants"]} == {"otis"}
    secrets = [seat.token_hash, *seat.requests.values_list("secret_hash", flat=True)]
    assert [each for each in secrets if str(each) in answer.content.decode()] == []
    forget(group)
    assert group.dora.get(address).status_code == 404
