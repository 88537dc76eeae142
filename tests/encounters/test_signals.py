"""Signals on a phone, a table screen and the DM's laptop.

They are asked for once, and off until they are turned on.
"""

import json
import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from encounters import seat_moves, seats, services
from encounters.live.audience import ConnectedAudience
from encounters.log import read_log
from encounters.log_reader import read_seat_states
from encounters.models import Seat
from encounters.screens.dm.log import count_missed
from encounters.viewers import Role, Viewer, hash_secret
from rules.kernel import events as e
from rules.kernel.inputs import Change
from tests.encounters.compact import compact
from tests.encounters.seated import HTMX, At, markup, prepared_fight, words
from tests.encounters.test_narration import BLOW, STATE
from tests.encounters.test_phone_following import close

ALL = ["orders", "asked", "next", "received", "nudge", "touch", "sound"]


def signs(html: str) -> dict[str, str]:
    """Return the attributes of the part that says what is to be signalled, without its cursor."""
    found = re.search(r"<div (id=\"signals(?:-\d)?\"[^>]*)></div>", compact(html))
    assert found is not None
    given = dict(re.findall(r'([\w-]+)(?:="([^"]*)")?', found[1]))
    return {name: value for name, value in given.items() if name.startswith("data-") and name not in CURSOR}


CURSOR = ("data-at", "data-epoch")


def now(at: At, client: Client, who: str = "") -> dict[str, str]:
    """Return what somebody's page signals now."""
    return signs(markup(client.get(at.url("me/"), {"who": who} if who else {})))


def seat(at: At, name: str) -> Seat:
    return Seat.objects.get(campaign=at.encounter.campaign, name=name)


def viewer(at: At, name: str) -> Viewer:
    return Viewer(at.encounter.pk, Role(seat(at, name).kind), seat(at, name).pk, name)


# Turned on, and off.


def test_every_phone_is_silent_until_it_is_turned_on(at: At) -> None:
    assert now(at, at.quill)["data-signals"] == ""


def test_one_tap_on_the_first_screen_turns_everything_on(transactional_db: None) -> None:
    at = prepared_fight()
    at.sit()
    page = markup(at.quill.get(at.url("me/")))
    offered = re.findall(r'<input type="hidden" name="alert" value="(\w+)">', page)
    assert offered == ALL
    answered = at.quill.post(at.url("me/signals/"), {"alert": offered}, headers=HTMX)
    assert signs(markup(answered))["data-signals"].split() == ALL
    first = words(at.quill.get(at.url("me/")))
    assert "Your phone signals you while it shows this page" in first
    assert "Off until you turn it on" not in first
    assert now(at, at.pip)["data-signals"] == ""


def test_it_is_offered_until_the_first_round_is_over(at: At) -> None:
    offer = "A sound and a buzz when it is your turn"
    assert offer not in words(at.quill.get(at.url("me/")))  # Quill is asked
    at.answer(at.quill, action="G", target="orc-1")
    assert offer in words(at.quill.get(at.url("me/")))
    close(at)
    at.finish()
    at.begin()
    at.answer(at.quill, action="C")
    assert offer not in words(at.quill.get(at.url("me/")))


def test_each_is_chosen_on_a_plain_page(at: At) -> None:
    assert "Sound and vibration" in words(at.quill.get(at.url("me/sheet/")))
    answered = at.quill.post(at.url("me/signals/"), {"alert": ["asked", "touch"]})
    assert answered.status_code == 303
    page = markup(at.quill.get(at.url("me/signals/")))
    assert re.findall(r'value="(\w+)" checked', page) == ["asked", "touch"]
    assert now(at, at.quill)["data-signals"] == "asked touch"
    at.quill.post(at.url("me/signals/"), {})
    assert now(at, at.quill)["data-signals"] == ""


def test_what_there_is_not_to_choose_is_refused(at: At) -> None:
    answered = at.quill.post(at.url("me/signals/"), {"alert": ["fireworks"]})
    assert answered.status_code == 400
    assert "There is no alert" in words(answered)
    assert seat(at, "Quill").alerts == []


def test_another_device_is_silent_again(at: At) -> None:
    seats.set_alerts(viewer(at, "Quill"), ALL)
    secret = seat_moves.make_link(viewer(at, "Quill"))
    assert seat_moves.follow_link(secret).seat.alerts == []
    assert seat(at, "Quill").token_hash != hash_secret(secret)


@pytest.mark.parametrize("mute", ["one", "all"])
def test_what_the_dm_mutes_is_off_on_the_open_page_at_once(at: At, mute: str) -> None:
    quill = viewer(at, "Quill")
    seats.set_alerts(quill, ALL)
    audience = shown(at, quill)
    if mute == "one":
        seats.mute(at.dora, quill.seat_id or 0, True)
    else:
        seats.mute_all(at.dora, True)
    pushed = signs(json.loads(look(at, audience) or "")["beside"])
    assert pushed["data-signals"] == ""
    assert now(at, at.quill)["data-signals"] == ""
    assert "The DM has muted this phone." in words(at.quill.get(at.url("me/signals/")))
    assert seat(at, "Pip").muted == (mute == "all")
    seats.mute_all(at.dora, False)
    assert now(at, at.quill)["data-signals"].split() == ALL


def test_the_dm_mutes_all_with_one_button(at: At) -> None:
    dora = Client()
    dora.force_login(at.encounter.campaign.find_owner())
    url = f"/e/{at.encounter.pk}/"
    assert "Mute all" in words(dora.get(f"{url}join/"))
    assert dora.post(f"{url}mute/", {"on": "1"}).status_code == 303
    assert seat(at, "Quill").muted
    assert "Unmute all" in words(dora.get(f"{url}join/"))
    assert at.quill.post(f"{url}mute/", {"on": ""}).status_code in (302, 403)
    assert seat(at, "Quill").muted


def shown(at: At, who: Viewer) -> ConnectedAudience:
    """Return an audience as the hub keeps it, up to now."""
    audience = ConnectedAudience(who)
    look(at, audience)
    return audience


def look(at: At, audience: ConnectedAudience) -> str | None:
    """Return the frame that is published to an audience now."""
    seat_states = read_seat_states(at.encounter.pk)
    return audience.read(read_log(at.encounter.pk), seat_states.get(audience.viewer.seat_id or 0))


# What is signalled.


def test_open_orders_are_one_signal_for_both_of_ones_characters(at: At) -> None:
    first = now(at, at.pip)
    assert len(first["data-cue-orders"].split()) == 2
    assert "data-cue-asked" not in first
    assert "data-awake" in first
    at.answer(at.pip, "otis", action="C")
    second = now(at, at.pip)
    assert set(second["data-cue-orders"].split()) < set(first["data-cue-orders"].split())


def test_an_order_that_is_in_is_signalled_and_the_screen_may_sleep(at: At) -> None:
    before = now(at, at.quill)
    at.answer(at.quill, action="G", target="orc-1")
    after = now(at, at.quill)
    assert ("data-cue-received" in before, "data-cue-received" in after) == (False, True)
    assert "data-cue-orders" not in after
    assert "data-awake" not in after


def test_ones_other_character_is_named_in_the_title(at: At) -> None:
    at.answer(at.pip, "otis", action="C")
    assert now(at, at.pip, "otis")["data-title"] == "Jaroo is asked"
    assert now(at, at.pip, "jaroo")["data-title"] == "Jaroo: your order"


def test_you_are_next_is_signalled_once_where_the_banner_says_it(at: At) -> None:
    at.answer(at.quill, action="D", how="spell", spell="magic_user_web", target="orc-1")
    close(at)
    found: list[str] = []
    while not at.state.between_rounds:
        page = markup(at.quill.get(at.url("me/")))
        assert ("You are next" in page) == ("data-cue-next" in signs(page))
        found += [signs(page).get("data-cue-next", "")]
        at.step()
    keys = set(found) - {""}
    assert len(keys) == 1  # the same deed, however often the page is drawn


def test_who_is_hidden_neither_hastens_nor_stills_you_are_next(at: At) -> None:
    at.answer(at.quill, action="D", how="spell", spell="magic_user_web", target="orc-1")
    close(at)
    at.step_to(1)
    before = now(at, at.quill)
    services.rule(at.dora, at.tap(), [Change("canary", "hp", 1)], "in the dark", secret=True)
    assert now(at, at.quill) == before


# Screens.


def test_a_table_screen_ticks_and_stays_lit(at: At) -> None:
    close(at)
    at.step_to(2)
    assert signs(markup(at.sam.get(at.url("watch/")))) == {
        "data-signals": "",
        "data-cue-segment": "1.2",
        "data-awake": "",
    }


def test_a_replay_keeps_no_screen_lit(at: At) -> None:
    close(at)
    at.step_to(2)
    assert "data-awake" not in markup(at.quill.get(at.url("round/1/")))


# While the line was down.


def test_what_was_missed_is_counted_and_read_in_order(at: At) -> None:
    at.answer(at.quill, action="D", how="spell", spell="long_words", target="orc-1")
    close(at)
    at.step_to(1)
    page = markup(at.quill.get(at.url("me/")))
    cursor = re.search(r'data-live="[^"]*" data-at="(\d+)" data-epoch="([\d.]+)" data-missed="([^"]+)"', page)
    assert cursor is not None
    since = {"from": cursor[1], "epoch": cursor[2]}
    assert at.quill.get(cursor[3], since, headers=HTMX).status_code == 204
    at.step_to(3)
    line = markup(at.quill.get(cursor[3], since, headers=HTMX))
    assert "Back. You missed 2 segments." in line
    link = re.search(r'href="([^"]+)"', line)
    assert link is not None
    read = markup(at.quill.get(link[1].replace("&amp;", "&")))
    told = re.search(r"While you were away</h2>(.*?)</section>", read, re.S)
    assert told is not None
    assert re.findall(r"<li><b>(\w+)</b>", told[1]) == ["2", "3"]
    assert "canary" not in read.lower()


@pytest.mark.parametrize("since", ["", "-1", "x", "99999999999", "7&epoch=9.9"])
def test_a_cursor_that_says_nothing_misses_nothing(at: At, since: str) -> None:
    address = at.url("me/missed/")
    assert at.quill.get(f"{address}?from={since}", headers=HTMX).status_code == 204
    assert at.quill.get(f"{address}?from={since}").status_code == 200


def test_a_hit_and_its_damage_are_one_new_line() -> None:
    hit = e.Attacked(who="otis", target="orc-1", weapon="sword_long", hit=True, **BLOW)
    harm = e.Damaged(who="orc-1", by="otis", amount=3, left=2, source="sword_long")
    view: Any = SimpleNamespace(state=STATE, log=[SimpleNamespace(event=each) for each in (hit, harm)])
    assert count_missed(view, 0) == 1


def test_the_dm_is_told_how_many_lines_are_new(at: At) -> None:
    dora = Client()
    dora.force_login(at.encounter.campaign.find_owner())
    url = f"/e/{at.encounter.pk}/"
    close(at)
    at.step_to(1)
    since = len(read_log(at.encounter.pk))
    assert dora.get(f"{url}missed/", {"from": since}).status_code == 204
    at.finish()
    page = markup(dora.get(url))
    fresh = [int(n) for n in re.findall(r'data-entry="(\d+)"', page) if int(n) >= since]
    told = markup(dora.get(f"{url}missed/", {"from": since}))
    assert fresh
    assert f"Back. {len(fresh)} event{'s' if len(fresh) > 1 else ''} while you were away." in told
    assert at.quill.get(f"{url}missed/", {"from": since}).status_code in (302, 403)
