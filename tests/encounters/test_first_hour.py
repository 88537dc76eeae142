"""A table opened elsewhere, phones that close, dashes for hyphens, empty files."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from encounters import services, times
from encounters.access import normalize_code
from encounters.models import HERE_SECONDS, Combatant, Picture, Seat
from encounters.numbers import read_whole
from encounters.screens.answering.typed import read_number, read_place, read_value
from encounters.screens.battle_map.plan_lines import read_lines
from encounters.screens.dm.board import build_board
from encounters.screens.dm.dm_view import read_dm_view
from encounters.screens.dm.ruling_values import read_number_change
from encounters.selectors import read_presence
from rules.kernel.inputs import Change
from tests.encounters.seated import markup, prepared_fight, words
from tests.encounters.test_pictures import draw

pytestmark = pytest.mark.django_db


def sign_in() -> Client:
    client = Client()
    client.force_login(User.objects.get(username="dora"))
    return client


@pytest.mark.parametrize("rest", ["prepare/", "prepare/{pk}/", "prepare/places/", "prepare/map/"])
def test_a_page_saved_after_the_table_was_opened_says_so_and_leads_there(rest: str) -> None:
    at = prepared_fight()
    row = Combatant.objects.filter(encounter=at.encounter).first()
    assert row is not None
    services.open_encounter(at.dora)
    address = f"/e/{at.encounter.pk}/{rest.format(pk=row.pk)}"
    answered = sign_in().post(address, {"name": "Otis the Bold", "title": "The new title"})
    assert answered.status_code == 409
    assert "The table is open" in words(answered)
    assert "Otis the Bold" in words(answered)
    assert f'href="/e/{at.encounter.pk}/"' in markup(answered)


def test_a_phone_that_was_closed_is_not_counted() -> None:
    at = prepared_fight()
    at.sit()
    now = times.now()
    assert read_presence(at.encounter.pk, now)["phones"] == "2"
    Seat.objects.filter(name="Pip").update(last_seen=now - timedelta(seconds=HERE_SECONDS + 1))
    told = read_presence(at.encounter.pk, now)
    assert (told["phones"], told["phones_word"]) == ("1", "phone")
    services.open_encounter(at.dora)
    said = markup(sign_in().get(f"/e/{at.encounter.pk}/"))
    assert '<span data-presence="phones">1</span>' in said
    assert 'data-presence="phones_word">phone</span>' in said


def test_the_dead_are_not_sealed_on_the_board() -> None:
    at = prepared_fight()
    at.sit()
    at.begin()
    services.rule(at.dora, at.tap(), [Change("orc-1", "dead", None)])
    rows = {row.name: row.words for row in build_board(read_dm_view(at.dora)).rows}
    assert "Orc 1" not in rows
    assert rows["Shaman"] == "sealed"


@pytest.mark.parametrize("dash", ["\u2013", "\u2212", "\u2010", "\uff0d"])
def test_every_dash_is_read_as_a_minus_sign_or_hyphen(dash: str) -> None:
    assert normalize_code(f"oak{dash}417") == "OAK417"
    assert read_number("x", f"{dash}5") == -5
    assert read_place("x", f"{dash}2.5", "4") == [-250, 400]
    assert read_value(f"{dash}3") == -3
    assert read_whole(f"{dash}3", least=-9) == -3
    assert read_number_change("otis", "hp", f"{dash}4").by == -4
    assert read_lines(f"wall {dash}5,0 5,0") == read_lines("wall -5,0 5,0")


@pytest.mark.parametrize("given", [{}, {"picture": b""}])
def test_an_upload_form_sent_empty_keeps_the_picture(given: dict[str, Any]) -> None:
    at = prepared_fight()
    dora = sign_in()
    address = f"/e/{at.encounter.pk}/picture-of/otis/"
    dora.post(address, {"picture": SimpleUploadedFile("otis.png", draw())})
    kept = bytes(Picture.objects.get(who="otis").image)
    posted = {name: SimpleUploadedFile("empty.png", data) for name, data in given.items()}
    assert dora.post(address, posted).status_code == 400
    assert bytes(Picture.objects.get(who="otis").image) == kept
