"""Two worlds of a campaign that differ in one secret: who may not know it is sent the same.

Each page is compared whole, with its status and headers, and so are the frames of those who are connected.
"""

import logging
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction

from campaigns.services import make_character
from campaigns.services.guests import take_guest
from encounters import seat_moves, seats, services
from encounters.models import Encounter, Round
from encounters.viewers import build_dm_viewer
from rules.api import Change
from tests.campaigns.permissions import draw_picture, forget_all
from tests.campaigns.secrets_between import SECRETS_BETWEEN
from tests.campaigns.worlds import (
    EVERYBODY,
    ROUTES,
    Collected,
    Secret,
    World,
    ask,
    collect,
    end_fight,
    list_addresses,
    make_world,
    open_fight,
    prepare,
)
from tests.encounters.seated import words
from tests.soak import is_soak

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 5, 4, 20, 0, tzinfo=UTC)
DORA = ("dora",)
STALKER = {"id": "ogre", "name": "Stalker", "side": "foes", "monster": "ogre", "hp": 19, "hidden": True}


def change_title(world: World) -> None:
    Encounter.objects.filter(pk=world.later.pk).update(title="The Reed King")


def add_foe(world: World) -> None:
    services.put_combatant(build_dm_viewer(world.later), {**STALKER, "hidden": False})


def draw_map(encounter: Encounter) -> None:
    services.change_map(build_dm_viewer(encounter), {"walls": [{"points": [[0, 0], [8, 0]]}]})


def change_notes(world: World) -> None:
    later = world.later
    services.change_encounter(
        build_dm_viewer(later), later.title, later.ruleset, later.options, {**later.notes, "distance_ft": 90}
    )


def hide_foe(world: World) -> None:
    services.put_combatant(world.dora, STALKER)


def hide_foe_later(world: World) -> None:
    services.bring_in_combatants(world.dora, world.tap(), [{**STALKER, "id": "ogre-mage"}])


def let_flee(world: World) -> None:
    services.rule(world.dora, world.tap(), [Change("canary", "fled", True)], secret=True)


def make_helper(world: World) -> None:
    services.accept(services.invite(world.owner)[0], User.objects.get(username="emil"))


def ask_and_refuse(world: World) -> None:
    """Have another phone ask for Pip's seat, and the DM say no."""
    made = seat_moves.ask_for_seat(world.group.campaign, seat_moves.write_seat_digest(world.group.joined["Pip"].seat))
    answered = world.browsers["dora"].post(f"/e/{world.coming.pk}/request/{made.request.pk}/", {"back": "run"})
    assert answered.status_code == 303


def swap_players(world: World) -> None:
    """Let the later fight be played by the others."""
    dora = build_dm_viewer(world.later)
    seats.give(dora, "otis", world.group.joined["Pip"].seat.pk)
    seats.give(dora, "tenser", world.group.joined["Quill"].seat.pk)


def swap_order(world: World) -> None:
    """Let the later fight stand before the one that comes, in the DM's lists."""
    Encounter.objects.filter(pk=world.later.pk).update(created=world.coming.created - timedelta(days=3))


def order_combatants(world: World) -> None:
    dora = build_dm_viewer(world.later)
    services.order_combatants(dora, [row.pk for row in reversed(world.later.combatants.all())])


SECRETS = {
    "another fight is prepared": Secret(lambda world: prepare(world.group, "The Reed King")),
    "a fight in preparation has another title": Secret(change_title),
    "it is planned for a day": Secret(
        lambda world: services.plan_encounter(build_dm_viewer(world.later), date(2026, 6, 1))
    ),
    "it has another foe": Secret(add_foe),
    "its foes stand in another order": Secret(order_combatants),
    "it has a battle map": Secret(lambda world: draw_map(world.later)),
    "it has other notes": Secret(change_notes),
    "it stands before the fight that comes": Secret(swap_order),
    "others play its characters": Secret(swap_players),
    "a picture of a character is in it": Secret(
        lambda world: services.save_picture(build_dm_viewer(world.later), "otis", draw_picture())
    ),
    "it is tried alone": Secret(lambda world: services.try_alone(build_dm_viewer(world.later), "try")),
    "a foe hides from the beginning": Secret(hide_foe, early=True, where=("lobby", "fight", "end")),
    "a foe comes and hides": Secret(hide_foe_later, where=("fight",)),
    "a foe fled unseen": Secret(let_flee, where=("fight", "end")),
    "the DM has a note on a combatant": Secret(
        lambda world: services.write_combatant_note(world.dora, "otis", "He owes the thieves 40 gp."),
        where=("fight",),
    ),
    "the DM has a note on a foe": Secret(
        lambda world: services.write_combatant_note(world.dora, "shaman", "She lies."), where=("fight",)
    ),
    "an invitation is open": Secret(lambda world: services.invite(world.owner)),
    "a helper more": Secret(make_helper),
    "another phone was refused a seat": Secret(ask_and_refuse, knowing=(), where=("fight",)),
    "another DM prepares a fight": Secret(
        lambda world: prepare(world.other, "The wreck"), knowing=("anna",), where=("fight",)
    ),
    "a fight of another DM has a battle map": Secret(
        lambda world: draw_map(world.theirs), knowing=("anna",), where=("fight",)
    ),
    "another player has turned alerts on": Secret(
        lambda world: seats.set_alerts(world.find_seat("Quill"), ["orders", "nudge", "sound"]),
        knowing=("Quill", "dora"),
        where=("fight",),
    ),
    "another player is not reminded": Secret(
        lambda world: seats.mute(world.dora, world.group.joined["Quill"].seat.pk, True),
        knowing=("Quill", "dora"),
        where=("fight",),
    ),
    "another player has a new personal link": Secret(
        lambda world: seat_moves.renew_own_link(world.group.joined["Quill"].seat),
        knowing=("Quill", "dora"),
        where=("fight",),
    ),
    **SECRETS_BETWEEN,
}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def _seeds_pinned() -> Iterator[None]:
    """Give every round the same seeds, in all worlds."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("open_seed", "dm_seed"):
            patch.setattr(Round._meta.get_field(name), "_get_default", lambda: "pinned")
        yield


@pytest.fixture(autouse=True)
def toy() -> None:
    """Offer the toy in no world."""


@pytest.fixture(scope="module")
def world(_seeds_pinned: None, django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock():
        patch.setattr(settings, "LIMITS", dict.fromkeys(settings.LIMITS, 10**6))
        patch.setattr("django.utils.timezone.now", lambda: NOW)
        logging.disable(logging.ERROR)
        with transaction.atomic():
            yield make_world()
            transaction.set_rollback(True)
        logging.disable(logging.NOTSET)


@pytest.fixture(scope="module")
def plain(world: World) -> dict[str, Collected]:
    """Return what everybody is sent without any secret: before, in and after a fight."""
    return {where: collect(world, where) for where in ("lobby", "fight", "end")}


def group_secrets() -> list[Any]:
    """Return the secrets of each test, by where they are and whose.

    Outside of ``make soak`` all are made together that the same people may know; what nobody may know is made with
    what Dora may.
    """
    groups: dict[str, tuple[str, dict[str, Secret]]] = {}
    for name, secret in SECRETS.items():
        for where in secret.where:
            what = name if is_soak() else f"what {' and '.join(secret.knowing or DORA)} may know"
            groups.setdefault(f"{where}: {what}", (where, {}))[1][name] = secret
    return [pytest.param(where, secrets, id=name) for name, (where, secrets) in groups.items()]


@pytest.mark.parametrize(("where", "secrets"), group_secrets())
def test_who_may_not_know_is_sent_the_same(
    where: str, secrets: dict[str, Secret], world: World, plain: dict[str, Collected]
) -> None:
    knowing = {each for secret in secrets.values() for each in secret.knowing}
    found = collect(world, where, secrets, plain[where])
    told = [
        f"{each}: {name}"
        for each in EVERYBODY
        if each not in knowing
        for name, page in found.shown[each].items()
        if page != plain[where].shown[each][name]
    ]
    assert told == []
    assert found.unnoticed == [], "nobody is shown it: the test compares nothing"


def test_the_dm_reads_the_value_of_a_hidden_foe_(world: World) -> None:
    with transaction.atomic():
        hide_foe(world)
        open_fight(world)
        end_fight(world, carries=False)
        assert "1 ogre left at the end" in words(world.browsers["dora"].get(f"/e/{world.coming.pk}/outcome/"))
        transaction.set_rollback(True)
    world.coming.refresh_from_db()
    world.group.campaign.refresh_from_db()
    forget_all()


def test_players_and_the_table_screen_read_shares_at_the_end(plain: dict[str, Collected]) -> None:
    shown = plain["end"].shown
    for name, words_ in (("Pip", "Your experience"), ("Quill", "Your experience"), ("Screen", "Experience, a share")):
        assert any(words_ in page for page in shown[name].values()), name


# Numbers.

PLAYERS = ("Pip", "Quill", "Screen")
NAMES = re.compile(r"[0-9a-f]{16,}|:\w{6}:[\w-]{43}(?=;)")
"""Digests, which are others in each fight and tell nothing, and the time and signature of a message's cookie."""


def make_gaps(world: World) -> None:
    """Let other fights and a character take numbers before the fight that comes."""
    before = world.coming
    prepare(world.other, "The wreck")
    prepare(world.group, "The Reed King")
    make_character(world.owner, "Gudrun", {"class": "fighter", "hp": 11})
    world.coming = prepare(world.group, before.title)
    assert world.coming.pk > before.pk + 2
    services.delete(Encounter.objects.filter(pk=before.pk))


def read_players(world: World) -> dict[str, str]:
    """Return what players and the table screen are sent, without digests."""
    routes = [route for route, parameters in ROUTES.items() if "encounter_id" not in parameters]
    return {
        f"{name} {address}": NAMES.sub("digest", ask(world, name, address))
        for name in PLAYERS
        for address in list_addresses(world, name, routes)
    }


def read_lobby_and_fight(world: World, *, has_gaps: bool) -> tuple[dict[str, str], dict[str, str]]:
    """Return what players are sent before the fight, where Pip takes a guest, and in it."""
    coming = world.coming
    forget_all()
    with transaction.atomic():
        if has_gaps:
            make_gaps(world)
        guest = take_guest(world.group.campaign, world.group.joined["Pip"].seat, "ranger", 1)
        assert guest.number == (4 if has_gaps else 3)
        lobby = read_players(world)
        open_fight(world)
        fight = read_players(world)
        transaction.set_rollback(True)
    world.coming = coming
    world.group.campaign.refresh_from_db()
    coming.refresh_from_db()
    forget_all()
    return lobby, fight


def test_no_number_that_players_read_counts_fights_or_characters(world: World) -> None:
    plain, gapped = (read_lobby_and_fight(world, has_gaps=each) for each in (False, True))
    for before, after in zip(plain, gapped, strict=True):
        assert [name for name in before if before[name] != after[name]] == []
    assert any("data-live" in page for page in plain[1].values())
