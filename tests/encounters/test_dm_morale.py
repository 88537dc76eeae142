"""Dora's morale checks: of which combatants, on what occasion, and as her log says it."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.viewers import build_dm_viewer
from tests.any_procedure import ANY
from tests.encounters.seated import FOES, PARTY, At, text, words


def begun(ruleset: str) -> At:
    """Return the fight at the weir, with orders (or the first count) still to come."""
    dora = User.objects.create_user("dora", password="ten segments")
    notes: dict[str, object] = {"start": "melee", "distance_ft": 10}
    encounter = services.create_encounter(dora, "The weir", ruleset, {}, notes)
    services.add_combatants(build_dm_viewer(encounter), (*PARTY, *FOES))
    at = At(encounter, build_dm_viewer(encounter))
    at.sit()
    services.open_encounter(at.dora)
    services.begin_round(at.dora, at.tap())
    return at


def hers() -> Client:
    client = Client()
    client.force_login(User.objects.get(username="dora"))
    return client


def post(at: At, **given: str) -> tuple[int, str]:
    """Post the panel's form; return the status, and the page if the form is shown again."""
    answer = hers().post(f"/e/{at.encounter.pk}/call/", {"tap": at.tap(), "what": "morale", **given})
    return answer.status_code, words(answer)


@pytest.fixture
def at(transactional_db: None) -> At:
    return begun(ANY)


def test_sides_groups_and_combatants_are_offered_with_the_occasions_of_the_tables(at: At) -> None:
    assert f"/e/{at.encounter.pk}/call/" in text(hers().get(f"/e/{at.encounter.pk}/"))
    page = text(hers().get(f"/e/{at.encounter.pk}/call/"))
    offered = re.findall(r'<option value="([^"]*)"', page)
    assert {"leader_slain", "superior_force"} <= set(offered)
    assert {"party", "foes", "orc", "orc-1", "otis"} <= set(re.findall(r'name="who"[^>]* value="([^"]*)"', page))
    assert "leader slain or deserts (+30)" in page


def test_a_check_is_one_sentence_in_the_dms_log_and_nothing_in_a_players(at: At) -> None:
    assert post(at, who="orc", occasion="leader_slain", modifier="100")[0] == 303
    log = words(hers().get(f"/e/{at.encounter.pk}/"))
    assert re.search(
        r"Morale of Orc 1 and Orc 2 \(leader slain or deserts\): rolled \d+, needs -80 or less; they \w+", log
    )
    assert "orale" not in words(at.pip.get(at.url("me/")))


def test_what_cannot_be_checked_is_said(at: At) -> None:
    status, page = post(at, who="orc", occasion="rain")
    assert (status, "not one of the available choices" in page) == (400, True)


def test_a_player_may_not_call_for_a_check(at: At) -> None:
    answer = at.pip.post(f"/e/{at.encounter.pk}/call/", {"tap": at.tap(), "what": "morale", "who": "orc"})
    assert answer.status_code != 303
    assert "MoraleChecked" not in [event.kind for event in at.encounter.events.all()]
