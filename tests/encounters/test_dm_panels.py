"""Dora's panels.

Rulings, taking back, combatants, typed dice, why, the dice, a round played before, clauses.
"""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import seats, services
from encounters.errors import RulesHaveChanged
from encounters.models import Input, Round
from encounters.screens.dm.dm_view import DmView
from encounters.screens.rendering import draw
from encounters.selectors import read_view
from encounters.templatetags.look import shorten_clause
from rules.kernel.state import State
from tests.any_procedure import PREFIX, find_clause
from tests.encounters.conftest import Table, stored
from tests.encounters.dm_browser import HTMX, Hers


@pytest.fixture
def hers(table: Table, dora: User) -> Hers:
    return Hers(table, dora)


# Rulings, taking back, combatants.


def test_a_ruling_is_made_with_a_note(hers: Hers) -> None:
    assert "now: 20" in hers.page("ruling/?who=otis&what=hp")
    given = {"who": "otis", "what": "hp", "value": "7", "note": "the floor gave way", "until": ""}
    assert hers.post("ruling/", given)[0] == 303
    assert hers.state.combatants["otis"].hp == 7
    assert "the floor gave way" in hers.page()


@pytest.mark.parametrize(
    ("what", "value", "read"),
    [
        ("moved", "12.5, 20", lambda state: state.combatants["otis"].place == (1250, 2000)),
        ("held", "", lambda state: state.combatants["otis"].has("held")),
        ("ac", "2", lambda state: state.combatants["otis"].armor_class == 2),
        ("hidden", "yes", lambda state: state.combatants["otis"].hidden),
        ("behind", "tenser", lambda state: state.combatants["otis"].behind == "tenser"),
        ("range", "orc-1, 30", lambda state: state.combatants["otis"].ranges["orc-1"] == 3000),
        ("drops", "", lambda state: state.combatants["otis"].in_hand == ""),
    ],
)
def test_any_field_is_ruled(hers: Hers, what: str, value: str, read: Callable[[State], bool]) -> None:
    hers.post("ruling/", {"who": "otis", "what": what, "value": value, "note": "so it is"})
    assert read(hers.state)


def test_the_encounter_itself_is_ruled(hers: Hers) -> None:
    hers.post("ruling/", {"who": "dm", "what": "setting", "value": "outdoors", "note": "into the yard"})
    assert hers.state.setting.value == "outdoors"


@pytest.mark.parametrize(
    "wrong",
    [
        {"note": "n" * 501},
        {"who": "ghost"},
        {"what": "purrs"},
        {"value": "many"},
        {"until": "soon"},
        {"what": "moved", "value": "12"},
        {"what": "held", "value": "perhaps"},
        {"what": "setting", "value": "moon", "who": "dm"},
        {"what": "setting", "value": "outdoors"},
    ],
)
def test_a_ruling_that_cannot_be_is_shown_again(hers: Hers, wrong: dict[str, str]) -> None:
    before = stored(hers.table.encounter)
    given = {"who": "otis", "what": "hp", "value": "7", "note": "my reasons", **wrong}
    status, text = hers.post("ruling/", dict(given))
    assert status == 400
    assert given["note"] in text
    assert stored(hers.table.encounter) == before


def test_a_secret_ruling_is_the_doms_alone(hers: Hers) -> None:
    hers.post("ruling/", {"who": "orc-1", "what": "hp", "value": "3", "note": "softly", "secret": "on"})
    assert hers.state.combatants["orc-1"].hp == 3
    assert not any(event.kind == "Ruled" for event in read_view(hers.table.pip).all_events)


def test_taking_back_lists_what_was_said_newest_first(hers: Hers) -> None:
    hers.begin()
    hers.order("jaroo")
    hers.table.wait(hers.table.pip, "otis")
    text = hers.page("take-back/")
    assert text.index("Otis: an order, sealed, by Pip") < text.index(", Jaroo:") < text.index("Round 1 opened")
    assert "(undoes 1 later step)" in text


def test_what_is_taken_back_stays_in_the_log_struck_through(hers: Hers) -> None:
    hers.begin()
    hers.order("otis")
    hers.close()
    hers.step()
    position = Input.objects.latest("position").position
    assert hers.post("take-back/", {"to": str(position - 1), "note": "pressed twice"})[0] == 303
    text = hers.page()
    assert "<s>" in text
    assert "pressed twice" in text


def test_a_second_press_takes_back_one_step_more(hers: Hers) -> None:
    hers.begin()
    for who in ("otis", "jaroo"):
        hers.order(who)
    for left in (["otis"], []):
        text = hers.page("take-back/")
        chosen = re.search(r'name="to"[^>]*value="(\d+)"[^>]*checked|value="(\d+)"[^>]*name="to"[^>]*checked', text)
        assert chosen is not None
        hers.post("take-back/", {"to": chosen[1] or chosen[2], "note": ""})
        assert [each.who for each in hers.state.open if each.sealed and each.who in ("otis", "jaroo")] == left
    assert "bring back what was taken back" in hers.page("take-back/")


@pytest.mark.parametrize("to", ["", "999", "x"])
def test_nothing_is_taken_back_to_nowhere(hers: Hers, to: str) -> None:
    hers.begin()
    before = stored(hers.table.encounter)
    assert hers.post("take-back/", {"to": to})[0] == 400
    assert stored(hers.table.encounter) == before


def test_a_combatant_comes_into_play_hidden(hers: Hers) -> None:
    hers.begin()
    given = {"id": "ogre", "side": "foes", "monster": "ogre", "hidden": "on"}
    assert hers.post("add/new/", given)[0] == 303
    assert hers.state.combatants["ogre"].hidden
    assert "ogre" not in read_view(hers.table.pip).state.combatants


def test_a_search_adds_two_in_play_beside_their_side_who_go_on_counting(hers: Hers) -> None:
    hers.begin()
    for count in (2, 1):
        assert "HD 4+1" in hers.page("add/?q=ogre")
        assert hers.post("add/pick/", {"add": f"ogre.{count}", "side": "foes"})[0] == 303
    ogres = [each for each in hers.state.combatants.values() if each.stat_block.creature.kind == "ogre"]
    assert [each.name for each in ogres] == ["Ogre 1", "Ogre 2", "Ogre 3"]
    assert len({each.place for each in hers.state.combatants.values()} & {each.place for each in ogres}) == 3
    assert all(each.hp > 0 and each.place != (0, 0) for each in ogres)


@pytest.mark.parametrize("given", [{"add": "ogre.0"}, {"add": "ogr.1"}, {"add": "ogre.1", "wave": "x"}, {}])
def test_a_press_of_the_search_that_cannot_be_says_why(hers: Hers, given: dict[str, str]) -> None:
    hers.begin()
    before = stored(hers.table.encounter)
    status, text = hers.post("add/pick/", {"q": "ogre", **given})
    assert (status, "HD 4+1" in text, 'role="alert"' in text) == (400, True, True)
    assert stored(hers.table.encounter) == before


def test_one_of_a_later_wave_is_added_in_play(hers: Hers) -> None:
    hers.begin()
    assert hers.post("add/pick/", {"add": "ogre.2", "wave": "3", "hidden": "on"})[0] == 303
    assert [(each.name, each.start.wave, each.start.hidden) for each in hers.state.coming] == [
        ("Ogre 1", 3, True), ("Ogre 2", 3, True)
    ]  # fmt: skip


@pytest.mark.parametrize("wrong", [{"id": "otis"}, {"monster": "ogr"}])
def test_a_combatant_that_cannot_come_says_why(hers: Hers, wrong: dict[str, str]) -> None:
    before = stored(hers.table.encounter)
    status, text = hers.post("add/new/", {"id": "ogre", "name": "Grub", "side": "foes", "monster": "ogre", **wrong})
    assert status == 400
    assert "Grub" in text
    assert stored(hers.table.encounter) == before


def test_a_combatant_is_shown_in_full_with_its_rulings(hers: Hers) -> None:
    text = hers.page("combatant/otis/")
    assert "20 of 20" in text
    assert "ruling/?who=otis&amp;what=hp" in text
    assert hers.client.get(f"{hers.url}combatant/ghost/").status_code == 404


def test_an_old_address_of_a_combatant_leads_to_its_page(hers: Hers) -> None:
    moved = hers.client.get(f"{hers.url}figure/otis/?from=map")
    assert (moved.status_code, moved["Location"]) == (308, f"{hers.url}combatant/otis/?from=map")


def test_what_is_posted_to_an_old_address_is_taken_once(hers: Hers) -> None:
    given = {"what": "hp", "value": "-5", "tap": "before"}
    for _ in range(2):
        assert hers.client.post(f"{hers.url}figure/otis/change/", given, follow=True).status_code == 200
    assert hers.state.combatants["otis"].hp == 15


def test_dice_are_typed_from_now_on(hers: Hers) -> None:
    hers.post("combatant/otis/types/", {"on": "1"})
    hers.begin()
    hers.order("otis")
    hers.close()
    hers.step()
    roll = hers.state.open_rolls[0]
    assert re.search(r"Otis rolls to hit[^(<]* \(d20\)", hers.page())
    assert hers.post("faces/", {"token": roll.token, "answer.face.0": "17"})[0] == 303
    attacked = next(event for event in read_view(hers.table.dora).all_events if event.kind == "Attacked")
    assert (attacked.face, attacked.rolls[0].source) == (17, "typed")  # type: ignore[attr-defined]


@pytest.mark.parametrize("face", ["21", "0", "six", ""])
def test_a_face_the_die_does_not_have_is_not_taken(hers: Hers, face: str) -> None:
    hers.post("combatant/otis/types/", {"on": "1"})
    hers.begin()
    hers.order("otis")
    hers.close()
    hers.step()
    token = hers.state.open_rolls[0].token
    before = stored(hers.table.encounter)
    assert hers.post("faces/", {"token": token, "answer.face.0": face})[0] == 400
    assert stored(hers.table.encounter) == before


def test_the_server_rolls_for_whoever_has_no_dice(hers: Hers) -> None:
    hers.post("combatant/otis/types/", {"on": "1"})
    hers.begin()
    hers.order("otis")
    hers.close()
    hers.step()
    hers.post("faces/", {"token": hers.state.open_rolls[0].token, "roll": "server"})
    assert not hers.state.open_rolls


def test_a_combatant_is_given_to_a_seat_and_taken_again(hers: Hers) -> None:
    hers.post("combatant/jaroo/plays/", {"seat": str(hers.table.pip.seat_id)})
    assert "jaroo" in read_view(hers.table.pip).viewer_log.viewpoint.characters
    hers.post("combatant/jaroo/plays/", {"seat": ""})
    assert "jaroo" not in read_view(hers.table.pip).viewer_log.viewpoint.characters
    assert hers.post("combatant/jaroo/plays/", {"seat": "999"})[0] == 409


def test_whoever_is_awaited_is_nudged(hers: Hers, monkeypatch: pytest.MonkeyPatch) -> None:
    nudged: list[int] = []
    monkeypatch.setattr(services, "remind", lambda viewer, pk: nudged.append(pk))
    hers.begin()
    assert hers.post("nudge/", {"seat": str(hers.table.pip.seat_id)})[0] == 303
    hers.post("nudge/")
    assert nudged == [hers.table.pip.seat_id, hers.table.pip.seat_id, hers.table.quill.seat_id]
    assert hers.post("nudge/", {"seat": "Pip"})[0] == 400


@pytest.mark.parametrize("htmx", [{}, HTMX])
def test_whose_phone_makes_no_sound_is_told_when_he_is_nudged(hers: Hers, htmx: dict[str, str]) -> None:
    hers.begin()
    table = hers.table
    seats.set_alerts(table.pip, ["nudge", "sound"])
    assert "makes no sound" not in told(hers, {"seat": table.pip.seat_id}, htmx)
    seats.set_alerts(table.pip, ["asked", "sound"])
    silent = "Pip’s phone makes no sound: the reminder only stands on its screen."
    assert silent in told(hers, {"seat": table.pip.seat_id}, htmx)
    seats.set_alerts(table.pip, ["nudge"])
    assert silent in told(hers, {"seat": table.pip.seat_id}, htmx)
    seats.mute(table.dora, table.pip.seat_id or 0, True)
    muted = "Pip’s phone is muted by you: no reminder reaches it."
    assert muted in told(hers, {"seat": table.pip.seat_id}, htmx)
    assert f"{muted} {silent.replace('Pip', 'Quill')}" in told(hers, {}, htmx)


def told(hers: Hers, given: dict[str, object], headers: dict[str, str]) -> str:
    """Return the words of Dora's page after a nudge.

    They are the fragments by htmx, else the page that she is sent back to.
    """
    _, text = hers.post("nudge/", given, **headers)
    return text or hers.page()


def test_the_row_says_whose_phone_makes_no_sound(hers: Hers) -> None:
    hers.begin()
    seats.set_alerts(hers.table.pip, ["nudge", "touch"])
    seats.mute(hers.table.dora, hers.table.quill.seat_id or 0, True)
    assert re.findall(r"(\w+’s phone[^<]*)<", hers.page()) == ["Pip’s phone", "Quill’s phone, muted"]
    loud = draw(read_view(hers.table.dora)).models
    seats.set_alerts(hers.table.pip, [])
    drawing = draw(read_view(hers.table.dora))
    changed = drawing.list_changed(loud)
    assert [name for _, name in changed] == ["board"]
    assert "Pip’s phone, sound off" in drawing.render(changed)


# Reading: why, the dice, replay, clauses.


def test_why_this_order_can_be_asked_at_any_time(hers: Hers) -> None:
    assert "nothing is pending" in hers.page("why/")
    hers.play_round()
    assert "Why this order?" in hers.page("why/")


def test_the_dice_page_has_promise_and_seed_and_checks_each_face(hers: Hers) -> None:
    hers.play_round()
    row = Round.objects.get(number=1)
    text = hers.page("dice/1/")
    assert row.promises[0] in text
    assert row.open_seed in text
    assert row.dm_seed in text
    assert "matches" in text
    assert "the seed keeps the promise" in text


def test_no_seed_is_shown_while_its_round_is_played(hers: Hers) -> None:
    hers.begin()
    row = Round.objects.get(number=1)
    assert row.open_seed not in hers.page("dice/1/")


def test_a_round_played_before_is_read_again(hers: Hers) -> None:
    hers.play_round()
    services.publish_recap(hers.table.dora, hers.table.tap(), 1, "They met at the bridge.")
    hers.begin()
    text = hers.page("round/1/")
    assert "They met at the bridge." in text
    assert "Round 1" in text
    assert hers.page("round/1/?at=1")


@pytest.mark.parametrize("page", ["round/7/", "dice/7/"])
def test_a_round_that_was_not_played_is_404(hers: Hers, page: str) -> None:
    hers.play_round()
    assert hers.client.get(hers.url + page).status_code == 404


def test_a_clause_has_a_page_and_a_note() -> None:
    page = Client().get(f"/rule/{find_clause()}").content.decode()
    assert shorten_clause(find_clause()) in page
    assert "<html" in page
    note = Client().get(f"/rule/{find_clause()}", headers={"hx-request": "true"}).content.decode()
    assert "<html" not in note
    assert Client().get(f"/rule/{PREFIX}.NOWHERE").status_code == 404


def test_a_seat_that_is_released_is_the_doms_again(hers: Hers) -> None:
    hers.begin()
    seats.release(hers.table.dora, hers.table.pip.seat_id)
    assert DmView.of(read_view(hers.table.dora)).is_mine("otis")


# When things go wrong.


def test_a_ruled_face_falls_when_the_die_falls_again(hers: Hers) -> None:
    hers.begin()
    hers.order("otis")
    hers.close()
    hers.step()
    assert "Change a die" in hers.page("dice/1/")
    before = next(event for event in read_view(hers.table.dora).all_events if event.kind == "Attacked")
    face = 20 if before.face != 20 else 19  # type: ignore[attr-defined]
    die = "face/?purpose=to_hit&by=otis&sides=20&n=0"
    assert f"it showed {before.face}" in hers.page(die)  # type: ignore[attr-defined]
    assert hers.post(die, {"face": str(face), "note": "it fell off the table"})[0] == 303
    hers.step()
    attacked = [event for event in DmView.of(read_view(hers.table.dora)).events if event.kind == "Attacked"]
    assert (attacked[-1].face, attacked[-1].rolls[0].source) == (face, "ruled")  # type: ignore[attr-defined]


@pytest.mark.parametrize("given", [{"face": "21", "note": "x"}, {"face": "5", "note": ""}, {}])
def test_a_face_is_ruled_within_its_die_and_with_a_note(hers: Hers, given: dict[str, str]) -> None:
    hers.begin()
    hers.order("otis")
    hers.close()
    hers.step()
    before = stored(hers.table.encounter)
    assert hers.post("face/?purpose=to_hit&by=otis&sides=20&n=0", given)[0] == 400
    assert stored(hers.table.encounter) == before


def test_a_die_that_has_not_fallen_is_404(hers: Hers) -> None:
    hers.begin()
    assert hers.post("face/?purpose=to_hit&by=otis&sides=20&n=0")[0] == 404


def test_the_hidden_seed_is_published_after_the_fight(hers: Hers) -> None:
    hers.play_round()
    assert hers.post("dice/1/publish/")[0] == 409
    hers.post("end/", {"note": ""})
    assert "Publish the hidden seed" in hers.page("dice/1/")
    hers.post("dice/1/publish/")
    assert Round.objects.get(number=1).dm_seed_published


def test_a_round_whose_rules_have_changed_is_reopened(hers: Hers, monkeypatch: pytest.MonkeyPatch) -> None:
    hers.begin()
    hers.close()
    token = hers.token("dm")

    def changed(*given: object) -> None:
        raise RulesHaveChanged("These rules were updated during the round and give another result.")

    with monkeypatch.context() as patched:
        patched.setattr(services, "answer", changed)
        status, text = hers.post("next/", {"token": token})
    assert status == 409
    assert "Reopen the round" in text
    assert hers.post("reopen/")[0] == 303
    assert hers.state.between_rounds
    assert hers.state.round == -1


def test_a_fight_whose_rules_have_changed_can_be_ended(hers: Hers) -> None:
    hers.begin()
    assert hers.post("end-anyway/")[0] == 303
    assert hers.state.ended


def test_from_a_panel_htmx_is_sent_back_to_the_fight(hers: Hers) -> None:
    hers.begin()
    hers.close()
    why, ruling = (f"http://testserver{hers.url}{rest}" for rest in ("why/", "ruling/"))
    step = {"token": hers.token("dm")}
    first = hers.client.post(f"{hers.url}next/", step, headers={"hx-request": "true", "hx-current-url": why})
    assert first.headers["HX-Redirect"] == f"{hers.url}why/"
    again = hers.client.post(f"{hers.url}next/", step, headers={"hx-request": "true", "hx-current-url": ruling})
    assert (again.status_code, again.headers["HX-Redirect"]) == (409, hers.url)
    assert "already answered" in hers.page()


def test_a_recap_that_is_too_long_is_not_lost(hers: Hers) -> None:
    hers.play_round()
    status, text = hers.post("round/1/recap/", {"text": "They met. " * 2500})
    assert status == 400
    assert text.count("They met.") >= 2500


def test_a_recap_is_drafted_again(hers: Hers) -> None:
    hers.play_round()
    services.publish_recap(hers.table.dora, hers.table.tap(), 1, "They met at the bridge.")
    assert "They met at the bridge." in hers.page()
    assert "They met at the bridge." not in hers.page("?draft=again")
