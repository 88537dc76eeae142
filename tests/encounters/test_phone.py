"""A player's phone: orders in at most four taps, questions, dice, what was seen.

All by plain posts and by htmx.
"""

import html
import re
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.test import Client

from encounters.models import Declaration, Input
from encounters.screens.rendering import draw
from encounters.selectors import read_view
from encounters.viewers import Role, Viewer
from tests.any_procedure import PREFIX
from tests.encounters.seated import HTMX, At, buttons, markup, words


def tap_through(at: At, client: Client, *taps: tuple[str, str], who: str = "") -> str:
    """Post each choice as its button does, and follow; the address of the last step."""
    address = at.url("me/") + (f"?who={who}" if who else "")
    for name, value in taps:
        page = client.get(address)
        hidden = re.findall(r'<input type="hidden" name="(answer\.[^"]+|more|token)" value="([^"]*)"', markup(page))
        answered = client.post(at.url("me/answer/") + (f"?who={who}" if who else ""), {**dict(hidden), name: value})
        assert answered.status_code == 303, words(answered)
        address = answered["Location"]
    return address


def declared(who: str) -> list[str]:
    return [each.action for each in Declaration.objects.filter(who=who)]


# Declaring.


def test_the_letters_stand_in_their_order(at: At) -> None:
    assert [each[-1] for each in buttons(at.quill.get(at.url("me/")))] == ["A", "B", "C", "D", "E", "G"]


def test_impossible_letters_are_folded_away_with_reason_and_clause(at: At) -> None:
    page = at.quill.get(at.url("me/"))
    assert re.search(r"G Strike .* 2 not possible now P Psionics You have no psionic powers", words(page))
    assert f'href="/rule/{PREFIX}.' in markup(page)


def test_three_taps_and_the_seal_make_a_spell(at: At) -> None:
    step = tap_through(at, at.quill, ("answer.action", "D"), ("answer.how", "spell>magic_user_sleep"))
    given = dict(parse_qsl(urlsplit(step).query))
    posted = {**given, "token": at.token(at.quill), "tap": "t1", "answer.target": "orc-1", "done": "1"}
    answered = at.quill.post(at.url("me/answer/"), posted)
    assert (answered.status_code, answered["Location"], declared("tenser")) == (303, at.url("me/"), ["D"])


def test_what_was_tapped_stands_in_the_address(at: At) -> None:
    step = tap_through(at, at.quill, ("answer.action", "D"), ("answer.how", "spell>magic_user_web"))
    assert parse_qsl(urlsplit(step).query) == [
        ("for", at.token(at.quill)),
        ("answer.action", "D"),
        ("answer.how", "spell>magic_user_web"),
    ]


def test_reloading_lands_on_the_same_step(at: At) -> None:
    step = tap_through(at, at.quill, ("answer.action", "D"))
    assert buttons(at.quill.get(step)) == buttons(at.quill.get(step))
    assert "spell>magic_user_sleep" in markup(at.quill.get(step)).replace("&gt;", ">")


def test_the_only_weapon_is_not_asked_for(at: At) -> None:
    step = tap_through(at, at.pip, ("answer.action", "G"), who="jaroo")
    assert "Seal this order" in words(at.pip.get(step))


def test_a_spells_row_draws_its_segments(at: At) -> None:
    step = tap_through(at, at.quill, ("answer.action", "D"))
    assert 'class="mini"' in markup(at.quill.get(step))


def test_going_back_leads_to_the_step_before(at: At) -> None:
    step = tap_through(at, at.quill, ("answer.action", "D"), ("answer.how", "spell>magic_user_web"))
    back = re.search(r'class="b quiet" href="([^"]+)"', markup(at.quill.get(step)))
    assert back
    token = at.token(at.quill)
    assert html.unescape(back[1]) == at.url(f"me/?for={token}&answer.action=D")


def test_the_address_of_a_step_of_another_question_chooses_nothing(at: At) -> None:
    step = tap_through(at, at.quill, ("answer.action", "D"))
    stale = re.sub("for=[^&]+", "for=another", step)
    assert buttons(at.quill.get(stale)) == buttons(at.quill.get(at.url("me/")))
    assert at.quill.get(stale, headers=HTMX)["HX-Replace-Url"] == at.url("me/")


def test_foes_stand_before_friends_where_a_spell_harms(at: At) -> None:
    step = tap_through(at, at.quill, ("answer.action", "D"), ("answer.how", "spell>magic_user_sleep"))
    order = re.findall(r'name="answer.target" value="([^"]+)"', markup(at.quill.get(step)))
    assert order == ["orc-1", "orc-2", "shaman", "tenser", "jaroo", "otis"]


def test_nobody_hidden_can_be_chosen(at: At) -> None:
    step = tap_through(at, at.quill, ("answer.action", "D"), ("answer.how", "spell>magic_user_sleep"))
    assert "canary" not in markup(at.quill.get(step)).lower()


def test_the_step_is_a_fragment_where_htmx_asks(at: At) -> None:
    token = at.token(at.quill)
    answered = at.quill.post(at.url("me/answer/"), {"token": token, "answer.action": "D"}, headers=HTMX)
    assert (answered.status_code, answered["HX-Push-Url"]) == (200, at.url(f"me/?for={token}&answer.action=D"))
    assert markup(answered).lstrip().startswith('<section id="ask"')


def test_several_characters_have_an_order_each(at: At) -> None:
    at.answer(at.pip, "otis", action="G", weapon="sword_long", target="orc-1")
    at.answer(at.pip, "jaroo", action="C")
    assert (declared("otis"), declared("jaroo")) == (["G"], ["C"])


def test_the_character_that_is_awaited_is_shown_first(at: At) -> None:
    at.answer(at.pip, "otis", action="C")
    assert 'aria-current="true"' in markup(at.pip.get(at.url("me/")))
    assert re.search(r'who=jaroo" class="on"', markup(at.pip.get(at.url("me/"))))


def test_the_second_characters_regions_have_ids_of_their_own(at: At) -> None:
    page = markup(at.pip.get(at.url("me/"), {"who": "jaroo"}))
    assert 'id="ask-2"' in page
    assert 'id="ask"' not in page


# Sealed.


def test_a_sealed_order_says_when_it_was_received(at: At) -> None:
    at.answer(at.quill, action="G", target="orc-1")
    page = words(at.quill.get(at.url("me/")))
    assert re.search(
        r"Your order is sealed Received by the table at [\d:]+ UTC ?\. You can change it until the DM", page
    )


def test_a_sealed_order_is_read_only_while_it_is_held(at: At) -> None:
    at.answer(at.quill, action="G", target="orc-1")
    page = markup(at.quill.get(at.url("me/")))
    assert re.search(r"<details[^>]*data-hold><summary[^>]*>.*?Hold to read</summary>.*Dagger on Orc 1\.", page)


def test_the_wax_bears_the_characters_initial_and_not_the_letter(at: At) -> None:
    at.answer(at.quill, action="G", target="orc-1")
    wax = re.search(r'id="order".*?<text[^>]*>(.)</text>', markup(at.quill.get(at.url("me/"))), re.S)
    assert wax
    assert wax[1] == "T"


def test_who_of_the_party_still_chooses_is_named_and_nobody_is_counted(at: At) -> None:
    at.answer(at.quill, action="C")
    page = words(at.quill.get(at.url("me/")))
    assert "Otis and Jaroo are still choosing." in page
    assert "The party’s orders O Otis : still choosing you : sealed J Jaroo : still choosing" in page
    assert not re.search(r"\d+ of \d+ party orders", page)
    at.answer(at.pip, "jaroo", action="C")
    assert "Otis is still choosing." in words(at.quill.get(at.url("me/")))


def test_htmx_is_given_every_part_of_the_first_screen(at: At) -> None:
    answered = at.answer(at.quill, htmx=True, action="C")
    ids = re.findall(r'<\w+ id="(\w+)"[^>]*data-at="\d+" data-epoch="[\d.]+" hx-swap-oob="true"', markup(answered))
    first = [
        "me",
        "left",
        "people",
        "banner",
        "signals",
        "clock",
        "struck",
        "result",
        "draft",
        "ask",
        "order",
        "summary",
    ]
    first += ["told", "now"]
    assert ids == [*first, "company", "field", "tabbar"]


# Twice, late, refused, malformed.


def test_a_double_tap_gives_one_input(at: At) -> None:
    token = at.token(at.quill)
    given = {"token": token, "tap": "one", "answer.action": "C", "done": "1"}
    first, second = (at.quill.post(at.url("me/answer/"), given) for _ in range(2))
    assert first.status_code == 303
    assert second.status_code in (303, 409)
    assert Input.objects.filter(seat__name="Quill").count() == 1


def test_a_late_tap_is_told_in_words(at: At) -> None:
    token = at.token(at.quill)
    at.answer(at.quill, action="C")
    answered = at.quill.post(at.url("me/answer/"), {"token": token, "tap": "x", "answer.action": "C", "done": "1"})
    assert (answered.status_code, "That question was already answered" in words(answered)) == (409, True)


def test_somebody_elses_question_is_no_question(at: At) -> None:
    real = next(each.token for each in at.state.open if each.who == "tenser")
    answered = at.pip.post(at.url("me/answer/"), {"token": real + "9", "answer.action": "C", "done": "1"})
    assert answered.status_code == 409


def test_what_a_clause_forbids_is_refused_with_the_clause_and_stays_open(at: At) -> None:
    answered = at.answer(at.quill, action="P", target="orc-1")
    assert answered.status_code == 422
    assert re.search(r"Not possible: Tenser has no psionic powers\. [A-Z.]+", words(answered))
    assert at.token(at.quill)


@pytest.mark.parametrize(
    "given",
    [
        {"action": "Z"},
        {"action": "G", "target": "nobody"},
        {"action": "G", "target": "canary"},
        {"action": "G", "weapon": "sword_vorpal", "target": "orc-1"},
        {"action": "C", "seed": "1"},
        {"action": "E", "how": "move", "to.x": "far", "to.y": "1"},
    ],
)
def test_what_is_not_of_the_forms_shape_is_a_clear_message_and_no_input(at: At, given: dict[str, Any]) -> None:
    answered = at.answer(at.quill, **given)
    assert answered.status_code == 400
    assert 'role="alert"' in markup(answered)
    assert not Input.objects.filter(seat__name="Quill").exists()


def test_a_hidden_target_and_a_missing_one_are_refused_alike(at: At) -> None:
    pages = [markup(at.answer(at.quill, action="G", target=who)) for who in ("canary", "nobody")]
    plain = [re.sub(r"data-since=\"\d+\"|value=\"[\w-]{32,}\"|nobody|canary|'[^']*'", "", page) for page in pages]
    assert re.sub(r"&#x27;.*?&#x27;", "", plain[0]) == re.sub(r"&#x27;.*?&#x27;", "", plain[1])


def test_what_was_chosen_stays_where_something_was_wrong(at: At) -> None:
    step = {"answer.action": "E", "answer.how": "move", "answer.to.x": "far", "answer.to.y": "7"}
    answered = at.quill.post(at.url("me/answer/"), {"token": at.token(at.quill), "done": "1", **step})
    assert answered.status_code == 400
    assert 'name="answer.action" value="E"' in markup(answered)


def test_spectators_have_no_phone(at: At) -> None:
    assert at.sam.get(at.url("me/"))["Location"] == at.url("watch/")
    assert at.sam.post(at.url("me/answer/"), {"token": "1~0", "answer.action": "C", "done": "1"}).status_code == 302


# What is pushed.


def test_an_order_being_composed_is_not_disturbed_by_others_orders(at: At) -> None:
    seen = read_view(Viewer(at.encounter.pk, Role.PLAYER, _seat(at), "Quill"))
    before = draw(seen).models
    at.answer(at.pip, "otis", action="C")
    changed = draw(read_view(seen.viewer)).list_changed(before)
    assert [name for _, name in changed] == []


def _seat(at: At) -> int:
    return next(seat.pk for seat in at.encounter.campaign.seats.all() if seat.name == "Quill")
