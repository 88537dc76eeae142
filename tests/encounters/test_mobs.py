"""Mobs: one row in the roster and on the board, one lane on the strip."""

import json
import re
from html import unescape

import pytest

from encounters import services
from encounters.screens.strip.lanes import draw_strip
from encounters.selectors import read_view
from encounters.viewers import Role, Viewer
from rules.kernel.phrases import make_plural
from tests.encounters.compact import compact
from tests.encounters.dm_browser import HTMX, Hers
from tests.encounters.seated import At, prepared_fight

RATS = tuple(f"rat-{n}" for n in range(1, 7))
RAT = {"id": "rat", "name": "Rat", "side": "foes", "hp": 4, "weapons": ["spear"], "position": [20, 20]}
BATS = tuple(f"bat-{n}" for n in range(1, 7))


@pytest.fixture
def at(transactional_db: None) -> At:
    """Return a table in round 1, against six rats and six hidden bats besides the others."""
    at = prepared_fight()
    services.put_combatant(at.dora, {**RAT, "count": len(RATS)})
    services.put_combatant(at.dora, {**RAT, "id": "bat", "name": "Bat", "count": len(BATS), "hidden": True})
    at.sit()
    services.open_encounter(at.dora)
    services.begin_round(at.dora, at.tap())
    return at


@pytest.fixture
def hers(at: At) -> Hers:
    """Return Dora's browser at the table."""
    return Hers(at, at.encounter.campaign.find_owner())  # type: ignore[arg-type]  # a table of the same names


def list_lanes(viewer: Viewer) -> list[str]:
    view = read_view(viewer)
    return [lane.name for lane in draw_strip(view.state, []).lanes]


def test_a_mob_is_one_row_that_says_how_its_members_are(hers: Hers) -> None:
    hers.post("several/", {"who": "rat-1", "what": "hp", "number": "-1"}, **HTMX)
    hers.post("several/", {"who": "rat-2", "what": "hp", "number": "-10"}, **HTMX)
    text = hers.page("who/").partition('id="roster"')[2]
    assert "4 unhurt, 1 hurt, 1 down" in text
    assert [text.count(f'<i class="{pip}">') for pip in ("hurt", "down")] == [1, 1]
    assert 'aria-label="Select all: Rats 1-6"' in text
    assert 'aria-label="Select Rat 6"' in text


def test_who_sleeps_is_told_from_who_is_down(hers: Hers) -> None:
    hers.post("several/", {"who": ["rat-3", "rat-4"], "condition": "asleep"}, **HTMX)
    hers.post("several/", {"who": "rat-5", "what": "hp", "number": "-10"}, **HTMX)
    text = hers.page("who/").partition('id="roster"')[2]
    assert "3 unhurt, 2 asleep, 1 down" in text
    assert [text.count(f'<i class="{pip}">') for pip in ("unable", "down")] == [2, 1]


def test_a_mob_is_one_row_on_the_board_until_its_members_differ(hers: Hers) -> None:
    assert hers.page().count("Declare for Rat") == 1
    hers.post("group/", {"order": "wait", "of": RATS, "who": RATS[:2]})
    board = hers.page().partition('id="board"')[2].partition("</section>")[0]
    assert "<b>Rats 1-2</b>" in board
    assert "<b>Rats 3-6</b>" in board


def test_a_mob_is_one_lane(hers: Hers) -> None:
    lanes = list_lanes(hers.table.dora)
    assert lanes.count("Rats 1-6") == 1
    assert "Orc 1" in lanes


def test_the_lane_of_a_mob_that_is_out_says_so(hers: Hers, at: At) -> None:
    def find_end() -> str:
        return next(lane.out for lane in draw_strip(read_view(at.dora).state, []).lanes if lane.name == "Rats 1-6")

    hers.post("several/", {"who": RATS[:-1], "what": "hp", "number": "-4"}, **HTMX)
    assert find_end() == ""
    hers.post("several/", {"who": RATS[-1], "what": "hp", "number": "-30"}, **HTMX)
    assert [read_view(at.dora).state.combatants[RATS[-1]].has("dead"), find_end()] == [True, "down"]


def test_spectators_are_shown_a_mob_of_those_alone_whom_they_have_met(hers: Hers) -> None:
    sam = Viewer(hers.table.encounter.pk, Role.SPECTATOR)
    assert not any("Bat" in name for name in list_lanes(sam))
    hers.post("several/", {"who": BATS[:5], "hidden": "no"}, **HTMX)
    assert [name for name in list_lanes(sam) if "Bat" in name] == ["Bats 1-5"]
    assert "Bats 1-6" in list_lanes(hers.table.dora)


def test_the_table_screen_shows_one_seal_for_a_mob_whose_orders_are_in(hers: Hers, at: At) -> None:
    assert "Rats 1-6" in at.sam.get(at.url("watch/")).content.decode()
    hers.post("group/", {"order": "wait", "of": RATS, "who": RATS})
    hers.post("close/")
    page = compact(at.sam.get(at.url("watch/")).content.decode())
    lane = page.partition("Rats 1-6")[2].partition("</li>")[0]
    assert 'aria-label="sealed"' in lane


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("Wolf", "Wolves"),
        ("Dire wolf", "Dire wolves"),
        ("Goblin", "Goblins"),
        ("Harpy", "Harpies"),
        ("Monkey", "Monkeys"),
        ("Half-elf", "Half-elves"),
        ("Shaman", "Shamans"),
        ("Lizardman", "Lizardmen"),
        ("Witch", "Witches"),
        ("Fox", "Foxes"),
        ("Goblin E", "Goblin E"),
        ("Bugbear of the halls", "Bugbears of the halls"),
        ("Man-at-arms", "Men-at-arms"),
        ("Wolf in hiding", "Wolves in hiding"),
    ],
)
def test_several_of_a_name_read_well(one: str, many: str) -> None:
    assert make_plural(one) == many


def test_a_mob_has_a_page_with_its_shared_numbers_once_and_its_members(hers: Hers) -> None:
    hers.post("several/", {"who": ["rat-2"], "what": "hp", "number": "-1"})
    assert 'href="/e/1/mob/foes-rat/"'.replace("/e/1/", hers.url) in hers.page("who/")
    text = hers.page("mob/foes-rat/")
    assert text.count("Armor class") == 1
    assert [f"{name} <b" in text for name in ("Rat 1", "Rat 6")] == [True, True]
    assert (text.count("4 of 4</b>"), text.count("3 of 4</b>")) == (5, 1)
    assert f'href="{hers.url}combatant/rat-2/"' in text
    assert 'data-card href="/card/weapon/spear"' in text
    assert hers.client.get(f"{hers.url}mob/foes-orc/").status_code == 404


def test_a_note_on_a_mob_is_written_on_its_page(hers: Hers) -> None:
    assert hers.client.post(f"{hers.url}note/rat/", {"note": "Hungry"})["Location"] == f"{hers.url}mob/foes-rat/"
    assert "Hungry" in hers.page("mob/foes-rat/")


def test_the_map_has_the_plural_of_each_kind_of_which_several_are_shown(at: At) -> None:
    found = re.search(r'data-plurals="([^"]*)"', at.pip.get(at.url("me/")).content.decode())
    assert found
    assert json.loads(unescape(found[1])) == {"Orc": "Orcs", "Rat": "Rats"}
