"""The demo fight, and what `manage.py play` prints before it serves."""

import re
import socket
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from combat_site.addresses import reach
from encounters import services
from encounters.demo import RULESET, TITLE, make_demo
from encounters.management.commands import play
from encounters.models import Encounter
from encounters.selectors import list_open_forms, read_view
from encounters.viewers import build_dm_viewer
from rules.procedures import list_rulesets
from tests.services import free_port

pytestmark = [pytest.mark.storage, pytest.mark.usefixtures("transactional_db")]


def test_the_demo_is_made_once() -> None:
    for _ in range(2):
        call_command("demo", stdout=StringIO())
    assert Encounter.objects.get().title == TITLE
    assert User.objects.get().username == "dora"


def test_the_demo_is_ready_to_run() -> None:
    _, encounter = make_demo()
    seen = read_view(build_dm_viewer(encounter))
    assert [each.name for each in seen.state.combatants.values()] == [
        *("Otis", "Tenser", "Serten"),
        *("Orc 1", "Orc 2", "Orc 3", "Orc 4", "Shaman"),
    ]
    assert seen.state.ruleset == RULESET


def test_dora_has_no_password_that_could_be_guessed() -> None:
    user, _ = make_demo()
    assert not user.has_usable_password()


def test_dora_plays_a_whole_round_of_the_demo_by_defaults() -> None:
    user, encounter = make_demo()
    client, url = Client(), f"/e/{encounter.pk}/"
    client.force_login(user)
    client.post(f"{url}round/", {"after": "-1"})
    for _ in range(40):
        seen = read_view(build_dm_viewer(encounter))
        if seen.state.between_rounds:
            break
        step = next((each.question for each in list_open_forms(seen) if each.question.question == "next"), None)
        answer = client.post(f"{url}next/", {"token": step.token}) if step else client.post(f"{url}close/")
        assert answer.status_code == 303
        assert client.get(url).status_code == 200
        assert client.get(f"{url}why/").status_code == 200
    assert read_view(build_dm_viewer(encounter)).state.between_rounds
    assert "Recap of round 1" in client.get(url).content.decode()


def test_the_dm_may_rule_what_a_spell_does_in_other_words_than_the_table() -> None:
    user, encounter = make_demo()
    client, url = Client(), f"/e/{encounter.pk}/"
    client.force_login(user)
    client.post(f"{url}round/", {"after": "-1"})
    client.post(f"{url}close/")
    web = {"answer.action": "D", "answer.how": "spell>magic_user_web", "answer.target": ["shaman", "orc-3"]}
    client.post(f"{url}answer/", {"token": _token(encounter, "tenser"), **web})
    client.post(f"{url}close/")
    while "Your ruling on web" not in (text := client.get(url).content.decode()):
        assert not read_view(build_dm_viewer(encounter)).state.between_rounds, "nobody was asked what the web does"
        client.post(f"{url}next/", {"token": _token(encounter, "dm")})
    assert "webbed: Shaman, Orc 3 for 10 turns" in text
    said = {"answer.text": "They hang fast", "answer.changes.0.who": "shaman", "answer.changes.0.what": "webbed"}
    client.post(f"{url}answer/", {"token": _token(encounter, "dm"), **said})
    assert read_view(build_dm_viewer(encounter)).state.combatants["shaman"].has("webbed")


def _token(encounter: Encounter, who: str) -> str:
    return next(each.token for each in read_view(build_dm_viewer(encounter)).state.open if each.who == who)


def test_play_prints_the_ways_in(settings: Any) -> None:
    user, encounter = make_demo()
    text = play.write_ways_in(user, encounter)
    link = re.search(r"http://[^/]+(/sign-in/\S+)", text)
    assert link is not None
    assert Client().post(link[1]).headers["Location"] == "/"
    assert f"/t/{encounter.code}/" in text
    assert all(url in text for url in settings.ADDRESSES.urls)


def test_the_square_names_its_colours_where_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    address = "http://192.168.1.20:8000/t/OAKQ47/"
    plain, coloured = play.draw_square(address, coloured=False), play.draw_square(address, coloured=True)
    assert len({len(row) for row in plain.splitlines()}) == 1
    assert set(plain) <= set(" ▄▀█\n")
    assert all(row.strip().startswith(play.BLACK_ON_WHITE) for row in coloured.splitlines())


def test_the_square_is_left_out_of_a_narrow_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    assert play.draw_square("http://192.168.1.20:8000/t/OAKQ47/", coloured=False) == ""


def test_play_becomes_the_server(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> None:
    settings.VAR, settings.PORT = tmp_path, free_port()
    became: list[list[str]] = []
    monkeypatch.setattr(play.os, "execv", lambda program, command: became.append(command))
    call_command("play", stdout=StringIO())
    words = " ".join(became[0])
    assert "combat_site.asgi:application" in words
    assert f"--port {settings.PORT}" in words
    assert "--ws-max-size 65536 --timeout-graceful-shutdown 3 --no-access-log" in words


def test_a_port_that_is_taken_is_told_before_anything_is_made(settings: Any) -> None:
    with socket.create_server(("0.0.0.0", 0)) as other:
        settings.PORT = other.getsockname()[1]
        with pytest.raises(
            CommandError, match=rf"Another program listens on port {settings.PORT}\b.*PORT=\d+ make play"
        ):
            call_command("play", stdout=StringIO())
    assert not Encounter.objects.exists()


def test_another_link_is_printed_for_whoever_lost_the_first() -> None:
    make_demo()
    out = StringIO()
    call_command("sign_in_link", stdout=out)
    path = re.search(r"/sign-in/\S+", out.getvalue())
    assert path is not None
    assert Client().post(path[0]).headers["Location"] == "/"


def test_nobody_is_signed_in_who_is_not_there() -> None:
    make_demo()
    with pytest.raises(CommandError, match=r"Nobody is called rex\. Name one of these: dora\."):
        call_command("sign_in_link", "rex")


def test_whoever_wants_a_link_before_there_is_a_dm_reads_what_to_do() -> None:
    with pytest.raises(CommandError, match=r"Nobody can sign in here yet\. `make play` makes .* add_dm NAME"):
        call_command("sign_in_link")


def test_a_link_in_another_window_has_the_port_that_play_was_given(
    monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    settings.VAR = tmp_path
    monkeypatch.setattr(play.os, "execv", lambda *_: None)
    settings.PORT = free_port()
    call_command("play", stdout=StringIO())
    served, settings.PORT = settings.PORT, 8000
    with socket.create_server(("127.0.0.1", served)):
        assert f"http://127.0.0.1:{served}/sign-in/" in print_link()
    assert "http://127.0.0.1:8000/sign-in/" in print_link(), "nothing is served there any more"


def print_link() -> str:
    out = StringIO()
    call_command("sign_in_link", stdout=out)
    return out.getvalue()


# Weeks later.


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> Callable[[], str]:
    """Return what `play` prints."""
    settings.VAR, settings.PORT = tmp_path, free_port()
    monkeypatch.setattr(play.os, "execv", lambda *_: None)

    def print_ways_in() -> str:
        out = StringIO()
        call_command("play", stdout=out)
        return out.getvalue()

    return print_ways_in


def test_play_says_where_phones_find_the_table_after_its_address_has_changed(
    printed: Callable[[], str], settings: Any
) -> None:
    def start(host: str) -> str:
        settings.ADDRESSES = reach(host, 8000)
        return printed()

    assert "last time" not in start("192.168.1.20")
    assert "last time" not in start("192.168.1.20")
    assert "last time" not in start("127.0.0.1"), "no phone is told of it"
    moved = "at http://192.168.1.20:8000 last time; now it is http://192.168.1.23:8000."
    assert moved in start("192.168.1.23")
    assert "last time" not in start("192.168.1.23")


def test_play_leads_to_the_fight_in_which_something_was_done_last(printed: Callable[[], str]) -> None:
    _, demo = make_demo()
    other = services.create_encounter(User.objects.create_user("nell"), "The moathouse", RULESET, {}, {})
    text = printed()
    assert "“The moathouse” is in preparation." in text
    assert "The DM, nell, signs in" in text
    assert f"/t/{other.code}/" in text
    services.begin_round(build_dm_viewer(demo), "tap")
    assert f"/t/{demo.code}/" in printed()


def test_play_gives_no_code_of_a_fight_that_is_over(printed: Callable[[], str]) -> None:
    _, demo = make_demo()
    services.end(build_dm_viewer(demo), "tap")
    text = printed()
    assert "is over, and no other fight is prepared." in text
    assert "/sign-in/" in text
    assert demo.code not in text
    assert Encounter.objects.count() == 1


@pytest.mark.parametrize("ruleset", list_rulesets())
def test_the_demo_fight_can_be_had_by_every_procedure(db: None, ruleset: str) -> None:
    call_command("demo", "--ruleset", ruleset)
    _, encounter = make_demo(ruleset)
    assert encounter.ruleset == ruleset
    assert Encounter.objects.count() == 1
