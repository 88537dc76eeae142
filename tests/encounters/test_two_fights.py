"""Two fights of one campaign, with characters of the same names."""

import re
from dataclasses import dataclass

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import seats, services
from encounters.access import find_seat_of
from encounters.errors import Forbidden, MovedOn, NoSeat, NotFound, Rejected
from encounters.log_reader import read_seat_states
from encounters.models import Campaign, Encounter
from encounters.seats import Joined
from encounters.selectors import find_players, list_open_forms, list_seats_with_holds, read_view
from encounters.services.campaigns import make_campaign
from encounters.viewers import Viewer, build_dm_viewer, build_seat_viewer, make_seat_cookie
from tests.encounters.conftest import FOES, PARTY
from tests.people import find_owner, let_sit

pytestmark = pytest.mark.storage


@dataclass
class Evening:
    """A campaign whose first fight is over: Pip played Otis and Tenser, Quill nobody."""

    campaign: Campaign
    first: Encounter
    pip: Joined
    quill: Joined

    def prepare(self, title: str) -> Encounter:
        """Prepare another fight with characters of the same names."""
        return prepare(self.campaign, title)

    def open(self, encounter: Encounter) -> None:
        """Open a fight, which is on the table from then on."""
        services.open_encounter(build_dm_viewer(encounter))
        encounter.refresh_from_db()
        self.campaign.refresh_from_db()

    def let_play(self, encounter: Encounter, joined: Joined, *who: str) -> Viewer:
        """Let a seat play these in a fight."""
        for each in who:
            seats.give(build_dm_viewer(encounter), each, joined.seat.pk)
        return build_seat_viewer(joined.seat, encounter)


def prepare(campaign: Campaign, title: str) -> Encounter:
    encounter = services.create_encounter(
        campaign.find_owner(), title, "toy", {}, {"distance_ft": 10}, campaign=campaign
    )
    services.add_combatants(build_dm_viewer(encounter), (*PARTY, *FOES))
    return encounter


@pytest.fixture
def evening(dora: User) -> Evening:
    """Return a campaign whose first fight was fought and ended."""
    campaign = make_campaign(dora, "The Ford and the Fen")
    first = prepare(campaign, "The ford")
    campaign.on_table = first
    campaign.save()
    pip, quill = (seats.take_seat(campaign, name, "player") for name in ("Pip", "Quill"))
    made = Evening(campaign, first, pip, quill)
    made.let_play(first, pip, "otis", "tenser")
    made.open(first)
    services.begin_round(build_dm_viewer(first), "begin")
    services.end(build_dm_viewer(first), "end", "they fled")
    first.refresh_from_db()
    return made


def test_nobody_plays_in_the_next_fight_by_an_assignment_of_the_last(evening: Evening) -> None:
    second = evening.prepare("The mill")
    quill = evening.let_play(second, evening.quill, "tenser")
    evening.open(second)
    services.begin_round(build_dm_viewer(second), "begin")
    assert {who: seat.name for who, seat in find_players(second.pk).items()} == {"otis": "Pip", "tenser": "Quill"}
    pip = build_seat_viewer(evening.pip.seat, second)
    assert [each.question.who for each in list_open_forms(read_view(pip))] == ["otis"]
    assert [each.question.who for each in list_open_forms(read_view(quill))] == ["tenser"]
    name = read_view(pip).viewer_log.find_alias("tenser") or ""
    with pytest.raises(Rejected):
        services.set_types_dice(pip, "steal", name, True)
    services.set_types_dice(quill, "own", read_view(quill).viewer_log.find_alias("tenser") or "", True)


def test_who_played_a_character_last_plays_it_again(evening: Evening) -> None:
    second = evening.prepare("The mill")
    assert {who: seat.name for who, seat in find_players(second.pk).items()} == {"otis": "Pip", "tenser": "Pip"}
    evening.open(second)
    pip = build_seat_viewer(evening.pip.seat, second)
    services.begin_round(build_dm_viewer(second), "begin")
    assert [each.question.who for each in list_open_forms(read_view(pip))] == ["otis", "tenser"]


def test_a_fight_that_was_prepared_before_has_its_players_too(evening: Evening) -> None:
    second, third = evening.prepare("The mill"), evening.prepare("The tower")
    evening.let_play(second, evening.quill, "tenser")
    evening.open(second)
    services.begin_round(build_dm_viewer(second), "begin")
    services.end(build_dm_viewer(second), "end", "they fled")
    evening.open(third)
    assert {who: seat.name for who, seat in find_players(third.pk).items()} == {"otis": "Pip", "tenser": "Quill"}


def test_what_the_dm_has_changed_stays(evening: Evening) -> None:
    second = evening.prepare("The mill")
    seats.give(build_dm_viewer(second), "otis", None)
    evening.open(second)
    assert {who: seat.name for who, seat in find_players(second.pk).items()} == {"tenser": "Pip"}


def test_what_a_page_of_the_last_fight_sends_is_not_taken_for_the_next(evening: Evening) -> None:
    phone = Client()
    let_sit(phone, evening.pip)
    address = f"/t/{evening.campaign.code}/me/"
    told = re.search(r'"X-Seat": "(\w+)"', phone.get(address).content.decode())
    assert told is not None
    second = evening.prepare("The mill")
    evening.open(second)
    services.begin_round(build_dm_viewer(second), "begin")
    token = list_open_forms(read_view(build_seat_viewer(evening.pip.seat, second)))[0].question.token
    given = {"token": token, "tap": "late", "answer.action": "C", "done": "1"}
    late = phone.post(f"{address}answer/", given, headers={"X-Seat": told[1], "HX-Request": "true"})
    assert (late.status_code, late["HX-Refresh"]) == (409, "true")
    assert not second.inputs.filter(tap="late").exists()
    assert phone.post(f"{address}answer/", given).status_code == 303
    assert second.inputs.filter(tap="late").exists()


def test_what_each_perceives_follows_from_the_fight_alone(evening: Evening) -> None:
    second = evening.prepare("The mill")
    evening.let_play(second, evening.quill, "tenser")
    evening.open(second)
    states = {number: state.assignments for number, state in read_seat_states(second.pk).items()}
    assert [each.combatant for each in states[evening.pip.seat.pk]] == ["otis"]
    assert [each.combatant for each in states[evening.quill.seat.pk]] == ["tenser"]
    before = {number: state.assignments for number, state in read_seat_states(evening.first.pk).items()}
    assert [each.combatant for each in before[evening.pip.seat.pk]] == ["otis", "tenser"]
    assert before[evening.quill.seat.pk] == ()
    held = {seat.name: [hold.combatant for hold in seat.holds.all()] for seat in list_seats_with_holds(second.pk)}
    assert held == {"Pip": ["otis"], "Quill": ["tenser"]}


def test_one_cookie_and_one_address_lead_into_both_fights(evening: Evening) -> None:
    phone = Client()
    let_sit(phone, evening.pip)
    address = f"/t/{evening.campaign.code}/me/"
    assert "The ford" in phone.get(address).content.decode()
    second = evening.prepare("The mill")
    evening.let_play(second, evening.pip, "otis")
    assert "The mill" not in phone.get(address).content.decode()
    evening.open(second)
    assert "The mill" in phone.get(address).content.decode()


def test_a_socket_is_of_the_fight_on_the_table(evening: Evening) -> None:
    cookies = make_seat_cookie(evening.pip.seat, evening.pip.token)
    second = evening.prepare("The mill")
    assert find_seat_of(evening.first.pk, cookies, None).encounter_id == evening.first.pk
    with pytest.raises(NoSeat) as hidden:
        find_seat_of(second.pk, cookies, None)
    with pytest.raises(NoSeat) as nowhere:
        find_seat_of(second.pk + 1000, cookies, None)
    assert str(hidden.value) == str(nowhere.value)
    evening.open(second)
    assert find_seat_of(second.pk, cookies, None).encounter_id == second.pk
    with pytest.raises(MovedOn):
        find_seat_of(evening.first.pk, cookies, None)


def test_who_slept_while_the_table_was_cleared_goes_to_the_lobby(evening: Evening) -> None:
    cookies = make_seat_cookie(evening.pip.seat, evening.pip.token)
    services.clear_table(build_dm_viewer(evening.first))
    with pytest.raises(MovedOn):
        find_seat_of(evening.first.pk, cookies, None)


def test_a_released_seat_plays_in_no_fight_to_come(evening: Evening) -> None:
    second = evening.prepare("The mill")
    evening.let_play(second, evening.pip, "otis")
    seats.release(build_dm_viewer(evening.first), evening.pip.seat.pk)
    assert find_players(second.pk) == {}
    evening.open(second)
    assert find_players(second.pk) == {}


def test_a_seat_of_another_campaign_is_given_nothing(evening: Evening, dora: User) -> None:
    other = make_campaign(dora, "The Long Road")
    stranger = seats.take_seat(other, "Rex", "player")
    with pytest.raises(NotFound):
        seats.give(build_dm_viewer(evening.first), "otis", stranger.seat.pk)


def test_a_helper_runs_the_fights_of_this_campaign_and_of_no_other(evening: Evening, dora: User) -> None:
    emil = User.objects.create_user("emil")
    evening.campaign.members.create(user=emil, role="helper")
    other = services.create_encounter(dora, "The mill", "toy")
    browser = Client()
    browser.force_login(emil)
    assert browser.get(f"/e/{evening.first.pk}/").status_code == 200
    assert browser.get(f"/e/{other.pk}/prepare/").status_code == 404


def test_only_one_fight_of_a_campaign_is_in_play(evening: Evening) -> None:
    second, third = evening.prepare("The mill"), evening.prepare("The tower")
    evening.open(second)
    with pytest.raises(Rejected, match="The mill"):
        evening.open(third)
    third.refresh_from_db()
    assert third.state == Encounter.State.PREPARING
    assert evening.campaign.on_table == second


@pytest.mark.parametrize("name", ["Pip", "pip", "PIP"])
def test_a_name_is_once_in_a_campaign(evening: Evening, name: str) -> None:
    with pytest.raises(Rejected, match="already called"):
        seats.take_seat(evening.campaign, name, "player")


def test_the_code_is_closed_for_the_whole_campaign(evening: Evening) -> None:
    second = evening.prepare("The mill")
    services.set_door(find_owner(second), False)
    with pytest.raises(Forbidden):
        seats.join(evening.campaign.code, "Rex", "player")
