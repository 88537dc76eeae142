"""Joining, moving and releasing seats, and the seat that each combatant is assigned to."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import RequestFactory
from django.utils import timezone

from encounters import seat_moves, seats, services
from encounters.access import find_campaign_by_code, find_seat_of
from encounters.errors import Conflict, Forbidden, Invalid, NoSeat, NotFound, TooMany
from encounters.models import CODE_SIGNS, Encounter, Seat, SeatHold
from encounters.selectors import find_players, read_presence, read_view
from encounters.throttle import Caller
from encounters.viewers import (
    Viewer,
    build_dm_viewer,
    hash_secret,
    make_seat_cookie,
)
from tests.encounters.conftest import Table, seat_of
from tests.people import find_owner, find_viewer

pytestmark = pytest.mark.storage

Join = Callable[..., Viewer]


def test_pip_joins_by_the_code(prepared: Encounter) -> None:
    joined = seats.join(prepared.code, "  Pip ", "player")
    assert (joined.seat.name, joined.seat.kind, joined.seat.campaign) == ("Pip", "player", prepared.campaign)


def test_a_code_may_be_typed_in_small_letters_and_with_a_gap(prepared: Encounter) -> None:
    typed = f" {prepared.code[:3].lower()}-{prepared.code[3:].lower()} "
    assert seats.join(typed, "Pip", "player").seat.campaign == prepared.campaign


def test_a_code_has_six_signs_that_are_not_mistaken(prepared: Encounter) -> None:
    assert len(prepared.code) == 6
    assert set(prepared.code) <= set(CODE_SIGNS)
    assert not set("01ILO") & set(CODE_SIGNS)


def test_only_the_hash_of_a_seats_secret_is_kept(prepared: Encounter) -> None:
    joined = seats.join(prepared.code, "Pip", "player")
    assert joined.seat.token_hash == hash_secret(joined.token)
    assert joined.token not in str(Seat.objects.values())


def test_a_wrong_code_is_no_tables(prepared: Encounter) -> None:
    with pytest.raises(NotFound) as refused:
        seats.join("222222" if prepared.code != "222222" else "333333", "Rex", "player")
    assert refused.value.field == "code"


def test_after_ten_wrong_codes_an_address_waits(prepared: Encounter) -> None:
    wrong_codes(10, "10.0.0.9")
    with pytest.raises(TooMany) as refused:
        seats.join(prepared.code, "Rex", "player", "10.0.0.9")
    assert refused.value.status == 429


def test_another_address_does_not_wait(prepared: Encounter) -> None:
    wrong_codes(10, "10.0.0.9")
    assert seats.join(prepared.code, "Pip", "player", "10.0.0.7").seat.name == "Pip"


def test_right_codes_are_not_counted(prepared: Encounter) -> None:
    for number in range(12):
        seats.join(prepared.code, f"Guest {number}", "spectator", "10.0.0.9")
    assert Seat.objects.count() == 12


def test_a_closed_door_lets_nobody_in(prepared: Encounter) -> None:
    services.set_door(find_owner(prepared), False)
    with pytest.raises(Forbidden):
        seats.join(prepared.code, "Pip", "player")


def test_a_new_code_ends_the_old_one_and_no_seat(prepared: Encounter, join: Join) -> None:
    pip, old = join("Pip"), prepared.code
    code = services.change_code(find_owner(prepared))
    assert code != old
    assert seat_of(pip).left is None
    with pytest.raises(NotFound):
        seats.join(old, "Quill", "player")


def test_two_at_a_table_cannot_have_one_name(prepared: Encounter, join: Join) -> None:
    join("Pip")
    with pytest.raises(Conflict) as refused:
        seats.join(prepared.code, "PIP", "player")
    assert refused.value.field == "name"


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "DM", "default"])
def test_a_name_is_ones_own(prepared: Encounter, name: str) -> None:
    with pytest.raises(Invalid):
        seats.join(prepared.code, name, "player")


@pytest.mark.parametrize(
    "name", ["The DM", "D M", "d.m.", "ＤＭ", "ДМ", "dm Dora", "D\u0336M", "Dungeon Master", "PUBLIC"]
)
def test_nobody_is_called_like_the_dm(prepared: Encounter, name: str) -> None:
    with pytest.raises(Invalid, match="Choose a name of your own"):
        seats.join(prepared.code, name, "player")


@pytest.mark.parametrize("name", ["Adam", "Dmitri", "Edmund", "Tom D", "שרה", "Ann-Marie", "👩🏽‍🚀"])
def test_a_name_that_only_has_those_letters_is_taken(prepared: Encounter, name: str) -> None:
    assert seats.join(prepared.code, name, "player").seat.name == name


@pytest.mark.parametrize("name", ["Pip\u202e", "Pi\u200bp", "\x02otis\x03", "Pip\u2066"])
def test_a_name_has_nothing_that_is_not_seen(prepared: Encounter, name: str) -> None:
    with pytest.raises(Invalid, match="a character that is not seen"):
        seats.join(prepared.code, name, "player")


@pytest.mark.parametrize("name", ["PIP", "Ｐｉｐ", "ⓟⓘⓟ", "  pip "])
def test_nobody_is_called_like_somebody_here(prepared: Encounter, join: Join, name: str) -> None:
    join("Pip")
    with pytest.raises(Conflict, match="already called Pip"):
        seats.join(prepared.code, name, "player")


def test_one_plays_or_watches(prepared: Encounter) -> None:
    with pytest.raises(Invalid):
        seats.join(prepared.code, "Rex", "dm")


# Devices.


def test_the_cookie_gives_the_seat_back(prepared: Encounter) -> None:
    joined = seats.join(prepared.code, "Pip", "player")
    assert find_seat_of(prepared.pk, cookies(joined), None).seat_id == joined.seat.pk


def test_a_forged_cookie_gives_nothing(prepared: Encounter) -> None:
    joined = seats.join(prepared.code, "Pip", "player")
    forged = {
        name: value.replace(f"{joined.seat.pk}.", f"{joined.seat.pk + 1}.") for name, value in cookies(joined).items()
    }
    with pytest.raises(NoSeat):
        find_seat_of(prepared.pk, forged, None)


def test_without_a_seat_one_is_nobody(prepared: Encounter) -> None:
    with pytest.raises(NoSeat):
        find_seat_of(prepared.pk, {}, None)


def test_a_personal_link_moves_the_seat_to_another_device(prepared: Encounter) -> None:
    joined = seats.join(prepared.code, "Pip", "player")
    moved = seat_moves.follow_link(seat_moves.make_link(find_viewer(joined.seat)))
    assert find_seat_of(prepared.pk, cookies(moved), None).seat_id == joined.seat.pk
    with pytest.raises(Forbidden):
        find_seat_of(prepared.pk, cookies(joined), None)


def test_a_personal_link_works_until_a_new_one_is_made(prepared: Encounter, join: Join) -> None:
    link = seat_moves.make_link(build_dm_viewer(prepared), join("Pip").seat_id)
    seat_moves.follow_link(link)
    seat = seat_moves.follow_link(link).seat
    seat_moves.renew_own_link(seat)
    with pytest.raises(NotFound):
        seat_moves.follow_link(link)
    assert seat_moves.follow_link(seat_moves.make_link(build_dm_viewer(prepared), seat.pk)).seat == seat


def test_a_link_that_was_changed_leads_nowhere(prepared: Encounter, join: Join) -> None:
    link = seat_moves.make_link(build_dm_viewer(prepared), join("Pip").seat_id)
    for changed in (link[:-1], f"{link}x", f"x{link}", "1.0~", "1.0", "WzEsMF0~x"):
        with pytest.raises(NotFound):
            seat_moves.follow_link(changed)


def test_the_link_of_a_released_seat_leads_nowhere(prepared: Encounter, join: Join) -> None:
    pip = join("Pip")
    link = seat_moves.make_link(build_dm_viewer(prepared), pip.seat_id)
    seats.release(build_dm_viewer(prepared), pip.seat_id)
    with pytest.raises(NotFound):
        seat_moves.follow_link(link)


def test_guessing_links_is_limited(prepared: Encounter) -> None:
    for _ in range(10):
        with pytest.raises(NotFound):
            seat_moves.follow_link("guess", "10.0.0.9")
    with pytest.raises(TooMany):
        seat_moves.follow_link("guess", "10.0.0.9")


def test_wrong_links_and_wrong_codes_keep_nobody_from_following_a_right_link(prepared: Encounter, join: Join) -> None:
    link = seat_moves.make_link(build_dm_viewer(prepared), join("Pip").seat_id)
    wrong_codes(10, "10.0.0.9")
    for _ in range(10):
        with pytest.raises(NotFound):
            seat_moves.follow_link("guess", "10.0.0.9")
    assert seat_moves.follow_link(link, "10.0.0.9").seat.name == "Pip"


def test_nobody_makes_a_link_to_anothers_seat(prepared: Encounter, join: Join) -> None:
    pip, quill = join("Pip"), join("Quill")
    with pytest.raises(Forbidden):
        seat_moves.make_link(quill, pip.seat_id)


def test_a_released_seat_is_nobodys_and_its_name_free(prepared: Encounter) -> None:
    joined = seats.join(prepared.code, "Pip", "player")
    seats.release(build_dm_viewer(prepared), joined.seat.pk)
    with pytest.raises(NoSeat):
        find_seat_of(prepared.pk, cookies(joined), None)
    assert seats.join(prepared.code, "Pip", "player").seat.pk != joined.seat.pk


# Seat assignments.


def test_one_person_may_play_several(prepared: Encounter, join: Join) -> None:
    pip = join("Pip")
    seats.pick(pip, "otis")
    seats.pick(pip, "jaroo")
    assert {who: seat.name for who, seat in find_players(prepared.pk).items()} == {"otis": "Pip", "jaroo": "Pip"}


def test_a_combatant_is_played_by_one(table: Table) -> None:
    with pytest.raises(Conflict):
        seats.pick(table.quill, "otis")


def test_picking_ones_own_combatant_again_changes_nothing(table: Table) -> None:
    seats.pick(table.pip, "otis")
    assert SeatHold.objects.filter(combatant="otis").count() == 1


@pytest.mark.parametrize("who", ["orc-1", "nobody"])
def test_only_players_combatants_are_there_to_pick(table: Table, who: str) -> None:
    with pytest.raises(NotFound):
        seats.pick(table.pip, who)


def test_a_spectator_plays_nobody(table: Table) -> None:
    with pytest.raises(Forbidden):
        seats.pick(table.sam, "jaroo")
    with pytest.raises(Invalid):
        seats.give(table.dora, "jaroo", table.sam.seat_id)


def test_the_dm_gives_any_combatant_to_anyone(table: Table) -> None:
    seats.give(table.dora, "orc-1", table.pip.seat_id)
    assert find_players(table.encounter.pk)["orc-1"].name == "Pip"


def test_the_dm_takes_a_combatant_himself(table: Table) -> None:
    seats.give(table.dora, "otis", None)
    assert "otis" not in find_players(table.encounter.pk)


def test_a_combatant_given_to_another_is_the_first_ones_until_then(table: Table) -> None:
    position = table.begin().position
    seats.give(table.dora, "otis", table.quill.seat_id)
    holds = SeatHold.objects.filter(combatant="otis").order_by("pk")
    assert [(hold.from_position, hold.until_position) for hold in holds] == [(0, position), (position + 1, None)]


def test_who_lost_a_combatant_may_no_longer_answer_for_it(table: Table) -> None:
    table.begin()
    token = table.token(table.pip, "otis")
    seats.give(table.dora, "otis", table.quill.seat_id)
    with pytest.raises(Conflict):
        services.answer(table.pip, table.tap(), token, {"action": "C"})


def test_who_was_given_a_combatant_may_answer_for_it(table: Table) -> None:
    table.begin()
    seats.give(table.dora, "jaroo", table.quill.seat_id)
    seats.give(table.dora, "otis", table.quill.seat_id)
    services.take_back(table.dora, table.tap(), 0)
    table.begin()
    assert table.wait(table.quill, "otis").refusal is None


def test_a_released_seats_combatant_is_free_again(table: Table) -> None:
    seats.release(table.pip)
    seats.pick(table.quill, "otis")
    assert find_players(table.encounter.pk)["otis"].name == "Quill"


def test_putting_down_a_combatant_before_anything_happened_leaves_no_trace(prepared: Encounter, join: Join) -> None:
    pip = join("Pip")
    seats.pick(pip, "otis")
    seats.put_down(pip, "otis")
    assert not SeatHold.objects.exists()


def test_one_puts_down_only_what_one_plays(table: Table) -> None:
    with pytest.raises(NotFound):
        seats.put_down(table.pip, "tenser")


def test_a_change_of_combatants_begins_a_new_epoch_for_that_seat_alone(table: Table) -> None:
    before = {viewer.name: read_view(viewer).epoch for viewer in (table.pip, table.quill, table.sam)}
    seats.pick(table.pip, "jaroo")
    after = {viewer.name: read_view(viewer).epoch for viewer in (table.pip, table.quill, table.sam)}
    assert [name for name in before if before[name] != after[name]] == ["Pip"]


# Presence and alerts.


def test_presence_is_for_the_dm_in_words(table: Table) -> None:
    Seat.objects.filter(pk=table.quill.seat_id or 0).update(last_seen=timezone.now() - timedelta(minutes=5))
    seats.note_connected([table.pip.seat_id or 0])
    said = read_presence(table.encounter.pk)
    assert said[str(table.pip.seat_id)] == "live"
    assert said[str(table.quill.seat_id)].startswith("away since ")


def test_alerts_are_those_that_exist(table: Table) -> None:
    seats.set_alerts(table.pip, ["nudge", "asked"])
    assert seat_of(table.pip).alerts == ["asked", "nudge"]
    with pytest.raises(Invalid):
        seats.set_alerts(table.pip, ["fireworks"])


def test_the_dm_mutes_a_seat(table: Table) -> None:
    seats.mute(table.dora, table.pip.seat_id or 0, True)
    assert seat_of(table.pip).muted


def test_a_page_finds_the_seat_in_its_cookies(prepared: Encounter, rf: RequestFactory) -> None:
    joined = seats.join(prepared.code, "Sam", "spectator")
    request = rf.get("/")
    request.COOKIES.update(cookies(joined))
    assert find_seat_of(prepared.pk, request.COOKIES, None).role == "spectator"


def wrong_codes(count: int, address: str) -> None:
    for _ in range(count):
        with pytest.raises(NotFound):
            find_campaign_by_code("WRONG", Caller(address))


def cookies(joined: seats.Joined) -> dict[str, str]:
    return make_seat_cookie(joined.seat, joined.token)
