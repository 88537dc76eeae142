"""The constraints that the database itself holds, whatever writes."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from encounters import services
from encounters.models import Campaign, Combatant, Encounter, Event, Input, Member, Round, Seat, SeatHold
from rules.kernel.dice import commit_to_seed
from tests.encounters.conftest import Table

pytestmark = pytest.mark.storage


def refused(write: Callable[[], object]) -> bool:
    try:
        write()
    except IntegrityError:
        return True
    return False


def test_no_two_inputs_have_one_position(table: Table) -> None:
    table.begin()
    assert refused(lambda: Input.objects.create(encounter=table.encounter, position=1, tap="x", payload={}))


def test_no_two_inputs_have_one_tap(table: Table) -> None:
    table.begin()
    assert refused(lambda: Input.objects.create(encounter=table.encounter, position=2, tap="tap-1", payload={}))


def test_no_two_events_have_one_position(table: Table) -> None:
    row = Event.objects.get(encounter=table.encounter, position=0)
    row.pk = None
    assert refused(row.save)


def test_only_the_opening_comes_of_no_input(table: Table) -> None:
    given = {"round": 0, "kind": "RoundBegan", "data": {}}
    assert refused(lambda: Event.objects.create(encounter=table.encounter, position=1, **given))


def test_a_round_is_attempted_once_by_each_number(table: Table) -> None:
    table.begin()
    assert refused(lambda: Round.objects.create(encounter=table.encounter, number=1, attempt=1))


def test_a_combatant_is_held_by_one_seat_at_a_time(table: Table) -> None:
    hold = {"encounter": table.encounter, "seat_id": table.quill.seat_id, "combatant": "otis", "from_position": 1}
    assert refused(lambda: SeatHold.objects.create(**hold))
    assert not refused(lambda: SeatHold.objects.create(**hold, until_position=2))


def test_a_hold_does_not_end_before_it_begins(table: Table) -> None:
    hold = {"encounter": table.encounter, "seat_id": table.quill.seat_id, "combatant": "jaroo", "from_position": 3}
    assert refused(lambda: SeatHold.objects.create(**hold, until_position=2))


def test_two_combatants_do_not_share_a_place_in_the_order(prepared: Encounter) -> None:
    assert refused(lambda: Combatant.objects.create(encounter=prepared, order=1, definition={}))


def test_no_two_tables_have_one_code(prepared: Encounter) -> None:
    assert refused(Campaign(code=prepared.code).save)


def test_an_encounter_is_in_a_state_that_exists(prepared: Encounter) -> None:
    assert refused(lambda: Encounter.objects.filter(pk=prepared.pk).update(state="paused"))


def test_what_is_being_prepared_has_no_inputs(prepared: Encounter) -> None:
    assert refused(lambda: Encounter.objects.filter(pk=prepared.pk).update(position=1))


def test_names_at_a_table_differ_by_more_than_capitals(table: Table) -> None:
    twin = {"campaign": table.encounter.campaign, "kind": "player", "name": "PIP", "token_hash": "0" * 64, "number": 9}
    assert refused(lambda: Seat.objects.create(**twin))
    assert not refused(lambda: Seat.objects.create(**twin, left=timezone.now()))


def test_a_rounds_promises_are_of_its_seeds(table: Table) -> None:
    table.begin()
    row = Round.objects.get()
    assert row.promises == (commit_to_seed(row.open_seed), commit_to_seed(row.dm_seed))


def test_seeds_are_never_the_same_twice() -> None:
    rounds = [Round(number=number, attempt=1) for number in range(20)]
    assert len({seed for each in rounds for seed in (each.open_seed, each.dm_seed)}) == 40


def test_a_seat_is_here_while_it_is_heard_of(table: Table) -> None:
    seat, now = Seat.objects.get(pk=table.pip.seat_id or 0), timezone.now()
    seat.last_seen = now - timedelta(seconds=15)
    assert seat.is_here(now)
    assert not seat.is_here(now + timedelta(seconds=15))


def test_an_encounter_is_deleted_with_all_of_it(table: Table) -> None:
    table.play_round()
    services.delete(Encounter.objects.filter(pk=table.encounter.pk))
    gone = (Input, Event, Round, Seat, SeatHold, Combatant, Campaign, Member)
    assert not any(model.objects.exists() for model in gone)


@pytest.mark.parametrize("model", [Input, Event, Round, Seat, SeatHold, Combatant])
def test_nobody_changes_the_log_in_the_admin(admin_client: Client, table: Table, model: type) -> None:
    page = f"/admin/encounters/{model.__name__.lower()}/"
    assert admin_client.get(page).status_code == 200
    assert admin_client.get(f"{page}add/").status_code == 403


def test_the_admin_shows_no_seed_and_no_hash(admin_client: Client, table: Table) -> None:
    table.begin()
    for row, page in ((Round.objects.get(), "round"), (Seat.objects.first(), "seat")):
        assert row is not None
        shown = admin_client.get(f"/admin/encounters/{page}/{row.pk}/change/").content.decode()
        secrets = ("open_seed", "dm_seed") if page == "round" else ("token_hash",)
        assert not any(getattr(row, name) in shown for name in secrets)


def test_every_model_of_ours_can_be_looked_at() -> None:
    ours = [model for model in admin.site._registry if model._meta.app_label == "encounters"]
    assert len(ours) == 9


# Deleting by the admin pages.


@pytest.fixture
def operator(table: Table) -> Client:
    """Return the browser of somebody who may do everything."""
    client = Client()
    client.force_login(User.objects.create_superuser("operator"))
    table.play_round()
    return client


@pytest.mark.parametrize("kind", ["encounters/encounter", "auth/user"])
def test_the_page_that_deletes_counts_events_and_names_none(
    table: Table, operator: Client, kind: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    pk = table.encounter.pk if kind == "encounters/encounter" else table.encounter.campaign.find_owner().pk
    with django_assert_max_num_queries(20):
        page = operator.get(f"/admin/{kind}/{pk}/delete/").content.decode()
    assert f"<li>Events: {Event.objects.count()}</li>" in page
    assert "EncounterOpened" not in page
    assert operator.post(f"/admin/{kind}/{pk}/delete/", {"post": "yes"}).status_code == 302
    assert not Event.objects.exists()


def test_several_encounters_are_deleted_by_one_action(table: Table, operator: Client) -> None:
    chosen = {"action": "delete_selected", "_selected_action": [str(table.encounter.pk)], "post": "yes"}
    assert operator.post("/admin/encounters/encounter/", chosen).status_code == 302
    assert not Encounter.objects.exists()
