"""The card of a foe for players and spectators: what was seen of it and no more."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from encounters import services
from encounters.encounter_view import EncounterView
from encounters.log_reader import find_view
from encounters.models import Seat
from encounters.screens.seen_card import UNKNOWN, build_seen_card
from encounters.selectors import read_view
from rules.kernel import events as e
from tests.encounters.compact import compact
from tests.encounters.seated import At, prepared_fight, text
from tests.encounters.test_phone_struck import GASH
from tests.people import find_viewer

pytestmark = pytest.mark.django_db

TOKEN = re.compile(r"X-CSRFToken\W+\w+")
PART = {"hx-request": "true"}


@pytest.fixture
def struck() -> At:
    """Return a round in which Gash has hit Otis, and Otis has struck at Gash."""
    at = prepared_fight()
    services.put_combatant(at.dora, GASH)
    at.sit()
    at.begin()
    at.order("gash", action="G", weapon="sword_long", target="otis")
    at.order("otis", action="G", weapon="sword_long", target="gash")
    for who in ("tenser", "jaroo"):
        at.order(who, action="C")
    at.finish()
    return at


def read_card(at: At, client: Client, who: str) -> str:
    answer = client.get(at.url(f"seen/{who}/"), headers=PART)
    assert answer.status_code == 200
    return compact(answer.content.decode())


def list_events(at: At, kind: type[e.Event], **fields: object) -> list[Any]:
    events = read_view(at.dora).standing
    return [
        each for each in events if isinstance(each, kind) and all(getattr(each, key) == fields[key] for key in fields)
    ]


def look(at: At, name: str, events: Sequence[e.Event] | None = None) -> EncounterView:
    """Return somebody's view, with these events as all that it was shown."""
    view = find_view(find_viewer(Seat.objects.get(campaign=at.encounter.campaign, name=name)))
    if events is not None:
        view.__dict__["standing"] = list(events)
    return view


def list_facts(view: EncounterView, who: str) -> dict[str, str]:
    shown = build_seen_card(view, who)
    assert shown is not None
    return {each.label: each.value for each in shown.card.facts}


def test_the_card_of_a_foe_has_the_hits_and_the_weapon_that_were_seen(struck: At) -> None:
    hits = [str(each.amount) for each in list_events(struck, e.Damaged, by="gash")]
    facts = list_facts(look(struck, "Pip"), "gash")
    assert facts["Hits seen"] == " and ".join(hits)
    assert facts["Strikes with"] == "long sword"
    page = read_card(struck, struck.pip, "gash")
    assert f"<dt>Hits seen</dt><dd>{facts['Hits seen']}</dd>" in page
    assert '<h2 id="card-name" tabindex="-1">Gash</h2><small>What you saw in this fight</small>' in page


def test_the_dice_that_hit_and_missed_it_bound_its_armor_class(struck: At) -> None:
    [first, *_] = list_events(struck, e.Attacked, who="otis", target="gash")
    rolled = [replace(first, face=face, hit=hit) for face, hit in ((14, True), (17, True), (9, False), (3, False))]
    assert list_facts(look(struck, "Pip", rolled), "gash")["Hit by"] == "a 14, not a 9"
    assert list_facts(look(struck, "Pip", rolled[:2]), "gash")["Hit by"] == "a 14"
    others = [replace(each, who="tenser") for each in (replace(first, face=11, hit=False),)]
    assert (
        list_facts(look(struck, "Pip", [*rolled, *others]), "gash")["Hit by"]
        == "Otis: a 14, not a 9; Tenser: not an 11"
    )


def test_dice_that_are_not_shown_bound_nothing(struck: At) -> None:
    [first, *_] = list_events(struck, e.Attacked, who="otis", target="gash")
    assert "Hit by" not in list_facts(look(struck, "Pip", [replace(first, face=0, hit=True)]), "gash")


def test_many_hits_are_told_by_the_least_and_the_greatest(struck: At) -> None:
    [first, *_] = list_events(struck, e.Damaged, by="gash")
    hits = [replace(first, amount=amount) for amount in (6, 3, 10, 4, 4)]
    assert list_facts(look(struck, "Pip", hits), "gash")["Hits seen"] == "3 to 10, 5 times"
    lost = [replace(first, pool="EN")]
    assert "Hits seen" not in list_facts(look(struck, "Pip", lost), "gash")


def test_a_foe_that_did_nothing_yet_is_known_by_its_look(at: At) -> None:
    shown = build_seen_card(look(at, "Pip", []), "orc-1")
    assert shown is not None
    assert shown.card.words == UNKNOWN
    assert [(each.label, each.value) for each in shown.card.facts] == [("Look", "Man-sized"), ("Seems", "unhurt")]


def test_those_that_look_alike_are_known_together(struck: At) -> None:
    [first, *_] = list_events(struck, e.Damaged, by="gash")
    hits = [replace(first, by="orc-1", amount=5), replace(first, by="orc-2", amount=2)]
    view = look(struck, "Pip", hits)
    assert list_facts(view, "orc-1")["Hits seen"] == list_facts(view, "orc-2")["Hits seen"] == "5 and 2"
    assert "Hits seen" not in list_facts(view, "gash")


@pytest.mark.parametrize("who", ["canary", "teapot", "otis", "tenser"])
def test_who_was_not_seen_answers_as_who_does_not_exist_and_the_party_has_no_such_cards(at: At, who: str) -> None:
    for client in (at.pip, at.sam):
        answers = [client.get(at.url(f"seen/{each}/"), headers=PART) for each in (who, "nobody")]
        assert [each.status_code for each in answers] == [404, 404]
        found, absent = (TOKEN.sub("", text(each)) for each in answers)
        assert found == absent


def test_a_spectator_has_the_card_from_what_spectators_are_shown(struck: At) -> None:
    assert list_facts(look(struck, "Sam"), "gash") == list_facts(look(struck, "Pip"), "gash")
    assert "<dt>Strikes with</dt><dd>long sword</dd>" in read_card(struck, struck.sam, "gash")


def test_who_has_no_seat_is_led_to_join(struck: At) -> None:
    assert Client().get(struck.url("seen/gash/"), headers=PART).status_code == 302


def test_a_blow_taken_back_is_known_no_more(struck: At) -> None:
    services.take_back(struck.dora, struck.tap(), 1)
    assert "Hits seen" not in list_facts(look(struck, "Pip"), "gash")


def test_foes_in_the_list_of_the_field_lead_to_their_cards_and_companions_do_not(at: At) -> None:
    for client, page in ((at.pip, "me/"), (at.sam, "watch/")):
        shown = compact(client.get(at.url(page)).content.decode())
        assert f'<a class="thing" data-card href="{at.url("seen/orc-1/")}">Orc 1</a>: ' in shown
        assert at.url("seen/otis/") not in shown
        assert at.url("seen/canary/") not in shown
