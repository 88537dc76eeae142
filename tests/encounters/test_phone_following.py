"""A player's phone while the round is played.

Messages, questions, the sheet, what was seen, real dice.
"""

import re

import pytest

from encounters import services
from encounters.models import Input
from encounters.selectors import read_view
from rules.kernel.inputs import Change
from tests.encounters.seated import At, markup, prepared_fight, text, words
from tests.encounters.test_phone import declared

# Following.


def close(at: At) -> None:
    """Close orders, with what is missing at its default."""
    services.close(at.dora, at.tap())


def test_the_same_as_last_round_comes_first(at: At) -> None:
    at.answer(at.quill, action="G", target="orc-1")
    close(at)
    at.finish()
    at.begin()
    assert "Likely G Dagger on Orc 1 Same as last round: " in words(at.quill.get(at.url("me/")))
    at.quill.post(at.url("me/answer/"), {"token": at.token(at.quill), "tap": "again", "again": "1"})
    assert declared("tenser") == ["G", "G"]


def test_the_same_as_last_round_is_not_offered_at_foes_who_are_out_of_the_fight(at: At) -> None:
    at.answer(at.quill, action="G", target="orc-1")
    close(at)
    at.finish()
    services.rule(at.dora, at.tap(), [Change("orc-1", "asleep", "yes")])
    at.begin()
    assert "Same as last round" not in words(at.quill.get(at.url("me/")))


def test_the_same_as_last_round_is_not_offered_where_it_is_forbidden(at: At) -> None:
    at.answer(at.quill, action="D", how="spell", spell="magic_user_sleep", target="orc-1")
    close(at)
    at.finish()
    at.begin()
    assert "Same as last round" not in words(at.quill.get(at.url("me/")))


def test_what_happens_is_told_segment_by_segment(at: At) -> None:
    at.answer(at.quill, action="D", how="spell", spell="magic_user_web", target="orc-1")
    close(at)
    at.step_to(2)
    page = words(at.quill.get(at.url("me/")))
    assert "You begin web on Orc 1." in page
    assert "Shaman begins a prayer." in page


def test_the_player_of_several_is_told_them_by_name(at: At) -> None:
    at.answer(at.pip, "jaroo", action="D", how="spell", spell="cleric_cure_light_wounds", target="otis")
    close(at)
    at.step_to(1)
    assert "Jaroo begins cure light wounds on Otis." in words(at.pip.get(at.url("me/")))


def test_the_next_deed_is_shown_above_and_said_once(at: At) -> None:
    at.answer(at.quill, action="G", target="orc-1")
    close(at)
    at.step_to(1)
    page = words(at.quill.get(at.url("me/")))
    assert re.search(r"Still to come in segment \d+: close with Orc 1\.", page)
    assert "Your order “" not in page, "it is said once"


def test_a_blow_that_became_closing_is_not_called_done(at: At) -> None:
    at.answer(at.quill, action="G", target="orc-1")
    close(at)
    at.finish()
    page = words(at.quill.get(at.url("me/")))
    assert "“Dagger on Orc 1.” You couldn’t reach the target, so you closed in." in page


def test_a_blow_at_one_who_charged_in_is_not_called_the_order_done(at: At) -> None:
    at.answer(at.pip, "otis", action="G", target="shaman")
    close(at)
    at.finish()
    page = words(at.pip.get(at.url("me/"), {"who": "otis"}))
    assert re.search("Otis hits Orc 2 with the long sword|Otis misses Orc 2 with the long sword", page)
    assert "“Long sword on Shaman.” You couldn’t reach the target, so you closed in." in page


def test_a_segment_of_surprise_asks_for_an_order_of_its_own(transactional_db: None) -> None:
    at = prepared_fight("surprise")
    at.sit()
    services.open_encounter(at.dora)
    services.begin_round(at.dora, at.tap())
    while not at.state.clock:
        at.step()
    page = words(at.quill.get(at.url("me/")))
    assert "Your order, surprise segment 1" in page


def begun_in_surprise() -> At:
    """Return a fight in which Tenser's spell was begun in surprise, and round 1 asks for orders."""
    at = prepared_fight("surprise")
    at.sit()
    services.open_encounter(at.dora)
    services.begin_round(at.dora, at.tap())
    while not at.state.clock:
        at.step()
    at.answer(at.quill, action="D", how="spell", spell="long_words", target="orc-1")
    close(at)
    at.finish()
    at.begin()
    return at


def test_a_spell_under_way_goes_on_unless_something_else_is_chosen(transactional_db: None) -> None:
    at = begun_in_surprise()
    page = words(at.quill.get(at.url("me/")))
    assert "You have begun: long words on Orc 1. It goes on unless something else is chosen." in page
    assert "Go on: long words on Orc 1" in page


def test_a_spell_under_way_goes_on_at_one_tap(transactional_db: None) -> None:
    at = begun_in_surprise()
    at.quill.post(at.url("me/answer/"), {"token": at.token(at.quill), "tap": "again", "again": "1"})
    assert declared("tenser")[-1] == "D"


def test_a_spell_under_way_goes_on_in_silence(transactional_db: None) -> None:
    at = begun_in_surprise()
    close(at)
    assert at.state.declared["tenser"].what == "long_words"


def test_the_sheet_shows_numbers_and_spells_left(at: At) -> None:
    page = words(at.quill.get(at.url("me/sheet/")))
    assert "Hit points 14 of 14" in page
    assert re.search(r"Sleep 1 left 1 segment", page)


def test_what_i_saw_can_be_kept_as_text(at: At) -> None:
    close(at)
    at.finish()
    kept = at.quill.get(at.url("me/saw.txt"))
    assert kept["Content-Disposition"] == 'attachment; filename="what-i-saw.txt"'
    assert text(kept).startswith("Hall of the Broken Pillar\nAs seen by Tenser\n\nRound 1\n")


def test_what_the_dm_told_stands_in_what_i_saw(at: At) -> None:
    close(at)
    at.finish()
    services.publish_recap(at.dora, at.tap(), 1, "For one breath the orcs stood still.")
    assert "Recap: For one breath the orcs stood still." in words(at.quill.get(at.url("me/saw/")))


def test_what_the_dm_told_stands_on_the_phone_while_its_player_waits(at: At) -> None:
    close(at)
    at.finish()
    assert "For one breath" not in words(at.quill.get(at.url("me/")))
    services.publish_recap(at.dora, at.tap(), 1, "For one breath the orcs stood still.")
    assert "Recap of round 1 For one breath the orcs stood still." in words(at.quill.get(at.url("me/")))
    services.begin_round(at.dora, at.tap())
    assert "For one breath" in words(at.quill.get(at.url("me/")))  # the foes are given their orders
    for who in [each.who for each in at.state.open]:
        at.order(who, action="C")
    assert "For one breath" not in words(at.quill.get(at.url("me/")))
    at.answer(at.quill, action="C")
    assert "For one breath" in words(at.quill.get(at.url("me/")))
    services.end(at.dora, at.tap())
    services.publish_recap(at.dora, at.tap(), 2, "Then it was still.")
    assert "Then it was still." in words(at.quill.get(at.url("me/")))


def test_taking_back_asks_again(at: At) -> None:
    at.answer(at.quill, action="C")
    position = Input.objects.order_by("-position").values_list("position", flat=True)[0]
    services.take_back(at.dora, at.tap(), position - 1, "wrong orc")
    assert at.token(at.quill)


def test_when_the_fight_is_over_what_was_seen_stays(at: At) -> None:
    services.end(at.dora, at.tap())
    page = words(at.quill.get(at.url("me/")))
    assert "The fight is over What you saw stays here." in page


# Dice.


@pytest.fixture
def dicing(at: At) -> At:
    """Tenser strikes an orc beside him, and Quill rolls real dice."""
    services.rule(at.dora, at.tap(), [Change("tenser", "moved", [3, 0])])
    at.quill.post(at.url("me/types/"), {"who": "tenser", "on": "1", "tap": "dice"})
    at.answer(at.quill, action="G", target="orc-1")
    close(at)
    while not at.state.open_rolls:
        at.step()
    return at


def roll_token(at: At) -> str:
    found = re.search(r'id="d-[^"]+".*?name="token" value="([^"]+)"', markup(at.quill.get(at.url("me/"))), re.S)
    assert found
    return found[1]


def test_real_dice_are_asked_for_with_faces_as_keys(dicing: At) -> None:
    page = at_words = words(dicing.quill.get(dicing.url("me/")))
    assert "Roll to hit Orc 1 with the dagger (d20)" in page
    assert "Roll it for me" in at_words
    assert len(re.findall(r'name="answer.face.0"', markup(dicing.quill.get(dicing.url("me/"))))) == 20


def test_a_typed_face_goes_to_the_table_as_typed(dicing: At) -> None:
    given = {"token": roll_token(dicing), "tap": "f", "answer.face.0": "14", "done": "1"}
    assert dicing.quill.post(dicing.url("me/dice/"), given).status_code == 303
    events = read_view(dicing.dora).all_events
    rolled = [roll for event in events for roll in event.rolls if roll.purpose == "to_hit" and roll.by == "tenser"]
    assert [(roll.faces, roll.source) for roll in rolled] == [((14,), "typed")]


def test_the_table_may_roll_instead(dicing: At) -> None:
    given = {"token": roll_token(dicing), "tap": "f", "mine": "server"}
    dicing.quill.post(dicing.url("me/dice/"), given)
    rolled = [
        roll for event in read_view(dicing.dora).all_events for roll in event.rolls
        if roll.purpose == "to_hit" and roll.by == "tenser"
    ]  # fmt: skip
    assert [roll.source for roll in rolled] == ["seed"]


@pytest.mark.parametrize("face", ["", "21", "0", "many"])
def test_a_face_that_no_die_has_is_a_clear_message(dicing: At, face: str) -> None:
    given = {"token": roll_token(dicing), "tap": "f", "answer.face.0": face, "done": "1"}
    answered = dicing.quill.post(dicing.url("me/dice/"), given)
    assert (answered.status_code, 'role="alert"' in markup(answered)) == (400, True)


def test_dice_already_given_are_told_so(dicing: At) -> None:
    token = roll_token(dicing)
    dicing.quill.post(dicing.url("me/dice/"), {"token": token, "tap": "a", "mine": "server"})
    answered = dicing.quill.post(dicing.url("me/dice/"), {"token": token, "tap": "b", "mine": "server"})
    assert answered.status_code == 409


def test_the_phone_says_what_is_left_of_a_condition(at: At) -> None:
    services.rule(at.dora, at.tap(), [Change("otis", "held", True, until=(3, 5))])
    shown = words(at.pip.get(at.url("me/?who=otis")))
    assert "held, 2 rounds left" in shown
    assert "rounds left" not in words(at.quill.get(at.url("me/")))


def test_what_one_waits_for_is_said_once_with_the_columns_of_the_round(at: At) -> None:
    at.answer(at.quill, action="D", how="spell", spell="long_words", target="orc-1")
    services.close(at.dora, at.tap())
    at.step_to(2)
    page = markup(at.quill.get(at.url("me/")))
    due = at.state.pending[[deed.who for deed in at.state.pending].index("tenser")].number
    assert f"comes in segment {due}." in page
    assert page.count("To come: ") == 0
    assert "Not yet." not in page
    assert f'<li class="due">{due}</li>' in page
    assert page.count('<li class="now">') == 1
    assert "may spoil it." in page


@pytest.mark.django_db
def test_a_foe_in_contact_with_a_caster_is_named_as_a_danger_to_the_spell() -> None:
    at = prepared_fight()
    at.sit()
    services.open_encounter(at.dora)
    services.begin_round(at.dora, at.tap())
    at.order("orc-2", action="E", how="charge", target="tenser")
    for who in ("orc-1", "shaman", "canary"):
        at.order(who, action="C")
    at.answer(at.quill, action="D", how="spell", spell="long_words", target="orc-1")
    close(at)
    at.step_to(3)
    page = words(at.quill.get(at.url("me/")))
    spoiled = "broken off" in page or "spoiled" in page  # as the dice fall: then nothing is in danger any more
    assert spoiled != ("Orc 2 is in contact with you: a hit before that may spoil it." in page)
