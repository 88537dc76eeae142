"""The table screen: events, wax while orders are given, the recap, past rounds, the dice.

The bytes of every page of players and spectators hold nothing secret.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from encounters import services
from encounters.access import normalize_code
from encounters.addresses import make_seat_socket_address
from encounters.models import Encounter, Seat
from encounters.selectors import read_view
from encounters.viewers import Role, Viewer
from rules.kernel.inputs import Change
from tests.encounters.compact import compact
from tests.encounters.pushed import render_after, render_whole
from tests.encounters.seated import At, markup, prepared_fight, words


@pytest.fixture
def at(transactional_db: None) -> At:
    """Everybody is seated; the fight has not begun."""
    at = prepared_fight()
    at.sit()
    return at


def watched(at: At) -> str:
    return words(at.sam.get(at.url("watch/")))


def close(at: At) -> None:
    """Close orders, with what is missing at its default."""
    services.close(at.dora, at.tap())


def test_before_the_fight_the_table_is_being_set(at: At) -> None:
    assert "The table is being set" in watched(at)


def test_while_orders_are_given_wax_shows_who_has_sealed(at: At) -> None:
    at.begin()
    page = markup(at.sam.get(at.url("watch/")))
    lanes, people = page.partition('id="strip"')[2].split('id="people"')
    rows = {
        where: re.findall(r"<li[^>]*><svg class=\"tok.*?<b>(?:<a [^>]+>)?([^<]+)(?:</a>)?</b>(.*?)</li>", where, re.S)
        for where in (lanes, people)
    }
    assert {name: "sealed" in rest for name, rest in rows[lanes]} == {
        "Otis": False, "Tenser": False, "Jaroo": False, "Orc 1": True, "Orc 2": True, "Shaman": True,
    }  # fmt: skip
    assert {name: "choosing" in rest for name, rest in rows[people]} == {
        "Otis": True, "Tenser": True, "Jaroo": True, "Orc 1": False, "Orc 2": False, "Shaman": False,
    }  # fmt: skip


def test_only_orders_of_those_who_are_known_are_counted(at: At) -> None:
    at.begin()
    assert "Orders for round 1: none sealed yet" in watched(at)


def test_to_the_right_of_now_there_is_nothing(at: At) -> None:
    at.begin()
    at.answer(at.quill, action="D", how="spell", spell="magic_user_web", target="orc-1")
    close(at)
    at.step_to(1)
    page = markup(at.sam.get(at.url("watch/")))
    assert "pending" not in page
    assert "2 deeds" not in page


def test_a_spell_is_a_spell_until_it_is_complete(at: At) -> None:
    at.begin()
    at.answer(at.quill, action="D", how="spell", spell="magic_user_web", target="orc-1")
    close(at)
    at.step_to(1)
    assert "Tenser begins a spell." in watched(at)
    assert "web" not in watched(at).lower()
    at.finish()
    assert "Tenser’s web takes effect on Orc 1 ." in words(at.sam.get(at.url("round/1/")))


def test_what_happens_is_told_under_its_segment(at: At) -> None:
    at.begin()
    close(at)
    at.step_to(1)
    found = re.findall(r'<li[^>]*data-clock="(\d*)"', markup(at.sam.get(at.url("watch/"))))
    assert found[0] == "1", "the latest comes first"


def test_what_several_do_alike_is_told_together(at: At) -> None:
    at.begin()
    at.answer(at.pip, "otis", action="E", how="charge", target="shaman")
    at.answer(at.pip, "jaroo", action="E", how="charge", target="shaman")
    close(at)
    at.step_to(1)
    assert "Otis and Jaroo charge at Shaman ." in watched(at)


def test_between_rounds_the_dms_recap_is_large(at: At) -> None:
    at.begin()
    close(at)
    at.finish()
    services.publish_recap(
        at.dora, at.tap(), 1, "For one breath the orcs stood still.\nThen the shaman raised his staff."
    )
    page = watched(at)
    assert "Recap of round 1 For one breath the orcs stood still. Then the shaman raised his staff." in page


def test_all_rounds_have_what_the_dm_told_of_them(at: At) -> None:
    at.begin()
    close(at)
    at.finish()
    services.publish_recap(at.dora, at.tap(), 1, "The orcs fled.\n\nNobody followed.")
    page = at.sam.get(at.url("rounds/")).content.decode()
    assert page.index("Round 1") < page.index("The orcs fled.") < page.index("Nobody followed.")


def test_without_a_recap_what_happened_stays(at: At) -> None:
    at.begin()
    close(at)
    at.finish()
    assert "Shaman" in re.sub(r".*Live", "", watched(at))
    assert "Recap of" not in watched(at)


def test_who_fell_is_told_with_the_recap(at: At) -> None:
    at.begin()
    services.rule(at.dora, at.tap(), [Change("orc-1", "dead", None)])
    close(at)
    at.finish()
    services.publish_recap(at.dora, at.tap(), 1, "One orc less.")
    assert "Orc 1 is dead." in watched(at)


def test_the_join_code_and_square_stand_at_the_foot(at: At) -> None:
    code = at.encounter.code
    assert f"{code[:3]}-{code[3:]}" in watched(at)
    assert f'aria-label="Watch at http' in markup(at.sam.get(at.url("watch/")))  # noqa: F541


def test_the_page_carries_where_live_pushes_go_on(at: At) -> None:
    at.begin()
    page = markup(at.sam.get(at.url("watch/")))
    seen = read_view(viewer_of(at, "Sam"))
    socket = make_seat_socket_address(at.encounter.pk)
    assert f'data-live="{socket}" data-at="{seen.at}" data-epoch="{seen.epoch}"' in page


def test_a_player_who_watches_is_led_to_his_phone(at: At) -> None:
    assert at.pip.get(at.url("watch/"))["Location"] == at.url("me/")


def test_the_dm_watches_without_a_seat(at: At) -> None:
    browser = Client()
    browser.force_login(Encounter.objects.get().campaign.find_owner())
    assert browser.get(at.url("watch/")).status_code == 200


def test_a_code_may_be_written_with_its_dash(at: At) -> None:
    code = at.encounter.code.lower()
    answered = at.sam.get(f"/t/{code[:3]}-{code[3:]}/watch/")
    assert (answered.status_code, answered["Location"]) == (302, at.url("watch/"))
    assert normalize_code("oak-417") == "OAK417"


# Rounds before.


@pytest.fixture
def played(at: At) -> At:
    """Round 1 was played: Tenser cast web."""
    at.begin()
    at.answer(at.quill, action="D", how="spell", spell="magic_user_web", target="orc-1")
    close(at)
    at.finish()
    return at


def test_a_round_can_be_replayed_to_a_segment(played: At) -> None:
    page = words(played.sam.get(played.url("round/1/?at=1")))
    assert "Replay: Round 1, segment 1" in page
    assert "Tenser begins a spell." in page
    assert "web" not in page.lower()


def test_a_replay_is_that_viewers_own(played: At) -> None:
    assert "You begin web on Orc 1 ." in words(played.quill.get(played.url("round/1/?at=1")))


def test_new_events_drag_nobody_out_of_a_replay(played: At) -> None:
    assert "data-live" not in markup(played.sam.get(played.url("round/1/")))


def test_from_a_replay_one_goes_back_to_now(played: At) -> None:
    assert f'href="{played.url("watch/")}"' in markup(played.sam.get(played.url("round/1/?at=2")))


@pytest.mark.parametrize("number", [0, 7])
def test_a_round_of_which_nothing_was_seen_is_not_there(played: At, number: int) -> None:
    assert played.sam.get(played.url(f"round/{number}/")).status_code == 404


def test_a_round_taken_back_is_not_there(at: At) -> None:
    at.begin()
    services.take_back(at.dora, at.tap(), 0)
    assert at.sam.get(at.url("round/1/")).status_code == 404


def test_every_segment_played_has_its_address(played: At) -> None:
    page = markup(played.sam.get(played.url("watch/")))
    assert [played.url(f"round/1/?at={n}") in page for n in range(1, 11)] == [True] * 10


# The dice.


def test_the_dice_page_shows_the_promise_and_then_the_seed(played: At) -> None:
    row = Encounter.objects.get().rounds.get(number=1)
    page = markup(played.sam.get(played.url("dice/")))
    assert row.promises[0] in page
    assert row.open_seed in page
    assert row.dm_seed not in page


def test_the_seed_is_not_shown_while_the_round_is_played(at: At) -> None:
    at.begin()
    row = Encounter.objects.get().rounds.get(number=1)
    page = markup(at.sam.get(at.url("dice/1/")))
    assert row.promises[0] in page
    assert row.open_seed not in page


def test_each_die_is_checked_against_the_seed(played: At) -> None:
    page = words(played.sam.get(played.url("dice/1/")))
    assert "matches" in page
    assert "does not match" not in page


def test_dice_of_a_round_that_was_not_are_not_there(played: At) -> None:
    assert played.sam.get(played.url("dice/9/")).status_code == 404


# What is secret.

PAGES = ("", "me/", "me/?who=jaroo", "me/sheet/", "me/saw/", "me/saw.txt", "watch/", "rounds/", "round/1/",
         "round/1/?at=2", "dice/", "me/characters/")  # fmt: skip


def viewer_of(at: At, name: str) -> Viewer:
    seat = Seat.objects.get(campaign=at.encounter.campaign, name=name)
    return Viewer(at.encounter.pk, Role(seat.kind), seat.pk, seat.name)


def everything(at: At) -> Iterator[tuple[str, str]]:
    """Yield every page and push of Pip, Quill, Sam and of a stranger, with its viewer and place."""
    for name, client in (("Pip", at.pip), ("Quill", at.quill), ("Sam", at.sam), ("Rex", Client())):
        for page in PAGES:
            yield f"{name} {page}", markup(client.get(at.url(page), follow=True))
    for name in ("Pip", "Quill", "Sam"):
        if not Encounter.objects.get(pk=at.encounter.pk).opened:
            continue
        seen = read_view(viewer_of(at, name))
        yield f"{name} pushed whole", render_whole(seen)
        for n, event in enumerate(seen.all_events):
            yield f"{name} announced {n}", render_after(seen, seen, [event])


def leaks(at: At, *secrets: str, of: str = "") -> list[str]:
    """Return the places where others than ``of`` can read these secrets."""
    pattern = re.compile("|".join(secrets), re.I)
    return [where for where, html in everything(at) if not (of and where.startswith(of)) and pattern.search(html)]


@pytest.fixture
def secretive(at: At) -> At:
    """Return a fight with orders sealed: Quill's has a word of its own, and so does one foe's."""
    services.rule(at.dora, at.tap(), [Change("orc-1", "hp", 4711)], "CANARY note", secret=True)
    at.begin()
    at.answer(at.quill, action="E", how="task", task="QUILLS own plan", segments="10")
    at.answer(at.pip, "jaroo", action="D", how="spell", spell="cleric_cure_light_wounds", target="otis")
    return at


@pytest.fixture
def _opened(at: At) -> At:
    services.open_encounter(at.dora)
    return at


def test_nothing_secret_is_in_any_page_before_the_fight(at: At) -> None:
    assert leaks(at, "canary") == []


@pytest.mark.usefixtures("_opened")
def test_nothing_secret_is_in_any_page_while_orders_are_sealed(secretive: At) -> None:
    assert leaks(secretive, "canary", "hold.person", r"\b4711\b", "bugbear") == []
    assert leaks(secretive, "QUILLS own plan", of="Quill") == []
    assert leaks(secretive, "cure_light", "cure light", of="Pip") == []


@pytest.mark.usefixtures("_opened")
def test_nothing_secret_is_in_any_page_while_segments_are_played(secretive: At) -> None:
    close(secretive)
    secretive.step_to(2)
    assert leaks(secretive, "canary", "hold.person", r"\b4711\b", "bugbear") == []
    assert leaks(secretive, "cure_light", "cure light", of="Pip") == []


@pytest.mark.usefixtures("_opened")
def test_what_was_completed_is_no_secret_and_the_rest_still_is(secretive: At) -> None:
    close(secretive)
    secretive.finish()
    assert leaks(secretive, "canaryhidden", r"\b4711\b", "bugbear", "CANARY note") == []
    assert "hold person" in watched_round(secretive)


def watched_round(at: At) -> str:
    return words(at.sam.get(at.url("round/1/"))).lower()


@pytest.mark.usefixtures("_opened")
def test_foes_armor_and_hit_points_are_on_no_page(secretive: At) -> None:
    shaman = secretive.state.combatants["shaman"].stat_block
    for where, html in everything(secretive):
        assert not re.search(rf"Shaman[^.]{{0,40}}\b{shaman.defence.hit_points}\b", html), where


def test_fragments_are_marked_to_be_swapped_in_place(at: At) -> None:
    at.begin()
    seen = read_view(viewer_of(at, "Sam"))
    html = compact(render_whole(seen))
    ids = re.findall(r'<\w+ id="(\w+)"[^>]*hx-swap-oob="true"', html)
    words = ["summary", "story", "moment", "recap", "choosing"]
    assert ids == ["title", "signals", "strip", *words, "field", "people", "replay"]


def test_a_sealed_order_pushes_only_where_seals_are_shown(at: At) -> None:
    at.begin()
    seen = read_view(viewer_of(at, "Sam"))
    at.answer(at.quill, action="C")
    now = read_view(seen.viewer)
    html = compact(render_after(seen, now, now.all_events[seen.at :]))
    assert re.findall(r'<\w+ id="(\w+)"[^>]*hx-swap-oob', html) == ["title", "strip", "people"]


def test_what_shows_a_viewer_nothing_pushes_nothing(at: At) -> None:
    at.begin()
    seen = read_view(viewer_of(at, "Sam"))
    assert render_after(seen, seen) == ""


def test_every_page_is_free_of_inline_style_and_script(at: At) -> None:
    at.begin()
    for where, html in everything(at):
        assert not re.search(r"\sstyle=|<style|<script(?![^>]*\bsrc=)|\son\w+=", html), where


def test_ids_are_unique_on_every_page(at: At) -> None:
    at.begin()
    for page, client in (("watch/", at.sam), ("me/", at.pip), ("me/sheet/", at.quill), ("me/saw/", at.quill)):
        ids: list[Any] = re.findall(r'\sid="([^"]+)"', markup(client.get(at.url(page))))
        assert sorted(ids) == sorted(set(ids)), page


# Hit points in the rows of the strip.


def list_health(**options: str) -> list[str]:
    """Return the health in the rows of the strip, once orders are closed."""
    at = prepared_fight(options={f"table.{name}": value for name, value in options.items()})
    at.sit()
    at.begin()
    close(at)
    rows = re.findall(r'<span class="health.*?</span>', markup(at.sam.get(at.url("watch/"))), re.S)
    return [" ".join(re.sub("<[^>]*>", " ", row).split()) for row in rows]


@pytest.mark.usefixtures("transactional_db")
def test_the_strip_shows_hit_points_by_the_grade_of_each_side() -> None:
    found = list_health(party_hp="numbers", foe_hp="words")
    assert found == ["38 of 38 hp", "14 of 14 hp", "24 of 24 hp", "unhurt", "unhurt", "unhurt"]


@pytest.mark.usefixtures("transactional_db")
def test_the_strip_shows_no_health_that_the_table_hides() -> None:
    assert list_health(party_hp="hidden", foe_hp="hidden") == []
