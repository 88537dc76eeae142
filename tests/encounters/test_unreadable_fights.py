"""A fight that this version cannot read: every page says so, and nothing is lost."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from encounters.live.hub import run_in_thread
from encounters.models import Encounter, Event, Input
from encounters.verifying import tell_unreadable
from rules.kernel.codec import CODEC_VERSION
from tests.encounters.conftest import Table
from tests.encounters.seated import HTMX, At, text, words
from tests.encounters.test_consumers import dm_path, socket
from tests.golden.restoring import forget_all

SAID = "This fight cannot be read"


@pytest.fixture(autouse=True)
def _fresh_faults() -> None:
    forget_all()


@pytest.fixture
def hers(at: At) -> Client:
    """Return Dora's browser."""
    client = Client()
    client.force_login(at.encounter.campaign.find_owner())
    return client


def spoil(encounter: Encounter, **fields: object) -> None:
    """Store an event with other fields, as another version would have."""
    row = Event.objects.get(encounter=encounter, position=0)
    row.data = {**row.data, **fields}
    row.save()
    forget_all()


@pytest.mark.parametrize("page", ["", "round/1/", "ruling/", "take-back/", "close/", "why/", "round/1/compare/"])
def test_every_page_of_the_dm_says_why_and_offers_the_fight_as_text(at: At, hers: Client, page: str) -> None:
    spoil(at.encounter, figures=[])
    answered = hers.get(f"/e/{at.encounter.pk}/{page}")
    assert answered.status_code == 409
    assert SAID in words(answered)
    assert "event 0: figures: is no field of EncounterOpened" in words(answered)
    assert f'href="/e/{at.encounter.pk}/stored/"' in text(answered)


@pytest.mark.parametrize("page", ["me/", "me/sheet/", "me/saw/", "round/1/", "rounds/"])
def test_a_phone_learns_no_more_than_that_it_cannot_be_read(at: At, page: str) -> None:
    spoil(at.encounter, figures=["CANARY"])
    answered = at.pip.get(at.url(page))
    assert (answered.status_code, SAID in words(answered), "figures" in text(answered)) == (409, True, False)


def test_spectators_are_told_likewise(at: At) -> None:
    spoil(at.encounter, figures=[])
    assert at.sam.get(at.url("watch/")).status_code == 409


def test_an_act_on_a_fight_that_cannot_be_read_stores_nothing_and_loads_the_page_again(at: At, hers: Client) -> None:
    spoil(at.encounter, figures=[])
    before = Input.objects.count()
    answered = hers.post(f"/e/{at.encounter.pk}/close/", {"tap": "tap-x"}, headers=HTMX)
    assert (answered.status_code, answered["HX-Refresh"], Input.objects.count()) == (204, "true", before)


def test_a_newer_form_is_named(at: At, hers: Client) -> None:
    spoil(at.encounter, v=CODEC_VERSION + 1)
    assert f"was written in form {CODEC_VERSION + 1}" in words(hers.get(f"/e/{at.encounter.pk}/"))


def test_events_that_cannot_be_applied_are_told_alike(at: At, hers: Client) -> None:
    position = Event.objects.filter(encounter=at.encounter, kind="Sealed").values_list("position", flat=True)[0]
    row = Event.objects.get(encounter=at.encounter, position=position)
    row.data = {**row.data, "kind": "Slain", "who": "nobody"}
    row.save()
    spoil(at.encounter)
    assert hers.get(f"/e/{at.encounter.pk}/").status_code == 409


def test_a_fight_whose_ruleset_is_not_there_is_told_alike(at: At, hers: Client) -> None:
    Encounter.objects.update(ruleset="chess")
    spoil(at.encounter)
    assert hers.get(f"/e/{at.encounter.pk}/").status_code == 409
    assert hers.get("/e/").status_code == 200


def test_the_list_shows_it_and_leads_to_the_text(at: At, hers: Client) -> None:
    spoil(at.encounter, figures=[])
    listed = hers.get("/e/")
    assert "cannot be read" in words(listed)
    assert f'href="/e/{at.encounter.pk}/stored/"' in text(listed)


def test_the_text_has_every_stored_input_and_event_and_no_seed(at: At, hers: Client) -> None:
    spoil(at.encounter, figures=[])
    answered: Any = hers.get(f"/e/{at.encounter.pk}/stored/")
    sent = b"".join(answered.streaming_content if answered.streaming else [answered.content]).decode()
    lines = [json.loads(line) for line in sent.splitlines()]
    assert [each["event"]["data"] for each in lines if "event" in each] == list(
        at.encounter.events.values_list("data", flat=True)
    )
    assert sum("input" in each for each in lines) == at.encounter.inputs.count()
    assert not any(seed in sent for seed in at.encounter.rounds.values_list("dm_seed", flat=True))


def test_nobody_else_is_sent_the_text(at: At) -> None:
    assert at.pip.get(f"/e/{at.encounter.pk}/stored/").status_code == 302


def sign_in_and_spoil(table: Table) -> dict[str, str]:
    """Return Dora's cookies; the fight cannot be read any more."""
    client = Client()
    client.force_login(table.encounter.campaign.find_owner())
    spoil(table.encounter, figures=[])
    return {name: each.value for name, each in client.cookies.items()}


@pytest.mark.live
@pytest.mark.usefixtures("drawn")
async def test_a_socket_is_closed_with_a_code_of_its_own(table: Table) -> None:
    cookies = await run_in_thread(sign_in_and_spoil, table)
    async with socket(dm_path(table), cookies) as opened:
        assert (await opened.connect())[0]
        assert await opened.receive_output(timeout=60) == {"type": "websocket.close", "code": 4409}


# The command.


def verify() -> str:
    out = StringIO()
    call_command("verify", stdout=out)
    return out.getvalue()


def test_verify_reads_folds_and_replays(at: At) -> None:
    at.step()
    assert "reads and replays as it was stored" in verify()


def test_verify_says_from_which_input_on_other_rules_have_played(at: At) -> None:
    last = at.encounter.inputs.order_by("-position")[0]
    row = at.encounter.events.filter(input=last)[0]
    row.data = {**row.data, "round": 99}
    row.save()
    assert f"was played by other rules from input {last.position} on" in verify()


@pytest.mark.parametrize("fields", [{"figures": []}, {"v": CODEC_VERSION + 1}])
def test_verify_fails_for_a_fight_that_cannot_be_read(at: At, fields: dict[str, object]) -> None:
    spoil(at.encounter, **fields)
    with pytest.raises(CommandError, match="keep everything that was said"):
        verify()


def test_verify_fails_where_an_input_is_missing(at: At) -> None:
    at.encounter.refresh_from_db()
    Encounter.objects.filter(pk=at.encounter.pk).update(position=at.encounter.position + 1)
    with pytest.raises(CommandError):
        verify()


def test_a_migration_tells_which_fights_cannot_be_read(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    tell_unreadable()
    assert capsys.readouterr().out == ""
    spoil(at.encounter, figures=[])
    tell_unreadable()
    assert f"Fight {at.encounter.pk}, {at.encounter.title}, cannot be read: event 0" in capsys.readouterr().out
