"""Input that nothing can store or read: refused in words or left out; nothing changes."""

from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from encounters.models import Encounter, Seat
from encounters.numbers import read_whole
from rules.kernel.documents import MOST_BYTES
from tests.any_procedure import ANY, find_clause
from tests.encounters.conftest import stored
from tests.encounters.seated import HTMX, At, text, words
from tests.people import make_encounter

pytestmark = pytest.mark.storage

NUL = "a\0b"
FIGHT = f"""
ruleset = "{ANY}"
title = "{{title}}"
[[combatant]]
id = "otis"
side = "party"
[[combatant]]
id = "orc"
side = "foes"
"""


@pytest.fixture
def dora(at: At) -> Client:
    """Return Dora's browser."""
    client = Client()
    client.force_login(at.encounter.campaign.find_owner())
    return client


@pytest.mark.parametrize(
    ("address", "given"),
    [
        ("round/1/recap/", {"text": NUL}),
        ("ruling/", {"who": "otis", "what": "hp", "value": "3", "note": NUL}),
        ("close/", {"who": NUL}),
        ("end/", {"note": NUL}),
        ("answer/", {"token": NUL, "tap": NUL}),
        ("nudge/", {"seat": NUL}),
        ("next/", {NUL: "1"}),
    ],
)
def test_a_nul_in_a_form_of_the_dm_changes_nothing(at: At, dora: Client, address: str, given: dict[str, str]) -> None:
    before = stored(at.encounter)
    answered = dora.post(f"/e/{at.encounter.pk}/{address}", given)
    assert (answered.status_code, stored(at.encounter)) == (400, before)
    assert "remove the character and send it again" in words(answered)


@pytest.mark.parametrize(
    ("address", "given"),
    [
        ("/join/", {"code": NUL}),
        ("", {"name": NUL, "watch": "1"}),
        ("me/answer/", {"token": NUL, "answer.action": NUL}),
    ],
)
def test_a_nul_in_a_form_of_a_player_changes_nothing(at: At, address: str, given: dict[str, str]) -> None:
    client = at.pip if address else Client()
    seats = Seat.objects.count()
    answered = client.post(address if address.startswith("/") else at.url(address), given)
    assert (answered.status_code, Seat.objects.count()) == (400, seats)


@pytest.mark.parametrize("address", ["/t/%00/", "/t/A%00AAAA/me/", "/rules/?q=%00", "/rules/fight/%00"])
def test_a_nul_in_an_address_is_refused(at: At, address: str) -> None:
    assert at.pip.get(address).status_code == 400


def test_a_nul_in_a_fragments_form_leaves_the_page_as_it_is_and_is_told(at: At, dora: Client) -> None:
    answered = dora.post(f"/e/{at.encounter.pk}/put/", {"note": NUL}, headers=HTMX)
    assert (answered.status_code, answered["HX-Reswap"]) == (400, "none")
    assert text(answered).startswith('<div id="alert" hx-swap-oob="true">')


@pytest.mark.parametrize("cookie", [settings.SESSION_COOKIE_NAME, "seat-1", "browser", "messages"])
def test_a_cookie_that_cannot_be_stored_is_left_out(at: At, cookie: str) -> None:
    client = Client()
    client.cookies.load(f'{cookie}="\\000"')
    assert client.get("/").status_code in (200, 302)
    assert client.get("/join/").status_code == 200


@pytest.mark.parametrize("charset", ["latin-1", "unicode_escape", "utf-16"])
def test_only_utf_8_is_read(at: At, charset: str) -> None:
    form = f"application/x-www-form-urlencoded; charset={charset}"
    answered = at.pip.generic("POST", "/join/?a=b", b"code=ABC", content_type=form)
    assert answered.status_code == 400


@pytest.mark.parametrize(
    "address", ["http://[", "http://a:99999999999/", "http://testserver:port/", "http%3A//%5B", "\0"]
)
@pytest.mark.parametrize("header", ["HX-Current-URL", "Referer"])
def test_a_malformed_address_of_the_page_before_is_left_out(at: At, dora: Client, header: str, address: str) -> None:
    headers = {**HTMX, header: address, "HX-Current-URL-URI-AutoEncoded": "true"}
    assert dora.get(f"/rule/{find_clause()}", headers=headers).status_code == 200
    assert dora.get(f"/rule/{find_clause()}", headers={header: address}).status_code == 200
    assert dora.post(f"/e/{at.encounter.pk}/nudge/", headers=headers).status_code == 200


@pytest.mark.parametrize("seat", ["9" * 5000, "9" * 30, "x", "-1", "٣"])
def test_a_seat_is_named_by_a_short_number(at: At, seat: str) -> None:
    fresh = make_encounter(at.encounter.campaign.find_owner(), title="The bridge", ruleset=ANY)
    client = Client()
    client.force_login(at.encounter.campaign.find_owner())
    for each in at.encounter.combatants.all()[:1]:
        fresh.combatants.create(order=1, definition=each.definition)
    row = fresh.combatants.get()
    answered = client.post(f"/e/{fresh.pk}/prepare/{row.pk}/plays/", {"seat.otis": seat})
    assert (answered.status_code, "Choose one of the seats" in words(answered)) == (400, True)


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 30])
def test_an_address_with_an_endless_number_leads_nowhere(at: At, dora: Client, number: str) -> None:
    for address in (f"/e/{number}/", f"/e/{at.encounter.pk}/seat/{number}/mute/", f"{at.url()}round/{number}/"):
        answered = dora.post(address) if "seat" in address else dora.get(address)
        assert answered.status_code in (302, 404)


@pytest.mark.parametrize(("given", "number"), [("12", 12), ("", None), ("9" * 10, None), ("-3", None), (12, None)])
def test_a_whole_number_has_at_most_nine_digits(given: object, number: int | None) -> None:
    assert read_whole(given) == number


def test_the_least_and_the_most_are_allowed() -> None:
    assert [read_whole(each, least=-2, most=3) for each in ("-3", "-2", "3", "4")] == [None, -2, 3, None]


# Files.


@pytest.mark.parametrize("how", ["file", "paste"])
def test_an_imported_title_with_a_nul_is_told_with_its_line(dora: Client, how: str) -> None:
    fight = FIGHT.format(title="a\\u0000b")
    given: Any = fight if how == "paste" else SimpleUploadedFile("fight.toml", fight.encode())
    answered = dora.post("/import/", {how: given})
    assert (answered.status_code, ":3: " in words(answered)) == (400, True)
    assert "a character that cannot be stored" in words(answered)


def test_a_pasted_statblock_with_a_nul_is_told(at: At, dora: Client) -> None:
    fresh = make_encounter(at.encounter.campaign.find_owner(), title="The bridge", ruleset=ANY)
    answered = dora.post(f"/e/{fresh.pk}/add/paste/", {"text": '{"name": "a\\u0000b", "ac": 6, "hp": 5}', "add": "all"})
    assert (answered.status_code, fresh.combatants.count()) == (400, 0)


def test_half_a_surrogate_pair_in_a_pasted_statblock_is_told(at: At, dora: Client) -> None:
    fresh = make_encounter(at.encounter.campaign.find_owner(), title="The bridge", ruleset=ANY)
    answered = dora.post(f"/e/{fresh.pk}/add/paste/", {"text": '{"name": "a\\ud800", "ac": 6, "hp": 5}', "add": "all"})
    assert (answered.status_code, fresh.combatants.count()) == (400, 0)


@pytest.mark.parametrize("how", ["file", "paste"])
def test_a_large_fight_is_refused_at_its_field(dora: Client, how: str) -> None:
    fight = "# é\n" * (MOST_BYTES // 5 + 1)
    given: Any = fight if how == "paste" else SimpleUploadedFile("fight.toml", fight.encode())
    answered = dora.post("/import/", {how: given})
    assert (answered.status_code, "at most 200,000 bytes" in words(answered)) == (400, True)


def test_a_key_of_thousands_of_parts_is_refused_before_it_is_parsed(
    dora: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def parsed(text: str) -> None:
        raise AssertionError("it was parsed")

    monkeypatch.setattr("tomllib.loads", parsed)
    answered = dora.post("/import/", {"paste": ".".join(["a"] * 20_000) + " = 1"})
    assert (answered.status_code, "at most 8 parts" in words(answered)) == (400, True)


def test_many_combatants_are_built_once_each(dora: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from encounters.services import preparing

    built: list[str] = []
    real = preparing.build_stat_blocks

    def build_stat_blocks(entry: dict[str, object], **more: Any) -> Any:
        built.append(str(entry["id"]))
        return real(entry, **more)

    monkeypatch.setattr(preparing, "build_stat_blocks", build_stat_blocks)
    more = "".join(f'[[combatant]]\nid = "orc-{each}"\nside = "foes"\n' for each in range(30))
    dora.post("/import/", {"paste": FIGHT.format(title="Many") + more})
    assert len(built) == Encounter.objects.get(title="Many").combatants.count() == 32


def test_an_id_longer_than_is_kept_is_told(dora: Client) -> None:
    answered = dora.post("/import/", {"paste": FIGHT.format(title="Long").replace("otis", "o" * 81)})
    assert (answered.status_code, "at most 80 letters" in words(answered)) == (400, True)
