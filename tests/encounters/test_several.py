"""Several combatants that Dora selects and rules on at once."""

import re

import pytest

from encounters.models import Input
from encounters.selectors import read_view
from encounters.viewers import Role, Viewer
from rules.api import decode_input
from rules.kernel.inputs import MakeRuling
from tests.encounters.dm_browser import HTMX, Hers
from tests.encounters.seated import At, begun_fight

pytestmark = pytest.mark.storage

ORCS = ("orc-1", "orc-2")


@pytest.fixture
def at(transactional_db: None) -> At:
    """Return a fight in round 1."""
    return begun_fight()


@pytest.fixture
def hers(at: At) -> Hers:
    return Hers(at, at.encounter.campaign.find_owner())  # type: ignore[arg-type]  # a table of the same names


def rule(hers: Hers, *who: str, **given: str) -> tuple[int, str]:
    return hers.post("several/", {"who": who or ORCS, "what": "hp", **given}, **HTMX)


def test_one_press_is_one_ruling_on_all(hers: Hers) -> None:
    before = {who: hers.state.combatants[who].hp for who in ORCS}
    count = Input.objects.count()
    assert rule(hers, number="-1")[0] == 200
    last = decode_input(Input.objects.get(position=count + 1).payload)
    assert isinstance(last, MakeRuling)
    assert [(each.who, each.value, each.by) for each in last.changes] == [(who, None, -1) for who in ORCS]
    assert {who: hers.state.combatants[who].hp for who in ORCS} == {who: hp - 1 for who, hp in before.items()}


def test_a_typed_change_is_read_as_in_the_roster(hers: Hers) -> None:
    rule(hers, number="", change="2")
    assert {hers.state.combatants[who].hp for who in ORCS} == {2}


def test_a_condition_lasts_as_the_chip_says(hers: Hers) -> None:
    rule(hers, condition="held", lasting="3")
    found = [each for each in hers.state.combatants["orc-1"].conditions if each.name == "held"]
    assert [each.until for each in found] == [(4, 0)]
    rule(hers, condition="held", lasting="lift")
    assert not any(hers.state.combatants[who].has("held") for who in ORCS)


def test_several_are_hidden_revealed_and_removed(hers: Hers) -> None:
    rule(hers, hidden="yes")
    assert all(hers.state.combatants[who].hidden for who in ORCS)
    rule(hers, hidden="no")
    assert not any(hers.state.combatants[who].hidden for who in ORCS)
    rule(hers, remove="1")
    assert not any(hers.state.combatants[who].present for who in ORCS)


def test_several_move_and_keep_their_formation(hers: Hers) -> None:
    first, second = (hers.state.combatants[who].place for who in ORCS)
    rule(hers, move="1", x="50", y="60")
    moved = [hers.state.combatants[who].place for who in ORCS]
    assert moved == [(5000, 6000), (5000 + second[0] - first[0], 6000 + second[1] - first[1])]


def test_several_are_placed_in_a_line_or_gather_around_a_spot(hers: Hers) -> None:
    rule(hers, arrange="lines")
    one, two = (hers.state.combatants[who].place for who in ORCS)
    assert (one[0], two[1] - one[1]) == (two[0], 500)
    rule(hers, arrange="around", x="50", y="60")
    assert [hers.state.combatants[who].place for who in ORCS] == [(5000, 6000), (4500, 6000)]


def test_the_answer_offers_to_undo_which_takes_all_back(hers: Hers) -> None:
    before = hers.state.combatants
    text = rule(hers, number="-1")[1]
    position = re.search(r'name="position" value="(\d+)"', text)
    assert position is not None
    assert "Orcs 1-2: hit points -1." in text
    hers.post("undo/", {"position": position[1]}, **HTMX)
    assert hers.state.combatants == before


def test_undo_spares_what_came_after(hers: Hers) -> None:
    position = re.search(r'name="position" value="(\d+)"', rule(hers, number="-1")[1])
    assert position is not None
    rule(hers, hidden="yes")
    status, text = hers.post("undo/", {"position": position[1]}, **HTMX)
    assert status == 409
    assert "Something has happened since" in text
    assert all(hers.state.combatants[who].hidden for who in ORCS)


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"number": "", "change": "lots"},
        {"number": "-5", "what": "ac"},
        {"condition": "famous"},
        {"condition": "held", "lasting": "7"},
        {"condition": "held", "lasting": "lift"},
        {"hidden": "no"},
        {"move": "1", "x": "", "y": "3"},
        {"arrange": "around", "x": "", "y": "3"},
    ],
)
def test_what_cannot_be_done_to_all_is_done_to_none(hers: Hers, given: dict[str, str]) -> None:
    before = Input.objects.count()
    assert rule(hers, **given)[0] == 400
    assert Input.objects.count() == before


def test_nobody_selected_leaves_no_trace(hers: Hers) -> None:
    status, text = hers.post("several/", {"who": "nobody", "number": "-5"}, **HTMX)
    assert status == 400
    assert "Select combatants first" in text


def test_a_repeated_tap_hurts_once(hers: Hers) -> None:
    before = hers.state.combatants["orc-1"].hp
    for _ in range(2):
        rule(hers, number="-1", tap="same")
    assert hers.state.combatants["orc-1"].hp == before - 1


def test_a_ruling_on_hidden_foes_tells_spectators_nothing(hers: Hers) -> None:
    rule(hers, hidden="yes")
    sam = Viewer(hers.table.encounter.pk, Role.SPECTATOR)
    shown = read_view(sam).at
    rule(hers, number="-1")
    assert read_view(sam).at == shown


def test_players_rule_on_nobody(at: At) -> None:
    before = Input.objects.count()
    for client in (at.pip, at.sam):
        for address in ("several/", "undo/"):
            answered = client.post(f"/e/{at.encounter.pk}/{address}", {"who": ORCS, "number": "-5", "what": "hp"})
            assert answered.status_code in (302, 403, 404)
    assert Input.objects.count() == before
