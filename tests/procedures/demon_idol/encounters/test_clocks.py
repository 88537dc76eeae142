"""The declaration clock: what counts, what stands still, what the DM rules.

A phone cannot claim otherwise.
"""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import seats, services
from encounters.clocks import Reading, read_clocks
from encounters.errors import Conflict, Forbidden, Invalid
from encounters.models import Absence, Clock, Input, Seat
from encounters.selectors import read_view
from rules.kernel.codec import decode_input
from rules.kernel.inputs import GiveAnswer
from tests.encounters.conftest import prove
from tests.encounters.seated import markup, prepared_fight, text, words
from tests.procedures.demon_idol.encounters.tables import DemonTable, demon_table

WARNING = "From round 1 on a clock runs while you choose an order: every six seconds cost a segment."

pytestmark = [pytest.mark.storage, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> DemonTable:
    return demon_table(monkeypatch)


def clock(table: DemonTable, who: str = "tenser") -> Reading:
    return clocks(table)[table.question(who).token]


def clocks(table: DemonTable) -> dict[str, Reading]:
    return read_clocks(read_view(table.at.dora))


# What counts.


@pytest.mark.parametrize(("seconds", "lost"), [(0, None), (5.9, None), (6, 1), (11, 1), (12, 2), (59, 9), (300, 10)])
def test_every_full_six_seconds_cost_a_segment(table: DemonTable, seconds: float, lost: int | None) -> None:
    services.note_question_shown(table.quill, table.token("tenser"))
    table.hours.go(seconds)
    table.declare("tenser")
    assert table.delays().get("tenser") == lost


def test_the_delay_is_part_of_the_input_and_plays_again_the_same(table: DemonTable) -> None:
    table.hours.go(13)
    with prove(table.at.encounter):
        table.declare("tenser")
    given = decode_input(Input.objects.order_by("-position")[0].payload)
    assert isinstance(given, GiveAnswer)
    assert (given.delay, given.paused) == (2, False)


def test_the_clock_runs_from_when_the_phone_shows_the_question(table: DemonTable) -> None:
    table.hours.go(8)
    services.note_question_shown(table.quill, table.token("tenser"))
    table.hours.go(5)
    assert (clock(table).counted, clock(table).late) == (5, 0)


def test_a_phone_that_says_so_too_late_has_been_counted_from_the_asking(table: DemonTable) -> None:
    table.hours.go(11)
    services.note_question_shown(table.quill, table.token("tenser"))
    assert (clock(table).counted, clock(table).late) == (11, 1)


def test_a_phone_cannot_say_again_that_it_shows_the_question(table: DemonTable) -> None:
    services.note_question_shown(table.quill, table.token("tenser"))
    table.hours.go(9)
    services.note_question_shown(table.quill, table.token("tenser"))
    assert clock(table).counted == 9


def test_nobody_elses_phone_says_so(table: DemonTable) -> None:
    table.hours.go(4)
    services.note_question_shown(table.pip, table.question("tenser").token)
    services.note_question_shown(table.at.dora, table.question("tenser").token)
    assert Clock.objects.count() == 0
    assert clock(table).counted == 4


def test_who_plays_two_is_asked_for_one_after_the_other(table: DemonTable) -> None:
    first, second = [each.who for each in table.at.state.open if each.who in ("otis", "jaroo")]
    services.note_question_shown(table.pip, table.token(first))
    table.hours.go(7)
    assert clock(table, second).since is None
    table.declare(first)
    table.hours.go(5)
    table.declare(second)
    assert table.delays() == {first: 1}


def test_in_turn_each_clock_begins_when_that_player_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    table = demon_table(monkeypatch, declare_in_turn=True)
    order = []
    for _ in range(3):
        (question,) = [each for each in table.at.state.open if each.question == "declare" and not each.sealed]
        order.append(question.who)
        table.hours.go(6 * len(order))
        table.declare(question.who)
    assert table.delays() == {order[0]: 1, order[1]: 2, order[2]: 3}


def test_after_a_take_back_the_clock_begins_anew(table: DemonTable) -> None:
    table.hours.go(30)
    table.declare("tenser")
    services.take_back(table.dora, table.at.tap(), Input.objects.count() - 1)
    table.hours.go(3)
    assert {each.who: each.counted for each in clocks(table).values() if each.since} == dict.fromkeys(
        ["tenser", next(each.who for each in table.at.state.open if each.who in ("otis", "jaroo"))], 3
    )


def test_a_refused_order_does_not_stop_the_clock(table: DemonTable) -> None:
    table.hours.go(6)
    refused = table.declare("tenser", action="P")
    assert refused.refusal is not None
    table.hours.go(6)
    assert clock(table).late == 2


# What stands still.


def test_a_question_to_the_dm_stops_it_until_he_lets_it_go_on(table: DemonTable) -> None:
    table.hours.go(4)
    services.ask_dm(table.quill, table.token("tenser"))
    table.hours.go(60)
    assert (clock(table).counted, clock(table).state) == (4, "asks")
    services.let_clock_go_on(table.dora, table.question("tenser").token)
    table.hours.go(2)
    outcome = table.declare("tenser")
    delayed = next(event for event in outcome.events if event.kind == "Delayed")
    assert delayed.segments == 1  # type: ignore[attr-defined]
    assert delayed.clauses == ("DEMON.6.3.delay", "DEMON.FN.10")


def test_asking_twice_is_asking_once(table: DemonTable) -> None:
    for _ in range(2):
        services.ask_dm(table.quill, table.token("tenser"))
        table.hours.go(7)
    services.let_clock_go_on(table.dora, table.question("tenser").token)
    table.hours.go(3)
    assert clock(table).counted == 3


def test_the_dm_stops_a_clock(table: DemonTable) -> None:
    services.pause_clock(table.dora, table.question("tenser").token)
    table.hours.go(60)
    assert (clock(table).late, clock(table).state) == (0, "paused")


def test_it_stands_still_while_the_phone_is_away_unless_the_dm_counts_that(table: DemonTable) -> None:
    table.hours.go(3)
    services.note_away(table.quill)
    table.hours.go(20)
    services.note_back(table.quill)
    table.hours.go(3)
    assert (clock(table).counted, clock(table).late) == (6, 1)
    services.rule_clock(table.dora, table.question("tenser").token, None, counts_away=True)
    assert (clock(table).counted, clock(table).late) == (26, 4)


def test_a_phone_that_was_away_when_it_was_asked(table: DemonTable) -> None:
    services.note_away(table.quill)
    table.declare("otis")
    services.take_back(table.dora, table.at.tap(), Input.objects.count() - 1)
    table.hours.go(40)
    services.note_back(table.quill)
    table.hours.go(5)
    assert clock(table).counted == 5


def test_a_phone_that_falls_silent_was_away_since_it_was_last_heard_of(table: DemonTable) -> None:
    table.hours.here.remove(table.quill)
    table.hours.go(40)
    assert (clock(table).state, clock(table).counted) == ("away", 0)
    table.at.quill.get(table.at.url("me/"))
    table.hours.here.append(table.quill)
    table.hours.go(4)
    assert (clock(table).state, clock(table).counted) == ("runs", 4)
    assert Absence.objects.count() == 1


@pytest.mark.parametrize("silence", [5, 11, 24, 26, 300])
def test_no_silence_of_a_phone_costs_anything(table: DemonTable, silence: float) -> None:
    table.hours.go(4)
    table.hours.here.remove(table.quill)
    table.hours.go(silence)
    table.hours.here.append(table.quill)
    services.note_heard(table.quill)
    table.hours.go(1)
    table.declare("tenser")
    assert table.delays() == {}


def test_the_time_in_which_the_server_was_down_costs_nobody_anything(table: DemonTable) -> None:
    table.hours.go(4)
    people, table.hours.here = table.hours.here, []
    table.hours.go(20)
    table.hours.here = people
    for each in people:
        services.note_heard(each)
    assert {reading.counted for reading in clocks(table).values() if reading.since} == {4}


def test_silence_is_on_the_dms_panel_and_counts_if_the_dm_says_so(table: DemonTable, client: Client) -> None:
    client.force_login(table.at.encounter.campaign.find_owner())
    table.hours.here.remove(table.quill)
    table.hours.go(20)
    services.note_heard(table.quill)
    token = table.question("tenser").token
    panel = client.get(f"/e/{table.at.encounter.pk}/clock-of/{token}/")
    assert "Phone away 0:20, not counted" in words(panel)
    services.rule_clock(table.dora, token, None, counts_away=True)
    assert clock(table).late == 3


def test_whoever_asks_the_table_for_anything_is_not_away(table: DemonTable) -> None:
    services.note_away(table.quill)
    table.hours.go(12)
    table.at.quill.get(table.at.url("me/"))
    table.hours.go(6)
    assert (clock(table).state, clock(table).late) == ("runs", 1)


# What the DM rules.


@pytest.mark.parametrize(("ruled", "lost"), [(0, None), (3, 3)])
def test_the_dm_rules_the_delay(table: DemonTable, ruled: int, lost: int | None) -> None:
    table.hours.go(8)
    services.rule_clock(table.dora, table.question("tenser").token, ruled, counts_away=False)
    table.declare("tenser")
    assert table.delays().get("tenser") == lost


def test_a_delay_is_ruled_for_one_who_has_no_phone(table: DemonTable) -> None:
    seats.put_down(table.pip, "otis")
    token = table.question("otis").token
    assert clock(table, "otis").counted == 0
    services.rule_clock(table.dora, token, 2, counts_away=False)
    services.answer(table.dora, table.at.tap(), token, {"action": "C"})
    assert table.delays() == {"otis": 2}


def test_more_than_the_round_cannot_be_ruled(table: DemonTable) -> None:
    with pytest.raises(Invalid, match="0 to 10"):
        services.rule_clock(table.dora, table.question("tenser").token, 11, counts_away=False)


def test_what_is_closed_with_defaults_has_no_delay(table: DemonTable) -> None:
    table.hours.go(30)
    services.close(table.dora, table.at.tap())
    assert table.delays() == {}


# What nobody else may, and where there is no clock.


@pytest.mark.parametrize("deed", ["pause", "go on", "rule"])
def test_only_the_dm_has_the_clocks_in_hand(table: DemonTable, deed: str) -> None:
    token = table.token("tenser")
    deeds: dict[str, Callable[[], None]] = {
        "pause": lambda: services.pause_clock(table.quill, token),
        "go on": lambda: services.let_clock_go_on(table.quill, token),
        "rule": lambda: services.rule_clock(table.quill, token, 0, counts_away=False),
    }
    with pytest.raises(Forbidden):
        deeds[deed]()
    assert Clock.objects.count() == 0


def test_nobody_stops_anothers_clock(table: DemonTable) -> None:
    for token in (table.question("tenser").token, "999~0", "nonsense"):
        with pytest.raises(Conflict):
            services.ask_dm(table.pip, token)
    assert Clock.objects.count() == 0


def test_the_foes_have_no_clock(table: DemonTable) -> None:
    services.take_back(table.dora, table.at.tap(), 1)
    assert clocks(table) == {}
    assert {each.who for each in table.at.state.open} >= {"orc-1", "shaman"}


def test_without_the_option_there_is_no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    table = demon_table(monkeypatch, delay_timer=False)
    table.hours.go(60)
    assert clocks(table) == {}
    table.declare("tenser")
    assert table.delays() == {}


# On the screens.


def test_the_phone_shows_its_own_clock_and_says_so(table: DemonTable) -> None:
    table.at.quill.get(table.at.url("me/"))
    table.hours.go(8)
    page = table.at.quill.get(table.at.url("me/"))
    assert 'data-clock="8"' in text(page)
    assert "0:08 1 segment late" in words(page)
    assert f'data-here="{table.at.url("me/here/")}"' in text(page)


def test_a_phone_names_who_of_its_characters_is_asked_first(table: DemonTable) -> None:
    first, second = [each.who for each in table.at.state.open if each.who in ("otis", "jaroo")]
    told = words(table.at.pip.get(table.at.url(f"me/?who={second}")))
    name = table.at.state.combatants[first].stat_block.name
    assert f"Your clock has not begun. {name} is asked first: choose {name} above." in told


def test_asking_the_dm_from_the_phone(table: DemonTable, client: Client) -> None:
    table.at.quill.post(table.at.url("me/ask/"), {"token": table.token("tenser")})
    assert "Your clock is stopped until the DM restarts it." in words(table.at.quill.get(table.at.url("me/")))
    client.force_login(table.at.encounter.campaign.find_owner())
    page = client.get(f"/e/{table.at.encounter.pk}/")
    assert "Tenser asks you something" in words(page)
    client.post(f"/e/{table.at.encounter.pk}/clock/go-on/", {"token": table.question("tenser").token})
    assert clock(table).state == "runs"


def test_no_other_screen_tells_of_a_clock(table: DemonTable) -> None:
    before = words(table.at.pip.get(table.at.url("me/"))), words(table.at.sam.get(table.at.url("watch/")))
    services.ask_dm(table.quill, table.token("tenser"))
    services.rule_clock(table.dora, table.question("tenser").token, 7, counts_away=True)
    assert (words(table.at.pip.get(table.at.url("me/"))), words(table.at.sam.get(table.at.url("watch/")))) == before


def test_the_dm_rules_on_the_panel_of_a_clock(table: DemonTable, client: Client) -> None:
    client.force_login(table.at.encounter.campaign.find_owner())
    table.hours.go(14)
    address = f"/e/{table.at.encounter.pk}/clock-of/{table.question('tenser').token}/"
    page = client.get(address)
    assert "2 segments late" in words(page)
    assert "Shown by the phone not said within ten seconds" in words(page)
    assert client.post(address, {"segments": "11"}).status_code == 400
    assert clock(table).ruled is None
    client.post(address, {"segments": "1"})
    assert "1 segment late, as the DM rules" in words(client.get(f"/e/{table.at.encounter.pk}/"))


def test_the_panel_of_a_clock_that_is_over_leads_back(table: DemonTable, client: Client) -> None:
    client.force_login(table.at.encounter.campaign.find_owner())
    token = table.question("tenser").token
    table.declare("tenser")
    assert client.get(f"/e/{table.at.encounter.pk}/clock-of/{token}/").status_code == 303


def test_a_phone_that_is_put_down_and_taken_up_again(table: DemonTable) -> None:
    token = table.token("tenser")
    table.at.quill.post(table.at.url("me/here/"), {"token": token})
    table.at.quill.post(table.at.url("me/away/"))
    table.hours.go(9)
    assert clock(table).state == "away"
    table.at.quill.post(table.at.url("me/here/"))
    assert (clock(table).state, clock(table).counted) == ("runs", 0)


def test_who_only_watches_is_neither_here_nor_away(table: DemonTable) -> None:
    assert table.at.sam.post(table.at.url("me/away/")).status_code == 204
    assert Absence.objects.count() == 0


def test_the_board_says_who_declares_first_and_who_is_asked_later(
    monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    table = demon_table(monkeypatch, declare_in_turn=True)
    client.force_login(table.at.encounter.campaign.find_owner())
    (first,) = [each.who for each in table.at.state.open if each.question == "declare"]
    board = words(client.get(f"/e/{table.at.encounter.pk}/")).partition("Orders ")[2]
    assert f"{first.capitalize()} declares first (die " in board
    assert board.count("asked later") == 2


@pytest.mark.parametrize("deed", ["pause", "go-on", "forget"])
def test_a_clock_is_not_for_other_dms(table: DemonTable, client: Client, deed: str) -> None:
    client.force_login(User.objects.create_user("rex"))
    answer = client.post(f"/e/{table.at.encounter.pk}/clock/{deed}/", {"token": table.question("tenser").token})
    assert answer.status_code == 404


def test_what_a_spell_takes_is_told_with_the_segments_that_are_lost_already(table: DemonTable) -> None:
    services.note_question_shown(table.quill, table.token("tenser"))
    chosen = {"answer.action": "D", "answer.how": "spell>magic_user_sleep", "for": table.token("tenser")}

    def told() -> str:
        return words(table.at.quill.get(table.at.url("me/"), chosen))

    assert "Complete segment 1 at the earliest" in told()
    table.hours.go(43)
    assert "Complete segment 8 at the earliest" in told()
    table.hours.go(18)
    assert "Complete after this round" in told()


# Before it begins.


@pytest.mark.parametrize(("delay_timer", "told"), [(True, True), (False, False)])
def test_players_are_told_of_the_clock_before_the_first_round(delay_timer: bool, told: bool) -> None:
    at = prepared_fight("surprise", "demon_idol", {"demon.delay_timer": delay_timer})
    at.sit()
    lobby = words(at.quill.get(at.url("me/")))
    services.open_encounter(at.dora)
    opening = words(at.quill.get(at.url("me/")))
    assert [WARNING in each for each in (lobby, opening)] == [told, told]


def test_no_clock_runs_before_its_player_says_to_know_of_it(table: DemonTable, client: Client) -> None:
    Seat.objects.filter(name="Quill").update(ready=None)
    services.note_question_shown(table.quill, table.token("tenser"))
    table.hours.go(40)
    assert (clock(table).since, clock(table).state) == (None, "unready")
    assert "It starts when you say that you are ready." in words(table.at.quill.get(table.at.url("me/")))
    client.force_login(table.at.encounter.campaign.find_owner())
    assert "not ready" in words(client.get(f"/e/{table.at.encounter.pk}/"))
    assert table.at.quill.post(table.at.url("me/ready/")).status_code == 303
    table.hours.go(7)
    assert (clock(table).counted, clock(table).late) == (7, 1)


def test_the_tap_before_round_1_is_asked_for_once() -> None:
    at = prepared_fight("surprise", "demon_idol", {"demon.delay_timer": True})
    at.sit()
    address = at.url("me/ready/")
    assert f'action="{address}"' in markup(at.quill.get(at.url("me/")))
    at.quill.post(address)
    services.open_encounter(at.dora)
    page = at.quill.get(at.url("me/"))
    assert f'action="{address}"' not in markup(page)
    assert f"{WARNING} Questions to the DM and time without a signal cost nothing. You are ready." in words(page)


def test_the_cost_is_said_before_it_is_paid(table: DemonTable) -> None:
    table.at.quill.get(table.at.url("me/"))
    said = []
    for seconds in (2, 10, 47):
        table.hours.go(seconds)
        said.append(words(table.at.quill.get(table.at.url("me/"))))
    costs = ("1 segment late at 0:06.", "3 segments late at 0:18.", "The whole round late at 1:00.")
    assert [cost for cost, page in zip(costs, said, strict=True) if cost not in page] == []


def test_time_without_signal_is_named_as_not_counted(table: DemonTable) -> None:
    table.at.quill.get(table.at.url("me/"))
    services.note_away(table.quill)
    table.hours.go(9)
    services.note_back(table.quill)
    assert "9 s without signal do not count." in words(table.at.quill.get(table.at.url("me/")))


def test_the_delay_stays_on_the_sealed_order(table: DemonTable) -> None:
    table.hours.go(13)
    table.declare("tenser")
    assert "Sealed, 2 segments late" in words(table.at.quill.get(table.at.url("me/")))


def test_the_warning_goes_when_the_clock_has_come(table: DemonTable) -> None:
    assert WARNING not in words(table.at.quill.get(table.at.url("me/")))
