"""Walls and doors are prepared, drawn for everybody, and changed by the DM."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.models import Encounter
from encounters.scenario_files import copy_encounter, export_text, import_text
from tests.encounters.seated import At, markup, prepared_fight, text

LINES = "wall -10,-10 30,-10\ndoor 0,-10 5,-10\nhidden door 20,-10 25,-10\nhidden wall 77,-3 77,13\nrough 0,2 9,2 9,9"
PAGES = ("me/", "me/saw/", "me/saw.txt", "watch/", "rounds/")


@pytest.fixture
def at(db: None) -> At:
    return prepared_fight()


@pytest.fixture
def dora(client: Client, at: At) -> Client:
    client.force_login(User.objects.get(username="dora"))
    return client


def draw(dora: Client, at: At, lines: str) -> Any:
    return dora.post(f"/e/{at.encounter.pk}/prepare/map/", {"lines": lines})


def begin(dora: Client, at: At, lines: str = LINES) -> None:
    draw(dora, at, lines)
    at.sit()
    at.begin()


def change(dora: Client, at: At, **given: str) -> Any:
    return dora.post(f"/e/{at.encounter.pk}/map/", {"tap": at.tap(), **given}, follow=True)


def path_of(page: str, name: str) -> str:
    found = re.search(rf'<path class="{name}" d="([^"]*)"', page)
    return found[1] if found else ""


def read_pages(at: At) -> list[str]:
    """Return all that each viewer is sent, without what differs between any two answers."""
    pages = [text(client.get(at.url(url))) for client in (at.pip, at.quill, at.sam) for url in PAGES]
    return [re.sub(r"[\w-]{20,}", "", page) for page in pages]


def everybody(at: At) -> Iterator[tuple[Client, str]]:
    for client in (at.pip, at.quill):
        yield client, at.url("me/")
    yield at.sam, at.url("watch/")


def test_what_is_drawn_before_the_fight_is_drawn_there(dora: Client, at: At) -> None:
    draw(dora, at, LINES)
    page = markup(dora.get(f"/e/{at.encounter.pk}/prepare/"))
    assert "hidden door 20,-10 25,-10" in page
    assert path_of(page, "wall") == "M-10 -10L0 -10M5 -10L30 -10"
    assert path_of(page, "wall unseen") == "M77 -3L77 13"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("wall 0,0 5,0\nmoat 1,1 2,2", "Line 2 of the map: “moat 1,1 2,2” is no part"),
        ("wall 0,0 five", "“five” is no place"),
        ("door 0,0 5,0 9,0", "door 1: a door has two points"),
        ("wall 0,0 0,0", "the same"),
        ("wall", "is no part"),
    ],
)
def test_a_line_at_fault_is_said_and_changes_nothing(dora: Client, at: At, lines: str, words: str) -> None:
    draw(dora, at, LINES)
    answer = draw(dora, at, lines)
    assert answer.status_code == 400
    assert words in text(answer)
    assert len(Encounter.objects.get(pk=at.encounter.pk).map_table["walls"]) == 2


def test_only_the_dm_draws(at: At) -> None:
    at.sit()
    assert draw(at.pip, at, LINES).status_code in (302, 403, 404)
    assert Encounter.objects.get(pk=at.encounter.pk).map_table == {}


def test_everybody_sees_walls_and_doors_and_nobody_what_is_hidden(dora: Client, at: At) -> None:
    begin(dora, at)
    for client, url in everybody(at):
        page = markup(client.get(url))
        assert path_of(page, "wall") == "M-10 -10L0 -10M5 -10L30 -10"
        assert page.count('class="frame"') == 1
        assert "Closed door at 0, -10; 5, -10." in page
    for client in (at.pip, at.quill, at.sam):
        for url in PAGES:
            page = text(client.get(at.url(url)))
            found = re.search(r"\b77[ ,]|wall unseen|[Hh]idden (door|wall)|20[ ,]+-10|door-\d|wall-\d", page)
            assert found is None, found


def test_the_dm_opens_a_door_and_everybody_is_told(dora: Client, at: At) -> None:
    begin(dora, at)
    assert "The map is changed." in text(change(dora, at, change="open door-1"))
    for client, url in everybody(at):
        page = markup(client.get(url))
        assert 'class="door open"' in page
    assert "A door is opened." in text(at.pip.get(at.url("me/saw/")))


def test_a_hidden_door_is_wall_until_it_is_revealed(dora: Client, at: At) -> None:
    begin(dora, at)
    before = read_pages(at)
    change(dora, at, change="remove wall-2")
    assert read_pages(at) == before
    change(dora, at, change="reveal door-2")
    for client, url in everybody(at):
        assert path_of(markup(client.get(url)), "wall") == "M-10 -10L0 -10M5 -10L20 -10M25 -10L30 -10"
    assert "A door comes into view." in text(at.pip.get(at.url("me/saw/")))


def test_a_hidden_door_that_is_added_is_told_as_wall(dora: Client, at: At) -> None:
    begin(dora, at)
    change(dora, at, line="hidden door 40,0 45,0")
    saw = text(at.pip.get(at.url("me/saw/")))
    assert "A wall is there now." in saw
    assert "A door is" not in saw


def test_a_change_is_taken_back(dora: Client, at: At) -> None:
    begin(dora, at)
    change(dora, at, line="wall 40,0 45,0")
    before = at.state.plan
    change(dora, at, change="open door-1")
    assert at.state.plan != before
    services.undo(at.dora, at.tap(), Encounter.objects.get(pk=at.encounter.pk).position)
    assert at.state.plan == before


@pytest.mark.parametrize("given", [{"change": "open door-9"}, {"change": "x"}, {"line": "moat 1,1"}, {}])
def test_a_wrong_change_says_so_and_changes_nothing(dora: Client, at: At, given: dict[str, str]) -> None:
    begin(dora, at)
    before = at.state.plan
    answer = change(dora, at, **given)
    assert "The map is changed." not in text(answer)
    assert at.state.plan == before


def test_a_file_carries_the_map_there_and_back(dora: Client, at: At) -> None:
    draw(dora, at, LINES)
    encounter = Encounter.objects.get(pk=at.encounter.pk)
    owner = User.objects.get(username="dora")
    for again in (import_text(owner, export_text(encounter), "map.toml"), copy_encounter(owner, encounter)):
        assert Encounter.objects.get(pk=again.pk).map_table == encounter.map_table
    assert "[map]" not in export_text(services.create_encounter(owner, "Bare", encounter.ruleset))


def test_the_frame_of_a_map_tells_nobody_of_hidden_walls(dora: Client, at: At) -> None:
    begin(dora, at, "hidden wall -20,-20 -20,20")
    bounds = {re.findall(r'data-bounds="([^"]*)"', text(client.get(url)))[0] for client, url in everybody(at)}
    change(dora, at, change="remove wall-1")
    assert bounds == {re.findall(r'data-bounds="([^"]*)"', text(client.get(url)))[0] for client, url in everybody(at)}
